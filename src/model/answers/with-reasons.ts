// The reasons of a refusal in a body of the specification's own shape: in each list of texts, in each
// list of errors, and, if they are nowhere yet, in the first text that may be any.

import { isObject, type Json, jsonText } from '../../base/json.ts';
import { withValueAt } from '../../base/pointer.ts';
import type { SchemaName } from '../../schema/schema.ts';
import { namesPlace, wordsOfError } from '../problems/problem.ts';
import { type ProblemFacts, reasonsOf, sentenceOf } from '../problems/problem-facts.ts';
import type { SchemaRules } from '../ruling/specified-body.ts';

/** Returns a made body with the reasons wherever they fit its schema. */
export function withReasons(
  { checker }: SchemaRules,
  schema: SchemaName,
  made: Json,
  facts: ProblemFacts,
): Json {
  const most = checker.check(schema, made).length;
  const tried = (value: Json, at: readonly string[], other: Json): Json => {
    const changed = withValueAt(value, at, other);
    return checker.check(schema, changed).length <= most ? changed : value;
  };
  const listed = [...listsIn(made, [])].reduce(
    (value, { at, list }) => tried(value, at, reasonsFor(list, facts)),
    made,
  );
  const sentence = sentenceOf(facts);
  if (listed !== made || jsonText(listed).includes(jsonText(sentence).slice(1, -1))) return listed;
  for (const at of textsIn(listed, [])) {
    const told = tried(listed, at, sentence);
    if (told !== listed) return told;
  }
  return listed;
}

interface List {
  readonly at: readonly string[];
  readonly list: readonly Json[];
}

function* listsIn(value: Json, at: readonly string[]): Generator<List> {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const isOf = (is: (one: Json) => boolean): boolean => list.length > 0 && list.every(is);
    if (isOf((one) => typeof one === 'string') || isOf(isObject)) yield { at, list };
    return;
  }
  if (!isObject(value)) return;
  for (const [name, below] of Object.entries(value)) yield* listsIn(below, [...at, name]);
}

/** A text for each reason, or an object like the first one for each error. */
function reasonsFor(list: readonly Json[], facts: ProblemFacts): readonly Json[] {
  const [first] = list;
  if (first === undefined || !isObject(first)) return reasonsOf(facts);
  const { errors } = facts;
  const isPlaced = namesPlace(first);
  // One element that names no place says all.
  if (errors.length === 0 || (errors.length === 1 && !isPlaced)) return list;
  return errors.map((error) => {
    const [sentence = ''] = reasonsOf({ ...facts, errors: [error] });
    const words = wordsOfError(facts, isPlaced ? error : { ...error, detail: sentence });
    return Object.fromEntries(
      Object.entries(first).map(([name, value]) => {
        const told = words[name];
        return [name, told !== undefined && typeof told === typeof value ? told : value];
      }),
    );
  });
}

/** The places of texts, without those that name or date something. */
function* textsIn(value: Json, at: readonly string[]): Generator<readonly string[]> {
  if (typeof value === 'string' && !NAMING.test(at.at(-1) ?? '')) yield at;
  if (!isObject(value)) return;
  for (const [name, below] of Object.entries(value)) yield* textsIn(below, [...at, name]);
}

const NAMING =
  /id$|code|type|status|path|field|time|date|url|uri|trace|level|version|instance|method|host/i;
