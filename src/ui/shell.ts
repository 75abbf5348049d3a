// What every part of the page may ask of the page as a whole: what is inspected, how things stand,
// and how to tell the reader something.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Overview } from '../inspector/wire.ts';
import type { Totals } from '../journal/archive.ts';
import type { Settings } from './settings.ts';

export interface Notice {
  readonly text: string;
  readonly tone: 'done' | 'bad';
  /** Takes back what was done. */
  readonly undo?: () => void;
}

export interface Shell {
  readonly overview: Overview;
  readonly totals: Totals;
  /** Whether totals come in as they change. */
  readonly isLive: boolean;
  readonly settings: Settings;
  readonly setSettings: (settings: Settings) => void;
  readonly notify: (notice: Notice) => void;
  /** Puts a text into the clipboard, or shows it where the browser refuses. */
  readonly copy: (text: string, what: string) => void;
  /** Does something that may fail, and tells of it. Gives whether it was done. */
  readonly attempt: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('a part of the page stands outside the page');
  return shell;
}
