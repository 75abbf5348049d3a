// Members that do not belong are refused, wherever a body is read, and nothing is done.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { overridesBackend } from '../../../src/commands/inspect/overrides.ts';
import { defaultSettings, type Settings } from '../../../src/contract/settings.ts';
import { Overrides } from '../../../src/mock/directives/overrides.ts';
import { usersContract } from '../../support/users.ts';
import {
  createInspectorClient,
  emptyArchive,
  type InspectorClient,
  memberOf,
} from '../inspector-client.ts';

interface Watched extends InspectorClient {
  /** All that an order could have changed. */
  readonly seen: () => unknown;
}

function watched(): Watched {
  const overrides = new Overrides(() => 0.5);
  let settings: Settings = { ...defaultSettings, seed: 3 };
  let annotated = 0;
  const one = createInspectorClient({
    overrides: overridesBackend(overrides, [], () => [usersContract]),
    settings: {
      settings: () => settings,
      configure: (change) => {
        settings = { ...settings, ...change };
        return null;
      },
      reset: () => {
        settings = { ...defaultSettings, seed: 3 };
        return null;
      },
    },
    archive: {
      ...emptyArchive,
      find: () => Promise.resolve({ recorded: {}, annotation: null } as never),
      annotate: () => Promise.resolve(++annotated > 0),
    },
  });
  const rows = one.backend.state;
  return {
    ...one,
    seen: () => [
      overrides.list(),
      settings,
      annotated,
      one.backend.worlds.list().map(({ name }) => name),
      rows().collection('users').version,
    ],
  };
}

describe('readCommand', () => {
  it.each([
    [
      { seq: 1, method: 'DELETE', path: '/users/3' },
      '"method" is not a member. Members: seq, edited.',
    ],
    [
      { seq: 1, edited: { method: 'GET', path: '/users' } },
      '"path" is not a member. Members: method, target, headers, body.',
    ],
    [{ seq: 1, edited: null }, '"edited" must be an object.'],
  ])('refuses to send %j', async (order, detail) => {
    let sent = 0;
    const replay = {
      target: 'http://127.0.0.1:3000',
      send: () => {
        sent++;
        return Promise.resolve(2);
      },
    };
    const archive = { ...emptyArchive, find: () => Promise.resolve({ recorded: {} } as never) };
    const reply = await createInspectorClient({ replay, archive }).ask(
      'POST api/replay',
      order as never,
    );
    expect([reply.status, memberOf(reply, 'detail'), sent]).toEqual([400, detail, 0]);
  });

  it.each<[string, Json | string, string, string]>([
    [
      'POST api/overrides',
      { rul: 'create code=503' },
      '/rul',
      '"rul" is not a member. Did you mean "rule"? Members: rule.',
    ],
    [
      'POST api/overrides',
      { rule: 'create code=503', times: 2 },
      '/times',
      '"times" is not a member. Members: rule.',
    ],
    [
      'PUT api/worlds/bob',
      { form: 'alice' },
      '/form',
      '"form" is not a member. Did you mean "from"? Members: from.',
    ],
    [
      'PUT api/worlds/bob',
      { from: null, seed: 7 },
      '/seed',
      '"seed" is not a member. Members: from.',
    ],
    [
      'PUT api/interactions/1/annotation',
      { tags: [], note: '', notes: 'x' },
      '/notes',
      '"notes" is not a member. Did you mean "note"? Members: tags, note.',
    ],
    [
      'PATCH api/settings',
      { seeds: 1, undefined: 'vary' },
      '/seeds',
      '"seeds" is not a member. Did you mean "seed"? Members: undefined, seed, pins.',
    ],
    [
      'PATCH api/settings',
      '{"__proto__": {"seed": 9}}',
      '/__proto__',
      '"__proto__" is not a member. Members: undefined, seed, pins.',
    ],
    ['POST api/reset', { what: 'all' }, '/what', '"what" is not a member. No member is allowed.'],
    ['DELETE api/overrides', { id: 3 }, '/id', '"id" is not a member. No member is allowed.'],
    [
      'PUT api/snapshots/kept',
      { from: 'alice' },
      '/from',
      '"from" is not a member. No member is allowed.',
    ],
    [
      'POST api/worlds/alice/reset',
      { from: 'bob' },
      '/from',
      '"from" is not a member. No member is allowed.',
    ],
  ])(
    'refuses %s with %j, says where and what is allowed, and changes nothing',
    async (request, body, pointer, detail) => {
      const { ask, backend, seen } = watched();
      await ask('POST api/overrides', { rule: '* code=500' });
      await ask('DELETE api/data/users/2');
      await backend.worlds.change('alice', () => null);
      const before = JSON.stringify(seen());
      const reply = await ask(request, body);
      expect(reply.json).toMatchObject({ status: 400, detail, errors: [{ pointer, detail }] });
      expect([reply.status, reply.headers['content-type']]).toEqual([
        400,
        'application/problem+json',
      ]);
      expect(JSON.stringify(seen())).toBe(before);
      expect((await ask('GET api/snapshots')).json).toEqual({ snapshots: [] });
    },
  );

  it('reports each unknown member, the first in words', async () => {
    const { json } = await watched().ask('POST api/overrides', { rul: '*', cod: 1 });
    expect(json).toMatchObject({ errors: [{ pointer: '/rul' }, { pointer: '/cod' }] });
  });

  it.each<[string, Json | string, number]>([
    ['POST api/reset', {}, 204],
    ['POST api/reset', '', 204],
    ['POST api/reset', [1], 400],
    ['POST api/reset', '{"what":', 400],
    ['DELETE api/overrides', {}, 204],
    ['PUT api/snapshots/kept', '', 204],
  ])(
    'accepts no body or an empty one if none is needed: %s with %j',
    async (request, body, status) => {
      expect((await watched().ask(request, body)).status).toBe(status);
    },
  );
});
