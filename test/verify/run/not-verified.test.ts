// What a gap costs: nothing that is there and was not verified ends as if it were.

import { describe, expect, it } from 'vitest';
import type { NotVerified } from '../../../src/verify/report.ts';
import { verdictWithout } from '../../../src/verify/run/not-verified.ts';
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
