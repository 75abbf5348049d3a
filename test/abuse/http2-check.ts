// Sends frames to `serve --https` over their own connection, next to a good client of HTTP/2.

import { connect } from 'node:tls';
import { type Served, serveProject } from '../support/served.ts';
import { identity, openSession, type Session } from '../support/streams.ts';
import type { Outcome } from './http-check.ts';
import type { SessionCase } from './http2-cases.ts';

export interface SecureSide extends AsyncDisposable {
  readonly served: Served;
  /** A client that does nothing wrong, over one connection for all cases. */
  readonly good: Session;
}

/** Serves the mock of this project over TLS. */
export async function attackSecure(): Promise<SecureSide> {
  const served = await serveProject({ pins: { 'limit.time': 5_000 }, listen: { tls: identity } });
  const good = await openSession(served.port);
  return {
    served,
    good,
    async [Symbol.asyncDispose]() {
      await good[Symbol.asyncDispose]();
      await served.listener.close();
    },
  };
}

/** How long a connection may take to end once the client has said all, in milliseconds. */
const END_MS = 8_000;

/**
 * Sends frames. Throws an Error that says what does not hold: a connection that hangs, a good
 * client that is not answered, a fault inside.
 */
export async function checkSession(
  { served, good }: SecureSide,
  frames: SessionCase,
): Promise<Outcome> {
  const [outcome, reply] = await Promise.all([
    send(served.port, frames),
    good.ask('GET', '/users/1'),
  ]);
  if (reply.status !== 200 || !reply.body.includes('"id":1'))
    throw new Error(`a good client beside it was answered with ${reply.status}`);
  if (served.failures.length > 0) throw new Error(`failed: ${String(served.failures[0])}`);
  return outcome;
}

function send(port: number, frames: SessionCase): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect({ port, host: '127.0.0.1', ca: identity.cert, ALPNProtocols: ['h2'] });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error('the connection did not end'));
    }, END_MS);
    socket.on('secureConnect', () => socket.end(Buffer.from(frames, 'latin1')));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(timer);
        resolve(outcomeOf(received));
      });
  });
}

/** By the frames that came back: an answer, GOAWAY or RST_STREAM, or the end alone. */
function outcomeOf(received: Buffer): Outcome {
  const types = new Set<number>();
  for (let at = 0; at + 9 <= received.length; at += 9 + received.readUIntBE(at, 3))
    types.add(received[at + 3] ?? 0);
  if (types.has(1)) return 'answered';
  return types.has(7) || types.has(3) ? 'refused' : 'closed';
}
