// Reads the bodies that clients send to the API.

import type { Json } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import {
  INTERNAL_BODY_BYTES_MAX,
  type InternalCall,
  type InternalReply,
} from '../../http/server/internal-routes.ts';
import { JSON_DEPTH_MAX } from '../../model/message/call.ts';
import { problem } from './reply.ts';

/** Reads a body as JSON; `undefined` if it is not JSON, or nests too deep. */
export function readJson(body: string | null): Json | undefined {
  if (body === null) return undefined;
  const parsed = parse(body);
  return parsed.kind === 'value' ? parsed.value : undefined;
}

/** Returns why a body cannot be read as JSON; `null` if it can, or there is none. */
export function findBodyFlaw({
  body,
  unread,
}: Pick<InternalCall, 'body' | 'unread'>): InternalReply | null {
  if (unread === 'too-long') {
    const remedy = `The maximum is ${INTERNAL_BODY_BYTES_MAX} bytes. Send less at once.`;
    return problem(413, 'The body is too long', remedy);
  }
  if (body === null)
    return problem(400, 'The body is not text', 'It is not UTF-8. Send JSON in UTF-8.');
  if (body === '') return null;
  const parsed = parse(body);
  if (parsed.kind === 'value') return null;
  const { flaw, message, line, column } = parsed.broken;
  const title = flaw === 'depth' ? 'The body nests too deep' : 'The body is not JSON';
  return problem(400, title, message, { line, column });
}

function parse(body: string): ReturnType<typeof parseJson> {
  return parseJson(body, JSON_DEPTH_MAX);
}
