// What a broker is told of a pact, by what came of its interactions.

import { describe, expect, it } from 'vitest';
import type { BrokerPact } from '../../../../src/verify/pacts/broker/read-pact.ts';
import { resultsOf, verdictOf } from '../../../../src/verify/pacts/broker/results.ts';
import type { PactResult } from '../../../../src/verify/report.ts';

function resultAt(
  index: number,
  result: PactResult['result'],
  told: readonly string[] = [],
): PactResult {
  return {
    file: 'http://b/p',
    consumer: 'web',
    description: `interaction ${index}`,
    providerStates: [],
    elapsedMs: 1,
    result,
    mismatches: told,
    origin: {
      consumerVersion: '1',
      number: 0,
      index,
      interactionId: index === 1 ? null : `id-${index}`,
    },
  };
}

function pactWith(interactions: number): BrokerPact {
  const fetched = {
    url: 'http://b/p',
    provider: 'users',
    consumerVersion: '1',
    document: {},
    isPending: false,
    notices: [],
    resultsUrl: null,
  };
  return { fetched, number: 0, consumer: 'web', pacts: [], interactions };
}

describe('verdictOf', () => {
  const passed = (index: number): PactResult => resultAt(index, 'passed');

  it('passes a pact only if each of its interactions passed', () => {
    expect(verdictOf(pactWith(2), [passed(0), passed(1)])).toEqual({ kind: 'passed' });
  });

  it('fails a pact if one interaction failed, pending or not', () => {
    expect(verdictOf(pactWith(3), [passed(0), resultAt(1, 'failed')])).toEqual({ kind: 'failed' });
    expect(verdictOf(pactWith(2), [passed(0), resultAt(1, 'pending')])).toEqual({ kind: 'failed' });
    expect(verdictOf(pactWith(2), [resultAt(0, 'failed'), resultAt(1, 'not-verified')])).toEqual({
      kind: 'failed',
    });
  });

  it.each([
    ['one was left out', pactWith(2), [passed(0)], '1 of 2 interactions were verified'],
    [
      'one was verified twice, and the other never',
      pactWith(2),
      [passed(0), passed(0)],
      '1 of 2 interactions were verified',
    ],
    ['nothing was verified', pactWith(2), [], '0 of 2 interactions were verified'],
    [
      'one could not be set up',
      pactWith(2),
      [passed(0), resultAt(1, 'not-verified', ['no time was left'])],
      '1 of 2 interactions were verified; interaction 1: no time was left',
    ],
    ['it is empty', pactWith(0), [], '0 of 0 interactions were verified'],
  ] as const)('reports neither if %s', (_, pact, results, why) => {
    expect(verdictOf(pact, results)).toEqual({ kind: 'withheld', why });
  });
});

describe('resultsOf', () => {
  const publisher = { providerVersion: '2.0.0', buildUrl: null, version: '0.1.0' };

  it('names each interaction by its id in the broker', () => {
    expect(resultsOf({ kind: 'passed' }, [resultAt(0, 'passed')], publisher)).toEqual({
      success: true,
      providerApplicationVersion: '2.0.0',
      verifiedBy: { implementation: 'Standin', version: '0.1.0' },
      testResults: [
        { interactionId: 'id-0', interactionDescription: 'interaction 0', success: true },
      ],
    });
  });

  it('reports mismatches and failed set-ups, neither as success', () => {
    const results = [
      resultAt(0, 'passed'),
      resultAt(1, 'failed', ['a', 'b']),
      resultAt(2, 'not-verified', ['c']),
      resultAt(3, 'pending', ['d']),
    ];
    expect(
      resultsOf({ kind: 'failed' }, results, { ...publisher, buildUrl: 'https://ci/1' }),
    ).toMatchObject({
      success: false,
      buildUrl: 'https://ci/1',
      testResults: [
        { interactionId: 'id-0', success: true },
        {
          interactionDescription: 'interaction 1',
          success: false,
          mismatches: [{ description: 'a' }, { description: 'b' }],
        },
        { interactionId: 'id-2', success: false, exceptions: [{ message: 'c' }] },
        { interactionId: 'id-3', success: false, mismatches: [{ description: 'd' }] },
      ],
    });
  });
});
