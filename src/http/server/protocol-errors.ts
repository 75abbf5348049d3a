// Replies to what the rule book does not see: invalid HTTP, timeouts, failures of Standin.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Profile } from '../../contract/choices.ts';
import { reasonPhraseOf } from '../../model/message/reason-phrases.ts';
import { problemContent } from '../../model/problems/problem.ts';
import type { ProblemFacts, ProtocolProblem } from '../../model/problems/problem-facts.ts';

export interface ProtocolErrorShape {
  readonly error: Profile['error.shape'];
  readonly code: Profile['error.code'];
}

export interface ProtocolErrorFacts {
  readonly status: number;
  readonly trouble: ProtocolProblem;
  readonly detail: string;
}

/** Returns the facts of a message that is not understood. */
export function unreadable(status: number, detail: string): ProtocolErrorFacts {
  return { status, trouble: 'unreadable', detail };
}

/** Returns the reply to a message that the parser of node:http refused. */
export function protocolErrorOf(error: ParserError): ProtocolErrorFacts {
  if (error.code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(lineAt(error)))
    return unreadable(501, 'this method is not known');
  return ERRORS.get(error.code ?? '') ?? NO_HTTP;
}

export const LATE: ProtocolErrorFacts = {
  status: 408,
  trouble: 'late',
  detail: 'the request was not complete in time',
};
const NO_HTTP = unreadable(400, 'this is not a well-formed HTTP/1.1 request');

/** By the code of node:http. */
const ERRORS: ReadonlyMap<string, ProtocolErrorFacts> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', LATE],
  ['HPE_HEADER_OVERFLOW', unreadable(431, 'the header fields are too large in total')],
  ['HPE_INVALID_EOF_STATE', unreadable(400, 'the connection ended in the middle of the request')],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', unreadable(413, 'the chunk extensions are too large')],
]);

/** The details of a refusal by the parser of node:http. */
export interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  /** How far into the packet the parser came. */
  readonly bytesParsed?: number;
}

/** A request line has a method, even if it is unknown (RFC 9110 section 9.1). */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r?$/;

function lineAt({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = rawPacket?.toString('latin1') ?? '';
  const start = text.lastIndexOf('\n', bytesParsed) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end);
}

/** Answers with trouble and ends the connection. */
export function sendProtocolError(
  response: ServerResponse,
  shape: ProtocolErrorShape,
  facts: ProtocolErrorFacts,
): void {
  const { type, text } = bodyOf(shape, facts);
  response.shouldKeepAlive = false;
  response.writeHead(facts.status, [
    ...(type === null ? [] : ['content-type', type]),
    'content-length',
    String(Buffer.byteLength(text)),
  ]);
  response.end(text);
}

/** How long a client may keep sending after an unreadable message, in milliseconds. */
const LINGER_MS = 1_000;

/**
 * Writes an error to a connection without a response, and closes it after the client does, or after
 * a delay. Closing at once would reset a connection that still receives, and the client might never
 * see the reply (RFC 9112 section 9.6).
 */
export function endRaw(socket: Socket, shape: ProtocolErrorShape, facts: ProtocolErrorFacts): void {
  const { type, text } = bodyOf(shape, facts);
  const lines = [
    `HTTP/1.1 ${facts.status} ${reasonPhraseOf(facts.status)}`,
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...(facts.status === 405 ? ['Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'] : []),
    `Date: ${new Date().toUTCString()}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on('error', ignore).once('close', () => clearTimeout(timer));
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`).resume();
}

/** A client that sent an unreadable message may leave before the reply. */
function ignore(): void {}

function bodyOf(
  shape: ProtocolErrorShape,
  { status, trouble, detail }: ProtocolErrorFacts,
): { type: string | null; text: string } {
  const facts: ProblemFacts = { situation: trouble, status, detail, remedy: null, errors: [] };
  const content = problemContent(facts, shape.error, shape.code);
  if (content.kind === 'problem')
    return { type: 'application/problem+json', text: JSON.stringify(content.value) };
  return content.kind === 'json'
    ? { type: 'application/json', text: JSON.stringify(content.value) }
    : { type: null, text: '' };
}
