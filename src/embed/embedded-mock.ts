// A mock inside another program, asked by `fetch` in place of a network. Runs wherever there is
// `Request` and `Response`: in Node, in a browser, in a service worker. No sockets, no files.

import { StandinError } from '../base/errors.ts';
import type { Settings } from '../contract/settings.ts';
import type { CodeRoutes } from '../http/fetch/code-routes.ts';
import { toCall } from '../http/fetch/from-request.ts';
import { toResponse } from '../http/fetch/to-response.ts';
import type { Journal } from '../journal/memory/journal.ts';
import { readOverrideRule } from '../mock/directives/read-override-rule.ts';
import { createMock, type Mock, type MockRules } from '../mock/mock.ts';
import type { Call, Reply } from '../model/message/call.ts';
import { readWorldName, SHARED_WORLD, WORLD_NAME_RULE } from '../model/message/world-name.ts';
import type { Ruling } from '../model/ruling/ruling.ts';
import type { State } from '../model/state/state.ts';
import { seedState } from '../project/save/seed-state.ts';
import { changeSettings, type Documents, type ReadDocuments, readDocuments } from './documents.ts';
import { checkText } from './validate-arguments.ts';

/** A mock inside a program, with its own state. */
export interface EmbeddedMock {
  /** The prefix of every path: empty, or `/api/v1`. */
  readonly basePath: string;
  readonly rules: MockRules;
  /** Calls and replies of all worlds, and who decided each. */
  readonly journal: Journal;
  /** Answers a call given as plain data, synchronously. */
  readonly answer: (call: Call) => Reply;
  /**
   * Answers like the service, for any path. Takes the arguments of the global `fetch`, or a path:
   * `/users`. Rejects with a TypeError if a fault loses the reply, and like `fetch` if the signal
   * of the request is aborted.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Answers a request to a path of this mock; `null` for others, whose body stays unread. */
  readonly respond: (request: Request) => Promise<Response | null>;
  /** Returns whether the path of an address belongs to this mock. The origin does not matter. */
  readonly handles: (url: URL | string) => boolean;
  /**
   * Returns a world by name: a view of this mock with separate rows, which start as the initial
   * rows of this mock. The same object each time. Calls of this mock can name the world too: by
   * `Standin-World`, or as `/~name/users`.
   */
  readonly world: (name: string) => EmbeddedMock;
  /**
   * Adds an override, with the syntax of `serve --override`: `users.list code=503 times=1`, `*
   * delay=200`. In a world it applies to that world alone. Returns a function that removes it.
   * Throws a StandinError if the rule is invalid.
   */
  readonly override: (rule: string) => () => void;
  readonly settings: Settings;
  /** Changes some settings, in all worlds. Throws a StandinError if one is invalid. */
  readonly configure: (change: Partial<Settings>) => void;
  /** Does long work in slices before a call is answered; `null` if there is none. */
  readonly prepare: (call: Call) => Promise<void> | null;
  /** Returns another mock with the same rules and the current rows. Copies nothing. */
  readonly fork: () => EmbeddedMock;
  /**
   * Restores the initial rows and settings and removes all overrides: in a world for that world
   * alone, else for all. The journal stays.
   */
  readonly reset: () => void;
}

/** The header field that names a world. */
export const WORLD_FIELD = 'standin-world';

/**
 * Creates a mock from plain objects. Throws a StandinError that names every fault: document,
 * place, problem and remedy.
 */
export function createEmbeddedMock(documents: Documents): EmbeddedMock {
  return embed(readDocuments(documents));
}

/**
 * Returns a mock unchanged, or creates one from documents. Throws a StandinError if they are
 * invalid.
 */
export function mockOf(source: Documents | EmbeddedMock): EmbeddedMock {
  const isMock = typeof source === 'object' && source !== null && 'fork' in source;
  return isMock ? source : createEmbeddedMock(source);
}

/** Creates a mock of a checked project. */
export function embed(
  project: ReadDocuments & {
    readonly code?: CodeRoutes | null;
    readonly admit?: EmbeddedOptions['admit'];
  },
): EmbeddedMock {
  const { rules, rows, basePath, settings, code = null, admit = null } = project;
  return embedOn(
    { rules, basePath, settings, code, admit },
    seedState({ contracts: rules.contracts, rows }),
  );
}

