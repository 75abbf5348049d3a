// Where the item or the list stands in a body, by the schema of the body. Knows no paths.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { lettersOf } from '../../base/names.ts';
import { remember } from '../../base/remember.ts';
import { isOutcomeName } from '../../schema/sample/outcome-members.ts';
import { requiredIn, type SchemaName, type Schemas } from '../../schema/schema.ts';

/** An item: an object with members. */
export interface ItemShape {
  /** The schema of the whole body, and the steps to the item. */
  readonly schema: SchemaName;
  readonly at: readonly string[];
  /** The schema of the item itself, if it has a name. */
  readonly name: SchemaName | null;
  readonly members: ReadonlyMap<string, JsonObject>;
}

/** A list of items; `element` has the members of one. */
export interface ListShape {
  readonly schema: SchemaName;
  readonly at: readonly string[];
  readonly element: Pick<ItemShape, 'name' | 'members'>;
  /** Whether its elements are no items, but their ids. */
  readonly isOfNames?: true;
  /** Whether it is an object of items by their ids. */
  readonly isKeyed?: true;
}

/** Names of members that hold an item or a list, whatever the interface is about. */
const HOLDERS = new Set(
  'data item items result results resource resources entry entries value values payload response object record records list rows content body elements hits collection'.split(
    ' ',
  ),
);

/** Names of members that hold nothing but words about the answer. */
const META =
  /^(?:_?links?|_?meta(?:data)?|pagination|paging|pager|pageable|pages|page(?:_?(?:info|num(?:ber)?|no|index|size|count))?|current_?page|last_?page|num_?pages|success|ok|status(?:_?code)?|code|message|messages|msg|ret_?code|ret_?msg|(?:err(?:or)?|result|status|response)_?(?:code|msg|message|text)|errors?|problems?|warnings?|jsonapi|included|_included|request_?id|trace_?id|version|object|kind|type|api_?version|timestamp|total\w*|count|next\w*|prev\w*|has_?(?:more|next)|cursor\w*|limit|offset|per_?page|url|self|first|last|size|etag)$/i;

/** Those of them that no item has. */
const AROUND =
  /^(?:_?meta|pagination|paging|page_?info|problems?|success|ok|jsonapi|request_?id|trace_?id)$/i;

/** Members that hold what an answer is about, and nothing else. */
const CONTENTS = /^(?:data|results?|payload|response|body|content)$/i;

/** Members that say more of how it went, where one of those above is there. */
const MORE_OF_OUTCOME =
  /^(?:info|details?|description|desc|reason|hint|path|time|date|date_?time|duration|took|(?:correlation|span|session)_?id|method|instance|title|locale|lang|server_?time|debug|notices?|extra|validations?|valid|is_?(?:error|valid)|failed|has_?errors?)$/i;

/**
 * Whether some members say how a request went, and nothing of what it was about: what has such members
 * beside its contents is an envelope.
 */
function tellOutcome(names: readonly string[]): boolean {
  return (
    names.some(isOutcomeName) &&
    names.every((name) => isOutcomeName(name) || META.test(name) || MORE_OF_OUTCOME.test(name))
  );
}

/**
 * Returns the member that holds the contents of an envelope, if `isOpen` of it and the others say no
 * more than how a request went; `null` if a body is no such envelope.
 */
export function openContents(
  schemas: Schemas,
  schema: SchemaName,
  isOpen: (member: JsonObject) => boolean,
): string | null {
  const members = [...schemas.membersOf(schema)];
  const [holder, second] = members.filter(([name]) => CONTENTS.test(name));
  if (holder === undefined || second !== undefined || !isOpen(holder[1])) return null;
  const others = members.flatMap(([name]) => (name === holder[0] ? [] : [name]));
  return tellOutcome(others) ? holder[0] : null;
}

/** Finds the item in a body, at most two steps below it; `null` if there is none. */
export function itemIn(
  schemas: Schemas,
  schema: SchemaName,
  words: readonly string[],
): ItemShape | null {
  return itemsOf(schemas)([schema, ...words].join('\n'));
}

