// Items that show rows of others: an owner with its pets, an order with its client. The rows of the mock
// stay as they are; each answer has those that are there.

import { equal } from '../../base/equal.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  own,
  withMember,
} from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import { remember } from '../../base/remember.ts';
import type { Contract } from '../../contract/contract.ts';
import { type EmbeddedMember, embeddedMembers } from '../../contract/relations/embedded-members.ts';
import { rowsKey, templateOf } from '../../contract/rows.ts';
import type { Schemas } from '../../schema/schema.ts';
import { toKey } from '../ids/ids.ts';
import type { Effect } from '../ruling/ruling.ts';
import { hiddenIn, shownRecord } from '../ruling/shown-record.ts';
import { keptView } from '../state/kept-views.ts';
import { type State, StoredRecord } from '../state/state.ts';

interface Rules {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
}

/** The rows as they are kept, and as answers show them. */
export interface RowsShown extends Rules {
  readonly kept: State;
  readonly state: State;
}

/** Returns the rows as answers show them, with those of others inside. They are kept until rows change. */
export function withRowsInside(state: State, { contracts, schemas }: Rules): State {
  const all = contractsThatShow(contracts);
  if (all.length === 0) return state;
  return keptView(state, { kind: all, name: '' }, () => {
    const seen = state.fork();
    const inside = new RowsInside(state, { contracts, schemas });
    for (const contract of all) {
      const rows = seen.collection(rowsKey(contract));
      for (const { key, value, slot } of state.collection(rowsKey(contract)).records())
        rows.put(new StoredRecord(key, inside.shown(contract, { key, value }), slot));
    }
    return seen;
  });
}

const contractsThatShow = remember(
  (contracts: readonly Contract[]) =>
    contracts.filter(({ embeds, rows }) => embeds !== undefined && rows === undefined),
  new WeakMap(),
);

/** Returns a change with each record as answers show it when it is done. */
export function asShownAfter(shown: RowsShown, given: Effect): Effect {
  const { kept, contracts, schemas } = shown;
  const effect = asKept(shown, given);
  if (effect.kind !== 'put') return effect;
  const after = kept.fork();
  const changes = [effect, ...(effect.also ?? [])];
  for (const { resource, record } of changes)
    after.collection(resource).put(new StoredRecord(record.key, record.value));
  const inside = new RowsInside(after, { contracts, schemas });
  const [first = effect.record, ...others] = changes.map(({ resource, record }) => {
    const owner = contracts.find((one) => one.resource === resource);
    return owner?.embeds === undefined
      ? record
      : new StoredRecord(record.key, inside.shown(owner, record));
  });
  const also = (effect.also ?? []).map((one, at) => ({ ...one, record: others[at] ?? one.record }));
  return { ...effect, record: first, ...(also.length === 0 ? {} : { also }) };
}

/** Returns a change of the rows as they are kept: without what only answers show. */
export function asKept(shown: RowsShown, effect: Effect): Effect {
  type Change = { readonly resource: string; readonly record: StoredRecord };
  const all = (changes: readonly Change[]): readonly Change[] =>
    changes.map(({ resource, record }) => ({
      resource,
      record: recordKept(shown, resource, record),
    }));
  switch (effect.kind) {
    case 'none':
      return effect;
    case 'put': {
      const record = recordKept(shown, effect.resource, effect.record);
      return {
        ...effect,
        record,
        ...(effect.also === undefined ? {} : { also: all(effect.also) }),
      };
    }
    case 'remove':
      return effect.unset === undefined ? effect : { ...effect, unset: all(effect.unset) };
  }
}

/** What a write leaves as it was shown stays as it was kept. */
function recordKept(
  { kept, state, contracts }: RowsShown,
  resource: string,
  record: StoredRecord,
): StoredRecord {
  const { embeds = {} } = contracts.find((one) => one.resource === resource) ?? {};
  const seen = state.collection(resource).find(record.key)?.value;
  if (seen === undefined) return record;
  const before = kept.collection(resource).find(record.key)?.value ?? {};
  const isShown = (name: string, value: Json): boolean =>
    Object.hasOwn(embeds, name) && equal(value, own(seen, name) ?? null);
  const entries = Object.entries(record.value).flatMap(([name, value]): [string, Json][] => {
    if (!isShown(name, value)) return [[name, value]];
    const held = own(before, name);
    return held === undefined ? [] : [[name, held]];
  });
  return new StoredRecord(record.key, objectOf(entries));
}

function ownerOf(contract: Contract, contracts: readonly Contract[]): Contract {
  const key = rowsKey(contract);
  return contracts.find(({ resource }) => resource === key) ?? templateOf(contract);
}

/** A row on the way from the item that is shown to what stands inside of it. */
interface Step {
  readonly rows: string;
  readonly key: string;
  /** The member that it stands in; `null` for the item itself. */
  readonly member: string | null;
}

/** Maximum number of rows inside each other. */
const DEPTH_MAX = 5;

/** Rows with those of others inside. */
class RowsInside {
  private readonly state: State;
  private readonly rules: Rules;
  /** The rows that lead back, by the resource, the place in them, and the id there. */
  private readonly leading = new Map<string, ReadonlyMap<string, readonly StoredRecord[]>>();

  constructor(state: State, rules: Rules) {
    this.state = state;
    this.rules = rules;
  }

