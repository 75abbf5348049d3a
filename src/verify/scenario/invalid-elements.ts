// Which elements of a list hold what the run itself stored: an invalid body that the service accepted,
// and that could neither be mended nor removed.

import { isObject, type Json } from '../../base/json.ts';
import { type Pointer, parsePointer } from '../../base/pointer.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Received } from '../../model/message/received.ts';
import type { Session } from '../session/session.ts';

/** Whether a place in a list is in an element that the run should not have been able to store. */
export function isInInvalidItem(
  { service, items }: Session,
  kind: Kind,
  { body }: Received,
  at: Pointer,
): boolean {
  if (kind !== 'list' || body.kind !== 'json' || !Array.isArray(body.value)) return false;
  const [index] = parsePointer(at) ?? [];
  const element = (body.value as readonly Json[])[Number(index)];
  return (
    element !== undefined && isObject(element) && items.invalid.has(service.keyOf(element), element)
  );
}
