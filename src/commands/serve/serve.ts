// `standin serve`: loads a project, mocks it on a port, follows its files, and ends on request.

import { hostname } from 'node:os';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { HoldSlot } from '../../base/hold.ts';
import { printable } from '../../base/printable.ts';
import { SEED_MAX } from '../../base/random.ts';
import { rowsKey } from '../../contract/rows.ts';
import { createStrayErrors, type StrayErrors } from '../../http/fetch/stray-errors.ts';
import type { InternalRoutes } from '../../http/server/internal-routes.ts';
import type { TeamAccess } from '../../inspector/request/team-access.ts';
import type { Interaction } from '../../journal/interaction/interaction.ts';
import { createMask } from '../../journal/redact/masked.ts';
import { declaredKeys, readRedaction } from '../../journal/redact/selection.ts';
import type { OverrideRule } from '../../mock/directives/override-rule.ts';
import { createMock, isHeldBack, type Mock, type MockRules } from '../../mock/mock.ts';
import type { Call } from '../../model/message/call.ts';
import { checksAnswers } from '../../model/ruling/specified-body.ts';
import { State } from '../../model/state/state.ts';
import { type FollowedRoutes, followRoutes } from '../../project/follow/follow-routes.ts';
import type { FileSync, FileSyncOptions, SaveResult } from '../../project/follow/sync-files.ts';
import { projectAdmittingAll } from '../../project/follow/widen-project.ts';
import { checkAccess } from '../../project/load/declared-access.ts';
import { loadProject, type Project, withoutRows } from '../../project/load/project.ts';
import type { ChangeLog } from '../../project/save/change-log.ts';
import { seedState } from '../../project/save/seed-state.ts';
import { createLazyChecker, type LazyChecker } from '../../schema/lazy-checker.ts';
import { lazyInspector, type Probes } from '../inspect/lazy-inspector.ts';
import { readOverrides } from '../inspect/overrides.ts';
import { createLog, type Log, type LogTarget, toJsonLine } from '../shared/log.ts';
import { placesOf } from '../shared/project-flags.ts';
import type { Certificate } from './certificate.ts';
import type { ChangeEvents } from './change-events.ts';
import { checkCredentials } from './check-credentials.ts';
import type { ServeOptions } from './flags.ts';
import { type KeptChanges, keepChanges } from './keep-changes.ts';
import { announce, listenSomewhere } from './listen.ts';
import {
  certificateOf,
  startChangeEvents,
  startChangeLog,
  startMockRecording,
  storeFor,
  teamOf,
  tracesFor,
} from './on-demand.ts';
import type { SharedStore } from './open-store.ts';
import type { MockRecording } from './record-mock.ts';
import type { SharedConditions } from './shared-conditions.ts';
import type { Traces } from './traces.ts';
import {
  freeWhenQuiet,
  growLargeHeap,
  inlineMore,
  keepSmallFor,
  keepTickShape,
  keepYoung,
} from './v8-tuning.ts';
import { warnOfExhaustedIds } from './warn-exhausted-ids.ts';
import { worldLimits } from './world-limits.ts';

export interface Serving {
  readonly url: string;
  /**
   * Ends, and returns whether the seed file holds all changes that were to be saved. `drain`: answers
   * as long as --drain says, so that a balancer can send calls elsewhere.
   */
  close(how?: 'at-once' | 'drain'): Promise<SaveResult>;
}

/** Calls a function with each uncaught error of the process; it returns whether it took the error. */
export type OnUncaught = (take: (error: unknown) => boolean) => void;

/** What is served now. It changes when the files of the project do. */
interface Live {
  project: Project;
  checker: LazyChecker;
  /** Empty until the mock listens. */
  url: string;
  /** `null` until the files are followed. */
  sync: FileSync | null;
  hasChanged: boolean;
  /** Told to end, and answers until calls go elsewhere. */
  isDraining: boolean;
  /** The warnings that were printed last. */
  warnings: readonly string[];
  limitTime: (requestMs: number) => void;
}

