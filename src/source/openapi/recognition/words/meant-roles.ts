// What an operation is for of which schemas tell nothing: by its method, the verbs and nouns of its
// path, its summary and the form of its answer. Does not know whether anything else is about that.

import type { JsonObject } from '../../../../base/json.ts';
import { lettersOf } from '../../../../base/names.ts';
import type { Kind } from '../../../../contract/operation-kinds.ts';
import type { Schemas } from '../../../../schema/schema.ts';
import { isParameter } from '../../api-paths.ts';
import { identify } from '../../identify.ts';
import type { ApiOperation } from '../../operations.ts';
import { successOf } from '../../outcomes.ts';
import { isOfType, isReceipt, listIn, listOfAny, listOfNames } from '../../shapes.ts';
import { asServed } from '../../usual-places.ts';
import { isCallerStep, isRegistration, isRegistrationStep } from '../callers.ts';
import { singularOf, wordsOf } from '../resource.ts';
import { answersCreated } from '../role-rules.ts';
import {
  isAsking,
  isComputed,
  isDoing,
  isPlural,
  namesNoThings,
  saysList,
  whyListed,
} from '../things-listed.ts';
import { plainWords, saysCreation, saysQuestion, type Verb, verbIn, verbSaid } from './verbs.ts';

/** What an operation is for, and the collection that it is about. */
export interface Meant {
  readonly operation: ApiOperation;
  readonly kind: Kind;
  /** The path of the collection, as it would be without verbs. */
  readonly segments: readonly string[];
  /** What its items are called, in letters and in the singular. */
  readonly noun: string;
  /** The verb in its path. */
  readonly verb: Verb | null;
  /** Whether its body names the one that it is about, and members of it: `{userId, role}`. */
  readonly isNamedInBody: boolean;
  /** What speaks for it, if it is what operations like it mostly are for, and no rule tells. */
  readonly because?: string;
  /** Whether it counts only where a collection of that name is known. */
  readonly needsOwner?: true;
}

/** The role that an operation seems to have; `null` if it does something else. */
export function meantBy(given: ApiOperation, schemas: Schemas): Meant | null {
  const operation = asServed(given);
  if (isRegistration(operation) || TELLS_NUMBERS.test(operation.summary ?? '')) return null;
  const named = thingNamedInBody(operation, schemas);
  const thing = named ?? thingIn(operation, changesPart(operation, schemas));
  if (thing !== null && (LINKS.test(thing.noun) || SECRETS.test(thing.noun))) return null;
  const kind =
    thing === null ? null : named !== null ? 'update' : kindOf(operation, thing, schemas);
  return thing === null || kind === null
    ? null
    : { ...thing, operation: given, kind, isNamedInBody: named !== null };
}

/** What a path is about: the last step that names things. */
interface Thing extends Pick<Meant, 'segments' | 'noun' | 'verb'> {
  /** The words beside the verb. */
  readonly rest: readonly string[];
  /** The words of the last step. */
  readonly words: readonly string[];
}

/** What tells who belongs to whom, and is no thing of its own. */
const LINKS =
  /^(?:(?:group|team|trip|chat)?member|follower|following|follow|like|friend|participant|subscriber)$/;

const SECRETS = /passw|senha|contrasena|token$|otp$|2fa|mfa/;

const TELLS_NUMBERS = /\b(?:leader-?\s?board|statistics?|ranking|summary|count|total)\b/i;

/** The thing that the path of an operation names; `null` if it names none. */
export function thingIn({ path, method, summary }: ApiOperation, isOfPart: boolean): Thing | null {
  const segments =
    method === 'POST' || method === 'GET' ? withoutPairs(path.segments) : path.segments;
  const isSaid = (step: string): boolean => isRegistrationStep(step) && saysCreation({ summary });
  let [verb, rest]: [Verb | null, readonly string[]] = [null, []];
  for (const [index, step] of [...segments.entries()].toReversed()) {
    if (isParameter(step)) continue;
    if (/[{}]/.test(step) || PREFIX.test(step)) return null;
    const called = verbIn(step);
    verb ??= called?.verb ?? null;
    if (rest.length === 0) rest = called?.rest ?? [];
    const words = called === null ? plainWords(step) : called.rest;
    const noun = singularOf(lettersOf(words.join('')));
    const above = segments.slice(0, index);
    const before = above.at(-1) ?? '{}';
    const isWhose = /^user$/i.test(step) && isPlural(before);
    const isOfAbove =
      called === null && (WHICH.test(step) || isWhose || isSaid(step)) && isNoun(before);
    const isPart = isOfPart && index === segments.length - 1;
    if (noun === '' || isOfAbove || isPart) continue;
    if (/^(?:search|find|query|filter)$/.test(noun)) return null;
    const named = singularOf(lettersOf(above.at(-1) ?? ''));
    const whole = [...above, called === null ? step : words.join('-')];
    const last = plainWords(segments.at(-1) ?? '');
    return { segments: named === noun ? above : whole, noun, verb, rest, words: last };
  }
  return null;
}

