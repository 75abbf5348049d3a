// Documents that say what operations are for by their paths and methods alone: `GET /players` answers
// "200: OK", and nothing tells with what. Where a whole collection is described like that, the answers
// that anybody would expect are assumed: the items as they were sent, with an id.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { isParameter } from './api-paths.ts';
import { identify } from './identify.ts';
import type { MediaBody } from './media.ts';
import type { ApiAnswer, ApiOperation } from './operations.ts';
import { successOf } from './outcomes.ts';
import type { Notes } from './places.ts';
import { singularOf, wordsOf } from './recognition/resource.ts';
import type { SchemaBook } from './schemas/schema-book.ts';
import { isReceipt, itemIn, lettersOf, listIn } from './shapes.ts';
import { atUsualPlaces } from './usual-places.ts';

export interface AssumedSources {
  readonly book: SchemaBook;
  /** Those of the book. */
  readonly schemas: Schemas;
  readonly notes: Notes;
}

/** Returns the operations, those of collections without any answer as if the usual ones were there. */
export function withAssumedAnswers(
  operations: readonly ApiOperation[],
  sources: AssumedSources,
): readonly ApiOperation[] {
  const assumed = new Map<ApiOperation, ApiOperation>();
  let anyObject: SchemaName | null = null;
  const openBody = (): SchemaName =>
    (anyObject ??= sources.book.add('any.object', { type: 'object' }));
  for (const collection of collectionsOf(operations)) {
    const { at, ofItem } = collection;
    const [get, read] = [at.get('GET'), ofItem.get('GET')];
    const writes = [at.get('POST'), ofItem.get('PUT'), ofItem.get('PATCH')].filter(
      (one) => one !== undefined,
    );
    const reads = [get, read].filter((one) => one !== undefined);
    const silent = reads.filter((one) => !says(one, sources));
    if (silent.length === 0 || silent.length < reads.length) continue;
    const isWhole = writes.every((one) => !says(one, sources));
    const item = isWhole ? itemSent(collection, sources) : itemAnswered(collection, sources);
    if (item === null) continue;
    if (get !== undefined) assumed.set(get, answering(get, listFor(get, item, sources)));
    if (read !== undefined) assumed.set(read, answering(read, item));
    for (const one of writes) if (isWhole) assumed.set(one, taking(answering(one, item), openBody));
    const [first] = silent;
    if (first !== undefined) sources.notes.add(first.place, ASSUMED);
  }
  for (const single of singlesOf(operations, sources)) {
    const { item, all, read } = single;
    for (const one of all) assumed.set(one, answering(one, item));
    sources.notes.add(read.place, ASSUMED);
  }
  for (const { read, item } of readsBesideLists(operations, sources, assumed))
    assumed.set(read, answering(read, item));
  return operations.map((one) => assumed.get(one) ?? one);
}

/** Single items that are read, written and removed at one path, and of which no answer is described. */
function singlesOf(operations: readonly ApiOperation[], sources: AssumedSources) {
  const byPath = Map.groupBy(operations, ({ path }) => path.text);
  return [...byPath].flatMap(([text, at]) => {
    const named = (method: string): ApiOperation | undefined =>
      at.find((one) => one.method === method);
    const [read, write, remove] = [named('GET'), named('PUT') ?? named('POST'), named('DELETE')];
    if (read === undefined || write === undefined || remove === undefined) return [];
    const hasItems = [...byPath.keys()].some(
      (other) => /^\/\{[^{}/]*\}$/.test(other.slice(text.length)) && other.startsWith(text),
    );
    const item = write.body?.schema ?? null;
    const isKnown = item !== null && sources.schemas.membersOf(item).size > 0;
    const isAt = !isParameter(read.path.segments.at(-1)) && !hasItems;
    const isSilent = !says(read, sources) && !says(write, sources);
    return isAt && isKnown && isSilent ? [{ item, all: [read, write], read }] : [];
  });
}

