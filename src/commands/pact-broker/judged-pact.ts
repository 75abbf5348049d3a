// A verified pact of a broker, and its name.

import { printable } from '../../base/printable.ts';
import type { BrokerPact } from '../../verify/pacts/broker/read-pact.ts';
import type { PublishedVerdict } from '../../verify/pacts/broker/results.ts';
import { consumerOf } from '../../verify/pacts/names.ts';
import type { PactResult } from '../../verify/report.ts';

export interface Judged {
  readonly pact: BrokerPact;
  readonly results: readonly PactResult[];
  readonly verdict: PublishedVerdict;
}

/** Returns the name of a pact: `the pact of web 1.4.0`. */
export function nameOf({ consumer, fetched }: BrokerPact): string {
  return consumer === null
    ? 'a pact'
    : `the pact of ${printable(consumerOf({ consumer, origin: fetched }))}`;
}
