// An item that the run made: what it should hold now, and what was done to it since the last check.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Received } from '../../model/message/received.ts';
import { type Expectation, likely } from '../../oracle/expectation.ts';
import type { WriteKind } from '../../oracle/stored-forms.ts';

export interface OwnedItem {
  /** The name that the law uses. */
  readonly label: string;
  /** Its id, as written in a path. A write may move it, where ids are made of values. */
  key: string;
  /** `null` if it is the only one at its path. */
  id: Json;
  /** Is in its name or its e-mail address, and in no other item. */
  readonly mark: string;
  /** Counts the items of the run in the order of their creation: an id may be given out again. */
  readonly serial: number;
  /** The values last sent, member by member, also those that the service does not show. */
  sent: JsonObject;
  expectation: Expectation;
  /** What it held before the last write; `null` if the last write created it. */
  before: JsonObject | null;
  lastWrite: Kind;
  /** Members patched since the last check, or `refused`; `null` if anything else was written. */
  patched: readonly string[] | 'refused' | null;
  /** What concurrent writes may each have left; empty if there were none. */
  rivals: readonly Expectation[];
  /** The last write, until a read has shown what became of its values; absent if none is open. */
  written?: Written | null;
  /** What the answer to the last write showed of it; absent or `null` if nothing. */
  answered?: JsonObject | null;
  /** What the last PUT sent if it was refused; absent if it was not. */
  refused?: JsonObject;
  /** What invalid PUTs sent that were refused since one was accepted; absent if none was. */
  refusedInvalid?: readonly JsonObject[];
  /** The writes to it since the last check. */
  touched: Kind[];
  isAlive: boolean;
}

/** Values that were sent for an item and accepted. */
export interface Written {
  readonly kind: WriteKind;
  readonly sent: JsonObject;
  /** What the item showed before; `null` if it is new, or if that is not certain. */
  readonly before: JsonObject | null;
  /** The members of which it is certain what they were before. */
  readonly known: readonly string[];
  /** The members whose values the run had never sent before. */
  readonly unused: readonly string[];
  /** The position in the trace of the run before the write. */
  readonly mark: number;
}

/** Returns what an item should hold, with the likeliest value if several are admitted. */
export function recordOf(item: OwnedItem, idMember: string): JsonObject {
  const record = likely(item.expectation);
  return item.id === null ? record : { [idMember]: item.id, ...record };
}

/** Returns whether a value holds a mark, in upper or lower case. */
export function holdsMark(value: Json, mark: string): boolean {
  return JSON.stringify(value).toLowerCase().includes(mark);
}

/**
 * Whether a read tells that something is at an id; `gone` is the status of a read while nothing was:
 * if that was a refusal, whatever is answered tells it.
 */
export function isThereNow(
  { status, body }: Pick<Received, 'status' | 'body'>,
  gone: number,
): boolean {
  const isItem = body.kind === 'json' && isObject(body.value);
  return status < 300 && (isItem || gone >= 300);
}
