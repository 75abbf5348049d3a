// The mark that the reader of documents writes where a discriminator tells schemas apart.

import { isObject, type JsonObject, own } from '../../base/json.ts';

/** What tells the schemas of `anyOf` apart. */
export interface KindMark {
  readonly member: string;
  /** Of how many of them values are made: the first ones. */
  readonly made: number;
}

/** Returns what tells the schemas of `anyOf` apart; `null` if nothing does. */
export function kindsIn(schema: JsonObject): KindMark | null {
  const mark = own(schema, 'x-standin-kinds');
  if (mark === undefined || !isObject(mark)) return null;
  const { member, made } = mark;
  return typeof member === 'string' && typeof made === 'number' ? { member, made } : null;
}
