// A record as an answer shows it: null for members that were never set, and no hidden members.

import { type JsonObject, objectOf } from '../../base/json.ts';

/** What an answer adds to a record, and leaves out of it. */
export interface ShownAs {
  /** The members that are shown as null if the record lacks them; absent if none are. */
  readonly unset?: readonly string[];
  /** The members that are not shown; absent if all are. */
  readonly hidden?: readonly string[];
}

/** Whether an answer shows records just as they are. */
export function isPlain({ unset = [], hidden = [] }: ShownAs): boolean {
  return unset.length === 0 && hidden.length === 0;
}

/** Returns a record as an answer shows it. */
export function shownRecord(record: JsonObject, { unset = [], hidden = [] }: ShownAs): JsonObject {
  const absent = unset.filter(
    (member) => !Object.hasOwn(record, member) && !hidden.includes(member),
  );
  const kept = Object.entries(record).filter(([member]) => !hidden.includes(member));
  return absent.length === 0 && kept.length === Object.keys(record).length
    ? record
    : objectOf([...kept, ...absent.map((member) => [member, null] as const)]);
}