/** The items by schema and words: an operation is looked at for several reasons. */
const itemsOf = remember((schemas: Schemas) => {
  return remember((key: string): ItemShape | null => {
    const [schema = '', ...words] = key.split('\n');
    return findItem(schemas, schema, words);
  });
}, new WeakMap<Schemas, (key: string) => ItemShape | null>());

function findItem(
  schemas: Schemas,
  schema: SchemaName,
  words: readonly string[],
): ItemShape | null {
  const members = schemas.membersOf(schema);
  if (members.size === 0) return null;
  const first = wrapperIn(schemas, schema, [], members, words);
  const below = first === null ? null : propertiesOf(schemas, schemas.memberAt(schema, [first]));
  // `{data: {account: {...}}}`: what holds anything holds the item under its own name.
  const isHolder = first !== null && HOLDERS.has(first.toLowerCase());
  const second =
    below === null || first === null || !isHolder
      ? null
      : wrapperIn(schemas, schema, [first], below, words);
  // `{data: {item: {...}}}`: what a holder holds alone may be a holder, too.
  const isNamed =
    second !== null &&
    (words.includes(lettersOf(second)) || (HOLDERS.has(second.toLowerCase()) && below?.size === 1));
  const at = [...(first === null ? [] : [first]), ...(isNamed ? [second] : [])];
  return {
    schema,
    at,
    name: at.length === 0 ? schema : (schemas.fileAt(schema, at) ?? null),
    members: at.length === 0 ? members : propertiesOf(schemas, schemas.memberAt(schema, at)),
  };
}

/** The member that holds the item, if the others say nothing of it; `null` if none does. */
function wrapperIn(
  schemas: Schemas,
  schema: SchemaName,
  at: readonly string[],
  members: ReadonlyMap<string, JsonObject>,
  words: readonly string[],
): string | null {
  const inside = (isMeant: (name: string) => boolean): readonly string[] =>
    [...members].flatMap(([name, member]) =>
      isMeant(name) && holdsObject(schemas, schema, [...at, name], member) ? [name] : [],
    );
  const usual = inside(
    (name) => words.includes(lettersOf(name)) || HOLDERS.has(name.toLowerCase()),
  );
  // `{status, success: {...}}`: what says that a request went well may be what it is about.
  const named = usual.length > 0 ? usual : inside((name) => /^success$/i.test(name));
  // What a body has alone is what it is about, whatever its name; so is what it has beside pages.
  const names = [...members.keys()];
  const hasAround =
    names.some((name) => AROUND.test(name)) ||
    (names.some((name) => /^errors?$/i.test(name)) && members.size === 2);
  const isAbout = named.length === 0 && (hasAround || members.size === 1);
  const [only, second] = isAbout ? inside((name) => !hasAround || !META.test(name)) : named;
  if (only === undefined || second !== undefined) return null;
  const others = [...members.keys()].filter((name) => name !== only);
  if (others.some((name) => /^_?id$/i.test(name))) return null;
  if (others.every((name) => META.test(name) || holdsNothing(members.get(name)))) return only;
  if (CONTENTS.test(only) && tellOutcome(others)) return only;
  if (at.length === 0 && HOLDERS.has(only.toLowerCase()) && others.length > 0) {
    const uses = envelopesOf(schemas).get(signOfEnvelope(only, others));
    if (uses !== undefined && uses >= USES_OF_ENVELOPE) return only;
  }
  // `{account: {id, ...}, server_knowledge: 7}`: what has the name and an id is the item.
  const item = propertiesOf(schemas, schemas.memberAt(schema, [...at, only]));
  const isItem =
    words.includes(lettersOf(only)) && [...item.keys()].some((name) => /^_?id$/i.test(name));
  return isItem && others.length <= BESIDE_MAX && others.every((name) => !item.has(name))
    ? only
    : null;
}

/** Different things that stand in one and the same envelope. */
const USES_OF_ENVELOPE = 3;

function signOfEnvelope(holder: string, others: readonly string[]): string {
  return `${holder} ${others.toSorted().join(' ')}`;
}

