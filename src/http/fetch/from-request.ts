// Converts the Request of a `fetch` to a Call. Uses no sockets and no Node modules.

import { type Body, type Call, mayHaveFiles, noBody, readBody } from '../../model/message/call.ts';
import { isDecoded } from '../../model/message/content-coding.ts';

/**
 * Reads a whole request. A body of more than `bodyBytesMax` bytes is neither kept nor read to its
 * end. Rejects with the error of its stream, with the reason of its signal as soon as that is
 * aborted, and with a TypeError if its body was read before.
 */
export async function toCall(
  request: Request,
  bodyBytesMax: number,
  codings: 'decoded' | 'kept' = 'kept',
): Promise<Call> {
  const { method, url, headers, signal } = request;
  signal.throwIfAborted();
  const { pathname, search } = new URL(url);
  return {
    method,
    path: pathname,
    query: search.slice(1),
    // A field named `__proto__` becomes an own member.
    headers: Object.fromEntries(headers),
    body: await bodyOf(request, bodyBytesMax, codings),
  };
}

async function bodyOf(
  request: Request,
  bytesMax: number,
  codings: 'decoded' | 'kept',
): Promise<Body> {
  if (request.bodyUsed)
    throw new TypeError('the body of the request was already read; pass a clone');
  const { body } = request;
  if (body === null) return noBody;
  const oversized: Body = { kind: 'oversized', bytesMax };
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) {
    await body.cancel();
    return oversized;
  }
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (codings === 'decoded' && isDecoded(coding))
    return decodedBody(request, body, coding, bytesMax);
  const bytes = await readUpTo(body, bytesMax, request.signal);
  if (bytes === null) return oversized;
  const kept = mayHaveFiles(request.headers.get('content-type')) ? bytes : null;
  return readBody(utf8Of(bytes) ?? kept, 'kept');
}

/** A compressed body; its bytes are bounded as they are decoded. */
async function decodedBody(
  { headers, signal }: Request,
  body: ReadableStream<Uint8Array>,
  coding: string,
  bytesMax: number,
): Promise<Body> {
  try {
    const decoder = new DecompressionStream(coding as 'gzip' | 'deflate');
    const plain = body.pipeThrough(decoder as ReadableWritablePair<Uint8Array, Uint8Array>);
    const bytes = await readUpTo(plain, bytesMax, signal);
    if (bytes === null) return { kind: 'oversized', bytesMax };
    return readBody(
      utf8Of(bytes) ?? (mayHaveFiles(headers.get('content-type')) ? bytes : null),
      'kept',
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TypeError)) throw error;
    return readBody(null);
  }
}

/** Reads all bytes of a stream; `null` if there are more than `bytesMax`. The rest is cancelled. */
async function readUpTo(
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(body, signal)) {
    length += chunk.length;
    if (length > bytesMax) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Not every browser can iterate a stream. A cancelled stream ends at once, even a silent one. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    for (let next = await reader.read(); next.done !== true; next = await reader.read())
      yield next.value;
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', stop);
    await reader.cancel();
  }
}

/** Returns bytes as text; `null` if they are not UTF-8. */
export function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
