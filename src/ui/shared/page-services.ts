// What every part of the page may ask of the page as a whole: what is inspected, how things stand,
// and how to tell the reader something.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Overview } from '../../inspector/wire.ts';
import type { Totals } from '../../journal/archive.ts';
import type { ReaderSettings } from './reader-settings.ts';

export interface PageNotice {
  readonly text: string;
  readonly tone: 'done' | 'bad';
  /** Takes back what was done. */
  readonly undo?: () => void;
}

export interface PageServices {
  readonly overview: Overview;
  readonly totals: Totals;
  /** Whether totals come in as they change. */
  readonly isLive: boolean;
  readonly settings: ReaderSettings;
  readonly setSettings: (settings: ReaderSettings) => void;
  readonly notify: (notice: PageNotice) => void;
  /** Puts a text into the clipboard, or shows it where the browser refuses. */
  readonly copy: (text: string, what: string) => void;
  /** Does something that may fail, and tells of it. Gives whether it was done. */
  readonly attempt: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

export const PageServicesContext = createContext<PageServices | null>(null);

export function usePageServices(): PageServices {
  const shell = useContext(PageServicesContext);
  if (shell === null) throw new Error('this component is outside the page');
  return shell;
}
