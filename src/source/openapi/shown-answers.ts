// What a service answered where a document says nothing of an answer: the lists and items in it. Asks
// no service, and concludes no more than where they are and which members they have.

import { isNumber, isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { lettersOf } from '../../base/names.ts';
import type { SchemaName } from '../../schema/schema.ts';
import type { ShownAnswers, SilentCollection } from '../source-contracts.ts';
import { type AssumedSources, collectionsOf, says } from './assumed-answers.ts';
import type { ApiOperation } from './operations.ts';
import { jsonBody, successOf, withSuccessBody } from './outcomes.ts';
import { Answers } from './recognition/answers.ts';
import type { CollectionOperations } from './recognition/assumed-things.ts';
import { singularOf, wordsOf } from './recognition/resource.ts';
import { isComputed, namesNoThings } from './recognition/things-listed.ts';
import { itemIn, listIn } from './shapes.ts';

/** Returns the collections to ask for. Lists that nothing reads below or writes are left out. */
export function silentCollections(
  operations: readonly ApiOperation[],
  sources: AssumedSources,
): readonly SilentCollection[] {
  return silentOf(operations, sources).map(({ list, read, isListSilent }) => ({
    list: list.path.text,
    read: read?.path.text ?? null,
    isListSilent,
  }));
}

/** Returns the operations, those that a service answered with what it showed. */
export function withShownAnswers(
  operations: readonly ApiOperation[],
  shown: ShownAnswers,
  sources: AssumedSources,
): readonly ApiOperation[] {
  const filled = new Map<ApiOperation, ApiOperation>();
  const fill = (one: ApiOperation, schema: JsonObject, at: readonly string[]): void => {
    const name = sources.book.add(`${lettersOf(one.path.segments.at(-1) ?? '')}.shown`, schema);
    const place = at.length === 0 ? '' : ` in "${at.join('.')}"`;
    const assumedBecause = `the service answered so${place}`;
    filled.set(one, { ...withSuccessBody(one, jsonBody(name)), assumedBecause, shown: true });
  };
  for (const { list, read, isListSilent, collection } of silentOf(operations, sources)) {
    const body = shown.get(list.path.text)?.body;
    const listed = body === undefined ? null : listShown(body);
    if (isListSilent && listed === null) continue;
    const one = read === null ? undefined : shown.get(read.path.text);
    const at = one?.id === undefined ? null : placeOfItem(one.body, one.id);
    const elements = isListSilent ? (listed?.elements ?? []) : [];
    const item =
      declaredItem(collection, sources) ??
      shownItem(collection, [...elements, ...(at === null ? [] : [at.item])], sources);
    const [name] = listed?.names ?? [];
    const isEmpty = listed?.names.length === 0 && listed.elements.length === 0;
    const element = { $ref: `${item}.json` };
    // An empty list of what clients name may be one of names.
    const inList = isEmpty && !collection.at.has('POST') ? {} : element;
    if (isListSilent && listed !== null && body !== undefined)
      fill(
        list,
        around(listOf(name === undefined ? inList : typeOf(name)), listed.at, body),
        listed.at,
      );
    if (read !== null && at !== null && one !== undefined)
      fill(read, around(element, at.at, one.body), at.at);
  }
  return operations.map((one) => filled.get(one) ?? one);
}

interface SilentOperations {
  readonly collection: CollectionOperations;
  readonly list: ApiOperation;
  readonly read: ApiOperation | null;
  readonly isListSilent: boolean;
}

function silentOf(
  operations: readonly ApiOperation[],
  sources: AssumedSources,
): readonly SilentOperations[] {
  return collectionsOf(operations, new Answers(sources)).flatMap(
    (collection): readonly SilentOperations[] => {
      const { at, ofItem } = collection;
      const [list, get] = [at.get('GET'), ofItem.get('GET')];
      if (list === undefined || (ofItem.size === 0 && !at.has('POST'))) return [];
      if (isComputed(list) || namesNoThings(list)) return [];
      const isListSilent = !says(list, sources);
      const read = get === undefined || says(get, sources) ? null : get;
      return isListSilent || read !== null ? [{ collection, list, read, isListSilent }] : [];
    },
  );
}

/** The item that the document describes in the list or in the read; `null` if it does in neither. */
function declaredItem(
  { segments, at, ofItem }: CollectionOperations,
  sources: AssumedSources,
): SchemaName | null {
  const words = wordsOf(segments);
  const bodyOf = (one: ApiOperation | undefined): SchemaName | null =>
    one === undefined || !says(one, sources) ? null : (successOf(one, 200).body?.schema ?? null);
  const [list, read] = [bodyOf(at.get('GET')), bodyOf(ofItem.get('GET'))];
  const element = list === null ? null : listIn(sources.schemas, list, words)?.element.name;
  return element ?? (read === null ? null : (itemIn(sources.schemas, read, words)?.name ?? null));
}

/** An item with the members that were shown, else with those that are sent, and an id. */
function shownItem(
  { segments, at }: CollectionOperations,
  items: readonly JsonObject[],
  { book, schemas }: AssumedSources,
): SchemaName {
  const sent = schemas.membersOf(at.get('POST')?.body?.schema ?? '').keys();
  const names = new Set(items.length === 0 ? ['id', ...sent] : items.flatMap(Object.keys));
  const properties = [...names].map((name): [string, Json] => {
    const value = items.map((one) => own(one, name)).find((one) => (one ?? null) !== null);
    return [name, IDS.test(name) && value !== undefined ? typeOf(value) : {}];
  });
  const noun = segments.findLast((one) => !one.startsWith('{')) ?? '';
  const name = singularOf(lettersOf(noun)) || 'item';
  return book.add(name, { type: 'object', properties: objectOf(properties) });
}

/** Members whose type tells which of them is the id: others may have any value tomorrow. */
const IDS = /^_?id$|(?:uuid|[a-z_-]id|Id|ID)$/;

function typeOf(value: Json): JsonObject {
  return isNumber(value)
    ? { type: 'integer' }
    : typeof value === 'string'
      ? { type: 'string' }
      : {};
}

/** Wraps a schema in the objects that lead to it, with the members beside it: they may be about pages. */
function around(inner: JsonObject, at: readonly string[], body: Json): JsonObject {
  const [member, ...below] = at;
  if (member === undefined || !isObject(body)) return inner;
  const beside = Object.entries(body).map(([name, value]): [string, Json] =>
    name === member
      ? [name, around(inner, below, value)]
      : [name, isNumber(value) ? typeOf(value) : {}],
  );
  return { type: 'object', required: [member], properties: objectOf(beside) };
}

/** How many members lead to what is asked for, at most: `{data: {items: [...]}}`. */
const DEPTH_MAX = 2;

/** A list in an answer, and where it is: of objects, or of texts and numbers, which may be ids. */
export interface ListShown {
  readonly at: readonly string[];
  readonly elements: readonly JsonObject[];
  readonly names: readonly (string | number | bigint)[];
}

/** The list in an answer: one that has objects before one that has none. */
export function listShown(body: Json): ListShown | null {
  const lists = within(body).flatMap(({ at, value }): readonly ListShown[] => {
    if (!Array.isArray(value)) return [];
    const elements = (value as readonly Json[]).filter(isObject);
    const names = (value as readonly Json[]).filter(isName);
    const isOfOne = elements.length === value.length || names.length === value.length;
    return isOfOne ? [{ at, elements, names }] : [];
  });
  return lists.find(({ elements }) => elements.length > 0) ?? lists[0] ?? null;
}

/** The object in an answer that has an id, and where it is. */
function placeOfItem(
  body: Json,
  id: string,
): { readonly at: readonly string[]; readonly item: JsonObject } | null {
  for (const { at, value } of within(body))
    if (isObject(value) && Object.values(value).some((one) => isOf(one, id)))
      return { at, item: value };
  return null;
}

function isOf(value: Json, id: string): boolean {
  return isName(value) && String(value) === id;
}

function isName(value: Json): value is string | number | bigint {
  return isNumber(value) || typeof value === 'string';
}

const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });

/** A value and those in its members, the nearest first. */
function within(body: Json): readonly { readonly at: readonly string[]; readonly value: Json }[] {
  const found: { readonly at: readonly string[]; readonly value: Json }[] = [
    { at: [], value: body },
  ];
  for (const { at, value } of found)
    if (isObject(value) && at.length < DEPTH_MAX)
      found.push(
        ...Object.entries(value).map(([name, one]) => ({ at: [...at, name], value: one })),
      );
  return found;
}
