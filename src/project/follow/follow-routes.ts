// The routes beside the contracts, and those of the file after it changed.

import { existsSync, watch } from 'node:fs';
import { StandinError } from '../../base/errors.ts';
import type { CodeRoutes } from '../../http/fetch/code-routes.ts';
import { isRoutesFile } from '../files/routes-file.ts';
import { loadRoutes, routesFolder } from '../load/load-routes.ts';
import { QUIET_MS } from './watch.ts';

export interface FollowedRoutes {
  /** The last valid routes; `null` if there are none. */
  readonly current: () => CodeRoutes | null;
  readonly close: () => void;
}

export interface FollowRoutesOptions {
  /** The place of the contracts. */
  readonly contract: string;
  readonly onNote: (text: string) => void;
  readonly onTrouble: (error: StandinError) => void;
}

/** Loads the routes and follows their file. Rejects with a StandinError if it is invalid. */
export async function followRoutes(options: FollowRoutesOptions): Promise<FollowedRoutes> {
  const { contract, onNote, onTrouble } = options;
  let routes = await loadRoutes(contract);
  let timer: NodeJS.Timeout | undefined;
  const reload = async (): Promise<void> => {
    try {
      routes = await loadRoutes(contract);
      onNote(routes === null ? 'The routes are gone' : `Reloaded ${routes.file}`);
    } catch (error) {
      if (!(error instanceof StandinError)) throw error;
      const { code, message, remedy } = error;
      const going = `${remedy} The last valid version stays in use.`;
      onTrouble(new StandinError(code, `Not reloaded: ${message}`, going));
    }
  };
  const folder = routesFolder(contract);
  const watcher = existsSync(folder)
    ? watch(folder, { persistent: false }, (_, name) => {
        if (name === null || !isRoutesFile(name)) return;
        clearTimeout(timer);
        timer = setTimeout(() => void reload(), QUIET_MS);
      })
    : null;
  watcher?.on('error', () => undefined);
  return {
    current: () => routes,
    close() {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}
