// Resources with links, as brokers write them (Hypertext Application Language,
// draft-kelly-json-hal). Asks for nothing.

import { isObject, type Json, type JsonObject, own } from '../../../base/json.ts';

export interface Link {
  readonly href: string;
  readonly name: string | null;
}

/** Gives the link of a relation; the first where there are several, `null` where there is none. */
export function linkOf(resource: JsonObject, relation: string): Link | null {
  return linksOf(resource, relation)[0] ?? null;
}

/** Gives all links of a relation, in order. */
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

/** Gives what is embedded under a name; `null` where that is no list of objects. */
export function embeddedIn(resource: JsonObject, name: string): readonly JsonObject[] | null {
  const embedded = own(resource, '_embedded');
  const found = isObject(embedded) ? own(embedded, name) : undefined;
  return Array.isArray(found) && found.every(isObject) ? found : null;
}

/**
 * Puts values into a templated link, percent-encoded (RFC 6570 section 3.2.2). What has no value
 * becomes nothing.
 */
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
