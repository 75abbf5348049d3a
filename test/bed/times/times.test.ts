// A service that writes times itself is spared, and found if it does so at the wrong moment.

import { describe, expect, it } from 'vitest';
import type { Verified } from '../../../src/verify/verify.ts';
import { tasks } from '../specified/contracts.ts';
import { hold } from '../specified/hold.ts';
import { project, startNotes, type TimeFaults } from './service.ts';

async function tryTimes(faults: TimeFaults): Promise<Verified> {
  const service = await startNotes(faults);
  try {
    return await hold({ ...tasks, project }, service.baseUrl);
  } finally {
    await service.close();
  }
}

describe('a service that writes createdAt and updatedAt itself', () => {
  it('is spared', { timeout: 60_000 }, async () => {
    const { findings, laws } = await tryTimes({});
    expect(findings.map(({ message, actual }) => `${message}: ${actual}`)).toEqual([]);
    expect(laws.filter(({ result }) => result !== 'held').map(({ name }) => name)).toEqual([]);
  });

  it.each<readonly [what: string, faults: TimeFaults, codes: readonly string[]]>([
    [
      'reading changes createdAt',
      { read: (note, now) => ({ ...note, createdAt: now }) },
      ['changed-by-reading', 'list-differs', 'answer-differs'],
    ],
    [
      'the list shows another createdAt',
      { element: (note) => ({ ...note, createdAt: '2020-01-01T00:00:00.000Z' }) },
      ['list-differs'],
    ],
    [
      'the list shows the time of the request',
      { element: (note, now) => ({ ...note, updatedAt: now }) },
      ['list-differs', 'changed-by-reading'],
    ],
  ])('is found if %s', { timeout: 60_000 }, async (_what, faults, codes) => {
    const { findings } = await tryTimes(faults);
    const found = findings.map(({ code }) => code);
    expect(
      found.filter((code) => codes.includes(code)),
      found.join(),
    ).not.toEqual([]);
  });
});
