// Recognises resources: which paths are collections, items and single items, and what each operation
// does to the rows. Says why. Writes no contracts.

import type { Pointer } from '../../base/pointer.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { methods } from '../../contract/operation-kinds.ts';
import type { Schemas } from '../../schema/schema.ts';
import { type ApiPath, isParameter } from './api-paths.ts';
import { type FoundId, type IdClues, identify } from './identify.ts';
import type { ApiOperation } from './operations.ts';
import { successOf } from './outcomes.ts';
import { type FoundAccounts, findAccounts } from './recognition/accounts.ts';
import { rowsUseOf } from './recognition/actions-on-rows.ts';
import { Answers } from './recognition/answers.ts';
import { withEmbeds } from './recognition/embeds.ts';
import { findMarks, withSuggested } from './recognition/marks.ts';
import {
  type ActionUse,
  type Candidate,
  changedResources,
  type PathOperations,
  type Recognised,
  type Resource,
  wordsOf,
} from './recognition/resource.ts';
import {
  type Collection,
  flawOfRead,
  isOfFewValues,
  ROLE_RULES,
} from './recognition/role-rules.ts';
import { isComputed, whyOfThings } from './recognition/things-listed.ts';
import { namesUse, wholeUse } from './recognition/whole-collections.ts';
import type { SchemaBook } from './schemas/schema-book.ts';
import {
  contraryMember,
  hasThingsBeside,
  type ItemShape,
  isLike,
  isReceipt,
  itemIn,
  type ListShape,
  lettersOf,
} from './shapes.ts';
import { asServed, atUsualPlaces } from './usual-places.ts';

/** Recognises the resources of some operations. */
export function recognise(
  operations: readonly ApiOperation[],
  { book, schemas }: { readonly book: SchemaBook; readonly schemas: Schemas },
  { withRows = new Set(), guesses = true }: RecogniseOptions = {},
): Recognised {
  return new Recogniser({ operations, book, schemas, withRows, guesses }).recognise();
}

export interface RecogniseOptions {
  /** Paths of lists whose rows are known. */
  readonly withRows?: ReadonlySet<string>;
  /** Whether what a document only suggests counts: for a mock. Defaults to true. */
  readonly guesses?: boolean;
}

const NO_OPERATIONS: PathOperations = new Map();

