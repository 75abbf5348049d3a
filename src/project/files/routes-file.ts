// The names of the file with routes in code, which is in the folder of the contracts, also if there are
// none.

import { readdirSync } from 'node:fs';

/** The first one that is there counts. */
export const ROUTES_FILES = ['routes.ts', 'routes.mjs', 'routes.js'] as const;

/** Whether a file has the name of one with routes. */
export function isRoutesFile(name: string): boolean {
  return (ROUTES_FILES as readonly string[]).includes(name);
}

/** Whether a folder has routes. */
export function hasRoutes(folder: string): boolean {
  return readdirSync(folder).some(isRoutesFile);
}