/** How many different things documents have in an envelope: in one member beside the same others. */
const envelopesOf = remember((schemas: Schemas): ReadonlyMap<string, number> => {
  const found = new Map<string, Set<string>>();
  for (const name of schemas.names()) {
    const members = schemas.membersOf(name);
    const [holder, second] = [...members.keys()].filter((one) => HOLDERS.has(one.toLowerCase()));
    if (holder === undefined || second !== undefined || members.size > MEMBERS_OF_ENVELOPE)
      continue;
    const others = [...members.keys()].filter((one) => one !== holder);
    const sign = signOfEnvelope(holder, others);
    const uses = found.get(sign) ?? new Set();
    found.set(
      sign,
      uses.add(schemas.fileAt(name, [holder]) ?? JSON.stringify(members.get(holder))),
    );
  }
  return new Map([...found].map(([sign, uses]) => [sign, uses.size]));
}, new WeakMap<Schemas, ReadonlyMap<string, number>>());

const MEMBERS_OF_ENVELOPE = 10;

/** Members beside an item that its own name tells from the body. */
const BESIDE_MAX = 2;

/** Finds the list in a body, at most two steps below it; `null` if there is none. */
export function listIn(
  schemas: Schemas,
  schema: SchemaName,
  words: readonly string[],
): ListShape | null {
  return listAt(schemas, schema, [], words);
}

/** Returns the members of an item that are lists of objects, with what their elements are. */
export function listsInside(
  schemas: Schemas,
  { schema, at }: Pick<ItemShape, 'schema' | 'at'>,
): Place['lists'] {
  return placesOf(schemas)(schema, at).lists;
}

/** Returns the members of an item that are objects, also if they may be null, with what they are. */
export function objectsInside(
  schemas: Schemas,
  { schema, at }: Pick<ItemShape, 'schema' | 'at'>,
): Place['lists'] {
  const here = at.length === 0 ? schemas.partsByName(schema) : [schemas.memberAt(schema, at) ?? {}];
  const all = here.flatMap((part) => Object.entries((own(part, 'properties') ?? {}) as JsonObject));
  return all.flatMap(([member, given]) => {
    const parts = schemas.partsOf(given).flatMap((part) => {
      const branches = own(part, 'anyOf') ?? own(part, 'oneOf');
      const [only, second] = (Array.isArray(branches) ? (branches as readonly Json[]) : []).filter(
        (one) => !(isObject(one) && own(one, 'type') === 'null'),
      );
      return [part, ...schemas.partsOf(second === undefined ? only : undefined)];
    });
    const ref = parts.map((part) => own(part, '$ref')).find((one) => typeof one === 'string');
    const name = ref === undefined ? null : String(ref).replace(/\.json$/, '');
    const members = new Map(parts.flatMap((part) => [...propertiesOf(schemas, part)]));
    return members.size === 0 || parts.some(isList) ? [] : [[member, { name, members }] as const];
  });
}

/** Finds the only list in a body whose elements are like an item; `null` if there is none, or several. */
export function listOfLike(
  schemas: Schemas,
  schema: SchemaName,
  item: Pick<ItemShape, 'name' | 'members'>,
): ListShape | null {
  const lists = placesOf(schemas)(schema, []).members.flatMap(([name, member]) => {
    const element = elementOf(schemas, member, 'several');
    return element !== null && isLike(element, item) ? [{ name, element }] : [];
  });
  const [only, second] = lists;
  return only === undefined || second !== undefined
    ? null
    : { schema, at: [only.name], element: only.element };
}

/**
 * Finds the list in a body whose elements may be anything, or any objects, as generators write lists
 * of any type; `null` if there is none.
 */
export function listOfAny(
  schemas: Schemas,
  schema: SchemaName,
  words: readonly string[],
): ListShape | null {
  return listWhere({ schemas, schema, words }, (part) =>
    Object.entries(part).every(
      ([keyword, value]) => SAYS_NOTHING.has(keyword) && (keyword !== 'type' || value === 'object'),
    ),
  );
}

/** Finds the list of texts or whole numbers in a body; `null` if there is none, or several. */
export function listOfNames(
  schemas: Schemas,
  schema: SchemaName,
  words: readonly string[],
): ListShape | null {
  const isName = (part: JsonObject): boolean =>
    isOfType(part, 'string') === true || isOfType(part, 'integer') === true;
  const found = listWhere({ schemas, schema, words }, isName);
  return found === null ? null : { ...found, isOfNames: true };
}

