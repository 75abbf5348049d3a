// `standin serve`: loads a project, mocks it on a port, follows its files, and ends when asked to.

import { StandinError } from '../../base/errors.ts';
import { SEED_MAX } from '../../base/random.ts';
import type { Interaction } from '../../journal/interaction/interaction.ts';
import { createMock, isHeldBack, type Rules } from '../../mock/mock.ts';
import type { Effect } from '../../model/ruling/ruling.ts';
import type { State } from '../../model/state/state.ts';
import type { FileSync, SaveResult } from '../../project/follow/sync-files.ts';
import { loadProject, type Project } from '../../project/load/project.ts';
import type { ChangeLog } from '../../project/save/change-log.ts';
import { seedState } from '../../project/save/seed-file.ts';
import { createLazyChecker, type LazyChecker } from '../../schema/lazy-checker.ts';
import { lazyInspector } from '../inspect/lazy-inspector.ts';
import { readOverrides } from '../inspect/overrides.ts';
import { createLog, type Log, type LogTarget } from '../shared/log.ts';
import type { Certificate } from './certificate.ts';
import type { ChangeEvents } from './change-events.ts';
import { checkCredentials } from './check-credentials.ts';
import type { ServeOptions } from './flags.ts';
import { announce, listenSomewhere } from './listen.ts';
import type { MockRecording } from './record-mock.ts';
import { keepTickShape, keepYoung } from './v8-tuning.ts';
import { warnOfExhaustedIds } from './warn-exhausted-ids.ts';
import { worldLimits } from './world-limits.ts';

export interface Serving {
  readonly url: string;
  /** Ends, and says whether all changes that were to be saved are in the seed file. */
  close(): Promise<SaveResult>;
}

/**
 * How long after the start the schema compiler is loaded, unless a call needs it before.
 * Milliseconds.
 */
const WARM_MS = 250;

/** Serves a project until `close` is called. Rejects with a StandinError where it cannot begin. */
export async function serve(
  options: ServeOptions,
  output: LogTarget,
  errors: LogTarget,
): Promise<Serving> {
  keepTickShape();
  const places = { contract: options.contract, db: options.db, profile: options.profile };
  const project = await loadProject(places, options.pins);
  const rules = readOverrides(options.overrides ?? [], project.contracts);
  const certificate = await certificateOf(options);
  const { credentials = [] } = options;
  checkCredentials(project, credentials);
  const log = createLog(output, options.form);
  let checker = createLazyChecker(project.schemas);
  let keeper: FileSync | null = null;
  let url = '';
  let current = project;
  const state = seedState(project);
  const changes = await startNoting(options, project, state, checker);
  const taping = await startTaping(options, () => current, errors);
  const announcer = await startAnnouncing(
    options,
    () => current,
    () => url,
    errors,
  );
  const tell = (interaction: Interaction): void => {
    log.interaction(interaction);
    taping?.take(interaction);
  };
  const mock = createMock({
    rules: rulesOf(project, checker),
    state,
    basePath: options.basePath,
    explanation: options.explanation,
    settings: {
      pins: options.pins,
      undefined: options.undefined ?? 'profile',
      seed: options.seed ?? Math.floor(Math.random() * SEED_MAX),
    },
    worlds: worldLimits(options.worldTtlSeconds, errors),
    ...(credentials.length === 0 ? {} : { credentials }),
    onInteraction: (interaction) => {
      // Of an answer that is held back it is told once it is known whether it was sent.
      if (!isHeldBack(interaction.reply)) tell(interaction);
      announcer?.take(interaction, mock.profile);
      const { effect } = interaction.ruling;
      if (effect.kind !== 'none' && interaction.world === undefined) changed(effect);
    },
    onSettled: tell,
  });
  let hasChanged = false;
  /** Whoever changes the rows is not answered before it is noted. */
  function changed(change: Effect | 'all'): void {
    hasChanged = true;
    try {
      if (change === 'all') changes?.noteAll(mock.state);
      else changes?.note(change);
    } catch (error) {
      if (!(error instanceof StandinError)) throw error;
      errors.write(`${error.message}\n${error.remedy}\n`);
    }
    keeper?.changed();
  }
  for (const rule of rules) mock.overrides.add(rule, 'start');
  let warned: readonly string[] = [];
  const warn = (served: Project): void => {
    const warnings = warnOfExhaustedIds(served, mock, checker);
    for (const warning of warnings) if (!warned.includes(warning)) errors.write(warning);
    warned = warnings;
  };
  let limitTime: (requestMs: number) => void = () => undefined;
  const token = crypto.randomUUID();
  const side = lazyInspector(async () => {
    const { inspectMock } = await import('../inspect/inspect-mock.ts');
    return inspectMock({
      ...options,
      mock,
      rules,
      token,
      url,
      archive: taping?.recording ?? null,
      project: () => current,
      checker: () => checker,
      limitTime: (requestMs) => limitTime(requestMs),
      changed,
    });
  });
  const front = { mock, side, certificate, ready: () => checker.load() };
  const listener = await listenSomewhere(options, front, errors, log.trouble).catch(
    (error: unknown) => {
      changes?.release();
      throw error;
    },
  );
  limitTime = listener.limitTime;
  url = `${certificate === null ? 'http' : 'https'}://${listener.host.includes(':') ? `[${listener.host}]` : listener.host}:${listener.port}${options.basePath}`;
  announce(options, { project, mock, url, token, certificate }, output, errors, log);
  // The first answer does not wait for what only follows the files.
  const { createFileSync } = await import('../../project/follow/sync-files.ts');
  await keepYoung();
  keeper = createFileSync({
    places,
    pins: options.pins,
    project,
    saving: options.saving,
    changes,
    state: () => mock.state,
    prepare: async (next, changed) => {
      const fresh = createLazyChecker(next.schemas);
      await fresh.load();
      return (state) => {
        checker = fresh;
        current = next;
        const { size } = mock.worlds;
        mock.reload(rulesOf(next, fresh), state, changed === 'rows' ? seedState(next) : undefined);
        if (changed === 'rows' && size > 0)
          note(options, log, output, `Worlds that begin anew with the changed files: ${size}`);
        listener.limitTime(mock.profile['limit.time']);
        warn(next);
      };
    },
    onNote: (text) => note(options, log, output, text),
    onTrouble: (error) => errors.write(`${error.message}\n${error.remedy}\n`),
  });
  const left = changes?.left.length ?? 0;
  if (left > 0)
    note(
      options,
      log,
      output,
      `Took over what a killed process had answered and not saved: ${left} changes`,
    );
  if (hasChanged || left > 0) keeper.changed();
  // What cannot be loaded now, with no file left to be opened, is told to the first call that needs
  // it.
  const warming = setTimeout(() => {
    void Promise.resolve(checker.load()).then(
      () => warn(current),
      () => undefined,
    );
  }, WARM_MS);
  return {
    url,
    async close() {
      clearTimeout(warming);
      await listener.close();
      await announcer?.close();
      const kept = (await keeper?.close()) ?? 'kept';
      const isWhole = (await taping?.end()) ?? true;
      log.flush();
      return isWhole ? kept : 'lost';
    },
  };
}

