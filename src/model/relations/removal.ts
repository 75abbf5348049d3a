// What becomes of the records that belong to a record, or refer to it, when it is removed: the one
// place that decides it, for the parents in paths, for references, and for what a query asks for.

import { type Json, type JsonObject, own, withMember } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import { remember } from '../../base/remember.ts';
import type { Contract, Reference } from '../../contract/contract.ts';
import { referencesTo, refersTo } from '../../contract/relations/references.ts';
import { rowsKey } from '../../contract/rows.ts';
import { admitsNull } from '../../schema/alternatives.ts';
import { numberAt } from '../../schema/keywords.ts';
import type { Schemas } from '../../schema/schema.ts';
import { readDependents } from '../query/relations.ts';
import type { By, Effect, Ruled } from '../ruling/ruling.ts';
import { allRowsOf } from '../state/rows-of.ts';
import { StoredRecord } from '../state/state.ts';
import { relationsTo } from './json-server.ts';
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

/**
 * Returns what the removal of a record does to others, or what prevents it. `query` may ask for
 * others to be removed with it.
 */
export function aftermathOf(
  related: Related,
  contract: Contract,
  record: StoredRecord,
  query: string,
): Aftermath | { readonly obstacle: Obstacle } {
  if (!mayHaveLinks(related, contract)) return NOTHING;
  const found = new Found();
  const obstacle = followRemoved({ ...related, query }, contract, record, found);
  return obstacle === null ? found.aftermath() : { obstacle };
}

const NOTHING: Aftermath = {};

/** Whether records may belong to those of a contract: to most of them none does. */
function mayHaveLinks({ router, decide }: Related, contract: Contract): boolean {
  const { contracts } = router;
  return (
    marksOf(contracts)(rowsKey(contract)) ||
    contracts.some((child) => decide(child)['query.dialect'].value !== 'none')
  );
}

/** Whether paths or marks link records to the rows with a key. */
const marksOf = remember(
  (contracts: readonly Contract[]) =>
    remember((rows: string): boolean => {
      const owners = contracts.filter((one) => rowsKey(one) === rows);
      return contracts.some((child) =>
        owners.some(
          (owner) =>
            (child.scope ?? []).some(({ parent }) => parent === owner.resource) ||
            referencesTo(child, owner, contracts).length > 0,
        ),
      );
    }),
  new WeakMap(),
);

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

/** What is asked of a removal, and where. */
interface Asked extends Related {
  readonly query: string;
}

function follow(
  related: Asked,
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
            : followRemoved({ ...related, query: '' }, link.child, one, found);
      if (obstacle !== null) return obstacle;
    }
  }
  return null;
}

function followRemoved(
  related: Asked,
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
    for (const reference of referencesFrom(related, child, contract))
      add(`${rowsKey(child)} ${reference.member}`, {
        child,
        reference,
        holds: (row, key) => refersTo(row, reference, key),
      });
  return [...links.values()];
}

/** With a dialect of json-server, members with the name of a resource are references, too. */
function referencesFrom(
  { router, decide }: Related,
  child: Contract,
  contract: Contract,
): readonly Reference[] {
  return decide(child)['query.dialect'].value === 'none'
    ? referencesTo(child, contract, router.contracts)
    : relationsTo(child, contract, router.contracts);
}

/**
 * The contract of a parent decides about what is below it, one that refers about its own items. A
 * query that asks for their removal comes first.
 */
function fateOf(related: Asked, contract: Contract, { child, reference }: Link): Ruled<Fate> {
  if (reference === null) return related.decide(contract)['parent.removed'];
  const decisions = related.decide(child);
  const { value, by } = decisions['query.dialect'];
  const dependents = value === 'none' ? [] : readDependents(value, related.query);
  return dependents.includes(child.resource)
    ? { value: 'remove', by }
    : decisions['reference.removed'];
}

/** Takes a reference out of a record: null if the schema admits it, else the member goes. */
function unset(
  { schemas }: Related,
  { child, reference, by }: Link & { readonly by: By },
  { one, key }: { readonly one: StoredRecord; readonly key: string },
  found: Found,
): Obstacle | null {
  if (reference === null) return null;
  const resource = rowsKey(child);
  const row = withoutReference(schemas, child, found.now(resource, one).value, {
    ...reference,
    key,
  });
  if (row === null) return stillThere(resource, one.key, by, { reference });
  found.unset(resource, new StoredRecord(one.key, row));
  return null;
}

/** Returns a row without one of its references; `null` if its schema does not admit that. */
function withoutReference(
  schemas: Schemas,
  { item, list }: Contract,
  row: JsonObject,
  { member, key }: { readonly member: string; readonly key: string },
): JsonObject | null {
  const held = own(row, member);
  const schema = schemas.membersOf(item).get(member) ?? {};
  if (Array.isArray(held)) {
    const left = (held as readonly Json[]).filter((id) => String(id) !== key);
    return left.length < (numberAt(schema, 'minItems') ?? 0) ? null : withMember(row, member, left);
  }
  if (admitsNull(schemas, schema)) return withMember(row, member, null);
  const required = [...schemas.requiredOf(item), ...schemas.requiredOfItems(list)];
  if (required.includes(member)) return null;
  const { [member]: _, ...rest } = row;
  return rest;
}

function stillThere(
  resource: string,
  key: string,
  by: By,
  { reference }: Pick<Link, 'reference'>,
): Obstacle {
  return { resource, key, by, how: reference === null ? 'below it' : 'that refer to it' };
}
