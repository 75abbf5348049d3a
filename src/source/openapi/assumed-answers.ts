// Documents that say what operations are for by their paths and methods alone: `GET /players` answers
// "200: OK", and nothing tells with what. Where a whole collection is described like that, the answers
// that anybody would expect are assumed: the items as they were sent, with an id.

import { type Kind, methods } from '../../contract/operation-kinds.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { isParameter } from './api-paths.ts';
import type { ApiOperation } from './operations.ts';
import { jsonBody, successOf, withSuccessBody } from './outcomes.ts';
import type { Notes } from './places.ts';
import { Answers } from './recognition/answers.ts';
import {
  AssumedThings,
  type CollectionOperations,
  writesOf,
} from './recognition/assumed-things.ts';
import { isOfCaller, isOneByWords, saysOwnProfile } from './recognition/callers.ts';
import { wordsOf } from './recognition/resource.ts';
import { is201 } from './recognition/role-rules.ts';
import { silentPlaceOf } from './recognition/silence.ts';
import {
  isComputed,
  isPlural,
  isReadBelow,
  namesNoThings,
  saysList,
  whyListed,
  whyPart,
} from './recognition/things-listed.ts';
import type { Meant } from './recognition/words/meant-roles.ts';
import { groupsByWords } from './recognition/words/rows-by-words.ts';
import { saysCreation } from './recognition/words/verbs.ts';
import type { SchemaBook } from './schemas/schema-book.ts';
import { isReceipt } from './shapes.ts';
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
  const { assumed } = new Assumptions(operations, sources);
  return operations.map((one) => assumed.get(one) ?? one);
}

/** What is assumed of the operations of one document. */
class Assumptions {
  readonly assumed = new Map<ApiOperation, ApiOperation>();
  private readonly sources: AssumedSources;
  readonly things: AssumedThings;
  private anyObject: SchemaName | null = null;

  constructor(operations: readonly ApiOperation[], sources: AssumedSources) {
    this.sources = sources;
    this.things = new AssumedThings(sources, (one) => !says(one, sources));
    const collections = withItemsElsewhere(collectionsOf(operations, new Answers(sources)));
    for (const one of collections)
      if (isWritten(one) || (isMadeAndChanged(one) && !this.isShown(one, collections)))
        this.fillWritten(one);
    const user = () => this.things.named({ segments: ['users'], at: NO_ITEM, ofItem: NO_ITEM });
    for (const { item, all, read } of singlesOf(operations, sources, user)) {
      if (this.assumed.has(read)) continue;
      for (const one of all) this.assumed.set(one, answering(one, item, sources));
      sources.notes.add(read.place, ASSUMED);
    }
    for (const { read, item } of readsBesideLists(operations, sources, this))
      this.assumed.set(read, answering(read, item, sources));
    const listed = new Set(
      collections.flatMap(({ segments, at }) => (at.has('GET') ? [signOf(segments)] : [])),
    );
    for (const one of collections)
      this.fillListed(one, listed, this.wholeOf(one.segments, collections));
    for (const one of collections) this.fillMade(one, operations);
    for (const one of operations) this.fillPart(one, collections);
    for (const one of groupsByWords(operations, sources.schemas)) this.fillMeant(one, collections);
  }

  /** What operations answer of which words alone tell what they are for. */
  private fillMeant(all: readonly Meant[], collections: readonly CollectionOperations[]): void {
    const [first] = all;
    const isMeant = new Set(all.map(({ kind }) => kind)).size > 1 || first?.kind === 'create';
    if (first === undefined || !isMeant || this.isShown(first, collections)) return;
    const of = (kinds: readonly Kind[]) =>
      new Map(
        all.flatMap(({ kind, operation }) =>
          kinds.includes(kind) ? [[methods[kind].method, operation] as const] : [],
        ),
      );
    const { segments } = first;
    const at = of(['list', 'create']);
    const ofItem = of(['read', 'replace', 'update', 'remove']);
    const collection = { segments, at, ofItem };
    const item = this.things.knows(collection)
      ? this.things.named(collection)
      : (this.things.itemOf(collection) ?? this.things.named(collection));
    for (const { kind, operation } of all)
      if (kind !== 'remove' && !this.assumed.has(operation))
        this.fill(
          operation,
          (one) => (kind === 'list' ? listFor(one, item, this.sources) : item),
          'its words tell so',
        );
  }

  private fillWritten(collection: CollectionOperations): void {
    const { at, ofItem } = collection;
    const reads = [at.get('GET'), ofItem.get('GET')].filter((one) => one !== undefined);
    const item = this.things.itemOf(collection);
    const isListed = reads.length === 1 && at.has('GET');
    const shown = reads.length > 0 ? reads : writesOf(collection);
    const isSaid = shown.every((one) => says(one, this.sources));
    if (item === null || (isSaid && !(isListed && this.things.isNameAlone(item)))) return;
    this.fillReads(collection, item);
    for (const one of writesOf(collection)) this.fill(one, () => item);
  }

