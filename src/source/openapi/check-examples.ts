// Leaves out the examples that do not fit their schemas, and notes them: samples are made of those
// that do.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { withSubschemas } from '../../schema/keywords/subschemas.ts';
import { fits } from '../../schema/walk/fits.ts';
import type { Notes, SourcePlace } from './places.ts';
import type { SchemaBook } from './schemas/schema-book.ts';

/** Replaces the schemas of a book by ones whose examples fit. */
export function checkExamples({ schemas, placeOf }: SchemaBook, notes: Notes): void {
  for (const [name, schema] of schemas) {
    const checked = withFitting(schema, (part, example) => {
      const isFit = fits(schemas, part, example);
      if (!isFit) notes.add(placeOf.get(name) ?? NOWHERE, MISFIT);
      return isFit;
    });
    if (checked !== schema && (isObject(checked) || typeof checked === 'boolean'))
      schemas.set(name, checked);
  }
}

const NOWHERE: SourcePlace = { file: '', steps: [] };
const MISFIT = 'an example in this schema does not fit it, and is not used';

/** Returns a schema without examples that do not fit; the same one if all do. */
function withFitting(schema: Json, isFit: (schema: JsonObject, example: Json) => boolean): Json {
  if (!isObject(schema)) return schema;
  const checked = withSubschemas(schema, (one) => withFitting(one, isFit));
  const examples = own(schema, 'examples');
  if (!Array.isArray(examples)) return checked;
  const fitting = (examples as readonly Json[]).filter((one) => isFit(schema, one));
  if (fitting.length === examples.length) return checked;
  const { examples: _, ...rest } = checked;
  return fitting.length === 0 ? rest : { ...rest, examples: fitting };
}
