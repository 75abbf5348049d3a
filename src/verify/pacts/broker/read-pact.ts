// Reads a pact from a broker and assigns its interactions to contracts, as a provider may have
// several. Faulty interactions do not prevent the rest from being verified.

import type { Fault } from '../../../base/errors.ts';
import type { Json } from '../../../base/json.ts';
import type { Contract } from '../../../contract/contract.ts';
import { createRouter } from '../../../contract/route.ts';
import type { Schemas } from '../../../schema/schema.ts';
import { memberAt, textAt } from '../members.ts';
import { checkInteraction, type PactInteraction } from '../read-interaction.ts';
import { type Pact, readFrame, repeatedIn } from '../read-pact-files.ts';
import type { FetchedPact } from './fetch-pacts.ts';

export interface BrokerPact {
  readonly fetched: FetchedPact;
  /** Its index among the fetched pacts. */
  readonly number: number;
  /** `null` if it cannot be read. */
  readonly consumer: string | null;
  /** One for each contract, with the interactions that can be verified. */
  readonly pacts: readonly Pact[];
  /** Number of interactions, including those that cannot be verified. */
  readonly interactions: number;
  /** Faults that prevent interactions from being verified. */
  readonly faults: readonly Fault[];
}

/** Reads a pact; `contracts` are those of its provider. */
export function readBrokerPact(
  fetched: FetchedPact,
  number: number,
  contracts: readonly Contract[],
  schemas: Schemas,
): BrokerPact {
  const faults: Fault[] = [];
  const file = fetched.url;
  const note = (at: string, message: string, remedy: string): null => {
    faults.push({ file, at, message, remedy });
    return null;
  };
  const frame = readFrame(fetched.document, note);
  if (frame === null)
    return { fetched, number, consumer: null, pacts: [], interactions: 0, faults };
  const found = new Map<Contract, PactInteraction[]>();
  for (const [index, one] of frame.interactions.entries()) {
    const contract = contractOf(one, contracts);
    if (contract === null) {
      const paths = contracts.map(({ path }) => path).join(', ');
      note(
        `/interactions/${index}/request/path`,
        'no contract has this path',
        `The contracts have ${paths}.`,
      );
      continue;
    }
    const { interaction, flaws } = checkInteraction(one, index, {
      contract,
      schemas,
      typing: frame.typing,
    });
    for (const flaw of flaws) faults.push({ file, ...flaw });
    if (interaction === null) continue;
    const isPending = fetched.isPending || interaction.isPending;
    found.set(contract, [...(found.get(contract) ?? []), { ...interaction, isPending }]);
  }
  const { consumer, document } = frame;
  const origin = { number, consumerVersion: fetched.consumerVersion };
  const pacts = [...found].map(([{ resource: provider }, interactions]) => {
    return { file, consumer, provider, document, interactions, origin };
  });
  faults.push(...repeatedIn(pacts));
  return { fetched, number, consumer, pacts, interactions: frame.interactions.length, faults };
}

/** The contract with the path of a request. A single contract is always taken. */
function contractOf(interaction: Json, contracts: readonly Contract[]): Contract | null {
  const [only, ...others] = contracts;
  if (only !== undefined && others.length === 0) return only;
  const path = textAt(memberAt(interaction, 'request'), 'path');
  const route = path === undefined ? null : createRouter(contracts, '').find(path);
  return route === null || route.kind === 'root' ? null : route.contract;
}
