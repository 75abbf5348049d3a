// Changes that cannot be noted: refused, and said once.

import { describe, expect, it, vi } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { keepChanges } from '../../../src/commands/serve/keep-changes.ts';
import type { Effect } from '../../../src/model/ruling/ruling.ts';
import { State } from '../../../src/model/state/state.ts';
import type { ChangeLog } from '../../../src/project/save/change-log.ts';

const removal: Effect = { kind: 'remove', resource: 'users', key: '1', memory: 'forget' };

function started() {
  const disk = { isFull: false };
  const told: string[] = [];
  let trouble: StandinError | null = null;
  const look = (): StandinError | null => {
    trouble = disk.isFull ? new StandinError('file-unwritable', 'full', 'free some') : null;
    return trouble;
  };
  const note = (what: string): void => {
    const failure = look();
    if (failure !== null) throw failure;
    told.push(what);
  };
  const log: ChangeLog = {
    file: 'log',
    left: [],
    answers: [],
    get trouble() {
      return trouble;
    },
    isHeld: true,
    note: ({ kind }) => note(kind),
    noteAll: () => note('all'),
    retry: look,
    settle: () => undefined,
    release: () => undefined,
  };
  const changes = keepChanges({
    log,
    onChange: () => told.push('changed'),
    onTrouble: ({ message }) => told.push(message),
    onNote: (text) => told.push(text),
  });
  return { disk, told, changes };
}

describe('keepChanges', () => {
  it('notes each change, and then reports it', () => {
    const { told, changes } = started();
    expect(changes.keep(removal)).toBe(null);
    expect(changes.keep(State.of(['users']))).toBe(null);
    expect(told).toEqual(['remove', 'changed', 'all', 'changed']);
    expect(changes.readOnly()).toBe(null);
  });

  it('refuses changes while there is no room, and says once that there is none, and that there is again', () => {
    vi.useFakeTimers();
    try {
      const { disk, told, changes } = started();
      disk.isFull = true;
      const why = 'the disk has no room to note the change for --save';
      expect([changes.keep(removal), changes.keep(removal), changes.readOnly()]).toEqual([
        why,
        why,
        why,
      ]);
      expect(told).toEqual(['full']);
      vi.advanceTimersByTime(3_000);
      expect(told).toEqual(['full']);
      disk.isFull = false;
      vi.advanceTimersByTime(1_000);
      expect(told).toEqual(['full', 'There is room on the disk again: the rows can be changed']);
      expect([changes.keep(removal), changes.readOnly()]).toEqual([null, null]);
      disk.isFull = true;
      expect(changes.keep(removal)).toBe(why);
      changes.close();
      vi.advanceTimersByTime(5_000);
      expect(told.slice(2)).toEqual(['remove', 'changed', 'full']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps every change without a log', () => {
    const told: string[] = [];
    const changes = keepChanges({
      log: null,
      onChange: () => told.push('changed'),
      onTrouble: () => undefined,
      onNote: () => undefined,
    });
    expect([changes.keep(removal), changes.readOnly(), told]).toEqual([null, null, ['changed']]);
  });
});
