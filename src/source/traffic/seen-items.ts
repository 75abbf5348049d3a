// The items that were there before a session began: those that it listed, read or changed without
// having created them. Keeps their ids; other values only if you ask for them.

import type { SeenItem } from '../openapi/rows.ts';
import { type Exchange, idsOf, isSuccess, objectsIn } from './exchange.ts';
import type { PathTemplate } from './path-templates.ts';

/** Returns the items of each collection, by the template of its path. */
export function seenItems(
  exchanges: readonly Exchange[],
  templates: ReadonlyMap<string, PathTemplate>,
): ReadonlyMap<string, readonly SeenItem[]> {
  const items = new Map<string, Map<string, SeenItem>>();
  const made = new Set<string>();
  const add = (collection: string, item: SeenItem): void => {
    const scope = JSON.stringify([...item.scope]);
    if ([item.id, ...idsOf(item.value)].some((id) => made.has(`${collection} ${scope} ${id}`)))
      return;
    const known = items.get(collection) ?? new Map<string, SeenItem>();
    const sign = `${scope} ${item.id}`;
    const before = known.get(sign);
    if (before === undefined || before.value === null) known.set(sign, item);
    items.set(collection, known);
  };
  for (const exchange of exchanges) {
    const template = templates.get(exchange.path);
    if (template === undefined || !isSuccess(exchange)) continue;
    const { segments, text, values } = template;
    const objects = objectsIn(exchange.answer?.json);
    for (const [index, segment] of segments.entries()) {
      if (!segment.startsWith('{')) continue;
      const name = segment.slice(1, -1);
      const id = values.get(name) ?? '';
      const isLast = index === segments.length - 1;
      const isShown = isLast && exchange.method === 'GET';
      const value = isShown
        ? objects.find((one) => Object.values(one).map(String).includes(id))
        : undefined;
      const above = segments.slice(0, index);
      add(`/${above.join('/')}`, { id, scope: scopeOf(above, values), value: value ?? null });
    }
    if (segments.at(-1)?.startsWith('{') === true) continue;
    const scope = scopeOf(segments, values);
    for (const value of objects) {
      const ids = idsOf(value);
      const [id] = ids;
      if (id === undefined) continue;
      if (exchange.method === 'GET') add(text, { id, scope, value });
      else for (const one of ids) made.add(`${text} ${JSON.stringify([...scope])} ${one}`);
    }
  }
  return new Map([...items].map(([collection, all]) => [collection, [...all.values()]]));
}

function scopeOf(
  segments: readonly string[],
  values: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map([...values].filter(([name]) => segments.includes(`{${name}}`)));
}