/** Reads that say nothing of an item whose schema the list beside them has. */
function readsBesideLists(
  operations: readonly ApiOperation[],
  sources: AssumedSources,
  assumed: ReadonlyMap<ApiOperation, ApiOperation>,
) {
  const gets = new Map(
    operations.flatMap((one) =>
      one.method === 'GET' ? [[signOf(one.path.segments), one] as const] : [],
    ),
  );
  return [...gets.values()].flatMap((read) => {
    const { segments } = read.path;
    if (!isParameter(segments.at(-1)) || says(read, sources) || assumed.has(read)) return [];
    const list = gets.get(signOf(segments.slice(0, -1)));
    const body = list === undefined ? null : successOf(list, 200).body;
    if (body?.format !== 'json' || body.schema === null) return [];
    const words = wordsOf(segments.slice(0, -1));
    const item = listIn(sources.schemas, body.schema, words)?.element.name ?? null;
    return item === null ? [] : [{ read, item }];
  });
}

/** A path whatever the names of its parameters are. */
function signOf(segments: readonly string[]): string {
  return segments.map((one) => (isParameter(one) ? '{}' : one)).join('/');
}

const ASSUMED =
  'no answer of this collection has a schema: the mock answers its items as they were sent, with an id; "verify" does not expect that';

/** The list of a collection: an array, or in an object if the document says that it is one. */
function listFor(get: ApiOperation, item: SchemaName, { book }: AssumedSources): SchemaName {
  const list = book.add(`${item}.list`, { type: 'array', items: { $ref: `${item}.json` } });
  if ((successOf(get, 200).body?.schema ?? null) === null) return list;
  const items = { $ref: `${list}.json` };
  return book.add(`${item}.page`, {
    type: 'object',
    required: ['items'],
    properties: { items, total: { type: 'integer' } },
  });
}

/** The operations at the path of a collection and at that of its items, by method. */
interface Collection {
  readonly segments: readonly string[];
  readonly at: ReadonlyMap<string, ApiOperation>;
  readonly ofItem: ReadonlyMap<string, ApiOperation>;
}

const NO_ITEM: Collection['ofItem'] = new Map();

/** What has a name in the plural lists what is created there, even if nothing is at its items. */
function isPlural(segment: string): boolean {
  return singularOf(lettersOf(segment)) !== lettersOf(segment);
}

/** Returns the collections that are read and written. */
function collectionsOf(operations: readonly ApiOperation[]): readonly Collection[] {
  const byPath = new Map<string, Map<string, ApiOperation>>();
  const segmentsOf = new Map<string, readonly string[]>();
  for (const [index, { method, path }] of atUsualPlaces(operations).entries()) {
    const key = signOf(path.segments);
    segmentsOf.set(key, path.segments);
    const known = byPath.get(key) ?? new Map<string, ApiOperation>();
    byPath.set(key, known.set(method, operations[index] as ApiOperation));
  }
  return [...byPath].flatMap(([key, at]): readonly Collection[] => {
    const segments = segmentsOf.get(key) ?? [];
    const ofItem = byPath.get(`${key}/{}`);
    const isWritten =
      at.has('POST') || ofItem?.has('PUT') === true || ofItem?.has('PATCH') === true;
    const isNamed = segments.length > 0 && !isParameter(segments.at(-1));
    const isRead = at.has('GET') || ofItem?.has('GET') === true;
    const isPair = at.has('GET') && at.has('POST') && isPlural(segments.at(-1) ?? '');
    return (ofItem !== undefined || isPair) && isNamed && isWritten && isRead
      ? [{ segments, at, ofItem: ofItem ?? NO_ITEM }]
      : [];
  });
}

/**
 * Whether the document says what an operation answers: a member, a list, or that there is no body. An
 * object of which nothing is said may be anything.
 */
function says(operation: ApiOperation, { schemas }: AssumedSources): boolean {
  const { status, body } = successOf(operation, 200);
  if (body === null) return operation.method === 'GET' && (status === 204 || status === 205);
  if (body.format !== 'json' || body.examples.length > 0) return true;
  // JSON of which nothing is said may be anything.
  if (body.schema === null) return false;
  return !schemas
    .partsByName(body.schema)
    .every((part) => Object.entries(part).every(([keyword, value]) => isSilent(keyword, value)));
}

function isSilent(keyword: string, value: Json): boolean {
  return keyword === 'type' ? value === 'object' : SILENT.has(keyword);
}

