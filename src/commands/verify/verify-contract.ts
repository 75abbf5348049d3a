// One contract of a run of `verify`: its inputs, its progress, its result.

import { randomInt } from 'node:crypto';
import { StandinError } from '../../base/errors.ts';
import { isObject, own } from '../../base/json.ts';
import { pluralize } from '../../base/pluralize.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { kinds } from '../../contract/operation-kinds.ts';
import type { Project } from '../../project/load/project.ts';
import type { RemovedOwnItems } from '../../verify/cleanup/remove-own-items.ts';
import type { Pact } from '../../verify/pacts/read-pact-files.ts';
import { noneVerified, runPacts } from '../../verify/pacts/run-pacts.ts';
import { secondVariable } from '../../verify/print/curl.ts';
import type { NotVerified, Report } from '../../verify/report.ts';
import { shownShare } from '../../verify/run/required.ts';
import { joinParts } from '../../verify/shards/join-parts.ts';
import { type RunOptions, verify } from '../../verify/verify.ts';
import { brokerReplay, withBrokerProblems } from '../pact-broker/broker-in-verify.ts';
import {
  type BoundContract,
  belowOf,
  bindToParents,
  referencesOf,
  type Unmade,
} from '../parents/bind-to-parents.ts';
import { notesOnRecording } from '../recording/recorded-notes.ts';
import { hideIn } from '../shared/credentials.ts';
import type { ExitCode } from '../shared/exit-code.ts';
import { type GuardedRun, guardRun } from '../shared/guarded-run.ts';
import type { ProgressLine } from '../shared/progress-line.ts';
import { quoted } from '../shared/quoted.ts';
import { withoutSecrets } from '../shared/target.ts';
import { TIMEOUT_SECONDS } from '../shared/target-flags.ts';
import {
  notVerified,
  type RunFacts,
  replayOf,
  reportOf,
  type TestFacts,
  testFacts,
  unjudged,
} from './build-report.ts';
import { LEAVE, RETRIES, TIME_MAX_SECONDS, type VerifyOptions } from './flags.ts';
import { lineOf } from './left-out.ts';
import { openPactProcess, type PactProcess } from './pact-process.ts';
import type { Running } from './running.ts';

/** The result of one contract, without secrets; `error` says why it could not be judged. */
export interface ContractOutcome {
  readonly report: Report;
  readonly error: StandinError | null;
  readonly tests: TestFacts | null;
}

/** The result of one contract, and the exit code that it stands for. */
export interface VerifiedContract {
  readonly outcome: ContractOutcome;
  readonly code: ExitCode;
}

/**
 * Verifies the service against one contract until it is judged or stopped, showing progress. The
 * items that its path and its references name are made first and removed last.
 */
export async function verifyContract(
  running: Running,
  contract: Contract,
  line: ProgressLine,
): Promise<ContractOutcome> {
  const refers = referencesOf(running.project, contract).length > 0;
  if (parametersOf(contract.path).length === 0 && !refers)
    return verifyBound(running, { ...ALONE, contract, mode: running.options.mode }, line);
  let bound: BoundContract;
  try {
    bound = await bindToParents(running, contract);
  } catch (error) {
    if (!(error instanceof StandinError)) throw error;
    return verifyNothing(running, contract, error, line);
  }
  if (running.options.form === 'full')
    for (const { what, why } of onlyRead(contract, bound.unmade))
      running.outlets.errors.write(lineOf({ names: [what], why }));
  try {
    return await verifyBound(running, bound, line);
  } finally {
    await bound.end();
  }
}

/** Reports that a contract could not be verified. */
async function verifyNothing(
  running: Running,
  contract: Contract,
  error: StandinError,
  line: ProgressLine,
): Promise<ContractOutcome> {
  const started = start(running, { ...ALONE, contract, mode: 'read-only' }, line);
  await started.guarded.end(null);
  const shown = withoutSecrets(error, running.target.credentials);
  const facts = factsOf(running, started);
  const isAlone = facts.isOneOfMany && error.code === 'target-missing';
  const report = isAlone ? notVerified(facts, shown) : unjudged(facts, shown, null);
  const { credentials } = running.target;
  return { report: hideIn(report, credentials), error: isAlone ? null : shown, tests: null };
}

