// `standin verify --store`: several machines take parts of one run from a database, one after the
// other, until all are done: contracts, or laws of a contract if there are few. The parts of a machine
// that dies are taken over.

import { hash } from 'node:crypto';
import { StandinError } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import type { Contract } from '../../contract/contract.ts';
import { StoreError } from '../../database/database.ts';
import { type Claim, openRunQueue, type RunQueue } from '../../database/run-queue.ts';
import type { Report } from '../../verify/report.ts';
import {
  type BesidePart,
  besideParts,
  partRequests,
  restPart,
} from '../../verify/shards/run-part.ts';
import type { ShardReport } from '../../verify/shards/shard.ts';
import type { QueueAddress } from '../recording/store-address.ts';
import { type ExitCode, exitCodeOfAll } from '../shared/exit-code.ts';
import { familyOf } from '../shared/guarded-run.ts';
import { thisProcess } from '../shared/process-identity.ts';
import {
  checkSame,
  checkVersion,
  type ReadShard,
  readShardText,
  togetherOf,
} from './read-shards.ts';
import type { MachineShare, Running } from './running.ts';
import { gatherFor } from './shard.ts';
import { SEED_MAX, type VerifiedContract } from './verify-contract.ts';

/** Opens the parts of a run. Rejects with a StandinError. */
async function openQueue({
  connectionString,
  schema,
  shown,
  run,
}: QueueAddress): Promise<RunQueue> {
  return toldByStore(shown, () =>
    openRunQueue({
      connection: { connectionString },
      schema,
      run: run.name,
      leaseMs: run.leaseSeconds * 1_000,
    }),
  );
}

/** A part of a run, as every machine computes it. */
interface PlannedPart {
  readonly contract: Contract;
  /** What is tried beside other machines; `null` for all that is left, or a whole contract. */
  readonly beside: BesidePart | null;
  /** The number of the part among those of its contract, from 1 on, and how many these are. */
  readonly number: number;
  readonly of: number;
  /** About how many requests it takes. */
  readonly requests: number;
}

/** Verifies contracts, or parts of them, until no other part is free. */
export async function verifyQueued(
  running: Running,
  address: QueueAddress,
  all: readonly Contract[],
  verifyOne: VerifyOne,
): Promise<ExitCode> {
  const { options, outlets, stop } = running;
  const parts = planParts(running, all);
  const queue = await openQueue(address);
  const say = (text: string): void => {
    if (options.form === 'full') outlets.errors.write(`Run ${address.run.name}: ${text}\n`);
  };
  const { host, pid } = thisProcess();
  const worker = `${host}:${pid}`;
  const ended: { readonly part: PlannedPart; readonly code: ExitCode }[] = [];
  let isWaiting = false;
  const next = (): Promise<Claim | null> =>
    queue.next(worker, stop, (left) => {
      if (!isWaiting) say(`waits for ${pluralize(left, 'part')} that others verify`);
      isWaiting = true;
    });
  const shared = { queue, address, all, parts, say };
  try {
    await toldByStore(address.shown, () => join(running, shared));
    for (let claim = await next(); claim !== null; claim = await next()) {
      isWaiting = false;
      const part = parts[claim.place - 1] as PlannedPart;
      if (claim.before !== null)
        say(`${shownPart(part)} is taken over from ${printable(claim.before)}`);
      const code = await verifyClaimed(running, { claim, part, ...shared }, verifyOne);
      ended.push({ part, code });
    }
    const done = ended.filter(({ part }) => part.beside === null).length;
    const beside = ended.length - done;
    const more = beside === 0 ? '' : `, and ${pluralize(beside, 'part')} beside other machines`;
    const end = stop.aborted ? 'stopped' : 'all are done';
    say(`${pluralize(done, 'contract')} of ${all.length} verified here${more}; ${end}`);
    return exitCodeOfAll(
      ended.map(({ code }) => code),
      stop.aborted ? 'stopped' : 'whole',
    );
  } catch (error) {
    throw storeError(error, address.shown);
  } finally {
    await queue.close();
  }
}

type VerifyOne = (running: Running, contract: Contract) => Promise<VerifiedContract>;

/** Returns the parts of all contracts, in order. They depend on nothing but files and options. */
function planParts(
  { options, project, target }: Running,
  all: readonly Contract[],
): readonly PlannedPart[] {
  const { budget, mode, laws, actions } = options;
  return all.flatMap((contract) => {
    const given = {
      contract,
      budget,
      mode,
      only: laws.length === 0 ? null : laws,
      credentials: target.credentials.names,
      mayWriteActions: actions === 'write' && mode === 'write',
      hasSecondUser: target.credentials.second !== null,
      schemas: project.schemas,
      contracts: all.length,
    };
    const parts = [...besideParts(given), null];
    return parts.map((beside, index): PlannedPart => {
      const requests = partRequests(given, beside ?? (parts.length === 1 ? 'whole' : 'rest'));
      return { contract, beside, number: index + 1, of: parts.length, requests };
    });
  });
}

function shownPart({ contract, number, of }: PlannedPart): string {
  const name = printable(contract.resource);
  return of === 1 ? name : `${name}, part ${number} of ${of},`;
}

/** A run, and what this machine knows of it. */
interface SharedParts {
  readonly queue: RunQueue;
  readonly address: QueueAddress;
  readonly all: readonly Contract[];
  readonly parts: readonly PlannedPart[];
  readonly say: (text: string) => void;
}

interface ClaimedPart extends SharedParts {
  readonly claim: Claim;
  readonly part: PlannedPart;
}