/** A path without the names and ids of what its things belong to: `/reactions/user/{userId}/post/{postId}`. */
function withoutPairs(segments: readonly string[]): readonly string[] {
  let end = segments.length;
  const isPair = (): boolean => {
    const [step = '', parameter = ''] = segments.slice(end - 2, end);
    const isNamed = lettersOf(parameter).includes(lettersOf(step));
    return isParameter(parameter) && isNoun(step) && !isPlural(step) && isNamed;
  };
  while (end >= 2 && isPair()) end -= 2;
  return isPlural(segments[end - 1] ?? '') ? segments.slice(0, end) : segments;
}

const PREFIX = /^(?:api|rest|v\d[\d.]*)$/i;

function isNoun(step: string): boolean {
  return !isParameter(step) && !PREFIX.test(step);
}

/** Steps that say which items of the collection above them are meant, or what of an item. */
const WHICH =
  /^(?:me|mine|my|own|self|current|latest|recent|active|public|search|filter|by[-_]\w+|id|_?u?u?id|status|state|bulk|item|e?-?mail|user-?_?name|slug|code|sku)$/i;

function kindOf(operation: ApiOperation, thing: Thing, schemas: Schemas): Kind | null {
  const { method, path } = operation;
  const { segments } = path;
  const isOfNoThings = namesNoThings({ ...operation, method: 'GET' });
  const called = isOfNoThings ? null : kindCalled(thing, method);
  if (method === 'POST' && called === null && thing.verb === 'create') return null;
  const asked = method === 'POST' ? kindAsked(operation, thing, schemas) : null;
  if (asked !== null) return asked;
  if (method === 'POST')
    return called ?? (makesOne(operation, schemas) ? 'create' : kindSaid(operation));
  const literal = segments.findLast((one) => !isParameter(one)) ?? '';
  const isOne = isParameter(segments.at(-1)) || isCallerStep(literal);
  const isPlain = isOne && !namesNoThings(operation);
  if (method === 'PUT' || method === 'PATCH') {
    const isChange = (isPlain && !isDoing(literal)) || called === 'replace';
    const isOfPart = changesPart(operation, schemas);
    const isMeant = isChange || isOfPart || changesNamed(operation, schemas);
    // A PUT of one member leaves the others.
    return isMeant ? (method === 'PUT' && !isOfPart ? 'replace' : 'update') : null;
  }
  if (method === 'DELETE') return isPlain || removesNamed(operation) ? 'remove' : null;
  if (method !== 'GET' || namesNoThings(operation)) return null;
  if (isComputed(operation) && !isAsking(operation)) return null;
  if (isDoing(literal) && !isAsking(operation) && !/^(?:get|read)/i.test(literal)) return null;
  return shownBy(operation, thing, schemas);
}

const KINDS: Readonly<Record<Verb, Kind | null>> = {
  create: 'create',
  change: 'replace',
  remove: 'remove',
  read: null,
};

/** Words of members, of what gives access and of numbers: what is done to them is done to no item. */
const PARTS =
  /^(?:all|list|many|bulk|batch|multiple|password|pass|pwd|status|state|role|roles|e?mail|phone|avatar|picture|image|images|photo|photos|file|files|logo|token|code|otp|session|checkout|credits?|balance|profile|settings?|likes?|favou?rites?|to|from|senha)$/;

