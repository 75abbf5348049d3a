// Makes contracts of rows alone, as json-server does. Reads no files: the caller has read the rows.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { completeRows } from '../../source/rows/complete-rows.ts';
import { contractsOfRows, type RowsOptions } from '../../source/rows/contracts-of-rows.ts';
import type { SourceContracts } from '../../source/source-contracts.ts';
import { projectInvalid } from '../files/invalid.ts';

/** Returns the contracts of rows. Throws a StandinError that names everything that is no row. */
export function readRows(
  json: Json,
  { name, certainty, further }: RowsOptions,
): SourceContracts & { readonly rows: JsonObject } {
  const { resources, faults, notes } = completeRows(json);
  if (faults.length > 0) throw projectInvalid(faults.map((fault) => ({ file: name, ...fault })));
  const made = contractsOfRows(resources, {
    name,
    certainty,
    ...(further === undefined ? {} : { further }),
  });
  const told = notes.map(({ at, message, isLeftOut = false }) => {
    const place = `${name}#${at}`;
    return { place, message, ...(isLeftOut ? { leftOut: [place] } : {}) };
  });
  // Members that are not served are still in the file.
  const rows = isObject(json) ? { ...json, ...made.rows } : {};
  return { ...made, rows, notes: told };
}
