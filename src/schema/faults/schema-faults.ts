// Faults of the schemas themselves: violations of the meta-schema, and errors of compilation.

import type { Fault } from '../../base/errors.ts';
import { isObject, type Json, own } from '../../base/json.ts';
import { type Pointer, parsePointer, toPointer, valueAt } from '../../base/pointer.ts';
import { suggestOr } from '../../base/suggest.ts';
import { KNOWN_FORMATS } from '../keywords/formats.ts';
import { holdsNames, keywordsWith } from '../keywords/keyword-table.ts';
import type { Schema, SchemaName, Schemas } from '../schema.ts';
import { createValidator, type ErrorObject, fileOf, type ValidateFunction } from '../validator.ts';
import { validatorOf } from '../validator-of.ts';
import type { Violation } from '../violation.ts';
import { ENDLESS, toViolations, violationsOf } from '../violations-of.ts';
import { DIALECT, metaValidator } from './meta-validator.ts';
import { isPrototypeRef } from './prototype-refs.ts';

/**
 * Finds the faults of schemas: the 2020-12 meta-schema, unknown keywords, formats, references. With
 * `names`, only of these, and the others are taken to be sound.
 */
export function findSchemaFaults(
  schemas: Schemas,
  fileName: (name: SchemaName) => string,
  names: readonly SchemaName[] = schemas.names(),
): readonly Fault[] {
  const meta = metaValidator();
  const faults: Fault[] = [];
  for (const name of names) {
    const file = fileName(name);
    const schema = schemas.get(name) as Schema;
    const dialect = isObject(schema) ? own(schema, '$schema') : undefined;
    if (dialect !== undefined && dialect !== DIALECT && dialect !== `${DIALECT}#`) {
      const message = `the dialect ${JSON.stringify(dialect)} is not supported`;
      const remedy = `Write it for ${DIALECT}, or leave $schema out.`;
      faults.push({ file, at: '/$schema', message, remedy });
      continue;
    }
    const isSound = meta(schema);
    const remedy = 'Correct it to match JSON Schema 2020-12.';
    for (const { at, message } of isSound
      ? []
      : eachOnce(toViolations(meta.errors as ErrorObject[])))
      faults.push({ file, at, message, remedy });
  }
  return faults.length > 0 ? faults : findCompileFaults(schemas, fileName, names);
}

/** One slip breaks each alternative (`anyOf`) in its own way: what tells least is left out. */
function eachOnce(violations: readonly Violation[]): readonly Violation[] {
  const places = violations.filter(({ keyword }) => keyword === 'anyOf').map(({ at }) => at);
  return violations.filter(({ at, keyword }) => {
    if (!places.includes(at)) return true;
    const rest = violations.filter((other) => other.at.startsWith(at) && other.keyword !== 'anyOf');
    if (keyword === 'anyOf') return rest.length === 0;
    return keyword !== 'type' || rest.every((other) => other.keyword === 'type');
  });
}

/** Returns whether all schemas compile, with one validator: hundreds take seconds one by one. */
function compileTogether(schemas: Schemas, names: readonly SchemaName[]): boolean {
  const isInherited = (name: SchemaName): boolean =>
    findMember(
      schemas.get(name) as Schema,
      (key, value) => key === '$ref' && isPrototypeRef(value, name, schemas),
    ) !== null;
  if (names.some(isInherited)) return false;
  try {
    const validator = validatorOf(schemas);
    return names.every((name) => {
      const validate = validator.getSchema(fileOf(name)) as ValidateFunction;
      return violationsOf(validate, {}).every((flaw) => flaw.message !== ENDLESS);
    });
  } catch {
    return false;
  }
}

/** Compiles each schema by itself, so that a fault is reported for the file that has it. */
function findCompileFaults(
  schemas: Schemas,
  fileName: (name: SchemaName) => string,
  names: readonly SchemaName[],
): readonly Fault[] {
  if (compileTogether(schemas, names)) return [];
  const faults: Fault[] = [];
  const strangers: Fault[] = [];
  for (const name of names) {
    const file = fileName(name);
    const schema = schemas.get(name) as Schema;
    const inherited = findMember(
      schema,
      (key, value) => key === '$ref' && isPrototypeRef(value, name, schemas),
    );
    if (inherited !== null) {
      const message = `can't resolve reference ${String(valueAt(schema, parsePointer(inherited) ?? []))}`;
      faults.push({ file, at: inherited, message, remedy: compileRemedy(message, schemas) });
      continue;
    }
    try {
      const validate = createValidator(schemas).getSchema(fileOf(name)) as ValidateFunction;
      const remedy = 'A schema may refer to itself only below "properties" or "items".';
      if (violationsOf(validate, {}).some((flaw) => flaw.message === ENDLESS))
        faults.push({ file, at: '', message: ENDLESS, remedy });
    } catch (error) {
      const { message } = error as Error;
      const at = placeOf(message, schema);
      const remedy = compileRemedy(message, schemas);
      const fault: Fault = { file, at: at ?? '', message: plainMessage(message), remedy };
      if (at === null) strangers.push(fault);
      else faults.push(fault);
    }
  }
  return faults.length > 0 ? faults : strangers;
}

/** Finds the place in this schema that a compiler message is about; `null` if it is elsewhere. */
function placeOf(message: string, schema: Schema): Pointer | null {
  const unknown = UNKNOWN_KEYWORD.exec(message)?.[1];
  if (unknown !== undefined) return findMember(schema, (key) => key === unknown);
  for (const [keyword, pattern] of PLACES) {
    const value = pattern.exec(message)?.[1];
    if (value !== undefined)
      return findMember(schema, (key, member) => key === keyword && member === value);
  }
  return null;
}

const UNKNOWN_KEYWORD = /unknown keyword: "([^"]+)"/;
const UNKNOWN_FORMAT = /unknown format "([^"]*)"/;

/** The messages of the compiler about a value, by the keyword that has it. */
const PLACES: readonly (readonly [keyword: string, message: RegExp])[] = [
  ['format', UNKNOWN_FORMAT],
  ['$ref', /can't resolve reference (\S+)/],
  ['pattern', /Invalid regular expression: \/(.*)\/u?:/],
];

function findMember(
  value: Json,
  isSought: (key: string, value: Json) => boolean,
  steps: readonly string[] = [],
): Pointer | null {
  if (value === null || typeof value !== 'object') return null;
  for (const [key, member] of Object.entries(value as Record<string, Json>)) {
    const isKeyword = !Array.isArray(value) && !holdsNames(steps.at(-1));
    if (isKeyword && isSought(key, member)) return toPointer([...steps, key]);
    const below = findMember(member, isSought, [...steps, key]);
    if (below !== null) return below;
  }
  return null;
}

function plainMessage(message: string): string {
  return message.replace(/^strict mode: /, '').replace(/ ignored in schema at path.*$/, '');
}

function compileRemedy(message: string, schemas: Schemas): string {
  const keyword = UNKNOWN_KEYWORD.exec(message)?.[1];
  if (keyword !== undefined)
    return suggestOr(keyword, KEYWORDS, 'Remove it, or begin its name with "x-".');
  const format = UNKNOWN_FORMAT.exec(message)?.[1];
  if (format !== undefined)
    return suggestOr(format, KNOWN_FORMATS, `The formats are ${KNOWN_FORMATS.join(', ')}.`);
  if (message.includes('reference'))
    return `A $ref must name a file in the same folder. Files: ${schemas.names().map(fileOf).join(', ')}.`;
  return 'Correct the schema; it could not be compiled.';
}

const KEYWORDS = keywordsWith(({ by }) => by === 'standard');
