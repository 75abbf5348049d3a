// What the end of a run removes, and what it leaves and tells.

import { describe, expect, it } from 'vitest';
import { act } from '../../src/verify/act.ts';
import { Stage } from '../../src/verify/stage.ts';
import { sweepUp } from '../../src/verify/sweep-up.ts';
import { plain } from '../bed/plain.ts';
import { started, USERS } from '../support/bed.ts';
import { startTroubled, type Troubled } from '../support/troubled.ts';
import { withSession } from './walking.ts';

describe('sweepUp', () => {
  it('removes what the run made, also several at once', async () => {
    await using service = await started(plain.start(USERS));
    await withSession(service, {}, async ({ session, make }) => {
      session.atOnce = 4;
      const stage = new Stage(session);
      for (const item of ['a', 'b', 'c', 'd', 'e', 'f'])
        await act(stage, { kind: 'create', item, values: make.plain(), manner: 'plain' });
      expect(await sweepUp(session)).toEqual({ left: [], isSure: true });
    });
    expect(service.stored()).toEqual(USERS);
  });

  it('removes once what two items of a stage are said to be', async () => {
    await using service = await started(plain.start(USERS));
    await withSession(service, {}, async ({ session, make }) => {
      const stage = new Stage(session);
      await act(stage, { kind: 'create', item: 'a', values: make.plain(), manner: 'plain' });
      stage.items.set('b', { ...stage.item('a'), label: 'b' });
      await stage.cleanUp();
      expect(session.guard.owned()).not.toContain(stage.item('a').key);
    });
    expect(service.stored()).toEqual(USERS);
  });

  it.each([401, 429])('gives up nothing where removing and reading are answered with %i', async (status) => {
    let isOpen = true;
    const start = plain.startPlanted(USERS, (parts) => ({
      ...parts,
      around: (call, next) => (isOpen ? next(call) : Promise.resolve({ status, headers: { 'retry-after': '3600' } })),
    }));
    await using service = await started(start);
    await withSession(service, {}, async ({ session, make }) => {
      const stage = new Stage(session);
      await act(stage, { kind: 'create', item: 'a', values: make.plain(), manner: 'plain' });
      isOpen = false;
      expect((await sweepUp(session)).left).toContain(stage.item('a').key);
    });
  });

  it('leaves what was there before, and tells it where something of the run is written over it', async () => {
    await using service = await started(plain.start(USERS));
    const token = 'sqoverwritten';
    await withSession(service, { token }, async ({ session }) => {
      const body = JSON.stringify({ name: `delta ${token}`, email: 'ann@example.com' });
      await fetch(`${service.baseUrl}/users/1`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
      expect(await sweepUp(session)).toEqual({ left: ['1'], isSure: true });
    });
    expect(service.stored().map(({ id }) => id)).toEqual([1, 2]);
  });
});

/** Passes everything on to a service, but what an answer is given for. */
async function before(baseUrl: string, answer: (method: string, path: string) => number | null): Promise<Troubled> {
  return startTroubled(async (request, response) => {
    const [method, path] = [request.method ?? '', request.url ?? ''];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const status = answer(method, path);
    if (status !== null) return response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '60' }).end('{}');
    const body = chunks.length === 0 ? null : Buffer.concat(chunks);
    const got = await fetch(`${baseUrl}${path}`, { method, body, headers: { 'content-type': 'application/json' } });
    const text = await got.text();
    const location = got.headers.get('location');
    const headers = { 'content-type': 'application/json', ...(location === null ? {} : { location }) };
    return response.writeHead(got.status, got.status === 204 ? {} : headers).end(text);
  });
}

describe('sweepUp where the service tells nothing any more', () => {
  it.each([401, 403, 429, 500, 301])('keeps what it cannot see to be gone: %i', async (status) => {
    await using service = await started(plain.start(USERS));
    let isRefusing = false;
    await using front = await before(service.baseUrl, () => (isRefusing ? status : null));
    await withSession({ baseUrl: front.url }, {}, async ({ session, make }) => {
      const stage = new Stage(session);
      await act(stage, { kind: 'create', item: 'a', values: make.plain(), manner: 'plain' });
      const { key } = stage.item('a');
      isRefusing = true;
      expect((await sweepUp(session)).left).toContain(key);
      isRefusing = false;
      expect(await sweepUp(session)).toEqual({ left: [], isSure: true });
    });
    expect(service.stored()).toEqual(USERS);
  });
});
