// Checks values against JSON Schemas. The only file that knows ajv; it is loaded when the first value must be checked.

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { shortened } from '../base/cut.ts';
import type { Fault } from '../base/errors.ts';
import { describeType, isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { type Pointer, parsePointer, toPointer, valueAt } from '../base/pointer.ts';
import { suggest } from '../base/suggest.ts';
import { isInherited } from './inherited.ts';
import { patternTest } from './pattern-test.ts';
import type { Schema, SchemaName, Schemas } from './schema.ts';
import { findTwins } from './unique-items.ts';

/** Which freedom a schema keyword limits. What a contract leaves open is decided by facet, not by keyword. */
export type Facet = 'required' | 'format' | 'bounds' | 'shape';

/** One place where a value does not fit its schema. */
export interface Flaw {
  /** Where in the value; for a member that is missing, the object that lacks it. */
  readonly at: Pointer;
  readonly keyword: string;
  readonly facet: Facet;
  readonly message: string;
  /** What the keyword asks for, as the validator says it: `must be string`. */
  readonly plain: string;
  /** The member that is missing, where one is. */
  readonly missing?: string;
}

export interface Checker {
  /** Gives every flaw of a value, at most `FLAWS_MAX`; none where it fits. The schema must be one of those compiled. */
  check(name: SchemaName, value: Json): readonly Flaw[];
}

/** How many flaws of one value are told. */
export const FLAWS_MAX = 100;

/** Compiles schemas for checking. They are taken to be sound: see `findSchemaFaults`. */
export function createChecker(schemas: Schemas): Checker {
  const ajv = createAjv(schemas);
  const compiled = new Map<SchemaName, ValidateFunction>();
  return {
    check(name, value) {
      let validate = compiled.get(name);
      if (validate === undefined) {
        validate = ajv.getSchema(fileOf(name)) as ValidateFunction;
        compiled.set(name, validate);
      }
      return flawsOf(validate, value);
    },
  };
}

/** A schema that refers to itself without end finds the end of the stack in every value. */
function flawsOf(validate: ValidateFunction, value: Json): readonly Flaw[] {
  try {
    return validate(value) ? NO_FLAWS : toFlaws(validate.errors as ErrorObject[]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ at: '', keyword: '$ref', facet: 'shape', message: ENDLESS, plain: ENDLESS }];
  }
}

const ENDLESS = 'cannot be checked: the schema refers to itself without end';

/** Finds what is wrong with the schemas themselves: against the 2020-12 meta-schema, then unknown keywords, formats and references. */
export function findSchemaFaults(schemas: Schemas, fileName: (name: SchemaName) => string): readonly Fault[] {
  const meta = new Ajv2020({ allErrors: true, verbose: true, logger: false });
  const faults: Fault[] = [];
  for (const name of schemas.names()) {
    const schema = schemas.get(name) as Schema;
    const dialect = isObject(schema) ? own(schema, '$schema') : undefined;
    if (dialect !== undefined && dialect !== DIALECT && dialect !== `${DIALECT}#`) {
      const message = `the dialect ${JSON.stringify(dialect)} is not read`;
      faults.push({ file: fileName(name), at: '/$schema', message, remedy: `Write it for ${DIALECT}, or leave $schema out.` });
      continue;
    }
    const isSound = meta.validateSchema(schema) as boolean;
    for (const flaw of isSound ? [] : toFlaws(meta.errors as ErrorObject[])) {
      faults.push({
        file: fileName(name),
        at: flaw.at,
        message: flaw.message,
        remedy: 'Write it as JSON Schema 2020-12 has it.',
      });
    }
  }
  return faults.length > 0 ? faults : findCompileFaults(schemas, fileName);
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const NO_FLAWS: readonly Flaw[] = [];

/** The schemas were held against their meta-schema before. */
function createAjv(schemas: Schemas): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    multipleOfPrecision: 9,
    allowUnionTypes: true,
    code: { regExp: boundedExpression },
    ...{ validateSchema: false, meta: false },
    logger: false,
  });
  formats.default(ajv);
  addBounded(ajv);
  for (const mark of marksOf(schemas)) ajv.addKeyword(mark);
  ajv.addKeyword('$anchor');
  for (const name of schemas.names()) ajv.addSchema(schemas.get(name) as Schema, fileOf(name));
  return ajv;
}

/** Patterns of schemas, as ajv is to try them. It knows them apart by what they print as. */
class BoundedExpression {
  readonly test: (text: string) => boolean;
  private readonly pattern: string;

  constructor(pattern: string) {
    this.test = patternTest(pattern);
    this.pattern = pattern;
  }

  toString(): string {
    return `/${this.pattern}/u`;
  }
}

// The source text is for schemas that are compiled to files, which they are not here.
const boundedExpression = Object.assign((pattern: string) => new BoundedExpression(pattern), { code: 'boundedExpression' });

