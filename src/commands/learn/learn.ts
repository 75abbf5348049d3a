// `standin learn`: probes a service, writes its choices as a profile, and leaves nothing behind.

import { StandinError } from '../../base/errors.ts';
import { suggest } from '../../base/suggest.ts';
import type { Contract } from '../../contract/contract.ts';
import { withWholeList } from '../../model/parameters/narrowed-lists.ts';
import { loadContracts, type Project } from '../../project/load/project.ts';
import { createLazyChecker, type LazyChecker } from '../../schema/lazy-checker.ts';
import { type RemovedOwnItems, removeOwnItems } from '../../verify/cleanup/remove-own-items.ts';
import { Interrupted } from '../../verify/guard/interrupted.ts';
import { learn } from '../../verify/learn/learn.ts';
import { type Learned, profileOf } from '../../verify/learn/learned-profile.ts';
import { probeCreate, probeReplace, recordBystanders } from '../../verify/run/probe-service.ts';
import { checkReachable } from '../../verify/run/reach-service.ts';
import { type MoveResult, reasonOf } from '../../verify/scenario/move-result.ts';
import { probeUnlessLate } from '../../verify/search/late-reads.ts';
import { judgeFailures } from '../../verify/search/report-failures.ts';
import { createItemFactory } from '../../verify/session/item-factory.ts';
import { createSession, type Session } from '../../verify/session/session.ts';
import { writeOut } from '../files/out-file.ts';
import { type NarrowedProject, narrowProject } from '../narrowing/narrowed-project.ts';
import {
  type BoundContract,
  bindToParents,
  type RemovedAbove,
} from '../parents/bind-to-parents.ts';
import { withItemsElsewhere } from '../parents/items-elsewhere.ts';
import { withPathValues } from '../parents/path-values.ts';
import { hideIn } from '../shared/credentials.ts';
import { type GuardedRun, guardRun } from '../shared/guarded-run.ts';
import { type Outlets, printErrors } from '../shared/outlets.ts';
import { createProgressLine } from '../shared/progress-line.ts';
import { sourceCredentials } from '../shared/source-credentials.ts';
import { openTarget, type Target, withoutSecrets } from '../shared/target.ts';
import type { LearnServiceOptions } from './flags.ts';
import { type LearnReport, learnReportJson, learnReportText } from './print.ts';
import { type ProfileTarget, profileFileOf } from './profile-file.ts';

/** 0: the profile is written and nothing is left behind. 2: otherwise. */
export type LearnCode = 0 | 2;

/** Learns the choices of a service. Rejects with a StandinError if it cannot start or write. */
export async function learnService(
  options: LearnServiceOptions,
  outlets: Outlets,
  stop: AbortSignal,
): Promise<LearnCode> {
  const place = profileFileOf(options);
  const target = await openTarget(options, (line) => outlets.errors.write(line));
  try {
    const fields = sourceCredentials(options.contract, options, target);
    const narrowing = await narrowProject(
      await loadContracts(options.contract, 'sure', fields),
      {},
    );
    const read = narrowing.project;
    const joined = withItemsElsewhere(read.contracts);
    const contracts = withPathValues(joined, read.schemas, options.pathValues).map((one) =>
      withWholeList(one, read.schemas),
    );
    const project = { ...read, contracts };
    const contract = chosen(project, options);
    const checker = createLazyChecker(project.schemas);
    await checker.load();
    const running = { options, target, project, contract, checker, outlets, stop, narrowing };
    const lesson = hideIn(await run(running, place), target.credentials);
    return finish(running, place, lesson);
  } catch (error) {
    if (error instanceof Interrupted) return tellInterrupted(outlets);
    throw error instanceof StandinError ? withoutSecrets(error, target.credentials) : error;
  } finally {
    target.client.close();
  }
}

/** A profile is learned with one contract; what it belongs to is made with the others. */
function chosen(
  { contracts }: Project,
  { contract: place, resource }: LearnServiceOptions,
): Contract {
  const [first, ...others] = contracts;
  const names = contracts.map((one) => one.resource);
  if (resource === null && first !== undefined && others.length === 0) return first;
  if (resource === null)
    throw new StandinError(
      'option-invalid',
      `${place} has ${contracts.length} contracts, but a profile is learned with one`,
      `Name its resource, for example --resource ${first?.resource ?? 'users'}.`,
    );
  const found = contracts.find((one) => one.resource === resource);
  if (found !== undefined) return found;
  const near = suggest(resource, names);
  throw new StandinError(
    'option-invalid',
    `no contract has the resource ${JSON.stringify(resource)}`,
    near === null ? `The resources are ${names.join(', ')}.` : `Did you mean "${near}"?`,
  );
}

interface Running {
  readonly options: LearnServiceOptions;
  readonly target: Target;
  readonly project: Project;
  readonly contract: Contract;
  readonly checker: LazyChecker;
  readonly outlets: Outlets;
  readonly stop: AbortSignal;
  /** What `standin.json` leaves out. */
  readonly narrowing: NarrowedProject;
}

