// A pact of a broker after a run, and how it is named.

import { printable } from '../../base/printable.ts';
import type { BrokerPact } from '../../verify/pacts/broker/read-pact.ts';
import type { PublishedVerdict } from '../../verify/pacts/broker/results.ts';
import { consumerOf } from '../../verify/pacts/names.ts';
import type { PactResult } from '../../verify/report.ts';

/** A pact and what came of it. */
export interface Judged {
  readonly pact: BrokerPact;
  readonly results: readonly PactResult[];
  readonly verdict: PublishedVerdict;
}

/** Names a pact: `the pact of web 1.4.0`. */
export function nameOf({ consumer, fetched }: BrokerPact): string {
  return consumer === null
    ? 'a pact'
    : `the pact of ${printable(consumerOf({ consumer, origin: fetched }))}`;
}
