// Recognises resources: which paths are collections, items and single items, and what each operation
// does to the rows. Says why. Writes no contracts.

import { isObject, own } from '../../base/json.ts';
import type { Pointer } from '../../base/pointer.ts';
import { toPointer } from '../../base/pointer.ts';
import { remember } from '../../base/remember.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { methods } from '../../contract/operation-kinds.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { isParameter } from './api-paths.ts';
import { type FoundId, type IdClues, identify } from './identify.ts';
import type { ApiOperation } from './operations.ts';
import { isRefusal, successOf } from './outcomes.ts';
import type { SchemaBook } from './schemas/schema-book.ts';
import {
  contraryMember,
  type ItemShape,
  isLike,
  isOfType,
  isReceipt,
  itemIn,
  type ListShape,
  lettersOf,
  listIn,
  listOfAny,
  listOfLike,
} from './shapes.ts';
import { asServed, atUsualPlaces } from './usual-places.ts';

/** A collection of a document, or a single item, and its operations. */
export interface Resource {
  readonly path: string;
  readonly segments: readonly string[];
  readonly isOne: boolean;
  /** The media types of a single item that is a file; absent if it is JSON. */
  readonly file?: readonly string[];
  readonly item: ItemShape;
  readonly list: ListShape | null;
  readonly id: FoundId;
  readonly operations: ReadonlyMap<Kind, ApiOperation>;
  /** The resource whose rows it shows; `null` if it has its own. */
  readonly rows: Resource | null;
}

/** What was recognised: resources, and operations that belong to none. */
export interface Recognised {
  readonly resources: readonly Resource[];
  readonly others: readonly OtherUse[];
}

/** An operation that changes no rows, and the reason. */
export interface OtherUse {
  readonly operation: ApiOperation;
  readonly why: string;
}

/** Recognises the resources of some operations. */
export function recognise(
  operations: readonly ApiOperation[],
  { book, schemas }: { readonly book: SchemaBook; readonly schemas: Schemas },
  withRows: ReadonlySet<string> = new Set(),
): Recognised {
  return new Recogniser({ operations, book, schemas, withRows }).recognise();
}

/** The operations at one path, by method. */
type PathOperations = ReadonlyMap<string, ApiOperation>;

const NO_OPERATIONS: PathOperations = new Map();

/** A collection that there may be. */
interface Candidate {
  readonly segments: readonly string[];
  readonly path: string;
  readonly at: PathOperations;
  readonly ofItem: PathOperations;
  readonly words: readonly string[];
}

class Recogniser {
  private readonly byPath = new Map<string, Map<string, ApiOperation>>();
  /** The operations of an item, by the path of its collection. */
  private readonly itemsBelow = new Map<string, PathOperations>();
  private readonly book: SchemaBook;
  private readonly schemas: Schemas;
  private readonly operations: readonly ApiOperation[];
  /** Paths of lists whose rows are known. */
  private readonly withRows: ReadonlySet<string>;
  private readonly reasons = new Map<ApiOperation, string>();
  private readonly used = new Set<ApiOperation>();

  constructor({
    operations,
    book,
    schemas,
    withRows,
  }: {
    readonly operations: readonly ApiOperation[];
    readonly book: SchemaBook;
    /** Those of the book. */
    readonly schemas: Schemas;
    readonly withRows: ReadonlySet<string>;
  }) {
    this.operations = atUsualPlaces(operations);
    this.book = book;
    this.withRows = withRows;
    this.schemas = schemas;
    for (const operation of this.operations) {
      const { text } = operation.path;
      const known = this.byPath.get(text) ?? new Map<string, ApiOperation>();
      this.byPath.set(text, known.set(operation.method, operation));
    }
    for (const [text, ofItem] of this.byPath) {
      const end = text.lastIndexOf('/');
      const above = text.slice(0, end);
      if (isParameter(text.slice(end + 1)) && !this.itemsBelow.has(above))
        this.itemsBelow.set(above, ofItem);
    }
  }

