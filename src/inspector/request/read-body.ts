// Reads what was sent to the API.

import type { Json } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import {
  INTERNAL_BODY_BYTES_MAX,
  type InternalCall,
  type InternalReply,
} from '../../http/server/internal-routes.ts';
import { JSON_DEPTH_MAX } from '../../model/message/call.ts';
import { problem } from './reply.ts';

/**
 * Reads a body as JSON; `undefined` where it is none, or nests deeper than a body of the interface
 * may.
 */
export function readJson(body: string | null): Json | undefined {
  if (body === null) return undefined;
  const parsed = parse(body);
  return parsed.kind === 'value' ? parsed.value : undefined;
}

/**
 * Gives what keeps a body from being read as JSON at all; `null` where nothing does, or there is
 * none.
 */
export function findBodyFlaw({
  body,
  unread,
}: Pick<InternalCall, 'body' | 'unread'>): InternalReply | null {
  if (unread === 'too-long')
    return problem(
      413,
      'The body is too long',
      `At most ${INTERNAL_BODY_BYTES_MAX} bytes are read; send less at once.`,
    );
  if (body === null)
    return problem(400, 'The body is no text', 'It is not UTF-8; send JSON in UTF-8.');
  if (body === '') return null;
  const parsed = parse(body);
  if (parsed.kind === 'value') return null;
  const { flaw, message, line, column } = parsed.broken;
  return problem(
    400,
    flaw === 'depth' ? 'The body nests too deep' : 'The body is not JSON',
    message,
    { line, column },
  );
}

function parse(body: string): ReturnType<typeof parseJson> {
  return parseJson(body, JSON_DEPTH_MAX);
}
