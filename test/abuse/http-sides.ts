// What is attacked: the mock of `serve`, and `record` before a service that reads strictly. Both in
// this process; each notes what got through to it, and says of every answer which request it is
// for.

import { createServer, type Socket } from 'node:net';
import type { Call } from '../../src/model/message/call.ts';
import { proxied } from '../record/proxied.ts';
import { serveProject } from '../support/served.ts';
import { readStrictly, type StrictRequest } from './http-strict.ts';

/** One request, as it was understood behind the front. */
export interface Seen {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** In Latin-1; `null` if it is not known byte by byte. */
  readonly body: string | null;
}

export interface Side extends AsyncDisposable {
  readonly name: 'serve' | 'record';
  readonly port: number;
  /** Whether a request may upgrade the connection to WebSocket. */
  readonly upgrades: boolean;
  /** Returns what was seen since the last call, except requests that contain `BESIDE`. */
  take(): readonly Seen[];
  /**
   * What must never happen: failures inside, a state that changed unasked, bytes that a strict
   * reader refuses.
   */
  readonly faults: () => readonly string[];
}

/** Marks the target of a good client's request. */
export const BESIDE = 'beside=';

/** The header field of an answer that says which request it is for. */
export const FOR = 'x-for';

/** Serves the mock of this project. */
export async function attackServe(): Promise<Side> {
  let seen: Seen[] = [];
  let writes = 0;
  const faults: string[] = [];
  const served = await serveProject({
    pins: { 'limit.body': 65_536, 'limit.time': 5_000 },
    listen: {
      answer(call) {
        const before = served.mock.state.collection('users').version;
        const reply = served.mock.answer(call);
        const hasChanged = served.mock.state.collection('users').version !== before;
        if (hasChanged && (reply.status >= 300 || call.method === 'GET'))
          faults.push(`${call.method} with ${reply.status} changed the state`);
        if (hasChanged) writes = served.mock.state.collection('users').version;
        // It is rejected before it is whole, so it is unknown what it would have been.
        if (call.body.kind === 'oversized') return reply;
        const target = call.query === '' ? call.path : `${call.path}?${call.query}`;
        if (!call.query.startsWith(BESIDE))
          seen.push({ method: call.method, target, body: textOf(call) });
        return { ...reply, headers: [...reply.headers, FOR, `${call.method} ${target}`] };
      },
    },
  });
  writes = served.mock.state.collection('users').version;
  return {
    name: 'serve',
    port: served.port,
    upgrades: false,
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
    faults: () => [
      ...faults,
      ...served.failures.map((error) => `failed: ${String(error)}`),
      ...(served.mock.state.collection('users').version === writes
        ? []
        : ['the state changed behind the rules']),
    ],
    [Symbol.asyncDispose]: () => served.listener.close(),
  };
}

function textOf({ body }: Call): string | null {
  switch (body.kind) {
    case 'none':
      return '';
    case 'json':
      return Buffer.from(body.text).toString('latin1');
    case 'broken':
      return body.flaw === 'utf-8' ? null : Buffer.from(body.text).toString('latin1');
    case 'oversized':
      return null;
  }
}

/**
 * Stands before a service that reads by the letter, notes what breaks it, and answers each request
 * with its own line.
 */
export async function attackRecord(): Promise<Side> {
  let seen: Seen[] = [];
  const faults: string[] = [];
  const sockets = new Set<Socket>();
  const service = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const { requests, rest, end } = readStrictly(text, { as: 'sent', upgrades: true });
      for (const request of requests) {
        if (!request.target.includes(BESIDE)) seen.push(request);
        socket.write(answerTo(request));
      }
      if (rest !== 'malformed' && rest !== 'unread') {
        text = text.slice(end);
        return;
      }
      faults.push(
        `a strict service behind the recorder was sent ${rest} bytes: ${JSON.stringify(text.slice(0, 2_000))}`,
      );
      socket.destroy();
    });
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const address = service.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const one = await proxied(`http://127.0.0.1:${port}`, {
    onFailure: (error) => faults.push(`failed: ${String(error)}`),
  });
  return {
    name: 'record',
    port: one.proxy.port,
    upgrades: true,
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
    faults: () => faults,
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]();
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => service.close(done));
    },
  };
}

function answerTo({ method, target }: StrictRequest): string {
  const body = JSON.stringify({ path: target.slice(0, 100) });
  const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `HTTP/1.1 200 OK\r\n${FOR}: ${method} ${target}\r\n${length}\r\n${method === 'HEAD' ? '' : body}`;
}