  recognise(): Recognised {
    const found: Resource[] = [];
    for (const candidate of this.candidates()) {
      const resource = this.collection(candidate);
      if (resource !== null) found.push(this.take(resource));
    }
    for (const candidate of this.candidates()) {
      const single = this.single(candidate) ?? this.file(candidate);
      if (single !== null) found.push(servedAt(this.take(single)));
    }
    const shared = this.withoutLoneLists(found.map((one) => sharing(one, found)));
    const views = this.views(shared);
    const others = this.operations
      .filter((operation) => !this.used.has(operation))
      .map((one) => ({ operation: asServed(one), why: this.reasons.get(one) ?? NOT_CRUD }));
    return { resources: [...shared, ...views], others };
  }

  /**
   * A list whose items nothing reads or changes keeps no state, unless something shows its rows or is
   * below them.
   */
  private withoutLoneLists(resources: readonly Resource[]): readonly Resource[] {
    return resources.filter((resource) => {
      const [only, ...others] = resource.operations;
      const isLone =
        only?.[0] === 'list' &&
        others.length === 0 &&
        resource.rows === null &&
        !this.withRows.has(resource.path) &&
        !resources.some(
          ({ rows, path }) => rows === resource || path.startsWith(`${resource.path}/{`),
        );
      if (!isLone) return true;
      this.used.delete(only[1]);
      this.reasons.set(only[1], LONE_LIST);
      return false;
    });
  }

  private take(resource: Resource): Resource {
    for (const operation of resource.operations.values()) this.used.add(operation);
    return resource;
  }

  /** Every path that may be a collection: those with items below, and those without parameter. */
  private candidates(): readonly Candidate[] {
    const found = new Map<string, readonly string[]>();
    for (const operations of this.byPath.values()) {
      const [operation] = operations.values();
      const segments = operation?.path.segments ?? [];
      const isItem = isParameter(segments.at(-1));
      const above = isItem ? segments.slice(0, -1) : segments;
      if (above.length > 0) found.set(`/${above.join('/')}`, above);
    }
    return [...found]
      .filter(([path, segments]) => !isParameter(segments.at(-1)) || !this.byPath.has(path))
      .filter(([, segments]) => segments.every((one) => isParameter(one) || !one.includes('{')))
      .map(([path, segments]) => ({
        segments,
        path,
        at: this.byPath.get(path) ?? NO_OPERATIONS,
        ofItem: this.itemBelow(path),
        words: wordsOf(segments),
      }));
  }

  private itemBelow(path: string): PathOperations {
    return this.itemsBelow.get(path) ?? NO_OPERATIONS;
  }

