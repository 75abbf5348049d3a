// Notes each change of the shared rows before it is made, so that nothing is lost that was answered.
// While the disk has no room, changes are refused, and the terminal says so once.

import { StandinError } from '../../base/errors.ts';
import type { Effect } from '../../model/ruling/ruling.ts';
import { State } from '../../model/state/state.ts';
import type { ChangeLog } from '../../project/save/change-log.ts';

export interface KeptChanges {
  /** Notes a change, or all rows as they will be; returns why it cannot be kept. */
  keep(change: Effect | State): string | null;
  /** Returns why no change can be kept at the moment; `null` if changes can be. */
  readOnly(): string | null;
  close(): void;
}

export interface KeepChangesOptions {
  readonly log: ChangeLog | null;
  /** Called with each change that will be made. */
  readonly onChange: () => void;
  readonly onTrouble: (error: StandinError) => void;
  readonly onNote: (text: string) => void;
}

/** Starts to note changes in a log; without one, every change is kept. */
export function keepChanges({ log, onChange, onTrouble, onNote }: KeepChangesOptions): KeptChanges {
  let timer: NodeJS.Timeout | undefined;
  const look = (): string | null => {
    const trouble = log?.trouble ?? null;
    if (trouble === null && timer !== undefined) {
      clearInterval(timer);
      timer = undefined;
      onNote('There is room on the disk again: the rows can be changed');
    }
    if (trouble !== null && timer === undefined) {
      onTrouble(trouble);
      timer = setInterval(() => {
        log?.retry();
        look();
      }, RETRY_MS).unref();
    }
    if (trouble === null) return null;
    return trouble.code === 'seed-taken' ? TAKEN : READ_ONLY;
  };
  return {
    keep(change) {
      try {
        if (change instanceof State) log?.noteAll(change);
        else log?.note(change);
      } catch (error) {
        if (!(error instanceof StandinError)) throw error;
        return look();
      }
      onChange();
      return look();
    },
    readOnly: look,
    close: () => clearInterval(timer),
  };
}

/** Milliseconds between looks for room on the disk. */
const RETRY_MS = 1_000;

/** Answers name no file of the machine. */
const READ_ONLY = 'the disk has no room to note the change for --save';
const TAKEN = 'another process has taken over the file of --save';
