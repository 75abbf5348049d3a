// Asks a route of a program for its Response, and returns it, or its error, as plain data.

import { type Call, header } from '../../model/message/call.ts';
import type { CodeRoutes, FoundRoute, RouteContext } from './code-routes.ts';

export interface RouteCall {
  readonly code: CodeRoutes;
  /** The function for the path; `null` if only handlers of Mock Service Worker may answer. */
  readonly found: FoundRoute | null;
  readonly call: Call;
  /** Without the base path and the world. */
  readonly path: string;
  readonly context: Omit<RouteContext, 'params'>;
  /** How long an answer may take. Defaults to 30 seconds. */
  readonly timeoutMs?: number;
  /** Absent where the process is not Standin's: uncaught errors are the business of that process. */
  readonly watch?: RouteWatch;
}

/**
 * Runs the work of a route, and calls `fail` with an error of this work that nobody catches: it
 * returns `false` if the call is answered already. `name` is the method and the path.
 */
export type RouteWatch = <T>(
  name: string,
  fail: (error: unknown) => boolean,
  work: () => Promise<T>,
) => Promise<T>;

const TIMEOUT_MS = 30_000;

/** What a route answered; `none` leaves the call to the contracts. */
export type RouteAnswer =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly bytes: Uint8Array;
    }
  /** What it threw, with its place in the file. */
  | { readonly kind: 'failed'; readonly detail: string }
  /** It did not answer in time. */
  | { readonly kind: 'late'; readonly detail: string };

/** Resolves with the answer of a route, in time. Never rejects. */
export async function askRoute(given: RouteCall): Promise<RouteAnswer> {
  const { call, code, path, timeoutMs = TIMEOUT_MS, watch = runUnwatched } = given;
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fail: (error: unknown) => boolean = () => false;
  const late = new Promise<RouteAnswer>((resolve) => {
    timer = setTimeout(() => {
      const detail = `${code.file}: ${call.method} ${path} did not answer within ${timeoutMs / 1000} seconds`;
      ending.abort();
      resolve({ kind: 'late', detail });
    }, timeoutMs);
  });
  let isAnswered = false;
  const stray = new Promise<RouteAnswer>((resolve) => {
    fail = (error) => {
      if (isAnswered) return false;
      resolve(failedWith(error, code.file));
      return true;
    };
  });
  const work = watch(`${call.method} ${path}`, fail, () => answerOf(given, ending.signal));
  const answer = await Promise.race([work, late, stray]);
  isAnswered = true;
  clearTimeout(timer);
  return answer;
}

async function answerOf(given: RouteCall, signal: AbortSignal): Promise<RouteAnswer> {
  const { code, call, path } = given;
  try {
    const response = await responseOf(given, signal);
    if (response === null || response === undefined) return { kind: 'none' };
    if (!isResponse(response))
      throw new Error(`${call.method} ${path} must return a Response, not ${typeof response}`);
    return {
      kind: 'answered',
      status: response.status,
      headers: fieldsOf(response.headers),
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  } catch (error) {
    return failedWith(error, code.file);
  }
}

function runUnwatched<T>(_name: string, _fail: unknown, work: () => Promise<T>): Promise<T> {
  return work();
}

function failedWith(error: unknown, file: string): RouteAnswer {
  return { kind: 'failed', detail: routeTrouble(error, file) };
}

/** Returns the place of an error in the file of the routes, and what it says. */
export function routeTrouble(error: unknown, file: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `${placeOf(error, file)}: ${reason}`;
}

async function responseOf(
  { code, found, call, path, context }: RouteCall,
  signal: AbortSignal,
): Promise<unknown> {
  const { scheme = 'http' } = call;
  const origin = `${scheme}://${header(call.headers, 'host') ?? 'localhost'}`;
  const request = (): Request => requestOf(call, `${origin}${path}`, signal);
  if (found !== null) {
    const response: unknown = await found.handler(request(), { ...context, params: found.params });
    if (response !== undefined && response !== null) return response;
  }
  for (const handler of code.handlers) {
    const result = await handler.run({
      request: request(),
      requestId: crypto.randomUUID(),
      resolutionContext: { baseUrl: origin },
    });
    if (result?.response !== undefined) return result.response;
  }
  return null;
}

/** The signal aborts when the client no longer waits for the answer. */
function requestOf(
  { method, query, headers, body }: Call,
  address: string,
  signal: AbortSignal,
): Request {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of typeof value === 'string' ? [value] : (value ?? []))
      if (!name.startsWith(':') && !HOP_FIELDS.has(name)) fields.append(name, one);
  const sent = body.kind === 'json' || body.kind === 'broken' ? body : null;
  const bytes = sent?.kind === 'broken' ? sent.bytes : undefined;
  const isBodiless = method === 'GET' || method === 'HEAD' || sent === null;
  return new Request(`${address}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: fields,
    signal,
    ...(isBodiless ? {} : { body: bytes === undefined ? sent.text : new Uint8Array(bytes) }),
  });
}

const HOP_FIELDS: ReadonlySet<string> = new Set(['connection', 'transfer-encoding', 'host']);

/** Not `instanceof`: other libraries bring their own class. */
function isResponse(value: unknown): value is Response {
  return typeof value === 'object' && value !== null && 'arrayBuffer' in value && 'status' in value;
}

function fieldsOf(headers: Headers): readonly (readonly [string, string])[] {
  const cookies = headers.getSetCookie().map((one) => ['set-cookie', one] as const);
  const others = [...headers].filter(([name]) => name !== 'set-cookie' && !FRAMING.has(name));
  return [...others, ...cookies];
}

const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection']);

/** The line of a file where an error was thrown, without the folders above it. */
function placeOf(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const name = (file.split(/[\\/]/).at(-1) ?? file).replaceAll('.', '\\.');
  const [, line] = new RegExp(`${name}(?:\\?[^:]*)?:(\\d+)`).exec(stack) ?? [];
  return line === undefined ? file : `${file}:${line}`;
}
