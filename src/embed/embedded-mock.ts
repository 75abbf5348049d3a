// A mock inside another program, asked by `fetch` in place of a network. Runs wherever there is
// `Request` and `Response`: in Node, in a browser, in a service worker. No sockets, no files.

import { StandinError } from '../base/errors.ts';
import { matchesPath } from '../contract/matches-path.ts';
import type { Settings } from '../contract/settings.ts';
import { toCall } from '../http/fetch/from-request.ts';
import { toResponse } from '../http/fetch/to-response.ts';
import type { Journal } from '../journal/memory/journal.ts';
import { readOverrideRule } from '../mock/directives/read-override-rule.ts';
import { createMock, type Mock, type Rules } from '../mock/mock.ts';
import type { Call, Reply } from '../model/message/call.ts';
import { pathInWorld } from '../model/message/find-world.ts';
import { readWorldName, SHARED_WORLD, WORLD_NAME_RULE } from '../model/message/world-name.ts';
import type { Ruling } from '../model/ruling/ruling.ts';
import type { State } from '../model/state/state.ts';
import { seedState } from '../project/save/seed-file.ts';
import { changeSettings, type Documents, type ReadDocuments, readDocuments } from './documents.ts';
import { checkText } from './validate-arguments.ts';

/** A mock inside a program: asked by `fetch`, with a state of its own. */
export interface EmbeddedMock {
  /** What precedes every path: empty, or `/api/v1`. */
  readonly basePath: string;
  readonly rules: Rules;
  /** What was asked and answered, in all worlds, and who decided it. */
  readonly journal: Journal;
  /** Answers a call that is plain data, at once. */
  readonly answer: (call: Call) => Reply;
  /**
   * Answers as the service would, to any path. Takes what the global `fetch` takes, and a path
   * alone as well: `/users`. Rejects with a TypeError where the answer is to be lost on its way,
   * and as `fetch` does where the signal of the request is aborted.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /**
   * Answers a request to a path of this mock; `null` to any other one, whose body is left unread.
   */
  readonly respond: (request: Request) => Promise<Response | null>;
  /** Says whether the path of an address is one of this mock. Its origin does not count. */
  readonly handles: (url: URL | string) => boolean;
  /**
   * Gives a world by its name: a view of this mock with rows of its own, which begin as those of
   * this mock did. The same object each time. A call of this mock that names the world is answered
   * in it as well: by `Standin-World`, or as `/~name/users`.
   */
  readonly world: (name: string) => EmbeddedMock;
  /**
   * Lets calls be answered otherwise from now on, as `serve --override` does: `users.list code=503
   * times=1`, `* delay=200`. In a world it is for the calls in this world alone. Gives what takes
   * it back. Throws a StandinError where the rule is none.
   */
  readonly override: (rule: string) => () => void;
  readonly settings: Settings;
  /**
   * Goes on with other settings, in all worlds; those that are not named stay. Throws a
   * StandinError where one cannot be set.
   */
  readonly configure: (change: Partial<Settings>) => void;
  /**
   * Does what would keep others waiting before a call is answered; `null` where there is no such
   * work.
   */
  readonly prepare: (call: Call) => Promise<void> | null;
  /** Gives another mock by the same rules, with the rows as they are now. Nothing is copied. */
  readonly fork: () => EmbeddedMock;
  /**
   * Goes back to the rows and settings of the start, without overrides: in a world in this one's
   * rows alone, else in all. The journal stays.
   */
  readonly reset: () => void;
}

/** The header field that names a world. */
export const WORLD_FIELD = 'standin-world';

/**
 * Makes a mock from plain objects. Throws a StandinError that names every fault of theirs: which
 * document, where in it, what is wrong and what to do.
 */
export function createEmbeddedMock(documents: Documents): EmbeddedMock {
  return embed(readDocuments(documents));
}

/**
 * Gives a mock as it is, and makes one from documents. Throws a StandinError where they are broken.
 */
export function mockOf(source: Documents | EmbeddedMock): EmbeddedMock {
  const isMock = typeof source === 'object' && source !== null && 'fork' in source;
  return isMock ? source : createEmbeddedMock(source);
}

/** Makes a mock of a project that is known to be sound. */
export function embed(project: ReadDocuments): EmbeddedMock {
  const { rules, rows, basePath, settings } = project;
  return embedOn({ rules, basePath, settings }, seedState({ contracts: rules.contracts, rows }));
}

interface EmbeddedOptions {
  readonly rules: Rules;
  readonly basePath: string;
  readonly settings: Settings;
}

