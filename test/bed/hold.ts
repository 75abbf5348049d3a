// Holds one service of the bed to the contract, in this process.

import { watchWire } from '../../src/commands/shared/guarded-run.ts';
import type { RunRecorder } from '../../src/commands/verify/run-recorder.ts';
import type { Profile } from '../../src/contract/choices.ts';
import { createClient } from '../../src/http/client/client.ts';
import { loadProject } from '../../src/project/load/project.ts';
import { createChecker } from '../../src/schema/check.ts';
import type { Activity } from '../../src/verify/activity.ts';
import { createGuard } from '../../src/verify/guard/guard.ts';
import { noLedger } from '../../src/verify/guard/ledger.ts';
import type { ReportedFinding } from '../../src/verify/report.ts';
import { type BesidePart, besideParts, type RunPart } from '../../src/verify/shards/run-part.ts';
import { type RunOptions, type Verified, verify } from '../../src/verify/verify.ts';
import type { Clause, StoredUser } from './service.ts';
import { type SlowOptions, timeOf } from './slow-time.ts';
import { countSpending } from './spending.ts';

/** The users that every service of the bed holds before a run. */
export const SEEDS: readonly StoredUser[] = [1, 2, 3, 4, 5].map((id) => ({
  id,
  name: `Seed ${id}`,
  email: `seed${id}@example.com`,
  isPremium: id % 2 === 0,
  skills: ['reading', 'writing'],
  address: { city: 'Town', district: `District ${id}` },
}));

const project = await loadProject({ contract: 'contracts', db: 'db.json', profile: 'standin' });
const checker = createChecker(project.schemas);

/** Returns the laws that machines try beside each other. */
export function besideOf(budget: RunOptions['budget']): readonly BesidePart[] {
  const [contract] = project.contracts;
  if (contract === undefined) throw new Error('there is no contract');
  const { schemas } = project;
  const given = { contract, budget, schemas, mode: 'write', only: null, contracts: 1 } as const;
  return besideParts({ ...given, credentials: [], mayWriteActions: false, hasSecondUser: false });
}

export interface Held extends Verified {
  readonly requests: number;
  readonly elapsedMs: number;
  /** How many requests were sent for each law. */
  readonly spent: ReadonlyMap<string, number>;
  /** How many requests were sent when the first finding was there; `null` without any. */
  readonly untilFound: number | null;
}

export interface HoldOptions {
  readonly headers?: readonly string[];
  readonly seed?: number;
  /** `standard` if absent. */
  readonly budget?: RunOptions['budget'];
  readonly only?: readonly string[];
  readonly isEnough?: (findings: readonly ReportedFinding[]) => boolean;
  readonly pins?: Partial<Profile>;
  /** How long the run waits for a write to show, in milliseconds; 700 if absent. */
  readonly lagMsMax?: number;
  /** How long the run may take, in milliseconds; 60,000 if absent. */
  readonly withinMs?: number;
  /** How often the moves of a finding are replayed; never if absent. */
  readonly shrinkTries?: number;
  /** How long each answer takes, in milliseconds of a time that nobody waits for; absent if it is real. */
  readonly slowMs?: number;
  /** Which part of a run that machines share this is; absent if the run is whole. */
  readonly part?: RunPart;
  /** Is in everything that the run makes; one of the seed if absent. */
  readonly token?: string;
  /** How many calls such a service works on at once; any number if absent. */
  readonly places?: number;
  /** How the time of a slow service passes; at once if absent. */
  readonly passes?: NonNullable<SlowOptions['passes']>;
  /** Records the run as `verify --record` does; absent if it is not recorded. */
  readonly recorder?: Pick<RunRecorder, 'during' | 'watch' | 'found'>;
}

/** Verifies a service. */
export async function hold(baseUrl: string, options: HoldOptions = {}): Promise<Held> {
  const [contract] = project.contracts;
  if (contract === undefined) throw new Error('there is no contract');
  const {
    headers = [],
    seed = 1,
    budget = 'standard',
    only = null,
    isEnough = () => false,
    shrinkTries = 0,
    pins = {},
    lagMsMax = 700,
    withinMs = 60_000,
    slowMs = null,
    places,
    passes = 'at-once',
    part,
    recorder,
  } = options;
  const given = headers.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  const client = createClient({ baseUrl, headers: Object.fromEntries(given), timeoutMs: 10_000 });
  const token = options.token ?? tokenOf(seed);
  const time = timeOf(client, slowMs, { places, passes });
  const { now, wait } = time;
  const { send, during: counting, spent } = countSpending(time.client);
  const during: Activity = (name, use) =>
    counting(name, () => (recorder === undefined ? use() : recorder.during(name, use)));
  const began = now();
  const deadline = began + withinMs;
  const guard = createGuard({
    send,
    ...(recorder === undefined
      ? {}
      : { watch: watchWire({ contract, schemas: project.schemas }, recorder.watch({})) }),
    allow: time.client.allow,
    ledger: noLedger(token),
    contract,
    mode: 'write',
    leave: 3,
    ratePerSecond: null,
    wait,
    now,
    onWaiting: () => undefined,
    deadline,
  });
  let untilFound: number | null = null;
  try {
    const verified = await verify({
      contract,
      schemas: project.schemas,
      checker,
      guard,
      token,
      pins,
      lagMsMax,
      budget,
      only,
      seed,
      shrinkTries,
      ...(part === undefined ? {} : { part }),
      now,
      wait,
      deadline,
      onProgress: (progress) => {
        if (progress.kind === 'finding') recorder?.found(progress.finding, contract.path);
      },
      isEnough: (found) => {
        if (found.length > 0) untilFound ??= guard.requests();
        return isEnough(found);
      },
      during,
    });
    const elapsedMs = now() - began;
    return { ...verified, requests: guard.requests(), elapsedMs, spent, untilFound };
  } finally {
    client.close();
  }
}

/** Letters alone, and others for each seed. */
function tokenOf(seed: number): string {
  let token = 'sq';
  for (let state = seed * 7_919 + 17; token.length < 9; state = (state * 48_271) % 2_147_483_647) {
    token += String.fromCharCode(97 + (state % 26));
  }
  return token;
}

/** The clause that a finding names, as the bed writes it. */
export function clauseOf(finding: ReportedFinding): Clause {
  const names: Readonly<Record<string, Clause>> = {
    'section 2, User': 'section 2, user',
    'section 2, a list of users': 'section 2, list',
  };
  return names[finding.clause] ?? (finding.clause as Clause);
}

/** Runs some work on many things, a few at once. */
export async function each<T>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const queue = [...things];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let thing = queue.shift(); thing !== undefined; thing = queue.shift()) await work(thing);
    }),
  );
}