/** Puts in the place of what ajv brings what takes no longer where a value is hostile. */
function addBounded(ajv: Ajv2020): void {
  const url = formats.default.get('url');
  // A name and a password are both any text, so that there were as many ways to part them as the text is long.
  if (url instanceof RegExp)
    ajv.addFormat('url', new RegExp(url.source.replace('(?:\\S+(?::\\S*)?@)?', '(?:\\S+@)?'), url.flags));
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    ...{ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', errors: true },
    compile: (isAsked: boolean, around: Readonly<Record<string, unknown>>) => {
      const items = around['items'] as Json | undefined;
      const types = isObject(items) ? [own(items, 'type') ?? 'object'].flat() : ['object'];
      const isScalar = !types.some((type) => type === 'object' || type === 'array');
      const validate = (list: readonly Json[]): boolean => {
        const twins = isAsked ? findTwins(list, { isScalar }) : null;
        if (twins === null) return true;
        const message = `must NOT have duplicate items (items ## ${twins.j} and ${twins.i} are identical)`;
        validate.errors = [{ keyword: 'uniqueItems', message, params: { ...twins } }];
        return false;
      };
      validate.errors = [] as Partial<ErrorObject>[];
      return validate;
    },
  });
}

/** Compiles each schema for itself; a fault is told of the file that holds what cannot be compiled, not of those that refer to it. */
function findCompileFaults(schemas: Schemas, fileName: (name: SchemaName) => string): readonly Fault[] {
  const faults: Fault[] = [];
  const strangers: Fault[] = [];
  for (const name of schemas.names()) {
    const inherited = findMember(
      schemas.get(name) as Schema,
      (key, value) => key === '$ref' && isInherited(value, name, schemas),
    );
    if (inherited !== null) {
      const message = `can't resolve reference ${String(valueAt(schemas.get(name) as Schema, parsePointer(inherited) ?? []))}`;
      faults.push({ file: fileName(name), at: inherited, message, remedy: compileRemedy(message, schemas) });
      continue;
    }
    try {
      const validate = createAjv(schemas).getSchema(fileOf(name)) as ValidateFunction;
      if (flawsOf(validate, {}).some((flaw) => flaw.message === ENDLESS)) {
        faults.push({
          file: fileName(name),
          at: '',
          message: ENDLESS,
          remedy: 'Let it refer to itself only below "properties" or "items".',
        });
      }
    } catch (error) {
      const { message } = error as Error;
      const at = placeOf(message, schemas.get(name) as Schema);
      const fault: Fault = {
        file: fileName(name),
        at: at ?? '',
        message: plainMessage(message),
        remedy: compileRemedy(message, schemas),
      };
      if (at === null) strangers.push(fault);
      else faults.push(fault);
    }
  }
  return faults.length > 0 ? faults : strangers;
}

/** Finds in a schema what a message of the compiler is about; `null` where the schema does not hold it. */
function placeOf(message: string, schema: Schema): Pointer | null {
  const keyword = /unknown keyword: "([^"]+)"/.exec(message)?.[1];
  if (keyword !== undefined) return findMember(schema, (key) => key === keyword);
  const format = /unknown format "([^"]*)"/.exec(message)?.[1];
  if (format !== undefined) return findMember(schema, (key, value) => key === 'format' && value === format);
  const reference = /can't resolve reference (\S+)/.exec(message)?.[1];
  if (reference !== undefined) return findMember(schema, (key, value) => key === '$ref' && value === reference);
  const pattern = /Invalid regular expression: \/(.*)\/u?:/.exec(message)?.[1];
  if (pattern !== undefined) return findMember(schema, (key, value) => key === 'pattern' && value === pattern);
  return null;
}

/** Keywords whose members are names, not keywords. */
const NAME_MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

function findMember(value: Json, isSought: (key: string, value: Json) => boolean, steps: readonly string[] = []): Pointer | null {
  if (value === null || typeof value !== 'object') return null;
  for (const [key, member] of Object.entries(value as Record<string, Json>)) {
    const isKeyword = !Array.isArray(value) && !NAME_MAPS.has(steps.at(-1) ?? '');
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
  const keyword = /unknown keyword: "([^"]+)"/.exec(message)?.[1];
  if (keyword !== undefined) {
    const near = suggest(keyword, KEYWORDS);
    return near === null ? 'Remove it, or begin its name with "x-".' : `Did you mean "${near}"?`;
  }
  const format = /unknown format "([^"]*)"/.exec(message)?.[1];
  if (format !== undefined) {
    const near = suggest(format, FORMATS);
    return near === null ? `The formats are ${FORMATS.join(', ')}.` : `Did you mean "${near}"?`;
  }
  if (message.includes('reference'))
    return `A $ref names a file beside it; there are: ${schemas.names().map(fileOf).join(', ')}.`;
  return 'Correct the schema; it could not be compiled.';
}

const FORMATS =
  'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid json-pointer relative-json-pointer byte int32 int64 float double password binary'.split(
    ' ',
  );

