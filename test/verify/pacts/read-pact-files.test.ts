// Pacts as tools write them, of all versions: what is read, and what is kept with its reason. No
// pact stops a run.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { type Pact, type PactText, readPacts } from '../../../src/verify/pacts/read-pact-files.ts';
import { usersContract, usersProject } from '../../support/users.ts';
import { interactionOf, pactOf, requestOfOne } from './texts.ts';

const context = { contracts: [usersContract], schemas: usersProject.schemas, handler: null };
const read = (files: readonly PactText[]): readonly Pact[] => readPacts(files, context);

/** What cannot be verified: `description: why`, and what to do. */
function unverifiableIn(pacts: readonly Pact[]): readonly (readonly [string, string])[] {
  return pacts.flatMap(({ unverifiable }) =>
    unverifiable.map(({ description, why, remedy }) => [`${description}: ${why}`, remedy] as const),
  );
}

const soundIn = (pacts: readonly Pact[]): readonly string[] =>
  pacts.flatMap(({ interactions }) => interactions.map(({ kind }) => kind));

const file = (text: string): PactText => ({ file: 'pacts/web.json', text });
const one = (change: Parameters<typeof interactionOf>[0]): PactText =>
  pactOf([interactionOf(change)]);
const given = (name: string, params?: Json): { providerStates: readonly Json[] } => ({
  providerStates: [params === undefined ? { name } : { name, params }],
});
const MEMBERS = 'id, name, email, isPremium, skills, address';
const REWRITE = 'Generate the pact again with the tests of the consumer.';
const HANDLE = 'Set it up with --state-handler.';
const LIST = 'a request for the users';

const unread: readonly [what: string, file: PactText, why: string, remedy: string][] = [
  [
    'an empty file',
    file(' \n'),
    'the file is empty',
    'Generate the pact again with the tests of the consumer, or remove it.',
  ],
  [
    'no JSON',
    file('{"consumer": }'),
    'it is not JSON: expected a JSON value at /consumer, found "}" (line 1, column 14)',
    REWRITE,
  ],
  ['an array', file('[]'), 'it is no pact', 'Move the file elsewhere.'],
  ['other JSON', file('{"name":"x"}'), 'it is no pact', 'Move the file elsewhere.'],
  [
    'no interactions',
    pactOf([]),
    'it has no interactions',
    'Remove the file, or find out why the tests of the consumer recorded none.',
  ],
  [
    'interactions that are no list',
    pactOf([], { interactions: 'none' }),
    'it has no interactions',
    'Remove the file, or find out why the tests of the consumer recorded none.',
  ],
  [
    'a version of tomorrow',
    pactOf([interactionOf()], { metadata: { pactSpecification: { version: '5.0' } } }),
    'version 5.0 of the Pact specification is not supported',
    'Use version 1 to 4.',
  ],
];

