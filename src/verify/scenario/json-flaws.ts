// What is odd about the JSON of an answer, though it can be read.

import type { Kind } from '../../contract/operation-kinds.ts';
import type { Received } from '../../model/message/received.ts';

/** Returns notes about the text of an answer: readers treat such JSON differently. */
export function jsonFlaws(kind: Kind, { body }: Received): readonly string[] {
  if (body.kind !== 'json') return [];
  const isMarked = body.text.startsWith('\ufeff');
  return [
    ...(isMarked
      ? [`an answer to ${kind} begins with a byte order mark (RFC 8259 section 8.1 forbids it)`]
      : []),
    ...(body.duplicate === null
      ? []
      : [`an answer to ${kind} has a member twice: ${body.duplicate}; readers take either value`]),
  ];
}
