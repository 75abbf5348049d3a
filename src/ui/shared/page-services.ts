// What the page offers to all its parts: the inspected service, totals, settings, and notices.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { LiveTotals, Overview } from '../../inspector/wire.ts';
import type { ReaderSettings } from './reader-settings.ts';

export interface PageNotice {
  readonly text: string;
  readonly tone: 'done' | 'bad';
  /** Undoes the action. */
  readonly undo?: () => void;
}

export interface PageServices {
  readonly overview: Overview;
  readonly totals: LiveTotals;
  /** Whether totals arrive as they change. */
  readonly isLive: boolean;
  /** Asks for the overview again. */
  readonly renew: () => void;
  readonly settings: ReaderSettings;
  readonly setSettings: (settings: ReaderSettings) => void;
  readonly notify: (notice: PageNotice) => void;
  /** Copies a text, or shows it if the browser refuses. */
  readonly copy: (text: string, what: string) => void;
  /** Runs something that may fail, and shows the result. Returns whether it succeeded. */
  readonly attempt: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

export const PageServicesContext = createContext<PageServices | null>(null);

export function usePageServices(): PageServices {
  const shell = useContext(PageServicesContext);
  if (shell === null) throw new Error('this component is outside the page');
  return shell;
}