  private collection({ segments, path, at, ofItem, words }: Candidate): Resource | null {
    const named = this.listOf(at.get('GET'), words);
    const readsList = this.listOf(ofItem.get('GET'), words) !== null;
    if (readsList && ofItem.size === 1 && named === null) return null;
    const written = (isMeant: (one: ItemShape) => boolean): ItemShape | undefined =>
      [ofItem.get('PUT'), ofItem.get('PATCH'), at.get('POST')]
        .flatMap((one) => (this.answersAbove(one) ? [] : (this.itemOf(one, words) ?? [])))
        .find(isMeant);
    const shown =
      (readsList ? null : this.itemOf(ofItem.get('GET'), words)) ??
      // Answers may have something around an item that lists have not.
      (named === null
        ? null
        : (written((one) => one.at.length > 0 && isLike(one, named.element)) ??
          this.elementOf(named, words))) ??
      written((one) => !isReceipt(one)) ??
      null;
    if (shown === null) return null;
    const alike = named ?? this.listOfItems(at.get('GET'), shown);
    const list = alike ?? this.listOfAny(at.get('GET'), words);
    if (ofItem.size === 0 && !at.has('POST') && !this.withRows.has(path)) {
      const only = at.get('GET');
      if (list !== null && only !== undefined) this.reasons.set(only, LONE_LIST);
      return null;
    }
    if (ofItem.size === 0 && list === null) return null;
    const [one] = ofItem.values();
    const parameter = one?.path.lastParameter ?? null;
    const clues: IdClues = {
      members: shown.members,
      parameter,
      schema:
        one?.parameters.find(({ name, in: where }) => where === 'path' && name === parameter)
          ?.schema ?? {},
      words,
      isCalled: !isParameter(segments.at(-1)),
    };
    const { item, id } = this.withIdOfCreation(shown, clues, this.itemOf(at.get('POST'), words));
    const contrary = list === null ? null : contraryMember(this.schemas, list, item);
    const isOfAny = alike === null;
    const fits =
      list !== null && (isOfAny || isLike(list.element, item, id.member)) && contrary === null;
    const operations = new Map<Kind, ApiOperation>();
    const note = (kind: Kind, operation: ApiOperation | undefined, flaw: string | null): void => {
      if (operation === undefined) return;
      if (flaw === null) operations.set(kind, operation);
      else this.reasons.set(operation, flaw);
    };
    note(
      'list',
      at.get('GET'),
      list === null
        ? 'the answer is no list of items'
        : fits
          ? null
          : contrary === null
            ? 'the elements of the list are unlike the item'
            : `"${contrary}" of the elements of the list never has a value that it has in the item`,
    );
    note(
      'read',
      ofItem.get('GET'),
      readsList
        ? 'the answer is a list, not one item'
        : this.flawOfRead(ofItem.get('GET'), item, words),
    );
    note('create', at.get('POST'), this.flawOfCreate(at.get('POST'), item, words, id.member));
    note('replace', ofItem.get('PUT'), this.flawOfBody(ofItem.get('PUT')));
    note('update', ofItem.get('PATCH'), this.flawOfBody(ofItem.get('PATCH')));
    note('remove', ofItem.get('DELETE'), null);
    this.changes(operations, { at, ofItem, words }, item, id);
    const flaw = this.flawOfAll(operations, item, id, words);
    if (flaw !== null) {
      for (const operation of operations.values()) this.reasons.set(operation, flaw);
      return null;
    }
    return {
      path,
      segments,
      isOne: false,
      item,
      list: fits ? list : null,
      id,
      operations,
      rows: null,
    };
  }

  /** An item and its id; one that only the answer to a creation names is that of the item, too. */
  private withIdOfCreation(
    item: ItemShape,
    clues: IdClues,
    created: ItemShape | null,
  ): { readonly item: ItemShape; readonly id: FoundId } {
    const id = identify(clues);
    const isSure = id.member !== null && !id.isGuess;
    if (isSure || created === null || !isLike(created, item)) return { item, id };
    const other = identify({ ...clues, members: created.members });
    const member = other.member === null ? undefined : created.members.get(other.member);
    if (other.member === null || member === undefined || other.isGuess) return { item, id };
    if (this.isClosed(item)) return { item, id };
    const members = new Map([...item.members, [other.member, member]]);
    return { item: { ...item, members }, id: { ...other, why: `${other.why}, of a new item` } };
  }

  /** Whether an item may have no members that its schema does not name. */
  private isClosed({ schema, at }: ItemShape): boolean {
    const parts = [
      ...this.schemas.mentionsByName(schema),
      ...this.schemas.mentionsOf(this.schemas.memberAt(schema, at)),
    ];
    return parts.some((part) => CLOSING.some((keyword) => own(part, keyword) === false));
  }

  /** Why operations keep no state that anybody could see; `null` if they do. */
  private flawOfAll(
    operations: ReadonlyMap<Kind, ApiOperation>,
    item: ItemShape,
    { member, isGuess }: FoundId,
    words: readonly string[],
  ): string | null {
    if (operations.size === 0 || (operations.size === 1 && operations.has('remove')))
      return NOT_CRUD;
    if (operations.size === 1 && operations.has('read') && (member === null || isGuess))
      return 'nothing lists or changes what it answers, and no member of it is surely an id';
    const all = [...operations.values()];
    return operations.has('list') || all.some((one) => this.flawOfRead(one, item, words) === null)
      ? null
      : 'nothing shows what it changes';
  }