  /** Returns a row as answers show it; `above` are those that it stands in. */
  shown(
    contract: Contract,
    { key, value }: Pick<StoredRecord, 'key' | 'value'>,
    above: readonly Step[] = [{ rows: rowsKey(contract), key, member: null }],
  ): JsonObject {
    const { contracts, schemas } = this.rules;
    return embeddedMembers(contract, contracts, schemas).reduce((row, one) => {
      const shown =
        one.holds === 'list'
          ? this.list(one, { key, id: contract.id }, row, above)
          : this.one(one, row, above);
      if (shown !== undefined) return withMember(row, one.member, shown);
      const { [one.member]: _, ...rest } = row;
      return rest;
    }, value);
  }

  /** The rows that a list shows, and what was sent of others. */
  private list(
    one: EmbeddedMember,
    { key, id }: { readonly key: string; readonly id: string },
    row: JsonObject,
    above: readonly Step[],
  ): Json | undefined {
    const held = own(row, one.member);
    if (isEnd(one, above)) return one.unless === 'left-out' ? undefined : [];
    const given = own(row, one.ids ?? one.member);
    const sent = Array.isArray(given) ? (given as readonly Json[]) : [];
    const found = sent.map((each) => ({ each, record: this.find(one, each) }));
    const back = one.back.flatMap((at) => this.thatLead(one, at, id).get(key) ?? []);
    const named = found.flatMap(({ record }) => record ?? []);
    const others = back.filter((record) => !named.some((known) => known.key === record.key));
    if (one.ids === null && one.back.length === 0 && named.length === 0) return held;
    const shown = (record: StoredRecord): readonly Json[] =>
      isAround(one, record, above) ? [] : [this.inside(one, record, above)];
    return [
      ...found.flatMap(({ each, record }) =>
        record === undefined ? (isObject(each) ? [each] : []) : shown(record),
      ),
      ...others.flatMap(shown),
    ];
  }

  /** The row that a member shows; `undefined` if nothing stands there. */
  private one(one: EmbeddedMember, row: JsonObject, above: readonly Step[]): Json | undefined {
    const held = own(row, one.member);
    const none = one.unless === 'null' ? null : one.unless === 'left-out' ? undefined : held;
    const given = (one.ids === null ? held : own(row, one.ids)) ?? null;
    const id = idOf(given, one.to.id);
    if (id === null) return one.isSent && isObject(held ?? null) ? held : none;
    const record = this.find(one, given);
    if (record !== undefined) {
      if (!isEnd(one, above) && !isAround(one, record, above))
        return this.inside(one, record, above);
      return one.unless === 'sample' ? this.inside(one, record, above, ENDED) : none;
    }
    if (one.ids === null) return held;
    return none === held && isObject(held ?? null)
      ? withMember(held as JsonObject, one.to.id, id)
      : none;
  }

  private find({ to }: EmbeddedMember, given: Json): StoredRecord | undefined {
    const id = idOf(given, to.id);
    return id === null ? undefined : this.state.collection(rowsKey(to)).find(toKey(id));
  }

  /** The rows by the ids that they have in one place. */
  private thatLead(
    { to }: EmbeddedMember,
    at: readonly string[],
    member: string,
  ): ReadonlyMap<string, readonly StoredRecord[]> {
    const name = [rowsKey(to), ...at].join('/');
    const known = this.leading.get(name);
    if (known !== undefined) return known;
    const byKey = new Map<string, StoredRecord[]>();
    for (const record of this.state.collection(rowsKey(to)).records()) {
      const held = valueAt(record.value, at) ?? null;
      for (const each of Array.isArray(held) ? (held as readonly Json[]) : [held]) {
        const id = idOf(each, member);
        if (id === null) continue;
        const same = byKey.get(toKey(id));
        if (same === undefined) byKey.set(toKey(id), [record]);
        else if (!same.includes(record)) same.push(record);
      }
    }
    this.leading.set(name, byKey);
    return byKey;
  }

  /** Returns a row as it stands inside another. */
  private inside(
    { to, member, shows }: EmbeddedMember,
    { key, value }: StoredRecord,
    above: readonly Step[],
    end: readonly Step[] = [],
  ): JsonObject {
    const owner = ownerOf(to, this.rules.contracts);
    const steps = [...above, { rows: rowsKey(owner), key, member }, ...end];
    const whole = shownRecord(this.shown(owner, { key, value }, steps), hiddenIn(owner));
    return shows === null
      ? whole
      : objectOf(Object.entries(whole).filter(([name]) => shows.has(name)));
  }
}

/** Below it nothing is shown but what has to be there. */
const ENDED: readonly Step[] = Array.from({ length: DEPTH_MAX }, () => ({
  rows: '',
  key: '',
  member: null,
}));

/**
 * Whether nothing more stands inside: rows of this kind are around already, unless it is a tree, where
 * the same member leads from one row to the next.
 */
function isEnd({ to, member }: EmbeddedMember, above: readonly Step[]): boolean {
  const rows = rowsKey(to);
  const isTree = above.every(
    (step) => step.rows === rows && (step.member === null || step.member === member),
  );
  return above.length > DEPTH_MAX || (!isTree && above.some((step) => step.rows === rows));
}

/** Whether a row stands inside itself. */
function isAround({ to }: EmbeddedMember, { key }: StoredRecord, above: readonly Step[]): boolean {
  return above.some((step) => step.rows === rowsKey(to) && step.key === key);
}

/** The id that a value is, or that the object has; `null` if there is none. */
function idOf(value: Json, id: string): string | number | null {
  const found = isObject(value) ? (own(value, id) ?? null) : value;
  return typeof found === 'string' || typeof found === 'number' ? found : null;
}
