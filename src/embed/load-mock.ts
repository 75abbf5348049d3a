// A mock from the files of a project, and a mock behind a port, for programs in Node. The only file
// of this room that needs Node.

import type { Profile } from '../contract/choices.ts';
import type { Settings } from '../contract/settings.ts';
import { type Listener, listen } from '../http/server/listener.ts';
import type { MockRules } from '../mock/mock.ts';
import type { Call } from '../model/message/call.ts';
import { findOtherRow } from '../project/follow/other-rows.ts';
import { projectAdmitting } from '../project/follow/widen-project.ts';
import { checkAccess } from '../project/load/declared-access.ts';
import { loadRoutes } from '../project/load/load-routes.ts';
import { loadProject, type Project } from '../project/load/project.ts';
import { basePathOf, checkObject, validateOptions } from '../project/load/validate-options.ts';
import { findPlaces } from '../project/source/find-source.ts';
import type { ProjectPaths } from '../project/source/project-files.ts';
import { createChecker } from '../schema/check.ts';
import { settingsOf } from './documents.ts';
import { type EmbeddedMock, embed } from './embedded-mock.ts';
import { checkAddress, checkMock } from './validate-arguments.ts';

/** The files of a project and the settings of its mock. Defaults are those of `standin serve`. */
export interface LoadOptions extends Partial<Pick<ProjectPaths, 'contract' | 'db' | 'profile'>> {
  /** Choices that override the profile. */
  readonly pins?: Partial<Profile>;
  /** Unspecified behaviour: follows the profile, or varies by the seed. */
  readonly undefined?: Settings['undefined'];
  /** Seed of everything random. A new one by default. */
  readonly seed?: number;
  /**
   * Precedes every path: empty, or `/api/v1`. With an OpenAPI document it takes the place of the path
   * of its server, which is the default.
   */
  readonly basePath?: string;
}

const OPTIONS = [
  'contract',
  'db',
  'profile',
  'pins',
  'undefined',
  'seed',
  'basePath',
] as const satisfies (keyof LoadOptions)[];

/**
 * Creates a mock of the source `contract`: a folder of contracts, one contract file, an OpenAPI
 * document, or rows. Defaults to the source in this folder, as for `standin serve`. The rows are
 * those of `db` (`db.json`), the profile is `profile` (`standin`). Reads the files once. Rejects with a
 * StandinError that names every fault: file, pointer, problem and remedy.
 */
export async function loadMock(options: LoadOptions = {}): Promise<EmbeddedMock> {
  validateOptions(options, OPTIONS);
  const { contract = null, db = null, profile = null, pins = {} } = options;
  const basePath = basePathOf(options.basePath);
  const servers = options.basePath === undefined ? 'declared' : 'replaced';
  const places = { ...findPlaces({ source: contract, db, profile }), servers } as const;
  const project = await loadProject(places, pins);
  checkAccess(project);
  const rules = rulesOf(project);
  const code = await loadRoutes(places.contract);
  const { rows } = project;
  const admit = project.files.source.kind === 'rows' ? admitting(project, basePath) : null;
  return embed({ rules, rows, basePath, settings: settingsOf(options), code, admit });
}

function rulesOf({ contracts, schemas, profile }: Project): MockRules {
  return { contracts, schemas, profile, checker: createChecker(schemas) };
}

/** Rows alone admit what clients send, as with `standin serve`. */
function admitting(given: Project, basePath: string): (rules: MockRules, call: Call) => MockRules {
  const projects = new WeakMap<MockRules, Project>();
  return (rules, call) => {
    const project = projects.get(rules) ?? given;
    const other = findOtherRow(project, basePath, call);
    if (other === null) return rules;
    const wider = projectAdmitting(project, other.resource, other.row);
    if (wider === project) return rules;
    const admitted = rulesOf(wider);
    projects.set(admitted, wider);
    return admitted;
  };
}

/** A mock behind a port. */
export interface Listening {
  /** `http://127.0.0.1:3000`, with the base path. */
  readonly url: string;
  /** Stops accepting calls and waits for those under way. */
  readonly close: () => Promise<void>;
}

/**
 * Serves a mock on a port; 0, the default, is any free one. Rejects with a StandinError if the
 * port is invalid or taken.
 */
export async function listenFor(
  mock: EmbeddedMock,
  place: { readonly host?: string; readonly port?: number } = {},
): Promise<Listening> {
  checkMock(mock);
  checkObject(place, '{ host, port }');
  const { host = '127.0.0.1', port = 0 } = place;
  checkAddress(host, port);
  const { profile } = mock.rules;
  const failures: unknown[] = [];
  const listener: Listener = await listen({
    host,
    port,
    answer: mock.answer,
    prepare: mock.prepare,
    ready: () => null,
    bodyBytesMax: () => profile['limit.body'],
    decodes: () => profile['content.coding'] === 'decode',
    requestMs: profile['limit.time'],
    shape: () => ({ error: profile['error.shape'], code: profile['error.code'] }),
    onFailure: (error) => failures.push(error),
  });
  const name = listener.host.includes(':') ? `[${listener.host}]` : listener.host;
  return {
    url: `http://${name}:${listener.port}${mock.basePath}`,
    async close() {
      await listener.close();
      if (failures.length > 0) throw failures[0];
    },
  };
}
