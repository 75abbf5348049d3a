// One request over one connection, without redirects or retries. Messages show no header field.

import { isUtf8 } from 'node:buffer';
import type { Agent, ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { readBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { request as httpRequest } from '../node-http.ts';
import type { BaseUrl } from './base-url.ts';
import { decode } from './decode.ts';
import { isStream, readStream, STREAM_BYTES_MAX, wholeLines } from './read-stream.ts';

/** Why there is no readable reply. */
export type RequestTrouble =
  | 'refused'
  | 'unresolved'
  | 'tls'
  | 'untrusted'
  | 'reset'
  | 'late'
  | 'unreadable'
  | 'oversized';

export interface Outgoing {
  readonly base: BaseUrl;
  readonly agent: Agent;
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string | Uint8Array;
  /** The byte of the text at which a second piece begins; `null` if it is sent whole. */
  readonly cutAt: number | null;
  readonly bodyBytesMax: number;
  /** How long to wait for the first byte of a stream, and then for the rest, in milliseconds. */
  readonly patienceMs: number;
  /** Ends the attempt, which is then `late`. */
  readonly signal: AbortSignal;
}

export type Attempt =
  | { readonly kind: 'received'; readonly received: Received }
  | {
      readonly kind: 'trouble';
      readonly trouble: RequestTrouble;
      readonly message: string;
      /** The status of a reply of which the body could not be read; `null` if none came. */
      readonly status: number | null;
      /** The connection was reused, and nothing arrived on it that could answer this request. */
      readonly isStale: boolean;
    };

/** Larger than the default of Node: a service may send many fields. In bytes. */
const HEADER_BYTES_MAX = 65_536;

type Outcome =
  | { readonly kind: 'whole' | 'cut'; readonly response: IncomingMessage; readonly bytes: Buffer }
  | { readonly kind: 'oversized' }
  | { readonly kind: 'failed'; readonly error: NodeJS.ErrnoException; readonly facts: Facts };

/** How far the request got. */
interface Facts {
  socket: Socket | null;
  /** How many bytes the connection had received before this request. */
  bytesBefore: number;
  isReused: boolean;
  /** For TLS: the connection is not secure yet. */
  isShaking: boolean;
  hasResponse: boolean;
  /** The status of the reply; `null` if none came. */
  status: number | null;
}

/** Sends one request and reads its reply. Rejects only if the request cannot be written as HTTP. */
export async function attempt(outgoing: Outgoing): Promise<Attempt> {
  const outcome = await exchange(outgoing);
  if (outcome.kind === 'oversized') return trouble('oversized', oversized(outgoing.bodyBytesMax));
  if (outcome.kind === 'failed') return explain(outgoing, outcome.error, outcome.facts);
  const { response, bytes } = outcome;
  const isCut = outcome.kind === 'cut';
  const decoded = await decode(
    bytes,
    response.headers['content-encoding'] ?? '',
    outgoing.bodyBytesMax,
    isCut ? 'cut' : 'whole',
  );
  if (decoded.kind === 'oversized') return trouble('oversized', oversized(outgoing.bodyBytesMax));
  if (decoded.kind === 'unreadable') {
    const message = `the reply cannot be read: ${decoded.message}`;
    return { ...trouble('unreadable', message), status: response.statusCode ?? null };
  }
  const content = isCut ? wholeLines(decoded.bytes) : decoded.bytes;
  const body = readBody(isUtf8(content) ? content.toString() : content);
  return {
    kind: 'received',
    received: {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body,
      ...(isCut ? { cut: true } : {}),
    },
  };
}

function exchange(outgoing: Outgoing): Promise<Outcome> {
  const { base, agent, method, target, headers, signal } = outgoing;
  const { hostname, port } = base;
  const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const facts: Facts = {
      socket: null,
      bytesBefore: 0,
      isReused: false,
      isShaking: false,
      hasResponse: false,
      status: null,
    };
    const options = {
      agent,
      hostname,
      port,
      method,
      path: target,
      headers,
      signal,
      maxHeaderSize: HEADER_BYTES_MAX,
    };
    const request = send(options, (response) => {
      facts.hasResponse = true;
      facts.status = response.statusCode ?? null;
      // Errors after the last byte of a reply, such as a body after a 204, are not part of it.
      request.on('error', (error) => response.complete || failed(error));
      read(outgoing, response, (outcome) => {
        resolve(outcome);
        if (outcome.kind === 'oversized' || outcome.kind === 'cut') request.destroy();
      }).on('error', failed);
    });
    const failed = (error: NodeJS.ErrnoException): void =>
      resolve({ kind: 'failed', error, facts });
    request.on('error', (error) => facts.hasResponse || failed(error));
    request.on('socket', (socket) => watch(socket, request.reusedSocket, facts, base));
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      failed(Object.assign(new Error(), { code: 'HPE_UPGRADE' }));
    });
    sendBody(request, outgoing);
  });
}

