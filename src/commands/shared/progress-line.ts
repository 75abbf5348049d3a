// The progress of a run, in one line of the terminal that is rewritten. Nothing without a terminal.

import { progressLine } from '../../verify/print/text/text.ts';
import type { Progress } from '../../verify/report.ts';
import { isColoured, type LogTarget } from './log.ts';

/** An output that a person reads. */
export interface Screen extends LogTarget {
  /** Width of the terminal; absent without one. */
  readonly columns?: number;
}

export interface ProgressLine {
  show(progress: Progress): void;
  /** Erases the line to make room for other output. */
  clear(): void;
}

/** Returns the maximum width of lines. Some terminals report a width of 0. */
export function columnsOf({ columns = 0 }: Screen): number {
  return columns > 0 ? columns : COLUMNS_DEFAULT;
}

/** Width of lines without a terminal. */
const COLUMNS_DEFAULT = 100;

/** Minimum interval between two writes, in milliseconds: a remote terminal is slow. */
const SHOW_MS = 40;

const ERASE = '\r\u001b[2K';

/** Creates the progress line of a screen; `quiet` shows none. */
export function createProgressLine(screen: Screen, form: 'quiet' | 'full'): ProgressLine {
  const isShown = screen.isTTY === true && form === 'full';
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
