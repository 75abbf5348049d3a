// The member that identifies an item: by the parameter of its path, then by usual names. And items that
// are sent without their ids: the id stands in the path, with the type that it has there.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { lettersOf } from '../../base/names.ts';
import type { SchemaName } from '../../schema/schema.ts';
import type { ApiOperation } from './operations.ts';
import type { SchemaBook } from './schemas/schema-book.ts';

export interface IdClues {
  readonly members: ReadonlyMap<string, JsonObject>;
  /** The parameter of the path of an item; `null` if there is no such path. */
  readonly parameter: string | null;
  /** What the document says about the values of the parameter. */
  readonly schema: JsonObject;
  /** The names of the resource in letters: `article`, `articles`. */
  readonly words: readonly string[];
  /** Whether these names stand before the parameter: `/articles/{article}`, not `/articles/{owner}/{article}`. */
  readonly isCalled: boolean;
}

export interface FoundId {
  /** `null` if no member of an item is its id. */
  readonly member: string | null;
  /** Whether it is only the most likely member. */
  readonly isGuess: boolean;
  readonly why: string;
}

const LAST = ['uuid', 'guid', 'key', 'slug', 'name', 'code', 'sku', 'username', 'login', 'number'];

const LOGIN_NAMES: readonly string[] = ['username', 'login'];
const ADDRESSES = ['url', 'uri', 'host', 'hostname'];

/** What the name of a parameter adds to that of a member. */
const STEM_END = /(?:key|name|code|value|nr|no)$/;

/** Finds the member of an item that its path names. */
export function identify(clues: IdClues): FoundId {
  const { members, parameter, schema, words, isCalled } = clues;
  const letters = parameter === null ? '' : lettersOf(parameter);
  const possible = [...members].filter(([, member]) => canIdentify(member));
  // A parameter that is a text, and is not called an id, does not name a number.
  const usable = possible.filter(([, member]) => goesWith(member, schema));
  const named = (wanted: string, among = usable): string | undefined =>
    among.find(([name]) => lettersOf(name) === lettersOf(wanted))?.[0];
  const asParameter = parameter === null ? undefined : named(parameter, possible);
  if (asParameter !== undefined)
    return sure(asParameter, `"${asParameter}" is the parameter of the path`);
  const isCalledId = letters === '' || letters.endsWith('id');
  const usual = named('id', isCalledId ? possible : usable);
  const isOther = usual !== undefined && isApart(members.get(usual) ?? {}, letters, schema);
  if (usual !== undefined && !isOther) return sure(usual, `"${usual}" is the usual name of an id`);
  const tail = possible
    .map(([name]) => name)
    .find((name) => name.length > 1 && letters.endsWith(lettersOf(name)));
  if (tail !== undefined) return sure(tail, `{${parameter}} ends with "${tail}"`);
  // `/permissions/{permissionKey}` names the member `permission`.
  const stem = letters.replace(STEM_END, '');
  const stemmed = stem === letters ? undefined : named(stem);
  if (stemmed !== undefined) return sure(stemmed, `{${parameter}} begins with "${stemmed}"`);
  const [alike, ...others] =
    parameter === null ? [] : possible.filter(([name]) => endsAlike(name, parameter));
  if (alike !== undefined && others.length === 0)
    return sure(alike[0], `"${alike[0]}" ends as {${parameter}} does`);
  const own = words
    .map((word) => named(`${word}id`, isCalledId ? possible : usable))
    .find((name) => name !== undefined);
  if (own !== undefined) return sure(own, `"${own}" is the id of the resource`);
  if (isOther)
    return { member: null, isGuess: false, why: `{${parameter}} is no member of an item` };
  // A user name beside a password is one to log in with, if an item has the address for it.
  const isLogin = named('password') !== undefined && ADDRESSES.some((word) => named(word));
  const last = LAST.filter((word) => !isLogin || !LOGIN_NAMES.includes(word))
    .map((word) => named(word))
    .find((name) => name !== undefined);
  // `/boats/{boat}`: what is called as the resource is its id, unless a member is made for paths.
  const numeric = isCalled && words.includes(letters) ? named('id', possible) : undefined;
  if (numeric !== undefined && (last === undefined || lettersOf(last) === 'name'))
    return sure(numeric, `"${numeric}" is the usual name of an id`);
  return last === undefined
    ? { member: null, isGuess: false, why: 'no member of an item is its id' }
    : { member: last, isGuess: true, why: `"${last}" is the only member like an id` };
}

