// Marks of references that name no resource of the document: noted, and taken out, since other tools
// have keywords of the same name.

import { isObject, type Json, objectOf, own } from '../../../base/json.ts';
import { suggestOr } from '../../../base/suggest.ts';
import { REFERENCE_MARK } from '../../../contract/relations/references.ts';
import { withSubschemas } from '../../../schema/keywords/subschemas.ts';
import { below, type Notes } from '../places.ts';
import type { SchemaBook } from './schema-book.ts';

/** Returns whether any mark was taken out of the schemas of a book. */
export function dropLostReferences(
  book: SchemaBook,
  resources: readonly string[],
  notes: Notes,
): boolean {
  const lost = book.references.filter(({ to }) => !resources.includes(to));
  for (const { to, place } of lost) {
    const remedy = suggestOr(to, resources, `The resources are ${resources.join(', ')}.`);
    notes.add(
      below(place, REFERENCE_MARK),
      `"${REFERENCE_MARK}" names "${to}", and no resource has this name; it is not read. ${remedy}`,
    );
  }
  if (lost.length === 0) return false;
  const names = new Set<Json>(lost.map(({ to }) => to));
  for (const [name, schema] of book.schemas) {
    const changed = withoutMarks(schema, names);
    if (isObject(changed)) book.schemas.set(name, changed);
  }
  return true;
}

function withoutMarks(schema: Json, names: ReadonlySet<Json>): Json {
  if (!isObject(schema)) return schema;
  const changed = withSubschemas(schema, (one) => withoutMarks(one, names));
  const mark = own(changed, REFERENCE_MARK);
  if (mark === undefined || !names.has(mark)) return changed;
  return objectOf(Object.entries(changed).filter(([keyword]) => keyword !== REFERENCE_MARK));
}
