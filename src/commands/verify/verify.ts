// `standin verify`: checks a service against each contract of the folder in turn, reports the
// result, and leaves nothing behind.

import { once } from 'node:events';
import type { Action, Contract } from '../../contract/contract.ts';
import { isTakenBack } from '../../contract/item-members.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import {
  isSelection,
  selectingParameters,
  withoutList,
} from '../../model/parameters/narrowed-lists.ts';
import { readPactFiles } from '../../project/load/pact-files.ts';
import { loadProject, type Project } from '../../project/load/project.ts';
import { listProjectFiles } from '../../project/source/list-files.ts';
import { createLazyChecker } from '../../schema/lazy-checker.ts';
import type { Schemas } from '../../schema/schema.ts';
import { paramHint } from '../../verify/actions/lacking-ids.ts';
import { filledWithValues } from '../../verify/actions/values-in-path.ts';
import { isOpenWrite } from '../../verify/move.ts';
import { type Pact, readPacts } from '../../verify/pacts/read-pact-files.ts';
import type { Report } from '../../verify/report.ts';
import { inOrder, needsOf, shareOf, usualRequests } from '../../verify/run/request-share.ts';
import { isNameless } from '../../verify/session/testable-operations.ts';
import { assignContracts } from '../../verify/shards/assign-contracts.ts';
import { checkBaselineOut, readBaseline, writeBaseline } from '../files/baseline-file.ts';
import { writeOut } from '../files/out-file.ts';
import { narrowProject } from '../narrowing/narrowed-project.ts';
import { brokerRunOf, hideBrokerSecrets } from '../pact-broker/broker-in-verify.ts';
import type { BrokerRun } from '../pact-broker/broker-run.ts';
import { type OpenHandler, openStateHandler } from '../pact-states/state-handler.ts';
import { countedTarget } from '../parents/counted-target.ts';
import { withItemsElsewhere } from '../parents/items-elsewhere.ts';
import { parentOf, unknownParameters, withPathValues } from '../parents/path-values.ts';
import { baseBefore } from '../shared/base-before.ts';
import { type ExitCode, exitCodeOf, exitCodeOfAll } from '../shared/exit-code.ts';
import { checkOutputsApart } from '../shared/file-per-resource.ts';
import { type Outlets, printErrors } from '../shared/outlets.ts';
import { createProgressLine, type ProgressLine } from '../shared/progress-line.ts';
import { askForAnswers } from '../shared/shown-answers.ts';
import { sourceCredentials } from '../shared/source-credentials.ts';
import { openTarget } from '../shared/target.ts';
import { LEAVE, type VerifyOptions, type VerifyWork } from './flags.ts';
import {
  gapOf,
  lawsNamed,
  leftOutOf,
  lineOf,
  notVerifiedOf,
  type SourceGap,
  skippedLaws,
  unreadOf,
} from './left-out.ts';
import { checkOutFiles, reportFile } from './out-files.ts';
import type { Running } from './running.ts';
import { type Gathering, gatherFor, printShare, type ShardRun } from './shard.ts';
import { compareSince } from './since.ts';
import { checkTestFile } from './test-file.ts';
import {
  type ContractOutcome,
  type VerifiedContract,
  verifyContract,
  whyNoPacts,
} from './verify-contract.ts';
import {
  attempt,
  tellNothing,
  tellSeen,
  tellUnverifiedPacts,
  writeReports,
  writeScans,
  writeStepSummary,
} from './write-reports.ts';

/** What a reader must know of a run that rows alone were given for. */
const OF_ROWS =
  'Rows promise little: this asserts ids, and the types that all rows share. A contract says more.\n';

/** Compares two versions, verifies a service, or both: then the worse exit code counts. */
export async function runVerify(
  { since, service }: VerifyWork,
  outlets: Outlets,
  stop: AbortSignal,
  onJudged: () => void = () => undefined,
): Promise<ExitCode> {
  const drift = since === null ? 0 : await compareSince(since, outlets);
  if (service === null) return drift;
  return exitCodeOfAll([drift, await verifyService(service, outlets, stop, onJudged)], 'whole');
}

