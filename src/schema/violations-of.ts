// Finds the violations of a schema, and says them in Standin's own words instead of the validator's.

import { describeType, isObject, type Json, type JsonObject, jsonText, own } from '../base/json.ts';
import { toPointer } from '../base/pointer.ts';
import { suggest } from '../base/suggest.ts';
import { truncate } from '../base/truncate.ts';
import { keywordNamed } from './keywords/keyword-table.ts';
import type { ErrorObject, ValidateFunction } from './validator.ts';
import { type Facet, VIOLATIONS_MAX, type Violation } from './violation.ts';

/** Returns the violations of a value, at most `max`. An endless schema overflows the stack. */
export function violationsOf(
  validate: ValidateFunction,
  value: Json,
  max: number = VIOLATIONS_MAX,
): readonly Violation[] {
  try {
    return validate(value) ? NO_FLAWS : toViolations(validate.errors as ErrorObject[], max);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ at: '', keyword: '$ref', facet: 'shape', message: ENDLESS, plain: ENDLESS }];
  }
}

/** The message for such a schema. */
export const ENDLESS = 'cannot be checked: the schema refers to itself without end';

const NO_FLAWS: readonly Violation[] = [];

/** Converts errors of the validator to violations, at most `max`. */
export function toViolations(
  errors: readonly ErrorObject[],
  max: number = VIOLATIONS_MAX,
): readonly Violation[] {
  const flaws: Violation[] = [];
  for (const error of errors.slice(0, max)) {
    const isToldElsewhere =
      (STRUCTURAL.has(error.keyword) && errors.length > 1) || error.propertyName !== undefined;
    if (isToldElsewhere) continue;
    flaws.push(toFlaw(error));
  }
  return flaws;
}

/** Keywords that only report that a part failed; the part has reported itself. */
const STRUCTURAL = new Set(['if', 'allOf', '$ref']);

function toFlaw(error: ErrorObject): Violation {
  const params = error.params as Readonly<Record<string, unknown>>;
  const keyword = error.keyword;
  const found = error.data as Json;
  const facet = isBeyondType(keyword, found) ? 'shape' : facetOf(keyword);
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
  return {
    at: error.instancePath,
    keyword,
    facet,
    message: messageOf(error, params, found),
    plain,
    ...(keyword === 'format' ? { format: String(params['format']) } : {}),
  };
}

/** The validator's message, with the names and values that it leaves out. */
function plainOf(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  const { allowedValues, additionalProperty, unevaluatedProperty } = params;
  const allowed = Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
  const found = typeof additionalProperty === 'string' ? `; found '${additionalProperty}'` : '';
  return (
    error.message +
    allowed +
    found +
    (typeof unevaluatedProperty === 'string' ? `: '${unevaluatedProperty}'` : '')
  );
}

function messageOf(
  error: ErrorObject,
  params: Readonly<Record<string, unknown>>,
  found: Json,
): string {
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
    case 'not':
      return `must not fit the schema of "not", is ${excerpt(found)}`;
    default:
      return `${inWords(error.message ?? '')}, is ${excerpt(found)}`;
  }
}

/** Says bounds in words, where the validator shouts or writes signs. */
export function inWords(message: string): string {
  return BOUND_WORDS.reduce((text, [theirs, ours]) => text.replace(theirs, ours), message);
}

const BOUND_WORDS: readonly (readonly [RegExp, string])[] = [
  [/NOT have fewer than/, 'have at least'],
  [/NOT have more than/, 'have at most'],
  [
    /NOT have duplicate items \(items ## (\d+) and (\d+) .*/,
    'not have equal items: $1 and $2 are equal',
  ],
  [/be >= /, 'be at least '],
  [/be <= /, 'be at most '],
  [/be > /, 'be above '],
  [/be < /, 'be below '],
  [/be multiple/, 'be a multiple'],
  [/ 1 (character|item)s/, ' 1 $1'],
  [/ 1 properties/, ' 1 property'],
];

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
  const message = `must be one of ${values.map((one) => jsonText(one)).join(', ')}, is ${excerpt(found)}`;
  return near === null ? message : `${message}; did you mean "${near}"?`;
}

function excerpt(value: Json): string {
  if (value !== null && typeof value === 'object') return describeType(value);
  return truncate(jsonText(value), EXCERPT_CHARS_MAX);
}

const EXCERPT_CHARS_MAX = 60;

function knownMembers(schema: JsonObject): readonly string[] {
  const properties = own(schema, 'properties');
  return isObject(properties) ? Object.keys(properties) : [];
}

/** The formats of whole numbers are types of a size: a number beyond it is of another type. */
function isBeyondType(keyword: string, found: Json): boolean {
  return keyword === 'format' && Number.isInteger(found);
}

function facetOf(keyword: string): Facet {
  return keywordNamed(keyword)?.facet ?? 'shape';
}
