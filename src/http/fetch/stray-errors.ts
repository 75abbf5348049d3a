// Errors of routes in code that nobody catches: a rejection that is not awaited, an error in a timer,
// an `error` event. Each costs its call, and not the mock. Does not touch the process: its caller
// hands over what was not caught there.

import { AsyncLocalStorage } from 'node:async_hooks';
import { type RouteWatch, routeTrouble } from './ask-route.ts';
import type { CodeRoutes } from './code-routes.ts';

export interface StrayErrors {
  readonly watch: RouteWatch;
  /** Takes an error that nobody caught; `false` if it is none of a route. */
  readonly take: (error: unknown) => boolean;
}

interface WatchedCall {
  readonly name: string;
  readonly fail: (error: unknown) => boolean;
}

/** Finds the call of each error. `routes` are those in use; without any, each error is Standin's. */
export function createStrayErrors(
  routes: () => CodeRoutes | null,
  errors: { readonly write: (text: string) => unknown },
): StrayErrors {
  const calls = new AsyncLocalStorage<WatchedCall>();
  return {
    watch: (name, fail, work) => calls.run({ name, fail }, work),
    take(error) {
      const code = routes();
      const call = calls.getStore();
      if (code === null || (call === undefined && isOwn(error))) return false;
      if (call?.fail(error) === true) return true;
      const who = call === undefined ? 'Something' : `${call.name}, after its answer,`;
      errors.write(
        `${who} failed in ${routeTrouble(error, code.file)}; nothing caught this error\n`,
      );
      return true;
    },
  };
}

/** Whether an error was thrown by code of Standin: the mock ends, since its state is unknown. */
function isOwn(error: unknown): boolean {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const thrownAt = stack
    .split('\n')
    .find((line) => /^\s+at .*(?:file:|[\\/])/.test(line) && !line.includes('node:'));
  return thrownAt?.includes(HOME) === true;
}

/** The folder of this program, built or not, as traces have it. */
const HOME = /^.*\/(?:src|dist)\//.exec(new URL(import.meta.url).pathname)?.[0] ?? '/standin/';
