// What is known of the items of one contract, and when it may be relied on.

import type { JsonObject } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type Collection, StoredRecord } from '../../model/state/state.ts';
import type { ContractRules } from './expected-item.ts';
import { type ItemKnowledge, recordOf, unknownItem } from './item-knowledge.ts';
import { KeptMembers } from './kept-members.ts';
import type { OverlappingWrites, RequestSpan } from './timeline.ts';

/**
 * For how long what was seen is held against a service, in milliseconds: the longer, the likelier
 * that somebody wrote past the proxy.
 */
export const RELIED_ON_MS = 60_000;
/** How many items of one contract are known at once; the oldest make room. */
export const ITEMS_MAX = 20_000;
/** How many writes are remembered, to find the one behind a change. */
const WRITES_MAX = 50;

/** A write that was done, and when. */
export interface DoneWrite {
  readonly seq: number;
  readonly kind: Kind;
  readonly key: string;
  readonly tick: number;
  readonly sent: JsonObject | null;
}

/** The list as it was seen last by one user. */
export interface SeenList {
  readonly keys: readonly string[];
  readonly tick: number;
  /** How many elements there were at most: a page that is shorter is the whole list. */
  readonly most: number;
}

/** When and by whom something is asked. */
export interface RequestContext {
  readonly span: RequestSpan;
  readonly at: number;
  readonly viewer: string;
  readonly shared: OverlappingWrites;
}

export class ShadowState {
  readonly form: ContractRules;
  readonly items = new Map<string, ItemKnowledge>();
  readonly lists = new Map<string, SeenList>();
  readonly collection: Collection;
  readonly habits = new KeptMembers();
  /** Whether an item that was created here was seen. */
  isKeeping = false;
  /** Whether the collection holds what a list would show. */
  isListKnown = false;
  private writes: DoneWrite[] = [];

  constructor(form: ContractRules, collection: Collection) {
    this.form = form;
    this.collection = collection;
  }

  /** Gives an item to note something of. */
  item(key: string): ItemKnowledge {
    let known = this.items.get(key);
    if (known === undefined) {
      known = unknownItem(key);
      this.items.set(key, known);
      if (this.items.size > ITEMS_MAX) this.dropOldest();
    }
    return known;
  }

  /** Gives what is known of an item, where it holds for whoever asks, at that time. */
  certain(key: string, asking: RequestContext): ItemKnowledge | null {
    const known = this.items.get(key);
    if (known === undefined || known.state === 'unsure' || known.viewer !== asking.viewer)
      return null;
    const { shared, span, at } = asking;
    if (shared.isAll || shared.keys.has(key) || span.begun < known.since) return null;
    return at - known.at < RELIED_ON_MS ? known : null;
  }

  noteWrite(done: DoneWrite): void {
    this.writes.push(done);
    if (this.writes.length > WRITES_MAX) this.writes.shift();
  }

  /** Gives the last write to another item since an item was seen last. */
  writeSince(known: ItemKnowledge): DoneWrite | null {
    return (
      this.writes.findLast(({ key, tick }) => key !== known.key && tick > known.seenAt) ?? null
    );
  }

  /** Says whether an item was created since some tick. */
  isCreatedSince(tick: number): boolean {
    return this.writes.some((done) => done.kind === 'create' && done.tick > tick);
  }

  /** Brings the collection to what is known of an item. */
  settle(known: ItemKnowledge): void {
    if (known.state === 'gone') this.collection.remove(known.key, 'remember');
    if (known.state === 'there') {
      this.collection.put(new StoredRecord(known.key, recordOf(known, this.form.contract.id)));
    }
  }

  /** Nothing is certain any more. */
  forget(): void {
    for (const known of this.items.values()) known.state = 'unsure';
    this.isListKnown = false;
    this.lists.clear();
  }

  private dropOldest(): void {
    const [oldest] = this.items.keys();
    if (oldest === undefined) return;
    this.items.delete(oldest);
    this.collection.remove(oldest, 'forget');
    this.isListKnown = false;
  }
}
