// The data of the mock: collections of records, indexed by key and in order, with forks at no cost.
// Knows no HTTP and no choices.

import { digest, hash32, utf8Bytes } from '../../base/hash.ts';
import {
  type Json,
  type JsonObject,
  jsonText,
  noteText,
  own,
  parseExact,
  parseKnown,
} from '../../base/json.ts';
import {
  findEntry,
  type HashTrie,
  type Keyed,
  type Owner,
  putEntry,
  removeEntry,
  visitEntries,
} from './hash-trie.ts';
import { KeptAnswers, keptAnswerJson, readKeptAnswer } from './kept-answers.ts';
import { emptyOrder, type OrderTrie, SLOTS_MAX, setSlot, visitSlots } from './order-trie.ts';

/**
 * One stored record. It is immutable; a change creates another one. It holds one form at a time:
 * its value until the text is first needed, then the text, so that reading it again is free and no
 * record is stored twice.
 */
export class StoredRecord {
  /** The id as in a path. */
  readonly key: string;
  /** Its place in the order of its collection; `UNPLACED` if it is in none. */
  readonly slot: number;
  private held: JsonObject | string;
  private etag: string | null = null;
  private textBytes = 0;

  constructor(key: string, value: JsonObject | string, slot: number = UNPLACED) {
    this.key = key;
    this.slot = slot;
    this.held = value;
    if (typeof value === 'string') noteText(value);
  }

  /** Not stored: of a hundred thousand records it would take most of a megabyte. */
  get hash(): number {
    return hash32(this.key);
  }

  /** Returns this record at a place. The first place is set in the record: it is not shared yet. */
  placedAt(slot: number): StoredRecord {
    if (this.slot === slot) return this;
    if (this.slot !== UNPLACED) return new StoredRecord(this.key, this.held, slot);
    (this as { slot: number }).slot = slot;
    return this;
  }

  /** The record as a value; once there is a text it is parsed, unless it was the last one read. */
  get value(): JsonObject {
    if (typeof this.held !== 'string') return this.held;
    if (lastRead.record !== this)
      lastRead = { record: this, value: parseKnown(this.held) as JsonObject };
    return lastRead.value;
  }

  /** The record as JSON text, serialised once. */
  text(): string {
    if (typeof this.held !== 'string') {
      lastRead = { record: this, value: this.held };
      this.held = jsonText(this.held);
    }
    return this.held;
  }

  /** The record as JSON text, which is not stored: for long lists that are sent piece by piece. */
  textOnce(): string {
    return typeof this.held === 'string' ? this.held : jsonText(this.held);
  }

  /** Length of the text in characters; 0 while it is held as a value. */
  get charsHeld(): number {
    return typeof this.held === 'string' ? this.held.length : 0;
  }

  /** Length of the text in UTF-8 bytes. */
  bytes(): number {
    if (this.textBytes === 0) this.textBytes = utf8Bytes(this.text());
    return this.textBytes;
  }

  /** The strong entity tag of the text, in quotes (RFC 9110 section 8.8.3). */
  tag(): string {
    this.etag ??= this.tagOnce();
    return this.etag;
  }

  /** The entity tag, without storing it: a new record may never be read. */
  tagOnce(): string {
    const { bytes, fingerprint } = digest(this.text());
    this.textBytes = bytes;
    return `"${fingerprint}"`;
  }
}

const UNPLACED = -1;

/** The value of the record that was read last: one call asks for the same one several times. */
let lastRead: { readonly record: StoredRecord | null; readonly value: JsonObject } = {
  record: null,
  value: {},
};

export interface CollectionPage {
  readonly offset: number;
  readonly count: number;
  readonly order: 'oldest-first' | 'newest-first';
}

/** The records of one resource. Find, put and remove cost the same at any size; a fork is free. */
export class Collection {
  private index: HashTrie<StoredRecord> = null;
  private order: OrderTrie<StoredRecord> = emptyOrder;
  private removed: HashTrie<Keyed> = null;
  private holders = new Map<string, HashTrie<Holder>>();
  private owner: Owner = {};
  private nextSlot = 0;
  private highest = 0;
  private isWild = false;
  private count = 0;
  private changes = 0;
  private readonly partitions = new Map<string, Parts>();
  /** The last changes, and the version before the first of them; `null` until they are asked for. */
  private log: RecordChange[] | null = null;
  private logFrom = 0;