/** The role that the verb in a path names; `null` if there is none, or it is about no item. */
function kindCalled({ verb, rest, noun }: Thing, method: string): Kind | null {
  const kind = verb === null ? null : KINDS[verb];
  const things = rest.length > 0 ? rest : [noun];
  const isOfOne = things.every((one) => !PARTS.test(one));
  if (kind === null || !isOfOne) return null;
  return kind === 'replace' && method !== 'PUT' ? 'update' : kind;
}

/** What POST at an item does, in its own words. */
function kindSaid(operation: ApiOperation): Kind | null {
  if (!isParameter(operation.path.segments.at(-1)) || namesNoThings(operation)) return null;
  const said = verbSaid(operation);
  return said === 'change' ? 'update' : said === 'remove' ? 'remove' : null;
}

/** What POST shows that asks by its path or its words: `POST /notes/search`, "List all users". */
function kindAsked(operation: ApiOperation, thing: Thing, schemas: Schemas): Kind | null {
  // A path that names a write asks for nothing: `/favorites/delete-list`.
  if (thing.verb !== null && thing.verb !== 'read') return null;
  const isRead = thing.verb === 'read' || saysQuestion(operation);
  const isSearch = isAsking(operation);
  if (!isRead && !isSearch && !saysList(operation)) return null;
  if (saysCreation(operation) || namesNoThings({ ...operation, method: 'GET' })) return null;
  const { segments } = operation.path;
  const { body, status } = successOf(operation, 200);
  if ((body !== null && body.format !== 'json') || status === 201 || status === 204) return null;
  const schema = body?.schema ?? null;
  const words = [...wordsOf(segments), ...wordsOf(thing.segments)];
  const list =
    schema === null ? null : (listIn(schemas, schema, words) ?? listOfAny(schemas, schema, words));
  if (list !== null) return 'list';
  const isListed = saysList(operation) || (isRead && thing.words.includes('all'));
  if (isListed && !isParameter(segments.at(-1))) return 'list';
  const members = schema === null ? NONE : schemas.membersOf(schema);
  const isGiven = operation.body !== null || asksByValue(operation);
  return isRead && isGiven && !isReceipt({ members }) ? 'read' : null;
}

function asksByValue({ parameters, path }: ApiOperation): boolean {
  return isParameter(path.segments.at(-1)) || parameters.some((one) => one.in === 'query');
}

/**
 * The thing that a change without an id in its path names in its body: `POST /admin/role` with
 * `{userId, role}`, "Update user role".
 */
function thingNamedInBody({ method, path, summary, body }: ApiOperation, schemas: Schemas) {
  const { segments } = path;
  const isWrite = method === 'POST' || method === 'PUT' || method === 'PATCH';
  if (!isWrite || body?.format !== 'json' || segments.some(isParameter)) return null;
  const [last = ''] = segments.slice(-1);
  if (verbSaid({ summary }) !== 'change' || !WHICH_PART.test(last)) return null;
  const sent = body.schema === null ? [] : [...schemas.membersOf(body.schema).keys()];
  const ids = sent.flatMap((name) => /^([A-Za-z]{3,}?)_?id$/i.exec(name)?.[1] ?? []);
  const [only, other] = ids;
  if (only === undefined || other !== undefined || sent.length < 2) return null;
  const noun = lettersOf(only);
  if (!plainWords(summary ?? '').some((word) => singularOf(word) === noun)) return null;
  return { segments: [...segments.slice(0, -1), noun], noun, verb: null, rest: [], words: [] };
}

const STATE_PART = /^(?:status|state|roles?|priority)$/i;

/** Parts of things that are changed alone, as paths call them. */
const WHICH_PART = /^(?:status|state|roles?|plan|tier|level|type|active|name|info|details?)$/i;

/** Whether DELETE at a path without an id removes the one that its words are about: "Delete a song". */
function removesNamed({ summary, path, body, parameters }: ApiOperation): boolean {
  const isGiven = body !== null || parameters.some((one) => one.in === 'query');
  return !path.segments.some(isParameter) && isGiven && REMOVING.test(summary ?? '');
}

const REMOVING = /^(?:delet|remov)\w*\s+(?:an?|one|the)\s/i;

