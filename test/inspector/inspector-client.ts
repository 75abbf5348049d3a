// An inspector over the users project of this repository, asked without sockets.

import type { Json, JsonObject } from '../../src/base/json.ts';
import { ownRows } from '../../src/commands/inspect/mock-rows.ts';
import { defaultProfile } from '../../src/contract/choices.ts';
import type { InternalReply } from '../../src/http/server/internal-routes.ts';
import type { DataBackend } from '../../src/inspector/backend.ts';
import { createInspector, type InspectorOptions } from '../../src/inspector/inspector.ts';
import type { Archive } from '../../src/journal/archive.ts';
import { createRequestCounter } from '../../src/mock/request-counter.ts';
import { Worlds } from '../../src/mock/worlds.ts';
import type { Effect } from '../../src/model/ruling/ruling.ts';
import { State } from '../../src/model/state/state.ts';
import { createWorld, type Project, usersProject } from '../support/users.ts';

export const TOKEN = 'the-token';

/** An archive in which nothing is. */
export const emptyArchive: Archive = {
  place: 'memory',
  totals: () => Promise.resolve({ total: 0, oldest: 0, newest: 0, dropped: 0 }),
  search: () => Promise.resolve({ seqs: new Int32Array(), isCut: false }),
  rows: () => Promise.resolve([]),
  find: () => Promise.resolve(null),
  latency: () => Promise.resolve([]),
  annotate: () => Promise.resolve(false),
  follow: () => () => undefined,
  close: () => Promise.resolve(),
};

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Json;
  readonly text: string;
}

export interface InspectorClient {
  readonly backend: DataBackend;
  /** The changes of rows that were reported to the backend, oldest first. */
  readonly changes: readonly Effect[];
  /**
   * `GET api/data/users?limit=2`, with the token and from this machine unless `headers` say
   * otherwise.
   */
  ask(
    request: string,
    body?: Json | string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiAnswer>;
}

/** Makes an inspector of a mock, of the users project by default. */
export function createInspectorClient(
  more: Partial<InspectorOptions> = {},
  project: Project = usersProject,
): InspectorClient {
  const world = createWorld({ project });
  let state: State = world.state;
  const seed = state.fork();
  const changes: Effect[] = [];
  const rules = {
    contracts: project.contracts,
    schemas: project.schemas,
    profile: defaultProfile,
    profileName: 'standin',
    pins: {},
    pacts: [],
  };
  const worlds = new Worlds({
    shared: {
      book: world.book,
      traffic: createRequestCounter(() => 0),
      world: null,
      refusal: null,
    },
    seed: seed.fork(),
    now: () => 1_000,
    max: 5,
  });
  const backend: DataBackend = {
    rules: () => rules,
    checker: () => Promise.resolve(project.checker),
    draw: { random: () => 0.5, uuid: () => '00000000-0000-4000-8000-000000000000' },
    state: () => state,
    seed: () => seed.fork(),
    readOnly: () => null,
    ...ownRows({
      state: () => state,
      worlds,
      replace: (next) => {
        state = next;
      },
      keep: (change) => {
        if (!(change instanceof State)) changes.push(change);
        return null;
      },
    }),
  };
  const inspector = createInspector({
    version: '1.2.3',
    mode: 'serve',
    subject: 'http://127.0.0.1:3000',
    archive: emptyArchive,
    data: backend,
    replay: null,
    access: { token: TOKEN, hosts: [], reach: 'loopback' },
    rules: () => Promise.resolve(rules),
    reports: () => Promise.resolve(new Map()),
    exporter: { forms: ['har'], write: () => Promise.reject(new Error('not here')) },
    openHar: () => emptyArchive,
    assets: () => Promise.resolve(null),
    ...more,
  });
  return {
    backend,
    changes,
    async ask(request, body = '', headers = {}) {
      const [method = '', target = ''] = request.split(' ');
      const [path = '', query = ''] = `/__standin/${target}`.split('?');
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const all = { host: 'localhost:3000', 'standin-token': TOKEN, ...headers };
      const signal = new AbortController().signal;
      const reply = await inspector.answer({
        method,
        path,
        query,
        headers: all,
        body: text,
        signal,
      });
      return { status: reply.status, headers: reply.headers, ...(await read(reply)) };
    },
  };
}

async function read({ body }: InternalReply): Promise<{ json: Json; text: string }> {
  let text = '';
  if (typeof body === 'string') text = body;
  else if (body instanceof Uint8Array) text = new TextDecoder().decode(body);
  else if (body !== null)
    for await (const piece of body)
      text += typeof piece === 'string' ? piece : new TextDecoder().decode(piece);
  try {
    return { json: JSON.parse(text) as Json, text };
  } catch {
    return { json: null, text };
  }
}

/** Gives a member of an answer. */
export function memberOf(asked: ApiAnswer, name: string): Json {
  return (asked.json as JsonObject)[name] ?? null;
}