/** Sends the body whole, or in two pieces that arrive apart. */
function sendBody(request: ClientRequest, { text, cutAt }: Outgoing): void {
  if (cutAt === null) {
    request.end(text);
    return;
  }
  const bytes = Buffer.from(text);
  request.setNoDelay();
  request.write(bytes.subarray(0, cutAt), () => {
    setTimeout(() => request.destroyed || request.end(bytes.subarray(cutAt)), PIECES_APART_MS);
  });
}

/** How long after the first piece of a body the second one is sent, in milliseconds. */
const PIECES_APART_MS = 5;

function watch(socket: Socket, isReused: boolean, facts: Facts, { protocol }: BaseUrl): void {
  facts.socket = socket;
  facts.isReused = isReused;
  facts.bytesBefore = socket.bytesRead;
  if (isReused || protocol !== 'https:') return;
  facts.isShaking = true;
  socket.once('secureConnect', () => {
    facts.isShaking = false;
  });
}

function read(
  outgoing: Outgoing,
  response: IncomingMessage,
  settle: (outcome: Outcome) => void,
): IncomingMessage {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const isEmpty = outgoing.method === 'HEAD';
  if (!isEmpty && isStream(response)) {
    const bytesMax = Math.min(STREAM_BYTES_MAX, outgoing.bodyBytesMax);
    const bounds = { bytesMax, patienceMs: outgoing.patienceMs };
    return readStream(response, bounds, (read, kind) => settle({ kind, response, bytes: read }));
  }
  if (!isEmpty && Number(response.headers['content-length'] ?? 0) > outgoing.bodyBytesMax)
    settle({ kind: 'oversized' });
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= outgoing.bodyBytesMax) chunks.push(chunk);
    else settle({ kind: 'oversized' });
  });
  return response.on('end', () =>
    settle({ kind: 'whole', response, bytes: Buffer.concat(chunks) }),
  );
}

function explain({ base, signal }: Outgoing, error: NodeJS.ErrnoException, facts: Facts): Attempt {
  const where = `${base.hostname.includes(':') ? `[${base.hostname}]` : base.hostname}:${base.port}`;
  const code = error.code ?? 'unknown';
  if (signal.aborted)
    return trouble(
      'late',
      facts.hasResponse ? 'the reply was not complete in time' : 'no reply arrived in time',
    );
  const isReset = code === 'ECONNRESET' || code === 'EPIPE' || code === 'HPE_INVALID_EOF_STATE';
  if (UNRESOLVED.test(code))
    return trouble('unresolved', `the name ${base.hostname} is not known (${code})`);
  if (REFUSED.test(code)) return trouble('refused', `${where} refuses connections (${code})`);
  if (code === 'ETIMEDOUT' && !facts.hasResponse)
    return trouble('late', `${where} does not answer (${code})`);
  const flaw = CERTIFICATE.find(([codes]) => codes.test(code))?.[1];
  if (flaw !== undefined)
    return trouble('untrusted', `the certificate of ${where} ${flaw} (${code})`);
  if (facts.isShaking || TLS.test(code)) return trouble('tls', tlsMessage(where, code));
  if (code.startsWith('HPE_') && !isReset)
    return {
      ...trouble('unreadable', `the reply is not well-formed HTTP (${code})`),
      status: facts.status,
      isStale: facts.isReused && !facts.hasResponse,
    };
  const hasBytes = facts.socket !== null && facts.socket.bytesRead > facts.bytesBefore;
  const message = hasBytes
    ? 'the connection ended in the middle of the reply'
    : 'the connection ended without a reply';
  return {
    ...trouble('reset', `${message} (${code})`),
    status: facts.status,
    isStale: facts.isReused && !hasBytes,
  };
}

const UNRESOLVED = /^(ENOTFOUND|EAI_\w+)$/;
const REFUSED =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/;
/** Problems of certificates, by the codes of OpenSSL and Node. */
const CERTIFICATE: readonly (readonly [codes: RegExp, flaw: string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'has expired'],
  [/^CERT_NOT_YET_VALID$/, 'is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME/, 'is not for this name'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)\w*|CERT_\w+)$/,
    'is not trusted',
  ],
];
const TLS = /^(ERR_TLS|ERR_SSL|CERT|EPROTO$|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

function tlsMessage(where: string, code: string): string {
  if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return `${where} does not speak TLS (${code})`;
  return `no secure connection to ${where} (${code})`;
}

function oversized(bytesMax: number): string {
  return `the body of the reply is longer than ${bytesMax} bytes`;
}

function trouble(kind: RequestTrouble, message: string): Extract<Attempt, { kind: 'trouble' }> {
  return { kind: 'trouble', trouble: kind, message, status: null, isStale: false };
}
