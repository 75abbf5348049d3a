// What an operation is for that has no rows: by its method, its path, its words and the form of its
// answer. It is answered by a sample all the same; tables name its role.

import type { JsonObject } from '../../../base/json.ts';
import type { Kind } from '../../../contract/operation-kinds.ts';
import type { SchemaName, Schemas } from '../../../schema/schema.ts';
import { isParameter } from '../api-paths.ts';
import { identify } from '../identify.ts';
import type { ApiOperation } from '../operations.ts';
import { successOf } from '../outcomes.ts';
import { isOfType, isReceipt, lettersOf, listIn, listOfAny, listOfNames } from '../shapes.ts';
import { asServed } from '../usual-places.ts';
import { isCallerStep, isRegistration } from './callers.ts';
import { wordsOf } from './resource.ts';
import { answersCreated, saysCreation, saysQuestion } from './role-rules.ts';
import {
  isAsking,
  isComputed,
  isDoing,
  isPlural,
  namesNoThings,
  saysList,
  whyListed,
  whyOfThings,
} from './things-listed.ts';

/** The role that an operation seems to have; `null` if it does something else. */
export function meantRole(operation: ApiOperation, known: Shown): Kind | null {
  const { method, path } = operation;
  const { segments } = path;
  if (isRegistration(operation)) return null;
  const called = roleCalled(operation);
  if (method === 'POST') return called ?? (makesOne(operation) ? 'create' : null);
  const literal = segments.findLast((one) => !isParameter(one)) ?? '';
  const isOne = isParameter(segments.at(-1)) || isCallerStep(literal);
  const isPlain = isOne && !namesNoThings(operation);
  if (method === 'PUT' || method === 'PATCH') {
    const isChange = (isPlain && !isDoing(literal)) || called === 'replace';
    if (!isChange && !changesNamed(operation, known.schemas)) return null;
    return method === 'PUT' ? 'replace' : 'update';
  }
  if (method === 'DELETE') return isPlain || removesNamed(operation) ? 'remove' : null;
  if (method !== 'GET' || namesNoThings(operation)) return null;
  if (isComputed(operation) && !(isAsking(operation) && saysList(operation))) return null;
  if (isDoing(literal) && !/^(?:get|read)/i.test(literal)) return null;
  return shownBy(operation, known, isOne);
}

/** What verbs in the last step of a path say, at its beginning or its end: `add-product`, `sale-delete`. */
const CALLS: readonly (readonly [Kind, RegExp])[] = [
  ['create', /^(?:create|add|insert|save|new)$/],
  ['replace', /^(?:update|edit|modify)$/],
  ['remove', /^(?:delete|remove|destroy)$/],
];

/** Words of members, of what gives access and of numbers: what is done to them is done to no item. */
const PARTS =
  /^(?:all|many|bulk|batch|multiple|password|pass|pwd|status|state|role|roles|e?mail|phone|avatar|picture|image|images|photo|photos|file|files|logo|token|code|otp|session|checkout|credits?|balance|profile|settings?|likes?|favou?rites?|to|from)$/;

/** The role that the verb in a path names; `null` if there is none, or it is about no item. */
function roleCalled(operation: ApiOperation): Kind | null {
  const { segments } = asServed(operation).path;
  const index = segments.findLastIndex((one) => !isParameter(one));
  const [step = '', above = ''] = [segments[index], segments[index - 1]];
  const words = step
    .replace(/\.(?:php|do|json|html|aspx?|action)$/i, '')
    .split(/[-_.]|(?<=[a-z])(?=[A-Z])/)
    .map((one) => one.toLowerCase());
  const found = CALLS.find(
    ([, verb]) => verb.test(words[0] ?? '') || verb.test(words.at(-1) ?? ''),
  );
  if (found === undefined) return null;
  const others = words.filter((one) => !found[1].test(one));
  const things = others.length > 0 ? others : [above.toLowerCase()];
  const isOfOne = things.every((one) => one !== '' && !isParameter(one) && !PARTS.test(one));
  return isOfOne ? found[0] : null;
}

/** Whether DELETE at a path without an id removes the one that its words are about: "Delete a song". */
function removesNamed({ summary, path, body, parameters }: ApiOperation): boolean {
  const isGiven = body !== null || parameters.some((one) => one.in === 'query');
  return !path.segments.some(isParameter) && isGiven && REMOVING.test(summary ?? '');
}

const REMOVING = /^(?:delet|remov)\w*\s+(?:an?|one|the)\s/i;

