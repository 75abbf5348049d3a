// What a run did not try, and what counts.

import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../src/contract/contract.ts';
import { loadContracts } from '../../../src/project/load/project.ts';
import { isCounted, notesOnInapplicable, untriedOf } from '../../../src/verify/laws/untried.ts';
import type { LawResult } from '../../../src/verify/report.ts';
import { inapplicable } from '../../../src/verify/scenario/inapplicable.ts';

const [contract] = (await loadContracts('contracts')).contracts as [Contract];

function result(name: string, why: string | null): LawResult {
  return {
    name,
    operation: 'read',
    clause: '',
    meaning: '',
    result: why === null ? 'held' : 'not-exercised',
    why,
    brokenBy: [],
    elapsedMs: 0,
  };
}

const operations = ['list', 'create', 'replace', 'remove'] as const;
const held = operations.map((operation) => ({ ...result(operation, null), operation }));

describe('a law that cannot apply to a service', () => {
  it.each(Object.values(inapplicable))('does not count: %s', (why) => {
    const results = [...held, result('a', null), result('b', why)];
    expect(results.filter(isCounted)).toEqual([...held, result('a', null)]);
    expect(untriedOf({ contract, results, only: null })).toEqual([]);
    expect(notesOnInapplicable(results)).toEqual([`does not apply: b, for ${why}`]);
  });

  it('counts if it was asked for by name', () => {
    const results = [result('b', inapplicable.noPrefixIds)];
    const untried = untriedOf({ contract, results, only: ['b'] });
    expect(untried[0]).toEqual({ why: inapplicable.noPrefixIds, laws: ['b'] });
  });
});

describe('a law that could apply', () => {
  it('counts, whatever the run lacked', () => {
    const results = [...held, result('a', 'no time was left'), result('b', null)];
    expect(results.filter(isCounted)).toEqual(results);
    expect(untriedOf({ contract, results, only: null })).toEqual([
      { why: 'no time was left', laws: ['a'] },
    ]);
    expect(notesOnInapplicable(results)).toEqual([]);
  });
});
