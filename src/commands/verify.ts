// `standin verify`: holds a service to each contract of the folder in turn, tells what came of it, and leaves nothing behind.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { StandinError } from '../base/errors.ts';
import { isObject, own } from '../base/json.ts';
import { suggest } from '../base/suggest.ts';
import type { Profile } from '../contract/choices.ts';
import type { Contract } from '../contract/contract.ts';
import { readPactFiles } from '../project/pact-files.ts';
import { loadProject, type Project } from '../project/project.ts';
import { writeWhole } from '../project/save.ts';
import { createLateChecker, type LateChecker } from '../schema/late.ts';
import { laws } from '../verify/laws.ts';
import { runPacts } from '../verify/pact.ts';
import { type Pact, readPacts } from '../verify/pact-file.ts';
import type { Report } from '../verify/report.ts';
import type { Shard } from '../verify/shard.ts';
import type { SweptUp } from '../verify/sweep-up.ts';
import { verify } from '../verify/verify.ts';
import { type BrokerOptions, brokerReplay } from './broker-flags.ts';
import { brokerRunOf, discreet, withTroubles } from './broker-in-verify.ts';
import type { BrokerRun } from './broker-run.ts';
import { hideIn } from './credentials.ts';
import { checkOutputsApart } from './file-for.ts';
import { type Guarded, guardRun } from './guarded.ts';
import { openPactProcess, type PactProcess } from './pact-process.ts';
import { createProgressLine, type ProgressLine } from './progress.ts';
import { type Gathering, gatherShard, tellShare } from './shard.ts';
import { openTarget, type Target, type TargetOptions, withoutSecrets } from './target.ts';
import { checkTestFile } from './test-file.ts';
import { codeOf, codeOfAll, type VerifyCode } from './verify-code.ts';
import { attempt, deliver, deliverSummary, type Outlets, type Outputs, tellErrors } from './verify-output.ts';
import type { RunRecording } from './verify-recording.ts';
import { type RunFacts, replayOf, reportOf, type TestFacts, testFacts, unjudged } from './verify-report.ts';

export interface VerifyOptions extends TargetOptions, Outputs {
  /** The version of Standin. */
  readonly version: string;
  readonly contract: string;
  /** Its choices are asserted; `null` for none. */
  readonly profile: string | null;
  /** Choices that are asserted as well. */
  readonly pins: Partial<Profile>;
  readonly budget: Report['budget'];
  /** For each contract. */
  readonly timeMaxSeconds: number;
  /** `null` for any. */
  readonly seed: number | null;
  readonly mode: 'write' | 'read-only';
  /** Laws by name, to try no others; empty for all. */
  readonly laws: readonly string[];
  /** The part of the contracts that is verified; `null` for all. */
  readonly shard: Shard | null;
  /** `leave-out`: they are not even read. */
  readonly pacts: 'verify' | 'leave-out';
  /** Where pacts are as well, and where results go; `null` for nowhere. */
  readonly broker: BrokerOptions | null;
  /** The file that all that is sent is recorded into; `null` for none. */
  readonly record: string | null;
  readonly redact: readonly string[];
  readonly keep: readonly string[];
  /** Where the Inspector is served, 0 for any free port; `null` where it is not. */
  readonly inspect: { readonly port: number } | null;
}

/**
 * Verifies a service until it is judged or stopped. Rejects with a StandinError where it cannot begin. Where its Inspector is served, that
 * goes on until `stop`; `onJudged` is called once nothing else does.
 */
export async function verifyService(
  options: VerifyOptions,
  outlets: Outlets,
  stop: AbortSignal,
  onJudged: () => void = () => undefined,
): Promise<VerifyCode> {
  checkLaws(options.laws);
  const target = openTarget(options);
  let broker: BrokerRun | null = null;
  try {
    const places = { contract: options.contract, db: null, profile: options.profile ?? 'standin' };
    const project = await loadProject(places, options.pins);
    const checker = createLateChecker(project.schemas);
    await checker.load();
    // A pact that cannot be verified is told before anything is sent, and so is a file that cannot be written.
    checkOutputsApart(
      options.shard === null ? options : { ...options, json: null },
      project.contracts.map(({ resource }) => resource),
    );
    for (const contract of project.contracts) checkTestFile(options.tests, resourceIn(project, contract));
    const files = options.pacts === 'leave-out' ? [] : readPactFiles(options.contract);
    const ownPacts = readPacts(files, project.contracts, project.schemas);
    broker = await brokerRunOf(options, { project, outlets, stop });
    const pacts = [...ownPacts, ...(broker?.pacts ?? [])];
    const running = { options, target: discreet(target, broker), project, pacts, broker, checker, outlets, stop };
    if (options.record === null && options.inspect === null) return await verifyAll({ ...running, recording: null });
    return await recorded(running, onJudged);
  } finally {
    broker?.close();
    target.client.close();
  }
}