/**
 * Verifies a service until it is judged or stopped. Rejects with a StandinError if it cannot start.
 * If `--inspect` is given, the Inspector is served until `stop`; `onJudged` is called once only the
 * Inspector is left.
 */
export async function verifyService(
  given: VerifyOptions,
  outlets: Outlets,
  stop: AbortSignal,
  onJudged: () => void = () => undefined,
): Promise<ExitCode> {
  const options = {
    ...given,
    laws: lawsNamed(given.laws, '--law', outlets),
    skipLaws: lawsNamed(given.skipLaws ?? [], '--skip-law', outlets),
  };
  if (options.writeBaseline != null) checkBaselineOut(options.writeBaseline);
  const baseline = options.baseline == null ? null : readBaseline(options.baseline);
  let target = await openTarget(options, (line) => outlets.errors.write(line));
  let broker: BrokerRun | null = null;
  let handler: OpenHandler | null = null;
  try {
    const places = {
      contract: options.contract,
      db: null,
      profile: options.profile ?? 'standin',
      certainty: 'sure',
      ...sourceCredentials(options.contract, options, target),
    } as const;
    const loaded = await narrowProject(await loadProject(places, options.pins), options);
    const first = loaded.project;
    const skipped = skippedLaws(options, first.files.source);
    const placedOf = ({ contracts, schemas }: Project) =>
      withPathValues(withItemsElsewhere(contracts), schemas, options.pathValues);
    const placed = placedOf(first);
    const base = baseBefore(options.baseUrl, placed);
    if (base !== options.baseUrl) target = target.at(base);
    checkFiles(options, { ...first, contracts: placed });
    const shown = await askForAnswers(first.files.source, { ...options, ...target, stop });
    const narrowing =
      shown.size === 0
        ? loaded
        : await narrowProject(await loadProject({ ...places, shown }, options.pins), options);
    const read = narrowing.project;
    const whole = read === first ? placed : placedOf(read);
    const narrowed = new Map(
      whole.map((one) => [one.resource, selectingParameters(one, read.schemas)]),
    );
    const contracts = whole.map((one) => {
      const names = narrowed.get(one.resource) ?? [];
      return isSelection(one, read.schemas, names) ? withoutList(one) : one;
    });
    const project = { ...read, contracts };
    if (project.files.source.kind === 'rows' && options.form === 'full')
      outlets.errors.write(OF_ROWS);
    const checker = createLazyChecker(project.schemas);
    await checker.load();
    // What the service showed may be other resources.
    if (read !== first) checkFiles(options, project);
    handler =
      options.stateHandler == null ? null : await openStateHandler(options.stateHandler.place);
    const context = { contracts: project.contracts, schemas: project.schemas, handler };
    const ownPacts = readPacts(readPactFiles(options.contract, options.pactPlaces), context);
    broker = await brokerRunOf(options, { project, handler, outlets, stop });
    const pacts = [...ownPacts, ...(broker?.pacts ?? [])];
    const service = { options, target: hideBrokerSecrets(target, broker), outlets, stop };
    const known = { narrowed, baseline, skipped, narrowing };
    const running = { ...service, project, pacts, handler, broker, checker, ...known };
    if (options.record === null && options.inspect === null)
      return await verifyAll({ ...running, recording: null });
    return await recorded(running, onJudged);
  } finally {
    broker?.close();
    handler?.close();
    target.client.close();
  }
}

/** Reports a file that cannot be written before anything is sent. */
function checkFiles(options: VerifyOptions, project: Project): void {
  const resources = project.contracts.map(({ resource }) => resource);
  checkOutputsApart(options.shard === null ? options : { ...options, json: null }, resources);
  const { rules, data } = listProjectFiles(options.contract);
  const profile = project.files.profile === null ? [] : [project.files.profile.file];
  checkOutFiles(options, resources, [...rules, ...data, ...profile]);
  for (const contract of project.contracts)
    checkTestFile(options.tests, resourceIn(project, contract));
}

