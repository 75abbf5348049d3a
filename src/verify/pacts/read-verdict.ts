// Reads the verdict of Pact's core on one interaction, and says what did not match in sentences of
// our own.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import { type Pointer, toPointer } from '../../base/pointer.ts';
import { truncate } from '../../base/truncate.ts';

export interface Mismatch {
  /** Where in the body; `null` where it is not about one place of it. */
  readonly at: Pointer | null;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

export type PactVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly mismatches: readonly [Mismatch, ...Mismatch[]] }
  /** Pact could not judge; `why` is no fault of the service. */
  | { readonly kind: 'unjudged'; readonly why: string };

const DEPTH_MAX = 256;

/** Reads a verdict. `interaction` is what was verified, for what it expected. */
export function readVerdict(text: string, interaction: JsonObject): PactVerdict {
  const parsed = parseJson(text, DEPTH_MAX);
  if (parsed.kind === 'broken') return { kind: 'unjudged', why: `Pact said ${quote(text)}` };
  const verdict = parsed.value;
  const [result] = arrayAt(verdict, 'interactionResults');
  if (result === undefined)
    return { kind: 'unjudged', why: `Pact could not read it: ${firstError(verdict)}` };
  if (textAt(result, 'result') === 'OK') return { kind: 'passed' };
  const mismatch = memberAt(result, 'mismatch');
  if (textAt(mismatch, 'type') !== 'mismatches') {
    return {
      kind: 'unjudged',
      why: `Pact could not verify it: ${textAt(mismatch, 'message') ?? firstError(verdict)}`,
    };
  }
  const all = arrayAt(mismatch, 'mismatches');
  const unknown = all
    .map((one) => textAt(one, 'mismatch') ?? '')
    .find((one) => /catalogue entry/i.test(one));
  if (unknown !== undefined)
    return { kind: 'unjudged', why: `Pact does not know a matcher of it: ${unknown}` };
  const [first, ...rest] = all.map((one) => translate(one, interaction)).toSorted(inOrder);
  if (first === undefined)
    return { kind: 'unjudged', why: `Pact did not say why: ${firstError(verdict)}` };
  return {
    kind: 'failed',
    mismatches: [
      first.mismatch,
      ...rest.slice(0, MISMATCHES_MAX - 1).map(({ mismatch: one }) => one),
    ],
  };
}

interface Translated {
  readonly type: string;
  readonly mismatch: Mismatch;
}

/** How many mismatches of one interaction are told: each element of a list may have the same. */
const MISMATCHES_MAX = 5;

/** The status first, for it explains the rest; then the body from its beginning. */
function inOrder(one: Translated, other: Translated): number {
  const [a, b] = [one.mismatch.at ?? '', other.mismatch.at ?? ''];
  return rank(one) - rank(other) || a.localeCompare(b, 'en', { numeric: true });
}

function rank({ type }: Translated): number {
  const place = ['StatusMismatch', 'HeaderMismatch', 'BodyTypeMismatch'].indexOf(type);
  return place < 0 ? 3 : place;
}

function translate(json: Json, interaction: JsonObject): Translated {
  const type = textAt(json, 'type') ?? '';
  switch (type) {
    case 'StatusMismatch':
      return { type, mismatch: ofStatus(json, interaction) };
    case 'HeaderMismatch':
      return { type, mismatch: ofHeader(json) };
    case 'BodyTypeMismatch':
      return { type, mismatch: ofBodyType(json) };
    default:
      return { type, mismatch: ofBody(json) };
  }
}

function ofStatus(json: Json, interaction: JsonObject): Mismatch {
  const actual = told(memberAt(json, 'actual'));
  const expected = expectedStatus(interaction) ?? `the status ${told(memberAt(json, 'expected'))}`;
  return {
    at: null,
    message: `the status was ${actual}, and ${expected} was expected`,
    expected,
    actual: `the status ${actual}`,
  };
}

/** The classes of statuses that a pact may name, in words. */
const CLASSES: Readonly<Record<string, string>> = {
  info: 'information (100 to 199)',
  information: 'information (100 to 199)',
  success: 'a success (200 to 299)',
  redirect: 'a redirection (300 to 399)',
  clientError: 'a refusal (400 to 499)',
  serverError: 'a server error (500 to 599)',
  nonError: 'no failure (below 400)',
  error: 'a failure (400 to 599)',
};

function expectedStatus(interaction: JsonObject): string | null {
  const rules = memberAt(memberAt(memberAt(interaction, 'response'), 'matchingRules'), 'status');
  const [matcher] = arrayAt(memberAt(rules, '$'), 'matchers').concat(arrayAt(rules, 'matchers'));
  const status = memberAt(matcher, 'status');
  if (Array.isArray(status)) return `one of the statuses ${status.map(String).join(', ')}`;
  return typeof status === 'string' ? (CLASSES[status] ?? `a status of the class ${status}`) : null;
}

