// How an interaction of a pact is named wherever it is told: a broker may have several versions of
// one consumer.

import type { PactResult } from '../report.ts';

/**
 * Gives the name of a consumer, with its version where the pact came from a broker: `web 1.4.0`.
 */
export function consumerOf({ consumer, origin }: Named): string {
  const version = origin?.consumerVersion ?? null;
  return version === null ? consumer : `${consumer} ${version}`;
}

/** Gives the law that a finding of an interaction is of: `pact: web: a request for the users`. */
export function lawOfPact(named: Named, description: string): string {
  return `pact: ${consumerOf(named)}: ${description}`;
}

interface Named extends Pick<PactResult, 'consumer'> {
  readonly origin?: { readonly consumerVersion: string | null };
}