interface EmbeddedOptions {
  readonly rules: MockRules;
  readonly basePath: string;
  readonly settings: Settings;
  /** The routes of a program; `null` if there are none. */
  readonly code: CodeRoutes | null;
  /** Returns wider rules if a call needs them, else the same; `null` if rules never change. */
  readonly admit: ((rules: MockRules, call: Call) => MockRules) | null;
}

function embedOn(fixed: EmbeddedOptions, seed: State): EmbeddedMock {
  const { rules: given, basePath, settings } = fixed;
  let rules = given;
  const mock = createMock({
    rules,
    state: seed.fork(),
    basePath,
    settings,
    routes: () => fixed.code,
  });
  const views = new Map<string, EmbeddedMock>();
  const actions: WorldActions = {
    world(named) {
      checkText('the name of a world', named, WORLD_NAME_RULE);
      const name = readWorldName(named);
      if (name === null) throw worldInvalid(named);
      if (name === SHARED_WORLD) return shared;
      const view = views.get(name) ?? viewOf(fixed, mock, name, actions);
      views.set(name, view);
      return view;
    },
    rules: () => rules,
    admit(call) {
      const wider = fixed.admit?.(rules, call) ?? rules;
      if (wider === rules) return;
      rules = wider;
      mock.reload(rules, mock.state);
    },
    fork: () => embedOn({ ...fixed, rules, settings: mock.settings }, mock.state.fork()),
    reset() {
      mock.overrides.clear();
      mock.configure(settings);
      rules = given;
      mock.reload(rules, seed.fork(), seed.fork());
    },
  };
  const shared = viewOf(fixed, mock, null, actions);
  return shared;
}

/** The methods that differ for the shared world. */
interface WorldActions extends Pick<EmbeddedMock, 'world' | 'fork' | 'reset'> {
  readonly rules: () => MockRules;
  /** Must be called before a call is answered: rows alone admit what clients send. */
  readonly admit: (call: Call) => void;
}

/** Returns the view of one world; `null` for the shared one. */
function viewOf(
  fixed: EmbeddedOptions,
  mock: Mock,
  world: string | null,
  upper: WorldActions,
): EmbeddedMock {
  const { basePath } = fixed;
  const inWorld = (call: Call): Call =>
    world === null ? call : { ...call, headers: { ...call.headers, [WORLD_FIELD]: world } };
  const fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const request = requestOf(input, init);
    const call = inWorld(
      await toCall(
        request,
        mock.profile['limit.body'],
        mock.profile['content.coding'] === 'decode' ? 'decoded' : 'kept',
      ),
    );
    upper.admit(call);
    await mock.prepare(call);
    const reply = mock.answer(call);
    const [last] = mock.journal.newest(1);
    const response = await toResponse(reply, request.signal, call.method);
    if (last?.call === call)
      exchanges.set(response, { rules: upper.rules(), call, ruling: last.ruling });
    return response;
  };
  const handles = (url: URL | string): boolean =>
    mock.servedAs(new URL(url, ANY_ORIGIN).pathname) !== null;
  return {
    basePath,
    get rules() {
      return upper.rules();
    },
    journal: mock.journal,
    fetch,
    handles,
    world: upper.world,
    answer(call) {
      upper.admit(call);
      return mock.answer(inWorld(call));
    },
    respond: async (request) => (handles(request.url) ? fetch(request) : null),
    get settings() {
      return mock.settings;
    },
    configure: (change) => mock.configure(changeSettings(mock.settings, change)),
    prepare: (call) => mock.prepare(inWorld(call)),
    fork:
      world === null
        ? upper.fork
        : () =>
            embedOn(
              { ...fixed, rules: upper.rules(), settings: mock.settings },
              mock.worlds.look(world).fork(),
            ),
    override: (rule) => addOverride(mock, upper.rules(), world, rule),
    reset: world === null ? upper.reset : () => resetWorld(mock, world),
  };
}

/** Returns a function that removes the override. */
function addOverride(
  { overrides }: Mock,
  { contracts }: MockRules,
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

/** Tests may replace Request and URL, so this does not use `instanceof`. */
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

/** The call that a response of a mock answers, and its ruling. */
export interface MockExchange {
  readonly rules: MockRules;
  readonly call: Call;
  readonly ruling: Ruling;
}

const exchanges = new WeakMap<Response, MockExchange>();

/** Returns the call that a response answers; `undefined` if no mock made it. */
export function exchangeOf(response: Response): MockExchange | undefined {
  return exchanges.get(response);
}
