// What an answer with a page of a list says about the next page, by the contract or by `Link`.

import type { Json } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import type { NextPlace } from '../../contract/envelopes/pages.ts';
import { header } from './call.ts';
import type { Received } from './received.ts';

/** Returns the address or the cursor of the next page; `null` if the answer names none. */
export function nextOf(place: NextPlace, { headers, body }: Received): Json {
  if (place.in === 'header') return linkTo('next', header(headers, 'link'));
  if (body.kind !== 'json') return null;
  const found = valueAt(body.whole ?? body.value, place.at) ?? null;
  return found === '' || found === false ? null : found;
}

/** Returns the target of a link in Link (RFC 8288 section 3); ignores other contexts. */
export function linkTo(relation: string, links: string | undefined): string | null {
  for (const [, target = '', parameters = ''] of (links ?? '').matchAll(LINK)) {
    const values = new Map<string, string>();
    for (const [, name = '', quoted, bare] of parameters.matchAll(PARAMETER)) {
      // The first one counts (RFC 8288 section 3.3).
      if (!values.has(name.toLowerCase()))
        values.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '');
    }
    const relations = (values.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes(relation) && !values.has('anchor')) return target;
  }
  return null;
}

const LINK = /<([^>]*)>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]+))?)*)/g;
const PARAMETER = /;\s*([\w*-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+)))?/g;