type Place = Omit<BoundContract, 'end' | 'removeAbove'> &
  Partial<Pick<BoundContract, 'removeAbove'>>;

/** A contract that belongs to no other, and refers to none. */
const ALONE: Pick<Place, 'unmade' | 'sibling' | 'above' | 'referred' | 'referable'> = {
  unmade: null,
  sibling: null,
  above: [],
  referred: [],
  referable: new Map(),
};

async function verifyBound(
  running: Running,
  place: Place,
  line: ProgressLine,
): Promise<ContractOutcome> {
  const { target, broker, recording, share } = running;
  const { contract } = place;
  const started = start(running, place, line);
  const core = coreFor(running, contract);
  let swept: RemovedOwnItems | null = null;
  const facts = (): RunFacts => factsOf(running, started);
  const told = (report: Report): Report => {
    const joined = joinParts(withBrokerProblems(report, broker, contract), share?.earlier ?? []);
    const shown = hideIn(joined, target.credentials);
    if (share?.part?.kind !== 'beside') recording?.report(shown);
    return shown;
  };
  try {
    const verified = await judge(running, { ...started, core }, (end) => {
      swept = end;
    });
    const report = reportOf(facts(), verified);
    const marked = (await recording?.violations()) ?? [];
    const notes = [...report.notes, ...notesOnRecording(marked, report)];
    return {
      report: told({ ...report, notes }),
      error: null,
      tests: testFacts(facts(), verified.session),
    };
  } catch (error) {
    if (!(error instanceof StandinError)) {
      // After an unexpected error, the result of the clean-up is not certain.
      swept = null;
      throw error;
    }
    const shown = withoutSecrets(error, target.credentials);
    return { report: told(unjudged(facts(), shown, swept)), error: shown, tests: null };
  } finally {
    await started.guarded.end(swept);
    if ('pactProcess' in core) await core.pactProcess.close();
  }
}

interface Started extends Place {
  readonly guarded: GuardedRun;
  readonly startedAt: Date;
  readonly seed: number;
  readonly onProgress: ProgressLine['show'];
}

function start(
  { options, target, project, stop, recording, share, narrowing }: Running,
  place: Place,
  line: ProgressLine,
): Started {
  const { contract, mode } = place;
  const startedAt = new Date();
  const onProgress = (progress: Parameters<ProgressLine['show']>[0]): void => {
    const isSure = share?.part?.kind !== 'beside';
    if (progress.kind === 'finding' && isSure) recording?.found(progress.finding, contract.path);
    line.show(hideIn(progress, target.credentials));
  };
  const deadline = startedAt.getTime() + options.timeMaxSeconds * 1_000;
  const guarded = guardRun({
    options,
    target,
    contract,
    schemas: project.schemas,
    mode,
    mayWriteActions: options.actions === 'write',
    mayWriteSingle: isOwnSingle(place) || isBorrowed(options, place),
    leave: options.leave ?? LEAVE,
    retries: options.retries ?? RETRIES,
    stop,
    startedAt,
    deadline,
    ...(share === undefined ? {} : { family: share.family }),
    ...(narrowing === undefined ? {} : { leavesOut: narrowing.skipped.covers }),
    onWaiting: (seconds, why) => onProgress({ kind: 'waiting', seconds, why }),
    watch: recording?.watch ?? null,
  });
  const seed = options.seed ?? randomInt(SEED_MAX);
  return { ...place, guarded, startedAt, seed, onProgress };
}

/** Whether the contract has a single item below an item of the run. */
function isOwnSingle({ contract, mode, removeAbove }: Place): boolean {
  return contract.isSingle === true && mode === 'write' && removeAbove !== undefined;
}

