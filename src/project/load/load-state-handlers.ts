// Loads the team's own handlers of provider states: a module with one function for each state, as
// the `stateHandlers` of pact-js. Node strips the types of TypeScript itself.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StandinError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';

export type HandlerFunction = (params: JsonObject) => unknown;

/** How one state is set up and torn down. */
export interface LoadedHandler {
  readonly setup?: HandlerFunction;
  readonly teardown?: HandlerFunction;
}

/** Returns the handlers by the names of their states. Rejects with a StandinError. */
export async function loadStateHandlers(file: string): Promise<ReadonlyMap<string, LoadedHandler>> {
  if (!existsSync(file))
    throw invalid(file, 'is not there', 'Name a module, or the URL of a handler.');
  let module: Readonly<Record<string, unknown>>;
  try {
    const url = pathToFileURL(resolve(file));
    module = (await import(url.href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw invalid(file, `cannot be loaded: ${message.split('\n')[0]}`, 'Correct the file.');
  }
  const given = module['default'] ?? module['stateHandlers'];
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalid(file, 'has no default export with handlers', EXAMPLE);
  return new Map(
    Object.entries(given).map(([state, handler]) => {
      const read = handlerOf(handler);
      if (read === null)
        throw invalid(file, `has no function for ${JSON.stringify(state)}`, EXAMPLE);
      return [state, read];
    }),
  );
}

function handlerOf(handler: unknown): LoadedHandler | null {
  if (isFunction(handler)) return { setup: handler };
  if (typeof handler !== 'object' || handler === null) return null;
  const [setup, teardown] = [
    'setup' in handler ? handler.setup : undefined,
    'teardown' in handler ? handler.teardown : undefined,
  ];
  if (setup === undefined && teardown === undefined) return null;
  if ([setup, teardown].some((one) => one !== undefined && !isFunction(one))) return null;
  return {
    ...(isFunction(setup) ? { setup } : {}),
    ...(isFunction(teardown) ? { teardown } : {}),
  };
}

function isFunction(value: unknown): value is HandlerFunction {
  return typeof value === 'function';
}

const EXAMPLE =
  "Write export default { 'a user exists': async (params) => ({ id: 7 }), 'no users exist': { setup, teardown } }.";

function invalid(file: string, what: string, remedy: string): StandinError {
  return new StandinError('option-invalid', `the state handler ${file} ${what}`, remedy);
}
