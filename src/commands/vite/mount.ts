// Mounts a mock in another server: it answers its own paths, or all paths below its base path,
// follows its files, and shows the Inspector below /__standin/. Other requests continue to that
// server.

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { StandinError } from '../../base/errors.ts';
import type { HoldSlot } from '../../base/hold.ts';
import { SEED_MAX } from '../../base/random.ts';
import { isInternal } from '../../http/server/internal-routes.ts';
import { receive } from '../../http/server/receive.ts';
import type { ListenerContext } from '../../http/server/respond.ts';
import { asMessages } from '../../http/server/streams.ts';
import type { Interaction } from '../../journal/interaction/interaction.ts';
import { createMock, isHeldBack, type Mock, type MockRules } from '../../mock/mock.ts';
import { pathInWorld } from '../../model/message/find-world.ts';
import { checksAnswers } from '../../model/ruling/specified-body.ts';
import { followRoutes } from '../../project/follow/follow-routes.ts';
import { createFileSync } from '../../project/follow/sync-files.ts';
import { checkAccess } from '../../project/load/declared-access.ts';
import { loadProject, type Project, withoutRows } from '../../project/load/project.ts';
import { seedState } from '../../project/save/seed-state.ts';
import type { ProjectPaths } from '../../project/source/project-files.ts';
import { createLazyChecker, type LazyChecker } from '../../schema/lazy-checker.ts';
import { lazyInspector } from '../inspect/lazy-inspector.ts';
import { readOverrides } from '../inspect/overrides.ts';
import { checkCredentials } from '../serve/check-credentials.ts';
import type { Conditions } from '../serve/conditions.ts';
import { startChangeEvents } from '../serve/on-demand.ts';
import { worldLimits } from '../serve/world-limits.ts';
import { takeRecording } from './take-recording.ts';

