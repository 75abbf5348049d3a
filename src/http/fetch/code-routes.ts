// Routes that a program answers in place of the contracts, and how a path finds one. Knows no files.

import type { JsonObject } from '../../base/json.ts';
import { tryPercentDecode } from '../../base/percent.ts';
import type { ServedAs } from '../../contract/route.ts';

/** The rows of one resource. */
export interface CodeRows {
  /** All rows, oldest first. */
  readonly list: () => readonly JsonObject[];
  /** The row with an id; `undefined` if there is none. */
  readonly find: (id: string | number) => JsonObject | undefined;
  /**
   * Adds a row and returns it with its id. It has the members that it is given, also those that no
   * request may have, and what a creation makes. Throws with the reason if it does not fit.
   */
  readonly add: (values: JsonObject) => JsonObject;
  /**
   * Changes members of a row and returns it, also those that no request may have. Throws with the
   * reason if the row does not fit then.
   */
  readonly change: (id: string | number, values: JsonObject) => JsonObject;
  /** Removes a row. Throws if there is none, or if the contract refuses that. */
  readonly remove: (id: string | number) => void;
}

/** What a route gets beside the request. */
export interface RouteContext {
  /** The values of the parameters in its path. */
  readonly params: Readonly<Record<string, string>>;
  /** The world of the request; `null` for the shared one. */
  readonly world: string | null;
  /**
   * The rows of a resource in this world. What is done to them is in no journal: no client asked for
   * it, and it needs no credentials. `parents` are the values of the parameters in the path of a nested
   * resource.
   */
  readonly rows: (
    resource: string,
    parents?: Readonly<Record<string, string | number>>,
  ) => CodeRows;
}

/** Answers a request. Without an answer, the contracts decide. */
export type RouteHandler = (
  request: Request,
  context: RouteContext,
) => Response | undefined | null | Promise<Response | undefined | null>;

/** Functions by method and path: `'POST /login'`, `'GET /users/{id}/avatar'` or `:id`. */
export type Routes = Readonly<Record<string, RouteHandler>>;

/** A handler of Mock Service Worker, as its `http.get()` makes it. */
export interface MswHandler {
  /** Its method and path, if it is for HTTP. */
  readonly info?: { readonly method?: unknown; readonly path?: unknown };
  readonly run: (args: {
    readonly request: Request;
    readonly requestId: string;
    readonly resolutionContext?: { readonly baseUrl: string };
  }) => Promise<{ readonly response?: Response } | null>;
}

/** The routes of one file. */
export interface CodeRoutes {
  /** The file, as the reader knows it. */
  readonly file: string;
  readonly routes: readonly CodeRoute[];
  readonly handlers: readonly MswHandler[];
}

export interface CodeRoute {
  readonly method: string;
  readonly segments: readonly string[];
  readonly handler: RouteHandler;
}

/** Returns a route of a name such as `POST /login`; `null` if it is none. */
export function readRoute(name: string, handler: RouteHandler): CodeRoute | null {
  const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(name.trim()) ?? [];
  return method === undefined || path === undefined
    ? null
    : { method, segments: path.slice(1).split('/'), handler };
}

export interface FoundRoute {
  readonly handler: RouteHandler;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the function for a method and a path without the base path; `null` if there is none. */
export function findRoute({ routes }: CodeRoutes, method: string, path: string): FoundRoute | null {
  const named = method === 'HEAD' ? 'GET' : method;
  const found = matching(routes, path).find(({ route }) => route.method === named);
  return found === undefined ? null : { handler: found.route.handler, params: found.params };
}

/** Returns the methods of the functions for a path. */
export function methodsAt({ routes }: CodeRoutes, path: string): readonly string[] {
  return [...new Set(matching(routes, path).map(({ route }) => route.method))];
}

/**
 * Returns how a path without the base path belongs to functions or handlers; `null` if it does not.
 * Whether a handler answers is not known before it is asked.
 */
export function codeServes(code: CodeRoutes, path: string): ServedAs | null {
  const found = matching(code.routes, path);
  const handled = code.handlers.filter(({ info }) => isAtPath(info?.path, path));
  if (found.length === 0 && handled.length === 0) return null;
  const isRead =
    found.some(({ route }) => route.method === 'GET' && /^[^{:]/.test(route.segments[0] ?? '')) ||
    handled.some(({ info }) => info?.method !== undefined && READS.test(String(info.method)));
  return isRead ? 'readable' : 'served';
}

const READS = /^GET$|\*/;

/**
 * Whether the path of a handler, `/users/:id`, with or without an origin, is that of a request. One
 * without any word, as `*`, is about all requests and has no path of its own.
 */
function isAtPath(given: unknown, path: string): boolean {
  if (given instanceof RegExp) return given.test(path);
  if (typeof given !== 'string') return false;
  const [plain = ''] = given.replace(/^\w+:\/\/[^/]*/, '').split('?', 1);
  if (!/\w/.test(plain.replaceAll(/:\w+/g, ''))) return false;
  const pattern = plain
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*+/g, '.*')
    .replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}

/** The routes that match a path, those with a literal segment before those with a parameter. */
function matching(
  routes: readonly CodeRoute[],
  path: string,
): readonly { readonly route: CodeRoute; readonly params: Readonly<Record<string, string>> }[] {
  const given = path.slice(1).split('/');
  return routes
    .flatMap((route) => {
      const params = paramsOf(route, given);
      return params === null ? [] : [{ route, params }];
    })
    .toSorted((one, other) => Object.keys(one.params).length - Object.keys(other.params).length);
}

function paramsOf(
  { segments }: CodeRoute,
  given: readonly string[],
): Readonly<Record<string, string>> | null {
  if (segments.length !== given.length) return null;
  const params = new Map<string, string>();
  for (const [index, segment] of segments.entries()) {
    const text = given[index] ?? '';
    const [, braced, coloned] = /^(?:\{([^{}]+)\}|:(\w+))$/.exec(segment) ?? [];
    const name = braced ?? coloned;
    if (name === undefined) {
      if (segment !== text) return null;
      continue;
    }
    const value = text === '' ? null : tryPercentDecode(text);
    if (value === null) return null;
    params.set(name, value);
  }
  return Object.fromEntries(params);
}
