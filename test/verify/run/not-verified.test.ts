// What a gap costs: nothing that is there and was not verified ends as if it were.

import { describe, expect, it } from 'vitest';
import type { NotVerified, PactResult } from '../../../src/verify/report.ts';
import { pactsNotVerified, verdictWithout } from '../../../src/verify/run/not-verified.ts';
import type { Required } from '../../../src/verify/run/required.ts';

const gap = (
  costs: NotVerified['costs'],
  about: NotVerified['about'] = 'pacts',
): readonly NotVerified[] => [
  { what: '2 pact interactions', why: 'they are messages', remedy: 'Do it.', about, costs },
];

describe('verdictWithout', () => {
  it.each<[NotVerified['costs'], NotVerified['about'], Required, string | undefined]>([
    ['nothing', 'pacts', 'all', undefined],
    ['nothing', 'pacts', 'pacts', undefined],
    ['partly', 'pacts', null, 'partly'],
    ['partly', 'pacts', 0.8, 'partly'],
    ['partly', 'pacts', 'pacts', 'unjudged'],
    ['partly', 'pacts', 'all', 'unjudged'],
    ['partly', 'source', 'pacts', 'partly'],
    ['partly', 'source', 'all', 'unjudged'],
    ['verdict', 'pacts', null, 'unjudged'],
    ['verdict', 'source', 0.5, 'unjudged'],
  ])('%s of %s with --require %s: %s', (costs, about, required, verdict) => {
    expect(verdictWithout(gap(costs, about), required)?.verdict).toBe(verdict);
  });

  it('says why it could not be judged, and what to do', () => {
    expect(verdictWithout(gap('verdict'), null)).toEqual({
      verdict: 'unjudged',
      reason: 'Not verified: 2 pact interactions: they are messages.',
      remedy: 'Do it.',
    });
    expect(verdictWithout([], 'all')).toBeNull();
  });
});

describe('pactsNotVerified', () => {
  const result = (
    file: string,
    description: string,
    change: Partial<PactResult> = {},
  ): PactResult => ({
    file,
    consumer: 'web',
    description,
    providerStates: [],
    result: 'passed',
    elapsedMs: 1,
    mismatches: [],
    ...change,
  });
  const missing = (
    file: string,
    description: string,
    why: string,
    change: Partial<PactResult> = {},
  ) =>
    result(file, description, {
      result: 'not-verified',
      mismatches: [why],
      remedy: 'Do.',
      ...change,
    });
  const NONE: ReadonlySet<string> = new Set();

  it('is nothing if all were verified, also with a mismatch, or are pending', () => {
    const failed = result('a', 'x', { result: 'failed', mismatches: ['no'] });
    expect(pactsNotVerified([failed, result('a', 'y')], NONE)).toEqual([]);
    const pending = missing('b', 'z', 'it is a message', { isPending: true });
    expect(pactsNotVerified([pending], NONE)).toEqual([]);
    expect(pactsNotVerified([], NONE)).toEqual([]);
  });

  it('names single interactions by their reason', () => {
    const results = [
      result('a', 'x'),
      missing('a', 'y', 'it is a message'),
      missing('a', 'z', 'it is a message'),
      missing('a', 'q', 'no contract has GET /q'),
    ];
    expect(pactsNotVerified(results, NONE)).toEqual([
      {
        what: '3 of 4 pact interactions',
        why: 'web: y, web: z: it is a message; web: q: no contract has GET /q',
        remedy: 'Do.',
        about: 'pacts',
        costs: 'partly',
      },
    ]);
  });

  it.each<[string, readonly PactResult[], ReadonlySet<string>, string, string]>([
    [
      'a file of which none was verified',
      [result('a', 'x'), missing('b', 'y', 'one'), missing('b', 'z', 'two')],
      NONE,
      'verdict',
      'none of b: one (and 1 other reason)',
    ],
    [
      'such a file of which other contracts have interactions, too',
      [result('a', 'x'), missing('b', 'y', 'one')],
      new Set(['b']),
      'partly',
      'web: y: one',
    ],
    [
      'a process of Pact that ended, though others were verified before',
      [result('a', 'x'), missing('a', 'y', 'its process ended', { failed: 'pact' })],
      NONE,
      'verdict',
      'its process ended',
    ],
  ])('%s', (_, results, partsOf, costs, why) => {
    expect(pactsNotVerified(results, partsOf)).toMatchObject([{ costs, why }]);
  });
});