const unverifiable: readonly [what: string, file: PactText, why: string, remedy: string][] = [
  [
    'a message',
    one({ type: 'Asynchronous/Messages' }),
    'it is a message, not HTTP',
    'Verify messages with the tools of Pact, in the tests of the service.',
  ],
  [
    'a message with its answer',
    one({ type: 'Synchronous/Messages' }),
    'it is a message, not HTTP',
    'Verify messages with the tools of Pact, in the tests of the service.',
  ],
  [
    'a plugin',
    one({ pluginConfiguration: { grpc: {} } }),
    'it needs the plugin grpc',
    'Verify it with the tools of Pact: Standin runs no plugins.',
  ],
  [
    'another type',
    one({ type: 'Synchronous/Telex' }),
    'its type "Synchronous/Telex" is not HTTP',
    'Standin verifies interactions of the type Synchronous/HTTP.',
  ],
  ['no request', one({ request: null }), 'it has no request', REWRITE],
  [
    'an invalid method',
    one({ request: { method: 12, path: '/users' } }),
    'its request has no method',
    REWRITE,
  ],
  ['no path', one({ request: { method: 'GET' } }), 'its request has no path', REWRITE],
  [
    'an unknown path',
    one({ request: { method: 'GET', path: '/health' } }),
    'no contract has GET /health',
    'The contracts have /users.',
  ],
  [
    'an unknown method',
    one({ request: { method: 'POST', path: '/users/7' } }),
    'no contract has POST /users/7',
    'There are GET /users, POST /users, GET /users/<id>, PUT /users/<id>, PATCH /users/<id>, DELETE /users/<id>.',
  ],
  [
    'a write to an id without a state',
    one({ request: { method: 'DELETE', path: '/users/1' } }),
    'DELETE /users/1 would write to an item that the run did not make',
    'Give it a provider state: "a user exists", or one of your --state-handler.',
  ],
  ['an invalid status', one({ response: { status: 'OK' } }), '"OK" is not a status', REWRITE],
  [
    'a provider state that is nearly one',
    one(given('a user exist')),
    'unknown provider state "a user exist"',
    `${HANDLE} Did you mean a user exists?`,
  ],
  [
    'an unknown provider state',
    one(given('the database is empty')),
    'unknown provider state "the database is empty"',
    `${HANDLE} Standin itself sets up: a user exists, a user can be created.`,
  ],
  [
    'a parameter that is nearly one',
    one(given('a user exists', { nmae: 'Ada' })),
    '"a user exists" has no parameter nmae',
    `${HANDLE} Did you mean name?`,
  ],
  [
    'an unknown parameter',
    one(given('a user exists', { role: 'admin' })),
    '"a user exists" has no parameter role',
    `${HANDLE} Its parameters are ${MEMBERS}.`,
  ],
  [
    'a value that no state gives',
    one({
      ...given('a user exists'),
      request: { ...requestOfOne('GET'), generators: { path: expression(`/users/\${userId}`) } },
    }),
    `no provider state injects \${userId}`,
    `${HANDLE} They inject ${MEMBERS}, replacement.`,
  ],
  [
    'a value without a state',
    one({ request: requestOfOne('GET') }),
    `no provider state injects \${id}`,
    `${HANDLE} The interaction has no provider state.`,
  ],
];

function expression(text: string): { type: string; expression: string } {
  return { type: 'ProviderState', expression: text };
}