/**
 * Finds the object of items by their ids: the body, or a member that holds it by its name. `any`: also
 * one of objects of which nothing is said. `null` if there is none.
 */
export function keyedList(
  schemas: Schemas,
  schema: SchemaName,
  { item, any }: { readonly item: Pick<ItemShape, 'name' | 'members'>; readonly any: boolean },
): ListShape | null {
  const isOfItems = (member: JsonObject): boolean => {
    const values = own(member, 'additionalProperties') ?? null;
    if (!isObject(values) || isOfType(member, 'object') !== true) return false;
    if (propertiesOf(schemas, member).size > 0) return false;
    const parts = schemas.partsOf(values);
    const isAny = parts.every((part) => own(part, 'type') === 'object' && saysNoMore(part));
    if (isAny) return any;
    const held = membersIn(schemas, values);
    const isAlike = held.size > 1 && [...item.members.keys()].every((one) => held.has(one));
    return own(values, '$ref') === `${item.name}.json` || isAlike;
  };
  const { name, members } = item;
  const list = { schema, element: { name, members }, isKeyed: true } as const;
  if (isOfItems(schemas.memberAt(schema, []) ?? {})) return { ...list, at: [] };
  const [only, ...others] = placesOf(schemas)(schema, []).members.filter(
    ([held, member]) => HOLDERS.has(held.toLowerCase()) && isOfItems(member),
  );
  return only === undefined || others.length > 0 ? null : { ...list, at: [only[0]] };
}

function saysNoMore(part: JsonObject): boolean {
  return Object.keys(part).every((keyword) => SAYS_NOTHING.has(keyword));
}

/** Finds the list whose elements are as wanted: the body, or a member that holds it by its name. */
function listWhere(
  { schemas, schema, words }: { schemas: Schemas; schema: SchemaName; words: readonly string[] },
  isWanted: (part: JsonObject) => boolean,
): ListShape | null {
  const is = (member: JsonObject): boolean =>
    isList(member) && schemas.partsOf(own(member, 'items')).every(isWanted);
  const element = { name: null, members: new Map<string, JsonObject>() };
  if (is(schemas.memberAt(schema, []) ?? {})) return { schema, at: [], element };
  const [only, ...others] = placesOf(schemas)(schema, []).members.filter(
    ([name, member]) =>
      is(member) && (HOLDERS.has(name.toLowerCase()) || words.includes(lettersOf(name))),
  );
  return only === undefined || others.length > 0 ? null : { schema, at: [only[0]], element };
}

const SAYS_NOTHING = new Set(['type', 'title', 'description', 'deprecated', 'examples', 'xml']);

/** What can be said of a place in a schema without the words of a resource. */
interface Place {
  /** What its elements are, if it is a list of objects. */
  readonly element: ListShape['element'] | null;
  readonly isList: boolean;
  readonly members: readonly (readonly [name: string, member: JsonObject])[];
  /** The members that are lists of objects, with their elements. */
  readonly lists: readonly (readonly [name: string, element: ListShape['element']])[];
}

/** The places of schemas by pointer: each GET of a document is compared with each resource. */
const placesOf = remember((schemas: Schemas) => {
  const placeAt = remember((key: string): Place => {
    const [schema = '', ...at] = key.split('\n');
    const here = schemas.memberAt(schema, at) ?? {};
    const members = [...propertiesOf(schemas, here)];
    return {
      element: elementOf(schemas, here),
      isList: isList(here),
      members,
      lists: members.flatMap(([name, member]) => {
        // Where several parts say what a member is, all of them count.
        const whole = isList(member) ? schemas.memberAt(schema, [...at, name]) : undefined;
        const element = elementOf(schemas, whole ?? member);
        return element === null ? [] : [[name, element] as const];
      }),
    };
  });
  return (schema: SchemaName, at: readonly string[]) => placeAt([schema, ...at].join('\n'));
}, new WeakMap<Schemas, (schema: SchemaName, at: readonly string[]) => Place>());

