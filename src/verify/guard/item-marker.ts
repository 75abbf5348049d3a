// The mark of an item: a text that is in it and in no other item.

import type { Json } from '../../base/json.ts';
import { markPattern } from '../../schema/sample/draft.ts';

/** Returns the mark in the values of an item: the token of the run with a number. */
export function markIn(sent: Json, token: string): string {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return markPattern(token).exec(text)?.[0].toLowerCase() ?? token;
}
