// Reads bytes as requests of HTTP/1.1, by RFC 9112 alone; written independently of `src` and
// node:http. It is a strict reader behind or next to Standin: if it sees one request, no one else
// may see two.

export interface StrictRequest {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** Names in lower case. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** In Latin-1, one character a byte. */
  readonly body: string;
}

export interface StrictReading {
  /** Those that are whole and well formed, up to the first that is not. */
  readonly requests: readonly StrictRequest[];
  /**
   * What follows them: `nothing`; the beginning of one; something that is not one; or something
   * that is not read as HTTP, because the connection changed or ended.
   */
  readonly rest: 'nothing' | 'unfinished' | 'malformed' | 'unread';
  /** How much was read, in bytes. */
  readonly end: number;
}

export interface StrictOptions {
  /**
   * `sent`: what RFC 9112 demands of senders. `read`: what it allows recipients to accept (sections
   * 2.2, 3 and 7.1.1).
   */
  readonly as: 'sent' | 'read';
  /** Whether `Upgrade: websocket` changes the connection. */
  readonly upgrades: boolean;
}

class Malformed extends Error {}
class Unfinished extends Error {}

interface Reader {
  readonly text: string;
  at: number;
}

/** Reads bytes, given in Latin-1, as requests. */
export function readStrictly(text: string, options: StrictOptions): StrictReading {
  const reader: Reader = { text, at: 0 };
  const requests: StrictRequest[] = [];
  let end = 0;
  try {
    for (;;) {
      if (options.as === 'read')
        while (text[reader.at] === '\r' || text[reader.at] === '\n') reader.at++;
      if (reader.at >= text.length) return { requests, rest: 'nothing', end: reader.at };
      const request = readRequest(reader, options);
      requests.push(request);
      end = reader.at;
      if (isLast(request, options))
        return { requests, rest: end === text.length ? 'nothing' : 'unread', end };
    }
  } catch (error) {
    if (error instanceof Malformed) return { requests, rest: 'malformed', end };
    if (error instanceof Unfinished) return { requests, rest: 'unfinished', end };
    throw error;
  }
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/**
 * node:http takes the other two names of protocols for HTTP as well, and reads what follows in the
 * same way.
 */
const LINE = {
  sent: /^(\S+) (\S+) HTTP\/(1\.[01])$/,
  read: /^(\S+) +(\S+) +(?:HTTP|RTSP|ICE)\/(1\.[01])$/,
} as const;

function readRequest(reader: Reader, options: StrictOptions): StrictRequest {
  const [, method = '', target = '', version = ''] = LINE[options.as].exec(readLine(reader)) ?? [];
  if (!TOKEN.test(method) || !/^[\x21-\x7e]+$/.test(target)) throw new Malformed();
  const fields = readFields(reader);
  return { method, target, version, fields, body: readBody(reader, fields, options) };
}

/** A line ends with CRLF; a lone CR or LF does not end it. */
function readLine(reader: Reader): string {
  const { text, at } = reader;
  const [cr, lf] = [text.indexOf('\r', at), text.indexOf('\n', at)];
  if (cr < 0 && lf < 0) throw new Unfinished();
  const end = cr < 0 || (lf >= 0 && lf < cr) ? lf : cr;
  if (text[end] === '\n') throw new Malformed();
  if (end + 1 >= text.length) throw new Unfinished();
  if (text[end + 1] !== '\n') throw new Malformed();
  reader.at = end + 2;
  return text.slice(at, end);
}

function readFields(reader: Reader): [string, string][] {
  const fields: [string, string][] = [];
  for (let line = readLine(reader); line !== ''; line = readLine(reader)) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1)];
    if (colon < 0 || !TOKEN.test(name) || !VALUE.test(value)) throw new Malformed();
    fields.push([name.toLowerCase(), value.replace(/^[\t ]+|[\t ]+$/g, '')]);
  }
  return fields;
}

/** Returns the values of a field. */
export function valuesOf(fields: StrictRequest['fields'], name: string): readonly string[] {
  return fields.flatMap(([one, value]) => (one === name ? [value] : []));
}

function readBody(reader: Reader, fields: StrictRequest['fields'], { as }: StrictOptions): string {
  const [lengths, codings] = [
    valuesOf(fields, 'content-length'),
    valuesOf(fields, 'transfer-encoding'),
  ];
  if (codings.length > 0) {
    if (lengths.length > 0) throw new Malformed();
    const all = codings.join(',').toLowerCase().split(',');
    if (all.at(-1)?.trim() !== 'chunked' || (as === 'sent' && all.length > 1))
      throw new Malformed();
    return readChunks(reader, as);
  }
  if (lengths.length === 0) return '';
  if (lengths.length > 1 || !/^\d+$/.test(lengths[0] ?? '')) throw new Malformed();
  return readBytes(reader, Number(lengths[0]));
}

function readBytes(reader: Reader, bytes: number): string {
  if (reader.text.length - reader.at < bytes) throw new Unfinished();
  reader.at += bytes;
  return reader.text.slice(reader.at - bytes, reader.at);
}

const SIZE = {
  sent: /^[\da-f]+$/i,
  read: /^([\da-f]+)[\t ]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i,
} as const;

function readChunks(reader: Reader, as: StrictOptions['as']): string {
  const chunks: string[] = [];
  for (;;) {
    const line = readLine(reader);
    if (!SIZE[as].test(line)) throw new Malformed();
    const size = Number.parseInt(line, 16);
    if (size === 0) break;
    chunks.push(readBytes(reader, size));
    if (readLine(reader) !== '') throw new Malformed();
  }
  const trailers = readFields(reader);
  if (trailers.some(([name]) => name === 'content-length' || name === 'transfer-encoding'))
    throw new Malformed();
  return chunks.join('');
}

/**
 * Returns whether nothing that follows a request on its connection is a request (RFC 9112 sections
 * 3.2.3 and 9.3).
 */
function isLast({ method, version, fields }: StrictRequest, { upgrades }: StrictOptions): boolean {
  const said = valuesOf(fields, 'connection')
    .join(',')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  if (method === 'CONNECT') return true;
  if (
    upgrades &&
    said.includes('upgrade') &&
    valuesOf(fields, 'upgrade').some((one) => one.toLowerCase() === 'websocket')
  )
    return true;
  return said.includes('close') || (version === '1.0' && !said.includes('keep-alive'));
}