  get size(): number {
    return this.count;
  }

  /** Grows with every change: what was computed from the collection is valid for one version. */
  get version(): number {
    return this.changes;
  }

  /** The highest whole number ever used as an id here, up to `SEQUENCE_MAX`; 0 for none. */
  get highestEver(): number {
    return this.highest;
  }

  /** Whether a whole number above `SEQUENCE_MAX` was ever an id here. */
  get hasWildNumbers(): boolean {
    return this.isWild;
  }

  find(key: string): StoredRecord | undefined {
    return findEntry(this.index, key, hash32(key));
  }

  /** Tells whether a key was removed with `remember` and was not put again. */
  wasRemoved(key: string): boolean {
    return findEntry(this.removed, key, hash32(key)) !== undefined;
  }

  /** Puts a record in place of the one with its key, or at the end. */
  put(record: StoredRecord): void {
    const { key, hash } = record;
    const before = findEntry(this.index, key, hash);
    if (before === undefined && this.nextSlot >= SLOTS_MAX) this.renumber();
    const placed = record.placedAt(before === undefined ? this.nextSlot++ : before.slot);
    this.index = putEntry(this.index, placed, this.owner, hash);
    this.order = setSlot(this.order, placed.slot, placed, this.owner);
    if (before === undefined) this.count++;
    if (this.removed !== null && this.wasRemoved(key)) {
      this.removed = removeEntry(this.removed, key, hash, this.owner);
    }
    this.noteNumber(key);
    this.noteChange(before, placed);
    if (this.partitions.size > 0) this.moveBetweenParts(before, placed, 'forget');
    if (this.holders.size > 0)
      for (const field of this.holders.keys()) this.moveHolder(field, before, placed);
  }

  /** Removes the record with a key; `remember` keeps the fact that it existed. */
  remove(key: string, memory: 'remember' | 'forget'): void {
    const hash = hash32(key);
    const before = findEntry(this.index, key, hash);
    if (before === undefined) return;
    this.index = removeEntry(this.index, key, hash, this.owner);
    this.order = setSlot(this.order, before.slot, null, this.owner);
    if (memory === 'remember') this.removed = putEntry(this.removed, { key, hash }, this.owner);
    this.count--;
    this.noteChange(before, undefined);
    if (this.partitions.size > 0) this.moveBetweenParts(before, undefined, memory);
    if (this.holders.size > 0)
      for (const field of this.holders.keys()) this.moveHolder(field, before, undefined);
  }

  /**
   * Returns the changes that led from a version to this one, oldest first; `null` if they are not
   * known: they are noted from the first call on, and the last ones are kept.
   */
  changesSince(version: number): readonly RecordChange[] | null {
    if (this.log === null) {
      this.log = [];
      this.logFrom = this.changes;
    }
    return version < this.logFrom ? null : this.log.slice(version - this.logFrom);
  }

  private noteChange(before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    this.changes++;
    if (this.log === null) return;
    this.log.push({ before, after });
    if (this.log.length < 2 * CHANGES_KEPT) return;
    this.log = this.log.slice(CHANGES_KEPT);
    this.logFrom += CHANGES_KEPT;
  }

  /** Calls `visit` with the records of a page, in order. */
  visit(page: CollectionPage, visit: (record: StoredRecord) => void): void {
    visitSlots(this.order, { ...page, backwards: page.order === 'newest-first' }, visit);
  }

  /** Returns all records, oldest first. */
  records(): readonly StoredRecord[] {
    const records: StoredRecord[] = [];
    this.visit({ offset: 0, count: this.count, order: 'oldest-first' }, (record) =>
      records.push(record),
    );
    return records;
  }

  /** Returns the key of a record with a value in a field. The first call builds an index. */
  holderOf(field: string, value: Json): string | undefined {
    if (!this.holders.has(field)) {
      this.holders.set(field, null);
      for (const record of this.records()) this.moveHolder(field, undefined, record);
    }
    const text = jsonText(value);
    return findEntry(this.holders.get(field) ?? null, text, hash32(text))?.holders[0];
  }