/** Whether a parameter is a name or has a form of its own, and the id is a UUID. */
function isApart(id: JsonObject, letters: string, parameter: JsonObject): boolean {
  const isName =
    NAME_END.test(letters) || (own(parameter, 'pattern') !== undefined && !letters.endsWith('id'));
  return isName && own(id, 'format') === 'uuid' && own(parameter, 'format') !== 'uuid';
}

const NAME_END = /(?:login|name|mail|phone|nick|handle|slug)$/;

function sure(member: string, why: string): FoundId {
  return { member, isGuess: false, why };
}

/** Whether two names of ids end alike: with three words, or with all two words of one of them. */
function endsAlike(name: string, other: string): boolean {
  const [words, others] = [name, other].map(
    (one) =>
      one.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)?.map((word) => word.toLowerCase()) ?? [],
  ) as [string[], string[]];
  const count = Math.min(3, words.length, others.length);
  const [end, otherEnd] = [words.slice(-count), others.slice(-count)];
  return count > 1 && end.at(-1) === 'id' && end.join(' ') === otherEnd.join(' ');
}

/** Whether the values of a member are texts or numbers. */
function canIdentify(member: JsonObject): boolean {
  const types = typesOf(member);
  if (types.length === 0) return Object.keys(member).every((keyword) => PLAIN.has(keyword));
  return (
    types.some((type) => type === 'string' || isNumber(type)) &&
    own(member, 'format') !== 'date-time'
  );
}

/** Whether a member has the type of a parameter, if both name one. */
function goesWith(member: JsonObject, parameter: JsonObject): boolean {
  const wanted = typesOf(parameter);
  const types = typesOf(member);
  return (
    wanted.length === 0 ||
    types.length === 0 ||
    types.some((type) => wanted.some((one) => goTogether(one, type)))
  );
}

function goTogether(one: Json, type: Json): boolean {
  return one === type || (isNumber(one) && isNumber(type));
}

const PLAIN = new Set([
  'description',
  'title',
  'examples',
  'readOnly',
  'default',
  'deprecated',
  'xml',
]);

function isNumber(type: Json): boolean {
  return type === 'integer' || type === 'number';
}

function typesOf(schema: JsonObject): readonly Json[] {
  const type = own(schema, 'type');
  return type === undefined ? [] : Array.isArray(type) ? (type as readonly Json[]) : [type];
}

/** The type of the ids in the paths of items. */
export function typeOfId(ofItem: ReadonlyMap<string, ApiOperation>): 'integer' | 'string' {
  const [one] = ofItem.values();
  const type = own(parameterSchema(one), 'type');
  return type === 'integer' || type === 'number' ? 'integer' : 'string';
}

/** The schema of the last parameter of a path; empty if it has none. */
export function parameterSchema(one: ApiOperation | undefined): JsonObject {
  const wanted = one?.path.lastParameter ?? null;
  return one?.parameters.find(({ name, in: at }) => at === 'path' && name === wanted)?.schema ?? {};
}

/** What is sent, with an id. A schema that is closed has its members beside the id. */
export function withId(
  sent: SchemaName | undefined,
  { name, type }: { readonly name: string; readonly type: 'integer' | 'string' },
  book: Pick<SchemaBook, 'schemas'>,
): JsonObject {
  const id = { [name]: { type } };
  if (sent === undefined) return { type: 'object', properties: id, required: [name] };
  const schema: Json = book.schemas.get(sent) ?? true;
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  if (!isObject(schema) || properties === undefined || !isObject(properties))
    return { allOf: [{ $ref: `${sent}.json` }], properties: id, required: [name] };
  const required = own(schema, 'required');
  const others = Array.isArray(required) ? (required as readonly Json[]) : [];
  const { maxProperties: _, ...open } = schema;
  return { ...open, properties: { ...id, ...properties }, required: [name, ...others] };
}