export interface MountOptions {
  readonly places: ProjectPaths;
  readonly conditions: Conditions;
  /** Prefix of every path of the contracts: empty, or `/api/v1`. */
  readonly basePath: string;
  /** The host of the server; beyond this machine, recorded traffic requires the token. */
  readonly host: string;
  readonly token: string;
  readonly version: string;
  /** The address of the server, once it is known: `http://localhost:5173`. */
  readonly origin: () => string;
  readonly onNote: (text: string) => void;
  readonly onWarning: (text: string) => void;
  readonly onTrouble: (error: StandinError) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface Mounted {
  readonly mock: Mock;
  /** Answers a request for a path of the mock, or calls `next`. */
  answer(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Stops following the files, and completes the recording. */
  close(): Promise<void>;
}

/** Mounts a project. Rejects with a StandinError if its files are invalid. */
export async function mount(options: MountOptions): Promise<Mounted> {
  const { places, conditions, basePath } = options;
  const { pins, explanation, credentials = [], redact, keep } = conditions;
  let project = await loadProject(places, pins);
  const rules = readOverrides(conditions.overrides ?? [], project.contracts);
  checkAccess(project);
  checkCredentials(project, credentials);
  let checker = createLazyChecker(project.schemas);
  const routes = await followRoutes({
    contract: places.contract,
    onNote: options.onNote,
    onTrouble: options.onTrouble,
  });
  const state = seedState(project);
  const seed = state.fork();
  const url = (): string => options.origin() + basePath;
  const errors = { write: options.onWarning };
  const recording = await takeRecording(conditions, () => project, errors);
  const events = await startChangeEvents(conditions, () => project, url, errors);
  const hold: HoldSlot = { current: null };
  const report = (interaction: Interaction): void => recording?.take(interaction);
  const mock: Mock = createMock({
    routes: routes.current,
    onTrouble: options.onNote,
    hold,
    rules: rulesOf(project, checker),
    state,
    basePath,
    settings: {
      pins,
      undefined: conditions.undefined ?? 'profile',
      seed: conditions.seed ?? Math.floor(Math.random() * SEED_MAX),
    },
    explanation,
    worlds: worldLimits(conditions.worldTtlSeconds, errors),
    ...(credentials.length === 0 ? {} : { credentials }),
    onInteraction: (interaction) => {
      // An answer that is held back is reported once it is known whether it was sent.
      if (!isHeldBack(interaction.reply)) report(interaction);
      events?.take(interaction, mock.profile);
    },
    onSettled: report,
    onRowChange: (change) => events?.take(change, mock.profile),
  });
  for (const rule of rules) mock.overrides.add(rule, 'start');
  const side = lazyInspector(async () => {
    const { inspectMock } = await import('../inspect/inspect-mock.ts');
    const { host, token, version } = options;
    return inspectMock({
      mock,
      rules,
      archive: recording?.recording ?? null,
      url: url(),
      host,
      token,
      version,
      redact,
      keep,
      contract: places.contract,
      project: () => project,
      checker: () => checker,
      changes: { keep: () => null, readOnly: () => null },
      limitTime: () => undefined,
      hold,
    });
  });
  const keeper = createFileSync({
    places,
    basePath,
    pins,
    project,
    seed,
    saving: 'keep',
    state: () => mock.state,
    onNote: options.onNote,
    onTrouble: options.onTrouble,
    prepare: async (next, changed) => {
      const fresh = createLazyChecker(next.schemas);
      await fresh.load();
      return (state) => {
        checker = fresh;
        project = withoutRows(next);
        mock.reload(rulesOf(next, fresh), state, changed === 'rows' ? seedState(next) : undefined);
      };
    },
  });
  project = withoutRows(project);
  // The routes of a program may write rows, whatever they are asked.
  if (routes.current() !== null || checksAnswers(project.contracts)) await checker.load();
  const front: ListenerContext = {
    answer: mock.answer,
    prepare: (call) => keeper.admit(call) ?? mock.prepare(call),
    onFate: mock.settle,
    ready: () => checker.load(),
    bodyBytesMax: () => mock.profile['limit.body'],
    decodes: () => mock.profile['content.coding'] === 'decode',
    shape: () => ({ error: mock.profile['error.shape'], code: mock.profile['error.code'] }),
    onFailure: options.onFailure,
    side,
    hold,
  };
  return {
    mock,
    answer(request, response, next) {
      const target = request.url ?? '/';
      const [path = target] = target.split('?', 1);
      const isOurs =
        isInternal(side, target) || isBelow(basePath, path) || isAnswered(mock, request, path);
      if (isOurs) receive(front, ...asMessages(request, response));
      else next();
    },
    async close() {
      routes.close();
      await keeper.close();
      await events?.close();
      await recording?.end();
    },
  };
}

/** Returns whether a path is below the base path, if there is one: no page is there. */
function isBelow(basePath: string, path: string): boolean {
  const inWorld = pathInWorld(path);
  return basePath !== '' && (inWorld === basePath || inWorld.startsWith(`${basePath}/`));
}

/** A page may be where no GET is answered. */
function isAnswered(mock: Mock, { headers, method }: IncomingMessage, path: string): boolean {
  const served = mock.servedAs(path);
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && isForPage(headers) ? served === 'readable' : served !== null;
}

/** Whether a browser asks for a page, or for what the page itself is made of. */
function isForPage({ accept = '', 'sec-fetch-dest': wanted }: IncomingHttpHeaders): boolean {
  return accept.includes('text/html') || PARTS_OF_PAGES.has(String(wanted));
}

/** The destinations of requests (Fetch, section 2.2.5) that a page makes before any script runs. */
const PARTS_OF_PAGES: ReadonlySet<string> = new Set([
  'document',
  'iframe',
  'manifest',
  'script',
  'style',
  'worker',
]);

function rulesOf({ contracts, schemas, profile }: Project, checker: LazyChecker): MockRules {
  return { contracts, schemas, profile, checker };
}