  /**
   * Returns the records that belong to a part, as a collection that follows this one. Only this one
   * may be changed. The first call for a part looks at every record.
   */
  part(partition: Partition, name: string): Collection {
    let parts = this.partitions.get(partition.name);
    if (parts === undefined) {
      parts = { partition, collections: new Map() };
      this.partitions.set(partition.name, parts);
    }
    const known = parts.collections.get(name);
    if (known !== undefined) return known;
    const part = new Collection();
    for (const record of this.records())
      if (partition.partsOf(record.value).includes(name)) part.put(record);
    if (parts.collections.size >= PARTS_MAX)
      parts.collections.delete(parts.collections.keys().next().value ?? '');
    parts.collections.set(name, part);
    return part;
  }

  private moveBetweenParts(
    before: StoredRecord | undefined,
    after: StoredRecord | undefined,
    memory: 'remember' | 'forget',
  ): void {
    for (const { partition, collections } of this.partitions.values()) {
      const now = after === undefined ? [] : partition.partsOf(after.value);
      const was = before === undefined ? [] : partition.partsOf(before.value);
      for (const name of was)
        if (before !== undefined && !now.includes(name))
          collections.get(name)?.remove(before.key, memory);
      for (const name of now) {
        // A record that comes from another part has its place between those that are there.
        if (before !== undefined && !was.includes(name)) collections.delete(name);
        else if (after !== undefined) collections.get(name)?.put(after);
      }
    }
  }

  /** Returns a collection with the same records, independent from now on. */
  fork(): Collection {
    const fork = new Collection();
    fork.index = this.index;
    fork.order = this.order;
    fork.removed = this.removed;
    fork.holders = new Map(this.holders);
    fork.nextSlot = this.nextSlot;
    fork.highest = this.highest;
    fork.isWild = this.isWild;
    fork.count = this.count;
    fork.changes = this.changes;
    this.owner = {};
    return fork;
  }

  /** All that a copy of this collection must know. */
  image(): CollectionImage {
    const removed: string[] = [];
    visitEntries(this.removed, ({ key }) => removed.push(key));
    const rows = this.records().map((record) => [record.key, record.textOnce()] as const);
    return { rows, removed, highest: this.highest, isWild: this.isWild };
  }

  /** Replaces everything in this collection; `null` empties it. */
  become(image: CollectionImage | null): void {
    this.index = null;
    this.order = emptyOrder;
    this.removed = null;
    this.holders = new Map();
    this.owner = {};
    this.partitions.clear();
    [this.nextSlot, this.count, this.highest, this.isWild] = [0, 0, 0, false];
    for (const [key, text] of image?.rows ?? []) this.put(new StoredRecord(key, text));
    for (const key of image?.removed ?? [])
      this.removed = putEntry(this.removed, { key, hash: hash32(key) }, this.owner);
    this.highest = Math.max(this.highest, image?.highest ?? 0);
    this.isWild ||= image?.isWild === true;
    // The last changes do not lead here.
    this.changes++;
    this.log = null;
  }

  private noteNumber(key: string): void {
    const number = Number(key);
    if (!Number.isInteger(number) || number <= this.highest) return;
    if (number <= SEQUENCE_MAX) this.highest = number;
    else this.isWild = true;
  }

  private moveHolder(
    field: string,
    before: StoredRecord | undefined,
    after: StoredRecord | undefined,
  ): void {
    let trie = this.holders.get(field) ?? null;
    const old = before === undefined ? undefined : own(before.value, field);
    if (before !== undefined && old !== undefined) {
      const text = jsonText(old);
      const left = (findEntry(trie, text, hash32(text))?.holders ?? []).filter(
        (key) => key !== before.key,
      );
      if (left.length === 0) trie = removeEntry(trie, text, hash32(text), this.owner);
      else trie = putEntry(trie, { key: text, hash: hash32(text), holders: left }, this.owner);
    }
    const value = after === undefined ? undefined : own(after.value, field);
    if (after !== undefined && value !== undefined) {
      const text = jsonText(value);
      const others = findEntry(trie, text, hash32(text))?.holders ?? [];
      trie = putEntry(
        trie,
        { key: text, hash: hash32(text), holders: [...others, after.key] },
        this.owner,
      );
    }
    this.holders.set(field, trie);
  }

