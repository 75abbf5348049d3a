// Limits the size of bodies, and marks those that were cut.

import type { RecordedBody, RecordedReply, Unnumbered } from './recorded.ts';

/** How many bytes of each body are kept. */
export const RECORDED_BODY_BYTES_MAX = 1_048_576;

/** Cuts every body to some bytes; returns the interaction itself if none is longer. */
export function cutBodies<T extends Unnumbered>(recorded: T, bytesMax: number): T {
  const { request, reply, mock, original } = recorded;
  if (
    ![request, reply, mock, original].some((side) => side !== null && isLong(side.body, bytesMax))
  )
    return recorded;
  const cut = (side: RecordedReply | null): RecordedReply | null =>
    side === null ? null : { ...side, body: cutBody(side.body, bytesMax) };
  const asked = { ...request, body: cutBody(request.body, bytesMax) };
  return {
    ...recorded,
    request: asked,
    reply: cut(reply),
    mock: cut(mock),
    original: cut(original),
  };
}

/** Cuts a body between two characters. The result does not keep the rest in memory. */
export function cutBody(body: RecordedBody, bytesMax: number): RecordedBody {
  if (!isLong(body, bytesMax)) return body;
  if (body.kind === 'text') {
    const { read } = encoder.encodeInto(body.text.slice(0, bytesMax), new Uint8Array(bytesMax));
    return { ...body, text: copyOf(body.text.slice(0, read)), cut: true };
  }
  if (body.kind === 'bytes')
    return {
      ...body,
      base64: copyOf(body.base64.slice(0, Math.floor(bytesMax / 3) * 4)),
      cut: true,
    };
  return body;
}

const encoder = new TextEncoder();

/** Whether a body is too long. Counts bytes only if the number of characters does not decide. */
function isLong(body: RecordedBody, bytesMax: number): boolean {
  if (body.kind === 'bytes') return body.base64.length > Math.ceil(bytesMax / 3) * 4;
  if (body.kind !== 'text' || body.text.length * 3 <= bytesMax) return false;
  return body.text.length > bytesMax || Buffer.byteLength(body.text) > bytesMax;
}

/** In V8, a part of a string keeps the whole in memory. UTF-16 preserves lone surrogates. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