/** Whether the contract has a single item of the service that the run may write to. */
function isBorrowed({ singles }: VerifyOptions, { contract, mode, removeAbove }: Place): boolean {
  return (
    contract.isSingle === true &&
    mode === 'write' &&
    singles === 'write' &&
    removeAbove === undefined
  );
}

function judge(
  running: Running,
  started: Started & { readonly core: Core },
  onSwept: (end: RemovedOwnItems) => void,
): ReturnType<typeof verify> {
  const { options, project, checker, stop, recording, share } = running;
  const { contract, mode, guarded, seed, onProgress, core, sibling, referred, referable } = started;
  const { budget, laws: only } = options;
  const { token, guard, wait, deadline } = guarded;
  return verify({
    contract,
    seed,
    schemas: project.schemas,
    checker,
    guard,
    token,
    budget,
    mode,
    sibling,
    actions: options.actions,
    isIdAssumed: project.files.source.kind !== 'contracts',
    ...(started.removeAbove === undefined ? {} : { removeAbove: started.removeAbove }),
    ...(isOwnSingle(started)
      ? { single: { whose: 'run' } as const }
      : isBorrowed(options, started)
        ? { single: { whose: 'service', keep: guarded.keep } as const }
        : {}),
    below: belowOf(running, contract),
    referred,
    referable,
    ...(options.retries === undefined ? {} : { retries: options.retries }),
    ...(options.unstable === undefined ? {} : { unstable: options.unstable }),
    narrowedBy: running.narrowed?.get(contract.resource) ?? [],
    wait,
    deadline,
    ...(running.requestsMax === undefined ? {} : { requestsMax: running.requestsMax }),
    onProgress,
    pins: pinsOf(options, project),
    only: only.length === 0 ? null : only,
    ...(running.skipped === undefined ? {} : { skipped: running.skipped }),
    now: Date.now,
    onSwept,
    isStopped: () => stop.aborted,
    ...(share?.part === undefined ? {} : { part: share.part }),
    ...(recording === null ? {} : { during: recording.during }),
    pacts: pactsOfRun(running, core),
  });
}

function pactsOfRun({ handler, options }: Running, core: Core): NonNullable<RunOptions['pacts']> {
  const { pacts } = core;
  if ('why' in core) return core;
  const startCore = core.pactProcess.start;
  return {
    verify: (session, setUpBy) =>
      runPacts({ session, pacts, setUpBy, handler, actions: options.actions, startCore }),
    leave: (why) => noneVerified(pacts, { why, remedy: 'See the verdict.' }),
  };
}

/** The pacts of a contract and the process that verifies them, or why none are verified. */
type Core =
  | { readonly pacts: readonly Pact[]; readonly pactProcess: PactProcess }
  | { readonly pacts: readonly Pact[]; readonly why: string };

/** Loads the core of Pact during the probe, or says why there is nothing to verify. */
function coreFor({ options, pacts: all, broker }: Running, contract: Contract): Core {
  const own = all.filter(({ provider }) => provider === contract.resource);
  const pacts = own.filter((one) => whyNoPacts(options, sourceOf(one)) === null);
  if (pacts.length > 0) return { pacts, pactProcess: openPactProcess() };
  const [left] = own;
  const why = left === undefined ? null : whyNoPacts(options, sourceOf(left));
  if (broker !== null) return { pacts, why: 'the broker returned none that can be verified' };
  return { pacts, why: why ?? 'there are none' };
}

function sourceOf({ origin }: Pact): 'files' | 'broker' {
  return origin === undefined ? 'files' : 'broker';
}

/** Why you asked for no pacts of a source; `null` if you did not. */
export function whyNoPacts(options: VerifyOptions, source: 'files' | 'broker'): string | null {
  if (options.pacts === 'leave-out' && source === 'files') return '--no-pacts leaves them out';
  if (options.mode === 'read-only') return 'the run only reads';
  return options.laws.length > 0 ? 'only some laws were requested' : null;
}

