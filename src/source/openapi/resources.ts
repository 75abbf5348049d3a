// Recognises resources: which paths are collections, items and single items, and what each operation
// does to the rows. Says why. Writes no contracts.

import { lettersOf } from '../../base/names.ts';
import type { Pointer } from '../../base/pointer.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Schemas } from '../../schema/schema.ts';
import { isParameter } from './api-paths.ts';
import { type FoundId, type IdClues, identify } from './identify.ts';
import type { ApiOperation } from './operations.ts';
import { successOf } from './outcomes.ts';
import { type FoundAccounts, findAccounts, findLogIns } from './recognition/accounts.ts';
import { rowsUseOf } from './recognition/actions-on-rows.ts';
import { Answers } from './recognition/answers.ts';
import {
  changesElsewhere,
  changesOfUnseen,
  creationsBelow,
} from './recognition/changes-elsewhere.ts';
import { withEmbeds } from './recognition/embeds.ts';
import { listsAlone, madeAlone, madeByWords, madeUnseen } from './recognition/lone-things.ts';
import { findMarks, withSuggested } from './recognition/marks.ts';
import {
  type ActionUse,
  type Candidate,
  changedResources,
  isSame,
  type OperationIndex,
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
import { withRowsOfViewers, withSharedRows } from './recognition/shared-rows.ts';
import { servedAt, singleItemAt } from './recognition/single-items.ts';
import { withUpserts } from './recognition/upserts.ts';
import { viewsOf } from './recognition/views.ts';
import { wholeUse } from './recognition/whole-collections.ts';
import { likelyMeant } from './recognition/words/likely-places.ts';
import { likelyRoles } from './recognition/words/likely-roles.ts';
import { likelySingles } from './recognition/words/likely-singles.ts';
import { rowsByWords } from './recognition/words/rows-by-words.ts';
import type { SchemaBook } from './schemas/schema-book.ts';
import {
  contraryMember,
  type ItemShape,
  isLike,
  isReceipt,
  itemIn,
  type ListShape,
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

class Recogniser implements OperationIndex {
  readonly byPath = new Map<string, Map<string, ApiOperation>>();
  /** The operations of an item, by the path of its collection. */
  private readonly itemsBelow = new Map<string, PathOperations>();
  /** The operations one step below a path that is no parameter. */
  private readonly literalsBelow: ReadonlyMap<string, readonly ApiOperation[]>;
  readonly answers: Answers;
  readonly schemas: Schemas;
  readonly guesses: boolean;
  readonly operations: readonly ApiOperation[];
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
      const single = singleItemAt(candidate, this);
      if (single !== null) found.push(servedAt(this.take(single)));
    }
    const shared = this.withoutLoneLists(this.withoutSecondKeys(withSharedRows(found)));
    const alike = this.guessed(() => madeAlone(shared, this));
    const unlisted = [...alike, ...this.guessed(() => madeByWords([...shared, ...alike], this))];
    const near = this.taken(viewsOf([...shared, ...unlisted], this, 'near'));
    const before = [...shared, ...unlisted, ...near];
    const alone = [...unlisted, ...this.guessed(() => listsAlone(before, this))];
    const far = this.guessed(() => viewsOf([...shared, ...alone], this, 'anywhere'));
    const below = this.guessed(() => creationsBelow([...shared, ...alone], this));
    const elsewhere = this.guessed(() => changesElsewhere([...shared, ...alone], this));
    const seen = [...shared, ...near, ...alone, ...far, ...below, ...elsewhere];
    const unseen = this.guessed(() => madeUnseen(seen, this));
    const changed = this.guessed(() => changesOfUnseen(unseen, seen, this));
    const made = [...seen, ...unseen, ...changed];
    const all = this.guesses ? withRowsOfViewers(made) : made;
    const plain = [...changedResources(all, (one) => withEmbeds(one, all, this)).values()];
    const { resources, uses } = this.withAccounts(plain);
    const others = this.operations
      .filter((operation) => !this.isUsed(operation))
      .map((one): readonly [ApiOperation, Omit<ActionUse, 'operation'> | null] => [
        one,
        uses.get(one) ?? rowsUseOf(one, resources, this) ?? wholeUse(one, resources, this.answers),
      ]);
    const free = others.flatMap(([one, use]) => (use === null ? [one] : []));
    const words = this.guesses ? rowsByWords(free, resources, this) : null;
    for (const one of words?.resources ?? []) this.take(one);
    const known = [...resources, ...(words?.resources ?? [])];
    const rest = free.filter((one) => !this.isUsed(one) && words?.uses.has(one) !== true);
    const likely = this.guesses ? likelyRoles(rest, this) : new Map();
    const meant = (one: ApiOperation) => likelyMeant(one, likely.get(one), known, this);
    const last = this.guesses ? rowsByWords(rest, known, this, meant) : null;
    for (const one of last?.resources ?? []) this.take(one);
    known.push(...(last?.resources ?? []));
    const isLeft = ([one]: readonly [ApiOperation, unknown]): boolean =>
      !this.isUsed(one) && last?.uses.has(one) !== true;
    const lone = this.guessed(() =>
      likelySingles(new Map([...likely].filter(isLeft)), known, this),
    );
    const actions = others.flatMap(([one, use]): readonly ActionUse[] => {
      const said = words?.uses.get(one) ?? last?.uses.get(one);
      const found = use ?? said ?? { why: this.reasons.get(one) ?? NOT_CRUD };
      return this.isUsed(one) ? [] : [{ operation: asServed(one), ...found }];
    });
    const whole = { resources: [...known, ...lone], actions };
    return this.guesses ? withUpserts(whole) : whole;
  }

  /** Who can log in, and what each of them sees for itself. */
  private withAccounts(resources: readonly Resource[]): FoundAccounts {
    const { answers, schemas, operations, isUsed } = this;
    const known = { answers, schemas, operations, isUsed };
    const { guesses } = this;
    const accounts = guesses ? findAccounts({ ...known, resources }) : null;
    const all = accounts?.resources ?? resources;
    for (const resource of all) this.take(resource);
    const marks = findMarks({ ...known, resources: all, guesses });
    const owner = accounts?.resources[0] ?? null;
    const changed = changedResources(all, (one) => withSuggested(one, owner, marks));
    const logIns = guesses ? [] : findLogIns({ ...known, resources: all });
    const uses = [...(accounts?.uses ?? []), ...logIns, ...marks].map(
      ([operation, { does, ...use }]) => {
        const resource = does === undefined ? undefined : changed.get(does.resource);
        const role =
          does === undefined || resource === undefined ? {} : { does: { ...does, resource } };
        return [operation, { ...use, ...role }] as const;
      },
    );
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

  readonly isUsed = (one: ApiOperation): boolean =>
    this.used.has(one) || this.used.has(asServed(one));

  /** What a document only suggests: for a mock. */
  private guessed(find: () => readonly Resource[]): readonly Resource[] {
    return this.guesses ? this.taken(find()) : [];
  }

  private taken(resources: readonly Resource[]): readonly Resource[] {
    for (const one of resources) this.take(one);
    return resources;
  }

  private take(resource: Resource): Resource {
    for (const operation of resource.operations.values())
      this.used.add(operation).add(asServed(operation));
    return resource;
  }

  /** Every path that may be a collection: those with items below, and those without parameter. */
  candidates(): readonly Candidate[] {
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
    const isChanged = ['PUT', 'PATCH'].some((method) => {
      const change = at.get(method);
      return change !== undefined && this.answers.flawOfBody(change) === null;
    });
    if (!at.has('POST') || isChanged) return false;
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
    const names = ofItem.size === 0 ? null : answers.listOfNames(at.get('GET'), words);
    const put = names === null ? undefined : ofItem.get('PUT');
    const shown =
      this.itemShown(candidate, named, readsList) ??
      (put === undefined ? null : answers.itemNamed(put, words));
    if (shown === null) return null;
    const { guesses } = this;
    const isRead = ofItem.has('GET') && !readsList;
    const mayBeKeyed = isRead || (guesses && at.has('POST'));
    const keyed = mayBeKeyed
      ? answers.keyedList(at.get('GET'), { item: shown, any: isRead && guesses })
      : null;
    const alike = named ?? answers.listOfItems(at.get('GET'), shown) ?? keyed;
    const list = alike ?? names ?? answers.listOfAny(at.get('GET'), words);
    if (ofItem.size === 0 && !at.has('POST') && !this.withRows.has(path)) {
      const only = at.get('GET');
      if (list !== null && only !== undefined) this.reasons.set(only, loneList(path));
      return null;
    }
    if (ofItem.size === 0 && list === null) return null;
    const [first, other = first] = ofItem.values();
    // What a list is asked for is no id of its elements.
    const one = readsList && first?.method === 'GET' ? other : first;
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
      this.sentAndListed(candidate) ??
      // `GET /answers/{questionId}` lists what `DELETE /answers/{id}` removes.
      (readsList ? listed(answers.listOf(ofItem.get('GET'), words) as ListShape) : null)
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
    const isLone =
      !isSeen && operations.size === 1 && only === 'read' && !this.isListedBelow(known);
    if (isLone && (id.member === null || id.isGuess || examples.length === 0))
      return loneRead(path);
    if (!isSeen && !operations.has('read')) return unseen(path);
    if (!isSeen && id.member === null) return isOfFewValues(known) ? OF_FEW_VALUES : noId(path);
    const isShownAnywhere = operations.has('list') || operations.has('read');
    if (!isShownAnywhere && id.member === null && isOfAbove(known)) return ofAbove(path);
    const all = [...operations.values()];
    const isMade = this.guesses && operations.has('create') && operations.size > 1;
    const isShown = isMade || operations.has('list') || this.sentAndListed(known) !== null;
    return isShown || all.some((one) => flawOfRead(one, known) === null)
      ? null
      : 'nothing shows what it changes';
  }

  /** Whether a list below a collection shows what its read answers: `/events/search`. */
  private isListedBelow({ path, item, id, words }: Collection): boolean {
    return (
      this.guesses &&
      id.member !== null &&
      this.operations.some((one) => {
        const { text, segments } = one.path;
        const isBelow = text.startsWith(`${path}/`) && segments.every((step) => !isParameter(step));
        const isSaid = isBelow && one.method === 'GET' && one.assumed === undefined;
        const list = isSaid ? this.answers.listOf(one, words) : null;
        return list !== null && isLike(list.element, item, id.member);
      })
    );
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

/** Whether an answer has the member that names what the path is below: it is that, and no item. */
function isOfAbove({ segments, item }: Collection): boolean {
  const above = segments.filter(isParameter).map((one) => lettersOf(one));
  return [...item.members.keys()].some((name) => above.includes(lettersOf(name)));
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
const ofAbove = (path: string): string =>
  `no list or read was found for ${path}/{id}, and what it answers is what the path is below`;
const noId = (path: string): string =>
  `no list or creation was found for ${path}/{id}, and no member of what it answers is its id`;
const OF_FEW_VALUES =
  'its parameter has a few values that the document names, and is no id of what it answers';

/** The place of what is in an envelope; `null` if nothing stands around it. */
export function envelopeOf({ at }: Pick<ListShape, 'at'>): Pointer | null {
  return at.length === 0 ? null : toPointer(at);
}