  /**
   * POST at an item changes it. PUT at the collection changes the item that the body names; if there
   * is no POST, and items are changed elsewhere or it answers 201, it creates one.
   */
  private changes(
    operations: Map<Kind, ApiOperation>,
    { at, ofItem, words }: Pick<Candidate, 'at' | 'ofItem' | 'words'>,
    item: ItemShape,
    { member }: FoundId,
  ): void {
    const isChange = (operation: ApiOperation | undefined): operation is ApiOperation =>
      operation !== undefined &&
      this.flawOfBody(operation) === null &&
      this.flawOfRead(operation, item, words) === null;
    const post = ofItem.get('POST');
    if (!operations.has('update') && isChange(post)) operations.set('update', post);
    const put = at.get('PUT');
    if (
      put !== undefined &&
      !at.has('POST') &&
      this.flawOfCreate(put, item, words, member) === null
    ) {
      const isChanged = operations.has('replace') || operations.has('update');
      const required = this.schemas.requiredOf(put.body?.schema ?? '');
      const isMade = put.answers.some(({ status }) => status === '201');
      if (isMade || (isChanged && !required.includes(member ?? ''))) {
        operations.set('create', put);
        return;
      }
    }
    if (operations.has('replace') || !isChange(put)) return;
    const sent = itemIn(this.schemas, put.body?.schema ?? '', words);
    if (member !== null && sent?.members.has(member) === true && isLike(sent, item))
      operations.set('replace', put);
  }

  /** A single item: read at a path without parameter at its end, and changed there. */
  private single({ segments, path, at, ofItem, words }: Candidate): Resource | null {
    const read = at.get('GET');
    if (read === undefined || this.used.has(read) || ofItem.size > 0) return null;
    if (isParameter(segments.at(-1)) || this.listOf(read, words) !== null) return null;
    const item = this.itemOf(read, words);
    if (item === null) return null;
    const operations = new Map<Kind, ApiOperation>([['read', read]]);
    for (const kind of ['replace', 'update'] as const) {
      const operation = at.get(methods[kind].method);
      if (this.isChangeOf(item, operation, words)) operations.set(kind, operation);
    }
    const post = at.get('POST');
    if (operations.size === 1 && this.isChangeOf(item, post, words)) operations.set('update', post);
    if (operations.size === 1) return null;
    const remove = at.get('DELETE');
    if (remove !== undefined) operations.set('remove', remove);
    const id = { member: null, isGuess: false, why: 'there is one item at this path' };
    return { path, segments, isOne: true, item, list: null, id, operations, rows: null };
  }

  /** Whether an operation takes members of a single item; of POST, whether it is all about the item. */
  private isChangeOf(
    item: ItemShape,
    operation: ApiOperation | undefined,
    words: readonly string[],
  ): operation is ApiOperation {
    if (operation === undefined || this.flawOfBody(operation) !== null) return false;
    const sent = itemIn(this.schemas, operation.body?.schema ?? '', words);
    const answersItem = this.flawOfRead(operation, item, words) === null;
    if (operation.method === 'POST') return answersItem && sent !== null && isLike(sent, item);
    const shares = [...(sent?.members.keys() ?? [])].some((name) => item.members.has(name));
    return shares || answersItem;
  }

  /** A single item that is a file: GET answers what PUT or POST sends. */
  private file({ segments, path, at, ofItem }: Candidate): Resource | null {
    const read = at.get('GET');
    const write = at.get('PUT') ?? at.get('POST');
    if (read === undefined || write === undefined || ofItem.size > 0) return null;
    if (isParameter(segments.at(-1)) || this.used.has(read)) return null;
    const shown = successOf(read, 200).body?.files ?? [];
    const file = write.body?.files ?? [];
    const isShown = (one: string): boolean => shown.includes(one) || shown.includes('*/*');
    if (file.length === 0 || !file.every(isShown)) return null;
    const remove = at.get('DELETE');
    const operations = new Map<Kind, ApiOperation>([
      ['read', read],
      ['replace', write],
      ...(remove === undefined ? [] : [['remove', remove] as const]),
    ]);
    const id = { member: null, isGuess: false, why: 'there is one file at this path' };
    const item = { schema: '', at: [], name: null, members: new Map() };
    return { path, segments, isOne: true, file, item, list: null, id, operations, rows: null };
  }

