// How long reads wait after a write, for a service whose reads lag behind. Without a lag no read
// waits.

import type { Call } from '../../model/message/call.ts';

export interface SettlingOptions {
  /** The path of the collection. */
  readonly path: string;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

export class SettlingTime {
  /** The time between a write and a read that may depend on it, in milliseconds. */
  waitMs = 0;
  /** When the last write was answered, in the milliseconds of `now`. */
  wroteAt = Number.NEGATIVE_INFINITY;
  private createdAt = Number.NEGATIVE_INFINITY;
  private readonly byPath = new Map<string, number>();
  private readonly options: SettlingOptions;

  constructor(options: SettlingOptions) {
    this.options = options;
  }

  /** Waits until a call may show what was written before it. */
  async before({ method, path }: Call): Promise<void> {
    if (this.waitMs === 0 || !READS.has(method)) return;
    const ms = this.lastWrite(path) + this.waitMs - this.options.now();
    if (ms > 0) await this.options.wait(ms);
  }

  /** Notes a write that was answered. */
  after({ method, path }: Call): void {
    if (READS.has(method) || method === 'OPTIONS') return;
    const at = this.options.now();
    this.wroteAt = at;
    if (method === 'POST') this.createdAt = at;
    else this.byPath.set(path, at);
    for (const [other, wroteAt] of this.byPath) {
      if (this.byPath.size <= PATHS_MAX) break;
      if (wroteAt < at) this.byPath.delete(other);
    }
  }

  /** When the last write was answered that a read of this path may depend on. */
  private lastWrite(path: string): number {
    if (!path.startsWith(`${this.options.path}/`)) return this.wroteAt;
    return Math.max(this.createdAt, this.byPath.get(path) ?? Number.NEGATIVE_INFINITY);
  }
}

/** How many items are remembered with the time of their last write. */
const PATHS_MAX = 1_000;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
