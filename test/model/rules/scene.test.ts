// What a contract that shows more than the users interface does to the answers.

import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/contract/contract.ts';
import type { Kind } from '../../../src/contract/operation-kinds.ts';
import type { Situation } from '../../../src/contract/situations.ts';
import { createWorld, usersContract, usersWith, type World } from '../../support/users.ts';

const fay = { name: 'Fay', email: 'fay@example.com' };

/** A world whose contract shows one more outcome. */
function worldShowing(kind: Kind, situation: Situation, outcome: Omit<Outcome, 'source'>): World {
  const operation = usersContract.operations[kind];
  if (operation === undefined) throw new Error(`the contract has no operation ${kind}`);
  const outcomes = { ...operation.outcomes, [situation]: { source: 'test', ...outcome } };
  return createWorld({
    project: usersWith({
      operations: { ...usersContract.operations, [kind]: { ...operation, outcomes } },
    }),
  });
}

describe('grant', () => {
  it('answers with the status of the contract', () => {
    const world = worldShowing('create', 'ok', { status: 207 });
    const { status, ruling } = world.ask('POST /users', { json: fay });
    expect([status, ruling.status]).toEqual([207, { value: 207, by: 'contract' }]);
    expect(world.ask('GET /users/6').ruling.status.by).toBe('read.status');
  });

  it('answers without a body if the contract says so', () => {
    const { text, ruling, names } = worldShowing('replace', 'ok', { body: null }).ask(
      'PUT /users/1',
      { json: fay },
    );
    expect([text, names, ruling.content]).toEqual([
      '',
      [],
      { value: { kind: 'none' }, by: 'contract' },
    ]);
    expect(ruling.effect.kind).toBe('put');
  });

  it('answers without a body if the contract sets the status 204', () => {
    const { status, text, ruling } = worldShowing('update', 'ok', { status: 204 }).ask(
      'PATCH /users/1',
      { json: { name: 'A' } },
    );
    expect([status, text, ruling.content]).toEqual([
      204,
      '',
      { value: { kind: 'none' }, by: 'contract' },
    ]);
  });

  it('sends the header fields of the contract in place of its own', () => {
    const headers = { Location: '/elsewhere', 'X-Extra': 'a' };
    const { ruling } = worldShowing('create', 'ok', { headers }).ask('POST /users', { json: fay });
    expect(
      ruling.headers.map(({ name, value, by }) => [name, name === 'etag' ? 'TAG' : value, by]),
    ).toEqual([
      ['etag', 'TAG', 'cache.validator'],
      ['location', '/elsewhere', 'contract'],
      ['x-extra', 'a', 'contract'],
    ]);
  });

  it('sends one Content-Type, that of the contract', () => {
    const headers = { 'Content-Type': 'application/vnd.user+json' };
    const { names, headers: sent } = worldShowing('read', 'ok', { headers }).ask('GET /users/1');
    expect(names.filter((name) => name === 'content-type')).toEqual(['content-type']);
    expect(sent['content-type']).toBe('application/vnd.user+json');
  });
});

describe('refuse', () => {
  it('answers with the status and header fields of the contract', () => {
    const world = worldShowing('read', 'missing', { status: 418, headers: { 'X-Why': 'gone' } });
    const { status, headers, ruling } = world.ask('GET /users/9');
    expect([status, headers['x-why'], ruling.status]).toEqual([
      418,
      'gone',
      { value: 418, by: 'contract' },
    ]);
    expect(world.ask('GET /users/abc').status).toBe(418);
    expect(world.ask('DELETE /users/9').status).toBe(404);
  });

  it('answers without a body if the contract says so', () => {
    const { status, text, ruling } = worldShowing('read', 'missing', {
      status: 404,
      body: null,
    }).ask('GET /users/9');
    expect([status, text, ruling.content]).toEqual([
      404,
      '',
      { value: { kind: 'none' }, by: 'contract' },
    ]);
  });

  it('sends header fields of the contract in place of its own, without loss', () => {
    const world = worldShowing('update', 'unsupported', { headers: { 'Accept-Patch': 'text/x' } });
    expect(
      world.ask('PATCH /users/1', { json: {}, type: 'text/plain' }).headers['accept-patch'],
    ).toBe('text/x');
  });
});

describe('decide', () => {
  it('prefers the contract to the profile, and says so', () => {
    const project = usersWith({
      shown: { 'create.status': 200, 'create.location': 'none', 'error.shape': 'message' },
    });
    const world = createWorld({
      project,
      profile: { 'create.status': 202, 'create.location': 'absolute', 'error.shape': 'none' },
    });
    const created = world.ask('POST /users', { json: fay });
    expect([created.status, created.ruling.status.by, created.names]).toEqual([
      200,
      'contract',
      ['content-type', 'etag'],
    ]);
    const refused = world.ask('GET /users/9');
    expect([refused.json, refused.ruling.content.by]).toEqual([
      { error: 'there is no users/9', code: 'missing' },
      'contract',
    ]);
  });

  it('names the choice for a path without resource', () => {
    const byOf = (request: string, profile: object): string =>
      createWorld({ profile }).rule(request).situation.by;
    expect(byOf('GET /users/', { 'path.slash': 'unrouted' })).toBe('path.slash');
    expect(byOf('GET /', { 'path.root': 'unrouted' })).toBe('path.root');
    expect(byOf('GET /nothing', { 'path.slash': 'unrouted', 'path.root': 'unrouted' })).toBe(
      'contract',
    );
  });
});