function embedOn(fixed: EmbeddedOptions, seed: State): EmbeddedMock {
  const { rules, basePath, settings } = fixed;
  const mock = createMock({ rules, state: seed.fork(), basePath, settings });
  const views = new Map<string, EmbeddedMock>();
  const shared = viewOf(fixed, mock, null, {
    world(given) {
      checkText('the name of a world', given, WORLD_NAME_RULE);
      const name = readWorldName(given);
      if (name === null) throw worldInvalid(given);
      if (name === SHARED_WORLD) return shared;
      const view = views.get(name) ?? viewOf(fixed, mock, name, shared);
      views.set(name, view);
      return view;
    },
    fork: () => embedOn({ ...fixed, settings: mock.settings }, mock.state.fork()),
    reset() {
      mock.overrides.clear();
      mock.configure(settings);
      mock.reload(rules, seed.fork(), seed.fork());
    },
  });
  return shared;
}

/** What is not the same for each world. */
type WorldActions = Pick<EmbeddedMock, 'world' | 'fork' | 'reset'>;

/** Gives a mock as one world of it is seen; `null` for the one that all share. */
function viewOf(
  fixed: EmbeddedOptions,
  mock: Mock,
  world: string | null,
  upper: WorldActions,
): EmbeddedMock {
  const { rules, basePath } = fixed;
  const inWorld = (call: Call): Call =>
    world === null ? call : { ...call, headers: { ...call.headers, [WORLD_FIELD]: world } };
  const fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const request = requestOf(input, init);
    const call = inWorld(await toCall(request, mock.profile['limit.body']));
    await mock.prepare(call);
    const reply = mock.answer(call);
    const [last] = mock.journal.newest(1);
    const response = await toResponse(reply, request.signal, call.method);
    if (last?.call === call) exchanges.set(response, { rules, call, ruling: last.ruling });
    return response;
  };
  const handles = (url: URL | string): boolean =>
    matchesPath(rules.contracts, basePath, pathInWorld(new URL(url, ANY_ORIGIN).pathname));
  return {
    basePath,
    rules,
    journal: mock.journal,
    fetch,
    handles,
    world: upper.world,
    answer: (call) => mock.answer(inWorld(call)),
    respond: async (request) => (handles(request.url) ? fetch(request) : null),
    get settings() {
      return mock.settings;
    },
    configure: (change) => mock.configure(changeSettings(mock.settings, change)),
    prepare: (call) => mock.prepare(inWorld(call)),
    fork:
      world === null
        ? upper.fork
        : () => embedOn({ ...fixed, settings: mock.settings }, mock.worlds.look(world).fork()),
    override: (rule) => addOverride(mock, rules, world, rule),
    reset: world === null ? upper.reset : () => resetWorld(mock, world),
  };
}

/** Gives what removes it again. */
function addOverride(
  { overrides }: Mock,
  { contracts }: Rules,
  world: string | null,
  text: string,
): () => void {
  checkText('a rule', text, 'Use the syntax of serve --override: users.list code=503 times=1.');
  const read = readOverrideRule(text, contracts);
  if ('message' in read)
    throw new StandinError(
      'option-invalid',
      `the rule ${JSON.stringify(text)}: ${read.message}`,
      read.remedy,
    );
  const { rule } = read;
  const { id } = overrides.add(world === null ? rule : { ...rule, on: { ...rule.on, world } });
  return () => void overrides.remove(id);
}

function resetWorld({ overrides, worlds }: Mock, world: string): void {
  for (const { override } of overrides.list())
    if (override.on.world === world) overrides.remove(override.id);
  worlds.remove(world);
}

/** A test may have classes of its own in place of those of the platform, so none is asked for. */
function requestOf(input: Request | URL | string, init: RequestInit | undefined): Request {
  if (typeof input === 'object' && 'headers' in input)
    return init === undefined ? input : new Request(input, init);
  return new Request(new URL(input, ANY_ORIGIN), init);
}

const ANY_ORIGIN = 'http://localhost';

function worldInvalid(name: string): StandinError {
  const message = `${JSON.stringify(name)} is not a name for a world`;
  return new StandinError('option-invalid', message, WORLD_NAME_RULE);
}

/** What a response of a mock answers, and how that was ruled. */
export interface MockExchange {
  readonly rules: Rules;
  readonly call: Call;
  readonly ruling: Ruling;
}

const exchanges = new WeakMap<Response, MockExchange>();

/** Gives what a response answers; `undefined` where it is of no mock. */
export function exchangeOf(response: Response): MockExchange | undefined {
  return exchanges.get(response);
}
