// Loaded before the command line in the processes of a soak: reports the memory of the process on
// request. Asks nothing of Standin.

import { getHeapStatistics } from 'node:v8';

export interface Sample {
  /** Seconds since the soak began. */
  readonly at: number;
  /** After a full collection of garbage. */
  readonly heapBytes: number;
  readonly residentBytes: number;
  /** What keeps the process alive: sockets, timers, files. */
  readonly handles: number;
}

const collectGarbage = (globalThis as { gc?: () => void }).gc;

process.on('message', (at: number) => {
  collectGarbage?.();
  const sample: Sample = {
    at,
    heapBytes: getHeapStatistics().used_heap_size,
    residentBytes: process.memoryUsage.rss(),
    handles: process.getActiveResourcesInfo().length,
  };
  process.send?.(sample);
});
// The channel does not keep the process alive.
process.channel?.unref();