async function verifyClaimed(
  running: Running,
  claimed: ClaimedPart,
  verifyOne: VerifyOne,
): Promise<ExitCode> {
  const { claim, part, all, parts, say } = claimed;
  const shard = { index: claim.place, count: parts.length };
  const gathering = gatherFor(running, { shard, all, own: [part.contract] });
  const stop = AbortSignal.any([running.stop, claim.lost]);
  let verified: VerifiedContract;
  try {
    const share = await shareOf(claimed);
    const { seed } = running.options;
    // The laws and walks of all parts have one seed, so that one command repeats them.
    const options = { ...running.options, seed: seed ?? seedOf(claimed.address.run.name) };
    verified = await verifyOne({ ...running, options, stop, share }, part.contract);
  } catch (error) {
    await claim.release();
    throw error;
  }
  const { outcome, code } = verified;
  if (running.stop.aborted) {
    await claim.release();
    return code;
  }
  gathering.add(outcome.report, outcome.error);
  const text = gathering.toJson('whole', running.target.credentials.names);
  if (!claim.lost.aborted && (await claim.finish(text))) {
    if (part.beside !== null) say(`${shownPart(part)} is done: ${shownResult(outcome.report)}`);
    return code;
  }
  say(`${shownPart(part)} was taken over by another machine meanwhile; its report counts`);
  return 0;
}

/** What a machine must know of the other parts of a contract to do this one. */
async function shareOf({ part, parts, queue, address }: ClaimedPart): Promise<MachineShare> {
  const family = familyOf(address.run.name);
  const { beside, contract } = part;
  if (beside !== null) return { family, part: { kind: 'beside', ...beside }, earlier: [] };
  if (part.of === 1) return { family, earlier: [] };
  const { resource } = contract;
  const earlier = (await queue.parts())
    .filter((one) => one.resource === resource && !one.isLast)
    .flatMap(({ report }) => readShardText(report ?? '', `a report of ${resource}`).parts)
    .map(({ report }) => report);
  const others = parts.filter((one) => one.contract === contract);
  const planned = others.flatMap((one) => one.beside ?? []);
  return { family, part: restPart(planned, earlier), earlier };
}

function shownResult({ laws, verdict, reason }: Report): string {
  if (laws.length === 0) return `${verdict}${reason === null ? '' : `, ${printable(reason)}`}`;
  const held = laws.filter(({ result }) => result === 'held').length;
  const again = held === laws.length ? '' : '; the others are tried again alone';
  return `${held} of ${laws.length} laws held${again}`;
}

/** Joins the run, which must be of the same contracts, options and version. */
async function join(running: Running, { queue, address, all, parts }: SharedParts): Promise<void> {
  const shard = { index: 1, count: parts.length };
  const gathering = gatherFor(running, { shard, all, own: [] });
  const facts = gathering.toJson('whole', running.target.credentials.names);
  const queued = parts.map(({ contract, beside, requests }, index) => ({
    place: index + 1,
    resource: contract.resource,
    isLast: beside === null,
    weight: Math.round(requests),
  }));
  const first = await queue.join(facts, queued);
  const read = (text: string, file: string): ReadShard => ({
    file,
    report: readShardText(text, file),
  });
  const begun = read(first, `run ${address.run.name} in ${address.shown}`);
  checkVersion(begun, running.options.version);
  checkSame(begun, read(facts, 'this command'));
}

/** The seed of a run without one: every machine draws the same. */
function seedOf(run: string): number {
  return hash('sha256', run, 'buffer').readUInt32BE() % SEED_MAX;
}

/** Returns the reports of a run, in order. Rejects with a StandinError unless all are there. */
export async function readRun(
  address: QueueAddress,
  version: string,
): Promise<readonly ShardReport[]> {
  const { run, shown } = address;
  const queue = await openQueue(address);
  try {
    const parts = await toldByStore(shown, () => queue.parts());
    if (parts.length === 0) {
      const remedy = 'Check ?run=<name>, and whether "standin verify --store" has begun.';
      throw new StandinError('report-invalid', `${shown} has no run "${run.name}"`, remedy);
    }
    const left = parts.filter(({ report }) => report === null);
    if (left.length > 0) {
      const names = new Map(left.map(({ resource }) => [resource, new Set<string>()]));
      for (const { resource, worker } of left)
        if (worker !== null) names.get(resource)?.add(worker);
      const told = [...names].map(([name, workers]) =>
        workers.size === 0 ? name : `${name} (${[...workers].join(', ')})`,
      );
      const message = `not verified yet in run "${run.name}": ${printable(told.join(', '))}`;
      const remedy = 'Wait for the workers, or start another one: it takes over what is left.';
      throw new StandinError('report-invalid', message, remedy);
    }
    // The last part of a contract tells what all of them have shown.
    const last = parts.filter(({ isLast }) => isLast);
    const all = last.map(({ resource, report }, index): ReadShard => {
      const file = `the report of ${resource}`;
      const shard = { index: index + 1, count: last.length };
      return { file, report: { ...readShardText(report ?? '', file), shard } };
    });
    return togetherOf(all, version);
  } finally {
    await queue.close();
  }
}

/** Does something with a store, and says as a StandinError why that is not possible. */
async function toldByStore<T>(shown: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error, shown);
  }
}

function storeError(error: unknown, shown: string): unknown {
  if (!(error instanceof StoreError)) return error;
  const remedy = `Check --store: ${shown} must name a PostgreSQL database that this user may make tables in.`;
  return new StandinError('store-unusable', error.message, remedy);
}
