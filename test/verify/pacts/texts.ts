// Pacts made by hand, small and changed in one place.

import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { PactText } from '../../../src/verify/pacts/read-pact-files.ts';

/** An interaction of version 4: a request for the users, with something changed in it. */
export function interactionOf(change: JsonObject = {}): JsonObject {
  return {
    type: 'Synchronous/HTTP',
    description: 'a request for the users',
    request: { method: 'GET', path: '/users' },
    response: { status: 200 },
    ...change,
  };
}

/** A creation of one and the same user each time, as a pact without injected values asks for it. */
export function fixedCreation(name: string, email: string): JsonObject {
  const body = { content: { name, email }, contentType: 'application/json', encoded: false };
  return interactionOf({
    description: 'a creation of the same user',
    request: {
      method: 'POST',
      path: '/users',
      headers: { 'Content-Type': ['application/json'] },
      body,
    },
    response: anySuccess,
  });
}

/** A response that is any success. */
export const anySuccess: JsonObject = {
  status: 200,
  matchingRules: {
    status: { $: { combine: 'AND', matchers: [{ match: 'statusCode', status: 'success' }] } },
  },
};

/** A request whose path has the id of the user that a state makes. */
export function requestOfOne(method: string): JsonObject {
  return {
    method,
    path: '/users/1',
    generators: { path: { type: 'ProviderState', expression: `/users/\${id}` } },
  };
}

/** A pact with some interactions. */
export function pactOf(interactions: readonly Json[], change: JsonObject = {}): PactText {
  const document = {
    consumer: { name: 'web' },
    provider: { name: 'users' },
    interactions,
    metadata: { pactSpecification: { version: '4.0' } },
    ...change,
  };
  return { file: 'pacts/web.json', text: JSON.stringify(document) };
}
