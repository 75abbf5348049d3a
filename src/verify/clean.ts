// Removes what runs left behind: only what still holds the token of its run, and nothing that somebody else has made since.

import { isObject, type JsonObject, own } from '../base/json.ts';
import type { Contract } from '../contract/contract.ts';
import { type Call, noBody } from '../model/call.ts';
import { toKey } from '../model/identify.ts';
import type { Guard } from './guard.ts';
import type { LeftLedger } from './ledger.ts';

export interface CleanOptions {
  /** A guard of its own, with `noLedger`: the old ledgers hold it all already. */
  readonly guard: Pick<Guard, 'send' | 'own'>;
  /** Those of one service. */
  readonly ledgers: readonly LeftLedger[];
  readonly contract: Contract;
  /** Reads the whole list. Rejects with a StandinError where the service cannot be reached or shows no list. */
  readonly readAll: () => Promise<readonly JsonObject[]>;
}

/** What became of the items of the runs, by id. */
export interface Cleaned {
  readonly removed: readonly string[];
  /** Ids that were given again to what no run made. */
  readonly left: readonly string[];
  readonly failed: readonly Failed[];
  /** How many ledgers are done with. The others stay for the next time. */
  readonly ledgers: number;
}

export interface Failed {
  readonly key: string;
  /** In a clause. */
  readonly why: string;
}

/**
 * Removes what is left of some runs, and their ledgers once nothing is. Whatever rejects leaves the ledgers as they were, and it can be
 * run again at any time.
 */
export async function clean(options: CleanOptions): Promise<Cleaned> {
  const { contract, readAll } = options;
  const ledgers = options.ledgers.filter(({ path }) => path === contract.path);
  if (ledgers.length === 0) return { removed: [], left: [], failed: [], ledgers: 0 };
  const before = await readAll();
  const cleanings: Cleaning[] = [];
  for (const ledger of ledgers) cleanings.push(await cleanOne(options, ledger, before));
  const after = cleanings.some(({ removed }) => removed.size > 0) ? await readAll() : before;
  for (const { ledger, removed, failed } of cleanings) {
    for (const key of keysWith(after, ledger.token, contract)) {
      if (removed.delete(key) || !failed.has(key)) failed.set(key, 'the list still shows it');
    }
    if (failed.size === 0) await ledger.remove();
  }
  return {
    removed: cleanings.flatMap(({ removed }) => [...removed]),
    left: cleanings.flatMap(({ left }) => [...left]),
    failed: cleanings.flatMap(({ failed }) => [...failed].map(([key, why]) => ({ key, why }))),
    ledgers: cleanings.filter(({ failed }) => failed.size === 0).length,
  };
}

interface Cleaning {
  readonly ledger: LeftLedger;
  readonly removed: Set<string>;
  readonly left: Set<string>;
  readonly failed: Map<string, string>;
}

async function cleanOne(options: CleanOptions, ledger: LeftLedger, items: readonly JsonObject[]): Promise<Cleaning> {
  const cleaning: Cleaning = { ledger, removed: new Set(), left: new Set(), failed: new Map() };
  const listed = keysWith(items, ledger.token, options.contract);
  if (items.some((item) => holds(item, ledger.token) && keyOf(item, options.contract) === null))
    cleaning.failed.set('(none)', 'the list shows an item of the run without its id');
  for (const key of new Set([...ledger.keys, ...listed])) {
    const look = await lookAt(options, key, ledger.token);
    if (look.kind === 'unknown') cleaning.failed.set(key, look.why);
    else if (look.kind === 'other') cleaning.left.add(key);
    else if (look.kind === 'ours' || listed.has(key)) {
      const why = await remove(options, key, ledger.token);
      if (why === null) cleaning.removed.add(key);
      else cleaning.failed.set(key, why);
    }
  }
  return cleaning;
}

/** Removes an item that was just seen to be the run's, and looks whether it is gone; gives why it is not. */
async function remove(options: CleanOptions, key: string, token: string): Promise<string | null> {
  if (!(await options.guard.own(key, token))) return 'its id cannot stand in a path';
  const answer = await options.guard.send(callTo(options.contract, 'DELETE', key));
  const look = await lookAt(options, key, token);
  if (look.kind === 'unknown') return look.why;
  if (look.kind !== 'ours') return null;
  return `it is still there; DELETE ${answer.kind === 'received' ? `answered ${answer.received.status}` : `failed: ${answer.message}`}`;
}

type Look = { readonly kind: 'ours' | 'other' | 'absent' } | { readonly kind: 'unknown'; readonly why: string };

/** Sees whose the item with an id is. The token alone does not tell: it must be the item that was asked for, and one item. */
async function lookAt({ guard, contract }: CleanOptions, key: string, token: string): Promise<Look> {
  const answer = await guard.send(callTo(contract, 'GET', key));
  if (answer.kind === 'trouble') return { kind: 'unknown', why: `GET failed: ${answer.message}` };
  const { status, body } = answer.received;
  if (status === 404 || status === 410) return { kind: 'absent' };
  if (status < 200 || status > 299) return { kind: 'unknown', why: `GET answered ${status}` };
  if (body.kind !== 'json' || !isObject(body.value)) return { kind: 'unknown', why: `GET answered ${status} without an item` };
  const shown = keyOf(body.value, contract);
  return { kind: body.text.includes(token) && (shown === null || shown === key) ? 'ours' : 'other' };
}

function keysWith(items: readonly JsonObject[], token: string, contract: Contract): ReadonlySet<string> {
  const keys = items.filter((item) => holds(item, token)).map((item) => keyOf(item, contract));
  return new Set(keys.filter((key) => key !== null));
}

function holds(item: JsonObject, token: string): boolean {
  return JSON.stringify(item).includes(token);
}

function keyOf(item: JsonObject, { id }: Contract): string | null {
  const value = own(item, id);
  return typeof value === 'string' || typeof value === 'number' ? toKey(value) : null;
}

function callTo({ path }: Contract, method: 'GET' | 'DELETE', key: string): Call {
  return { method, path: `${path}/${encodeURIComponent(key)}`, query: '', headers: { accept: 'application/json' }, body: noBody };
}