/** The pacts of a contract that you left out, and those that its broker did not give. */
function missingPacts(running: Running, contract: Contract): readonly NotVerified[] {
  const troubles = running.broker?.troublesOf(contract) ?? [];
  const [first] = troubles;
  if (first === undefined) return leftOutOf(running, contract);
  const missing: NotVerified = {
    what: 'pacts of the broker',
    why: first.replace(/\.$/, ''),
    remedy: 'The messages of the broker are above.',
    about: 'pacts',
    costs: 'verdict',
  };
  return [...leftOutOf(running, contract), missing];
}

function leftOutOf({ options, pacts, share }: Running, contract: Contract): readonly NotVerified[] {
  if (share?.part?.kind === 'beside') return [];
  const own = pacts.filter(({ provider }) => provider === contract.resource);
  const reasons = new Map<string, number>();
  for (const pact of own) {
    const why = whyNoPacts(options, sourceOf(pact));
    const count = pact.interactions.length + pact.unverifiable.length;
    if (why !== null) reasons.set(why, (reasons.get(why) ?? 0) + count);
  }
  return [...reasons].map(([why, count]) => ({
    what: pluralize(count, 'pact interaction'),
    why,
    remedy: requiresPacts(options) ? 'Leave out --require, or what leaves the pacts out.' : null,
    about: 'pacts',
    costs: requiresPacts(options) ? 'partly' : 'nothing',
  }));
}

/** Whether a run that verifies no pacts, as you asked, lacks what you require. */
function requiresPacts({ required }: VerifyOptions): boolean {
  return required === 'all' || required === 'pacts';
}

/** The writes that a run leaves out below an item which it did not make. */
function onlyRead(
  { resource, operations }: Contract,
  unmade: Unmade | null,
): readonly NotVerified[] {
  const writes = kinds.filter((kind) => kind !== 'list' && kind !== 'read');
  if (unmade === null || writes.every((kind) => operations[kind] === undefined)) return [];
  const { item, option } = unmade;
  return [
    {
      what: `writes of ${resource}`,
      why: `no operation creates ${item}, so it may be somebody's; ${option} allows the run to write below it`,
      remedy: `Use ${option} if the run may write below ${item}.`,
      about: 'source',
      costs: 'partly',
    },
  ];
}

/** The options for the second user, whose values are in variables; what the environment gives stays there. */
function secondReplay({ secondUser, login }: VerifyOptions): readonly string[] {
  const fields = secondUser?.named === '--second-user' ? secondUser.fields : [];
  const names = fields.map((field) => field.slice(0, Math.max(field.indexOf(':'), 0)).trim());
  return [
    ...(login == null ? [] : [`--login ${quoted(login.file)}`]),
    ...(login?.name == null ? [] : [`--login-as ${quoted(login.name)}`]),
    ...(login?.second == null ? [] : [`--second-login-as ${quoted(login.second)}`]),
    ...names.map((name) => `--second-user "${name}: $${secondVariable(name)}"`),
  ];
}

/** One above the largest seed. */
export const SEED_MAX = 2 ** 31;

/** The choices that the profile's file names, and the pins above it; defaults are not asserted. */
export function pinsOf({ profile, pins }: VerifyOptions, { files }: Project): Partial<Profile> {
  if (profile === null || files.profile === null || !isObject(files.profile.json)) return pins;
  const choices = own(files.profile.json, 'choices');
  // The project check has verified these choices and their options.
  return isObject(choices) ? { ...(choices as Partial<Profile>), ...pins } : pins;
}

/**
 * Whether a resource with nothing to try costs itself alone. A description may hold many, of which
 * some cannot be tried; contracts in files are written to be tried.
 */
function isOneOfMany({ project, options }: Running): boolean {
  const { contracts, files } = project;
  return contracts.length > 1 && files.source.kind !== 'contracts' && options.required === null;
}

