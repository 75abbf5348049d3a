// Checks that the id and the unique fields of a record differ from those of all others, and that
// the list has room for one more.

import { type Json, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { isPasswordName } from '../../base/secrets/password-names.ts';
import type { Contract } from '../../contract/contract.ts';
import { wayOf } from '../../contract/operation-way.ts';
import { rowsKey } from '../../contract/rows.ts';
import { accountsOf } from '../accounts/accounts.ts';
import { allRowsOf, rowsOf } from '../state/rows-of.ts';
import type { StoredRecord } from '../state/state.ts';
import type { Refused, Scene } from './scene.ts';

/** Returns why the list with one more record would not match its own schema. */
export function findOverflow(
  scene: Scene,
  contract: Contract,
  record: StoredRecord,
): Refused | null {
  const { schemas, checker, state } = scene.book;
  if (!schemas.limitsList(contract.list)) return null;
  const values = rowsOf(state, contract)
    .records()
    .map((one) => one.value);
  const flawOf = (list: readonly Json[]) =>
    checker.check(contract.list, list).find((one) => one.at === '');
  const flaw = flawOf([...values, record.value]);
  // A list that has too few items lacks them as the empty one does: a record more is no flaw.
  if (flaw === undefined || flaw.message === flawOf([])?.message) return null;
  const detail = `the list would be invalid: it ${flaw.message.replace(/, is an array$/, '')}`;
  return { situation: 'taken', by: 'contract', detail, remedy: 'Remove a record first.' };
}

/** Returns the refusal if another record has the same id, or the same value of a unique field. */
export function findCollision(
  scene: Pick<Scene, 'book' | 'decisions' | 'kind' | 'operation'>,
  contract: Contract,
  record: StoredRecord,
): Refused | null {
  const collection = allRowsOf(scene.book.state, contract);
  const ids = scene.decisions['create.id'];
  if (
    scene.kind === 'create' &&
    ids.value === 'keep' &&
    collection.find(record.key) !== undefined
  ) {
    const detail = `there is a record with the ${contract.id} ${JSON.stringify(record.key)}`;
    return {
      situation: 'taken',
      by: ids.by,
      detail,
      remedy: `${wayToChange(contract)} another ${contract.id}.`,
    };
  }
  const name = takenName(scene, contract, record);
  if (name !== null) return name;
  const rule = scene.decisions['fields.unique'];
  if (rule.value === 'ignore') return null;
  for (const key of scene.book.schemas.uniqueOf(contract.item)) {
    const value = own(record.value, key);
    const holder = value === undefined ? undefined : collection.holderOf(key, value);
    if (holder === undefined || holder === record.key) continue;
    const errors = [
      {
        pointer: toPointer([key]),
        detail: `must be unique, and ${contract.resource}/${encodeURIComponent(holder.toWellFormed())} has this value`,
      },
    ];
    return {
      situation: 'taken',
      by: rule.by,
      detail: `"${key}" must be unique`,
      remedy: 'Send another value.',
      errors,
    };
  }
  return null;
}

/** `Use PUT to change it, or` if an operation of the contract changes items, else `Use`. */
function wayToChange(contract: Contract): string {
  const kind = (['replace', 'update'] as const).find((one) => contract.operations[one]);
  return kind === undefined ? 'Use' : `Use ${wayOf(contract, kind).method} to change it, or`;
}

/**
 * An account with a text by which another one logs in, if its creation declares a conflict. The document
 * does not say of what: no judge asserts it.
 */
function takenName(
  { book, kind, operation }: Pick<Scene, 'book' | 'kind' | 'operation'>,
  contract: Contract,
  record: StoredRecord,
): Refused | null {
  const isDeclared = operation?.answers?.['409'] !== undefined && book.bodies !== 'bare';
  if (kind !== 'create' || !isDeclared) return null;
  const { schemas, router, state } = book;
  const accounts = accountsOf(router.contracts, schemas);
  if (accounts === null || rowsKey(accounts.contract) !== rowsKey(contract)) return null;
  const logIn = accounts.contract.actions?.find(({ does }) => does === 'log-in');
  const names = logIn?.body === undefined ? [] : [...schemas.membersOf(logIn.body).keys()];
  const rows = allRowsOf(state, contract);
  const taken = names.find((name) => {
    const value = own(record.value, name);
    return typeof value === 'string' && !isPasswordName(name) && rows.holderOf(name, value) != null;
  });
  if (taken === undefined) return null;
  return {
    situation: 'taken',
    by: 'contract',
    detail: `there is an account with this ${taken}`,
    remedy: `Log in, or send another ${taken}.`,
  };
}
