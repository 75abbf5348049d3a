// A schema of a document as it is read, and a checker of values. `as` is a request or an answer.

import type { Json, JsonObject } from '../../src/base/json.ts';
import { createChecker } from '../../src/schema/check.ts';
import { findSchemaFaults } from '../../src/schema/faults/schema-faults.ts';
import type { Draft } from '../../src/schema/sample/draft.ts';
import { sampleOfSchema } from '../../src/schema/sample/sample.ts';
import { Schemas } from '../../src/schema/schema.ts';
import { fits } from '../../src/schema/walk/fits.ts';
import { Notes, SourceFiles } from '../../src/source/openapi/places.ts';
import { DirectedSchemas } from '../../src/source/openapi/schemas/directions.ts';
import { SchemaBook } from '../../src/source/openapi/schemas/schema-book.ts';

export interface ReadSchema {
  readonly schemas: Schemas;
  readonly name: string;
  readonly notes: readonly string[];
  /** What is left out, and so not verified. */
  readonly leftOut: readonly string[];
  /** The faults that the schemas have as such. */
  readonly faults: readonly string[];
  /** What is wrong with a value: each place with the keyword. */
  flaws(value: Json): readonly string[];
  sample(draft?: Partial<Draft>): Json | undefined;
}

/** Reads a schema that an operation of a document has; `named` are those of its components. */
export function readSchema(
  schema: Json,
  named: JsonObject = {},
  { version = '3.1.0', as = 'request' }: { version?: string; as?: 'request' | 'answer' } = {},
): ReadSchema {
  const holder =
    version === '2.0'
      ? { swagger: '2.0', definitions: named }
      : { openapi: version, components: { schemas: named } };
  const files = new SourceFiles({ ...holder, 'x-here': schema });
  const notes = new Notes();
  const book = new SchemaBook(files, notes);
  const read = book.nameAt(schema, { file: '', steps: ['x-here'] }, 'here');
  const name = new DirectedSchemas(book, as).nameOf(read);
  book.openEndless();
  const schemas = new Schemas(book.schemas);
  const checker = createChecker(schemas);
  return {
    schemas,
    name,
    notes: notes.all().map(({ place, message }) => `${place}: ${message}`),
    leftOut: notes.all().flatMap(({ leftOut = [] }) => leftOut),
    faults: findSchemaFaults(schemas, (one) => one).map(
      ({ file, at, message }) => `${file} ${at}: ${message}`,
    ),
    flaws: (value) => {
      const found = checker.check(name, value).map(({ at, keyword }) => `${at} ${keyword}`);
      // What walks schemas without the validator agrees.
      if (fits(book.schemas, { $ref: `${name}.json` }, value) !== (found.length === 0))
        return [...found, 'and walking the schema tells otherwise'];
      return found;
    },
    sample: (draft = {}) =>
      sampleOfSchema(schemas, name, {
        serial: 1,
        token: 'mark',
        marked: [],
        readOnly: 'made',
        ...draft,
      }),
  };
}
