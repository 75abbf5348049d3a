// A server on the loopback interface that passes each request on as a Call and sends the result:
// for tools with their own client, such as the verifier of Pact. Decides nothing.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOP_BY_HOP } from '../../base/hop-by-hop.ts';
import { type Call, type Headers, readBody, splitTarget } from '../../model/message/call.ts';
import { createServer } from '../node-http.ts';

export interface Relayed {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
}

export interface RelayOptions {
  /** If it rejects, the reply is 500 and names no cause. */
  readonly answer: (call: Call) => Promise<Relayed>;
  /** Called with errors in `answer` or with its result. */
  readonly onFailure?: (error: unknown, call: Call) => void;
  /** Bytes of a request body above which the answer is 413: 8 MiB. */
  readonly bodyBytesMax?: number;
}

export interface Relay {
  /** `http://127.0.0.1:<port>`. */
  readonly baseUrl: string;
  /** Ends it with all its connections, also those under way. */
  close(): Promise<void>;
}

/** Starts a relay on a free port of 127.0.0.1. */
export function createRelay(options: RelayOptions): Promise<Relay> {
  const server = createServer((request, response) => {
    // The client may leave at any time.
    request.on('error', ignore);
    response.on('error', ignore);
    void serve(options, request, response).catch(ignore);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ baseUrl: `http://127.0.0.1:${port}`, close: () => close(server) });
    });
  });
}

async function serve(
  options: RelayOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bytesMax = options.bodyBytesMax ?? BYTES_MAX;
  const bytes = await readBytes(request, bytesMax);
  if (bytes === null) {
    response.shouldKeepAlive = false;
    send(request, response, problemReply(413, `the body is longer than ${bytesMax} bytes`));
    return;
  }
  const call = toCall(request, bytes);
  try {
    send(request, response, await options.answer(call));
  } catch (error) {
    options.onFailure?.(error, call);
    if (response.headersSent) response.destroy();
    else
      send(request, response, problemReply(500, 'this is an error in Standin, not in the request'));
  }
}

const BYTES_MAX = 8_388_608;

/** Reads a body; `null` if it is too long, after dropping the rest. Rejects if it is incomplete. */
function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bytesMax) chunks.push(chunk);
      else resolve(null);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request
      .on('error', reject)
      .on('close', () => reject(new Error('the request did not arrive completely')));
  });
}

function toCall(request: IncomingMessage, bytes: Buffer): Call {
  return {
    method: request.method ?? 'GET',
    ...splitTarget(request.url ?? '/'),
    headers: request.headers,
    body: readBody(isUtf8(bytes) ? bytes.toString() : bytes),
  };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Relayed,
): void {
  const isBodiless = status === 204 || status === 304;
  const fields = Object.entries(headers).flatMap(
    ([name, value]): (readonly [string, string | readonly string[]])[] =>
      value === undefined || NOT_FORWARDED.has(name.toLowerCase()) ? [] : [[name, value]],
  );
  for (const [name, value] of fields) response.setHeader(name, value);
  if (!isBodiless) response.setHeader('content-length', Buffer.byteLength(body));
  response.writeHead(status);
  response.end(isBodiless || request.method === 'HEAD' ? '' : body);
}

/** These describe the original message; the reply is sent as plain text. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'content-length',
  'content-encoding',
]);

function problemReply(status: number, detail: string): Relayed {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ status, detail }),
  };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function ignore(): void {}