/** What is loaded only where somebody is told of changes. */
async function startAnnouncing(
  { webhooks = [], webhookSecret: secret = null }: ServeOptions,
  project: () => Project,
  url: () => string,
  errors: LogTarget,
): Promise<ChangeEvents | null> {
  if (webhooks.length === 0 && secret === null && project().profile['events.delivery'] === 'none')
    return null;
  const { checkReceivers, createChangeEvents } = await import('./change-events.ts');
  checkReceivers(project(), webhooks, secret);
  return createChangeEvents({
    webhooks,
    secret,
    project,
    url,
    onTrouble: (text) => errors.write(`${text}\n`),
  });
}

/** What is loaded only where the seed file is written. */
async function startNoting(
  { saving, db }: ServeOptions,
  project: Project,
  state: State,
  checker: LazyChecker,
): Promise<ChangeLog | null> {
  return saving === 'save'
    ? (await import('./start-saving.ts')).startSaving(db, project, state, checker)
    : null;
}

/** What is loaded only for HTTPS. */
async function certificateOf({ https = null, host }: ServeOptions): Promise<Certificate | null> {
  if (https === null) return null;
  const { certificateFor } = await import('./certificate.ts');
  return certificateFor({ ...https, host }, Date.now());
}

/** What is loaded only where something is recorded. */
async function startTaping(
  options: ServeOptions,
  project: () => Project,
  errors: LogTarget,
): Promise<MockRecording | null> {
  if (options.record === null) {
    if (options.redact.length + options.keep.length > 0)
      (await import('../shared/redaction.ts')).createRedaction(project, options);
    return null;
  }
  const { recordMock } = await import('./record-mock.ts');
  return recordMock(options.record, { project, ...options }, errors);
}

function rulesOf(project: Project, checker: LazyChecker): Rules {
  return {
    contracts: project.contracts,
    schemas: project.schemas,
    profile: project.profile,
    checker,
  };
}

function note(options: ServeOptions, log: Log, output: LogTarget, text: string): void {
  log.flush();
  if (options.form === 'json') output.write(`${JSON.stringify({ event: 'reload', text })}\n`);
  else log.line(text);
}