function ofHeader(json: Json): Mismatch {
  const name = textAt(json, 'key') ?? '';
  const actual = textAt(json, 'actual') ?? '';
  const pattern = /to match '(.*)'$/s.exec(textAt(json, 'mismatch') ?? '')?.[1];
  const expected =
    pattern === undefined ? (textAt(json, 'expected') ?? '') : `a value that matches ${pattern}`;
  if (actual === '')
    return { at: null, message: `the header field ${name} is missing`, expected, actual: 'none' };
  const what =
    pattern === undefined ? `${quote(expected)} was expected` : `${expected} was expected`;
  return {
    at: null,
    message: `the header field ${name} was ${quote(actual)}, and ${what}`,
    expected,
    actual,
  };
}

function ofBodyType(json: Json): Mismatch {
  const [expected, actual] = [textAt(json, 'expected') ?? '', textAt(json, 'actual') ?? ''];
  return {
    at: '',
    message: `the body was of the type ${actual}, and ${expected} was expected`,
    expected,
    actual,
  };
}

function ofBody(json: Json): Mismatch {
  const path = textAt(json, 'path') ?? '';
  const at = pointerOf(path);
  const text = withoutColour(textAt(json, 'mismatch') ?? '');
  const where = at === '' ? 'the body' : at;
  const [expected, actual] = [told(memberAt(json, 'expected')), told(memberAt(json, 'actual'))];
  for (const [pattern, say] of SENTENCES) {
    const match = pattern.exec(text);
    if (match !== null) return { at, ...say(where, match, { expected, actual }) };
  }
  return { at, message: `${where}: ${text}`, expected, actual };
}

type Told = Omit<Mismatch, 'at'>;
type Say = (
  where: string,
  match: RegExpExecArray,
  values: Pick<Told, 'expected' | 'actual'>,
) => Told;

/** What the core says, and how it is said here. */
const SENTENCES: readonly (readonly [RegExp, Say])[] = [
  [
    /^(?:Type mismatch: )?Expected (.*) \((\w+)\) to be the same type as .* \((\w+)\)$/s,
    (where, [, value = '', , type = '']) => {
      const expected = TYPES[type] ?? type;
      return {
        message: `${where} was ${quote(value)}, and ${expected} was expected`,
        expected,
        actual: value,
      };
    },
  ],
  [
    /^Expected (.*) \((\w+)\) to (?:be|match) (an? \w+)/s,
    (where, [, value = '', , expected = '']) => ({
      message: `${where} was ${quote(value)}, and ${expected} was expected`,
      expected,
      actual: value,
    }),
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
      message: 'the body was empty, and JSON was expected',
      expected: 'JSON',
      actual: 'an empty body',
    }),
  ],
  [
    /^Failed to parse the actual body/s,
    (_where, _match, { actual }) => ({
      message: `the body is no JSON: ${quote(actual)}`,
      expected: 'JSON',
      actual,
    }),
  ],
];

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

/** Turns a path as Pact writes it, `$.address['city'][0]`, into a JSON Pointer. */
function pointerOf(path: string): Pointer {
  const steps = [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g)];
  return toPointer(steps.map(([, name, index, quoted]) => name ?? index ?? quoted ?? ''));
}

function firstError(verdict: Json): string {
  const [error] = arrayAt(verdict, 'errors').concat(arrayAt(verdict, 'pendingErrors'));
  return withoutColour(textAt(memberAt(error, 'mismatch'), 'message') ?? 'it did not say why');
}

function memberAt(json: Json | undefined, name: string): Json | undefined {
  return json !== undefined && isObject(json) ? own(json, name) : undefined;
}

function textAt(json: Json | undefined, name: string): string | undefined {
  const value = memberAt(json, name);
  return typeof value === 'string' ? value : undefined;
}

function arrayAt(json: Json | undefined, name: string): readonly Json[] {
  const value = memberAt(json, name);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function told(json: Json | undefined): string {
  if (json === undefined || json === null) return 'nothing';
  return typeof json === 'string' ? json : JSON.stringify(json);
}

function quote(text: string): string {
  return truncate(text, CHARACTERS_MAX).replaceAll(/\s+/g, ' ');
}

/** How much of a value is shown in a sentence. */
const CHARACTERS_MAX = 100;

function withoutColour(text: string): string {
  return text
    .split('\u001b[')
    .map((part, index) => (index === 0 ? part : part.replace(/^[\d;]*m/, '')))
    .join('');
}