  /** Whether the document says what a read at another path answers that has the name of a collection. */
  private isShown(
    { segments }: Pick<CollectionOperations, 'segments'>,
    collections: readonly CollectionOperations[],
  ): boolean {
    return collections.some(
      ({ segments: others, at, ofItem }) =>
        others.at(-1) === segments.at(-1) &&
        [at.get('GET'), ofItem.get('GET')].some(
          (one) => one !== undefined && says(one, this.sources),
        ),
    );
  }

  /** Lists that nothing writes. Below another list they only show things that are known. */
  private fillListed(
    collection: CollectionOperations,
    listed: ReadonlySet<string>,
    whole: CollectionOperations | undefined,
  ): void {
    const { segments, at, ofItem } = collection;
    const [get, read] = [at.get('GET'), ofItem.get('GET')];
    if (get === undefined || this.assumed.has(get) || says(get, this.sources)) return;
    if (isComputed(get) || namesNoThings(get) || saysOwnProfile(get)) return;
    const isBelow = listed.has(signOf(segments.slice(0, -1))) && read === undefined;
    if (isBelow && !this.things.knows(collection)) return;
    const why = whyListed(get, { segments, hasItems: read !== undefined });
    const isOpen = read === undefined || this.assumed.has(read) || !says(read, this.sources);
    // `/bookings/by/month` lists some of the bookings.
    const isPart =
      whole !== undefined &&
      !isPlural(segments.at(-1) ?? '') &&
      !segments.slice(whole.segments.length).some(isParameter);
    const item = isOpen
      ? this.things.named(isPart ? whole : collection)
      : this.things.itemOf(collection);
    if (why !== null && item !== null) this.fillReads(collection, item, why);
  }

  /** Lists of some items at a path of their own: `/tasks/user/{id}`, `/notes/search`. */
  private fillPart(get: ApiOperation, collections: readonly CollectionOperations[]): void {
    if (get.method !== 'GET' || this.assumed.has(get) || says(get, this.sources)) return;
    if (namesNoThings(get)) return;
    const whole = this.wholeOf(get.path.segments, collections);
    if (whole === undefined) return;
    const isRead = isReadBelow(get, whole.segments);
    const why = isRead ? null : whyPart(get, whole.segments);
    if (!isRead && why === null) return;
    const item = this.things.named(whole);
    if (why === null) this.fill(get, () => item);
    else if (this.fill(get, (one) => listFor(one, item, this.sources), why))
      this.sources.notes.add(get.place, ASSUMED);
  }

  /** What a creation makes that nothing reads or changes. */
  private fillMade(collection: CollectionOperations, all: readonly ApiOperation[]): void {
    const post = collection.at.get('POST');
    if (post !== undefined && makesAlone(collection, post, all))
      this.fill(post, () => this.things.itemOf(collection) ?? this.things.named(collection));
  }

  /** The nearest collection above a path whose items are known. */
  private wholeOf(
    segments: readonly string[],
    collections: readonly CollectionOperations[],
  ): CollectionOperations | undefined {
    return collections
      .filter((one) => isMore(one) && isStart(one.segments, segments) && this.things.knows(one))
      .toSorted((one, other) => other.segments.length - one.segments.length)[0];
  }

  private fillReads({ at, ofItem }: CollectionOperations, item: SchemaName, why?: string): void {
    const [get, read] = [at.get('GET'), ofItem.get('GET')];
    const isListed = this.fill(get, (one) => listFor(one, item, this.sources), why);
    const isRead = this.fill(read, () => item);
    const [first] = [isListed ? get : undefined, isRead ? read : undefined].filter(
      (one) => one !== undefined,
    );
    if (first !== undefined) this.sources.notes.add(first.place, ASSUMED);
  }

  private fill(
    one: ApiOperation | undefined,
    schema: (one: ApiOperation) => SchemaName,
    why?: string,
  ): boolean {
    if (one === undefined || says(one, this.sources)) return false;
    const answer = answering(one, schema(one), this.sources);
    const because = why === undefined ? {} : { assumedBecause: why };
    this.assumed.set(one, { ...this.taking(answer), ...because });
    return true;
  }

  /** The operation with a body of any members, if the document names none of a write. */
  private taking(operation: ApiOperation): ApiOperation {
    if (operation.method === 'GET' || operation.body !== null) return operation;
    this.anyObject ??= this.sources.book.add('any.object', { type: 'object' });
    return { ...operation, body: jsonBody(this.anyObject), assumed: 'answer-and-body' };
  }
}

