// What a ledger notes, and what is read from one that was left behind.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import {
  createLedger,
  type LedgeredRun,
  noLedger,
  readLedger,
} from '../../../src/verify/guard/ledger.ts';

const runner = { pid: 7, host: 'here', began: '123', space: 'pid:[7]' };
const run: LedgeredRun = {
  token: 'sk7f3q9x2',
  baseUrl: 'http://h/api',
  path: '/users',
  startedAt: '2026-01-01T00:00:00.000Z',
  runner,
};
const first: JsonObject = { kind: 'run', version: 2, ...run, runner };
const forget = (): Promise<void> => Promise.resolve();

interface Notes {
  readonly entries: JsonObject[];
  closed: number;
  removed: number;
  append(entry: JsonObject): Promise<void>;
  close(): Promise<void>;
  remove(): Promise<void>;
}

function notes(): Notes {
  const file: Notes = {
    entries: [],
    closed: 0,
    removed: 0,
    append(entry) {
      file.entries.push(entry);
      return Promise.resolve();
    },
    close() {
      file.closed++;
      return Promise.resolve();
    },
    remove() {
      file.removed++;
      return Promise.resolve();
    },
  };
  return file;
}

describe('createLedger', () => {
  it('notes the run first, and then its items', async () => {
    const file = notes();
    const ledger = createLedger(file, run);
    await Promise.all([ledger.intend(), ledger.intend()]);
    await ledger.own('7', 'Ann sk7f3q9x2');
    await ledger.release('7');
    expect(file.entries).toEqual([
      first,
      { kind: 'intent' },
      { kind: 'intent' },
      { kind: 'owned', key: '7', mark: 'Ann sk7f3q9x2' },
      { kind: 'released', key: '7' },
    ]);
    await ledger.remove();
    expect([ledger.token, file.removed]).toEqual(['sk7f3q9x2', 1]);
  });

  it('keeps its notes when it is closed', async () => {
    const file = notes();
    const ledger = createLedger(file, run);
    await ledger.intend();
    await ledger.close();
    expect([file.closed, file.removed]).toEqual([1, 0]);
  });

  it('touches no file if the run makes nothing', async () => {
    const file = notes();
    await createLedger(file, run).remove();
    expect([file.entries, file.removed]).toEqual([[], 0]);
  });

  it('resolves when everything is noted, and rejects if that fails', async () => {
    const error = new Error('full');
    const file = {
      append: (entry: JsonObject) =>
        entry['kind'] === 'run' ? Promise.reject(error) : Promise.resolve(),
      close: forget,
      remove: forget,
    };
    await expect(createLedger(file, run).intend()).rejects.toBe(error);
  });
});

describe('noLedger', () => {
  it('notes nothing', async () => {
    const ledger = noLedger('x');
    await Promise.all([
      ledger.intend(),
      ledger.own('1', 'm'),
      ledger.release('1'),
      ledger.close(),
      ledger.remove(),
    ]);
    expect(ledger.token).toBe('x');
  });
});

describe('readLedger', () => {
  it('returns the ids of items that were not removed', () => {
    const entries: Json[] = [
      first,
      { kind: 'intent' },
      { kind: 'owned', key: '7', mark: 'm' },
      { kind: 'owned', key: '8', mark: 'm' },
      { kind: 'released', key: '7' },
      { kind: 'owned', key: '__proto__', mark: 'm' },
      { kind: 'later', key: '9' },
      5,
      null,
      [first],
      { kind: 'released', key: '8' },
      { kind: 'owned', key: '8', mark: 'm' },
      { kind: 'spared', keys: ['1', 2, '3'] },
      { kind: 'spared', keys: 'all' },
    ];
    expect(readLedger(entries, forget)).toEqual({
      ...run,
      idMember: null,
      doubts: [],
      keys: ['__proto__', '8'],
      spared: ['1', '3'],
      kept: null,
      remove: forget,
    });
  });

  it.each([
    ['is empty', []],
    ['does not begin with a run', [{ kind: 'intent' }]],
    ['is of a newer version', [{ ...first, version: 3 }]],
    ['has no token', [{ ...first, token: 1 }]],
    ['has a token that may be anywhere', [{ ...first, token: 'a' }]],
    ['has no base address', [{ ...first, baseUrl: null }]],
    ['has no path', [{ ...first, path: null }]],
  ])('returns nothing for one that %s', (_why, entries) => {
    expect(readLedger(entries as Json[], forget)).toBeNull();
  });

  it('notes immediately', () => {
    expect(readLedger([{ ...first, startedAt: 5 }], forget)).toMatchObject({ startedAt: '' });
  });

  it.each([
    ['is not noted', undefined],
    ['has no host', { pid: 7 }],
    ['has no id', { host: 'here' }],
    ['has the id of a group', { pid: -1, host: 'here' }],
  ])('does not know the process if it %s', (_why, noted) => {
    expect(readLedger([{ ...first, runner: noted ?? null }], forget)).toMatchObject({
      runner: null,
    });
  });
});
