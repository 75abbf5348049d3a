// Leaves out the examples that do not fit their schemas, and notes them: samples are made of those
// that do.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { fits } from './fits.ts';
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
  if (Array.isArray(schema)) {
    const list = schema as readonly Json[];
    const all = list.map((one) => withFitting(one, isFit));
    return all.every((one, index) => one === list[index]) ? schema : all;
  }
  if (!isObject(schema)) return schema;
  let isSame = true;
  const members = Object.entries(schema).flatMap(([keyword, value]): readonly [string, Json][] => {
    if (keyword === 'examples' && Array.isArray(value)) {
      const fitting = (value as readonly Json[]).filter((one) => isFit(schema, one));
      if (fitting.length < value.length) isSame = false;
      return fitting.length === 0 ? [] : [[keyword, fitting]];
    }
    if (DATA.has(keyword)) return [[keyword, value]];
    const checked =
      keyword === 'properties' && isObject(value)
        ? withFittingEach(value, isFit)
        : withFitting(value, isFit);
    if (checked !== value) isSame = false;
    return [[keyword, checked]];
  });
  return isSame ? schema : objectOf(members);
}

function withFittingEach(
  schemas: JsonObject,
  isFit: (schema: JsonObject, example: Json) => boolean,
): JsonObject {
  const all = Object.entries(schemas).map(([name, one]): [string, Json] => [
    name,
    withFitting(one, isFit),
  ]);
  return all.every(([name, one]) => one === own(schemas, name)) ? schemas : objectOf(all);
}

/** Keywords that hold data, not schemas. */
const DATA = new Set(['default', 'const', 'enum', 'required', 'x-standin-redact']);