/** Learns with a contract, below items that are made first and removed last. */
async function run(running: Running, place: ProfileTarget): Promise<LearnReport> {
  const { options, outlets } = running;
  const bound = await bindToParents(
    {
      ...running,
      options: { ...options, mode: 'write', timeMaxSeconds: timeMaxMs(options) / 1_000 },
    },
    running.contract,
  );
  let above: readonly RemovedAbove[] = [];
  let lesson: LearnReport;
  try {
    checkOwn(bound);
    lesson = await runBound({ ...running, contract: bound.contract }, bound.referable, place);
  } finally {
    above = await bound.end();
    for (const { contract, swept } of above) tellLeft(swept, contract, outlets);
  }
  return { ...lesson, isClean: lesson.isClean && above.every(({ swept }) => isClean(swept)) };
}

/** Below an item of others, nothing may be made. */
function checkOwn({ contract, mode }: BoundContract): void {
  if (mode === 'write') return;
  throw new StandinError(
    'target-missing',
    `the items above ${contract.resource} could not be made, and nothing is written below those of others`,
    'Add values that the service accepts as "examples" to their schemas; "standin verify" tells why they were refused.',
  );
}

async function runBound(
  running: Running,
  referable: BoundContract['referable'],
  place: ProfileTarget,
): Promise<LearnReport> {
  const { options, target, contract, outlets, stop } = running;
  const line = createProgressLine(outlets.errors, 'full');
  const startedAt = new Date();
  const guarded = guardRun({
    options,
    target,
    contract,
    schemas: running.project.schemas,
    mode: 'write',
    stop,
    startedAt,
    deadline: startedAt.getTime() + timeMaxMs(options),
    leavesOut: running.narrowing.skipped.covers,
    onWaiting: (seconds, why) =>
      line.show(hideIn({ kind: 'waiting', seconds, why }, target.credentials)),
  });
  line.show({ kind: 'stage', stage: 'probe', what: 'the choices of the service' });
  const session = sessionOf(running, referable, guarded);
  let swept: RemovedOwnItems | null = null;
  let learned: Learned;
  try {
    await checkReachable(session);
    try {
      learned = await learnFrom(session);
    } finally {
      session.sender.beginEnd();
      swept = await removeOwnItems(session);
      tellLeft(swept, contract, outlets);
      const { findings, notes } = judgeFailures(session, []);
      for (const note of [...findings.map(({ finding }) => finding.message), ...notes])
        session.service.notes.add(note);
    }
  } finally {
    line.clear();
    await guarded.end(swept);
  }
  return {
    learned,
    place,
    target: target.client.baseUrl,
    learnedAt: startedAt.toISOString(),
    notes: [...session.service.notes],
    requests: guarded.guard.requests(),
    isClean: isClean(swept),
  };
}

/** In milliseconds: fewer than 200 requests, but some of them wait for the service. */
function timeMaxMs({ ratePerSecond }: LearnServiceOptions): number {
  return 120_000 + (ratePerSecond === null ? 0 : 200_000 / ratePerSecond);
}

function sessionOf(
  { project, contract, checker, stop }: Running,
  referable: BoundContract['referable'],
  { guard, token, wait, deadline }: GuardedRun,
): Session {
  return createSession({
    contract,
    schemas: project.schemas,
    checker,
    guard,
    token,
    pins: {},
    referable,
    now: Date.now,
    wait,
    deadline,
    isStopped: () => stop.aborted,
  });
}

async function learnFrom(session: Session): Promise<Learned> {
  const make = createItemFactory(session);
  await tried(session, () => recordBystanders(session));
  await tried(session, () => probeUnlessLate(session, make, () => probeCreate(session, make)));
  if (session.service.contract.operations.replace !== undefined)
    await tried(session, () => probeUnlessLate(session, make, () => probeReplace(session, make)));
  for (const note of session.lag.notes()) session.service.notes.add(note);
  return learn({ session, make });
}

/** A refusal is evidence as well. */
async function tried(session: Session, probe: () => Promise<MoveResult>): Promise<void> {
  const verdict = await probe();
  if (verdict.kind !== 'done')
    session.service.notes.add(`${reasonOf(verdict)}; for details, run "standin verify"`);
}

function isClean(swept: RemovedOwnItems | null): boolean {
  return swept?.left.length === 0 && swept.isSure;
}

function tellLeft(
  swept: RemovedOwnItems,
  { path, operations }: Contract,
  { errors }: Outlets,
): void {
  if (isClean(swept)) return;
  const left = swept.left.map((key) => `${path}/${encodeURIComponent(key)}`);
  const what =
    left.length === 0
      ? 'perhaps something: not every creation returned its id, and the last list did not show all items'
      : left.join(', ');
  const fate =
    operations.remove === undefined
      ? 'It stays, because the contract has no DELETE.'
      : '"standin clean <base_url>" tries again to remove it.';
  errors.write(`standin: left behind: ${what}\n${fate}\n`);
}

function finish(
  { options, outlets }: Running,
  place: ProfileTarget,
  lesson: LearnReport,
): LearnCode {
  const about = `Learned from ${lesson.target} at ${lesson.learnedAt}.`;
  // Written before it is reported, so that the report is true.
  place.prepare();
  const text = `${JSON.stringify(profileOf(lesson.learned, { name: place.name, about }), null, 2)}\n`;
  writeOut(place.out, text);
  outlets.output.write(options.form === 'json' ? learnReportJson(lesson) : learnReportText(lesson));
  return lesson.isClean ? 0 : 2;
}

function tellInterrupted({ errors }: Outlets): LearnCode {
  const why = 'the run was interrupted; no profile was written';
  printErrors([new StandinError('option-invalid', why, 'Run it again to the end.')], errors);
  return 2;
}
