import { describe, expect, it } from 'vitest';
import { overridesBackend, readOverrides } from '../../src/commands/inspect/overrides.ts';
import { OVERRIDES_MAX, Overrides } from '../../src/mock/directives/overrides.ts';
import { usersContract } from '../support/users.ts';
import { createInspectorClient, type InspectorClient } from './inspector-client.ts';

const contracts = [usersContract];

function backend(...given: readonly string[]): InspectorClient & { readonly overrides: Overrides } {
  const overrides = new Overrides(() => 0.5);
  const rules = readOverrides(given, contracts);
  for (const rule of rules) overrides.add(rule, 'start');
  return {
    ...createInspectorClient({ overrides: overridesBackend(overrides, rules, () => contracts) }),
    overrides,
  };
}

const rulesOf = ({ overrides }: { overrides: Overrides }): readonly number[] =>
  overrides.list().map(({ override }) => override.id);

describe('api/overrides', () => {
  it('accepts a rule, returns it in a form that can be sent again, and lists it', async () => {
    const one = backend();
    const added = await one.ask('POST api/overrides', {
      rule: 'create  times=2 code=503 rate=10%',
    });
    expect([added.status, added.headers['location']]).toEqual([201, '/__standin/api/overrides/1']);
    expect(added.json).toMatchObject({
      id: 1,
      rule: 'create code=503 rate=10% times=2',
      times: 2,
      rate: 0.1,
      answered: 0,
    });
    expect((await one.ask('GET api/overrides')).json).toEqual({ overrides: [added.json] });
    expect((await one.ask('GET api/overrides/1')).json).toEqual(added.json);
  });

  it('removes one or all', async () => {
    const one = backend('* code=500', '* code=501', '* code=502');
    expect((await one.ask('DELETE api/overrides/2')).status).toBe(204);
    expect(rulesOf(one)).toEqual([1, 3]);
    expect((await one.ask('DELETE api/overrides/2')).status).toBe(404);
    expect((await one.ask('DELETE api/overrides')).status).toBe(204);
    expect(rulesOf(one)).toEqual([]);
  });

  it.each([
    ['POST api/overrides', '', 400, 'Send {"rule": "create code=503 times=2"} as JSON.'],
    ['POST api/overrides', [1], 400, 'Send {"rule": "create code=503 times=2"} as JSON.'],
    ['POST api/overrides', { rule: 'creat code=503' }, 422, '"creat" does not name calls'],
    [
      'POST api/overrides',
      { rule: 'posts.* code=503' },
      422,
      'no contract has the resource "posts"',
    ],
    ['GET api/overrides/x', '', 404, 'The address of an override is api/overrides/<id>.'],
    ['GET api/overrides/1/2', '', 404, 'The address of an override is api/overrides/<id>.'],
    ['POST api/overrides/1', { rule: '* code=503' }, 405, 'Send rules to api/overrides with POST.'],
  ])('refuses %s with %j', async (request, body, status, detail) => {
    const reply = await backend('* code=500').ask(request, body);
    expect([reply.status, reply.json]).toEqual([status, expect.objectContaining({ detail })]);
  });

  it('says how to fix an invalid rule', async () => {
    const reply = await backend().ask('POST api/overrides', { rule: 'creat code=503' });
    expect(reply.json).toMatchObject({ remedy: 'Did you mean "create"?' });
  });

  it('requires the token', async () => {
    const one = backend();
    expect(
      (await one.ask('POST api/overrides', { rule: '* code=500' }, { 'standin-token': '' })).status,
    ).toBe(401);
    expect((await one.ask('DELETE api/overrides', '', { 'standin-token': 'x' })).status).toBe(401);
    expect(one.overrides.isEmpty).toBe(true);
  });

  it('limits their number', async () => {
    const one = backend(...Array.from({ length: OVERRIDES_MAX }, () => '* code=500'));
    const reply = await one.ask('POST api/overrides', { rule: '* code=501' });
    expect([reply.status, reply.json]).toEqual([
      422,
      expect.objectContaining({ detail: 'there are 1000 overrides already' }),
    ]);
  });

  it('reports that there are none without a mock', async () => {
    expect((await createInspectorClient().ask('GET api/overrides')).status).toBe(409);
  });
});

describe('api/reset', () => {
  it('keeps the overrides, or resets them to the initial ones, unused', async () => {
    const one = backend('* code=500 times=2');
    const facts = {
      resource: 'users',
      operation: 'list',
      method: 'GET',
      path: '/users',
      world: null,
    } as const;
    one.overrides.take(facts);
    await one.ask('POST api/overrides', { rule: '* delay=5' });
    expect((await one.ask('POST api/reset')).status).toBe(204);
    expect(rulesOf(one)).toEqual([1, 2]);
    expect((await one.ask('POST api/reset?what=all')).status).toBe(204);
    expect(one.overrides.list()).toMatchObject([{ override: { times: 2 }, answered: 0 }]);
    expect((await one.ask('POST api/reset?what=everything')).status).toBe(400);
  });
});

describe('readRules', () => {
  it('throws if a rule of the command line is invalid', () => {
    expect(() => readOverrides(['* code=500', 'creat code=503'], contracts)).toThrow(
      '--override "creat code=503": "creat" does not name calls',
    );
  });

  it('throws if a rule names an unknown resource', () => {
    const reading = (): unknown =>
      readOverrides(['users.* code=500', 'user.list code=503'], contracts);
    expect(reading).toThrow('--override "user.list code=503": no contract has the resource "user"');
    expect(reading).toThrow(expect.objectContaining({ remedy: 'Did you mean "users"?' }));
  });
});