function listAt(
  schemas: Schemas,
  schema: SchemaName,
  at: readonly string[],
  words: readonly string[],
): ListShape | null {
  const here = placesOf(schemas)(schema, at);
  if (here.element !== null) return { schema, at, element: here.element };
  if (here.isList) return null;
  const { members, lists } = here;
  const isOwn = (name: string): boolean =>
    [name, name.replace(/s$/, '')].some((one) => words.includes(lettersOf(one)));
  const called = lists.filter(([, { name }]) => words.includes(thingCalled(name ?? '')));
  const isHolder = (name: string): boolean => HOLDERS.has(name.toLowerCase());
  const others = (name: string): readonly string[] =>
    members.map(([one]) => one).filter((one) => one !== name);
  const isThing = (name: string): boolean =>
    /^(?:object|kind|type|version)$/i.test(name) &&
    holdsObject(schemas, schema, [...at, name], schemas.memberAt(schema, [...at, name]) ?? {});
  const byName =
    lists.find(([name]) => isOwn(name)) ??
    lists.find(([name]) => isHolder(name) && !others(name).some((one) => /^_?id$/i.test(one))) ??
    (called.length === 1 ? called[0] : undefined);
  const about = lists.filter(([name]) => lists.length === 1 || !META.test(name));
  const [single] = about;
  const isOnly =
    about.length === 1 &&
    others(single?.[0] ?? '').every((name) => META.test(name) && !isThing(name));
  const found = byName ?? (isOnly ? single : undefined);
  if (found !== undefined) return { schema, at: [...at, found[0]], element: found[1] };
  if (at.length > 0) return null;
  // An item has its name in the singular.
  const [plural, ...singular] = words;
  const deeper = members.filter(
    ([name, member]) =>
      !isList(member) &&
      (/^(?:_embedded|data|result|response|payload|body)$/i.test(name) ||
        (singular.length > 0 && lettersOf(name) === plural)),
  );
  for (const [name] of deeper) {
    const inside = listAt(schemas, schema, [name], words);
    if (inside !== null && inside.at.length > 1) return inside;
  }
  return null;
}

/** What a schema is called, in letters, without what generators add: `TodoListDto`. */
export function thingCalled(name: string): string {
  const [, thing = ''] = /([^.]*)$/.exec(name) ?? [];
  return lettersOf(
    thing.replace(
      /(?<=[a-z\d])(?:D[Tt][Oo]|V[Mm]|(?:View)?Model|Response|Brief|Out|Read|View)$/,
      '',
    ),
  );
}

/** Whether other things than pages stand beside a list: another list of things, an item, or the id of one. */
export function hasThingsBeside(
  schemas: Schemas,
  { schema, at }: ListShape,
  isItem: (one: Pick<ItemShape, 'name'>) => boolean,
): boolean {
  const [last] = at.slice(-1);
  if (last === undefined) return false;
  const above = at.slice(0, -1);
  const { members, lists } = placesOf(schemas)(schema, above);
  const isOther = (name: string): boolean => name !== last && !META.test(name);
  const hasId = (element: ListShape['element']): boolean =>
    [...element.members.keys()].some((name) => /^_?u?u?id$/i.test(name));
  return (
    lists.some(([name, element]) => isOther(name) && (isItem(element) || hasId(element))) ||
    members.some(
      ([name]) =>
        /^_?u?u?id$/i.test(name) ||
        (isOther(name) && isItem({ name: schemas.fileAt(schema, [...above, name]) ?? null })),
    )
  );
}

/** Returns what the elements of an array are, if they are objects. */
function elementOf(
  schemas: Schemas,
  schema: JsonObject,
  kinds: 'one' | 'several' = 'one',
): ListShape['element'] | null {
  if (!isList(schema)) return null;
  const items = own(schema, 'items');
  if (!isObject(items)) return null;
  const ref = own(items, '$ref');
  const name = typeof ref === 'string' ? ref.replace(/\.json$/, '') : null;
  const plain = membersIn(schemas, items);
  const members = kinds === 'several' && plain.size === 0 ? membersOfKinds(schemas, items) : plain;
  return members.size === 0 ? null : { name, members };
}

/** The members of things that are of one of several kinds. */
function membersOfKinds(schemas: Schemas, schema: JsonObject): ReadonlyMap<string, JsonObject> {
  const kinds = schemas
    .partsOf(schema)
    .flatMap((part) => own(part, 'anyOf') ?? own(part, 'oneOf') ?? []) as readonly Json[];
  return new Map(kinds.filter(isObject).flatMap((kind) => [...membersIn(schemas, kind)]));
}