async function recorded(
  running: Omit<Running, 'recording'>,
  onJudged: () => void,
): Promise<ExitCode> {
  const { outlets, stop, options } = running;
  const { openRunRecording } = await import('./recording.ts');
  const recording = await openRunRecording({ ...running, errors: outlets.errors });
  let code: ExitCode;
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

async function verifyAll(running: Running): Promise<ExitCode> {
  const { broker, stop } = running;
  const code = await verifyEach(running);
  return broker === null ? code : broker.finish(code, stop.aborted ? 'interrupted' : 'whole');
}

/** Whether a run sends an operation of none of the six kinds: some may change anything. */
function isSent(action: Action, contract: Contract, { mode, actions }: VerifyOptions): boolean {
  if (!isOpenWrite(action)) return true;
  return mode === 'write' && (actions === 'write' || isTakenBack(action, contract));
}

/** Whether a run sends nothing of a contract: no operation has items whose ids it could send. */
function isUnsent(contract: Contract, options: VerifyOptions, schemas: Schemas): boolean {
  const { operations, actions = [] } = contract;
  return (
    Object.keys(operations).length === 0 &&
    !actions.some((one) => isSent(one, contract, options) && !hasIds(one, schemas))
  );
}

/** Whether a path has ids, and not only values that can be told. */
function hasIds(action: Action, schemas: Schemas): boolean {
  const { method, path } = action;
  if (parametersOf(path).length === 0) return false;
  return method !== 'GET' || filledWithValues(schemas, action, path).length === 0;
}

/**
 * Returns the contracts whose items have ids, and whose paths have those of items, and what is left
 * out. A document need not say them; contracts in files must, and are all returned.
 */
function withKnownPlaces(
  { project }: Running,
  all: readonly Contract[],
): { readonly placed: readonly Contract[]; readonly gaps: readonly SourceGap[] } {
  if (project.files.source.kind === 'contracts') return { placed: all, gaps: [] };
  const nameless = all.filter(
    (one) => one.operations.create !== undefined && isNameless(one, project.schemas),
  );
  const unknown = all.filter((one) => unknownParameters(project.contracts, one).length > 0);
  const placed = all.filter((one) => !nameless.includes(one) && !unknown.includes(one));
  if (placed.length === 0) return { placed: all, gaps: [] };
  const names = unknown.flatMap((one) => unknownParameters(project.contracts, one));
  const pathsOf = (those: readonly Contract[]) => those.map(({ path }) => path);
  return {
    placed,
    gaps: [
      { names: pathsOf(nameless), why: 'no answer tells their items apart', ...ADD_IDS },
      { names: pathsOf(unknown), why: placeless(names), ...NAME_ITEMS },
    ],
  };
}

const ADD_IDS = {
  remedy: 'Declare an id in the answers, or name it in standin.json.',
  costs: 'partly',
} as const;
const NAME_ITEMS = { remedy: 'Name an item with --param.', costs: 'partly' } as const;

/** Returns the operations that a run leaves out; `left` are the contracts that it leaves out whole. */
function unsentGaps(
  contracts: readonly Contract[],
  left: readonly Contract[],
  { options, project: { schemas } }: Pick<Running, 'options' | 'project'>,
): readonly SourceGap[] {
  const named = (
    those: readonly Contract[],
    is: (action: Action, contract: Contract) => boolean,
  ): readonly string[] =>
    those.flatMap((contract) =>
      (contract.actions ?? [])
        .filter((one) => is(one, contract))
        .map(({ method, path }) => `${method} ${path}`),
    );
  const isLacking = (action: Action, contract: Contract): boolean =>
    isSent(action, contract, options) && hasIds(action, schemas);
  const lacking = named(left, isLacking);
  return [
    { names: lacking, why: placeless(lacking.flatMap(parametersOf)), ...NAME_ITEMS },
    {
      names: named(contracts, (action, contract) => !isSent(action, contract, options)),
      why: 'they may change anything (--write-actions sends them)',
      remedy: 'Use --write-actions to send them.',
      // A run sends them only if you ask for it.
      costs: options.required === 'all' ? 'partly' : 'nothing',
    },
  ];
}

/** Why paths whose parameters lead to no items are left out. */
function placeless(names: readonly string[]): string {
  return `the document has no items with the ids in these paths (${paramHint(names)} verifies what is below)`;
}

async function verifyEach(given: Running): Promise<ExitCode> {
  const { options, project, outlets, stop } = given;
  const { shard, queue = null } = options;
  const { placed, gaps } = withKnownPlaces(given, project.contracts);
  const asked = contractsOfPacts(given);
  const sent = placed.filter(
    (one) => asked.has(one.resource) || !isUnsent(one, options, project.schemas),
  );
  const all = sent.length === 0 ? placed : sent;
  const left = placed.filter((one) => !all.includes(one));
  const { skipped, told = [] } = given.narrowing ?? {};
  const unsent = [
    ...(skipped?.gaps ?? []),
    ...told.filter(({ isLeftOut }) => isLeftOut).map(gapOf),
    ...gaps,
    ...unsentGaps(project.contracts, left, given),
  ].filter(({ names }) => names.length > 0);
  if (options.form === 'full') for (const gap of unsent) outlets.errors.write(lineOf(gap));
  const running: Running = {
    ...given,
    pacts: given.pacts.map((one) => pactOfRun(one, all)),
    leftOut: {
      toldBy: all[0]?.resource ?? '',
      parts: [
        ...leftOutOf(project.files.source),
        ...unsent.map(notVerifiedOf),
        ...unreadOf(project.files.source, all, project.schemas),
      ],
    },
  };
  if (queue !== null) {
    const { verifyQueued } = await import('./queue.ts');
    return verifyQueued(running, queue, all, verifyOne);
  }
  const own = shard === null ? all : assignContracts(all, shard);
  const gathering = shard === null ? null : gather(running, { shard, all, own });
  const codes: ExitCode[] = [];
  const reports: Report[] = [];
  let requestsLeft = (requestsMaxOf(options, all) * needsOf(own)) / Math.max(1, needsOf(all));
  const ordered = inOrder(requestsLeft, own);
  const { target, requests } = countedTarget(running.target);
  for (const [index, contract] of ordered.entries()) {
    if (stop.aborted && codes.length > 0) break;
    const before = requests();
    const requestsMax = shareOf(requestsLeft, ordered.slice(index));
    const { outcome, code } = await verifyOne({ ...running, target, requestsMax }, contract);
    requestsLeft -= Math.max(outcome.report.requests, requests() - before);
    reports.push(outcome.report);
    gathering?.add(outcome.report, outcome.error);
    codes.push(code);
  }
  const end =
    stop.aborted && (codes.length < own.length || codes.at(-1) === 2) ? 'stopped' : 'whole';
  // A shard has only some of the contracts of the document.
  const taken = shard === null ? project.files.source.taken : [];
  if (shard === null) tellSeen(reports, taken, options, outlets);
  const failures = [
    ...attempt(() => deliverBaseline(running, reports)),
    ...writeStepSummary(reports, options, taken),
    ...writeScans(reports, options, options.version),
    ...(gathering === null
      ? []
      : attempt(() =>
          deliverShard(running, gathering.toJson(end, running.target.credentials.names)),
        )),
  ];
  printErrors(failures, outlets.errors);
  const nothing = gathering === null ? tellNothing(reports, outlets) : 0;
  const unread = gathering === null ? tellUnverifiedPacts(reports, running.pacts, outlets) : 0;
  return exitCodeOfAll([...codes, nothing, unread, ...failures.map(() => 2 as const)], end);
}

/** How many requests the run may send: who asks for much, or for some laws, is not cut short. */
function requestsMaxOf(
  { requestsMax = null, budget, required, laws }: VerifyOptions,
  contracts: readonly Contract[],
): number {
  const isMuch = budget === 'thorough' || required !== null || laws.length > 0;
  return requestsMax ?? (isMuch ? Number.POSITIVE_INFINITY : usualRequests(contracts));
}

/** The resources about which a run sends requests of pacts. */
function contractsOfPacts({ pacts, options }: Running): ReadonlySet<string> {
  const sent = pacts.filter(
    ({ interactions, origin }) =>
      interactions.length > 0 &&
      whyNoPacts(options, origin === undefined ? 'files' : 'broker') === null,
  );
  return new Set(sent.map(({ provider }) => provider));
}

/** A pact of a contract that the run leaves out is named in the report of the first that it has. */
function pactOfRun(pact: Pact, [first, ...others]: readonly Contract[]): Pact {
  const { provider, interactions, unverifiable } = pact;
  if (first === undefined || [first, ...others].some(({ resource }) => resource === provider))
    return pact;
  const why = `the run does not verify ${provider}`;
  const left = interactions.map((one) => ({ ...one, why, remedy: 'See why it is left out.' }));
  return {
    ...pact,
    provider: first.resource,
    interactions: [],
    unverifiable: [...unverifiable, ...left],
  };
}

/** Verifies the service against one contract, and prints and writes the result. */
async function verifyOne(running: Running, contract: Contract): Promise<VerifiedContract> {
  const { options, outlets, broker } = running;
  const line = withEvents(createProgressLine(outlets.errors, options.form), contract, outlets);
  warnOfRemains(running, contract);
  const outcome = await verifyContract(running, contract, line).finally(() => line.clear());
  broker?.collect(outcome.report.pacts.interactions);
  outlets.onEvent?.({ kind: 'report', resource: contract.resource, report: outcome.report });
  // The machine that does the rest tells what came of it.
  if (running.share?.part?.kind === 'beside') return { outcome, code: 0 };
  return { outcome, code: tell(running, contract, outcome) };
}

/** Returns the line of progress, which also passes each event on to a program. */
function withEvents(line: ProgressLine, { resource }: Contract, outlets: Outlets): ProgressLine {
  return {
    ...line,
    show(progress) {
      line.show(progress);
      outlets.onEvent?.({ ...progress, resource });
    },
  };
}

function gather(running: Running, share: Pick<ShardRun, 'shard' | 'all' | 'own'>): Gathering {
  const { options, outlets } = running;
  const screen = options.json === 'print' ? outlets.errors : outlets.output;
  if (options.form === 'full') printShare(share.shard, share.own, share.all, screen);
  return gatherFor(running, share);
}

/** Prints and writes the result of one contract. */
function tell(
  { options, project, outlets, target }: Running,
  contract: Contract,
  { report, error, tests }: ContractOutcome,
): ExitCode {
  const failures = writeReports({
    report,
    error,
    resource: resourceIn(project, contract),
    testFacts: tests,
    credentials: target.credentials.names,
    outputs: options,
    outlets,
    ...(options.shard === null ? {} : { json: 'later' }),
  });
  printErrors(failures, outlets.errors);
  return exitCodeOf(report, failures.length > 0 ? 'failed' : 'done');
}

/** One report for any number of contracts, even none. */
function deliverShard({ options: { json }, outlets }: Running, text: string): void {
  if (json === 'print') outlets.output.write(text);
  else if (json !== null) writeOut(reportFile(json.file, '--json'), text);
}

function deliverBaseline({ options, outlets }: Running, reports: readonly Report[]): void {
  if (options.writeBaseline == null) return;
  outlets.errors.write(`standin: ${writeBaseline(options.writeBaseline, reports)}\n`);
}

/** The name of the resource, if messages and files must distinguish several. */
function resourceIn({ contracts }: Project, { resource }: Contract): string | null {
  return contracts.length === 1 ? null : resource;
}

/** You expect a run to remove its items: if it cannot, you learn that before it creates any. */
function warnOfRemains(
  { options: { mode, leave = LEAVE }, outlets, project }: Running,
  contract: Contract,
): void {
  const { resource, operations, path } = contract;
  if (mode === 'read-only' || operations.create === undefined || operations.remove !== undefined)
    return;
  const [parameter = ''] = parametersOf(path).slice(-1);
  const parent = parentOf(project.contracts, contract, parameter);
  const isBelowOwn =
    parent?.operations.create !== undefined && parent.operations.remove !== undefined;
  const stay = isBelowOwn
    ? `the items of the run stay unless they go with the item of ${parent.resource} above, which the run removes`
    : 'the items of the run stay there';
  outlets.errors.write(
    `standin: ${resource}: the contract has no DELETE, so ${stay}: ${leave} at most\n--leave <n> allows more, --read-only creates nothing, Ctrl-C ends the run.\n`,
  );
}