interface Parts {
  readonly options: ServeOptions;
  readonly output: LogTarget;
  readonly errors: LogTarget;
  readonly log: Log;
  readonly live: Live;
  readonly state: State;
  /** The rows as the seed file has them. */
  readonly seed: State;
  readonly rules: readonly OverrideRule[];
  /** Of the Inspector. Made when it is asked for: randomness takes milliseconds to load. */
  readonly token: () => string;
  readonly certificate: Certificate | null;
  readonly changes: ChangeLog | null;
  readonly store: SharedStore | null;
  /** Who may use the page and the API; `null` for those who know the token. */
  readonly team: TeamAccess | null;
  readonly kept: KeptChanges;
  /** Answers by status, counted for those who share a store. */
  readonly statuses: Map<number, number>;
  /** What the rule book found in each call, counted likewise. */
  readonly situations: Map<string, number>;
  readonly recording: MockRecording | null;
  readonly events: ChangeEvents | null;
  /** `null` unless a provider of traces is registered. */
  readonly traces: Traces | null;
  /** Resolved once the files are followed. */
  readonly following: PromiseWithResolvers<FileSync>;
  readonly routes: FollowedRoutes;
  readonly stray: StrayErrors;
  readonly hold: HoldSlot;
}

/** Serves a project until `close` is called. Rejects with a StandinError if it cannot start. */
export async function serve(
  options: ServeOptions,
  output: LogTarget,
  errors: LogTarget,
  onUncaught: OnUncaught = () => undefined,
): Promise<Serving> {
  keepTickShape();
  const grow = await keepSmallFor(options.contract);
  const parts = await openParts(options, output, errors);
  grow();
  const { live, log, changes, events, recording, following } = parts;
  onUncaught(parts.stray.take);
  const mock = createServedMock(parts);
  const listener = await listenTo(parts, mock);
  announce(options, { ...parts, project: live.project, mock, url: live.url }, output, errors, log);
  // The first answer does not wait for code that only follows the files.
  const { createFileSync } = await import('../../project/follow/sync-files.ts');
  await keepYoung();
  await inlineMore();
  await growLargeHeap();
  const sync = createFileSync(syncOptions(parts, mock));
  live.project = withoutRows(live.project);
  live.sync = sync;
  following.resolve(sync);
  const left = changes?.left.length ?? 0;
  if (left > 0)
    note(parts, `Restored what a killed process had answered and not saved: ${left} changes`);
  if (live.hasChanged || left > 0) sync.changed();
  const warming = setTimeout(() => void warm(parts, mock), WARM_MS);
  const stopFreeing = freeWhenQuiet(() => mock.journal.total);
  return {
    url: live.url,
    async close(how = 'at-once') {
      const drainMs = how === 'drain' ? (options.drainSeconds ?? 0) * 1_000 : 0;
      if (drainMs > 0) {
        live.isDraining = true;
        note(parts, 'Told to end: not ready any more, and answers what still comes');
        listener.drain();
        await pause(drainMs);
      }
      clearTimeout(warming);
      stopFreeing();
      parts.routes.close();
      await listener.close(drainMs > 0 ? drainMs : undefined);
      parts.kept.close();
      await events?.close();
      mock.replica?.close();
      await parts.store?.close();
      const saved = await sync.close();
      const isWhole = (await recording?.end()) ?? true;
      log.flush();
      return isWhole ? saved : 'lost';
    },
  };
}

