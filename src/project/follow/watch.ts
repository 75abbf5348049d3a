// Watches the folders of a project and reports changed files.

import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

export interface Watching {
  close(): void;
}

/** Milliseconds without further changes before one is reported: editors write in steps. */
export const QUIET_MS = 80;

/**
 * Calls `onChange` after a JSON, YAML or HAR file in one of the folders changed, or one that
 * `isRecording` tells, and nothing more did for `QUIET_MS`. Reports a folder that cannot be watched to
 * `onTrouble` and skips it.
 */
export function watchFolders(
  folders: readonly string[],
  onChange: () => void,
  onTrouble: (folder: string) => void,
  isRecording: (file: string) => boolean = () => false,
): Watching {
  let timer: NodeJS.Timeout | undefined;
  const changed = (folder: string, name: string | null): void => {
    const isOther = name !== null && !/\.(?:json|ya?ml|har)$/i.test(name);
    if (isOther && !isRecording(join(folder, name))) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, QUIET_MS);
    timer.unref();
  };
  const watchers: FSWatcher[] = [];
  for (const folder of folders) {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => changed(folder, name));
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
