// The inspector of a running mock, over its socket: what it recorded, its contracts, its rows, and
// sending again.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Serving } from '../../../src/commands/serve/serve.ts';
import type { Overview } from '../../../src/inspector/wire.ts';
import type { Recorded } from '../../../src/journal/interaction/recorded.ts';
import { copyProject, type Folder } from '../../support/cli.ts';
import { startServing } from '../../support/serving.ts';

let folder: Folder;
let serving: Serving;
let token: string;
const errors: string[] = [];

beforeAll(async () => {
  folder = copyProject();
  serving = await startServing(
    {
      contract: folder.at('contracts'),
      db: folder.at('db.json'),
      basePath: '/shop',
      version: '9.9.9',
    },
    { errors },
  );
  token = ((await (await api('GET', '')).json()) as Overview).token;
});

afterAll(async () => {
  await serving.close();
  folder[Symbol.dispose]();
  expect(errors).toEqual([]);
});

function api(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { 'standin-token': token ?? '', 'content-type': 'application/json' };
  const init =
    body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  return fetch(new URL(`/__standin/api/${path}`, serving.url), init);
}

async function matches(filter: string): Promise<readonly number[]> {
  const reply = await api('GET', `matches?q=${encodeURIComponent(filter)}`);
  return [...new Int32Array(await reply.arrayBuffer())];
}

async function interaction(seq: number): Promise<Recorded> {
  return ((await (await api('GET', `interactions/${seq}`)).json()) as { recorded: Recorded })
    .recorded;
}

describe('the inspector of serve', () => {
  it('answers outside the base path, and says what it inspects', async () => {
    const overview = (await (await api('GET', '')).json()) as Overview;
    expect(overview).toMatchObject({
      version: '9.9.9',
      mode: 'serve',
      subject: serving.url,
      can: { replay: serving.url, editData: true },
    });
    expect((await fetch(`${serving.url}/__standin/api/`)).status).toBe(404);
  });

  it('shows and finds requests and replies, with who decided them', async () => {
    await fetch(`${serving.url}/users/1`, {
      headers: { authorization: 'Bearer secret-of-mine', 'x-trace': 'abc' },
    });
    await fetch(`${serving.url}/users/77777`);
    const [found] = await matches('status:404 path:77777');
    expect(found).toBeGreaterThan(1);
    const missing = await interaction(found ?? 0);
    expect(missing).toMatchObject({
      source: 'mock',
      resource: 'users',
      operation: 'read',
      request: { method: 'GET', path: '/shop/users/77777' },
    });
    expect(missing.ruled?.status).toEqual({ value: 404, by: 'missing.status' });
    // The specification does not show what a refusal looks like: a choice made it, and no contract
    // is met by it.
    expect(missing.verdict).toBe('not-shown');
    expect((await matches('is:conforming')).length).toBeGreaterThan(0);
    expect(await matches('is:conforming status:4xx')).toEqual([]);
    const [read] = await matches('header:x-trace=abc');
    const text = JSON.stringify(await interaction(read ?? 0));
    expect(text).not.toContain('secret-of-mine');
    expect(text).toContain('"operation":"read"');
  });

  it('sends a recorded request again, unchanged or edited', async () => {
    await fetch(`${serving.url}/users/2`);
    const [seq = 0] = (await matches('path:/users/2')).slice(-1);
    const again = (await (await api('POST', 'replay', { seq })).json()) as { seq: number };
    expect(await interaction(again.seq)).toMatchObject({
      request: { method: 'GET', path: '/shop/users/2' },
      reply: { status: 200 },
    });
    const edited = {
      method: 'PATCH',
      target: '/shop/users/2?x=1',
      headers: [['Content-Type', 'application/json']],
      body: '{"name":"Edited"}',
    };
    const changed = (await (await api('POST', 'replay', { seq, edited })).json()) as {
      seq: number;
    };
    expect(await interaction(changed.seq)).toMatchObject({
      request: { method: 'PATCH', query: 'x=1' },
      reply: { status: 200 },
    });
    const bad = await api('POST', 'replay', {
      seq,
      edited: { ...edited, target: 'http://evil.example/' },
    });
    expect([bad.status, await bad.text()]).toEqual([
      400,
      expect.stringContaining('percent-encoded path with one leading slash'),
    ]);
  });

  it('sends it again in the same world, however the request named the world', async () => {
    const named: readonly [
      string,
      { readonly cookie?: string; readonly 'standin-world'?: string },
    ][] = [
      ['/users/1', { cookie: 'standin-world=replayed' }],
      ['/users/2', { 'standin-world': 'replayed' }],
      ['/users/3', { cookie: 'standin-world=main' }],
      ['/users/4', {}],
    ];
    for (const [path, headers] of named) {
      await fetch(`${serving.url}${path}`, { headers });
      const [seq = 0] = (await matches(`path:/shop${path}`)).slice(-1);
      const recorded = await interaction(seq);
      const again = (await (await api('POST', 'replay', { seq })).json()) as { seq: number };
      const { cookie } = headers;
      if (cookie !== undefined)
        expect(recorded.request.headers).toContainEqual(['cookie', `${cookie}`]);
      expect([recorded.world, (await interaction(again.seq)).world]).toEqual(
        path < '/users/3' ? ['replayed', 'replayed'] : [null, null],
      );
      expect((await interaction(again.seq)).reply?.status).toBe(200);
    }
    await api('DELETE', 'worlds/replayed');
  });

  it('changes rows that clients see at once, and resets to the seed', async () => {
    const names = async (): Promise<unknown> =>
      ((await (await fetch(`${serving.url}/users/3`)).json()) as JsonObject)['name'];
    const before = await names();
    const row = (await (await api('GET', 'data/users/3')).json()) as JsonObject;
    expect((await api('PUT', 'data/users/3', { ...row, name: 'By hand' })).status).toBe(200);
    expect(await names()).toBe('By hand');
    expect((await api('PUT', 'snapshots/mine')).status).toBe(204);
    expect((await api('POST', 'reset')).status).toBe(204);
    expect(await names()).toBe(before);
    expect((await api('POST', 'snapshots/mine/restore')).status).toBe(204);
    expect(await names()).toBe('By hand');
  });

  it('reports new interactions while somebody watches', async () => {
    const stop = new AbortController();
    const reply = await fetch(new URL('/__standin/api/live', serving.url), { signal: stop.signal });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = await reader?.read();
    const totalOf = (text: string): number => Number(/"total":(\d+)/.exec(text)?.[1]);
    await fetch(`${serving.url}/users`);
    const second = await reader?.read();
    expect(totalOf(second?.value ?? '')).toBe(totalOf(first?.value ?? '') + 1);
    stop.abort();
  });
});
