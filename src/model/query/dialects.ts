// The query dialects of lists.

import type { Profile } from '../../contract/choices.ts';
import { readJsonServer0 } from './json-server-0.ts';
import { readJsonServer1 } from './json-server-1.ts';
import type { ReadQuery } from './query.ts';

export type Dialect = Exclude<Profile['query.dialect'], 'none'>;

const readers: { readonly [D in Dialect]: (text: string) => ReadQuery } = {
  'json-server-0': readJsonServer0,
  'json-server-1': readJsonServer1,
};

/** Reads a query string in a dialect. */
export function readQuery(dialect: Dialect, text: string): ReadQuery {
  return readers[dialect](text);
}