const KEYWORDS =
  'type properties required items additionalProperties enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems contains minProperties maxProperties patternProperties propertyNames dependentRequired allOf anyOf oneOf not if then else prefixItems unevaluatedProperties unevaluatedItems title description default examples readOnly writeOnly deprecated $ref $id $defs $schema $comment'.split(
    ' ',
  );

const MARK = /^x-[a-z0-9_$:-]+$/i;

/** The keywords that begin with `x-`: marks for other readers, free in any schema. */
function marksOf(schemas: Schemas): ReadonlySet<string> {
  const marks = new Set<string>();
  const visit = (value: Json): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, member] of Object.entries(value as Record<string, Json>)) {
      if (isObject(value) && MARK.test(key)) marks.add(key);
      visit(member);
    }
  };
  for (const name of schemas.names()) visit(schemas.get(name) as Schema);
  return marks;
}

function fileOf(name: SchemaName): string {
  return `${name}.json`;
}

function toFlaws(errors: readonly ErrorObject[]): readonly Flaw[] {
  const flaws: Flaw[] = [];
  for (const error of errors.slice(0, FLAWS_MAX)) {
    const isToldElsewhere = (STRUCTURAL.has(error.keyword) && errors.length > 1) || error.propertyName !== undefined;
    if (isToldElsewhere) continue;
    flaws.push(toFlaw(error));
  }
  return flaws;
}

/** Keywords that only report that a part failed; the part has reported itself. */
const STRUCTURAL = new Set(['if', 'allOf', '$ref']);

function toFlaw(error: ErrorObject): Flaw {
  const params = error.params as Readonly<Record<string, unknown>>;
  const keyword = error.keyword;
  const facet = facetOf(keyword);
  const found = error.data as Json;
  const plain = plainOf(error, params);
  const extra = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof extra === 'string') {
    const near = suggest(extra, knownMembers(error.parentSchema as JsonObject));
    const message = `is not a known field${near === null ? '' : `; did you mean "${near}"?`}`;
    return { at: error.instancePath + toPointer([extra]), keyword, facet, message, plain };
  }
  if (keyword === 'required') {
    const missing = String(params['missingProperty']);
    const near = suggest(missing, Object.keys(found as JsonObject));
    const message = `"${missing}" is missing${near === null ? '' : `; did you mean it by "${near}"?`}`;
    return { at: error.instancePath, keyword, facet, message, plain, missing };
  }
  return { at: error.instancePath, keyword, facet, message: messageOf(error, params, found), plain };
}

/** What a keyword asks for, with the names and values that its message leaves out. */
function plainOf(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  const { allowedValues, additionalProperty, unevaluatedProperty } = params;
  const allowed = Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
  const found = typeof additionalProperty === 'string' ? `; found '${additionalProperty}'` : '';
  return error.message + allowed + found + (typeof unevaluatedProperty === 'string' ? `: '${unevaluatedProperty}'` : '');
}

function messageOf(error: ErrorObject, params: Readonly<Record<string, unknown>>, found: Json): string {
  switch (error.keyword) {
    case 'type':
      return `must be ${[params['type']].flat().map(nameType).join(' or ')}, is ${describeType(found)}`;
    case 'format':
      return `must be of the format ${String(params['format'])}, is ${excerpt(found)}`;
    case 'propertyNames':
      return `the name ${JSON.stringify(params['propertyName'])} is not allowed`;
    case 'enum':
      return enumMessage(params['allowedValues'] as readonly Json[], found);
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}, is ${excerpt(found)}`;
    default:
      return `${error.message}, is ${excerpt(found)}`;
  }
}

function nameType(type: unknown): string {
  if (type === 'null') return type;
  return `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`;
}

function enumMessage(values: readonly Json[], found: Json): string {
  const near =
    typeof found === 'string'
      ? suggest(
          found,
          values.filter((one) => typeof one === 'string'),
        )
      : null;
  const message = `must be one of ${values.map((one) => JSON.stringify(one)).join(', ')}, is ${excerpt(found)}`;
  return near === null ? message : `${message}; did you mean "${near}"?`;
}

function excerpt(value: Json): string {
  if (value !== null && typeof value === 'object') return describeType(value);
  return shortened(JSON.stringify(value), EXCERPT_CHARS_MAX);
}

const EXCERPT_CHARS_MAX = 60;

function knownMembers(schema: JsonObject): readonly string[] {
  const properties = own(schema, 'properties');
  return isObject(properties) ? Object.keys(properties) : [];
}

function facetOf(keyword: string): Facet {
  if (keyword === 'required' || keyword === 'dependentRequired') return 'required';
  if (keyword === 'format' || keyword === 'pattern') return 'format';
  return BOUNDS.has(keyword) ? 'bounds' : 'shape';
}

const BOUNDS = new Set(
  'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties maxProperties'.split(
    ' ',
  ),
);