async function openParts(
  options: ServeOptions,
  output: LogTarget,
  errors: LogTarget,
): Promise<Parts> {
  const project = await loadProject(placesOf(options), options.pins);
  const rules = readOverrides(options.overrides ?? [], project.contracts);
  const certificate = await certificateOf(options);
  checkAccess(project);
  checkCredentials(project, options.credentials ?? []);
  const team = await teamOf(options, errors);
  const live: Live = {
    project,
    checker: createLazyChecker(project.schemas),
    url: '',
    sync: null,
    hasChanged: false,
    isDraining: false,
    warnings: [],
    limitTime: () => undefined,
  };
  const state = seedState(project);
  const store = await storeFor(options, state);
  const seed = state.fork();
  const changes = await startChangeLog(options, project, state, live.checker);
  live.project = projectAdmittingAll(project, changes?.left ?? []);
  if (live.project !== project) live.checker = createLazyChecker(live.project.schemas);
  const current = (): Project => live.project;
  const { redact, keep } = readRedaction(options);
  const hidden = { redact: [...redact, ...declaredKeys(project.contracts)], keep };
  const log = createLog(output, options.form, createMask(hidden));
  const routes = await followRoutes({
    contract: options.contract,
    onNote: (text) => note({ options, log, output }, text),
    onTrouble: (error) => errors.write(`${error.message}\n${error.remedy}\n`),
  });
  let token: string | undefined;
  return {
    options,
    output,
    errors,
    log,
    routes,
    stray: createStrayErrors(routes.current, errors),
    following: Promise.withResolvers(),
    hold: { current: null },
    live,
    state,
    seed,
    rules,
    token: () => (token ??= crypto.randomUUID()),
    certificate,
    changes,
    store,
    team,
    statuses: new Map(),
    situations: new Map(),
    kept: keepChanges({
      log: changes,
      onChange: () => {
        live.hasChanged = true;
        live.sync?.changed();
      },
      onTrouble: (error) => errors.write(`${error.message}\n${error.remedy}\n`),
      onNote: (text) => note({ options, log, output }, text),
    }),
    recording: await startMockRecording(options, current, errors, () => nameOf(live.url)),
    events: await startChangeEvents(options, current, () => live.url, errors),
    traces: await tracesFor(options, current),
  };
}

/** The name of this mock among those of a team: the machine, and the port. */
function nameOf(url: string): string {
  return `${hostname()}:${new URL(url).port}`;
}

function createServedMock(parts: Parts): Mock {
  const { options, errors, log, live, state, rules, recording, events, store, traces } = parts;
  const { statuses, situations } = parts;
  const { basePath, explanation, pins, credentials = [] } = options;
  const report = (interaction: Interaction): void => {
    log.interaction(interaction);
    recording?.take(interaction);
    traces?.take(interaction);
    if (store !== null) {
      const { reply, ruling } = interaction;
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      const situation = ruling.situation.value;
      situations.set(situation, (situations.get(situation) ?? 0) + 1);
    }
  };
  const mock = createMock({
    rules: rulesOf(live.project, live.checker),
    state,
    basePath,
    explanation,
    settings: {
      pins,
      undefined: options.undefined ?? 'profile',
      seed: options.seed ?? Math.floor(Math.random() * SEED_MAX),
    },
    worlds: worldLimits(options.worldTtlSeconds, errors),
    ...(credentials.length === 0 ? {} : { credentials }),
    routes: parts.routes.current,
    watchRoute: parts.stray.watch,
    onTrouble: (text) => errors.write(`${text}\n`),
    hold: parts.hold,
    ...(parts.store === null ? { keep: parts.kept.keep } : { share: parts.store.share }),
    onInteraction: (interaction) => {
      // An answer that is held back is reported once it is known whether it was sent.
      if (!isHeldBack(interaction.reply)) report(interaction);
      events?.take(interaction, mock.profile);
    },
    onSettled: report,
    onRowChange: (change) => events?.take(change, mock.profile),
  });
  for (const rule of rules) mock.overrides.add(rule, 'start');
  return mock;
}

