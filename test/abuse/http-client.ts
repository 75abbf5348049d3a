// Sends a case over its own connection, reads until its end, and parses the result strictly as
// answers.

import { connect } from 'node:net';
import type { WireCase } from './http-cases.ts';

export interface Answer {
  readonly status: number;
  /** By lower-case name; several of one name are joined by commas. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Answers {
  /** Without interim ones (1xx). */
  readonly finals: readonly Answer[];
  /** What is not an answer, or not a whole one; empty if there is nothing. */
  readonly left: string;
}

export interface Conversation extends Answers {
  /** `hung`: nothing ended it in `END_MS`. */
  readonly ending: 'closed' | 'hung';
}

/**
 * How long a connection may take to end once the client has said all, in milliseconds: far longer
 * than it takes.
 */
const END_MS = 8_000;
/** How long answers are waited for before the client says that this was all, in milliseconds. */
const ANSWER_MS = 1_000;

/**
 * Sends a case. The client closes its side once there are as many answers as `enough`, or nothing
 * more comes for a while.
 */
export function converse(
  port: number,
  { bytes, cuts }: WireCase,
  methods: readonly string[],
  enough: number,
): Promise<Conversation> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    const look = (): Answers => readAnswers(text, methods, 'open');
    const finish = (ending: Conversation['ending']): void => {
      clearTimeout(silence);
      clearTimeout(last);
      socket.destroy();
      resolve({ ...readAnswers(text, methods, 'ended'), ending });
    };
    const last = setTimeout(() => finish('hung'), END_MS);
    const end = (): void => void socket.end();
    const silence = setTimeout(end, ANSWER_MS);
    socket.on(
      'connect',
      () => void writeInParts(socket, bytes, cuts).then(() => enough === 0 && end()),
    );
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      silence.refresh();
      if (look().finals.length >= enough) end();
    });
    socket
      .on('end', end)
      .on('close', () => finish('closed'))
      .on('error', () => undefined);
  });
}

async function writeInParts(
  socket: ReturnType<typeof connect>,
  bytes: string,
  cuts: readonly number[],
): Promise<void> {
  const ends = [...cuts.map((share) => Math.floor(share * bytes.length)), bytes.length].sort(
    (one, other) => one - other,
  );
  let from = 0;
  for (const end of ends) {
    if (end > from && socket.writable) {
      socket.write(bytes.slice(from, end), 'latin1');
      if (end < bytes.length) await new Promise((turn) => setTimeout(turn, 1));
    }
    from = Math.max(from, end);
  }
}

/**
 * Reads what came back. `methods` are those of the requests that it answers, for an answer to HEAD
 * has no body.
 */
export function readAnswers(
  text: string,
  methods: readonly string[],
  connection: 'open' | 'ended',
): Answers {
  const finals: Answer[] = [];
  let at = 0;
  while (at < text.length) {
    const found = readAnswer(text, at, methods[finals.length] ?? 'GET', connection);
    if (found === null) break;
    at = found.end;
    if (found.answer.status >= 200) finals.push(found.answer);
  }
  return { finals, left: text.slice(at) };
}

const STATUS = /^HTTP\/1\.[01] ([1-5]\d\d) [\t\x20-\x7e\x80-\xff]*$/;
const FIELD = /^([\w!#$%&'*+.^`|~-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)$/;

function readAnswer(
  text: string,
  at: number,
  method: string,
  connection: 'open' | 'ended',
): { answer: Answer; end: number } | null {
  const head = text.indexOf('\r\n\r\n', at);
  if (head < 0) return null;
  const [first = '', ...lines] = text.slice(at, head).split('\r\n');
  const status = Number(STATUS.exec(first)?.[1]);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name === undefined) return null;
    const before = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  if (!Number.isInteger(status)) return null;
  const start = head + 4;
  const made = (body: string, end: number): { answer: Answer; end: number } => ({
    answer: { status, headers, body },
    end,
  });
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return made('', start);
  if (headers.get('transfer-encoding') === 'chunked') return readChunked(text, start, made);
  const length = headers.get('content-length');
  if (length === undefined)
    return connection === 'ended' ? made(text.slice(start), text.length) : null;
  if (!/^\d+$/.test(length) || text.length < start + Number(length)) return null;
  return made(text.slice(start, start + Number(length)), start + Number(length));
}

function readChunked<Made>(
  text: string,
  start: number,
  made: (body: string, end: number) => Made,
): Made | null {
  let [body, at] = ['', start];
  for (;;) {
    const line = text.indexOf('\r\n', at);
    if (line < 0 || !/^[\da-f]+$/i.test(text.slice(at, line))) return null;
    const size = Number.parseInt(text.slice(at, line), 16);
    const end = line + 2 + size;
    if (text.slice(end, end + 2) !== '\r\n') return null;
    body += text.slice(line + 2, end);
    at = end + 2;
    if (size === 0) return made(body, at);
  }
}
