// The query dialects of lists.

import { rememberTexts } from '../../base/remember.ts';
import type { Profile } from '../../contract/choices.ts';
import { readJsonServer0 } from './json-server-0.ts';
import { readJsonServer1 } from './json-server-1.ts';
import type { ReadQuery } from './query.ts';

export type Dialect = Exclude<Profile['query.dialect'], 'none'>;

/** Clients ask for the same pages again and again, and a call reads its query several times. */
const READINGS_KEPT_MAX = 64;

const readers: { readonly [D in Dialect]: (text: string) => ReadQuery } = {
  'json-server-0': rememberTexts(readJsonServer0, READINGS_KEPT_MAX),
  'json-server-1': rememberTexts(readJsonServer1, READINGS_KEPT_MAX),
};

/** Reads a query string in a dialect. */
export function readQuery(dialect: Dialect, text: string): ReadQuery {
  return readers[dialect](text);
}
