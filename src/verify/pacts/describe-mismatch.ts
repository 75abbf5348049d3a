// Turns a mismatch that Pact's core reports into a sentence of Standin.

import type { Json, JsonObject } from '../../base/json.ts';
import { type Pointer, toPointer } from '../../base/pointer.ts';
import { truncate } from '../../base/truncate.ts';
import { arrayAt, memberAt, textAt } from './members.ts';

export interface PactMismatch {
  /** A place in the body; `null` if it is about none. */
  readonly at: Pointer | null;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /**
   * `equal`: another value of the right type. `pattern`: a value of another form. `length`: another
   * number of elements. `null`: anything else.
   */
  readonly differs: 'equal' | 'pattern' | 'length' | null;
  /** The value that was found; `null` if unknown. */
  readonly value: Json;
}

type DescribedMismatch = Omit<PactMismatch, 'differs' | 'value'>;

/** Returns a mismatch in words. `interaction` is the verified one, for what it expected. */
export function describeMismatch(json: Json, interaction: JsonObject): PactMismatch {
  const text = withoutColour(textAt(json, 'mismatch') ?? '');
  const isOfBody = textAt(json, 'type') === 'BodyMismatch';
  const differs = isOfBody ? differenceIn(text) : null;
  return { ...described(json, interaction), differs, value: valueIn(textAt(json, 'actual')) };
}

function described(json: Json, interaction: JsonObject): DescribedMismatch {
  switch (textAt(json, 'type')) {
    case 'StatusMismatch':
      return ofStatus(json, interaction);
    case 'HeaderMismatch':
      return ofHeader(json);
    case 'BodyTypeMismatch':
      return ofBodyType(json);
    default:
      return ofBody(json);
  }
}

/** What the core says of a value that has the right type. */
function differenceIn(text: string): PactMismatch['differs'] {
  const [, type, wanted] = /\((\w+)\) to be equal to .*\((\w+)\)$/s.exec(text) ?? [];
  if (type !== undefined) return type === wanted || wanted === 'Null' ? 'equal' : null;
  if (/^Expected .* to (?:match '|match a (?:date|time)|include ')/s.test(text)) return 'pattern';
  return /^Expected (?:a List with \d+|an empty List)/.test(text) ? 'length' : null;
}

function valueIn(text: string | undefined): Json {
  try {
    return text === undefined ? null : (JSON.parse(text) as Json);
  } catch {
    return text ?? null;
  }
}

function ofStatus(json: Json, interaction: JsonObject): DescribedMismatch {
  const actual = textOf(memberAt(json, 'actual'));
  const status = textOf(memberAt(json, 'expected'));
  const wanted = expectedStatus(interaction);
  return {
    at: null,
    message: `the status was ${actual}, expected ${wanted ?? status}`,
    expected: wanted ?? `the status ${status}`,
    actual: `the status ${actual}`,
  };
}

/** The status classes of pacts, in words. */
const CLASSES: Readonly<Record<string, string>> = {
  info: 'information (100 to 199)',
  information: 'information (100 to 199)',
  success: 'success (200 to 299)',
  redirect: 'a redirect (300 to 399)',
  clientError: 'a client error (400 to 499)',
  serverError: 'a server error (500 to 599)',
  nonError: 'no error (below 400)',
  error: 'an error (400 to 599)',
};

function expectedStatus(interaction: JsonObject): string | null {
  const rules = memberAt(memberAt(memberAt(interaction, 'response'), 'matchingRules'), 'status');
  const [matcher] = arrayAt(memberAt(rules, '$'), 'matchers').concat(arrayAt(rules, 'matchers'));
  const status = memberAt(matcher, 'status');
  if (Array.isArray(status)) return `one of the statuses ${status.map(String).join(', ')}`;
  return typeof status === 'string' ? (CLASSES[status] ?? `a status of the class ${status}`) : null;
}

function ofHeader(json: Json): DescribedMismatch {
  const name = textAt(json, 'key') ?? '';
  const actual = textAt(json, 'actual') ?? '';
  const pattern = /to match '(.*)'$/s.exec(textAt(json, 'mismatch') ?? '')?.[1];
  const expected =
    pattern === undefined ? (textAt(json, 'expected') ?? '') : `a value that matches ${pattern}`;
  if (actual === '')
    return { at: null, message: `the header field ${name} is missing`, expected, actual: 'none' };
  const wanted = pattern === undefined ? quote(expected) : expected;
  return {
    at: null,
    message: `the header field ${name} was ${quote(actual)}, expected ${wanted}`,
    expected,
    actual,
  };
}

