// Resources with links (Hypertext Application Language, draft-kelly-json-hal). Sends nothing.

import { isObject, type Json, type JsonObject, own } from '../../../base/json.ts';

export interface Link {
  readonly href: string;
  readonly name: string | null;
}

/** Returns the first link of a relation; `null` if there is none. */
export function linkOf(resource: JsonObject, relation: string): Link | null {
  return linksOf(resource, relation)[0] ?? null;
}

/** Returns all links of a relation, in order. */
export function linksOf(resource: JsonObject, relation: string): readonly Link[] {
  const links = own(resource, '_links');
  const found = isObject(links) ? own(links, relation) : undefined;
  const all: readonly Json[] = Array.isArray(found) ? found : found === undefined ? [] : [found];
  return all.flatMap((one) => {
    const href = isObject(one) ? own(one, 'href') : undefined;
    const name = isObject(one) ? own(one, 'name') : undefined;
    return typeof href === 'string' ? [{ href, name: typeof name === 'string' ? name : null }] : [];
  });
}

/** Returns the resources embedded under a name; `null` if that is not a list of objects. */
export function embeddedIn(resource: JsonObject, name: string): readonly JsonObject[] | null {
  const embedded = own(resource, '_embedded');
  const found = isObject(embedded) ? own(embedded, name) : undefined;
  return Array.isArray(found) && found.every(isObject) ? found : null;
}

/** Fills a link template with encoded values (RFC 6570 section 3.2.2); a missing one is empty. */
export function expand(href: string, values: Readonly<Record<string, string>>): string {
  return href.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(values, name)
      ? encodeURIComponent((values[name] ?? '').toWellFormed()).replaceAll(/[!'()*]/g, escaped)
      : '',
  );
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