/** What is known of the answers of a document. */
interface Shown {
  readonly schemas: Schemas;
  /** Whether lists of several things have elements of this schema: they may be anything. */
  readonly isOfAny: (element: SchemaName | null) => boolean;
}

/** What GET shows: one thing at the path of an item, or a list, by the form of its answer, else by its words. */
function shownBy(
  operation: ApiOperation,
  { schemas, isOfAny }: Shown,
  isOne: boolean,
): 'list' | 'read' | null {
  const { segments } = operation.path;
  const words = wordsOf(segments);
  const { body } = successOf(operation, 200);
  if (body !== null && body.format !== 'json') return null;
  const schema = body?.schema ?? null;
  const list =
    schema === null ? null : (listIn(schemas, schema, words) ?? listOfAny(schemas, schema, words));
  const members = list?.element.members ?? (schema === null ? NONE : schemas.membersOf(schema));
  const id = identify({ members, parameter: null, schema: {}, words, isCalled: true });
  const isSure = id.member !== null && !id.isGuess;
  if (list !== null && (!isOne || list.at.length === 0)) {
    const given = { segments, list: asServed(operation) };
    return whyOfThings(id, given) !== null || !isOfAny(list.element.name) ? 'list' : null;
  }
  if (schema !== null && listOfNames(schemas, schema, words) !== null) return null;
  if (isOne && isFunction(operation, schemas, isSure)) return null;
  if (isOne) return !isSure && saysList(operation) ? 'list' : 'read';
  if (saysList(operation) && !(members.size > 0 && isReceipt({ members }))) return 'list';
  if (/\bby ?id\b/i.test(operation.summary ?? '') || asksByMember(operation)) return 'read';
  // Functions that answer texts or anything are described by their words alone.
  const served = asServed(operation);
  const why =
    whyListed(served, { segments, hasItems: false }) ??
    whyListed(served, { segments: served.path.segments, hasItems: false });
  return members.size === 0 && why !== null ? 'list' : null;
}

/** Whether GET computes: it answers a text or takes several values, and nothing says that it reads. */
function isFunction(operation: ApiOperation, schemas: Schemas, isSure: boolean): boolean {
  const { path, summary } = operation;
  const schema = successOf(operation, 200).body?.schema ?? null;
  const isText = schema !== null && isOfType(schemas.memberAt(schema, []) ?? {}, 'string') === true;
  const takesSeveral = path.segments.slice(-2).filter(isParameter).length === 2;
  return (isText || (takesSeveral && !isSure)) && !READING.test(summary ?? '');
}

const READING =
  /^(?:get|find|fetch|show|read|retrieve|load|return)|by[\s_-]?(?:id|number|name|code)/i;

/** Whether a path names the member that its query gives: `/users/by-email?email=`. */
function asksByMember({ path: { segments }, parameters }: ApiOperation): boolean {
  const asked = parameters.filter((one) => one.in === 'query').map(({ name }) => lettersOf(name));
  const named = lettersOf((segments.at(-1) ?? '').replace(/^by[-_]?/i, ''));
  return asked.length === 1 && asked[0] === named;
}

const NONE: ReadonlyMap<string, JsonObject> = new Map();

/** Whether POST makes one of what its path is called. */
function makesOne(operation: ApiOperation): boolean {
  const { body, path, parameters } = operation;
  const last = path.segments.at(-1) ?? '';
  if (saysQuestion(operation)) return false;
  const isGiven = body !== null || parameters.some((one) => one.in === 'query');
  // The words say it, whatever the verb of the path is: `POST /cards/add/{accountNumber}`.
  if (saysCreation(operation))
    return (isGiven || isPlural(last)) && !namesNoThings({ ...operation, method: 'GET' });
  return isGiven && answersCreated(operation) && isPlural(last) && !namesNoThings(operation);
}

/** Whether PUT or PATCH changes the thing that its body or query names: `PUT /update-session` with `{id}`. */
function changesNamed(
  { summary, path, parameters, body }: ApiOperation,
  schemas: Schemas,
): boolean {
  const sent = body?.schema == null ? [] : [...schemas.membersOf(body.schema).keys()];
  const asked = parameters.flatMap((one) => (one.in === 'query' ? one.name : []));
  return (
    !path.segments.some(isParameter) &&
    CHANGING.test(summary ?? '') &&
    [...sent, ...asked].some((name) => /^_?id$|[a-z]_?id$/i.test(name))
  );
}

const CHANGING =
  /^(?:update|edit|modify)s?\b(?!.*\b(?:password|status|role|e-?mail|avatar|picture|image|photo)\b)/i;
