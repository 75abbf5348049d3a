// Signs of life in a file, for those who cannot see the process that holds it: in another container,
// on another machine. The holder renews the time of the file; who wants to know watches for a while.

import { statSync } from 'node:fs';

/** How often a holder renews its file, and how long others watch for that. */
export const [BEAT_MS, WATCH_MS] = [1_000, 4_000];
const LOOK_MS = 100;

/** Renews again and again until the returned function is called. Keeps no process running. */
export function startBeating(renew: () => void): () => void {
  const timer = setInterval(renew, BEAT_MS).unref();
  return () => clearInterval(timer);
}

/** Waits, and returns the first file that is renewed; `null` if none is. */
export function findBeating(files: readonly string[], watchMs: number = WATCH_MS): string | null {
  const before = files.map(timeOf);
  const end = performance.now() + watchMs;
  while (files.length > 0 && performance.now() < end) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
    const found = files.find((file, index) => timeOf(file) !== before[index]);
    if (found !== undefined) return found;
  }
  return null;
}

/** Changes with each renewal, and if the file is replaced. */
function timeOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.ino}`;
}
