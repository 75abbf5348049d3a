// What the items of a collection are of which no answer is described: what a write answers or takes,
// else a thing with an id. Collections of one name have the same items.

import { isObject, own } from '../../../base/json.ts';
import { lettersOf } from '../../../base/names.ts';
import type { SchemaName, Schemas } from '../../../schema/schema.ts';
import { isParameter } from '../api-paths.ts';
import { identify, parameterSchema, typeOfId, withId } from '../identify.ts';
import type { ApiOperation } from '../operations.ts';
import { successOf } from '../outcomes.ts';
import type { SchemaBook } from '../schemas/schema-book.ts';
import { isReceipt, itemIn, listIn } from '../shapes.ts';
import { Answers } from './answers.ts';
import { singularOf, wordsOf } from './resource.ts';

/** The operations at the path of a collection and at that of its items, by method. */
export interface CollectionOperations {
  readonly segments: readonly string[];
  readonly at: ReadonlyMap<string, ApiOperation>;
  readonly ofItem: ReadonlyMap<string, ApiOperation>;
}

/** The operations of a collection that may take and answer an item. */
export function writesOf({ at, ofItem }: CollectionOperations): readonly ApiOperation[] {
  const post = at.get('POST') ?? ofItem.get('POST');
  return [post, ofItem.get('PUT'), ofItem.get('PATCH')].filter((one) => one !== undefined);
}

/** Ends of paths that name whose things are asked for: `/reservations/me`. */
const WHOSE = /^(?:me|mine|my|own|self|current|latest|active)$/i;

/** The schemas of the items of collections of which no answer is described, by their names. */
export class AssumedThings {
  private readonly byNoun = new Map<string, SchemaName>();
  private readonly byPath = new Map<string, SchemaName>();
  private readonly names = new Set<SchemaName>();
  readonly book: SchemaBook;
  readonly schemas: Schemas;

  private readonly isSilent: (one: ApiOperation) => boolean;

  constructor(
    { book, schemas }: { readonly book: SchemaBook; readonly schemas: Schemas },
    isSilent: (one: ApiOperation) => boolean,
  ) {
    this.book = book;
    this.schemas = schemas;
    this.isSilent = isSilent;
  }

  /** The item of a collection that is read or written; `null` if nothing tells what it is. */
  itemOf(collection: CollectionOperations): SchemaName | null {
    const item = this.found(collection);
    return item === null ? null : this.remember(collection.segments, item);
  }

  /** The item of a collection that only lists: that of another one of its name, else a new thing. */
  named({ segments, ofItem }: CollectionOperations): SchemaName {
    const noun = nounOf(segments);
    const known = this.byPath.get(segments.join('/')) ?? this.byNoun.get(noun);
    return this.remember(segments, known ?? this.newThing(noun, undefined, typeOfId(ofItem)));
  }

  private remember(segments: readonly string[], item: SchemaName): SchemaName {
    const noun = nounOf(segments);
    this.byPath.set(segments.join('/'), item);
    if (!this.byNoun.has(noun)) this.byNoun.set(noun, item);
    return item;
  }

  /** Whether a collection of this name was seen. */
  knows({ segments }: Pick<CollectionOperations, 'segments'>): boolean {
    return this.byNoun.has(nounOf(segments));
  }

  /** Whether an item has no more than its name. */
  isNameAlone(item: SchemaName): boolean {
    return this.names.has(item);
  }

  private found(collection: CollectionOperations): SchemaName | null {
    const { segments, at, ofItem } = collection;
    const words = wordsOf(segments);
    const shown = (one: ApiOperation | undefined): SchemaName | null => {
      if (one === undefined || this.isSilent(one)) return null;
      const { body } = successOf(one, 200);
      return body?.format === 'json' ? body.schema : null;
    };
    const list = shown(at.get('GET'));
    const read = shown(ofItem.get('GET'));
    if (list !== null) return this.elementOf(list, words) ?? this.listedBy(list, collection);
    if (read !== null) return itemIn(this.schemas, read, words)?.name ?? null;
    for (const one of writesOf(collection)) {
      const schema = shown(one);
      const item = schema === null ? null : itemIn(this.schemas, schema, words);
      if (item !== null && item.at.length === 0 && !isReceipt(item)) return item.name;
    }
    return this.sent(collection);
  }

  /** The schema of the elements of a list; one without a name gets one. */
  elementOf(list: SchemaName, words: readonly string[]): SchemaName | null {
    const shape = listIn(this.schemas, list, words);
    return shape === null ? null : new Answers(this).elementOf(shape, words).schema;
  }

  /** A thing with no more than its name, where names are listed, and the names are in the paths. */
  private listedBy(
    list: SchemaName,
    { segments, at, ofItem }: CollectionOperations,
  ): SchemaName | null {
    const items = this.schemas.partsByName(list).map((part) => own(part, 'items') ?? null);
    const type = items.flatMap((one) => (isObject(one) ? (own(one, 'type') ?? []) : []))[0];
    const isMade = !at.has('POST') && (ofItem.has('POST') || ofItem.has('PUT'));
    const name = [...ofItem.values()][0]?.path.lastParameter ?? null;
    if (!isMade || name === null || (type !== 'string' && type !== 'integer')) return null;
    const properties = { [name]: { type } };
    const item = { type: 'object', properties, required: [name] };
    const made = this.book.add(nounOf(segments), item);
    this.names.add(made);
    return made;
  }

  /** What its writes take, with an id if that has none. */
  private sent(collection: CollectionOperations): SchemaName {
    const { segments, ofItem } = collection;
    const words = wordsOf(segments);
    const sent = writesOf(collection).flatMap((one) => one.body?.schema ?? [])[0];
    const members = sent === undefined ? new Map() : this.schemas.membersOf(sent);
    const [one] = ofItem.values();
    const parameter = one?.path.lastParameter ?? null;
    const schema = parameterSchema(one);
    const { member, isGuess } = identify({ members, parameter, schema, words, isCalled: true });
    const isOther = member !== null && isIdOfAnother(member, [parameter ?? 'id', ...words]);
    if (sent !== undefined && member !== null && !isGuess && !isOther) return sent;
    return this.newThing(words.at(-1) ?? 'item', sent, typeOfId(ofItem));
  }

  private newThing(
    name: string,
    sent: SchemaName | undefined,
    type: 'integer' | 'string',
  ): SchemaName {
    return this.book.add(name || 'item', withId(sent, { name: 'id', type }, this.book));
  }
}

/** Whether a member that is sent is the id of another thing: `examId` of `/patient-exams/{patientExamId}`. */
function isIdOfAnother(member: string, names: readonly string[]): boolean {
  const thing = lettersOf(member).replace(/u?u?id$/, '');
  const own = names.map((one) => lettersOf(one).replace(/u?u?id$/, ''));
  return thing !== '' && thing !== lettersOf(member) && !own.includes(thing);
}

/** What a collection is called, in letters and in the singular. */
function nounOf(segments: readonly string[]): string {
  const literals = segments.filter((one) => !isParameter(one));
  const last = literals.findLast((one) => !WHOSE.test(one)) ?? '';
  return singularOf(lettersOf(last));
}
