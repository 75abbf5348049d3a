// Converts a Reply to the Response of a `fetch`, for entry points without sockets. Applies delays
// and faults as a connection would. Uses no Node modules.

import { bytesOfText } from '../../base/latin1.ts';
import type { Reply } from '../../model/message/call.ts';
import { faultOf, halfOf, hasBody } from '../../model/message/delivered-body.ts';
import type { WireFault } from '../../model/message/delivery.ts';
import { dripOf, partsOf } from '../drip.ts';
import { wait } from '../wait.ts';

/**
 * Converts the reply to a call by `method` (default GET) to what `fetch` returns. If the delivery
 * says that no reply arrives, rejects with a TypeError whose cause has a `code`; if the signal is
 * aborted before the reply begins, rejects with its reason.
 */
export async function toResponse(
  reply: Reply,
  signal?: AbortSignal,
  method = 'GET',
): Promise<Response> {
  signal?.throwIfAborted();
  const { delivery } = reply;
  if (delivery !== undefined && delivery.delayMs > 0) await wait(delivery.delayMs, signal);
  const fault = delivery === undefined ? null : faultOf(reply, method);
  if (fault?.kind === 'reset') throw failure('fetch failed', 'ECONNRESET', 'read ECONNRESET');
  if (fault?.kind === 'empty') throw failure('fetch failed', 'UND_ERR_SOCKET', 'other side closed');
  const headers = new Headers();
  for (let index = 0; index + 1 < reply.headers.length; index += 2)
    headers.append(reply.headers[index] ?? '', reply.headers[index + 1] ?? '');
  if (isCounted(reply, fault))
    headers.set('content-length', String(reply.body.kind === 'text' ? reply.body.bytes : 0));
  const body = hasBody(reply, method) ? bodyOf(reply, fault, signal) : null;
  return new Response(body, { status: reply.status, headers });
}

/** A long text has no known length, and chunked messages state none (RFC 9112 section 6.2). */
function isCounted({ status, body }: Reply, fault: WireFault | null): boolean {
  return body.kind !== 'pieces' && status !== 204 && status !== 304 && fault?.kind !== 'malformed';
}

function bodyOf(
  reply: Reply,
  fault: WireFault | null,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
  const { body } = reply;
  const isText = body.kind === 'text';
  if (fault === null && isText) return bytesOfText(body.text, body.bytes);
  const gone = new AbortController();
  const either = signal === undefined ? gone.signal : AbortSignal.any([signal, gone.signal]);
  return streamOf(fault === null ? wholeOf(reply) : faultyOf(reply, fault, either), either, gone);
}

const encoder = new TextEncoder();

function* wholeOf({ body }: Reply): Generator<Uint8Array> {
  if (body.kind === 'text') yield bytesOfText(body.text, body.bytes);
  if (body.kind === 'pieces')
    for (const piece of { [Symbol.iterator]: body.pieces }) yield encoder.encode(piece);
}

/** Yields the parts of a body as a faulty connection would; throws the fault that breaks it. */
async function* faultyOf(
  reply: Reply,
  fault: WireFault,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { body } = reply;
  if (fault.kind === 'drip') {
    yield* dripping(reply, fault.overMs, signal);
    return;
  }
  if (body.kind === 'text') yield encoder.encode(halfOf(body.text));
  else
    for (const piece of wholeOf(reply)) {
      yield piece;
      break;
    }
  if (fault.kind === 'malformed')
    throw failure('terminated', 'HPE_INVALID_CHUNK_SIZE', 'Invalid character in chunk size');
  throw failure('terminated', 'UND_ERR_SOCKET', 'other side closed');
}

async function* dripping(
  reply: Reply,
  overMs: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { body } = reply;
  const bytes = body.kind === 'text' ? bytesOfText(body.text, body.bytes) : null;
  const { parts, everyMs } = dripOf(overMs, bytes?.length ?? null);
  const all = bytes === null ? wholeOf(reply) : partsOf(bytes, parts);
  for (let part = 1; part < parts; part++) {
    await wait(everyMs, signal);
    const next = all.next();
    if (next.done !== true) yield next.value;
  }
  await wait(everyMs, signal);
  yield* all;
}

/** Parts are made on demand: those before an error arrive. `gone` aborts when the reader stops. */
function streamOf(
  parts: Iterator<Uint8Array> | AsyncIterator<Uint8Array>,
  signal: AbortSignal,
  gone: AbortController,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        signal.throwIfAborted();
        let next = await parts.next();
        while (next.done !== true && next.value.length === 0) next = await parts.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: () => gone.abort(),
    },
    { highWaterMark: 0 },
  );
}

/** Returns whether a rejection of `toResponse` means a lost reply, not a mistake. */
export function isLost(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause;
}

function failure(message: string, code: string, why: string): TypeError {
  return new TypeError(message, { cause: Object.assign(new Error(why), { code }) });
}