function ofBodyType(json: Json): DescribedMismatch {
  const [expected, actual] = [textAt(json, 'expected') ?? '', textAt(json, 'actual') ?? ''];
  return {
    at: '',
    message: `the media type of the body was ${actual}, expected ${expected}`,
    expected,
    actual,
  };
}

function ofBody(json: Json): DescribedMismatch {
  const path = textAt(json, 'path') ?? '';
  const at = pointerOf(path);
  const text = withoutColour(textAt(json, 'mismatch') ?? '');
  const where = at === '' ? 'the body' : at;
  const [expected, actual] = [textOf(memberAt(json, 'expected')), textOf(memberAt(json, 'actual'))];
  for (const [pattern, say] of SENTENCES) {
    const match = pattern.exec(text);
    if (match !== null) return { at, ...say(where, match, { expected, actual }) };
  }
  return { at, message: `${where}: ${text}`, expected, actual };
}

type MismatchSentence = Omit<DescribedMismatch, 'at'>;
type Say = (
  where: string,
  match: RegExpExecArray,
  values: Pick<MismatchSentence, 'expected' | 'actual'>,
) => MismatchSentence;

/** The messages of the core, and how to say them. */
const SENTENCES: readonly (readonly [RegExp, Say])[] = [
  [
    /^(?:Type mismatch: )?Expected (.*) \((\w+)\) to be the same type as .* \((\w+)\)$/s,
    (where, [, value = '', , type = '']) => otherValue(where, value, TYPES[type] ?? type),
  ],
  [
    /^Expected (.*) \((\w+)\) to (?:be|match) (an? \w+)/s,
    (where, [, value = '', , expected = '']) => otherValue(where, value, expected),
  ],
  [
    /^Actual map is missing the following keys: (.*)$/s,
    (where, [, names = ''], { actual }) => ({
      message: `${where} has no ${names.replaceAll(', ', ' and no ')}`,
      expected: `the members ${names}`,
      actual: `the members ${actual}`,
    }),
  ],
  [
    /(?:with|have) (?:a )?(?:minimum|at least)\D*(\d+)/s,
    (where, [, least = '']) => ({
      message: `${where} has fewer than ${least} elements`,
      expected: `at least ${least} elements`,
      actual: 'fewer',
    }),
  ],
  [
    /^Expected body .* but was (?:empty|missing)/s,
    () => ({
      message: 'the body was empty, expected JSON',
      expected: 'JSON',
      actual: 'an empty body',
    }),
  ],
  [
    /^Failed to parse the actual body/s,
    (_where, _match, { actual }) => ({
      message: `the body is not JSON: ${quote(actual)}`,
      expected: 'JSON',
      actual,
    }),
  ],
];

function otherValue(where: string, actual: string, expected: string): MismatchSentence {
  return { message: `${where} was ${quote(actual)}, expected ${expected}`, expected, actual };
}

const TYPES: Readonly<Record<string, string>> = {
  Integer: 'a number',
  Decimal: 'a number',
  Number: 'a number',
  String: 'a string',
  Boolean: 'a boolean',
  Array: 'an array',
  Object: 'an object',
  Null: 'null',
};

/** Turns a path of Pact, `$.address['city'][0]`, into a JSON Pointer. */
function pointerOf(path: string): Pointer {
  const steps = [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g)];
  return toPointer(steps.map(([, name, index, quoted]) => name ?? index ?? quoted ?? ''));
}

function textOf(json: Json | undefined): string {
  if (json === undefined || json === null) return 'nothing';
  return typeof json === 'string' ? json : JSON.stringify(json);
}

/** Shortens a text of the service or of Pact for a sentence. */
export function quote(text: string): string {
  return truncate(text, CHARACTERS_MAX).replaceAll(/\s+/g, ' ');
}

/** Maximum length of a value in a sentence, in characters. */
const CHARACTERS_MAX = 100;

/** Removes escape sequences of a terminal. */
export function withoutColour(text: string): string {
  return text
    .split('\u001b[')
    .map((part, index) => (index === 0 ? part : part.replace(/^[\d;]*m/, '')))
    .join('');
}
