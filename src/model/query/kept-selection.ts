// A selection that follows its collection: each change takes a record out of its place, or puts one
// in, so that nothing is selected or sorted again.

import type { Collection, CollectionPage, RecordChange, StoredRecord } from '../state/state.ts';
import { matcherOf } from './condition.ts';
import { type OrderedPlace, OrderedRecords } from './ordered-records.ts';
import type { Selected } from './page.ts';
import type { Condition, Query } from './query.ts';
import type { Selection } from './select.ts';
import { type Cells, type RecordOrder, recordOrderBy } from './sort.ts';
import { lookUp } from './value-at.ts';

export class KeptSelection {
  private readonly found: OrderedRecords;
  private version: number;
  private readonly meets: (record: StoredRecord) => boolean;
  /** `null` if the records are in the order of the collection. */
  private readonly sorted: RecordOrder | null;
  private readonly turn: 1 | -1;
  /** The sort keys of records that were compared: a search meets the same ones each time. */
  private readonly cells = new Map<StoredRecord, Cells>();
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
    const isAny = selection.where.kind === 'all' && selection.where.of.length === 0;
    const matches = matcherOf(selection.where);
    // A value is parsed from the text of its record: only if it is looked at.
    this.meets = isAny ? () => true : (record) => matches(record.value);
    this.sorted = query.sort.length === 0 ? null : recordOrderBy(query.sort, query.collation);
    this.turn = order === 'newest-first' ? -1 : 1;
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
    if (before !== undefined && this.meets(before)) {
      const place = this.placeOf(before);
      if (this.found.at(place)?.key !== before.key) return false;
      if (after !== undefined && this.meets(after) && this.compare(before, after) === 0) {
        this.found.replace(place, after);
        this.cells.delete(before);
        return true;
      }
      this.found.remove(place);
    }
    if (before !== undefined) this.cells.delete(before);
    if (after !== undefined && this.meets(after)) this.found.insert(this.placeOf(after), after);
    return true;
  }

  private compare(one: StoredRecord, other: StoredRecord): number {
    const order = this.sorted?.compare(this.cellsOf(one), this.cellsOf(other)) ?? 0;
    return order || this.turn * (one.slot - other.slot);
  }

  private cellsOf(record: StoredRecord): Cells {
    const known = this.cells.get(record);
    if (known !== undefined || this.sorted === null) return known ?? NO_CELLS;
    if (this.cells.size >= CELLS_KEPT_MAX) this.cells.clear();
    const cells = this.sorted.cellsOf(record.value);
    this.cells.set(record, cells);
    return cells;
  }

  private placeOf(record: StoredRecord): OrderedPlace {
    return this.found.placeOf((one) => this.compare(one, record) < 0);
  }
}

const NO_CELLS: Cells = [];

/** Number of records whose sort keys are kept. */
const CELLS_KEPT_MAX = 8_192;

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
