// A selection that follows its collection: each change takes a record out of its place, or puts one
// in, so that nothing is selected or sorted again.

import type { JsonObject } from '../../base/json.ts';
import type { Collection, CollectionPage, RecordChange, StoredRecord } from '../state/state.ts';
import { matcherOf } from './condition.ts';
import { type OrderedPlace, OrderedRecords } from './ordered-records.ts';
import type { Selected } from './page.ts';
import type { Condition, Query } from './query.ts';
import type { Selection } from './select.ts';
import { comparingRecords } from './sort.ts';
import { lookUp } from './value-at.ts';

export class KeptSelection {
  private readonly found: OrderedRecords;
  private version: number;
  private readonly meets: (record: JsonObject) => boolean;
  private readonly compare: (one: StoredRecord, other: StoredRecord) => number;
  /** Conditions that count as long as some record has their member, and those that do not. */
  private readonly counting: readonly Condition[];
  private readonly idle: readonly Condition[];

  /** `version` is that of the collection from which was selected. */
  constructor(
    { query, order }: { readonly query: Query; readonly order: CollectionPage['order'] },
    selection: Selection,
    version: number,
  ) {
    this.found = new OrderedRecords(selection.records);
    this.version = version;
    this.meets = matcherOf(selection.where);
    const byKeys = comparingRecords(query.sort, query.collation);
    const turn = order === 'newest-first' ? -1 : 1;
    this.compare = (one, other) =>
      (query.sort.length === 0 ? 0 : byKeys(one.value, other.value)) ||
      turn * (one.slot - other.slot);
    const kept = selection.where.kind === 'all' ? selection.where.of : [];
    const given = query.where.kind === 'all' ? query.where.of : [];
    this.counting = kept.filter(isOfKnown);
    this.idle = given.filter((one) => isOfKnown(one) && !kept.includes(one));
  }

  /** The records as of the last time that it followed; they change when it follows again. */
  get records(): Selected {
    return this.found;
  }

  /** Takes in what changed in the collection since; `false` if it must be selected again. */
  follow(collection: Collection): boolean {
    if (this.version === collection.version) return true;
    const changes = collection.changesSince(this.version);
    if (changes === null) return false;
    for (const change of changes) if (!this.take(change, collection)) return false;
    this.version = collection.version;
    return true;
  }

  private take({ before, after }: RecordChange, collection: Collection): boolean {
    if (this.idle.some((one) => has(after, one))) return false;
    const isLost = this.counting.some(
      (one) => has(before, one) && !has(after, one) && !isStillKnown(one, collection),
    );
    if (isLost) return false;
    if (before !== undefined && this.meets(before.value)) {
      const place = this.placeOf(before);
      if (this.found.at(place)?.key !== before.key) return false;
      if (after !== undefined && this.meets(after.value) && this.compare(before, after) === 0) {
        this.found.replace(place, after);
        return true;
      }
      this.found.remove(place);
    }
    if (after !== undefined && this.meets(after.value))
      this.found.insert(this.placeOf(after), after);
    return true;
  }

  private placeOf(record: StoredRecord): OrderedPlace {
    return this.found.placeOf((one) => this.compare(one, record) < 0);
  }
}

function isOfKnown(condition: Condition): boolean {
  return condition.kind === 'field' && condition.counts === 'known';
}

function has(record: StoredRecord | undefined, condition: Condition): boolean {
  return (
    record !== undefined &&
    condition.kind === 'field' &&
    lookUp(condition.path)(record.value) !== undefined
  );
}

/** Whether one of the first records has the member: usually all have. */
function isStillKnown(condition: Condition, collection: Collection): boolean {
  let isKnown = false;
  collection.visit({ offset: 0, count: LOOKED_AT, order: 'oldest-first' }, (record) => {
    isKnown ||= has(record, condition);
  });
  return isKnown;
}

const LOOKED_AT = 32;
