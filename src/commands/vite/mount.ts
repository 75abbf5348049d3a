// Mounts a mock in another server: it answers its own paths, or all paths below its base path,
// follows its files, and shows the Inspector below /__standin/. Other requests continue to that
// server.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StandinError } from '../../base/errors.ts';
import { matchesPath } from '../../contract/matches-path.ts';
import type { Settings } from '../../contract/settings.ts';
import { isInternal } from '../../http/server/internal-routes.ts';
import { receive } from '../../http/server/receive.ts';
import type { ListenerContext } from '../../http/server/respond.ts';
import { asMessages } from '../../http/server/streams.ts';
import { createMock, type Mock, type MockRules } from '../../mock/mock.ts';
import { pathInWorld } from '../../model/message/find-world.ts';
import { checksAnswers } from '../../model/ruling/specified-body.ts';
import { followRoutes } from '../../project/follow/follow-routes.ts';
import { createFileSync } from '../../project/follow/sync-files.ts';
import { loadProject, type Project, withoutRows } from '../../project/load/project.ts';
import { seedState } from '../../project/save/seed-state.ts';
import type { ProjectPaths } from '../../project/source/project-files.ts';
import { createLazyChecker, type LazyChecker } from '../../schema/lazy-checker.ts';
import { lazyInspector } from '../inspect/lazy-inspector.ts';
import { readOverrides } from '../inspect/overrides.ts';
import { checkCredentials } from '../serve/check-credentials.ts';

export interface MountOptions {
  readonly places: ProjectPaths;
  readonly settings: Settings;
  /** Prefix of every path of the contracts: empty, or `/api/v1`. */
  readonly basePath: string;
  /** Rules for some calls: `create code=503`. */
  readonly overrides: readonly string[];
  readonly explanation: 'explained' | 'silent';
  /** The credentials that are accepted; empty for all that are well formed. */
  readonly credentials: readonly string[];
  /** The host of the server; beyond this machine, recorded traffic requires the token. */
  readonly host: string;
  readonly token: string;
  readonly version: string;
  /** The address of the server, once it is known: `http://localhost:5173`. */
  readonly origin: () => string;
  readonly onNote: (text: string) => void;
  readonly onTrouble: (error: StandinError) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface Mounted {
  readonly mock: Mock;
  /** Answers a request for a path of the mock, or calls `next`. */
  answer(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Stops following the files. */
  close(): Promise<void>;
}

/** Mounts a project. Rejects with a StandinError if its files are invalid. */
export async function mount(options: MountOptions): Promise<Mounted> {
  const { places, settings, basePath, explanation, credentials } = options;
  const { pins } = settings;
  let project = await loadProject(places, pins);
  const rules = readOverrides(options.overrides, project.contracts);
  checkCredentials(project, credentials);
  let checker = createLazyChecker(project.schemas);
  const routes = await followRoutes({
    contract: places.contract,
    onNote: options.onNote,
    onTrouble: options.onTrouble,
  });
  const state = seedState(project);
  const seed = state.fork();
  const mock = createMock({
    routes: routes.current,
    onTrouble: options.onNote,
    rules: rulesOf(project, checker),
    state,
    basePath,
    settings,
    explanation,
    ...(credentials.length === 0 ? {} : { credentials }),
  });
  for (const rule of rules) mock.overrides.add(rule, 'start');
  const side = lazyInspector(async () => {
    const { inspectMock } = await import('../inspect/inspect-mock.ts');
    const { host, token, version } = options;
    return inspectMock({
      mock,
      rules,
      archive: null,
      url: options.origin() + basePath,
      host,
      token,
      version,
      redact: [],
      keep: [],
      contract: places.contract,
      project: () => project,
      checker: () => checker,
      changes: { keep: () => null, readOnly: () => null },
      limitTime: () => undefined,
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
    shape: () => ({ error: mock.profile['error.shape'], code: mock.profile['error.code'] }),
    onFailure: options.onFailure,
    side,
  };
  return {
    mock,
    answer(request, response, next) {
      const target = request.url ?? '/';
      const path = pathInWorld(target.split('?', 1)[0] ?? target);
      const isOurs =
        isInternal(side, target) ||
        isBelow(basePath, path) ||
        mock.hasRoute(request.method ?? 'GET', path) ||
        matchesPath(project.contracts, basePath, path);
      if (isOurs) receive(front, ...asMessages(request, response));
      else next();
    },
    async close() {
      routes.close();
      await keeper.close();
    },
  };
}

/** Returns whether a path is below the base path, if there is one: no page is there. */
function isBelow(basePath: string, path: string): boolean {
  return basePath !== '' && (path === basePath || path.startsWith(`${basePath}/`));
}

function rulesOf({ contracts, schemas, profile }: Project, checker: LazyChecker): MockRules {
  return { contracts, schemas, profile, checker };
}
