// A client of HTTP/2 for tests: one session, many streams.

import { readFileSync } from 'node:fs';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { join } from 'node:path';
import { AUTHORITY } from './secured.ts';

/** The certificate for 127.0.0.1 and its key. */
export const identity = {
  cert: readFileSync(AUTHORITY, 'utf8'),
  key: readFileSync(join(import.meta.dirname, 'tls/key.pem'), 'utf8'),
};

export interface StreamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** The code with which the stream ended: 0 if it ended well. */
  readonly code: number;
}

export interface Session extends AsyncDisposable {
  readonly session: ClientHttp2Session;
  open(headers: OutgoingHttpHeaders, more?: { readonly endStream?: boolean }): ClientHttp2Stream;
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: OutgoingHttpHeaders,
  ): Promise<StreamReply>;
}

/** Opens a session with a port of this machine. */
export async function openSession(port: number): Promise<Session> {
  const session = connect(`https://127.0.0.1:${port}`, { ca: identity.cert });
  session.on('error', () => undefined);
  await new Promise((done) => session.once('connect', done));
  return {
    session,
    open: (headers, more = {}) => session.request(headers, more),
    ask(method, path, body, headers = {}) {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const stream = session.request({ ':method': method, ':path': path, ...type, ...headers });
      stream.end(
        body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      );
      return replyOf(stream);
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        if (session.destroyed) done();
        else session.once('close', () => done()).destroy();
      }),
  };
}

/** Returns the answer to a stream, once it is over. */
export function replyOf(stream: ClientHttp2Stream): Promise<StreamReply> {
  return new Promise((done) => {
    let headers: Readonly<Record<string, unknown>> = {};
    let body = '';
    stream.setEncoding('utf8');
    stream.on('response', (given) => {
      headers = given;
    });
    stream.on('data', (text: string) => {
      body += text;
    });
    stream.on('error', () => undefined);
    const tell = (): void =>
      done({ status: Number(headers[':status'] ?? 0), headers, body, code: stream.rstCode ?? 0 });
    stream.on('close', tell);
    // A stream that the other side ended while it still sends has no close of its own. All may
    // arrive in one piece: then its end is reported before its head.
    stream.on('end', () => stream.aborted && setImmediate(tell));
  });
}