/** Single items that are read, written and removed at one path, and of which no answer is described. */
function singlesOf(
  operations: readonly ApiOperation[],
  sources: AssumedSources,
  user: () => SchemaName,
) {
  const byPath = Map.groupBy(operations, ({ path }) => path.text);
  return [...byPath].flatMap(([text, at]) => {
    const named = (method: string): ApiOperation | undefined =>
      at.find((one) => one.method === method);
    const change = named('PUT') ?? named('PATCH');
    const [read, write, remove] = [named('GET'), change ?? named('POST'), named('DELETE')];
    if (read === undefined) return [];
    const isSaid = isOfCaller(read, 'surely') || (isOneByWords(read) && read.summary !== null);
    const isCaller = isSaid && !at.some(({ method }) => method === 'POST');
    const isWritten = write !== undefined && (remove !== undefined || isKept(read, at));
    if (!isCaller && !isWritten) return [];
    const hasItems = [...byPath.keys()].some(
      (other) => /^\/\{[^{}/]*\}$/.test(other.slice(text.length)) && other.startsWith(text),
    );
    const sent = write?.body?.schema ?? null;
    const isKnown = sent !== null && sources.schemas.membersOf(sent).size > 0;
    const item = isKnown ? sent : isCaller ? user() : null;
    const isAt = !isParameter(read.path.segments.at(-1)) && !hasItems;
    // A receipt of what is sent is answered as it is.
    const answered = write === undefined ? null : new Answers(sources).itemOf(write, []);
    const isTold = write === undefined || (answered !== null && isReceipt(answered));
    const all = isTold ? [read] : [read, write];
    const isSilent = all.every((one) => !says(one, sources));
    return isAt && item !== null && isSilent ? [{ item, all, read }] : [];
  });
}

/** Whether GET shows what PUT or PATCH keeps, and no list of it: `/settings`. */
function isKept(read: ApiOperation, at: readonly ApiOperation[]): boolean {
  const isMade = at.some(({ method }) => method === 'POST');
  const isList = isPlural(read.path.segments.at(-1) ?? '') || saysList(read);
  return !isMade && !isList && !isComputed(read) && !namesNoThings(read);
}

/** Reads that say nothing of an item whose schema the list beside them has. */
function readsBesideLists(
  operations: readonly ApiOperation[],
  sources: AssumedSources,
  { assumed, things }: Assumptions,
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
    const item = things.elementOf(body.schema, words);
    return item === null ? [] : [{ read, item }];
  });
}

/** Whether a document says anything of what an operation answers. */
export function says(operation: ApiOperation, { schemas }: AssumedSources): boolean {
  return silentPlaceOf(operation, schemas) === null;
}

/** Whether anything is at a collection, or more than a read below it. */
function isMore({ at, ofItem }: CollectionOperations): boolean {
  return at.size > 0 || ofItem.size > 1 || (ofItem.size > 0 && !ofItem.has('GET'));
}

/** Whether a path leads below another by a word. */
function isStart(above: readonly string[], segments: readonly string[]): boolean {
  return segments.length > above.length && signOf(segments).startsWith(`${signOf(above)}/`);
}

/** A path whatever the names of its parameters are. */
function signOf(segments: readonly string[]): string {
  return segments.map((one) => (isParameter(one) ? '{}' : one)).join('/');
}

const ASSUMED =
  'no answer of this collection has a schema: the mock answers its items as they were sent, with an id; "verify" does not expect that';

/** The list of a collection: an array, or in an object if the document says that it is one. */
function listFor(
  get: ApiOperation,
  item: SchemaName,
  { book, schemas }: AssumedSources,
): SchemaName {
  const list = book.add(`${item}.list`, { type: 'array', items: { $ref: `${item}.json` } });
  if (silentPlaceOf(get, schemas)?.isObject !== true) return list;
  const items = { $ref: `${list}.json` };
  return book.add(`${item}.page`, {
    type: 'object',
    required: ['items'],
    properties: { items, total: { type: 'integer' } },
  });
}

const NO_ITEM: CollectionOperations['ofItem'] = new Map();

/** Returns what may be collections: all paths that do not end with a parameter. */
export function collectionsOf(
  operations: readonly ApiOperation[],
  answers: Answers,
): readonly CollectionOperations[] {
  const byPath = new Map<string, Map<string, ApiOperation>>();
  const segmentsOf = new Map<string, readonly string[]>();
  for (const [index, { method, path }] of atUsualPlaces(operations, answers).entries()) {
    const key = signOf(path.segments);
    segmentsOf.set(key, path.segments);
    const known = byPath.get(key) ?? new Map<string, ApiOperation>();
    byPath.set(key, known.set(method, operations[index] as ApiOperation));
    // Items may be there without a list.
    const above = path.segments.slice(0, -1);
    if (!isParameter(path.segments.at(-1)) || byPath.has(signOf(above))) continue;
    segmentsOf.set(signOf(above), above);
    byPath.set(signOf(above), new Map());
  }
  return [...byPath].flatMap(([key, at]): readonly CollectionOperations[] => {
    const segments = segmentsOf.get(key) ?? [];
    const isNamed = segments.length > 0 && !isParameter(segments.at(-1));
    return isNamed ? [{ segments, at, ofItem: byPath.get(`${key}/{}`) ?? NO_ITEM }] : [];
  });
}

