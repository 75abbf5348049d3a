// The names of consumers, with the version if a broker has several, and of interactions.

import type { PactResult } from '../report.ts';

/** Returns the name of a consumer, with its version if the pact is from a broker: `web 1.4.0`. */
export function consumerOf({ consumer, origin }: Named): string {
  const version = origin?.consumerVersion ?? null;
  return version === null ? consumer : `${consumer} ${version}`;
}

/** Returns the `law` of a finding about an interaction: `pact: web: a request for the users`. */
export function lawOfPact(named: Named, description: string): string {
  return `pact: ${consumerOf(named)}: ${description}`;
}

/** Returns what a consumer relies on, as a heading: `the pact of web: a request for the users`. */
export function promiseOf(named: Named, description: string): string {
  return `the pact of ${consumerOf(named)}: ${description}`;
}

interface Named extends Pick<PactResult, 'consumer'> {
  readonly origin?: { readonly consumerVersion: string | null };
}
