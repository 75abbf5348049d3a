// What is refused of pacts before anything is sent, and in which words.

import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import type { Json } from '../../../src/base/json.ts';
import { type PactText, readPacts } from '../../../src/verify/pacts/read-pact-files.ts';
import { usersContract, usersProject } from '../../support/users.ts';
import { interactionOf, pactOf, requestOfOne } from './texts.ts';

const read = (files: readonly PactText[]): ReturnType<typeof readPacts> =>
  readPacts(files, [usersContract], usersProject.schemas);

function refusalOf(files: readonly PactText[]): StandinError {
  try {
    read(files);
  } catch (error) {
    if (error instanceof StandinError) return error;
    throw error;
  }
  throw new Error('the pacts were taken');
}

const file = (text: string): PactText => ({ file: 'pacts/web.json', text });
const one = (change: Parameters<typeof interactionOf>[0]): PactText =>
  pactOf([interactionOf(change)]);
const given = (name: string, params?: Json): { providerStates: readonly Json[] } => ({
  providerStates: [params === undefined ? { name } : { name, params }],
});
const MEMBERS = 'name, email, isPremium, skills, address';

const refused: readonly [
  what: string,
  file: PactText,
  at: string,
  message: string,
  remedy: string,
][] = [
  [
    'an empty file',
    file(' \n'),
    '',
    'the file is empty',
    'Generate it again with the tests of the consumer, or remove it.',
  ],
  [
    'no JSON',
    file('{"consumer": }'),
    ' at line 1, column 14',
    'expected a JSON value at /consumer, found "}"',
    'Generate it again with the tests of the consumer.',
  ],
  [
    'a key given twice',
    file('{"a":1,\n"a":2}'),
    ' at line 2, column 1',
    'the key /a is given twice',
    'Generate it again with the tests of the consumer.',
  ],
  [
    'an array',
    file('[]'),
    '',
    'the file does not hold a JSON object',
    'Remove it if it is not a pact.',
  ],
  [
    'a consumer without a name',
    pactOf([interactionOf()], { consumer: {} }),
    ' at /consumer/name',
    'the consumer has no name',
    'Give it a name.',
  ],
  [
    'another provider',
    pactOf([interactionOf()], { provider: { name: 'orders' } }),
    ' at /provider/name',
    'the provider is orders, which no contract describes',
    'Name one of users, or move the file elsewhere.',
  ],
  [
    'no provider',
    pactOf([interactionOf()], { provider: {} }),
    ' at /provider/name',
    'the provider has no name',
    'Name one of users, or move the file elsewhere.',
  ],
  [
    'no version of the specification',
    pactOf([interactionOf()], { metadata: {} }),
    ' at /metadata/pactSpecification/version',
    'the version of the Pact specification is missing',
    'Use version 4.0 (PactV4) or 3.0.',
  ],
  [
    'an old version of the specification',
    pactOf([interactionOf()], { metadata: { pactSpecification: { version: '2.0.0' } } }),
    ' at /metadata/pactSpecification/version',
    'version 2.0.0 is not supported',
    'Use version 4.0 (PactV4) or 3.0.',
  ],
  [
    'no interactions',
    pactOf([]),
    ' at /interactions',
    'there are no interactions',
    'Remove the file, or find out why the tests of the consumer recorded none.',
  ],
  [
    'interactions that are no list',
    pactOf([], { interactions: 'none' }),
    ' at /interactions',
    'there are no interactions',
    'Remove the file, or find out why the tests of the consumer recorded none.',
  ],
  [
    'an interaction that is no object',
    pactOf([7]),
    ' at /interactions/0',
    'the interaction is not an object',
    'Generate the pact again with the tests of the consumer.',
  ],
  [
    'a message',
    one({ type: 'Asynchronous/Messages' }),
    ' at /interactions/0/type',
    'the type "Asynchronous/Messages" is not HTTP',
    'Use the type Synchronous/HTTP.',
  ],
  [
    'an interaction without a type',
    pactOf([
      { description: 'x', request: { method: 'GET', path: '/users' }, response: { status: 200 } },
    ]),
    ' at /interactions/0/type',
    'the type is missing',
    'Use the type Synchronous/HTTP.',
  ],
  [
    'no description',
    one({ description: '' }),
    ' at /interactions/0/description',
    'the description is missing',
    'Generate the pact again with the tests of the consumer.',
  ],
  [
    'no request',
    one({ request: null }),
    ' at /interactions/0/request',
    'the request is missing',
    'Generate the pact again with the tests of the consumer.',
  ],
  [
    'an invalid method',
    one({ request: { method: 12, path: '/users' } }),
    ' at /interactions/0/request/method',
    'the method is missing',
    'Generate the pact again with the tests of the consumer.',
  ],
  [
    'no path',
    one({ request: { method: 'GET' } }),
    ' at /interactions/0/request/path',
    'the path is missing',
    'Generate the pact again with the tests of the consumer.',
  ],
  [
    'what the contract has no operation for',
    one({ request: { method: 'GET', path: '/health' } }),
    ' at /interactions/0/request',
    'the contract has no GET /health',
    'It has GET /users, POST /users, GET /users/<id>, PUT /users/<id>, PATCH /users/<id>, DELETE /users/<id>.',
  ],
  [
    'a write to the id of an example',
    one({ request: { method: 'DELETE', path: '/users/1' } }),
    ' at /interactions/0/request/path',
    'DELETE /users/1 would write to the id of an example, which someone else may own',
    `Inject the id: fromProviderState('/users/\${id}', '/users/1').`,
  ],
  [
    'no status',
    one({ response: {} }),
    ' at /interactions/0/response/status',
    'the status is missing',
    'Generate the pact again with the tests of the consumer.',
  ],
  [
    'an invalid status',
    one({ response: { status: 'OK' } }),
    ' at /interactions/0/response/status',
    '"OK" is not a status',
    'Generate the pact again with the tests of the consumer.',
  ],
  [
    'a provider state that is nearly one',
    one(given('a user exist')),
    ' at /interactions/0/providerStates/0/name',
    'unknown provider state "a user exist"',
    'Did you mean a user exists?',
  ],
  [
    'an unknown provider state',
    one(given('the database is empty')),
    ' at /interactions/0/providerStates/0/name',
    'unknown provider state "the database is empty"',
    'These can be set up: a user exists, a user can be created.',
  ],
  [
    'a parameter that is nearly one',
    one(given('a user exists', { nmae: 'Ada' })),
    ' at /interactions/0/providerStates/0/params/nmae',
    '"a user exists" has no parameter nmae',
    'Did you mean name?',
  ],
  [
    'an unknown parameter',
    one(given('a user exists', { role: 'admin' })),
    ' at /interactions/0/providerStates/0/params/role',
    '"a user exists" has no parameter role',
    `Its parameters are ${MEMBERS}.`,
  ],
  [
    'a value that no state gives',
    one({
      ...given('a user exists'),
      request: { ...requestOfOne('GET'), generators: { path: expression(`/users/\${userId}`) } },
    }),
    ' at /interactions/0/request/generators',
    `no provider state injects \${userId}`,
    `They inject id, ${MEMBERS}, replacement.`,
  ],
  [
    'a value without a state',
    one({ request: requestOfOne('GET') }),
    ' at /interactions/0/request/generators',
    `no provider state injects \${id}`,
    'The interaction has no provider state.',
  ],
];

