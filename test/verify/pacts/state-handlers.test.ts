// Provider states by the team's own handler: what it is told, what its requests may write to, and
// what a failure costs. Pact's core is the real one.

import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { openPactProcess } from '../../../src/commands/verify/pact-process.ts';
import type { PactCore } from '../../../src/verify/pacts/native-core.ts';
import {
  HandlerFailed,
  type StateChange,
  type StateHandler,
} from '../../../src/verify/pacts/state-handler.ts';
import { plain } from '../../bed/plain.ts';
import type { StoredUser } from '../../bed/service.ts';
import { type PactRunSeen, runPactsOn } from './runs.ts';
import { anySuccess, interactionOf, pactOf, requestOfOne } from './texts.ts';

const shared = openPactProcess();
afterAll(() => shared.close());

async function startShared(): Promise<PactCore> {
  const { verify } = await shared.start();
  return { verify, close: () => Promise.resolve() };
}

const USERS: readonly StoredUser[] = [5, 6].map((id) => ({
  id,
  name: `User ${id}`,
  email: `user${id}@example.com`,
  isPremium: false,
  skills: [],
  address: { city: 'Rome', district: 'Monti' },
}));

interface Handled extends PactRunSeen {
  readonly changes: readonly StateChange[];
  readonly stored: readonly StoredUser[];
}

/** Verifies interactions with a handler that knows all states and returns values. */
async function handled(
  interactions: readonly JsonObject[],
  change: (state: StateChange) => JsonObject = () => ({}),
  knows: StateHandler['knows'] = () => true,
): Promise<Handled> {
  await using stack = new AsyncDisposableStack();
  const service = await plain.start(USERS);
  stack.defer(() => service.close());
  const changes: StateChange[] = [];
  const handler: StateHandler = {
    knows,
    change: (state) => {
      changes.push(state);
      return Promise.resolve().then(() => change(state));
    },
  };
  const seen = await runPactsOn({
    baseUrl: service.baseUrl,
    files: [pactOf(interactions)],
    startCore: startShared,
    handler,
  });
  return { ...seen, changes, stored: service.stored() };
}

const GONE = interactionOf({
  description: 'a removal',
  providerStates: [{ name: 'user 5 may go', params: { id: 5 } }, { name: 'it is Monday' }],
  request: { method: 'DELETE', path: '/users/5' },
  response: anySuccess,
});

