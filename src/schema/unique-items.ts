// Finds duplicate items of a list in linear time: ajv compares each pair of objects.

import { isObject, type Json, jsonText } from '../base/json.ts';

/** Two items that are alike, in the order in which ajv names them. */
export interface Twins {
  readonly i: number;
  readonly j: number;
}

/**
 * Finds two equal items; `null` if there are none. If the schema says that items are scalars
 * (`isScalar`), ajv names the later one first.
 */
export function findTwins(
  items: readonly Json[],
  { isScalar }: { readonly isScalar: boolean },
): Twins | null {
  if (items.length < 2) return null;
  const seen = new Map<string, number>();
  if (isScalar) {
    for (let i = items.length - 1; i >= 0; i--) {
      const text = sortedText(items[i] ?? null);
      const j = seen.get(text);
      if (j !== undefined) return { i, j };
      seen.set(text, i);
    }
    return null;
  }
  let twins: Twins | null = null;
  for (const [i, item] of items.entries()) {
    const text = sortedText(item);
    const j = seen.get(text);
    if (j !== undefined) twins = { i, j };
    seen.set(text, i);
  }
  return twins;
}

/** The same text for values that are equal in JSON Schema: members have no order, and -0 is 0. */
function sortedText(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(sortedText).join()}]`;
  if (!isObject(value)) return jsonText(value === 0 ? 0 : value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${sortedText(member as Json)}`,
  );
  return `{${members.sort().join()}}`;
}
