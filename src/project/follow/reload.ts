// Merges changed files into a live state: applies the changes of the files, keeps those of clients.

import { equal } from '../../base/equal.ts';
import type { Fault } from '../../base/errors.ts';
import { type JsonObject, jsonText, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { ownersOf } from '../../contract/rows.ts';
import { toKey } from '../../model/ids/ids.ts';
import { itemInRow } from '../../model/state/rows-of.ts';
import { State } from '../../model/state/state.ts';
import { createChecker } from '../../schema/check.ts';
import type { Facet } from '../../schema/violation.ts';
import { projectInvalid } from '../files/invalid.ts';
import type { Project } from '../load/project.ts';
import { recordOf } from '../save/seed-state.ts';

export interface Reloaded {
  readonly state: State;
  /** What happened to rows, in words; empty if nothing did. */
  readonly notes: readonly string[];
}

/**
 * Returns the merged state. Rows that the seed file changed, added or removed since `before` are
 * changed, added or removed. If a client changed a row too, the file wins and a note says so.
 * Throws a StandinError and leaves the live state unchanged if a record does not fit the changed
 * schemas.
 */
export function carryOver(live: State, before: Project, after: Project): Reloaded {
  const owners = ownersOf(after.contracts);
  const resources = owners.map((contract) => contract.resource);
  const state = State.from(live.fork(), resources);
  const notes = owners.flatMap((contract) => mergeRows(state, contract, before, after));
  const faults = findMisfits(state, after);
  if (faults.length > 0) throw projectInvalid(faults);
  return { state, notes };
}

function mergeRows(
  state: State,
  contract: Contract,
  before: Project,
  after: Project,
): readonly string[] {
  const { resource } = contract;
  rekey(state, contract, before);
  const collection = state.collection(resource);
  const old = byKey(before.rows.get(resource) ?? [], contract);
  const now = byKey(after.rows.get(resource) ?? [], contract);
  const counts = { added: 0, changed: 0, removed: 0, overruled: 0 };
  for (const [key, row] of now) {
    const was = old.get(key);
    if (was !== undefined && equal(was, row)) continue;
    const held = collection.find(key);
    if (was === undefined ? held !== undefined : held === undefined || !equal(held.value, was))
      counts.overruled++;
    counts[was === undefined ? 'added' : 'changed']++;
    collection.put(recordOf(contract, row));
  }
  for (const [key, was] of old) {
    const held = collection.find(key);
    if (now.has(key) || held === undefined) continue;
    if (!equal(held.value, was)) counts.overruled++;
    counts.removed++;
    collection.remove(key, 'forget');
  }
  const { overruled, ...told } = counts;
  const words = Object.entries(told).flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} ${what}`],
  );
  if (words.length === 0) return [];
  const clash =
    overruled === 0 ? '' : ` (a client had also changed ${overruled} of them; the file wins)`;
  return [`${resource}: ${words.join(', ')}${clash}`];
}

/** Gives each record its new key if the contract now names another member as the id. */
function rekey(state: State, contract: Contract, before: Project): void {
  const was = before.contracts.find((one) => one.resource === contract.resource);
  if (was === undefined || was.id === contract.id) return;
  const collection = state.collection(contract.resource);
  const records = collection.records();
  const keys = new Set<string>();
  for (const record of records) {
    const id = own(record.value, contract.id);
    const key = id === undefined || id === null ? null : toKey(id);
    if (key === null || keys.has(key)) {
      const message =
        key === null
          ? `has no "${contract.id}"`
          : `has the same "${contract.id}" as another record: ${jsonText(id)}`;
      const at = toPointer([contract.resource, record.key]);
      const remedy = 'Change the record through the mock, or restore the old id.';
      throw projectInvalid([{ file: 'live record', at, message, remedy }]);
    }
    keys.add(key);
  }
  for (const record of records) collection.remove(record.key, 'forget');
  for (const record of records) collection.put(recordOf(contract, record.value));
}

function byKey(rows: readonly JsonObject[], contract: Contract): ReadonlyMap<string, JsonObject> {
  return new Map(rows.map((row) => [toKey(own(row, contract.id) ?? null), row]));
}

/** Returns whether violations of a facet count under a profile. */
function counts(facet: Facet, profile: Profile): boolean {
  if (facet === 'format' || facet === 'bounds') return profile[`fields.${facet}`] === 'refuse';
  return true;
}

/** Finds records that violate the changed schemas. */
function findMisfits(state: State, project: Project): readonly Fault[] {
  const checker = createChecker(project.schemas);
  const faults: Fault[] = [];
  for (const contract of ownersOf(project.contracts)) {
    const { resource, item, list } = contract;
    for (const record of state.collection(resource).records()) {
      const row = itemInRow(contract, project.schemas, record.value);
      const flaws = [
        ...checker.check(item, row),
        ...checker.check(list, [row]).filter((one) => one.at.startsWith('/0')),
      ];
      const flaw = flaws.find((one) => counts(one.facet, project.profile));
      if (flaw === undefined) continue;
      const at = toPointer([resource, record.key]);
      const message = `${flaw.at.replace(/^\/0(?=\/|$)/, '')} ${flaw.message}`.trim();
      const remedy = 'Change or remove the record through the mock, or undo the schema change.';
      faults.push({ file: 'live record', at, message, remedy });
    }
  }
  return faults;
}
