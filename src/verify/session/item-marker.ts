// The mark of an item: a text of the run that stands in it and in no other.

import type { Json } from '../../base/json.ts';
import { markPattern } from '../../schema/sample/draft.ts';

/** The mark of an item stands in what is sent: the token of the run and a number of its own. */
export function markIn(sent: Json, token: string): string {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return markPattern(token).exec(text)?.[0].toLowerCase() ?? token;
}
