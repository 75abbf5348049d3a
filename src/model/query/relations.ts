// What a query of json-server asks for beside the items themselves: other items in them, and
// others that are removed with one.

import type { Dialect } from './dialects.ts';
import { readPairs } from './pairs.ts';

/** A name under which an answer shows items that are related to the one that it shows. */
export interface EmbedWish {
  readonly name: string;
  /** `those`: the items that refer to it; `that`: the one that it refers to. */
  readonly of: 'those' | 'that' | 'either';
}

/** Reads `_embed` and `_expand` of json-server 0.17, and `_embed` of json-server 1. */
export function readEmbeds(dialect: Dialect, query: string): readonly EmbedWish[] {
  const wishes = (parameter: string, of: EmbedWish['of']): readonly EmbedWish[] =>
    valuesOf(query, parameter).map((name) => ({ name, of }));
  return dialect === 'json-server-0'
    ? [...wishes('_embed', 'those'), ...wishes('_expand', 'that')]
    : wishes('_embed', 'either');
}

/** Reads `_dependent` of json-server 1: the resources whose items go with what they refer to. */
export function readDependents(dialect: Dialect, query: string): readonly string[] {
  return dialect === 'json-server-1' ? valuesOf(query, '_dependent') : [];
}

function valuesOf(query: string, parameter: string): readonly string[] {
  if (!query.includes(parameter)) return [];
  return readPairs(query)
    .filter(([name]) => name.replace(/\[\d*\]$/, '') === parameter)
    .map(([, value]) => value);
}
