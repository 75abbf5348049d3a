// An item that the run made: what it should hold now, and what was done to it since it was last
// looked at.

import type { Json, JsonObject } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type Expectation, likely } from '../../oracle/expectation.ts';

export interface OwnedItem {
  /** The name that the law gives it. */
  readonly label: string;
  /** Its id as it stands in a path. */
  readonly key: string;
  readonly id: Json;
  /** Stands in its name or its e-mail address and in no other item. */
  readonly mark: string;
  /** When it was made, counted over the run: an id may be given out again. */
  readonly serial: number;
  /** What it was last sent, member by member, also what the service keeps to itself. */
  sent: JsonObject;
  expectation: Expectation;
  /** What it held before the last write; `null` where that made it. */
  before: JsonObject | null;
  lastWrite: Kind;
  /** What writes that ran at once may each have left whole; empty where there were none. */
  rivals: readonly Expectation[];
  /** The writes to it since the last look. */
  touched: Kind[];
  isAlive: boolean;
}

/** What an item should hold, with the likeliest value where several are admitted. */
export function recordOf(own: OwnedItem, idMember: string): JsonObject {
  return { [idMember]: own.id, ...likely(own.expectation) };
}

/**
 * Says whether a record, or a text, holds the mark of an item, in whatever case a service left it.
 */
export function holdsMark(value: Json, mark: string): boolean {
  return JSON.stringify(value).toLowerCase().includes(mark);
}