function factsOf(
  running: Running,
  { contract, above, unmade, guarded, startedAt, seed }: Started,
): RunFacts {
  const { options, target, broker, project } = running;
  const { budget, timeMaxSeconds, timeoutSeconds, ratePerSecond, mode, singles, version } = options;
  const others = [
    ...(budget === 'standard' ? [] : [`--budget ${budget}`]),
    ...(timeMaxSeconds === TIME_MAX_SECONDS ? [] : [`--max-time ${timeMaxSeconds}`]),
    ...(options.requestsMax == null ? [] : [`--max-requests ${options.requestsMax}`]),
    ...(timeoutSeconds === TIMEOUT_SECONDS ? [] : [`--timeout ${timeoutSeconds}`]),
    ...(ratePerSecond === null ? [] : [`--rate ${ratePerSecond}`]),
    ...(mode === 'read-only' ? ['--read-only'] : []),
    ...((options.leave ?? LEAVE) === LEAVE ? [] : [`--leave ${options.leave}`]),
    ...(singles === 'write' ? ['--write-singles'] : []),
    ...(options.actions === 'write' ? ['--write-actions'] : []),
    ...secondReplay(options),
    ...options.laws.map((law) => `--law ${law}`),
    ...(options.skipLaws ?? []).map((law) => `--skip-law ${law}`),
    ...narrowingReplay(options),
    ...((options.retries ?? RETRIES) === RETRIES ? [] : [`--retries ${options.retries}`]),
    ...(options.unstable === 'fails' ? ['--fail-on unstable'] : []),
    ...(options.required === null ? [] : [`--require ${shownShare(options.required)}`]),
    ...Object.entries(options.pathValues ?? {}).map(
      ([name, id]) => `--param ${quoted(`${name}=${id}`)}`,
    ),
    ...(options.baseline == null ? [] : [`--baseline ${quoted(options.baseline)}`]),
    ...(options.pacts === 'leave-out' ? ['--no-pacts'] : []),
    ...(options.pactPlaces ?? []).map((place) => `--pacts ${quoted(place)}`),
    ...(options.stateHandler == null ? [] : handlerReplay(options.stateHandler)),
    ...(options.broker === null ? [] : brokerReplay(options.broker, broker?.shown ?? '')),
    `--seed ${seed}`,
  ];
  const { guard, token } = guarded;
  const { baseUrl } = target.client;
  const { contract: folder, profile, pins } = options;
  return {
    version,
    contract,
    taken: project.files.source.taken,
    above,
    baseUrl,
    startedAt,
    budget,
    seed,
    token,
    required: options.required,
    isOneOfMany: isOneOfMany(running),
    notVerified: [
      ...onlyRead(contract, unmade),
      ...missingPacts(running, contract),
      ...(running.leftOut?.toldBy === contract.resource ? running.leftOut.parts : []),
    ],
    given: (running.narrowing?.told ?? [])
      .filter((one) => !one.isLeftOut && one.resource === contract.resource)
      .map(({ name, why }) => `${name}: the run sends ${why} alone, as you say`),
    partsOf: new Set(running.pacts.flatMap(({ file, holds }) => (holds === 'parts' ? [file] : []))),
    baseline: running.baseline ?? null,
    elapsedMs: Date.now() - startedAt.getTime(),
    requests: guard.requests(),
    waits: guard.waits(),
    left: guard.owned(),
    credentials: target.credentials.names,
    replay: replayOf({
      baseUrl,
      contract: folder,
      profile,
      pins,
      credentials: target.credentials.given,
      others,
    }),
  };
}

function narrowingReplay({
  skipOperations = [],
  skipMembers = [],
  values = [],
}: VerifyOptions): readonly string[] {
  return [
    ...skipOperations.map((name) => `--skip-operation ${quoted(name)}`),
    ...skipMembers.map((name) => `--skip-member ${quoted(name)}`),
    ...values.map((text) => `--value ${quoted(text)}`),
  ];
}

/** The options that name the handler again, without credentials in its URL. */
function handlerReplay({
  place,
  reach,
}: NonNullable<VerifyOptions['stateHandler']>): readonly string[] {
  const shown = place.replace(/^(https?:\/\/)[^/@]*@/i, '$1');
  return [
    `--state-handler ${quoted(shown)}`,
    ...(reach === 'any' ? ['--allow-remote-handler'] : []),
  ];
}
