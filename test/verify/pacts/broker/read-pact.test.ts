// Pacts as a broker gives them: what can be verified of them, on which contract, and that nothing
// that stands there does harm.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/base/json.ts';
import { detailsIn, noticesIn } from '../../../../src/verify/pacts/broker/broker-errors.ts';
import type { FetchedPact } from '../../../../src/verify/pacts/broker/fetch-pacts.ts';
import { embeddedIn, linksOf } from '../../../../src/verify/pacts/broker/hal.ts';
import { type BrokerPact, readBrokerPact } from '../../../../src/verify/pacts/broker/read-pact.ts';
import { usersContract, usersProject } from '../../../support/users.ts';
import { interactionOf, pactOf } from '../texts.ts';

const { schemas } = usersProject;
const carts = { ...usersContract, resource: 'carts', path: '/carts' };

function read(
  document: JsonObject,
  change: Partial<FetchedPact> = {},
  contracts = [usersContract],
): BrokerPact {
  const fetched: FetchedPact = {
    url: 'http://b/p',
    provider: 'shop',
    consumerVersion: '1',
    document,
    isPending: false,
    notices: [],
    resultsUrl: null,
    ...change,
  };
  return readBrokerPact(fetched, 3, { contracts, schemas, handler: null });
}

function documentOf(interactions: readonly Json[], change: JsonObject = {}): JsonObject {
  return JSON.parse(pactOf(interactions, change).text) as JsonObject;
}

const CARTS = interactionOf({
  description: 'a request for the carts',
  request: { method: 'GET', path: '/carts' },
});

/** What cannot be verified: the index of each interaction, and why. */
function unverifiableIn({ pacts }: BrokerPact): readonly (readonly [number, string])[] {
  return pacts.flatMap((one) => one.unverifiable.map(({ index, why }) => [index, why] as const));
}

describe('readBrokerPact', () => {
  it('assigns the interactions to contracts by path, each with its index in the pact', () => {
    const stray = interactionOf({ description: 'x', request: { method: 'GET', path: '/other' } });
    const pact = read(
      documentOf([CARTS, stray, interactionOf()], { provider: { name: 'shop' } }),
      {},
      [usersContract, carts],
    );
    const shared = pact.pacts.map(({ provider, interactions, origin }) => [
      provider,
      interactions.map(({ index }) => index),
      origin?.number,
    ]);
    expect(shared).toEqual([
      ['carts', [0], 3],
      ['users', [2], 3],
    ]);
    expect(pact).toMatchObject({ interactions: 3, consumer: 'web' });
    expect(unverifiableIn(pact)).toEqual([[1, 'no contract has GET /other']]);
  });

  it('keeps the valid interactions, and reports the faults of the others', () => {
    const broken = interactionOf({ description: 'y', providerStates: [{ name: 'it is Monday' }] });
    const pact = read(documentOf([interactionOf(), broken, 7]));
    expect(pact.pacts.map(({ interactions }) => interactions.length)).toEqual([1]);
    expect(unverifiableIn(pact)).toEqual([
      [1, 'unknown provider state "it is Monday"'],
      [2, 'it is not an object'],
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['nothing', {}, 'it is no pact'],
    ['no interactions', documentOf([]), 'it has no interactions'],
    [
      'a newer version',
      documentOf([interactionOf()], { metadata: { pactSpecification: { version: '5.0' } } }),
      'version 5.0 of the Pact specification is not supported',
    ],
  ])('reads none of %s, and says why', (_, document, why) => {
    const pact = read(document);
    expect(pact.pacts.flatMap(({ interactions }) => interactions)).toEqual([]);
    expect(unverifiableIn(pact)).toEqual([[0, why]]);
    expect(pact.interactions).toBe(1);
  });

  it('makes each interaction of a pending pact pending', () => {
    expect(
      read(documentOf([interactionOf()]), { isPending: true }).pacts[0]?.interactions,
    ).toMatchObject([{ isPending: true }]);
  });

  it('accepts any JSON without throwing', () => {
    const anything = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
    const likePact = fc.record(
      {
        consumer: anything,
        provider: anything,
        interactions: anything,
        metadata: fc.constant({ pactSpecification: { version: '4.0' } }),
      },
      { requiredKeys: [] },
    );
    const interaction = fc.record({
      type: fc.constant('Synchronous/HTTP'),
      description: anything,
      request: anything,
      response: anything,
      providerStates: anything,
    });
    const near = fc
      .array(interaction)
      .map((interactions) => documentOf(interactions as readonly Json[]));
    fc.assert(
      fc.property(fc.oneof(likePact, near), (document) => {
        const pact = read(JSON.parse(JSON.stringify(document)) as JsonObject, {}, [
          usersContract,
          carts,
        ]);
        const sound = pact.pacts.flatMap(({ interactions }) => interactions).length;
        // Nothing goes lost: each interaction is sound, or has a reason.
        const reasons = unverifiableIn(pact).filter(([, why]) => why !== '').length;
        return pact.interactions > 0 && sound + reasons === pact.interactions;
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(anything, (value) => {
        const resource: JsonObject = {
          _links: value,
          _embedded: value,
          errors: value,
          notices: value,
        };
        linksOf(resource, 'self');
        embeddedIn({ _embedded: { pacts: value } }, 'pacts');
        noticesIn(resource);
        return [resource, { error: value }, { detail: value, title: value }].every((one) =>
          detailsIn(one).every((told) => typeof told === 'string'),
        );
      }),
      { numRuns: 300 },
    );
  });
});