describe('readPacts', () => {
  it.each(unread)('keeps %s as a file that was not verified', (_what, text, why, remedy) => {
    const pacts = read([text, pactOf([interactionOf()])]);
    expect(unverifiableIn(pacts)).toEqual([[`the whole file: ${why}`, remedy]]);
    const consumer = text.text.includes('"web"') ? 'web' : 'pacts/web.json';
    expect(pacts[0]).toMatchObject({ file: 'pacts/web.json', consumer });
    expect(soundIn(pacts)).toEqual(['list']);
  });

  it.each(unverifiable)(
    'keeps %s with its reason, and reads the rest',
    (_what, pact, why, remedy) => {
      const { interactions } = JSON.parse(pact.text) as { interactions: readonly Json[] };
      const pacts = read([pactOf([...interactions, interactionOf()])]);
      expect(unverifiableIn(pacts)).toEqual([[`${LIST}: ${why}`, remedy]]);
      expect(soundIn(pacts)).toEqual(['list']);
    },
  );

  it('keeps an interaction that is no object, and names one without a description', () => {
    const unnamed = interactionOf({ description: '', type: 'Asynchronous/Messages' });
    expect(unverifiableIn(read([pactOf([7, unnamed])])).map(([why]) => why)).toEqual([
      'interaction 1: it is not an object',
      'interaction 2: it is a message, not HTTP',
    ]);
  });

  it('keeps the messages of version 3, which have a file of their own', () => {
    const messages = [{ description: 'a mail', contents: { to: 'ada' } }];
    const metadata = { pactSpecification: { version: '3.0.0' } };
    const pacts = read([pactOf([], { messages, metadata, interactions: null })]);
    expect(unverifiableIn(pacts).map(([why]) => why)).toEqual([
      'a mail: it is a message, not HTTP',
    ]);
  });

  const plain = { description: 'x', request: { method: 'get', path: '/users' }, response: {} };
  it.each<[string, JsonObject, JsonObject, string]>([
    ['1', { 'pact-specification': { version: '1.0.0' } }, plain, '1.0.0'],
    ['1, by its oldest key', { pactSpecificationVersion: '1.1.0' }, plain, '1.0.0'],
    ['2', { pactSpecification: { version: '2.0.0' } }, plain, '2.0.0'],
    ['3', { pactSpecification: { version: '3.0.0' } }, plain, '3.0.0'],
    ['4', { pactSpecification: { version: '4.0' } }, { ...plain, type: 'Synchronous/HTTP' }, '4.0'],
    ['2, unnamed', {}, { ...plain, providerState: 'a user exists' }, '2.0.0'],
    ['3, unnamed', {}, { ...plain, ...given('a user exists') }, '3.0.0'],
    ['4, unnamed', {}, { ...plain, type: 'Synchronous/HTTP' }, '4.0'],
  ])('reads version %s', (_, metadata, interaction, version) => {
    const [pact] = read([pactOf([interaction], { metadata })]);
    expect(pact?.interactions).toHaveLength(1);
    expect(pact?.document).toMatchObject({ metadata: { pactSpecification: { version } } });
  });

  it.each(['providerState', 'provider_state'])('reads the state of old versions: %s', (key) => {
    const metadata = { pactSpecification: { version: '2.0.0' } };
    const [pact] = read([pactOf([{ ...plain, [key]: 'a user exists' }], { metadata })]);
    expect(pact?.interactions[0]?.states).toEqual([{ name: 'a user exists', params: {} }]);
  });

  it('takes names of states by the resource and by the title of the schema, with the id', () => {
    const titled = { ...usersContract, item: 'user', resource: 'team-members', path: '/users' };
    const states = ['a team member exists', 'The User exists', 'a user can be created'];
    const pacts = readPacts([pactOf(states.map((name) => interactionOf(given(name, { id: 1 }))))], {
      ...context,
      contracts: [titled],
    });
    expect(unverifiableIn(pacts)).toEqual([]);
    expect(soundIn(pacts)).toHaveLength(3);
  });

  it('allows a write to the id of an example if its state makes the item', () => {
    const change = { ...given('a user exists'), request: { method: 'DELETE', path: '/users/1' } };
    expect(soundIn(read([one(change)]))).toEqual(['remove']);
  });

  it('gives each contract its interactions, whatever the provider is called', () => {
    const carts = { ...usersContract, resource: 'carts', path: '/carts' };
    const cart = interactionOf({ request: { method: 'GET', path: '/carts' } });
    const stray = interactionOf({ request: { method: 'GET', path: '/other' } });
    const pacts = readPacts(
      [pactOf([cart, interactionOf(), stray], { provider: { name: 'shop' } })],
      {
        ...context,
        contracts: [usersContract, carts],
      },
    );
    const parts = pacts.map((pact) => [
      pact.provider,
      pact.interactions.map(({ index }) => index),
      pact.unverifiable.map(({ index }) => index),
      pact.holds,
    ]);
    expect(parts).toEqual([
      ['carts', [0], [], 'parts'],
      ['users', [1], [2], 'parts'],
    ]);
  });

  it('leaves every state to a handler that knows it, and takes none half', () => {
    const handler = { knows: (name: string) => name === 'it is Monday' };
    const states = (...names: readonly string[]): JsonObject =>
      interactionOf({ providerStates: names.map((name) => ({ name, params: { any: 1 } })) });
    const pacts = readPacts(
      [pactOf([states('it is Monday'), states('it is Monday', 'a user exists')])],
      { ...context, handler },
    );
    expect(pacts[0]?.interactions).toMatchObject([{ index: 0, setUpBy: 'handler' }]);
    expect(unverifiableIn(pacts)).toEqual([
      [
        `${LIST}: your handler has no provider state "a user exists"`,
        'Add it: your handler sets up all states of an interaction, or none.',
      ],
    ]);
  });

  it('reads consumers, operations and clauses', () => {
    const references = { specification: { clause: 'section 9' } };
    const [pact] = read([
      pactOf([
        interactionOf({ ...given('a user exists'), comments: { references }, pending: true }),
        interactionOf({
          ...given('a user exists', { isPremium: true }),
          request: requestOfOne('delete'),
        }),
      ]),
    ]);
    expect(pact).toMatchObject({ consumer: 'web', provider: 'users' });
    expect(pact?.interactions).toMatchObject([
      {
        kind: 'list',
        clause: 'section 9',
        isPending: true,
        states: [{ name: 'a user exists', params: {} }],
      },
      {
        kind: 'remove',
        clause: 'section 4, DELETE /users/{user_id}',
        isPending: false,
        states: [{ params: { isPremium: true } }],
      },
    ]);
  });
});