class Recogniser {
  private readonly byPath = new Map<string, Map<string, ApiOperation>>();
  /** The operations of an item, by the path of its collection. */
  private readonly itemsBelow = new Map<string, PathOperations>();
  /** The operations one step below a path that is no parameter. */
  private readonly literalsBelow: ReadonlyMap<string, readonly ApiOperation[]>;
  readonly answers: Answers;
  readonly schemas: Schemas;
  readonly guesses: boolean;
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
    guesses,
  }: {
    readonly operations: readonly ApiOperation[];
    readonly book: SchemaBook;
    /** Those of the book. */
    readonly schemas: Schemas;
    readonly withRows: ReadonlySet<string>;
    readonly guesses: boolean;
  }) {
    this.answers = new Answers({ book, schemas });
    this.operations = atUsualPlaces(operations, this.answers);
    this.guesses = guesses;
    this.withRows = withRows;
    this.schemas = schemas;
    this.literalsBelow = Map.groupBy(
      this.operations.filter(({ path }) => !isParameter(path.segments.at(-1))),
      ({ path: { segments } }) => `/${segments.slice(0, -1).join('/')}`,
    );
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
    const made = found.map((one) => (isMadeBelow(one, found) ? withoutUpsert(one) : one));
    const byNoun = Map.groupBy(made, nounOf);
    const shared = this.withoutLoneLists(
      this.withoutSecondKeys(made.map((one) => sharing(one, byNoun.get(nounOf(one)) ?? []))),
    );
    const unlisted = this.guesses ? this.madeAlone(shared) : [];
    const near = this.views([...shared, ...unlisted], 'near');
    const known = [...shared, ...unlisted, ...near];
    const alone = [...unlisted, ...(this.guesses ? this.listsAlone(known) : [])];
    const far = this.guesses ? this.views([...shared, ...alone], 'anywhere') : [];
    const below = this.guesses ? this.creationsBelow(shared) : [];
    const elsewhere = this.guesses ? this.changesElsewhere([...shared, ...alone]) : [];
    const all = [...shared, ...near, ...alone, ...far, ...below, ...elsewhere];
    const plain = [...changedResources(all, (one) => withEmbeds(one, all, this)).values()];
    const { resources, uses } = this.guesses ? this.withAccounts(plain) : withoutAccounts(plain);
    const actions = this.operations
      .filter((operation) => !this.used.has(operation))
      .map((one): ActionUse => {
        const whole =
          namesUse(one, resources, this.answers) ??
          uses.get(one) ??
          rowsUseOf(one, resources, this) ??
          wholeUse(one, resources, this.answers);
        return {
          operation: asServed(one),
          why: whole?.why ?? this.reasons.get(one) ?? NOT_CRUD,
          ...(whole?.does === undefined ? {} : { does: whole.does }),
        };
      });
    return { resources, actions };
  }

  /** Who can log in, and what each of them sees for itself. */
  private withAccounts(resources: readonly Resource[]): FoundAccounts {
    const { answers, schemas, operations } = this;
    const isUsed = (one: ApiOperation): boolean => this.used.has(one);
    const known = { answers, schemas, operations, isUsed };
    const accounts = findAccounts({ ...known, resources });
    const all = accounts?.resources ?? resources;
    for (const resource of all) this.take(resource);
    const marks = findMarks({ ...known, resources: all });
    const owner = accounts?.resources[0] ?? null;
    const changed = changedResources(all, (one) => withSuggested(one, owner, marks));
    const uses = [...(accounts?.uses ?? []), ...marks].map(([operation, { does, why }]) => {
      const resource = does === undefined ? undefined : changed.get(does.resource);
      const use =
        does === undefined || resource === undefined ? {} : { does: { ...does, resource } };
      return [operation, { ...use, why }] as const;
    });
    return { resources: [...changed.values()], uses: new Map(uses) };
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
        wholeUse(this.byPath.get(resource.path)?.get('POST'), [resource], this.answers) === null &&
        !this.withRows.has(resource.path) &&
        !resources.some(
          ({ rows, path }) => rows === resource || path.startsWith(`${resource.path}/{`),
        );
      if (!isLone) return true;
      this.used.delete(only[1]);
      this.reasons.set(only[1], loneList(resource.path));
      return false;
    });
  }

  /** What only reads or removes the items of another resource, by another member, has no rows. */
  private withoutSecondKeys(resources: readonly Resource[]): readonly Resource[] {
    return resources.filter((resource) => {
      const { isOne, rows, operations, path } = resource;
      const isWritten = ['list', 'create', 'replace', 'update'].some((kind) =>
        operations.has(kind as Kind),
      );
      if (isOne || rows !== null || isWritten) return true;
      const owner = resources.find(
        (one) =>
          one !== resource &&
          one.rows === null &&
          !one.isOne &&
          (one.operations.has('list') || one.operations.has('create')) &&
          path.startsWith(`${one.path}/`) &&
          isSame(resource.item, one),
      );
      if (owner === undefined) return true;
      for (const operation of operations.values()) this.used.delete(operation);
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
      if (isItem) found.set(`/${segments.join('/')}`, segments);
    }
    return [...found]
      .filter(([path, segments]) => !isParameter(segments.at(-1)) || this.mayEndSo(path))
      .filter(([, segments]) => segments.every((one) => isParameter(one) || !one.includes('{')))
      .map(([path, segments]) => ({
        segments,
        path,
        at: this.byPath.get(path) ?? NO_OPERATIONS,
        ofItem: this.itemBelow(path),
        below: this.literalsBelow.get(path) ?? [],
        words: wordsOf(segments),
      }));
  }

  /**
   * A collection whose path ends with a parameter: nothing is at that path, or POST is there alone with
   * items below it, or GET lists, so that it is no item itself.
   */
  private mayEndSo(path: string): boolean {
    const at = this.byPath.get(path);
    if (at === undefined) return true;
    if (!at.has('POST') || at.has('PUT') || at.has('PATCH')) return false;
    const get = at.get('GET');
    if (get === undefined) return at.size === 1 && this.itemBelow(path).size > 0;
    return this.answers.listOf(get, wordsOf(get.path.segments)) !== null;
  }

  private itemBelow(path: string): PathOperations {
    return this.itemsBelow.get(path) ?? NO_OPERATIONS;
  }

  /** A collection: first what its items are, then what each operation does to them. */
  private collection(candidate: Candidate): Resource | null {
    const known = this.knownOf(candidate);
    if (known === null) return null;
    const { segments, path } = candidate;
    const { item, list, id, flawOfList } = known;
    const operations = new Map<Kind, ApiOperation>();
    const seen = new Map<Kind, string>();
    for (const { name, kind, of, look, against } of ROLE_RULES) {
      const operation = of(known, operations);
      if (operation === undefined) continue;
      const { is, saw } = look(operation, known);
      if (!is) {
        if (against !== 'silent') this.reasons.set(operation, saw);
        continue;
      }
      operations.set(kind, operation);
      if (against === 'silent') seen.set(kind, `${name}: ${saw}`);
    }
    const flaw = this.flawOfAll(operations, known);
    if (flaw !== null) {
      for (const operation of operations.values()) this.reasons.set(operation, flaw);
      return null;
    }
    const create = operations.get('create');
    const isMadeAtItem =
      create !== undefined &&
      isParameter(create.path.segments.at(-1)) &&
      create.path.segments.length > segments.length;
    return {
      path,
      segments,
      isOne: false,
      item,
      list: flawOfList === null ? list : null,
      id,
      operations,
      ...(seen.size === 0 ? {} : { seen }),
      ...(isMadeAtItem ? { isMadeAtItem } : {}),
      rows: null,
    };
  }

  /** What the items of a collection are, and how they are told apart; `null` if it has none. */
  private knownOf(candidate: Candidate): Collection | null {
    const { segments, path, at, ofItem, words } = candidate;
    const { answers } = this;
    const named = answers.listOf(at.get('GET'), words);
    const readsList = answers.listOf(ofItem.get('GET'), words) !== null;
    if (readsList && ofItem.size === 1 && named === null) return null;
    const shown = this.itemShown(candidate, named, readsList);
    if (shown === null) return null;
    const alike = named ?? answers.listOfItems(at.get('GET'), shown);
    const list = alike ?? answers.listOfAny(at.get('GET'), words);
    if (ofItem.size === 0 && !at.has('POST') && !this.withRows.has(path)) {
      const only = at.get('GET');
      if (list !== null && only !== undefined) this.reasons.set(only, loneList(path));
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
    const made = this.withIdOfCreation(shown, clues, answers.itemOf(at.get('POST'), words));
    const { item } = made;
    const id = this.isSecondKey(path, made.id) ? NO_MEMBER : made.id;
    const flawOfList = this.flawOfList(list, { item, id, isOfAny: alike === null });
    const sent = at.has('POST') ? answers.listSent(at.get('POST') as ApiOperation, words) : null;
    const takesMany = sent !== null && sent.at.length === 0 && isLike(sent.element, item);
    const { guesses } = this;
    return { ...candidate, answers, item, list, id, flawOfList, readsList, takesMany, guesses };
  }

  /** Whether another path names the member that was guessed to be the id: `/users/name/{name}`. */
  private isSecondKey(path: string, { member, isGuess }: FoundId): boolean {
    if (member === null || !isGuess) return false;
    return this.operations.some(
      ({ path: { text, segments, lastParameter } }) =>
        text.startsWith(`${path}/`) &&
        lettersOf(lastParameter ?? '') === lettersOf(member) &&
        !isParameter(segments.at(-2)) &&
        text.slice(path.length).split('/').length === 3,
    );
  }

  /** The item: that of a read, else of a list, else of a write. */
  private itemShown(
    candidate: Candidate,
    named: ListShape | null,
    readsList: boolean,
  ): ItemShape | null {
    const { at, ofItem, words } = candidate;
    const { answers } = this;
    const atItem = at.has('GET') ? ofItem.get('POST') : undefined;
    const written = (isMeant: (one: ItemShape) => boolean): ItemShape | undefined =>
      [ofItem.get('PUT'), ofItem.get('PATCH'), at.get('POST') ?? atItem]
        .flatMap((one) => (this.answersAbove(one) ? [] : (answers.itemOf(one, words) ?? [])))
        .find(isMeant);
    // Answers may have something around an item that lists have not.
    const listed = (list: ListShape): ItemShape =>
      written((one) => one.at.length > 0 && isLike(one, list.element)) ??
      // Where a list is put together of parts, the creation has the name of its elements.
      (list.element.name === null
        ? written((one) => one.name !== null && isLike(one, list.element))
        : undefined) ??
      answers.elementOf(list, words);
    return (
      (readsList ? null : answers.itemOf(ofItem.get('GET'), words)) ??
      (named === null ? null : listed(named)) ??
      written((one) => !isReceipt(one)) ??
      this.sentAndListed(candidate)
    );
  }

  /** What a creation takes, and a list below the collection shows: `GET /ratings/of/{sku}`. */
  private sentAndListed({ at, path, words }: Candidate): ItemShape | null {
    const { answers } = this;
    const post = at.get('POST');
    const sent = post === undefined ? null : answers.itemSent(post, words);
    if (sent === null || sent.name === null || sent.at.length > 0) return null;
    const isShown = this.operations.some(
      (one) =>
        one.method === 'GET' &&
        one.path.text.startsWith(`${path}/`) &&
        answers.listOf(one, words)?.element.name === sent.name,
    );
    return isShown ? sent : null;
  }

  /** Why a list is not that of the items; `null` if it is. */
  private flawOfList(
    list: ListShape | null,
    { item, id, isOfAny }: { item: ItemShape; id: FoundId; isOfAny: boolean },
  ): string | null {
    if (list === null) return 'the answer is no list of items';
    const contrary = contraryMember(this.schemas, list, item);
    if (contrary !== null)
      return `"${contrary}" of the elements of the list never has a value that it has in the item`;
    return isOfAny || isLike(list.element, item, id.member)
      ? null
      : 'the elements of the list are unlike the item';
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
    if (this.answers.isClosed(item)) return { item, id };
    const members = new Map([...item.members, [other.member, member]]);
    return { item: { ...item, members }, id: { ...other, why: `${other.why}, of a new item` } };
  }

  /** Why operations keep no state that anybody could see; `null` if they do. */
  private flawOfAll(operations: ReadonlyMap<Kind, ApiOperation>, known: Collection): string | null {
    const { id, path } = known;
    const [only] = operations.keys();
    if (only === undefined || (operations.size === 1 && only === 'remove')) return NOT_CRUD;
    if (this.withRows.has(path)) return null;
    const isSeen = operations.has('list') || operations.has('create') || known.takesMany;
    // Examples name the items that are there.
    const examples = successOf(operations.get('read') ?? NO_READ, 200).body?.examples ?? [];
    const isLone = !isSeen && operations.size === 1 && only === 'read';
    if (isLone && (id.member === null || id.isGuess || examples.length === 0))
      return loneRead(path);
    if (!isSeen && !operations.has('read')) return unseen(path);
    if (!isSeen && id.member === null) return isOfFewValues(known) ? OF_FEW_VALUES : noId(path);
    const all = [...operations.values()];
    const isShown = operations.has('list') || this.sentAndListed(known) !== null;
    return isShown || all.some((one) => flawOfRead(one, known) === null)
      ? null
      : 'nothing shows what it changes';
  }

  /** A single item: read at a path without parameter at its end, and changed there. */
  private single({ segments, path, at, ofItem, words }: Candidate): Resource | null {
    const read = at.get('GET');
    if (read === undefined || this.used.has(read) || ofItem.size > 0) return null;
    if (isParameter(segments.at(-1)) || this.answers.listOf(read, words) !== null) return null;
    const item = this.answers.itemOf(read, words);
    if (item === null) return null;
    const operations = new Map<Kind, ApiOperation>([['read', read]]);
    for (const kind of ['replace', 'update'] as const) {
      const operation = at.get(methods[kind].method);
      if (this.isChangeOf(item, operation, words)) operations.set(kind, operation);
    }
    const post = at.get('POST');
    const remove = at.get('DELETE');
    if (operations.size === 1 && this.isChangeOf(item, post, words))
      operations.set(remove === undefined ? 'update' : 'replace', post);
    if (operations.size === 1) return null;
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
    if (operation === undefined || this.answers.flawOfBody(operation) !== null) return false;
    const sent = itemIn(this.schemas, operation.body?.schema ?? '', words);
    const answersItem = flawOfRead(operation, { answers: this.answers, item, words }) === null;
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

  /** Creations below an owner of items that a flat resource has: `POST /owners/{id}/pets`. */
  private creationsBelow(resources: readonly Resource[]): readonly Resource[] {
    const flat = resources.filter(
      ({ isOne, rows, segments }) => !isOne && rows === null && !segments.some(isParameter),
    );
    return this.operations.flatMap((operation): readonly Resource[] => {
      const { path, method } = operation;
      const last = path.segments.at(-1) ?? '';
      const isBelow = path.segments.some(isParameter) && !isParameter(last);
      if (method !== 'POST' || !isBelow || this.used.has(operation)) return [];
      if (this.answers.flawOfBody(operation) !== null) return [];
      const item = this.answers.itemOf(operation, wordsOf(path.segments));
      const owner = flat.find(
        (one) => one.segments.at(-1) === last && item !== null && isSame(item, one),
      );
      if (owner === undefined || this.byPath.get(path.text)?.has('GET') === true) return [];
      this.used.add(operation);
      const saw = `it answers an item of ${owner.path}, which it creates below another`;
      return [
        {
          ...owner,
          path: path.text,
          segments: path.segments,
          list: null,
          operations: new Map([['create', operation]]),
          seen: new Map([['create', saw]]),
          rows: owner,
        },
      ];
    });
  }

  /** Creations of things that only lists at other paths show: `GET /visits/patient/{patientId}`. */
  private madeAlone(resources: readonly Resource[]): readonly Resource[] {
    const { answers } = this;
    const lists = this.freeLists();
    return this.candidates().flatMap(({ segments, path, at, ofItem, words }) => {
      const post = at.get('POST');
      if (post === undefined || this.used.has(post) || at.has('GET') || ofItem.size > 0) return [];
      const item = answers.itemOf(post, words);
      const list = lists.find(
        (one) => item?.name === one.name && one.path.text.startsWith(`${path}/`),
      );
      if (item?.name == null || list === undefined) return [];
      if (isComputed(post) || answers.flawOfBody(post) !== null) return [];
      if (resources.some((one) => one.rows === null && isSame(item, one))) return [];
      const id = identify({ ...NO_PARAMETER, members: item.members, words });
      const operations = new Map<Kind, ApiOperation>([['create', post]]);
      const seen = new Map<Kind, string>([['create', `${list.path.text} lists what it answers`]]);
      const known = { path, segments, isOne: false, item, list: null, id, operations, seen };
      return [this.take({ ...known, rows: null })];
    });
  }

  /** The operations that list things and do nothing known, with the name of the things. */
  private freeLists(): readonly { readonly name: string | null; readonly path: ApiPath }[] {
    return this.operations.flatMap((one) => {
      const isFree = one.method === 'GET' && !this.used.has(one) && !isComputed(one);
      const list = isFree ? this.answers.listOf(one, wordsOf(one.path.segments)) : null;
      return list === null ? [] : [{ name: list.element.name, path: asServed(one).path }];
    });
  }

  /** Lists of things that nothing else reads or changes, if they are things: they keep their rows. */
  private listsAlone(resources: readonly Resource[]): readonly Resource[] {
    const found: Resource[] = [];
    const named = Map.groupBy(this.freeLists(), ({ name }) => name);
    const all = this.candidates().toSorted(
      (one, other) =>
        one.segments.filter(isParameter).length - other.segments.filter(isParameter).length,
    );
    for (const { segments, path, at, words } of all) {
      const only = at.get('GET');
      if (only === undefined || this.used.has(only) || isParameter(segments.at(-1))) continue;
      if (isComputed(only) || resources.some((one) => one.path === path)) continue;
      const list = this.answers.listOf(only, words);
      if (list === null) continue;
      const item = this.answers.elementOf(list, words);
      const isKnown = [...resources, ...found].some(
        (one) => !one.isOne && one.rows === null && isSame(item, one),
      );
      if (isKnown) continue;
      const id = identify({ ...NO_PARAMETER, members: item.members, words });
      const saw = whyOfThings(id, { segments, list: asServed(only) });
      // What several lists show, and nothing tells apart, may be anything: the answers of a data base.
      const { name } = list.element;
      const isAny = name !== null && (named.get(name) ?? []).length > 1;
      if (saw === null || (id.member === null && (isAny || at.size > 1))) continue;
      const operations = new Map<Kind, ApiOperation>([['list', only]]);
      const seen = new Map<Kind, string>([['list', saw]]);
      const resource = { path, segments, isOne: false, item, list, id, operations, seen };
      found.push(this.take({ ...resource, rows: null }));
    }
    return found;
  }

  /**
   * Creations and changes of items at a path of their own: `DELETE /bookings/{id}` of
   * `/users/{id}/bookings`, `POST /admin/books` of `/books`.
   */
  private changesElsewhere(resources: readonly Resource[]): readonly Resource[] {
    return this.candidates().flatMap(({ segments, path, at, ofItem }): readonly Resource[] => {
      if (isParameter(segments.at(-1)) || ofItem.has('GET')) return [];
      const post = at.get('POST');
      if (at.size > (post === undefined ? 0 : 1)) return [];
      const owners = resources.filter(
        ({ isOne, rows, segments: others, id }) =>
          !isOne && rows === null && id.member !== null && others.at(-1) === segments.at(-1),
      );
      const [owner] = onlyOne(owners);
      if (owner === undefined || owner.path === path) return [];
      const isOpen = (kind: Kind, one: ApiOperation | undefined): one is ApiOperation =>
        one !== undefined && !this.used.has(one) && !owner.operations.has(kind);
      const found = CHANGES.flatMap((kind): readonly (readonly [Kind, ApiOperation])[] => {
        const operation = ofItem.get(methods[kind].method);
        if (!isOpen(kind, operation)) return [];
        const isMeant = kind === 'remove' || this.answers.flawOfBody(operation) === null;
        return isMeant ? [[kind, operation]] : [];
      });
      if (isOpen('create', post) && this.takesItemOf(post, owner)) found.unshift(['create', post]);
      if (found.length === 0) return [];
      const operations = new Map(found);
      const saw = `nothing else does so with the items of ${owner.path}, which have the same name`;
      const seen = new Map(found.map(([kind]) => [kind, saw] as const));
      return [this.take({ ...owner, path, segments, list: null, operations, seen, rows: owner })];
    });
  }

  /** Whether what an operation takes are members of the items of a resource, and it answers nothing else. */
  private takesItemOf(operation: ApiOperation, { item, segments }: Resource): boolean {
    const { answers } = this;
    if (answers.flawOfBody(operation) !== null) return false;
    const words = wordsOf(segments);
    const sent = [...(answers.itemSent(operation, words)?.members.keys() ?? [])];
    const common = sent.filter((name) => item.members.has(name));
    const answered = answers.itemOf(operation, words);
    const fitsAnswer = answered === null || isReceipt(answered) || isLike(answered, item);
    return fitsAnswer && common.length > 0 && common.length * 2 >= sent.length;
  }

  /** Lists of items that a resource has: they show its rows. */
  private views(resources: readonly Resource[], where: 'near' | 'anywhere'): readonly Resource[] {
    const owners = resources
      .filter(({ isOne, rows }) => !isOne && rows === null)
      .map((owner) => ({ owner, named: wordsOf(owner.segments) }));
    const isItem = (one: Pick<ItemShape, 'name'>): boolean =>
      resources.some((resource) => isSame(one, resource));
    return this.operations.flatMap((one): readonly Resource[] => {
      const operation = asServed(one);
      const { path, method } = operation;
      if (this.used.has(one) || method !== 'GET') return [];
      const words = wordsOf(path.segments);
      const shown = ({ owner, named }: (typeof owners)[number]) => {
        const list = this.answers.listOf(operation, [...words, ...named]);
        const isShown = list !== null && isSame(list.element, owner);
        return isShown && !hasThingsBeside(this.schemas, list, isItem) ? [{ owner, list }] : [];
      };
      const shownLike = ({ owner, named }: (typeof owners)[number]) => {
        const list = this.answers.listOf(operation, [...words, ...named]);
        const isShown = list !== null && isLike(list.element, owner.item, owner.id.member);
        return isShown && !hasThingsBeside(this.schemas, list, isItem) ? [{ owner, list }] : [];
      };
      const above = owners.filter(({ owner }) => path.text.startsWith(`${owner.path}/`));
      const alike = owners.filter(({ owner }) => owner.segments.at(-1) === path.segments.at(-1));
      const far = () =>
        where === 'near' ? above.flatMap(shownLike) : onlyOne(owners.flatMap(shown));
      const isAsked = where === 'anywhere' && isComputed(operation);
      const exact = isAsked ? undefined : (above.flatMap(shown)[0] ?? alike.flatMap(shown)[0]);
      const found = exact ?? (this.guesses && !isComputed(operation) ? far()[0] : undefined);
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

  /** Whether a POST takes something else than it answers, which is the item above: it links things. */
  private answersAbove(operation: ApiOperation | undefined): boolean {
    if (operation?.method !== 'POST') return false;
    const above = operation.path.segments.slice(0, -1);
    const words = wordsOf(above);
    const owner = this.answers.itemOf(this.byPath.get(`/${above.join('/')}`)?.get('GET'), words);
    if (owner === null || owner.name === null) return false;
    if (owner.name !== this.answers.itemOf(operation, words)?.name) return false;
    const sent = itemIn(this.schemas, operation.body?.schema ?? '', words);
    return sent === null || !isLike(sent, owner);
  }
}

const CHANGES = ['replace', 'update', 'remove'] as const;

/** An item that no path names. */
const NO_PARAMETER: Omit<IdClues, 'members' | 'words'> = {
  parameter: null,
  schema: {},
  isCalled: true,
};

/** The only one of several things; none if there are more, or none. */
function onlyOne<T>(found: readonly T[]): readonly T[] {
  return found.length === 1 ? found : [];
}

function withoutAccounts(resources: readonly Resource[]): FoundAccounts {
  return { resources, uses: new Map() };
}

const NO_MEMBER: FoundId = {
  member: null,
  isGuess: false,
  why: 'no member of an item is its id',
};
const NO_READ: Pick<ApiOperation, 'answers'> = { answers: [] };
const loneList = (path: string): string =>
  `no read, creation or change was found for the items of ${path}, and none of their members is sure to be an id: it answers a sample`;
const NOT_CRUD = 'it lists, creates, reads, changes and removes no items';
const loneRead = (path: string): string =>
  `no list, creation or change was found for ${path}/{id}: it answers a sample at any id`;
const unseen = (path: string): string =>
  `no list, creation or read was found for ${path}/{id}: nothing shows what it changes`;
const noId = (path: string): string =>
  `no list or creation was found for ${path}/{id}, and no member of what it answers is its id`;
const OF_FEW_VALUES =
  'its parameter has a few values that the document names, and is no id of what it answers';

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
function sharing(resource: Resource, namesakes: readonly Resource[]): Resource {
  if (resource.isOne) return resource;
  const [owner] = namesakes
    .filter(
      (other) =>
        !other.isOne &&
        isFlatter(other, resource) &&
        (other.id.member === resource.id.member || hasIdOf(resource, other)) &&
        isSame(other.item, resource),
    )
    .toSorted((one, other) => (isFlatter(one, other) ? -1 : isFlatter(other, one) ? 1 : 0));
  return owner === undefined ? resource : { ...resource, id: owner.id, rows: owner };
}

/** Whether no path tells the items of a resource apart, but that of another one does for sure. */
function hasIdOf({ id, operations }: Resource, { id: other }: Resource): boolean {
  const isOpen = id.member === null || id.isGuess;
  const isNamed = other.member !== null && !other.isGuess;
  return (
    isOpen && isNamed && [...operations.keys()].every((kind) => methods[kind].on === 'collection')
  );
}

/** Whether POST creates the items of a flat collection below something else: PUT then creates none. */
function isMadeBelow(one: Resource, all: readonly Resource[]): boolean {
  return all.some(
    (other) =>
      isFlatter(one, other) &&
      nounOf(one) === nounOf(other) &&
      isSame(one.item, other) &&
      other.operations.get('create')?.method === 'POST',
  );
}

function withoutUpsert(resource: Resource): Resource {
  const { operations, seen } = resource;
  const create = operations.get('create');
  const says = create?.answers.some(({ status }) => status === '201') === true;
  if (says || create === undefined || create !== operations.get('replace')) return resource;
  const without = <Value>(all: ReadonlyMap<Kind, Value>): Map<Kind, Value> =>
    new Map([...all].filter(([kind]) => kind !== 'create'));
  return {
    ...resource,
    operations: without(operations),
    ...(seen === undefined ? {} : { seen: without(seen) }),
  };
}

function nounOf({ segments }: Resource): string {
  return segments.at(-1) ?? '';
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

/** The place of what is in an envelope; `null` if nothing stands around it. */
export function envelopeOf({ at }: Pick<ListShape, 'at'>): Pointer | null {
  return at.length === 0 ? null : toPointer(at);
}
