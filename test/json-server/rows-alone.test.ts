// Rows alone, as a client of json-server writes them: what it sends is what is stored, at every
// depth. The real json-server of each line is asked the same, and so are the doors for programs.

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { listenFor, loadMock } from '../../src/embed/load-mock.ts';
import { useTempFolder } from '../support/temp-folder.ts';
import { type Line, type Rows, type Side, startReal, type WireCall } from './sides.ts';

const temp = useTempFolder();

/** The ids of json-server 1 are texts. */
const rowsOf = (line: Line): Rows =>
  ({
    boats: [
      {
        id: line === 'json-server' ? 1 : '1',
        name: 'Ida',
        owner: { name: 'Ana', email: 'ana@example.com', home: { city: 'Kiel', zip: '24103' } },
        log: [{ at: '2026-01-02', miles: 4, crew: { first: 'Bo', second: 'Cy' } }],
      },
    ],
    harbour: {
      name: 'South',
      light: { colour: 'red', seconds: 4 },
      piers: [{ no: 1, length: 80 }],
    },
  }) as unknown as Rows;

const send = (method: string, path: string, body: Json): WireCall => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const writes: readonly (readonly [string, WireCall, string])[] = [
  ['an object that lacks a member', send('POST', '/boats', { owner: { name: 'Di' } }), '/boats/2'],
  ['an object without members', send('POST', '/boats', { name: 'Ada', owner: {} }), '/boats/2'],
  [
    'an object in an object',
    send('POST', '/boats', { owner: { home: { city: 'Bonn' } } }),
    '/boats/2',
  ],
  ['objects in a list', send('POST', '/boats', { log: [{}, { crew: {} }] }), '/boats/2'],
  ['a replaced object', send('PUT', '/boats/1', { owner: { home: {} }, log: [{}] }), '/boats/1'],
  ['a changed object', send('PATCH', '/boats/1', { owner: { name: 'Ed' } }), '/boats/1'],
  ['a changed list', send('PATCH', '/boats/1', { log: [{ miles: 1 }] }), '/boats/1'],
  [
    'a single item',
    send('PUT', '/harbour', { light: { colour: 'green' }, piers: [{}] }),
    '/harbour',
  ],
  ['a part of one', send('PATCH', '/harbour', { light: {} }), '/harbour'],
];

const lines: readonly Line[] = ['json-server', 'json-server-1'];

async function serveRows(profile: Line): Promise<Side> {
  temp.write('db.json', rowsOf(profile) as unknown as Json);
  const mock = await loadMock({ contract: 'db.json', profile });
  const { url, close } = await listenFor(mock);
  return {
    url,
    async ask({ method, path, headers = {}, body }) {
      const answer = await fetch(url + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.status, headers: {}, text: await answer.text() };
    },
    [Symbol.asyncDispose]: close,
  };
}

/** The status and the body of an answer; ids of creations may be made at random. */
async function ask(side: Side, call: WireCall): Promise<readonly [number, Json]> {
  const { status, text } = await side.ask(call);
  const { id: _, ...body } = JSON.parse(text) as Record<string, Json>;
  return [status, body];
}

describe.each(lines)('rows alone under the profile %s', (line) => {
  it.each(writes)('keep %s as it was sent', async (_, call, path) => {
    await using real = await startReal(line, rowsOf(line));
    await using ours = await serveRows(line);
    const [theirs, answer] = [await ask(real, call), await ask(ours, call)];
    expect(answer).toEqual(theirs);
    if (call.method === 'POST') return;
    const read = { method: 'GET', path };
    expect(await ask(ours, read)).toEqual(await ask(real, read));
  });
});

describe('a member of another type than all rows have', () => {
  it.each(lines)(
    'is taken by a mock in a program, in all its worlds, under %s',
    async (profile) => {
      temp.write('db.json', {
        boats: [{ id: 1, views: 5, at: { x: 1 } }],
        harbour: { open: true },
      });
      const mock = await loadMock({ contract: 'db.json', profile });
      const write = async (of: typeof mock, method: string, path: string, body: string) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await of.fetch(path, { method, headers, body });
        return [answer.status, await answer.json()];
      };
      expect(await write(mock, 'PATCH', '/boats/1', '{"views":"many"}')).toEqual([
        200,
        { id: 1, views: 'many', at: { x: 1 } },
      ]);
      expect(await write(mock, 'PATCH', '/boats/1', '{"name":"Ida"}')).toEqual([
        200,
        { id: 1, views: 'many', at: { x: 1 }, name: 'Ida' },
      ]);
      expect(await write(mock, 'PUT', '/harbour', '{"open":["at",5]}')).toEqual([
        200,
        { open: ['at', 5] },
      ]);
      expect((await write(mock.world('ana'), 'POST', '/boats', '{"at":[null]}'))[0]).toBe(201);
      expect((await write(mock.fork(), 'POST', '/boats', '{"views":null}'))[0]).toBe(201);
      mock.reset();
      expect((await write(mock, 'PATCH', '/boats/1', '{"views":{}}'))[0]).toBe(200);
    },
  );
});

describe('a compressed body', () => {
  const gzip = gzipSync('{"name":"Zoe"}');
  const bodies: readonly (readonly [string, string, Buffer])[] = [
    ['gzip', 'gzip', gzip],
    ['gzip in capitals', 'GZIP', gzip],
    ['deflate', 'deflate', deflateSync('{"name":"Zoe"}')],
    ['brotli', 'br', brotliCompressSync('{"name":"Zoe"}')],
    ['a coding that nobody knows', 'zip', gzip],
    ['what is not compressed', 'gzip', Buffer.from('{"name":"Zoe"}')],
    ['a broken one', 'gzip', gzip.subarray(0, -6)],
    ['a bomb', 'gzip', gzipSync(`{"name":"${'x'.repeat(30_000_000)}"}`)],
  ];

  const post = (url: string, coding: string, body: Buffer): Promise<Response> =>
    fetch(`${url}/boats`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': coding },
      body: new Uint8Array(body),
    });

  it.each(bodies)('is taken as json-server 0.17 takes it: %s', async (_, coding, body) => {
    await using real = await startReal('json-server', rowsOf('json-server'));
    await using ours = await serveRows('json-server');
    const theirs = await post(real.url, coding, body);
    const answer = await post(ours.url, coding, body);
    expect(answer.status).toBe(theirs.status);
    if (answer.status === 201) expect(await answer.json()).toEqual(await theirs.json());
  });

  it.each(bodies)(
    'is taken by a mock in a program as by one behind a port: %s',
    async (_, coding, body) => {
      await using served = await serveRows('json-server');
      const mock = await loadMock({ contract: 'db.json', profile: 'json-server' });
      const answer = await mock.fetch('http://x.test/boats', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': coding },
        body: new Uint8Array(body),
      });
      expect(answer.status).toBe((await post(served.url, coding, body)).status);
    },
  );

  it('is refused by the other profiles, which say what they take', async () => {
    await using ours = await serveRows('json-server-1');
    const answer = await post(ours.url, 'gzip', gzip);
    expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  });
});
