// Leaves out the parts of a document that have faults: a fault in one operation costs what has it,
// and never the start. Files that you wrote are yours to correct.

import type { Fault } from '../../base/errors.ts';
import { isObject, objectOf, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import type { SourceNote } from '../../source/source-contracts.ts';
import type { ProjectFiles } from '../source/project-files.ts';

/**
 * Returns the files without the contracts and the rows that have faults, and with a note for each;
 * a schema with a fault admits anything. `null` if the faults are in files, or nothing would be
 * left.
 */
export function withoutFaulty(files: ProjectFiles, faults: readonly Fault[]): ProjectFiles | null {
  const { source, contracts, db, schemas } = files;
  if (source.kind === 'contracts' || source.kind === 'rows') return null;
  const faulty = new Set(faults.map(({ file }) => file));
  const kept = contracts.filter(({ file }) => !faulty.has(file));
  // The rows of a document stand in no file.
  const resources = new Set(
    faults.flatMap(({ file, at }) =>
      file === db.file ? (parsePointer(at)?.slice(0, 1) ?? []) : [],
    ),
  );
  const isOfDocument = db.text === '' && isObject(db.json);
  const open = schemas.filter(({ file, text }) => faulty.has(file) && text !== '{}');
  const hasFewer =
    open.length > 0 || kept.length < contracts.length || (isOfDocument && resources.size > 0);
  if (!hasFewer || kept.length === 0) return null;
  const rows =
    isOfDocument && isObject(db.json)
      ? objectOf(Object.entries(db.json).filter(([resource]) => !resources.has(resource)))
      : db.json;
  const notes = faults.map(({ file, at, message }) => ({
    place: file === db.file ? `${source.place}, rows${at}` : file,
    message: `left out: ${file === db.file ? '' : at === '' ? '' : `at ${at} of its contract: `}${message}`,
    ...partsLeftOut(files, file),
  }));
  const { defined: _, ...rest } = files;
  return {
    ...rest,
    contracts: kept,
    schemas: schemas.map((one) => (open.includes(one) ? { ...one, text: '{}', json: {} } : one)),
    db: { ...db, json: rows },
    source: { ...source, notes: [...source.notes, ...notes] },
  };
}

/** The operations of a contract that is left out, or the schema that admits anything. */
function partsLeftOut(
  { source, contracts, schemas }: ProjectFiles,
  name: string,
): Pick<SourceNote, 'leftOut'> {
  const schema = schemas.find(({ file }) => file === name);
  if (schema !== undefined) return { leftOut: [`the schema ${schema.name}`] };
  const json = contracts.find(({ file }) => file === name)?.json;
  if (json === undefined || !isObject(json)) return {};
  const resource = own(json, 'resource');
  const operations = source.taken
    .filter((one) => one.resource === resource)
    .map(({ method, path }) => `${method} ${path}`);
  return { leftOut: operations.length > 0 ? operations : [String(own(json, 'path') ?? resource)] };
}
