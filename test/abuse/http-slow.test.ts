// Slow clients: many at once that send nothing, or a byte now and then. Each is disconnected in
// time, and no one waits for it.

import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { proxied } from '../record/proxied.ts';
import { serveProject } from '../support/served.ts';
import { ask } from '../support/wire.ts';

const CLIENTS = 40;
/** How long a request may take, in milliseconds. */
const LIMIT_MS = 300;
/** How often a byte is sent: a server that counts from the last byte alone would wait for ever. */
const EVERY_MS = 20;

/** What is sent at once, and what of it comes byte by byte without end. */
const ways = {
  'says nothing': { first: '', drip: '' },
  'drips its first line': { first: 'GET /', drip: 'a' },
  'drips its header fields': { first: 'GET /users/1 HTTP/1.1\r\nHost: a\r\n', drip: 'X-A: b\r\n' },
  'begins a header field and stops': { first: 'GET /users/1 HTTP/1.1\r\nHost: a\r\nX-', drip: '' },
} as const;
const bodies = {
  'drips its body': {
    first: 'PUT /users/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n',
    drip: ' ',
  },
  'drips chunks': {
    first: 'PUT /users/1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
    drip: '1\r\na\r\n',
  },
} as const;

/** Opens a connection that is slow. Resolves with what came back when it ended. */
function dawdle(port: number, { first, drip }: { first: string; drip: string }): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1');
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    socket.on('connect', () => {
      socket.write(first);
      if (drip !== '') timer = setInterval(() => socket.writable && socket.write(drip), EVERY_MS);
    });
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(timer);
        resolve(text);
      });
  });
}

async function expectLetGo(
  port: number,
  way: { first: string; drip: string },
  status: number,
): Promise<void> {
  const all = Promise.all(Array.from({ length: CLIENTS }, () => dawdle(port, way)));
  expect(
    (await ask(port, 'GET /users/1 HTTP/1.1\r\nHost: a\r\n\r\n'))?.status,
    'a good client is served meanwhile',
  ).toBe(200);
  // A client that said nothing may be left without an answer: no request began.
  const answers = new Set((await all).map((text) => text.slice(9, 12)));
  expect([...answers].filter((one) => one !== '')).toEqual(
    way.first === '' && answers.has('') ? [] : [String(status)],
  );
}

describe('serve, with slow clients', () => {
  it.concurrent.each(Object.entries({ ...ways, ...bodies }))(
    'disconnects in time a client that %s',
    async (_name, way) => {
      await using served = await serveProject({ listen: { requestMs: LIMIT_MS } });
      await expectLetGo(served.port, way, 408);
      expect(served.failures).toEqual([]);
    },
  );
});

describe('record, with slow clients', () => {
  it.concurrent.each(Object.entries(ways))(
    'disconnects in time a client that %s',
    async (_name, way) => {
      await using served = await serveProject();
      await using one = await proxied(`http://127.0.0.1:${served.port}`, { headMs: LIMIT_MS });
      await expectLetGo(one.proxy.port, way, 408);
    },
  );

  it('disconnects a client that never sends its body, once the service has timed out', async () => {
    await using served = await serveProject();
    await using one = await proxied(`http://127.0.0.1:${served.port}`, { answerMs: LIMIT_MS });
    await expectLetGo(one.proxy.port, { ...bodies['drips its body'], drip: '' }, 504);
  });
});
