// What a call says of the thing that its answer is about: the values of its path, of its query and of
// the body that it sends.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { singularOf } from '../../base/names.ts';
import { formDecode } from '../../base/percent.ts';

/** The id of an item that a path names: `7` in `/owners/7/pets`. */
export interface NamedItem {
  /** The literal before the id: `owners`. */
  readonly collection: string;
  readonly key: string;
}

export interface CallValues {
  /** Values by the names that members of the answer may have. */
  readonly path: JsonObject;
  readonly query: JsonObject;
  /** The body if it is an object, with the members of its only member if that is one. */
  readonly sent: JsonObject;
  /** Items in the path, the last one first. */
  readonly items: readonly NamedItem[];
}

/** Returns what a call says. `template` is the path of its operation. */
export function callValues(
  template: string,
  values: ReadonlyMap<string, string>,
  { query, body }: { readonly query: string; readonly body: Json },
): CallValues {
  const segments = template.split('/');
  const path: [string, Json][] = [];
  const items: NamedItem[] = [];
  for (const [index, segment] of segments.entries()) {
    const [, name] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
    const value = name === undefined ? undefined : values.get(name);
    if (name === undefined || value === undefined) continue;
    const before = segments[index - 1] ?? '';
    const isOfCollection = before !== '' && !before.includes('{');
    if (isOfCollection) items.unshift({ collection: before, key: value });
    const noun = isOfCollection ? singularOf(before) : '';
    const isPlainId = /^_?u?u?id$/i.test(name);
    // Below an item, `id` is that of something else.
    if (!isPlainId || index === segments.length - 1) path.push([name, value]);
    if (isPlainId && noun !== '') path.push([`${noun}Id`, value], [`${noun}_id`, value]);
  }
  return { path: objectOf(path), query: queryValues(query), sent: sentValues(body), items };
}

function queryValues(query: string): JsonObject {
  const pairs = query.split('&').filter((pair) => pair.includes('='));
  return objectOf(
    pairs.map((pair): [string, Json] => {
      const at = pair.indexOf('=');
      return [formDecode(pair.slice(0, at)), formDecode(pair.slice(at + 1))];
    }),
  );
}

function sentValues(body: Json): JsonObject {
  if (!isObject(body)) return {};
  const [only, second] = Object.keys(body);
  const inside = only === undefined || second !== undefined ? undefined : own(body, only);
  return inside !== undefined && isObject(inside) ? { ...inside, ...body } : body;
}
