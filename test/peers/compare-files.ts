// What a run left in the file of a peer. Rows are compared as text: the order of members counts,
// layout does not.

import { isObject, type Json, type JsonObject, own } from '../../src/base/json.ts';

export interface FileChanges {
  /** The rows in the file that the run made, as text. */
  readonly made: readonly string[];
  /** The rows of others before the run and after it, as text. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** How many rows of others changed or moved. */
  readonly changes: number;
  /** The contents of the file other than rows. */
  readonly rest: 'same' | 'changed';
}

export interface Files {
  readonly before: string;
  readonly after: string;
  /** The key of the rows. */
  readonly resource: string;
  /** Stands in every row that the run made. */
  readonly token: string;
}

/** Compares the text of a file before a run with its text after it. */
export function compareFiles(files: Files): FileChanges {
  const [was, is] = [readFile(files.before, files.resource), readFile(files.after, files.resource)];
  const made = is.rows.filter((row) => row.includes(files.token));
  const after = is.rows.filter((row) => !row.includes(files.token));
  const longer = Math.max(was.rows.length, after.length);
  const changes = Array.from(
    { length: longer },
    (_, index) => was.rows[index] !== after[index],
  ).filter(Boolean).length;
  return {
    made,
    before: was.rows,
    after,
    changes,
    rest: was.rest === is.rest ? 'same' : 'changed',
  };
}

function readFile(
  text: string,
  resource: string,
): { readonly rows: readonly string[]; readonly rest: string } {
  const json: Json = JSON.parse(text);
  const file: JsonObject = isObject(json) ? json : {};
  const rows = own(file, resource);
  const rest = Object.entries(file).filter(([name]) => name !== resource);
  return {
    rows: Array.isArray(rows) ? rows.map((row) => JSON.stringify(row)) : [],
    rest: JSON.stringify(rest),
  };
}
