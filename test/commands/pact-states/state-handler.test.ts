// The team's handler of provider states, at a URL and in a module: what it is sent, and what its
// answers mean.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkHandlerPlace } from '../../../src/commands/pact-states/handler-place.ts';
import { openStateHandler } from '../../../src/commands/pact-states/state-handler.ts';
import type { StateChange } from '../../../src/verify/pacts/state-handler.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const CHANGE: StateChange = {
  name: 'a boat is moored',
  params: { berth: 4 },
  action: 'setup',
  consumer: 'harbour-app',
};

interface Asked {
  readonly what: string;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** Asks a handler that answers so, or not at all. */
async function askAt(
  status: number | null,
  text: string,
  path = '/states',
): Promise<{ readonly said: unknown; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      const { authorization } = request.headers;
      asked.push({
        what: `${request.method} ${request.url}`,
        body: JSON.parse(body),
        authorization,
      });
      if (status !== null)
        response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const handler = await openStateHandler(`http://me:secret@127.0.0.1:${port}${path}`, 300);
  const said = await handler.change(CHANGE).catch((error: unknown) => String(error));
  handler.close();
  server.closeAllConnections();
  server.close();
  return { said, asked };
}

describe('openStateHandler at a URL', () => {
  it('sends what Pact sends, and takes the values of the answer', async () => {
    const { said, asked } = await askAt(200, '{"id":7}', '/api/states?run=1');
    expect(said).toEqual({ id: 7 });
    expect(asked).toEqual([
      {
        what: 'POST /api/states?run=1',
        body: {
          consumer: 'harbour-app',
          state: 'a boat is moored',
          params: { berth: 4 },
          action: 'setup',
        },
        authorization: `Basic ${Buffer.from('me:secret').toString('base64')}`,
      },
    ]);
  });

  it.each([
    [200, '', {}],
    [204, '', {}],
    [200, '[1]', {}],
    [404, '', 'HandlerFailed: it answered 404'],
    [500, 'boom '.repeat(40), /^HandlerFailed: it answered 500: boom boom .*…$/],
  ] as const)('takes %s %j', async (status, text, expected) => {
    const { said } = await askAt(status, text);
    if (expected instanceof RegExp) expect(said).toMatch(expected);
    else expect(said).toEqual(expected);
  });

  it('says that nothing answers in time, or at all', async () => {
    expect((await askAt(null, '')).said).toMatch(/^HandlerFailed: no reply arrived in time/);
    const handler = await openStateHandler('http://127.0.0.1:1/states');
    await expect(handler.change(CHANGE)).rejects.toThrow(/refused|bad port/i);
    handler.close();
  });

  it('knows every state', async () => {
    const handler = await openStateHandler('http://127.0.0.1:1/states');
    expect(handler.knows('anything')).toBe(true);
    handler.close();
  });
});

/** Writes a module. */
function moduleOf(text: string, name = 'states.mjs'): string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-states-'));
  folders.push(folder);
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('openStateHandler in a module', () => {
  it('calls functions, and pairs of set-up and tear-down, with the parameters', async () => {
    const handler = await openStateHandler(
      moduleOf(
        `export default {
        'a boat is moored': ({ berth }: { berth: number }) => ({ berth, boat: 9 }),
        'the tide is low': { teardown: async () => ({ low: false }) },
      };`,
        'states.ts',
      ),
    );
    expect(await handler.change(CHANGE)).toEqual({ berth: 4, boat: 9 });
    expect(await handler.change({ ...CHANGE, action: 'teardown' })).toEqual({});
    const tide = { ...CHANGE, name: 'the tide is low' };
    expect(await handler.change(tide)).toEqual({});
    expect(await handler.change({ ...tide, action: 'teardown' })).toEqual({ low: false });
    expect(['the tide is low', 'the tide is high'].map(handler.knows)).toEqual([true, false]);
  });

  it.each([
    ['throws', `() => { throw new Error('no berth is free'); }`, 'no berth is free'],
    ['rejects', `async () => { throw 'no'; }`, 'no'],
    [
      'never ends',
      `() => new Promise(() => setTimeout(() => {}, 2_000).unref())`,
      'it took longer than 0.2 s',
    ],
  ])('fails if a function %s', async (_, code, message) => {
    const handler = await openStateHandler(
      moduleOf(`export const stateHandlers = { 'a boat is moored': ${code} };`),
      200,
    );
    await expect(handler.change(CHANGE)).rejects.toThrow(message);
  });

  it.each([
    ['is not there', null, /^the state handler \S+ is not there$/],
    ['cannot be read', 'export default {', /cannot be loaded: /],
    ['has no handlers', 'export const other = 1;', /has no default export with handlers$/],
    ['has no function', 'export default { a: 7 };', /has no function for "a"$/],
    ['has half a handler', 'export default { a: { setup: 1 } };', /has no function for "a"$/],
  ])('refuses a module that %s', async (_, code, message) => {
    const file = code === null ? '/nowhere/states.mjs' : moduleOf(code);
    await expect(openStateHandler(file)).rejects.toThrow(message);
  });
});

describe('checkHandlerPlace', () => {
  it.each([
    'http://127.0.0.1:8080/states',
    'http://127.1.2.3/',
    'http://localhost:1/x',
    'http://app.localhost/',
    'http://[::1]:9/',
    './states.mjs',
  ])('allows %s', (place) => {
    expect(() => checkHandlerPlace(place, 'loopback')).not.toThrow();
  });

  it.each([
    'http://10.0.0.7/states',
    'https://127.0.0.1.example.com/',
    'http://localhost.example/',
  ])('allows %s only on request', (place) => {
    expect(() => checkHandlerPlace(place, 'loopback')).toThrow(
      `the state handler is on another machine, ${new URL(place).hostname}`,
    );
    expect(() => checkHandlerPlace(place, 'any')).not.toThrow();
  });
});
