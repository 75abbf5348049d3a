// Removes what runs left behind: only items that still hold the token of their run.

import { type JsonObject, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { toKey } from '../../model/ids/ids.ts';
import { type Call, noBody } from '../../model/message/call.ts';
import type { Guard } from '../guard/guard.ts';
import type { Doubt, LeftLedger } from '../guard/ledger.ts';
import { holdsCutToken } from '../guard/whose-record.ts';
import { holdsMark } from '../session/owned-item.ts';
import { isGone, isMissing, type WhoseItemOptions, whoseItem } from './whose-item.ts';

export interface CleanOptions {
  /** A guard with `noLedger`: the old ledgers hold everything already. */
  readonly guard: Pick<Guard, 'sendIfAllowed' | 'own'>;
  /** The ledgers of one service. */
  readonly ledgers: readonly LeftLedger[];
  readonly contract: Contract;
  /**
   * Whether the item above is one that the run made, and shows its mark: what the run noted as made
   * below it is its own, also without a mark. Absent if not.
   */
  readonly isBelowOwn?: boolean;
  /** Reads the whole list. Rejects with a StandinError if the service shows none. */
  readonly readAll: () => Promise<readonly JsonObject[]>;
}

/** The items of the runs, by id. */
export interface Cleaned {
  readonly removed: readonly string[];
  /** Ids of items that were there before the run, or that lead to another item. */
  readonly left: readonly string[];
  /** Ids at which the run made an item, and where one is now that does not show its mark. */
  readonly unmarked: readonly string[];
  /** What runs could not find out, and what is at the ids that they noted. */
  readonly doubts: readonly Doubt[];
  readonly failed: readonly Failed[];
  /** How many ledgers are finished. The others stay for the next time. */
  readonly ledgers: number;
}

export interface Failed {
  readonly key: string;
  /** A clause. */
  readonly why: string;
}

/**
 * Removes what is left of some runs, and each ledger of which nothing is left. If it rejects, the
 * ledgers are unchanged, and it can run again at any time.
 */
export async function clean(options: CleanOptions): Promise<Cleaned> {
  const { contract, readAll } = options;
  const ledgers = options.ledgers.filter(({ path }) => path === contract.path);
  if (ledgers.length === 0)
    return { removed: [], left: [], unmarked: [], failed: [], doubts: [], ledgers: 0 };
  const before = await readAll();
  const cleanings: Cleaning[] = [];
  for (const ledger of ledgers) cleanings.push(await cleanOne(options, ledger, before));
  const after = cleanings.some(({ removed }) => removed.size > 0) ? await readAll() : before;
  for (const cleaning of cleanings) {
    const { ledger, removed, failed } = cleaning;
    for (const key of keysWith(after, ledger.token, contractOf(options, ledger))) {
      if (ledger.spared.includes(key)) continue;
      if (removed.delete(key) || !failed.has(key)) failed.set(key, 'the list still shows it');
    }
    if (isFinished(cleaning)) await ledger.remove();
  }
  return {
    removed: cleanings.flatMap(({ removed }) => [...removed]),
    left: cleanings.flatMap(({ left }) => [...left]),
    unmarked: cleanings.flatMap(({ unmarked }) => [...unmarked]),
    doubts: cleanings.flatMap(({ doubts }) => doubts),
    failed: cleanings.flatMap(({ failed }) => [...failed].map(([key, why]) => ({ key, why }))),
    ledgers: cleanings.filter(isFinished).length,
  };
}

/**
 * Finds what is left of some runs where nothing can be removed, and removes each ledger of which
 * nothing is left.
 */
export async function lookForLeft(given: CleanOptions): Promise<Cleaned> {
  const ledgers = given.ledgers.filter(({ path }) => path === given.contract.path);
  const elements = ledgers.length === 0 ? [] : await given.readAll();
  const failed: Failed[] = [];
  const all: Doubt[] = [];
  let finished = 0;
  for (const ledger of ledgers) {
    const options = { ...given, contract: contractOf(given, ledger) };
    const listed = new Set(elements.map((element) => keyOf(element, options.contract)));
    const there = [...keysWith(elements, ledger.token, options.contract)];
    for (const key of ledger.keys)
      if (listed.has(key) || (await isReadable(options, ledger, key))) there.push(key);
    const stay = new Map(there.map((key) => [key, 'the contract has no DELETE'] as const));
    for (const [key, why] of stay) failed.push({ key, why });
    const doubts = await standing(options, ledger, stay);
    all.push(...doubts);
    if (there.length + doubts.length > 0) continue;
    await ledger.remove();
    finished++;
  }
  return { removed: [], left: [], unmarked: [], failed, doubts: all, ledgers: finished };
}

async function isReadable(
  options: CleanOptions,
  { token }: LeftLedger,
  key: string,
): Promise<boolean> {
  if (options.contract.operations.read === undefined) return false;
  const { kind } = await whoseItem(whoseItemOptions(options, token), key);
  return kind !== 'absent';
}

interface Cleaning {
  readonly ledger: LeftLedger;
  readonly removed: Set<string>;
  readonly left: Set<string>;
  readonly unmarked: Set<string>;
  readonly failed: Map<string, string>;
  doubts: readonly Doubt[];
  /** Whether a removal succeeded without effect: it may have removed an item of someone else. */
  isStopped: boolean;
}

function isFinished({ failed, unmarked, doubts }: Cleaning): boolean {
  return failed.size + unmarked.size + doubts.length === 0;
}

const STOPPED = 'not tried: a removal before it succeeded, but its item is still there';

/** The contract with the id that the run has found out. */
function contractOf({ contract }: Pick<CleanOptions, 'contract'>, ledger: LeftLedger): Contract {
  return ledger.idMember === null ? contract : { ...contract, id: ledger.idMember };
}

async function cleanOne(
  given: CleanOptions,
  ledger: LeftLedger,
  items: readonly JsonObject[],
): Promise<Cleaning> {
  const options = { ...given, contract: contractOf(given, ledger) };
  const cleaning: Cleaning = {
    ledger,
    removed: new Set(),
    left: new Set(),
    unmarked: new Set(),
    failed: new Map(),
    doubts: [],
    isStopped: false,
  };
  const listed = keysWith(items, ledger.token, options.contract);
  if (items.some((item) => holdsMark(item, ledger.token) && keyOf(item, options.contract) === null))
    cleaning.failed.set('(none)', 'the list shows an item of the run without its id');
  const spared = new Set(ledger.spared);
  for (const key of new Set([...ledger.keys, ...listed])) {
    if (spared.has(key)) {
      cleaning.left.add(key);
      continue;
    }
    const found = await whoseItem(whoseItemOptions(options, ledger.token), key);
    if (cleaning.isStopped) cleaning.failed.set(key, STOPPED);
    else if ('why' in found) cleaning.failed.set(key, found.why);
    else if (found.kind === 'crossed') cleaning.left.add(key);
    else if (found.kind === 'other') cleaning.unmarked.add(key);
    else if (found.kind === 'ours' || listed.has(key)) {
      const isShown = listed.has(key) && ledger.keys.includes(key);
      const why = await remove(options, { key, token: ledger.token, isShown });
      if (why === null) cleaning.removed.add(key);
      else cleaning.failed.set(key, why.text);
      cleaning.isStopped = why?.isStray === true;
    }
  }
  const told = new Set([...cleaning.failed.keys(), ...cleaning.unmarked]);
  cleaning.doubts = await standing(options, ledger, told);
  return cleaning;
}

/** Whether an item is there that a run made and that still shows its mark. */
export async function showsMark(
  options: Pick<CleanOptions, 'guard' | 'contract'>,
  { token }: LeftLedger,
  key: string,
): Promise<boolean> {
  const send: Guard['sendIfAllowed'] = (call) => options.guard.sendIfAllowed(call);
  return (await whoseItem({ send, contract: options.contract, token }, key)).kind === 'ours';
}

/** The doubts of a run that stand: of noted ids, those at which something still is. */
async function standing(
  options: CleanOptions,
  ledger: LeftLedger,
  told: { has(key: string): boolean },
): Promise<readonly Doubt[]> {
  const doubts: Doubt[] = [];
  for (const { why, keys } of ledger.doubts) {
    const there: string[] = [];
    for (const key of keys.filter((one) => !told.has(one))) {
      const found = await whoseItem(whoseItemOptions(options, ledger.token), key);
      if (found.kind !== 'absent') there.push(key);
    }
    if (keys.length === 0 || there.length > 0) doubts.push({ why, keys: there });
  }
  return doubts;
}

interface NotRemoved {
  /** A clause. */
  readonly text: string;
  /** Whether the service answered with a success, and the item is there all the same. */
  readonly isStray: boolean;
}

/** Removes an item of a run, and checks that it is gone. Returns why it is not; `null` if it is. */
async function remove(
  options: CleanOptions,
  {
    key,
    token,
    isShown,
  }: { readonly key: string; readonly token: string; readonly isShown: boolean },
): Promise<NotRemoved | null> {
  if (!(await options.guard.own(key, token)))
    return { text: 'its id cannot be used in a path', isStray: false };
  const answer = await options.guard.sendIfAllowed(removalOf(options.contract, key));
  if (isShown && isMissing(answer))
    return { text: 'the list shows it, and DELETE finds nothing there', isStray: false };
  const found = await whoseItem(whoseItemOptions(options, token), key);
  if (found.kind === 'crossed' || (found.kind !== 'blank' && isGone(found, answer))) return null;
  if ('why' in found) return { text: found.why, isStray: false };
  const isDone = answer.kind === 'received' && answer.received.status < 300;
  const how =
    answer.kind === 'received' ? `answered ${answer.received.status}` : `failed: ${answer.message}`;
  return { text: `it is still there; DELETE ${how}`, isStray: isDone };
}

function whoseItemOptions(
  { guard, contract, isBelowOwn = false }: CleanOptions,
  token: string,
): WhoseItemOptions {
  const isOurs = (record: JsonObject): boolean =>
    isBelowOwn || holdsMark(record, token) || holdsCutToken(record, token);
  return { send: (call) => guard.sendIfAllowed(call), contract, token, isOurs };
}

function keysWith(
  items: readonly JsonObject[],
  token: string,
  contract: Contract,
): ReadonlySet<string> {
  const keys = items.filter((item) => holdsMark(item, token)).map((item) => keyOf(item, contract));
  return new Set(keys.filter((key) => key !== null));
}

function keyOf(item: JsonObject, { id }: Contract): string | null {
  const value = own(item, id);
  return typeof value === 'string' || typeof value === 'number' ? toKey(value) : null;
}

function removalOf({ path }: Contract, key: string): Call {
  return {
    method: 'DELETE',
    path: `${path}/${encodeURIComponent(key)}`,
    query: '',
    headers: { accept: 'application/json' },
    body: noBody,
  };
}