const SILENT = new Set(['title', 'description', 'deprecated', 'examples', '$id']);

/** The item that a write answers; `null` if none does. */
function itemAnswered(
  { segments, at, ofItem }: Collection,
  { schemas }: AssumedSources,
): SchemaName | null {
  const words = wordsOf(segments);
  for (const one of [at.get('POST'), ofItem.get('PUT'), ofItem.get('PATCH')]) {
    const body = one === undefined ? null : successOf(one, 200).body;
    if (body?.format !== 'json' || body.schema === null) continue;
    const item = itemIn(schemas, body.schema, words);
    if (item !== null && item.at.length === 0 && !isReceipt(item)) return body.schema;
  }
  return null;
}

/** The item: what its writes take, with an id if they take none; `null` if they take nothing. */
function itemSent(collection: Collection, { book, schemas }: AssumedSources): SchemaName | null {
  const { segments, at, ofItem } = collection;
  const words = wordsOf(segments);
  const sent = [at.get('POST'), ofItem.get('PUT'), ofItem.get('PATCH')].flatMap(
    (one) => one?.body?.schema ?? [],
  )[0];
  const isEmpty = sent === undefined || schemas.membersOf(sent).size === 0;
  // Without a list, nothing shows what a write of anything would have made.
  if (isEmpty && (!at.has('GET') || ofItem.size === 0)) return null;
  const members = sent === undefined ? new Map<string, JsonObject>() : schemas.membersOf(sent);
  const [one] = ofItem.values();
  const parameter = one?.path.lastParameter ?? null;
  const schema =
    one?.parameters.find(({ name, in: where }) => where === 'path' && name === parameter)?.schema ??
    {};
  const { member, isGuess } = identify({ members, parameter, schema, words, isCalled: true });
  if (sent !== undefined && member !== null && !isGuess) return sent;
  const type = own(schema, 'type');
  const id = { type: type === 'integer' || type === 'number' ? 'integer' : 'string' };
  return book.add(words.at(-1) ?? 'item', withId(sent, id, book));
}

/** What is sent, with an id. A schema that is closed has its members beside the id. */
function withId(sent: SchemaName | undefined, id: JsonObject, book: SchemaBook): JsonObject {
  if (sent === undefined) return { type: 'object', properties: { id }, required: ['id'] };
  const schema: Json = book.schemas.get(sent) ?? true;
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  if (!isObject(schema) || properties === undefined || !isObject(properties))
    return { allOf: [{ $ref: `${sent}.json` }], properties: { id }, required: ['id'] };
  const required = own(schema, 'required');
  const others = Array.isArray(required) ? (required as readonly Json[]) : [];
  const { maxProperties: _, ...open } = schema;
  return { ...open, properties: { id, ...properties }, required: ['id', ...others] };
}

/** The operation with a body in its successes that may have one. */
function answering(operation: ApiOperation, schema: SchemaName): ApiOperation {
  const { answers } = operation;
  const isOpen = ({ status }: ApiAnswer): boolean => /^2(?:0[^45]|[1-9]\d|XX)$/i.test(status);
  const hasSuccess = answers.some(({ status }) => /^2/.test(status));
  const body = jsonBody(schema);
  const isSuccess = (answer: ApiAnswer): boolean =>
    hasSuccess ? isOpen(answer) : answer.status === 'default';
  const filled = answers.map((answer) => (isSuccess(answer) ? { ...answer, body } : answer));
  const hasAny = hasSuccess || answers.some(({ status }) => status === 'default');
  const all = hasAny ? filled : [...filled, { status: 'default', body }];
  return { ...operation, answers: all, assumed: 'answer' };
}

/** The operation with a body of any members, if the document names none of a write. */
function taking(operation: ApiOperation, openBody: () => SchemaName): ApiOperation {
  if (operation.method === 'GET' || operation.body !== null) return operation;
  return { ...operation, body: jsonBody(openBody()), assumed: 'answer-and-body' };
}

function jsonBody(schema: SchemaName): MediaBody {
  const mediaType = 'application/json';
  return { mediaType, mediaTypes: [mediaType], files: [], format: 'json', schema, examples: [] };
}