  /** Lists of items that a resource has: they show its rows. */
  private views(resources: readonly Resource[]): readonly Resource[] {
    const owners = resources
      .filter(({ isOne, rows }) => !isOne && rows === null)
      .map((owner) => ({ owner, named: wordsOf(owner.segments) }));
    return this.operations.flatMap((one): readonly Resource[] => {
      const operation = asServed(one);
      const { path, method } = operation;
      if (this.used.has(one) || method !== 'GET') return [];
      const words = wordsOf(path.segments);
      const shown = ({ owner, named }: (typeof owners)[number]) => {
        const list = this.listOf(operation, [...words, ...named]);
        return list !== null && isSame(list.element, owner) ? [{ owner, list }] : [];
      };
      const above = owners.filter(({ owner }) => path.text.startsWith(`${owner.path}/`));
      const alike = owners.filter(({ owner }) => owner.segments.at(-1) === path.segments.at(-1));
      const found = above.flatMap(shown)[0] ?? alike.flatMap(shown)[0];
      if (found === undefined) return [];
      if (isParameter(path.segments.at(-1)) && !canEnd(path.text, this.byPath)) return [];
      this.used.add(one);
      const { owner, list } = found;
      const operations = new Map<Kind, ApiOperation>([['list', operation]]);
      return [
        { ...owner, path: path.text, segments: path.segments, list, operations, rows: owner },
      ];
    });
  }

  /** The element of a list as an item; one without a name gets one. */
  private elementOf(
    { schema, at, element }: ListShape,
    [word = 'element']: readonly string[],
  ): ItemShape {
    const items = own(this.schemas.memberAt(schema, at) ?? {}, 'items');
    const name = element.name ?? this.book.add(`${word}.item`, isObject(items) ? items : true);
    return { schema: name, at: [], name, members: element.members };
  }

  private listOf(operation: ApiOperation | undefined, words: readonly string[]): ListShape | null {
    const schema = operation === undefined ? null : this.shown(operation);
    return schema === null ? null : listIn(this.schemas, schema, words);
  }

  /** The list of items in an answer, whatever its name is. */
  private listOfItems(operation: ApiOperation | undefined, item: ItemShape): ListShape | null {
    const schema = operation === undefined ? null : this.shown(operation);
    return schema === null ? null : listOfLike(this.schemas, schema, item);
  }

  /** A list of objects of which nothing is said. */
  private listOfAny(
    operation: ApiOperation | undefined,
    words: readonly string[],
  ): ListShape | null {
    const schema = operation === undefined ? null : this.shown(operation);
    return schema === null ? null : listOfAny(this.schemas, schema, words);
  }

  private itemOf(operation: ApiOperation | undefined, words: readonly string[]): ItemShape | null {
    const schema = operation === undefined ? null : this.shown(operation);
    if (schema === null || listIn(this.schemas, schema, words)?.at.length === 0) return null;
    return itemIn(this.schemas, schema, words);
  }

  /** The schema of the success of an operation, if it is JSON. */
  private readonly shown = remember((operation: ApiOperation): SchemaName | null => {
    const { body } = successOf(operation, operation.method === 'POST' ? 201 : 200);
    if (body?.format !== 'json' || body.schema === null) return null;
    return isRefusal(operation, body.schema) ? null : body.schema;
  });

  /** Whether a POST takes something else than it answers, which is the item above: it links things. */
  private answersAbove(operation: ApiOperation | undefined): boolean {
    if (operation?.method !== 'POST') return false;
    const above = operation.path.segments.slice(0, -1);
    const words = wordsOf(above);
    const owner = this.itemOf(this.byPath.get(`/${above.join('/')}`)?.get('GET'), words);
    if (owner === null || owner.name === null) return false;
    if (owner.name !== this.itemOf(operation, words)?.name) return false;
    const sent = itemIn(this.schemas, operation.body?.schema ?? '', words);
    return sent === null || !isLike(sent, owner);
  }

  private flawOfRead(
    operation: ApiOperation | undefined,
    item: ItemShape,
    words: readonly string[],
  ): string | null {
    const read = this.itemOf(operation, words);
    return read === null || !isLike(read, item) ? 'the answer is no item' : null;
  }