/** Collections below others with the items that are at a path of their own: `/units/{id}`. */
function withItemsElsewhere(
  collections: readonly CollectionOperations[],
): readonly CollectionOperations[] {
  const alone = Map.groupBy(
    collections.filter(({ at, ofItem }) => ofItem.size > 0 && !at.has('GET') && !at.has('POST')),
    ({ segments }) => segments.at(-1),
  );
  const joined = new Map(
    collections.flatMap((one) => {
      const [items, ...others] = alone.get(one.segments.at(-1)) ?? [];
      const isBelow = one.segments.some(isParameter) && one.at.has('POST') && one.ofItem.size === 0;
      return isBelow && items !== undefined && others.length === 0 ? [[one, items] as const] : [];
    }),
  );
  const taken = new Set(joined.values());
  return collections
    .filter((one) => !taken.has(one))
    .map((one) => ({ ...one, ofItem: joined.get(one)?.ofItem ?? one.ofItem }));
}

/** Whether POST takes something and answers 201, and nothing else. */
function isBareCreation({ answers, body }: ApiOperation): boolean {
  const successes = answers.filter(({ status }) => /^2/.test(status));
  return body !== null && successes.length === 1 && successes[0]?.status === '201';
}

/** Whether items are read and written, or what is created is listed. */
function isWritten({ segments, at, ofItem }: CollectionOperations): boolean {
  const [get, post] = [at.get('GET'), at.get('POST')];
  if (get !== undefined && namesNoThings(get)) return false;
  const isPair =
    get !== undefined &&
    post !== undefined &&
    (whyListed(get, { segments, hasItems: false }) !== null ||
      isBareCreation(post) ||
      (at.size === 2 && post.body !== null && !isComputed(get) && !namesNoThings(post)));
  const isChanged = [...ofItem.keys()].some((method) => method !== 'GET');
  const writes = post !== undefined || isChanged;
  return isPair || (ofItem.size > 0 && writes && (get !== undefined || ofItem.has('GET')));
}

/** Whether items are created at a path, and changed or removed below it. */
function isMadeAndChanged({ at, ofItem }: CollectionOperations): boolean {
  const post = at.get('POST');
  return post !== undefined && ofItem.size > 0 && !isComputed(post) && !namesNoThings(post);
}

/**
 * Whether POST makes one of what its path is called, in the plural, or of which GET shows those of
 * another thing (`/payroll/employee/{id}`), and nothing else is there.
 */
function makesAlone(
  { segments, at, ofItem }: CollectionOperations,
  post: ApiOperation,
  all: readonly ApiOperation[],
): boolean {
  const hasParts = all.some(({ method, path: { segments: steps } }) => {
    const isLonger = steps.length === segments.length + 2 && isParameter(steps.at(-1));
    return method === 'GET' && isLonger && isStart(segments, steps) && !isParameter(steps.at(-2));
  });
  const isThings = hasParts || isPlural(segments.at(-1) ?? '');
  const isMeant = hasParts ? post.body !== null : is201(post) || saysCreation(post);
  const isAlone = at.size === 1 && ofItem.size === 0;
  return isThings && isMeant && isAlone && !isComputed(post) && !namesNoThings(post);
}

/** The operation with a body in its successes that may have one; what an envelope says stays. */
function answering(
  operation: ApiOperation,
  schema: SchemaName,
  sources: AssumedSources,
): ApiOperation {
  return withSuccessBody(operation, jsonBody(inEnvelope(operation, schema, sources)));
}

/** `{code, data, msg}` with what is assumed in `data`. */
function inEnvelope(
  operation: ApiOperation,
  contents: SchemaName,
  { book, schemas }: AssumedSources,
): SchemaName {
  const [member] = silentPlaceOf(operation, schemas)?.at ?? [];
  const envelope = successOf(operation, 200).body?.schema ?? null;
  if (member === undefined || envelope === null) return contents;
  const members = Object.fromEntries(schemas.membersOf(envelope));
  const properties = { ...members, [member]: { $ref: `${contents}.json` } };
  return book.add(`${contents}.inside`, {
    type: 'object',
    properties,
    required: Object.keys(members),
  });
}