  /** Assigns the slots anew, without gaps. */
  private renumber(): void {
    const records = this.records();
    // The places in earlier changes are no longer those of the records.
    this.log = null;
    this.index = null;
    this.order = emptyOrder;
    this.nextSlot = 0;
    for (const record of records) {
      const placed = record.placedAt(this.nextSlot++);
      this.index = putEntry(this.index, placed, this.owner);
      this.order = setSlot(this.order, placed.slot, placed, this.owner);
    }
  }
}

/** A collection as data: its records in order, as keys and JSON texts, and what it remembers. */
export interface CollectionImage {
  readonly rows: readonly (readonly [key: string, text: string])[];
  /** The keys that were removed and are remembered. */
  readonly removed: readonly string[];
  readonly highest: number;
  readonly isWild: boolean;
}

/**
 * The image of each resource's collection. If answers are kept, they are rows under `ANSWERS`, which
 * is the name of no resource.
 */
export type StateImage = Readonly<Record<string, CollectionImage>>;

/** A record that was put, replaced or removed. */
export interface RecordChange {
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

/** Number of changes that are kept at least. */
export const CHANGES_KEPT = 500;

/** A way to part the records of a collection. */
export interface Partition {
  readonly name: string;
  /** The names of the parts that a record belongs to. */
  readonly partsOf: (value: JsonObject) => readonly string[];
}

interface Parts {
  readonly partition: Partition;
  readonly collections: Map<string, Collection>;
}

/** How many parts of one partition are kept. */
const PARTS_MAX = 1_000;

interface Holder extends Keyed {
  /** The keys of the records with the value; more than one only if the field is not kept unique. */
  readonly holders: readonly string[];
}

/** Numeric ids above this do not advance the sequence: a single huge id cannot exhaust it. */
export const SEQUENCE_MAX: number = 2 ** 48;

/** The collections of all resources, and the answers to requests with an idempotency key. */
export class State {
  readonly answers: KeptAnswers;
  private readonly collections: ReadonlyMap<string, Collection>;

  private constructor(collections: ReadonlyMap<string, Collection>, answers: KeptAnswers) {
    this.collections = collections;
    this.answers = answers;
  }

  /** Returns a state with an empty collection for each resource. */
  static of(resources: Iterable<string>): State {
    const collections = [...resources].map((resource) => [resource, new Collection()] as const);
    return new State(new Map(collections), new KeptAnswers());
  }

  /**
   * Returns a state with another state's collections of some resources, and empty ones for the
   * rest. The other state must not be used any more.
   */
  static from(other: State, resources: Iterable<string>): State {
    const collections = [...resources].map(
      (resource) => [resource, other.collections.get(resource) ?? new Collection()] as const,
    );
    return new State(new Map(collections), other.answers);
  }

  resources(): readonly string[] {
    return [...this.collections.keys()];
  }

  /** All that a copy of this state must know. */
  image(): StateImage {
    const images = [...this.collections].map(
      ([resource, collection]) => [resource, collection.image()] as const,
    );
    const answers = this.answers.all();
    if (answers.length === 0) return Object.fromEntries(images);
    const rows = answers.map((one) => [one.key, jsonText(keptAnswerJson(one))] as const);
    const kept: CollectionImage = { rows, removed: [], highest: 0, isWild: false };
    return Object.fromEntries([...images, [ANSWERS, kept]]);
  }

  /** Replaces everything in all collections. Resources that this state lacks are left out. */
  become(image: StateImage): void {
    for (const [resource, collection] of this.collections)
      collection.become(Object.hasOwn(image, resource) ? (image[resource] ?? null) : null);
    const rows = Object.hasOwn(image, ANSWERS) ? (image[ANSWERS]?.rows ?? []) : [];
    this.answers.become(rows.flatMap(([, text]) => readKeptAnswer(parseExact(text)) ?? []));
  }

  /** Returns the collection of a resource, which must be one that the state was created with. */
  collection(resource: string): Collection {
    const collection = this.collections.get(resource);
    if (collection === undefined) throw new RangeError(`no collection "${resource}"`);
    return collection;
  }

  /** Returns a state with the same records, in time independent of their number. */
  fork(): State {
    const collections = [...this.collections].map(
      ([resource, collection]) => [resource, collection.fork()] as const,
    );
    return new State(new Map(collections), this.answers.fork());
  }
}

/** In the place of a resource in images. */
const ANSWERS = '';
