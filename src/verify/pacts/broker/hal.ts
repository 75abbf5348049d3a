// Resources with links (Hypertext Application Language, draft-kelly-json-hal). Sends nothing.

import { isObject, type Json, type JsonObject } from '../../../base/json.ts';
import { memberAt, textAt } from '../members.ts';

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
  const found = memberAt(memberAt(resource, '_links'), relation);
  const all: readonly Json[] = Array.isArray(found) ? found : found === undefined ? [] : [found];
  return all.flatMap((one) => {
    const href = textAt(one, 'href');
    return href === undefined ? [] : [{ href, name: textAt(one, 'name') ?? null }];
  });
}

/** Returns the resources embedded under a name; `null` if that is not a list of objects. */
export function embeddedIn(resource: JsonObject, name: string): readonly JsonObject[] | null {
  const found = memberAt(memberAt(resource, '_embedded'), name);
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
