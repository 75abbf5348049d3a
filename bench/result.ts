// The result of a run. Data alone: `--json` prints it unchanged, report.ts turns it into text,
// goals.ts compares it with the goals.

import type { Comparison } from './compare.ts';
import type { CpuSource } from './cpu.ts';
import type { ForkFigures } from './fork.ts';
import type { GrowthFigures } from './growth.ts';
import type { HeldFigures } from './held.ts';
import type { LongListFigures } from './long-list.ts';
import type { Effort } from './options.ts';
import type { PageFigures } from './pages.ts';
import type { StartFigures } from './start.ts';

export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly processor: string;
  readonly processors: number;
  readonly memoryBytes: number;
  /**
   * How many processes wanted to run in the minute before; the figures of a busy machine are worth
   * little.
   */
  readonly loadBefore: number;
  readonly cpuSource: CpuSource;
}

export interface Result {
  readonly machine: Machine;
  readonly effort: Effort;
  readonly comparison: Comparison;
  readonly starts: readonly StartFigures[];
  readonly longList: readonly LongListFigures[];
  /** Empty if Standin is not among the servers, like the next three. */
  readonly growth: readonly GrowthFigures[];
  readonly fork: ForkFigures | null;
  readonly pages: readonly PageFigures[];
  readonly held: readonly HeldFigures[];
  readonly elapsedMs: number;
}
