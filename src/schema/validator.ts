// Sets up the validator. The only file that knows ajv, loaded with the first value to check.

import {
  _,
  Ajv2020,
  type ErrorObject,
  type KeywordCxt,
  str,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import formats from 'ajv-formats/dist/formats.js';
import { isObject, type Json, own } from '../base/json.ts';
import { foreignFormats } from './keywords/formats.ts';
import { withKindsTold } from './keywords/told-kinds.ts';
import { patternMatcher } from './match-pattern.ts';
import type { Schema, SchemaName, Schemas } from './schema.ts';
import { findTwins } from './unique-items.ts';

export type { ErrorObject, ValidateFunction };

/**
 * Creates a validator of schemas that passed their meta-schema. It does not optimize the compiled
 * code: that takes a quarter of the time of compiling, and the engine optimizes what runs often.
 * With `source`, it keeps the code, for a build that compiles ahead.
 */
export function createValidator(schemas: Schemas, use: 'now' | 'source' = 'now'): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    allowMatchingProperties: true,
    multipleOfPrecision: 9,
    allowUnionTypes: true,
    code: { regExp: boundedExpression, ...(use === 'source' ? AS_MODULE : AT_ONCE) },
    validateSchema: false,
    meta: false,
    logger: false,
  });
  // Its plugin brings keywords of its own, and a second validator with them.
  for (const [name, format] of Object.entries(formats.fullFormats)) ajv.addFormat(name, format);
  addBounded(ajv);
  for (const mark of marksOf(schemas)) ajv.addKeyword(mark);
  for (const name of schemas.names())
    for (const { format } of foreignFormats(schemas.get(name) as Json)) ajv.addFormat(format, true);
  ajv.addKeyword('$anchor');
  ajv.addKeyword('xml');
  for (const name of schemas.names())
    ajv.addSchema(withKindsTold(schemas.get(name) as Schema) as Schema, fileOf(name));
  return ajv;
}

/** A pattern with bounded time. ajv identifies it by its text. */
class BoundedExpression {
  readonly test: (text: string) => boolean;
  private readonly pattern: string;

  constructor(pattern: string) {
    this.test = patternMatcher(pattern);
    this.pattern = pattern;
  }

  toString(): string {
    return `/${this.pattern}/u`;
  }
}

const AT_ONCE = { optimize: false } as const;
const AS_MODULE = { source: true, esm: true } as const;

// The text names it in code that is compiled ahead; toolchain/ahead.mjs imports it there.
export const boundedExpression: ((pattern: string) => BoundedExpression) & { code: string } =
  Object.assign((pattern: string) => new BoundedExpression(pattern), { code: 'boundedExpression' });

/** Replaces parts of ajv that take too long for hostile values. */
function addBounded(ajv: Ajv2020): void {
  // The usual one refuses addresses of one's own machine and network, in which services are tried.
  ajv.addFormat('url', /^(?:https?|ftp):\/\/[^\s/?#]+(?:[/?#]\S*)?$/i);
  ajv.addFormat('email', EMAIL);
  ajv.addFormat('int64', { type: 'number', validate: isInt64 });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: {
      message: ({ params }) =>
        str`must NOT have duplicate items (items ## ${params['j']} and ${params['i']} are identical)`,
      params: ({ params }) => _`{i: ${params['i']}, j: ${params['j']}}`,
    },
    code(context: KeywordCxt) {
      const { gen, data, parentSchema } = context;
      if (context.schema !== true) return;
      const items = parentSchema['items'] as Json | undefined;
      const types = isObject(items) ? [own(items, 'type') ?? 'object'].flat() : ['object'];
      const isScalar = !types.some((type) => type === 'object' || type === 'array');
      const find = gen.scopeValue('func', { ref: findTwins, code: _`findTwins` });
      const twins = gen.const('twins', _`${find}(${data}, {isScalar: ${isScalar}})`);
      context.setParams({ i: _`${twins}.i`, j: _`${twins}.j` });
      context.fail(_`${twins} !== null`);
    },
  });
}

/**
 * A mailbox of ASCII characters (RFC 5321 section 4.1.2): its domain may be one word, as `localhost`,
 * and the part before it quoted.
 */
const EMAIL =
  /^(?:[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\[[a-z0-9.:]+\])$/i;

/** The double of the greatest one is 2^63; the usual test takes any whole number. */
function isInt64(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
}

/** Creates a validator of schemas themselves; `source` as for other schemas. */
export function createMetaValidator(use: 'now' | 'source' = 'now'): Ajv2020 {
  const code = use === 'source' ? AS_MODULE : AT_ONCE;
  return new Ajv2020({ allErrors: true, verbose: true, code, logger: false });
}

const MARK = /^x-[a-z0-9_$:-]+$/i;

/** Keywords that begin with `x-`: marks for other readers, allowed in any schema. */
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

/** Returns the name of a schema in references. */
export function fileOf(name: SchemaName): string {
  return `${name}.json`;
}
