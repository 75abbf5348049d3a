// The keywords that are Standin's own.

import { type Json, type JsonObject, own } from '../../base/json.ts';
import { keywordsWith } from './keyword-table.ts';

/** The keywords of Standin on members of items. */
export const OWN_KEYWORDS: readonly string[] = keywordsWith(({ by }) => by === 'standin');

/** Returns the keywords of Standin that stand in a schema, with their values. */
export function ownKeywordsIn(schema: JsonObject): readonly (readonly [string, Json])[] {
  return OWN_KEYWORDS.flatMap((keyword) => {
    const value = own(schema, keyword);
    return value === undefined ? [] : [[keyword, value] as const];
  });
}
