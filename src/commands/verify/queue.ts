// `standin verify --store`: several machines take the contracts of one run from a database, one after
// the other, until all are done. The parts of a machine that dies are taken over.

import { StandinError } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import type { Contract } from '../../contract/contract.ts';
import { StoreError } from '../../database/database.ts';
import { type Claim, openRunQueue, type RunQueue } from '../../database/run-queue.ts';
import { weightOf } from '../../verify/shards/assign-contracts.ts';
import type { ShardReport } from '../../verify/shards/shard.ts';
import type { QueueAddress } from '../recording/store-address.ts';
import { type ExitCode, exitCodeOfAll } from '../shared/exit-code.ts';
import { thisProcess } from '../shared/process-identity.ts';
import { checkSame, type ReadShard, readShardText, togetherOf } from './read-shards.ts';
import type { Running } from './running.ts';
import { gatherFor } from './shard.ts';
import type { VerifiedContract } from './verify-contract.ts';

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

/** Verifies contracts until no other contract is free. */
export async function verifyQueued(
  running: Running,
  address: QueueAddress,
  all: readonly Contract[],
  verifyOne: (running: Running, contract: Contract) => Promise<VerifiedContract>,
): Promise<ExitCode> {
  const { options, outlets, stop } = running;
  const queue = await openQueue(address);
  const say = (text: string): void => {
    if (options.form === 'full') outlets.errors.write(`Run ${address.run.name}: ${text}\n`);
  };
  const { host, pid } = thisProcess();
  const worker = `${host}:${pid}`;
  const codes: ExitCode[] = [];
  let isWaiting = false;
  const next = (): Promise<Claim | null> =>
    queue.next(worker, stop, (left) => {
      if (!isWaiting) say(`waits for ${pluralize(left, 'contract')} that others verify`);
      isWaiting = true;
    });
  try {
    await toldByStore(address.shown, () => join(running, queue, address, all));
    for (let claim = await next(); claim !== null; claim = await next()) {
      isWaiting = false;
      const contract = all.find(({ resource }) => resource === claim.resource) as Contract;
      if (claim.before !== null)
        say(`${printable(claim.resource)} is taken over from ${printable(claim.before)}`);
      codes.push(await verifyClaimed(running, { claim, contract, all, say }, verifyOne));
    }
    const done = pluralize(codes.length, 'contract');
    say(`${done} of ${all.length} verified here${stop.aborted ? '; stopped' : '; all are done'}`);
    return exitCodeOfAll(codes, stop.aborted ? 'stopped' : 'whole');
  } catch (error) {
    throw storeError(error, address.shown);
  } finally {
    await queue.close();
  }
}

interface ClaimedContract {
  readonly claim: Claim;
  readonly contract: Contract;
  readonly all: readonly Contract[];
  readonly say: (text: string) => void;
}

async function verifyClaimed(
  running: Running,
  { claim, contract, all, say }: ClaimedContract,
  verifyOne: (running: Running, contract: Contract) => Promise<VerifiedContract>,
): Promise<ExitCode> {
  const shard = { index: claim.place, count: all.length };
  const gathering = gatherFor(running, { shard, all, own: [contract] });
  const stop = AbortSignal.any([running.stop, claim.lost]);
  let verified: VerifiedContract;
  try {
    verified = await verifyOne({ ...running, stop }, contract);
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
  if (!claim.lost.aborted && (await claim.finish(text))) return code;
  say(
    `${printable(claim.resource)} was taken over by another machine meanwhile; its report counts`,
  );
  return 0;
}

/** Joins the run, which must be of the same contracts and options. */
async function join(
  running: Running,
  queue: RunQueue,
  { shown, run }: QueueAddress,
  all: readonly Contract[],
): Promise<void> {
  const shard = { index: 1, count: all.length };
  const gathering = gatherFor(running, { shard, all, own: [] });
  const facts = gathering.toJson('whole', running.target.credentials.names);
  const parts = all.map((contract, index) => ({
    place: index + 1,
    resource: contract.resource,
    weight: weightOf(contract),
  }));
  const first = await queue.join(facts, parts);
  const read = (text: string, file: string): ReadShard => ({
    file,
    report: readShardText(text, file),
  });
  checkSame(read(first, `run ${run.name} in ${shown}`), read(facts, 'this command'));
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
      const names = left.map(({ resource, worker }) =>
        worker === null ? resource : `${resource} (${worker})`,
      );
      const message = `not verified yet in run "${run.name}": ${printable(names.join(', '))}`;
      const remedy = 'Wait for the workers, or start another one: it takes over what is left.';
      throw new StandinError('report-invalid', message, remedy);
    }
    const all = parts.map(({ resource, report }): ReadShard => {
      const file = `the report of ${resource}`;
      return { file, report: readShardText(report ?? '', file) };
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
