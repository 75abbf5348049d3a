// What becomes of the records that belong to a record, or refer to it, when it is removed: the one
// place that decides it, for the parents in paths, for references, and for what a query asks for.

import { type Json, type JsonObject, own, withMember } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import type { Contract, Reference } from '../../contract/contract.ts';
import { referencesTo, refersTo } from '../../contract/references.ts';
import { rowsKey } from '../../contract/rows.ts';
import type { By, Effect, Ruled } from '../ruling/ruling.ts';
import { allRowsOf, itemInRow } from '../state/rows-of.ts';
import { StoredRecord } from '../state/state.ts';
import type { Related } from './related.ts';

type Removal = Extract<Effect, { readonly kind: 'remove' }>;

/** What a removal does to other records. */
export type Aftermath = Pick<Removal, 'also' | 'unset'>;

/** A way in which the records of a contract belong to those of another one. */
interface Link {
  readonly child: Contract;
  /** The reference; `null` if the records are below a path. */
  readonly reference: Reference | null;
  readonly holds: (row: JsonObject, key: string) => boolean;
}

type Fate = 'keep' | 'remove' | 'unset' | 'refuse';

/** A record that prevents the removal of another one, and who decided it. */
export interface Obstacle {
  readonly resource: string;
  readonly key: string;
  readonly by: By;
  readonly how: 'below it' | 'that refer to it';
}

/** Returns what the removal of a record does to others, or what prevents it. */
export function aftermathOf(
  related: Related,
  contract: Contract,
  record: StoredRecord,
): Aftermath | { readonly obstacle: Obstacle } {
  const found = new Found();
  const obstacle = followRemoved(related, contract, record, found);
  return obstacle === null ? found.aftermath() : { obstacle };
}

/** The records that a removal reaches, each once; the removed one first. */
class Found {
  private readonly removed = new Map<string, { readonly resource: string; readonly key: string }>();
  private readonly changed = new Map<string, { readonly resource: string; record: StoredRecord }>();

  remove(resource: string, key: string): void {
    this.removed.set(`${resource} ${key}`, { resource, key });
  }

  isRemoved(resource: string, key: string): boolean {
    return this.removed.has(`${resource} ${key}`);
  }

  /** The record as the removal leaves it. */
  now(resource: string, record: StoredRecord): StoredRecord {
    return this.changed.get(`${resource} ${record.key}`)?.record ?? record;
  }

  unset(resource: string, record: StoredRecord): void {
    this.changed.set(`${resource} ${record.key}`, { resource, record });
  }

  aftermath(): Aftermath {
    const [, ...also] = this.removed.values();
    const unset = [...this.changed]
      .filter(([sign]) => !this.removed.has(sign))
      .map(([, one]) => one);
    return {
      ...(also.length === 0 ? {} : { also }),
      ...(unset.length === 0 ? {} : { unset }),
    };
  }
}

function follow(
  related: Related,
  contract: Contract,
  record: StoredRecord,
  found: Found,
): Obstacle | null {
  const { state } = related;
  for (const link of linksTo(related, contract)) {
    const resource = rowsKey(link.child);
    const fate = fateOf(related, contract, link);
    if (fate.value === 'keep') continue;
    for (const one of allRowsOf(state, link.child).records()) {
      if (!link.holds(one.value, record.key) || found.isRemoved(resource, one.key)) continue;
      const obstacle =
        fate.value === 'refuse'
          ? stillThere(resource, one.key, fate.by, link)
          : fate.value === 'unset'
            ? unset(related, { ...link, by: fate.by }, { one, key: record.key }, found)
            : followRemoved(related, link.child, one, found);
      if (obstacle !== null) return obstacle;
    }
  }
  return null;
}

function followRemoved(
  related: Related,
  contract: Contract,
  record: StoredRecord,
  found: Found,
): Obstacle | null {
  found.remove(rowsKey(contract), record.key);
  return follow(related, contract, record, found);
}

/** The ways in which records belong to those of a contract; of two over the same member the first. */
function linksTo(related: Related, contract: Contract): readonly Link[] {
  const { contracts } = related.router;
  const links = new Map<string, Link>();
  const add = (sign: string, link: Link): void => {
    if (!links.has(sign)) links.set(sign, link);
  };
  for (const child of contracts) {
    const resource = rowsKey(child);
    for (const { at, parameter, parent } of child.scope ?? []) {
      const above = contracts.find((one) => one.resource === parent);
      if (parameter === null || above === undefined || rowsKey(above) !== rowsKey(contract))
        continue;
      if (resource === rowsKey(contract)) continue;
      const holds = (row: JsonObject, key: string): boolean => String(valueAt(row, at)) === key;
      add(`${resource} ${at.join('/')}`, { child, reference: null, holds });
    }
  }
  for (const child of contracts)
    for (const reference of referencesTo(child, contract, contracts))
      add(`${rowsKey(child)} ${reference.member}`, {
        child,
        reference,
        holds: (row, key) => refersTo(row, reference, key),
      });
  return [...links.values()];
}

/** The contract of a parent decides about what is below it, one that refers about its own items. */
function fateOf(related: Related, contract: Contract, { child, reference }: Link): Ruled<Fate> {
  return reference === null
    ? related.decide(contract)['parent.removed']
    : related.decide(child)['reference.removed'];
}

/** Takes a reference out of a record: null if the schema admits it, else the member goes. */
function unset(
  related: Related,
  { child, reference, by }: Link & { readonly by: By },
  { one, key }: { readonly one: StoredRecord; readonly key: string },
  found: Found,
): Obstacle | null {
  if (reference === null) return null;
  const resource = rowsKey(child);
  const { value } = found.now(resource, one);
  const { member } = reference;
  const fitting = withoutReference(value, member, key).find((row) => fits(related, child, row));
  if (fitting === undefined) return stillThere(resource, one.key, by, { reference });
  found.unset(resource, new StoredRecord(one.key, fitting));
  return null;
}

function withoutReference(row: JsonObject, member: string, key: string): readonly JsonObject[] {
  const held = own(row, member);
  if (Array.isArray(held)) {
    const left = (held as readonly Json[]).filter((id) => String(id) !== key);
    return [withMember(row, member, left)];
  }
  const { [member]: _, ...rest } = row;
  return [withMember(row, member, null), rest];
}

/** Whether a record may be stored: its schema admits it, except for what a choice accepts. */
function fits(related: Related, contract: Contract, row: JsonObject): boolean {
  const decisions = related.decide(contract);
  return related.checker
    .check(contract.item, itemInRow(contract, related.schemas, row))
    .every(({ facet }) => facet !== 'shape' && decisions[`fields.${facet}`].value === 'accept');
}

function stillThere(
  resource: string,
  key: string,
  by: By,
  { reference }: Pick<Link, 'reference'>,
): Obstacle {
  return { resource, key, by, how: reference === null ? 'below it' : 'that refer to it' };
}