async function listenTo(parts: Parts, mock: Mock): ReturnType<typeof listenSomewhere> {
  const { options, errors, log, live, certificate, changes } = parts;
  // The routes of a program may write rows, whatever they are asked.
  const needsChecker = parts.routes.current() !== null || checksAnswers(live.project.contracts);
  if (needsChecker) await live.checker.load();
  const front = {
    mock,
    prepare: tracedPrepare(parts, mock),
    side: inspectorOf(parts, mock, await sharedConditionsOf(parts, mock)),
    certificate,
    ready: () => live.checker.load(),
    hold: parts.hold,
  };
  const listener = await listenSomewhere(options, front, errors, log.trouble).catch(
    (error: unknown) => {
      changes?.release();
      throw error;
    },
  );
  const { host, port, limitTime } = listener;
  const name = host.includes(':') ? `[${host}]` : host;
  live.limitTime = limitTime;
  live.url = `${certificate === null ? 'http' : 'https'}://${name}:${port}${options.basePath}`;
  return listener;
}

/** Prepares calls, and notes how long each waits for the store. */
function tracedPrepare(parts: Parts, mock: Mock): Mock['prepare'] {
  const { traces } = parts;
  if (traces === null || mock.replica === null) return (call) => prepare(parts, mock, call);
  return (call) => {
    const work = prepare(parts, mock, call);
    return work === null ? null : traces.waits(call, work);
  };
}

/** What monitors ask. A mock alone is ready as soon as it listens. */
function probesOf(parts: Parts, mock: Mock): Probes {
  const { store, recording, statuses, situations, live } = parts;
  return {
    async ready() {
      if (live.isDraining) return 'the mock was told to end';
      if (mock.replica === null) return null;
      const late = new Promise<'late'>((resolve) =>
        setTimeout(() => resolve('late'), READY_MS).unref(),
      );
      const seen = mock.replica.confirm('').then(
        () => 'seen',
        () => 'late',
      );
      return (await Promise.race([seen, late])) === 'seen' ? null : 'the store does not answer';
    },
    async metrics() {
      const { metricsText } = await import('./metrics.ts');
      return metricsText({
        requests: mock.journal.total,
        statuses,
        situations,
        worlds: mock.worlds.size,
        store: store?.figures ?? null,
        lost: recording?.recording.lost() ?? null,
      });
    },
  };
}

/** How long the store may take before this mock should get no calls, in milliseconds. */
const READY_MS = 2_000;

/** The conditions that this mock shares with others; `null` if none. */
async function sharedConditionsOf(parts: Parts, mock: Mock): Promise<SharedConditions | null> {
  const { store, live, rules } = parts;
  const { replica } = mock;
  if (store === null || replica === null) return null;
  const { SharedConditions } = await import('./shared-conditions.ts');
  const conditions = {
    state: store.conditions,
    mock,
    given: rules,
    contracts: () => live.project.contracts,
    replica: () => nameOf(live.url),
    limitTime: (requestMs: number) => live.limitTime(requestMs),
  };
  const shared = new SharedConditions(conditions, replica);
  store.onConditions = () => shared.follow();
  await replica.confirm('').catch(() => undefined);
  return shared;
}

/** Rows alone admit what is sent, once the files are followed. */
function prepare({ live, following }: Parts, mock: Mock, call: Call): Promise<void> | null {
  if (live.project.files.source.kind !== 'rows') return mock.prepare(call);
  const { sync } = live;
  const admitted =
    sync === null
      ? following.promise.then((one) => one.admit(call) ?? undefined)
      : sync.admit(call);
  return admitted === null
    ? mock.prepare(call)
    : admitted.then(() => mock.prepare(call) ?? undefined);
}

function inspectorOf(parts: Parts, mock: Mock, shared: SharedConditions | null): InternalRoutes {
  const { options, live, rules, token, recording, team } = parts;
  return lazyInspector(
    async () => {
      const { inspectMock } = await import('../inspect/inspect-mock.ts');
      return inspectMock({
        ...options,
        mock,
        rules,
        token: token(),
        url: live.url,
        archive: recording?.recording ?? null,
        project: () => live.project,
        checker: () => live.checker,
        limitTime: (requestMs) => live.limitTime(requestMs),
        changes: parts.kept,
        hold: parts.hold,
        shared,
        team,
        ...(team === null && shared === null ? {} : { audit: auditOf(parts, mock) }),
      });
    },
    probesOf(parts, mock),
  );
}

