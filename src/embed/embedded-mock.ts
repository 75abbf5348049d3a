// A mock inside another program, asked by `fetch` in place of a network. Runs wherever there is `Request` and `Response`: in Node, in a
// browser, in a service worker. No sockets, no files.

import { StandinError } from '../base/errors.ts';
import { ownsPath } from '../contract/owns.ts';
import { toCall } from '../http/from-request.ts';
import { toResponse } from '../http/to-response.ts';
import type { Journal } from '../journal/journal.ts';
import { createMock, type Rules } from '../mock/mock.ts';
import { type Call, header, type Reply } from '../model/call.ts';
import type { Ruling } from '../model/ruling.ts';
import type { State } from '../model/state.ts';
import { seedState } from '../project/seed.ts';
import { type Documents, type ReadDocuments, readDocuments } from './documents.ts';

export interface EmbeddedMock {
  /** What precedes every path: empty, or `/api/v1`. */
  readonly basePath: string;
  readonly rules: Rules;
  /** What was asked and answered here, and who decided it. */
  readonly journal: Journal;
  /** Answers a call that is plain data, at once. */
  readonly answer: (call: Call) => Reply;
  /**
   * Answers as the service would, to any path. Takes what the global `fetch` takes, and a path alone as well: `/users`. Rejects with a
   * TypeError where the answer is to be lost on its way, and as `fetch` does where the signal of the request is aborted.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Answers a request to a path of this mock; `null` to any other one, whose body is left unread. */
  readonly respond: (request: Request) => Promise<Response | null>;
  /** Says whether the path of an address is one of this mock. Its origin does not count. */
  readonly handles: (url: URL | string) => boolean;
  /** Gives a world by its name: rows and a journal of its own, which begin as those of this mock did. The same object each time. */
  readonly world: (name: string) => EmbeddedMock;
  /** Gives another mock by the same rules, with the rows as they are now. Nothing is copied. */
  readonly fork: () => EmbeddedMock;
  /** Goes back to the rows of the start, and forgets all worlds. The journal stays. */
  readonly reset: () => void;
}

/** The header field that names a world. */
export const WORLD_FIELD = 'standin-world';

/**
 * Makes a mock from plain objects. Throws a StandinError that names every fault of theirs: which document, where in it, what is wrong
 * and what to do.
 */
export function createEmbeddedMock(documents: Documents): EmbeddedMock {
  return embed(readDocuments(documents));
}

/** Makes a mock of a project that is known to be sound. */
export function embed(project: ReadDocuments): EmbeddedMock {
  const { rules, rows, basePath } = project;
  return embedOn({ rules, basePath }, seedState({ contracts: rules.contracts, rows }));
}

interface Fixed {
  readonly rules: Rules;
  readonly basePath: string;
}

function embedOn(fixed: Fixed, seed: State): EmbeddedMock {
  const { rules, basePath } = fixed;
  const mock = createMock({ rules, state: seed.fork(), basePath });
  const worlds = new Map<string, EmbeddedMock>();
  const world = (name: string): EmbeddedMock => {
    if (!WORLD_NAME.test(name)) throw worldInvalid(name);
    let found = worlds.get(name);
    if (found === undefined) {
      found = embedOn(fixed, seed);
      worlds.set(name, found);
    }
    return found;
  };
  const answer = (call: Call): Reply => {
    const name = header(call.headers, WORLD_FIELD);
    if (name === undefined) {
      const reply = mock.answer(call);
      const [last] = mock.journal.newest(1);
      if (last?.call === call) rulings.set(reply, last.ruling);
      return reply;
    }
    return world(name).answer({ ...call, headers: { ...call.headers, [WORLD_FIELD]: undefined } });
  };
  const fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const request = requestOf(input, init);
    const call = await toCall(request, mock.profile['limit.body']);
    const reply = answer(call);
    const response = await toResponse(reply, request.signal, call.method);
    const ruling = rulings.get(reply);
    if (ruling !== undefined) exchanges.set(response, { rules, call, ruling });
    return response;
  };
  const handles = (url: URL | string): boolean => ownsPath(rules.contracts, basePath, new URL(url, ANY_ORIGIN).pathname);
  return {
    ...{ basePath, rules, journal: mock.journal, answer, fetch, handles, world },
    respond: async (request) => (handles(request.url) ? fetch(request) : null),
    fork: () => embedOn(fixed, mock.state),
    reset() {
      worlds.clear();
      mock.reload(rules, seed.fork());
    },
  };
}

/** A test may have classes of its own in place of those of the platform, so none is asked for. */
function requestOf(input: Request | URL | string, init: RequestInit | undefined): Request {
  if (typeof input === 'object' && 'headers' in input) return init === undefined ? input : new Request(input, init);
  return new Request(new URL(input, ANY_ORIGIN), init);
}

const ANY_ORIGIN = 'http://localhost';
const WORLD_NAME = /^[\w.~-]{1,100}$/;

function worldInvalid(name: string): StandinError {
  const message = `${JSON.stringify(name)} is no name of a world`;
  return new StandinError('option-invalid', message, 'Take at most 100 letters, digits and the characters . _ ~ -');
}

/** What a response of a mock answers, and how that was ruled. */
export interface Exchange {
  readonly rules: Rules;
  readonly call: Call;
  readonly ruling: Ruling;
}

const rulings = new WeakMap<Reply, Ruling>();
const exchanges = new WeakMap<Response, Exchange>();

/** Gives what a response answers; `undefined` where it is of no mock. */
export function exchangeOf(response: Response): Exchange | undefined {
  return exchanges.get(response);
}