async function recorded(running: Omit<Running, 'recording'>, onJudged: () => void): Promise<VerifyCode> {
  const { outlets, stop, options } = running;
  const { openRunRecording } = await import('./verify-recording.ts');
  const recording = await openRunRecording({ ...running, errors: outlets.errors });
  let code: VerifyCode;
  let kept: 'kept' | 'lost' = 'kept';
  try {
    code = await verifyAll({ ...running, recording });
    onJudged();
    if (options.inspect !== null && !stop.aborted) await once(stop, 'abort');
  } finally {
    kept = await recording.close();
  }
  return kept === 'lost' ? 2 : code;
}

function checkLaws(names: readonly string[]): void {
  const known = laws.map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = suggest(name, known);
    const remedy = near === null ? '"standin laws" lists them all.' : `Did you mean "${near}"?`;
    throw new StandinError('option-invalid', `there is no law ${JSON.stringify(name)}`, remedy);
  }
}

/** What all runs of one command share. */
interface Running {
  readonly options: VerifyOptions;
  readonly target: Target;
  readonly project: Project;
  /** Of all contracts. */
  readonly pacts: readonly Pact[];
  /** `null` where no broker is asked. */
  readonly broker: BrokerRun | null;
  readonly checker: LateChecker;
  readonly outlets: Outlets;
  readonly stop: AbortSignal;
  /** `null` where nothing is recorded. */
  readonly recording: RunRecording | null;
}

async function verifyAll(running: Running): Promise<VerifyCode> {
  const { broker, stop } = running;
  const code = await verifyEach(running);
  return broker === null ? code : broker.finish(code, stop.aborted ? 'interrupted' : 'whole');
}

async function verifyEach(running: Running): Promise<VerifyCode> {
  const { options, project, outlets, stop } = running;
  const { shard } = options;
  const line = createProgressLine(outlets.errors, options.form);
  const gathering = shard === null ? null : gather(running, shard);
  const own = gathering === null ? project.contracts : gathering.own;
  const codes: VerifyCode[] = [];
  const reports: Report[] = [];
  for (const contract of own) {
    if (stop.aborted && codes.length > 0) break;
    warnOfRemains(running, contract);
    const outcome = await run(running, contract, line).finally(() => line.clear());
    reports.push(outcome.report);
    running.broker?.collect(outcome.report.pacts.interactions);
    gathering?.add(outcome.report, outcome.error);
    codes.push(tell(running, contract, outcome));
  }
  const end = stop.aborted && (codes.length < own.length || codes.at(-1) === 2) ? 'stopped' : 'whole';
  const failures = [
    ...deliverSummary(reports, options),
    ...(gathering === null ? [] : attempt(() => deliverShard(running, gathering.toJson(end, running.target.credentials.names)))),
  ];
  tellErrors(failures, outlets.errors);
  return codeOfAll([...codes, ...failures.map(() => 2 as const)], end);
}

function gather({ options, project, pacts, target, outlets }: Running, shard: Shard): Gathering {
  const pins = pinsOf(options, project);
  const gathering = gatherShard({ shard, options, project, pacts, baseUrl: target.client.baseUrl, pins });
  const screen = options.json === 'print' ? outlets.errors : outlets.output;
  if (options.form === 'told') tellShare(shard, gathering.own, project.contracts, screen);
  return gathering;
}

/** Prints and writes what came of one contract. */
function tell({ options, project, outlets, target }: Running, contract: Contract, { report, error, tests }: Outcome): VerifyCode {
  const failures = deliver({
    ...{ report, error, resource: resourceIn(project, contract), testFacts: tests },
    credentials: target.credentials.names,
    ...{ outputs: options, outlets },
    ...(options.shard === null ? {} : { json: 'later' }),
  });
  tellErrors(failures, outlets.errors);
  return codeOf(report, failures.length > 0 ? 'failed' : 'done');
}

/** One report whatever the number of contracts, also where there is none. */
function deliverShard({ options: { json }, outlets }: Running, text: string): void {
  if (json === 'print') outlets.output.write(text);
  else if (json !== null) writeWhole(json.file, text);
}

/** The name of a resource where files and messages must tell several apart. */
function resourceIn({ contracts }: Project, { resource }: Contract): string | null {
  return contracts.length === 1 ? null : resource;
}

/** Whoever starts a run takes it that it removes what it makes: where it cannot, that is said before it makes anything. */
function warnOfRemains({ options: { mode }, outlets }: Running, { resource, operations }: Contract): void {
  if (mode === 'read-only' || operations.create === undefined || operations.remove !== undefined) return;
  outlets.errors.write(
    `standin: ${resource}: the contract has no DELETE, so what the run makes stays there\n--read-only makes nothing; Ctrl-C ends it.\n`,
  );
}

/** What came of one contract, without secrets; `error` says why it could not be judged. */
interface Outcome {
  readonly report: Report;
  readonly error: StandinError | null;
  readonly tests: TestFacts | null;
}