/** What GET shows: one thing at the path of an item, or a list, by the form of its answer, else by its words. */
function shownBy(operation: ApiOperation, thing: Thing, schemas: Schemas): 'list' | 'read' | null {
  const { segments } = operation.path;
  const isOne = isParameter(segments.at(-1));
  const words = [...wordsOf(segments), ...wordsOf(thing.segments)];
  const { body, status } = successOf(operation, 200);
  if ((body !== null && body.format !== 'json') || status === 204 || status === 205) return null;
  const schema = body?.schema ?? null;
  // An example of which no schema says more is what it answers.
  const shows = body?.examples.some(({ value }) => value !== '' && value !== null) === true;
  const shown = schema === null ? null : listIn(schemas, schema, words);
  const list = shown ?? (schema === null || shows ? null : listOfAny(schemas, schema, words));
  const members = list?.element.members ?? (schema === null ? NONE : schemas.membersOf(schema));
  if (shows && list === null && members.size === 0) return null;
  const id = identify({ members, parameter: null, schema: {}, words, isCalled: true });
  const isSure = id.member !== null && !id.isGuess;
  if (list !== null && (!isOne || list.at.length === 0))
    return isSure || !isAsking(operation) || saysList(operation) ? 'list' : null;
  if (schema !== null && listOfNames(schemas, schema, words) !== null) return null;
  if (isOne && isFunction(operation, schemas, isSure)) return null;
  if (isOne) return !isSure && saysList(operation) ? 'list' : 'read';
  if (saysList(operation) && !(members.size > 0 && isReceipt({ members }))) return 'list';
  if (/\bby ?id\b/i.test(operation.summary ?? '') || asksByMember(operation)) return 'read';
  // Functions that answer texts or anything are described by their words alone.
  return members.size === 0 && whyListed(operation, { segments, hasItems: false }) !== null
    ? 'list'
    : null;
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

/** Whether a path names the member that its query gives: `/users/by-email?email=`, `/info?id=`. */
function asksByMember({ path: { segments }, parameters }: ApiOperation): boolean {
  const asked = parameters.filter((one) => one.in === 'query').map(({ name }) => lettersOf(name));
  const last = segments.at(-1) ?? '';
  const named = lettersOf(last.replace(/^(?:get)?[-_]?by[-_]?/i, ''));
  const isInfo = /^(?:info|detail|detalhe)/i.test(last) && /^(?:id|cod)/i.test(asked[0] ?? '');
  return asked.length === 1 && (asked[0] === named || isInfo);
}

const NONE: ReadonlyMap<string, JsonObject> = new Map();

/** Whether POST makes one of what its path is called. */
function makesOne(operation: ApiOperation, schemas: Schemas): boolean {
  const { body, path, parameters } = operation;
  const last = path.segments.at(-1) ?? '';
  if (saysQuestion(operation)) return false;
  const isGiven = body !== null || parameters.some((one) => one.in === 'query');
  // The words say it, whatever the verb of the path is: `POST /cards/add/{accountNumber}`.
  if (saysCreation(operation))
    return (isGiven || !isParameter(last)) && !namesNoThings({ ...operation, method: 'GET' });
  const { body: shown } = successOf(operation, 201);
  const members = shown?.schema == null ? NONE : schemas.membersOf(shown.schema);
  const tellsNothing = isReceipt({ members }) && isGiven;
  return tellsNothing && answersCreated(operation) && isPlural(last) && !namesNoThings(operation);
}

/** Whether PUT or PATCH sets a member of an item that its path names: `PATCH /tasks/{id}/status`. */
export function changesPart(
  { method, path: { segments }, body, summary }: ApiOperation,
  schemas: Schemas,
): boolean {
  const isChange = method === 'PUT' || method === 'PATCH';
  // Where no body is described, the words tell: "Update booking status".
  if (method === 'PATCH' && body === null) {
    const [part = '', id] = segments.toReversed();
    return isParameter(id) && STATE_PART.test(part) && verbSaid({ summary }) === 'change';
  }
  if (!isChange || body?.format !== 'json' || body.files.length > 0) return false;
  const [last = '', above] = segments.toReversed();
  const sent = body?.schema == null ? [] : [...schemas.membersOf(body.schema).keys()];
  return (
    isParameter(above) &&
    !isParameter(last) &&
    sent.some((one) => lettersOf(one) === lettersOf(last))
  );
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
