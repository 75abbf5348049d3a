// Loads the routes that a program answers: `routes.ts`, `.js` or `.mjs` beside the contracts. Node
// strips the types of TypeScript itself.

import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StandinError } from '../../base/errors.ts';
import {
  type CodeRoute,
  type CodeRoutes,
  type MswHandler,
  type RouteHandler,
  readRoute,
} from '../../http/fetch/code-routes.ts';
import { ROUTES_FILES } from '../files/routes-file.ts';

/**
 * Returns the folder of the contracts, in which the routes are; beside a document it is `contracts`:
 * a file of that name elsewhere may belong to another program.
 */
export function routesFolder(contract: string): string {
  if (existsSync(contract) && statSync(contract).isDirectory()) return contract;
  const folder = dirname(contract);
  return basename(resolve(folder)) === 'contracts' ? folder : join(folder, 'contracts');
}

/**
 * Loads the routes beside some contracts; `null` if there are none. Each version of the file is
 * loaded once; what it imports is not loaded again. Rejects with a StandinError if it is invalid.
 */
export async function loadRoutes(contract: string): Promise<CodeRoutes | null> {
  const folder = routesFolder(contract);
  const file = ROUTES_FILES.map((name) => join(folder, name)).find((one) => existsSync(one));
  if (file === undefined) return null;
  const url = pathToFileURL(resolve(file));
  url.search = `v=${statSync(file).mtimeMs}`;
  let module: Readonly<Record<string, unknown>>;
  try {
    module = (await import(url.href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw unloadable(file, error);
  }
  return readModule(file, module);
}

function unloadable(file: string, error: unknown): StandinError {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, line] = /routes\.\w+(?:\?[^:\s]*)?:(\d+)/.exec(stack) ?? [];
  const place = line === undefined ? file : `${file}:${line}`;
  return new StandinError(
    'project-invalid',
    `${place} cannot be loaded: ${message.split('\n')[0]}`,
    'Correct the file.',
  );
}

function readModule(file: string, module: Readonly<Record<string, unknown>>): CodeRoutes {
  const given = module['default'] ?? module['handlers'] ?? module['routes'];
  const handlers: MswHandler[] = [];
  const routes: CodeRoute[] = [];
  if (Array.isArray(given))
    for (const one of given as readonly unknown[]) {
      if (!isHandler(one))
        throw misshaped(file, 'the list has something that is no handler of Mock Service Worker');
      handlers.push(one);
    }
  else if (typeof given === 'object' && given !== null)
    for (const [name, handler] of Object.entries(given)) {
      const route = typeof handler === 'function' ? readRoute(name, handler as RouteHandler) : null;
      if (route === null) throw misshaped(file, `${JSON.stringify(name)} is no route`);
      routes.push(route);
    }
  else throw misshaped(file, 'it has no default export');
  return { file, routes, handlers };
}

function isHandler(value: unknown): value is MswHandler {
  return (
    typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function'
  );
}

function misshaped(file: string, message: string): StandinError {
  return new StandinError(
    'project-invalid',
    `${file}: ${message}`,
    "Write export default { 'POST /login': (request, { params, rows }) => Response.json({}) }, or export a list of handlers of Mock Service Worker.",
  );
}