function expression(text: string): { type: string; expression: string } {
  return { type: 'ProviderState', expression: text };
}

describe('readPacts', () => {
  it.each(refused)('rejects %s', (_what, text, at, message, remedy) => {
    const error = refusalOf([text]);
    expect(error.code).toBe('pact-invalid');
    expect(error.message).toBe(
      `one fault in the pacts\n  pacts/web.json${at}: ${message}\n    ${remedy}`,
    );
    expect(error.remedy).toBe('Correct the pacts and run again.');
  });

  it('rejects interactions that Pact cannot tell apart, also in two files of one consumer', () => {
    const twice = pactOf([
      interactionOf(given('a user exists')),
      interactionOf(),
      interactionOf(given('a user exists')),
    ]);
    expect(refusalOf([twice]).message).toBe(
      [
        'one fault in the pacts',
        '  pacts/web.json at /interactions/2/description: a request for the users occurs twice with the same provider states, first in pacts/web.json at /interactions/0',
        '    Change the description of one of them.',
      ].join('\n'),
    );
    const other = { ...pactOf([interactionOf()]), file: 'pacts/web-2.json' };
    expect(refusalOf([pactOf([interactionOf()]), other]).message).toContain(
      'pacts/web-2.json at /interactions/0/description',
    );
  });

  it('reports the faults of all files at once', () => {
    const { message } = refusalOf([
      pactOf([]),
      pactOf([interactionOf({ type: 'x', response: {} })]),
    ]);
    expect(message.split('\n')).toHaveLength(7);
    expect(message).toContain('3 faults in the pacts');
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
        operation: 'list',
        clause: 'section 9',
        isPending: true,
        states: [{ name: 'a user exists', params: {} }],
      },
      {
        operation: 'remove',
        clause: 'section 4, DELETE /users/{user_id}',
        isPending: false,
        states: [{ params: { isPremium: true } }],
      },
    ]);
  });

  it('accepts interactions without a type in version 3', () => {
    const interaction = {
      description: 'x',
      request: { method: 'GET', path: '/users' },
      response: { status: 200 },
    };
    const metadata = { pactSpecification: { version: '3.0.0' } };
    expect(read([pactOf([interaction], { metadata })])[0]?.interactions).toHaveLength(1);
  });
});
