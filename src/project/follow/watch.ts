// Watches the folders of a project and reports changed files.

import { type FSWatcher, watch } from 'node:fs';

export interface Watching {
  close(): void;
}

/** Milliseconds without further changes before one is reported: editors write in steps. */
export const QUIET_MS = 80;

/**
 * Calls `onChange` after a JSON, YAML or HAR file in one of the folders changed and nothing more did for
 * `QUIET_MS`. Reports a folder that cannot be watched to `onTrouble` and skips it.
 */
export function watchFolders(
  folders: readonly string[],
  onChange: () => void,
  onTrouble: (folder: string) => void,
): Watching {
  let timer: NodeJS.Timeout | undefined;
  const changed = (_event: string, name: string | null): void => {
    if (name !== null && !/\.(?:json|ya?ml|har)$/i.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, QUIET_MS);
    timer.unref();
  };
  const watchers: FSWatcher[] = [];
  for (const folder of folders) {
    try {
      const watcher = watch(folder, { persistent: false }, changed);
      watcher.on('error', () => onTrouble(folder));
      watchers.push(watcher);
    } catch {
      onTrouble(folder);
    }
  }
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
