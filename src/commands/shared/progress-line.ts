// What a run is doing, in one line of a terminal that is written again and again. Where there is no
// terminal, nothing.

import { progressLine } from '../../verify/print/text/text.ts';
import type { Progress } from '../../verify/report.ts';
import { isColoured, type LogTarget } from './log.ts';

/** Where lines go that a person reads. */
export interface Screen extends LogTarget {
  /** How wide the terminal is; absent where there is none. */
  readonly columns?: number;
}

export interface ProgressLine {
  show(progress: Progress): void;
  /** Takes the line away, so that something else can stand there. */
  clear(): void;
}

/** Gives how wide lines may be there. Some terminals say that they are 0 wide. */
export function columnsOf({ columns = 0 }: Screen): number {
  return columns > 0 ? columns : COLUMNS_DEFAULT;
}

/** How wide lines are where there is no terminal. */
const COLUMNS_DEFAULT = 100;

/** How often the line is written at most, in milliseconds: a terminal far away is slow. */
const SHOW_MS = 40;

const ERASE = '\r\u001b[2K';

/** Gives a line of progress on a screen; `quiet` shows none. */
export function createProgressLine(screen: Screen, form: 'quiet' | 'told'): ProgressLine {
  const isShown = screen.isTTY === true && form === 'told';
  let isThere = false;
  let shownAt = 0;
  return {
    show(progress) {
      if (!isShown) return;
      const now = performance.now();
      if (progress.kind === 'law' && now - shownAt < SHOW_MS) return;
      shownAt = now;
      isThere = true;
      screen.write(
        `${ERASE}${progressLine(progress, { colour: isColoured(screen), columns: columnsOf(screen) })}`,
      );
    },
    clear() {
      if (isThere) screen.write(ERASE);
      isThere = false;
    },
  };
}