  private flawOfCreate(
    operation: ApiOperation | undefined,
    item: ItemShape,
    words: readonly string[],
    id: string | null,
  ): string | null {
    const flaw = this.flawOfBody(operation);
    if (flaw !== null || operation === undefined) return flaw;
    const schema = operation.body?.schema ?? '';
    const sent = itemIn(this.schemas, schema, words);
    const list = listIn(this.schemas, schema, words);
    const isOneItem = sent !== null && isLike(sent, item);
    if (!isOneItem && list !== null && isLike(list.element, item))
      return 'its body is a list of items, not one';
    const answered = this.itemOf(operation, words);
    const shares = [...(sent?.members.keys() ?? [])].some((name) => item.members.has(name));
    if (answered === null ? shares : isLike(answered, item)) return null;
    // It answers the id, perhaps with a secret that nothing shows again.
    if (shares && id !== null && answered?.members.has(id) === true) return null;
    return isOneItem ? null : 'neither its body nor its answer is like an item';
  }

  /** Whether a schema is that of an object, and names no member: generators leave them out. */
  private isAnyObject(name: SchemaName): boolean {
    const parts = this.schemas.partsByName(name);
    return parts.length > 0 && parts.every((part) => isOfType(part, 'object') === true);
  }

  private flawOfBody(operation: ApiOperation | undefined): string | null {
    if (operation === undefined) return null;
    const { body } = operation;
    if (body === null) return 'it has no body';
    if (body.format === 'other') return `its body is ${body.mediaType}`;
    if (body.schema === null) return 'its body has no schema';
    return this.schemas.membersOf(body.schema).size === 0 && !this.isAnyObject(body.schema)
      ? 'its body is no object of members'
      : null;
  }
}

const CLOSING = ['additionalProperties', 'unevaluatedProperties'];
const LONE_LIST = 'nothing reads or changes the items of this list';
const NOT_CRUD = 'it lists, creates, reads, changes and removes no items';

/** A single item is at the path that the document has it at. */
function servedAt(resource: Resource): Resource {
  const operations = new Map([...resource.operations].map(([kind, one]) => [kind, asServed(one)]));
  const [first] = operations.values();
  const { text: path, segments } = first?.path ?? { text: resource.path, segments: [] };
  return first === undefined ? resource : { ...resource, path, segments, operations };
}

/**
 * A nested collection shows the rows of a flat one with the same name and the same items, and so does
 * a flat one with a longer path: `/me/videos` those of `/videos`.
 */
function sharing(resource: Resource, all: readonly Resource[]): Resource {
  if (resource.isOne) return resource;
  const [owner] = all
    .filter(
      (other) =>
        !other.isOne &&
        other.segments.at(-1) === resource.segments.at(-1) &&
        isFlatter(other, resource) &&
        other.id.member === resource.id.member &&
        isSame(other.item, resource),
    )
    .toSorted((one, other) => (isFlatter(one, other) ? -1 : isFlatter(other, one) ? 1 : 0));
  return owner === undefined ? resource : { ...resource, rows: owner };
}

function isFlatter(one: Resource, other: Resource): boolean {
  const [parameters, others] = [one, other].map(({ segments }) => segments.filter(isParameter));
  const [count = 0, otherCount = 0] = [parameters?.length, others?.length];
  return count < otherCount || (otherCount === 0 && one.segments.length < other.segments.length);
}

/** Whether a thing has the very schema of the items of a resource. */
function isSame(one: Pick<ItemShape, 'name'>, { item }: Pick<Resource, 'item'>): boolean {
  return one.name !== null && one.name === item.name;
}

/** Whether a collection may end with a parameter: no other path has it as its item. */
function canEnd(path: string, byPath: ReadonlyMap<string, PathOperations>): boolean {
  return (byPath.get(path)?.size ?? 0) === 1;
}

/** The names of a resource in letters, in the plural and the singular. */
export function wordsOf(segments: readonly string[]): readonly string[] {
  const literal = segments.findLast((segment) => !isParameter(segment)) ?? '';
  const plural = lettersOf(literal.replace(/\.[a-z]+$/, ''));
  const singular = plural.endsWith('ies')
    ? `${plural.slice(0, -3)}y`
    : plural.replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/, '');
  return [...new Set([plural, singular])];
}

/** The place of what is in an envelope; `null` if nothing stands around it. */
export function envelopeOf({ at }: Pick<ListShape, 'at'>): Pointer | null {
  return at.length === 0 ? null : toPointer(at);
}
