// Takes requests from the bytes of a connection, after RFC 9112: lengths and chunks, nothing else.

export interface Asked {
  readonly method: string;
  readonly target: string;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * A request and the bytes after it; `more` if bytes are missing; `bad` if they cannot be parsed.
 */
export type Parsed =
  | { readonly kind: 'request'; readonly asked: Asked; readonly rest: Buffer }
  | { readonly kind: 'more'; readonly expectsContinue: boolean }
  | { readonly kind: 'bad' };

const headBytesMax = 65_536;

/** Looks for one whole request at the beginning of the bytes. */
export function parseRequest(bytes: Buffer): Parsed {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1)
    return bytes.length > headBytesMax ? { kind: 'bad' } : { kind: 'more', expectsContinue: false };
  const [start = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const parts = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/.exec(start);
  if (parts === null) return { kind: 'bad' };
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) return { kind: 'bad' };
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const content = bytes.subarray(headEnd + 4);
  const body = headers.has('transfer-encoding')
    ? chunksOf(content)
    : lengthOf(content, Number(headers.get('content-length') ?? 0));
  if (body === 'bad') return { kind: 'bad' };
  if (body === 'more')
    return {
      kind: 'more',
      expectsContinue: headers.get('expect')?.toLowerCase() === '100-continue',
    };
  const asked = {
    method: parts[1] ?? '',
    target: parts[2] ?? '',
    headers,
    body: body.content.toString('utf8'),
  };
  return { kind: 'request', asked, rest: body.rest };
}

type Body = { readonly content: Buffer; readonly rest: Buffer } | 'more' | 'bad';

function lengthOf(bytes: Buffer, length: number): Body {
  if (!Number.isSafeInteger(length) || length < 0) return 'bad';
  return bytes.length < length
    ? 'more'
    : { content: bytes.subarray(0, length), rest: bytes.subarray(length) };
}

function chunksOf(bytes: Buffer): Body {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return 'more';
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (Number.isNaN(size)) return 'bad';
    if (size === 0) return trailersAfter(bytes, lineEnd, chunks);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return 'more';
    chunks.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

function trailersAfter(bytes: Buffer, lineEnd: number, chunks: readonly Buffer[]): Body {
  const end = bytes.indexOf('\r\n\r\n', lineEnd);
  return end === -1 ? 'more' : { content: Buffer.concat(chunks), rest: bytes.subarray(end + 4) };
}
