// Reads a pact from a broker and gives each contract its interactions, as a provider may have several.

import { assignPact, type Pact, type PactContext } from '../read-pact-files.ts';
import type { FetchedPact } from './fetch-pacts.ts';

export interface BrokerPact {
  readonly fetched: FetchedPact;
  /** Its index among the fetched pacts. */
  readonly number: number;
  readonly consumer: string;
  /** One for each contract, also with the interactions that cannot be verified. */
  readonly pacts: readonly Pact[];
  /** Number of interactions, including those that cannot be verified. */
  readonly interactions: number;
}

/** Reads a pact; the contracts are those of its provider. */
export function readBrokerPact(
  fetched: FetchedPact,
  number: number,
  context: PactContext,
): BrokerPact {
  const { isPending, consumerVersion } = fetched;
  const withPending = <T extends { readonly isPending: boolean }>(one: T): T =>
    isPending ? { ...one, isPending } : one;
  const pacts = assignPact(fetched.url, fetched.document, context).map((pact): Pact => {
    const interactions = pact.interactions.map(withPending);
    const unverifiable = pact.unverifiable.map(withPending);
    return { ...pact, interactions, unverifiable, origin: { number, consumerVersion } };
  });
  const count = pacts.map((one) => one.interactions.length + one.unverifiable.length);
  return {
    fetched,
    number,
    consumer: pacts[0]?.consumer ?? 'a consumer',
    pacts,
    interactions: count.reduce((sum, one) => sum + one, 0),
  };
}