describe('runPacts with a handler', () => {
  it('tells it each state with its parameters, and lets the request write to any item', async () => {
    const seen = await handled([GONE]);
    expect(seen.changes).toEqual([
      { name: 'user 5 may go', params: { id: 5 }, action: 'setup', consumer: 'web' },
      { name: 'it is Monday', params: {}, action: 'setup', consumer: 'web' },
      { name: 'user 5 may go', params: { id: 5 }, action: 'teardown', consumer: 'web' },
      { name: 'it is Monday', params: {}, action: 'teardown', consumer: 'web' },
    ]);
    expect(seen.stage.interactions).toMatchObject([{ result: 'passed', setUpBy: 'handler' }]);
    expect(seen.stored.map(({ id }) => id)).toEqual([6]);
    expect(seen.findings).toEqual([]);
  });

  it('puts the values that it returns into the request', async () => {
    const one = interactionOf({
      description: 'one user',
      providerStates: [{ name: 'somebody is there' }],
      request: requestOfOne('GET'),
      response: {
        status: 200,
        body: { content: { id: 6 }, contentType: 'application/json', encoded: false },
      },
    });
    const seen = await handled([one], () => ({ id: 6 }));
    expect(seen.stage.interactions).toMatchObject([{ result: 'passed' }]);
    expect(seen.sent).toContain('GET /users/6');
  });

  it('leaves what the request makes to the team, and lists it', async () => {
    const body = {
      content: { name: 'Zora', email: 'zora@example.com' },
      contentType: 'application/json',
      encoded: false,
    };
    const headers = { 'Content-Type': ['application/json'] };
    const creation = interactionOf({
      description: 'a creation',
      providerStates: [{ name: 'there is room' }],
      request: { method: 'POST', path: '/users', headers, body },
      response: anySuccess,
    });
    const seen = await handled([creation]);
    expect(seen.stage.interactions).toMatchObject([{ result: 'passed' }]);
    expect(seen.stored.map(({ name }) => name)).toEqual(['User 5', 'User 6', 'Zora']);
    expect(seen.left).toEqual([]);
    expect(seen.notes).toContain('set up by your handler, and left to you: /users/7');
  });

  it('sends nothing if the handler fails, tears down what it set up, and verifies the rest', async () => {
    const seen = await handled([GONE, interactionOf()], ({ name, action }) => {
      if (name === 'it is Monday' && action === 'setup') throw new HandlerFailed('it answered 500');
      return {};
    });
    expect(seen.stage.interactions).toMatchObject([
      {
        result: 'not-verified',
        mismatches: ['your handler could not set up "it is Monday": it answered 500'],
        remedy: 'Correct the handler. The request was not sent.',
      },
      { result: 'passed' },
    ]);
    expect(seen.changes.map(({ name, action }) => `${action} ${name}`)).toEqual([
      'setup user 5 may go',
      'setup it is Monday',
      'teardown user 5 may go',
    ]);
    expect(seen.sent).not.toContain('DELETE /users/5');
    expect(seen.stored.map(({ id }) => id)).toEqual([5, 6]);
  });

  it('notes a tear-down that failed, and keeps the verdict', async () => {
    const seen = await handled([GONE], ({ action }) => {
      if (action === 'teardown') throw new HandlerFailed('it answered 404');
      return {};
    });
    expect(seen.stage.interactions).toMatchObject([{ result: 'passed' }]);
    expect(seen.notes).toContain(
      'web: a removal: your handler could not tear down "it is Monday": it answered 404',
    );
  });

  it('finds a mismatch in a state of the handler, also in a literal value', async () => {
    const one = interactionOf({
      description: 'one user',
      providerStates: [{ name: 'user 5 is Ada' }],
      request: { method: 'GET', path: '/users/5' },
      response: {
        status: 200,
        body: { content: { name: 'Ada' }, contentType: 'application/json', encoded: false },
      },
    });
    const seen = await handled([one]);
    expect(seen.findings).toMatchObject([
      { code: 'pact-mismatch', breach: 'unkept', by: 'the pact of web', at: '/name' },
    ]);
  });

  it('lets no other request of an interaction pass than its own', async () => {
    // Standin sets these states up itself: the guard refuses the id of somebody else.
    const own = interactionOf({ request: { method: 'DELETE', path: '/users/5' } });
    const seen = await handled([own, GONE], undefined, (name) => name !== '');
    expect(seen.stage.interactions.map(({ result }) => result)).toEqual(['passed', 'not-verified']);
  });
});

describe('runPacts without a handler', () => {
  const literal = (name: string): JsonObject =>
    interactionOf({
      description: 'one user',
      providerStates: [{ name: 'a user exists', params: { id: 1 } }],
      request: { method: 'GET', path: '/users/1' },
      response: {
        status: 200,
        body: { content: { id: 1, name }, contentType: 'application/json', encoded: false },
      },
    });

  async function verified(interaction: JsonObject): Promise<PactRunSeen> {
    await using stack = new AsyncDisposableStack();
    const service = await plain.start(USERS);
    stack.defer(() => service.close());
    return await runPactsOn({
      baseUrl: service.baseUrl,
      files: [pactOf([interaction])],
      startCore: startShared,
    });
  }

  it('does not blame the service for values that Standin has made up', async () => {
    const seen = await verified(literal('Ada'));
    expect(seen.stage.interactions).toMatchObject([{ result: 'not-verified' }]);
    expect(seen.stage.interactions[0]?.mismatches[0]).toMatch(
      /^it expects values that its provider state does not give: /,
    );
    expect(seen.findings).toEqual([]);
  });

  it.each([
    ['another type', { skills: 'none' }],
    ['a member that is not there', { nickname: 'x' }],
    ['a value that Standin did not give', { isPremium: 'yes' }],
  ])('blames it for %s beside them', async (_, content) => {
    const interaction = literal('Ada');
    const body = { content: { name: 'Ada', ...content }, contentType: 'application/json' };
    const response = { status: 200, body: { ...body, encoded: false } };
    const seen = await verified({ ...interaction, response });
    expect(seen.stage.interactions).toMatchObject([{ result: 'failed' }]);
    expect(seen.findings).toHaveLength(1);
  });
});
