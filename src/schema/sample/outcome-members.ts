// Members that say how a request went: `success`, `ok`, `error`, `status`, `code`. Knows no statuses.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';

/** What an answer is: a status of success says the same as its body. */
export type AnswerKind = 'success' | 'refusal';

const OUTCOME =
  /^(?:code|msg|message|success(?:ful)?|succeeded|ok|is_?(?:success(?:ful)?|ok)|status(?:_?(?:code|text))?|(?:ret|err(?:or)?|result)_?(?:code|msg|message)|errors?)$/i;

/** Whether a member has the name of one that says how a request went. */
export function isOutcomeName(name: string): boolean {
  return OUTCOME.test(name);
}

const FLAG = /^(?:is_?)?(?:success(?:ful)?|succeeded|ok)$/i;
const FAULT = /^(?:(?:is|has)_?)?(?:errors?|failed|failure)$/i;
const WORD = /^(?:status|result|outcome|code|(?:status|ret|result|response)_?(?:code|text))$/i;
const STATUS = /^status(?:_?code)?$/i;
const CODE = /^(?:status(?:_?code)?|code|(?:ret|err(?:or)?|result)_?code)$/i;
/** Beside one of these, a number is the code of an answer. */
const BESIDE_CODE = /^(?:message|msg|data|payload|response|result|success|ok|errors?)$/i;

const GOOD = /^(?:success(?:ful(?:ly)?)?|succeeded|ok(?:ay)?|passed|up|healthy|0+|200)$/i;
const BAD = /^(?:err(?:or)?|fail(?:ed|ure)?|nok|ko|down|unhealthy)$/i;

/**
 * Returns the value of a member that says how a request went; `absent` if an answer is better without
 * it, `undefined` if the member says something else. `others` are the names in the same object.
 */
export function outcomeValue(
  name: string,
  schema: JsonObject,
  { kind, others }: { readonly kind: AnswerKind; readonly others: readonly string[] },
): Json | 'absent' | undefined {
  if (own(schema, 'const') !== undefined) return undefined;
  const isShown = kind === 'success' && own(schema, 'examples') !== undefined;
  if (isShown) return undefined;
  const types = [own(schema, 'type') ?? []].flat() as readonly Json[];
  const isFault = FAULT.test(name);
  if (types.includes('boolean'))
    return isFault || FLAG.test(name) ? (kind === 'success') !== isFault : undefined;
  if (isFault && kind === 'success') return noFault(schema, types);
  const options = own(schema, 'enum');
  if (Array.isArray(options)) return WORD.test(name) ? optionFor(kind, options) : undefined;
  const isCode = CODE.test(name) && others.some((one) => one !== name && BESIDE_CODE.test(one));
  return isCode && kind === 'success' && types.some((one) => one === 'integer' || one === 'number')
    ? codeOf(name, schema)
    : undefined;
}

/** What a success says of errors. */
function noFault(schema: JsonObject, types: readonly Json[]): Json | 'absent' {
  const branches = (own(schema, 'anyOf') ?? own(schema, 'oneOf') ?? []) as readonly Json[];
  const isNull = (one: Json): boolean => isObject(one) && own(one, 'type') === 'null';
  if (types.includes('null') || branches.some(isNull)) return null;
  return types.includes('array') && own(schema, 'minItems') === undefined ? [] : 'absent';
}

function optionFor(kind: AnswerKind, options: readonly Json[]): Json | undefined {
  const is = (pattern: RegExp) => (one: Json) => one !== null && pattern.test(String(one));
  if (kind === 'success') return options.find(is(GOOD));
  const isGood = is(GOOD);
  const isAmong = options.some(isGood);
  return options.find(is(BAD)) ?? (isAmong ? options.find((one) => !isGood(one)) : undefined);
}

function codeOf(name: string, schema: JsonObject): Json | undefined {
  const [least, most] = [own(schema, 'minimum') ?? 0, own(schema, 'maximum') ?? 200];
  const isFit = (one: number): boolean => one >= Number(least) && one <= Number(most);
  return own(schema, 'default') ?? (STATUS.test(name) ? [200, 0] : [0, 200]).find(isFit);
}
