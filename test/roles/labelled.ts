// Documents whose operations people labelled with their roles, and the evidence in each operation.

import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { isObject, type Json, type JsonObject, own } from '../../src/base/json.ts';
import { parsePointer } from '../../src/base/pointer.ts';
import { readText } from '../../src/project/files/read-file.ts';
import { parseYaml } from '../../src/project/source/yaml.ts';
import { Schemas } from '../../src/schema/schema.ts';
import { withAssumedAnswers } from '../../src/source/openapi/assumed-answers.ts';
import { readOperations } from '../../src/source/openapi/operations.ts';
import { Notes, SourceFiles } from '../../src/source/openapi/places.ts';
import { Answers } from '../../src/source/openapi/recognition/answers.ts';
import { evidenceOf } from '../../src/source/openapi/recognition/words/evidence.ts';
import { SchemaBook } from '../../src/source/openapi/schemas/schema-book.ts';
import { asServed, atUsualPlaces } from '../../src/source/openapi/usual-places.ts';

export interface Labelled {
  /** The name of the document. */
  readonly document: string;
  readonly method: string;
  readonly path: string;
  /** `list`, `create`, `read`, `replace`, `update`, `remove` or `none`. */
  readonly role: string;
  /** Other roles that are as defensible. */
  readonly either: readonly string[];
  readonly evidence: readonly string[];
}

/**
 * Reads a folder: `documents/<name>.json|yaml`, and `labels/<name>.json` with
 * `{"operations": {"GET /users": {"role": "list", "either": ["none"]}}}`. Operations that cannot be
 * read are passed over.
 */
export async function readLabelled(folder: string): Promise<readonly Labelled[]> {
  const files = readdirSync(join(folder, 'documents'));
  const found: Labelled[] = [];
  for (const file of readdirSync(join(folder, 'labels')).toSorted()) {
    const document = basename(file, '.json');
    const source = files.find((one) => basename(one, extname(one)) === document);
    if (source === undefined) throw new Error(`${folder}: there is no document ${document}`);
    const read = await parseYaml(readText(join(folder, 'documents', source)));
    const evidence = evidenceIn('value' in read ? (read.value as Json) : null);
    const { operations } = JSON.parse(readText(join(folder, 'labels', file))) as {
      readonly operations: Readonly<Record<string, JsonObject>>;
    };
    for (const [key, label] of Object.entries(operations)) {
      const seen = evidence.get(key);
      const [method = '', path = ''] = key.split(/ (.*)/s);
      const role = String(own(label, 'role'));
      const either = [own(label, 'either') ?? []].flat().map(String);
      if (seen !== undefined) found.push({ document, method, path, role, either, evidence: seen });
    }
  }
  return found;
}

/** The evidence in each operation of a document, by method and path. */
function evidenceIn(document: Json): ReadonlyMap<string, readonly string[]> {
  const notes = new Notes();
  const files = new SourceFiles(document, new Map());
  const book = new SchemaBook(files, notes);
  const whole = isObject(document) ? document : {};
  const { read } = readOperations({ document: whole, unsecured: 'public', files, book, notes });
  const schemas = new Schemas(book.schemas);
  const assumed = withAssumedAnswers(read, { book, schemas, notes });
  const answers = new Answers({ book, schemas });
  const index = { operations: atUsualPlaces(assumed, answers), answers, schemas };
  return new Map(
    index.operations.map((one) => {
      const [, path = ''] = parsePointer(asServed(one).at) ?? [];
      return [`${one.method} ${path}`, evidenceOf(one, index)];
    }),
  );
}
