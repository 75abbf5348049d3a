// The results that a broker receives for a pact. What was not verified never counts as passed.

import type { JsonObject } from '../../../base/json.ts';
import type { PactResult } from '../../report.ts';
import type { BrokerPact } from './read-pact.ts';

export interface Publisher {
  /** The version of the provider that was verified. */
  readonly providerVersion: string;
  readonly buildUrl: string | null;
  /** The version of Standin. */
  readonly version: string;
}

/** `withheld`: nothing failed, but some interactions were not verified, so nothing is published. */
export type PublishedVerdict =
  | { readonly kind: 'passed' | 'failed' }
  | { readonly kind: 'withheld'; readonly why: string };

/** Returns the verdict of a pact from the results of its own interactions. */
export function verdictOf(pact: BrokerPact, results: readonly PactResult[]): PublishedVerdict {
  const count = (kind: PactResult['result']): number =>
    results.filter(({ result }) => result === kind).length;
  if (count('failed') + count('pending') > 0) return { kind: 'failed' };
  if (pact.interactions > 0 && passedOf(results).size === pact.interactions)
    return { kind: 'passed' };
  return { kind: 'withheld', why: whyWithheld(pact, results) };
}

function passedOf(results: readonly PactResult[]): ReadonlySet<number> {
  return new Set(
    results.flatMap(({ result, origin }) =>
      result === 'passed' && origin !== undefined ? [origin.index] : [],
    ),
  );
}

function whyWithheld({ interactions }: BrokerPact, results: readonly PactResult[]): string {
  const first = results.find(({ result }) => result === 'not-verified');
  const why = first === undefined ? '' : `; ${first.description}: ${first.mismatches[0] ?? ''}`;
  return `${passedOf(results).size} of ${interactions} interactions were verified${why}`;
}

/** Returns the results to post for a pact. `results` are those of its own interactions. */
export function resultsOf(
  { kind }: { readonly kind: 'passed' | 'failed' },
  results: readonly PactResult[],
  { providerVersion, buildUrl, version }: Publisher,
): JsonObject {
  return {
    success: kind === 'passed',
    providerApplicationVersion: providerVersion,
    ...(buildUrl === null ? {} : { buildUrl }),
    testResults: results.map(testResultOf),
    verifiedBy: { implementation: 'Standin', version },
  };
}

function testResultOf({ description, result, mismatches, origin }: PactResult): JsonObject {
  return {
    ...(origin === undefined || origin.interactionId === null
      ? {}
      : { interactionId: origin.interactionId }),
    interactionDescription: description,
    success: result === 'passed',
    ...(result === 'failed' || result === 'pending'
      ? { mismatches: mismatches.map((description) => ({ description })) }
      : {}),
    ...(result === 'not-verified'
      ? { exceptions: mismatches.map((message) => ({ message })) }
      : {}),
  };
}
