// `standin clean`: removes items that earlier runs of `verify` created and could not remove.

import { StandinError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import type { Contract } from '../../contract/contract.ts';
import { createRouter } from '../../contract/route.ts';
import { readBaseUrl } from '../../http/client/base-url.ts';
import { noBody } from '../../model/message/call.ts';
import { readLedgerLines } from '../../project/files/ledger.ts';
import { loadContracts } from '../../project/load/project.ts';
import { findBeating } from '../../project/save/heartbeat.ts';
import type { Schemas } from '../../schema/schema.ts';
import {
  type Cleaned,
  type CleanOptions,
  clean,
  lookForLeft,
  showsMark,
} from '../../verify/cleanup/clean.ts';
import { restoreSingle } from '../../verify/cleanup/restore-single.ts';
import { createGuard, type Guard } from '../../verify/guard/guard.ts';
import { type LeftLedger, noLedger, readLedger } from '../../verify/guard/ledger.ts';
import { pagerOf } from '../../verify/pages/pagination.ts';
import { readAll } from '../../verify/pages/read-all-pages.ts';
import { itemAddress } from '../parents/item-address.ts';
import { withItemsElsewhere } from '../parents/items-elsewhere.ts';
import { baseBefore } from '../shared/base-before.ts';
import { wiring } from '../shared/guarded-run.ts';
import type { Outlets } from '../shared/outlets.ts';
import { sightOf } from '../shared/process-identity.ts';
import { findProjectIfAny } from '../shared/project-flags.ts';
import { openTarget, type Target, waiting, withoutSecrets } from '../shared/target.ts';
import type { CleanServiceOptions } from './flags.ts';

/** 0: nothing is left of any run. 1: something is left, or a ledger is unreadable. */
export type CleanCode = 0 | 1;

/** Cleans up a service and prints the result. Rejects with a StandinError; ledgers then stay. */
export async function cleanService(
  options: CleanServiceOptions,
  { output }: Pick<Outlets, 'output'>,
): Promise<CleanCode> {
  const { ledgers: all, unread } = readLedgers(options.ledgerFolder);
  if (all.length + unread.length === 0) {
    // Without a run nothing has to be known of the service: pipelines always call this.
    const { shown } = readBaseUrl(options.baseUrl);
    output.write(`No run in this folder left anything at ${shown}.\n`);
    return 0;
  }
  let target = await openTarget(options, (line) => output.write(line));
  try {
    const source = options.contract ?? sourceHere(all);
    const { contracts: read, schemas } = await loadContracts(source);
    const contracts = withItemsElsewhere(read);
    const base = baseBefore(options.baseUrl, contracts);
    if (base !== options.baseUrl) target = target.at(base);
    const { baseUrl } = target.client;
    for (const file of unread)
      output.write(
        `${printable(file)}: cannot be read and is kept: it is not a ledger, or one of another version of Standin.\n`,
      );
    const ledgers = all.filter((ledger) => ledger.baseUrl === baseUrl);
    const others = [
      ...new Set(all.map((ledger) => ledger.baseUrl).filter((url) => url !== baseUrl)),
    ];
    if (ledgers.length === 0 && unread.length === 0)
      output.write(`No run in this folder left anything at ${baseUrl}.\n`);
    if (ledgers.length === 0 && others.length > 0)
      output.write(`Runs left something at ${others.join(', ')}.\n`);
    if (options.running === 'refuse') refuseRunning(ledgers);
    let isDone = unread.length === 0;
    const bound = contractsAt(ledgers, contracts);
    const standing: string[] = [];
    for (const contract of bound) {
      if (contract.isSingle === true) {
        const left = await restoreLeft(options, { ...target, schemas }, contract, ledgers);
        output.write(target.credentials.hide(left.text));
        isDone &&= left.isDone;
        continue;
      }
      const isBelowOwn = await isBelowOwnItem(
        options,
        { ...target, schemas },
        { bound, ledgers, contract },
      );
      const cleaned = await cleanOne(options, { ...target, schemas }, contract, {
        ledgers,
        isBelowOwn,
      });
      output.write(target.credentials.hide(toText(cleaned, contract, standing)));
      for (const key of [...cleaned.failed.map((one) => one.key), ...cleaned.unmarked])
        standing.push(pathOf(contract, key));
      isDone &&= cleaned.failed.length + cleaned.unmarked.length + cleaned.doubts.length === 0;
    }
    const strangers = ledgers.filter(({ path }) =>
      bound.every((contract) => contract.path !== path),
    );
    for (const { path } of strangers)
      output.write(`${path}: no contract in ${source} matches it; nothing was removed.\n`);
    return isDone && strangers.length === 0 ? 0 : 1;
  } catch (error) {
    throw error instanceof StandinError ? withoutSecrets(error, target.credentials) : error;
  } finally {
    target.client.close();
  }
}

/** The source in this folder. Throws a StandinError if there is none: the notes need theirs. */
function sourceHere(ledgers: readonly LeftLedger[]): string {
  const found = findProjectIfAny([], {});
  if (found !== null) return found.contract;
  const places = [...new Set(ledgers.map(({ baseUrl, path }) => `${baseUrl}${path}`))];
  throw new StandinError(
    'option-invalid',
    `a run left something at ${places.map(printable).join(', ')}, and the contracts of that run are not in this folder`,
    'Name the source that the run had before the address: standin clean <source> <base_url>',
  );
}

/** The contracts of the paths where runs left something; what is below others comes first. */
function contractsAt(
  ledgers: readonly LeftLedger[],
  contracts: readonly Contract[],
): readonly Contract[] {
  const router = createRouter(contracts, '');
  const paths = [...new Set(ledgers.map(({ path }) => path))];
  const depthOf = (path: string): number => path.split('/').length;
  return paths
    .toSorted((one, other) => depthOf(other) - depthOf(one))
    .flatMap((path) => {
      const route = router.find(path);
      const isPlace =
        route?.kind === 'collection' ||
        (route?.kind === 'item' && route.contract.isSingle === true);
      return isPlace && route.contract.path === path ? [route.contract] : [];
    });
}

/** Throws if a run is in progress: without its items it would report that some are lost. */
function refuseRunning(ledgers: readonly FoundLedger[]): void {
  const sights = ledgers.map((ledger) => {
    const { runner } = ledger;
    return { ledger, sight: runner === null ? 'ended' : sightOf(runner) };
  });
  const unseen = sights.filter(({ sight }) => sight === 'unseen').map(({ ledger }) => ledger);
  const beating = findBeating(unseen.map(({ file }) => file));
  const found =
    sights.find(({ sight }) => sight === 'alive')?.ledger ??
    unseen.find(({ file }) => file === beating);
  if (found === undefined || found.runner === null) return;
  const { pid, host } = found.runner;
  const process = unseen.includes(found)
    ? `process ${pid} in ${printable(host)}`
    : `process ${pid}`;
  throw new StandinError(
    'run-alive',
    `a run against ${found.baseUrl} is still in progress: ${process}, since ${printable(found.startedAt)}; nothing was removed`,
    'Wait until it has ended, or end it. --force removes its items anyway.',
  );
}

interface FoundLedger extends LeftLedger {
  readonly file: string;
}

interface Ledgers {
  readonly ledgers: readonly FoundLedger[];
  /** Files that are not ledgers, or are damaged. */
  readonly unread: readonly string[];
}

function readLedgers(folder: string | undefined): Ledgers {
  const read = readLedgerLines(folder).map(({ file, entries, remove }) => ({
    file,
    ledger: readLedger(entries, remove),
  }));
  return {
    ledgers: read.flatMap(({ file, ledger }) => (ledger === null ? [] : [{ ...ledger, file }])),
    unread: read.filter(({ ledger }) => ledger === null).map(({ file }) => file),
  };
}

/** Whether a list is below an item that the runs made themselves, and that shows it. */
async function isBelowOwnItem(
  options: CleanServiceOptions,
  target: CleanTarget,
  { bound, ledgers, contract }: Below,
): Promise<boolean> {
  for (const above of bound)
    for (const ledger of ledgers.filter(({ path }) => path === above.path))
      for (const key of ledger.keys) {
        const isAbove = contract.path.startsWith(`${pathOf(above, key)}/`);
        if (!isAbove || ledger.spared.includes(key)) continue;
        const guard = createCleanGuard(options, target, above);
        if (await showsMark({ guard, contract: above }, ledger, key)) return true;
      }
  return false;
}

/** The service, and the schemas of what requests to it have. */
interface CleanTarget extends Target {
  readonly schemas: Schemas;
}

interface Below {
  readonly bound: readonly Contract[];
  readonly ledgers: readonly LeftLedger[];
  readonly contract: Contract;
}

function pathOf({ path }: Pick<Contract, 'path'>, key: string): string {
  return `${path}/${encodeURIComponent(key)}`;
}

function cleanOne(
  options: CleanServiceOptions,
  target: CleanTarget,
  contract: Contract,
  { ledgers, isBelowOwn }: Pick<CleanOptions, 'ledgers'> & { readonly isBelowOwn: boolean },
): Promise<Cleaned> {
  const guard = createCleanGuard(options, target, contract);
  const list = {
    method: 'GET',
    path: contract.path,
    query: '',
    headers: { accept: 'application/json' },
    body: noBody,
  };
  const cleanUp = contract.operations.remove === undefined ? lookForLeft : clean;
  return cleanUp({
    guard,
    ledgers,
    contract,
    isBelowOwn,
    readAll: async () => {
      const all = await readAll({
        send: (call) => guard.sendIfAllowed(call),
        call: list,
        pager: pagerOf(contract),
        isMissed: () => true,
      });
      if (all.kind === 'elements') return all.elements;
      throw new StandinError('target-unreachable', all.why, all.remedy);
    },
  });
}

/** Gives a single item the values that it had before the first run that was cut off. */
async function restoreLeft(
  options: CleanServiceOptions,
  target: CleanTarget,
  contract: Contract,
  all: readonly LeftLedger[],
): Promise<{ readonly text: string; readonly isDone: boolean }> {
  const { path } = contract;
  const ledgers = all
    .filter((one) => one.path === path)
    .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
  const kept = ledgers.find((one) => one.kept !== null)?.kept ?? null;
  const guard = createCleanGuard(options, target, contract);
  const send: Guard['sendIfAllowed'] = (call) => guard.sendIfAllowed(call);
  const why = kept === null ? null : await restoreSingle({ send, path, kept });
  if (why !== null) return { text: `${path}: could not be restored: ${why}\n`, isDone: false };
  for (const ledger of ledgers) await ledger.remove();
  return { text: `${path}: restored\n`, isDone: true };
}

/** The ledgers hold everything already. */
function createCleanGuard(
  { ratePerSecond }: CleanServiceOptions,
  { client, credentials, schemas }: CleanTarget,
  contract: Contract,
): Guard {
  return createGuard({
    send: wiring({ contract, schemas }, client.send),
    ledger: noLedger(''),
    contract,
    mode: 'write',
    mayWriteSingle: true,
    ratePerSecond,
    wait: waiting(new AbortController().signal, () => new Error()),
    now: Date.now,
    deadline: Number.POSITIVE_INFINITY,
    secretHeaders: credentials.names,
    onWaiting: () => undefined,
  });
}

const DOUBTFUL =
  'Look at these items, and remove those that nobody else has made; then delete the notes of the run in .standin.';

/** `standing` are the paths of items that stay. */
function toText(cleaned: Cleaned, contract: Contract, standing: readonly string[]): string {
  const { path, operations } = contract;
  const at = (key: string): string => itemAddress(contract, key);
  const belowOf = (key: string): string => {
    const below = standing.filter((one) => one.startsWith(`${pathOf({ path }, key)}/`));
    return below.length === 0 ? '' : `; below it are: ${below.map(printable).join(', ')}`;
  };
  const { removed, left, unmarked, failed, doubts } = cleaned;
  const stays = failed.length + unmarked.length + doubts.length;
  const again = operations.remove === undefined ? '' : '; "standin clean" can try again';
  const lines = [
    ...removed.map((key) => `${at(key)}: removed`),
    ...left.map((key) => `${at(key)}: left alone; it was there before the run, or is another item`),
    ...unmarked.map(
      (key) =>
        `${at(key)}: left alone; the run made an item there, but what is there does not show its mark, and may be someone else's`,
    ),
    ...failed.map(({ key, why }) => `${at(key)}: could not be removed: ${why}${belowOf(key)}`),
    ...doubts.map(({ why, keys }) => {
      const ids = keys.map((key) => `${at(key)}`).join(', ');
      return `${path}: a run ended in doubt: ${printable(why)}${ids === '' ? '' : `: ${ids}`}`;
    }),
    ...(failed.length === 0 ? [] : [`${path}: ${failed.length} left${again}`]),
    ...(unmarked.length + doubts.length === 0 ? [] : [DOUBTFUL]),
    ...(stays > 0 ? [] : [`${path}: nothing${left.length > 0 ? ' else' : ''} is left of any run`]),
  ];
  return `${lines.join('\n')}\n`;
}