async function run(running: Running, contract: Contract, line: ProgressLine): Promise<Outcome> {
  const { options, target, project, checker, stop, recording } = running;
  const { mode, budget, laws: only } = options;
  const startedAt = new Date();
  const seed = options.seed ?? randomInt(SEED_MAX);
  const onProgress = (progress: Parameters<ProgressLine['show']>[0]): void => {
    if (progress.kind === 'finding') recording?.found(progress.finding, contract.path);
    line.show(hideIn(progress, target.credentials));
  };
  const guarded = guardRun({
    ...{ options, target, contract, mode, stop, startedAt, deadline: startedAt.getTime() + options.timeMaxSeconds * 1_000 },
    onWaiting: (seconds, why) => onProgress({ kind: 'waiting', seconds, why }),
    watch: recording?.watch ?? null,
  });
  const { token, guard, bare, wait, deadline } = guarded;
  const facts = (): RunFacts => factsOf(running, { contract, guarded, startedAt, token, seed });
  const core = coreFor(running, contract);
  let swept: SweptUp | null = null;
  const told = (report: Report): Report => {
    const shown = hideIn(withTroubles(report, running.broker, contract), target.credentials);
    recording?.report(shown);
    return shown;
  };
  try {
    const verified = await verify({
      ...{ contract, seed, schemas: project.schemas, checker, guard, bare, token, budget, mode, wait, deadline, onProgress },
      ...{ pins: pinsOf(options, project), only: only.length === 0 ? null : only, now: Date.now },
      isStopped: () => stop.aborted,
      onSwept: (end) => {
        swept = end;
      },
      ...(recording === null ? {} : { during: recording.during }),
      pacts: 'why' in core ? core : (session) => runPacts({ session, pacts: core.pacts, startCore: core.pactProcess.start }),
    });
    return { report: told(reportOf(facts(), verified)), error: null, tests: testFacts(facts(), verified.session) };
  } catch (error) {
    if (!(error instanceof StandinError)) {
      // Who did not expect this cannot be sure of the end either.
      swept = null;
      throw error;
    }
    const shown = withoutSecrets(error, target.credentials);
    return { report: told(unjudged(facts(), shown, swept)), error: shown, tests: null };
  } finally {
    await guarded.end(swept);
    if ('pactProcess' in core) await core.pactProcess.close();
  }
}

/** Loads the core of Pact while the service is probed, where there are pacts that are to be verified; else says why there are none. */
function coreFor(
  { options, pacts, broker }: Running,
  contract: Contract,
): { readonly pacts: readonly Pact[]; readonly pactProcess: PactProcess } | { readonly why: string } {
  const own = pacts.filter(({ provider }) => provider === contract.resource);
  if (options.pacts === 'leave-out' && own.length === 0 && broker === null) return { why: '--no-pacts leaves them out' };
  if (own.length === 0) return { why: broker === null ? 'there are none' : 'the broker gave none that can be verified' };
  if (options.mode === 'read-only') return { why: 'the run only reads' };
  if (options.laws.length > 0) return { why: 'only some laws were asked for' };
  return { pacts: own, pactProcess: openPactProcess() };
}

/** Above the largest seed. */
const SEED_MAX = 2 ** 31;

/** What the file of the profile names, and what is pinned above it; what it leaves to the defaults is not asserted. */
function pinsOf({ profile, pins }: VerifyOptions, { files }: Project): Partial<Profile> {
  if (profile === null || files.profile === null || !isObject(files.profile.json)) return pins;
  const choices = own(files.profile.json, 'choices');
  // It was checked to hold choices with options that they have.
  return isObject(choices) ? { ...(choices as Partial<Profile>), ...pins } : pins;
}

interface Started {
  readonly contract: Contract;
  readonly guarded: Guarded;
  readonly startedAt: Date;
  readonly token: string;
  readonly seed: number;
}

function factsOf({ options, target, broker }: Running, { contract, guarded, startedAt, token, seed }: Started): RunFacts {
  const { budget, timeMaxSeconds, timeoutSeconds, ratePerSecond, mode, version } = options;
  const others = [
    ...(budget === 'standard' ? [] : [`--budget ${budget}`]),
    ...(timeMaxSeconds === TIME_MAX_SECONDS ? [] : [`--max-time ${timeMaxSeconds}`]),
    ...(timeoutSeconds === TIMEOUT_SECONDS ? [] : [`--timeout ${timeoutSeconds}`]),
    ...(ratePerSecond === null ? [] : [`--rate ${ratePerSecond}`]),
    ...(mode === 'read-only' ? ['--read-only'] : []),
    ...options.laws.map((law) => `--law ${law}`),
    ...(options.pacts === 'leave-out' ? ['--no-pacts'] : []),
    ...(options.broker === null ? [] : brokerReplay(options.broker, broker?.shown ?? '')),
    `--seed ${seed}`,
  ];
  const { guard, bare } = guarded;
  const { baseUrl } = target.client;
  const { contract: folder, profile, pins } = options;
  return {
    ...{ version, contract, baseUrl, startedAt, budget, seed, token },
    elapsedMs: Date.now() - startedAt.getTime(),
    requests: guard.requests() + bare.requests(),
    ...{ waits: guard.waits(), left: guard.owned(), credentials: target.credentials.names },
    replay: replayOf({ baseUrl, contract: folder, profile, pins, credentials: target.credentials.given, others }),
  };
}

/** The defaults, which the command that runs the same again leaves out. In seconds. */
export const [TIME_MAX_SECONDS, TIMEOUT_SECONDS] = [60, 10];
