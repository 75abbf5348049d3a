// What the recorder knows about the items of a contract, below one parent if it is nested, and when
// it counts against the service.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { allRowsOf, inScope, rowsOf } from '../../model/state/rows-of.ts';
import { type State, StoredRecord } from '../../model/state/state.ts';
import { SentValues } from '../../oracle/sent-values.ts';
import { admittedForms, StoredForms } from '../../oracle/stored-forms.ts';
import { placeRulesOf } from '../../schema/quick/place-rules.ts';
import type { ContractRules } from './contract-rules.ts';
import { type ItemKnowledge, recordOf, unknownItem } from './item-knowledge.ts';
import { KeptMembers } from './kept-members.ts';
import type { OverlappingWrites, RequestSpan } from './timeline.ts';

/** How long an observation counts, in milliseconds: someone may have bypassed the proxy since. */
export const RELIED_ON_MS = 60_000;
/** How long after a write a read may lag behind, in milliseconds, unless the contract says more. */
const LAG_MS_MAX = 3_500;
/** Maximum number of known items of one contract. The oldest ones are dropped. */
export const ITEMS_MAX = 20_000;
/** Maximum number of characters of texts in them. */
export const ITEMS_CHARS_MAX = 33_554_432;
/** Number of recent writes that may be the cause of a change. */
const WRITES_MAX = 50;

/** A successful write and its time. */
export interface DoneWrite {
  readonly seq: number;
  readonly kind: Kind;
  readonly key: string;
  readonly tick: number;
  readonly sent: JsonObject | null;
}

/** The last list that one user received. */
export interface SeenList {
  readonly keys: readonly string[];
  readonly tick: number;
  /** The largest number of elements seen: a shorter page is the end of the list. */
  readonly most: number;
}

/** The time of a request, its user, and what else was written meanwhile. */
export interface RequestContext {
  readonly span: RequestSpan;
  readonly at: number;
  readonly viewer: string;
  readonly shared: OverlappingWrites;
}

/** What the recorder has learned of a contract; it is the same below each parent. */
export interface LearnedTraits {
  readonly habits: KeptMembers;
  /** The normal forms in which the service stores values. */
  readonly forms: StoredForms;
  /** What a PATCH makes of null and of nested objects, by media type and member. */
  readonly updates: Map<string, string>;
}

export function unlearnedTraits({ contract, schemas }: ContractRules): LearnedTraits {
  const shown = admittedForms(contract.shown['fields.normal']);
  return {
    habits: new KeptMembers(),
    updates: new Map(),
    forms: new StoredForms(placeRulesOf(schemas, contract.item), shown),
  };
}

export class ShadowState {
  readonly rules: ContractRules;
  readonly items = new Map<string, ItemKnowledge>();
  readonly lists = new Map<string, SeenList>();
  readonly habits: KeptMembers;
  readonly forms: StoredForms;
  readonly updates: LearnedTraits['updates'];
  readonly sent = new SentValues();
  /** Values of clients that break a format or a bound. */
  readonly outOfBounds = new SentValues();
  /** When an item of another resource was last removed, in ticks. Items may have gone with it. */
  removedElsewhere = 0;
  /** When the last write ended, in milliseconds since 1970. */
  wroteAt = Number.NEGATIVE_INFINITY;
  /** Whether a created item was seen. */
  isKeeping = false;
  /** Whether the collection equals the list of the service. */
  isListKnown = false;
  private writes: DoneWrite[] = [];
  /** The characters of the texts of each known item, and of all. */
  private readonly charsOf = new Map<string, number>();
  private chars = 0;
  private readonly state: State;

  constructor(rules: ContractRules, state: State, { habits, forms, updates }: LearnedTraits) {
    this.rules = rules;
    this.habits = habits;
    this.forms = forms;
    this.updates = updates;
    this.state = state;
  }

  /** The number of items that the mock would list. */
  get size(): number {
    return rowsOf(this.state, this.rules.contract).size;
  }

  /** Returns the knowledge of an item, new if there is none. */
  item(key: string): ItemKnowledge {
    let known = this.items.get(key);
    if (known === undefined) {
      known = unknownItem(key);
      this.items.set(key, known);
      if (this.items.size > ITEMS_MAX) this.dropOldest();
    }
    return known;
  }

  /** Returns the knowledge of an item if it is certain for this request; otherwise `null`. */
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

  /** Whether the contract lets a read of this time lag behind the last write. */
  mayLag(at: number): boolean {
    const withinMs = this.rules.contract.shown['consistency.within'] ?? LAG_MS_MAX;
    return at - this.wroteAt <= withinMs && withinMs > 0;
  }

  /** Returns the last write to another item since an item was last seen. */
  writeSince(known: ItemKnowledge): DoneWrite | null {
    return (
      this.writes.findLast(({ key, tick }) => key !== known.key && tick > known.seenAt) ?? null
    );
  }

  /** Tells whether an item was created after a tick. */
  isCreatedSince(tick: number): boolean {
    return this.writes.some((done) => done.kind === 'create' && done.tick > tick);
  }

  /** Whether an item may have gone with an item of another resource. */
  mayBeGoneWithAnother(known: ItemKnowledge, { shared }: RequestContext): boolean {
    return shared.hasRemovalElsewhere || this.removedElsewhere > known.seenAt;
  }

  /** Updates the rows of the mock with the knowledge of an item. */
  settle(known: ItemKnowledge): void {
    const { contract } = this.rules;
    const rows = allRowsOf(this.state, contract);
    if (known.state === 'gone') {
      rows.remove(known.key, 'remember');
      this.weigh(known.key, 0);
    }
    if (known.state === 'there') {
      const record = inScope(contract, recordOf(known, contract.id));
      rows.put(new StoredRecord(known.key, record));
      this.weigh(known.key, textChars(record));
      while (this.chars > ITEMS_CHARS_MAX && this.items.size > 1) this.dropOldest();
    }
  }

  /** Marks all knowledge as uncertain. */
  forget(): void {
    for (const known of this.items.values()) known.state = 'unsure';
    this.isListKnown = false;
    this.lists.clear();
  }

  private weigh(key: string, chars: number): void {
    this.chars += chars - (this.charsOf.get(key) ?? 0);
    if (chars === 0) this.charsOf.delete(key);
    else this.charsOf.set(key, chars);
  }

  private dropOldest(): void {
    const [oldest] = this.items.keys();
    if (oldest === undefined) return;
    this.items.delete(oldest);
    this.weigh(oldest, 0);
    allRowsOf(this.state, this.rules.contract).remove(oldest, 'forget');
    this.isListKnown = false;
  }
}

function textChars(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value))
    return (value as readonly Json[]).reduce<number>((sum, one) => sum + textChars(one), 0);
  return isObject(value)
    ? Object.values(value).reduce<number>((sum, one) => sum + textChars(one), 0)
    : 0;
}