/** Says who has changed what, and keeps it where mocks share a store. */
function auditOf(parts: Parts, mock: Mock): (who: string | null, what: string) => Promise<void> {
  return async (who, what) => {
    note(parts, `${who ?? 'Someone'} changed this mock: ${what}`, 'audit', { who, what });
    const { replica } = mock;
    await replica?.note({ who, replica: nameOf(parts.live.url), what }).catch((error: unknown) => {
      const why = replica.whyAway(error) ?? String(error);
      parts.errors.write(`A change could not be noted: ${why}\n`);
    });
  };
}

function syncOptions(parts: Parts, mock: Mock): FileSyncOptions {
  const { options, errors, live, changes } = parts;
  return {
    places: placesOf(options),
    basePath: options.basePath,
    pins: options.pins,
    project: live.project,
    seed: parts.seed,
    saving: options.saving,
    changes,
    state: () => mock.state,
    prepare: async (project, changed) => {
      const checker = createLazyChecker(project.schemas);
      await checker.load();
      return (state) => {
        live.checker = checker;
        live.project = withoutRows(project);
        const { size } = mock.worlds;
        // Rows that mocks share are those of the store, whatever a file says.
        const isOwn = parts.store === null;
        const seed = changed === 'rows' && isOwn ? seedState(project) : undefined;
        mock.reload(rulesOf(project, checker), isOwn ? state : stateFor(project, mock), seed);
        if (changed === 'rows' && isOwn && size > 0)
          note(parts, `Worlds reset because the files changed: ${size}`);
        live.limitTime(mock.profile['limit.time']);
        void warn(parts, mock);
      };
    },
    onNote: (text) => note(parts, text),
    onTrouble: (error) => errors.write(`${error.message}\n${error.remedy}\n`),
  };
}

/** Milliseconds after the start when the schema compiler is loaded, if no call needs it before. */
const WARM_MS = 250;

/** If no file can be opened now, the first call that needs the compiler says so. */
async function warm(parts: Parts, mock: Mock): Promise<void> {
  try {
    await parts.live.checker.load();
    await warn(parts, mock);
  } catch {
    return;
  }
}

/** Looks at one resource a turn: each may have a schema to compile, and calls come in between. */
async function warn({ live, errors }: Parts, mock: Mock): Promise<void> {
  const { project, checker } = live;
  const warnings: string[] = [];
  for (const contract of project.contracts) {
    const warning = warnOfExhaustedIds(project, contract, mock, checker);
    if (warning !== null) {
      warnings.push(warning);
      if (!live.warnings.includes(warning)) errors.write(warning);
    }
    await setImmediate();
    if (live.project !== project) return;
  }
  live.warnings = warnings;
}

/** The rows as they are, with those of resources that the contracts have gained. */
function stateFor({ contracts }: Project, { state }: Mock): State {
  const resources = contracts.map(rowsKey);
  const has = new Set(state.resources());
  return resources.every((one) => has.has(one)) ? state : State.from(state, resources);
}

function rulesOf(project: Project, checker: LazyChecker): MockRules {
  const { contracts, schemas, profile } = project;
  return { contracts, schemas, profile, checker };
}

function note(
  { options, log, output }: Pick<Parts, 'options' | 'log' | 'output'>,
  text: string,
  event: 'reload' | 'audit' = 'reload',
  more: Readonly<Record<string, string | null>> = {},
): void {
  log.flush();
  if (options.form !== 'json') log.line(printable(text));
  else output.write(`${toJsonLine({ event, text, ...more })}\n`);
}