function isList(schema: JsonObject): boolean {
  return isOfType(schema, 'array') ?? own(schema, 'items') !== undefined;
}

/** Whether all values of a schema but null have a type; `undefined` if it names none. */
export function isOfType(schema: JsonObject, wanted: string): boolean | undefined {
  const type = own(schema, 'type');
  if (type === undefined) return undefined;
  return [type].flat().every((one) => one === wanted || one === 'null');
}

function holdsObject(
  schemas: Schemas,
  schema: SchemaName,
  at: readonly string[],
  member: JsonObject,
): boolean {
  if (isOfType(member, 'object') === false) return false;
  return propertiesOf(schemas, schemas.memberAt(schema, at)).size > 0;
}

function holdsNothing(member: JsonObject | undefined): boolean {
  return member === undefined || own(member, 'type') === 'null';
}

function membersIn(schemas: Schemas, schema: JsonObject): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const part of schemas.partsOf(schema))
    for (const [name, member] of propertiesOf(schemas, part)) found.set(name, member);
  return found;
}

function propertiesOf(
  schemas: Schemas,
  schema: JsonObject | undefined,
): ReadonlyMap<string, JsonObject> {
  const properties = schema === undefined ? undefined : own(schema, 'properties');
  const entries = isObject(properties) ? Object.entries(properties) : [];
  return new Map(entries.map(([name, member]) => [name, merged(schemas, member)] as const));
}

function merged(schemas: Schemas, member: Json): JsonObject {
  const parts = schemas.partsOf(member);
  return parts.length === 1 ? (parts[0] as JsonObject) : Object.assign({}, ...parts.toReversed());
}

/**
 * Whether two things are of one kind: they have one schema, or most members in common; if the id is
 * among them, half of the members.
 */
export function isLike(
  one: Pick<ItemShape, 'name' | 'members'>,
  other: Pick<ItemShape, 'name' | 'members'>,
  id: string | null = null,
): boolean {
  if (one.name !== null && one.name === other.name) return true;
  const common = [...one.members.keys()].filter((name) => other.members.has(name));
  const smaller = Math.min(one.members.size, other.members.size);
  const least = smaller * (id !== null && common.includes(id) ? 0.5 : LIKENESS);
  return common.length >= 2 ? common.length >= least : common.length === 1 && smaller === 1;
}

const LIKENESS = 0.6;

/** Whether a thing says that a request was done, and nothing of an item: `{data: true}`. */
export function isReceipt({ members }: Pick<ItemShape, 'members'>): boolean {
  return [...members].every(
    ([name, member]) => META.test(name) || own(member, 'type') === 'boolean',
  );
}

/**
 * Returns a member whose values in the elements of a list and in an item have nothing in common:
 * `type: "user"` and `"link"`; or an object that all elements have, and a list.
 */
export function contraryMember(
  schemas: Schemas,
  { schema, at, element }: ListShape,
  item: Pick<ItemShape, 'members'>,
): string | null {
  const required = requiredIn(schemas.partsOf(own(schemas.memberAt(schema, at) ?? {}, 'items')));
  const found = [...element.members].find(([name, member]) => {
    const there = item.members.get(name) ?? {};
    const isTyped = required.includes(name) && isApart(typesIn(member), typesIn(there));
    return isTyped || isApart(optionsOf(member), optionsOf(there));
  });
  return found?.[0] ?? null;
}

/** Whether there are two lists, and nothing is in both. */
function isApart(some: readonly Json[], others: readonly Json[]): boolean {
  return some.length > 0 && others.length > 0 && !some.some((one) => others.includes(one));
}

/** The types that a schema names, without null; an integer is a number. */
function typesIn(schema: JsonObject): readonly Json[] {
  const types = [own(schema, 'type') ?? []].flat() as readonly Json[];
  return types.filter((one) => one !== 'null').map((one) => (one === 'integer' ? 'number' : one));
}

function optionsOf(member: JsonObject | undefined): readonly Json[] {
  const options = own(member ?? {}, 'enum') ?? [own(member ?? {}, 'const') ?? null];
  return Array.isArray(options) ? options.filter((one: Json) => one !== null) : [];
}
