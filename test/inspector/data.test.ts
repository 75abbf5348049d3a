import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { findBodyFlaw } from '../../src/inspector/request/read-body.ts';
import { type ApiAnswer, createInspectorClient, memberOf } from './inspector-client.ts';

const NEW = {
  name: 'Mia',
  email: 'mia@example.com',
  isPremium: false,
  skills: [],
  address: { city: 'Bern', district: 'Länggasse' },
};

describe('api/data', () => {
  it('returns a page of rows, with the fields of the schema and the total', async () => {
    const { ask, backend } = createInspectorClient();
    const page = await ask('GET api/data/users?offset=1&limit=2');
    const { size } = backend.state().collection('users');
    expect(page.status).toBe(200);
    expect(page.json).toMatchObject({ resource: 'users', id: 'id', total: size, offset: 1 });
    expect((memberOf(page, 'rows') as readonly JsonObject[]).map((row) => row['id'])).toEqual([
      2, 3,
    ]);
    expect(memberOf(page, 'fields')).toEqual([
      'id',
      'name',
      'email',
      'isPremium',
      'skills',
      'address',
    ]);
  });

  it('finds rows that contain a text, in any case', async () => {
    const { ask } = createInspectorClient();
    await ask('POST api/data/users', { ...NEW, name: 'Zoë Quux' });
    const page = await ask('GET api/data/users?find=QUUX');
    expect([
      memberOf(page, 'total'),
      (memberOf(page, 'rows') as readonly JsonObject[]).map((row) => row['name']),
    ]).toEqual([1, ['Zoë Quux']]);
  });

  it('refuses each change that cannot be kept', async () => {
    const { ask, backend } = createInspectorClient();
    const state = () => JSON.stringify(backend.state().collection('users').records());
    expect((await ask('PUT api/snapshots/mine')).status).toBe(204);
    await ask('POST api/data/users', JSON.stringify(NEW));
    const before = state();
    const readOnly = (): string => 'the disk has no room';
    const trouble = (): Promise<string> => Promise.resolve(readOnly());
    Object.assign(backend, { change: trouble, restore: trouble, readOnly });
    const row = JSON.stringify({ ...NEW, id: 1 });
    for (const [request, body] of [
      ['POST api/data/users', JSON.stringify(NEW)],
      ['PUT api/data/users/1', row],
      ['DELETE api/data/users/1', ''],
      ['POST api/reset', ''],
      ['POST api/snapshots/mine/restore', ''],
      ['POST api/worlds/main/reset', ''],
    ] as const) {
      const refused = await ask(request, body);
      expect([request, refused.status, refused.json]).toEqual([
        request,
        507,
        {
          type: 'about:blank',
          title: 'The change cannot be kept',
          status: 507,
          detail: 'the disk has no room',
        },
      ]);
    }
    expect(state()).toBe(before);
    expect(memberOf(await ask('GET api/'), 'readOnly')).toBe('the disk has no room');
  });

  it('refuses a row that nests deeper than clients may send', async () => {
    const { ask, backend } = createInspectorClient();
    const { size } = backend.state().collection('users');
    const row = (depth: number): string =>
      JSON.stringify(NEW).replace('{', `{"deep":${'['.repeat(depth)}${']'.repeat(depth)},`);
    expect((await ask('POST api/data/users', row(63))).status).toBe(201);
    for (const depth of [64, 100_000]) {
      const refused = await ask('POST api/data/users', row(depth));
      expect([refused.status, memberOf(refused, 'title')]).toEqual([
        400,
        'The body nests too deep',
      ]);
      expect(memberOf(refused, 'detail')).toMatch(/64 levels/);
    }
    expect(backend.state().collection('users').size).toBe(size + 1);
  });

  it('reports where a body is broken', async () => {
    const { ask } = createInspectorClient();
    const broken = await ask('POST api/data/users', '{"id":70,');
    expect([
      broken.status,
      memberOf(broken, 'title'),
      memberOf(broken, 'line'),
      memberOf(broken, 'column'),
    ]).toEqual([400, 'The body is not JSON', 1, 10]);
    expect(findBodyFlaw({ body: null, unread: 'too-long' })).toMatchObject({ status: 413 });
    expect(String(findBodyFlaw({ body: null, unread: 'too-long' })?.body)).toContain(
      '8388608 bytes',
    );
    expect(String(findBodyFlaw({ body: null, unread: 'no-utf8' })?.body)).toContain('UTF-8');
    expect(findBodyFlaw({ body: '' })).toBeNull();
  });

  it('assigns each of several concurrent rows its own id, and does not restore a row removed during a change', async () => {
    const { ask, backend } = createInspectorClient();
    const added = await Promise.all(
      [1, 2, 3].map((count) => ask('POST api/data/users', { ...NEW, name: `Mia ${count}` })),
    );
    expect(new Set(added.map((reply) => memberOf(reply, 'id'))).size).toBe(3);
    const id = memberOf(added[0] as ApiAnswer, 'id');
    const [changed] = await Promise.all([
      ask(`PUT api/data/users/${id}`, { id, ...NEW }),
      ask(`DELETE api/data/users/${id}`),
    ]);
    expect([changed?.status, backend.state().collection('users').find(String(id))]).toEqual([
      404,
      undefined,
    ]);
  });

  it('adds a row with the next id, changes it and removes it', async () => {
    const { ask, backend, changes } = createInspectorClient();
    const next = backend.state().collection('users').highestEver + 1;
    const added = await ask('POST api/data/users', NEW);
    expect([added.status, added.json]).toEqual([201, { id: next, ...NEW }]);
    const changed = await ask(`PUT api/data/users/${next}`, { id: next, ...NEW, name: 'Mio' });
    expect([
      changed.status,
      backend.state().collection('users').find(String(next))?.value['name'],
    ]).toEqual([200, 'Mio']);
    const removed = await ask(`DELETE api/data/users/${next}`);
    expect([removed.status, backend.state().collection('users').find(String(next))]).toEqual([
      204,
      undefined,
    ]);
    expect(
      changes.map((effect) =>
        effect.kind === 'remove'
          ? effect.key
          : effect.kind === 'put' && effect.record.value['name'],
      ),
    ).toEqual([NEW.name, 'Mio', String(next)]);
  });

  it.each([
    ['POST api/data/users', { ...NEW, name: 7 }, 422, '/name must be a string'],
    ['POST api/data/users', { ...NEW, id: 'x' }, 422, '/id is not an id'],
    ['POST api/data/users', { ...NEW, id: 1 }, 409, 'There is a row with the id 1'],
    ['POST api/data/users', 'no json', 400, 'line 1, column 1'],
    ['POST api/data/users', '"no row"', 422, 'A row is a JSON object'],
    ['POST api/data/users', [], 422, 'A row is a JSON object'],
    ['PUT api/data/users/1', { id: 2, ...NEW }, 422, '/id must stay 1'],
    ['PUT api/data/users/1', { id: 1, ...NEW, skills: 'js' }, 422, '/skills must be an array'],
    ['PUT api/data/users/999', { id: 999, ...NEW }, 404, 'No row has the id "999"'],
    ['DELETE api/data/users/999', '', 404, 'No row has the id "999"'],
    ['DELETE api/data/users', '', 405, 'api/data/users/<id>'],
    ['GET api/data/pets', '', 404, 'The resources are users'],
    ['GET api/data/users?limit=0', '', 400, 'limit from 1 to 500'],
    ['GET api/data/users?offset=-1', '', 400, 'offset must be 0 or more'],
  ] as const)('refuses %s with %j', async (request, body, status, detail) => {
    const { ask, backend, changes } = createInspectorClient();
    const before = JSON.stringify(backend.state().collection('users').records());
    const reply = await ask(request, body as never);
    expect([reply.status, reply.headers['content-type']]).toEqual([
      status,
      'application/problem+json',
    ]);
    expect(memberOf(reply, 'detail')).toContain(detail);
    expect(JSON.stringify(backend.state().collection('users').records())).toBe(before);
    expect(changes.length).toBe(0);
  });

  it('resets to the seed rows', async () => {
    const { ask, backend } = createInspectorClient();
    const before = backend.state().collection('users').size;
    await ask('DELETE api/data/users/1');
    expect((await ask('POST api/reset')).status).toBe(204);
    expect(backend.state().collection('users').size).toBe(before);
    expect(backend.state().collection('users').find('1')).toBeDefined();
  });

  it('reports that there is no mock', async () => {
    const { ask } = createInspectorClient({ data: null });
    for (const request of ['GET api/data/users', 'POST api/reset', 'GET api/snapshots'])
      expect((await ask(request)).status).toBe(409);
  });
});

describe('api/snapshots', () => {
  it('saves a state by name, restores it any number of times, and deletes it', async () => {
    const { ask, backend } = createInspectorClient();
    const count = (): number => backend.state().collection('users').size;
    const before = count();
    expect((await ask('PUT api/snapshots/first%20try')).status).toBe(204);
    await ask('DELETE api/data/users/1');
    await ask('PUT api/snapshots/second');
    expect(memberOf(await ask('GET api/snapshots'), 'snapshots')).toMatchObject([
      { name: 'first try', records: before },
      { name: 'second', records: before - 1 },
    ]);
    for (let turn = 0; turn < 2; turn++) {
      await ask('POST api/snapshots/first%20try/restore');
      expect(count()).toBe(before);
      await ask('DELETE api/data/users/2');
    }
    await ask('POST api/snapshots/second/restore');
    expect([count(), backend.state().collection('users').find('2') !== undefined]).toEqual([
      before - 1,
      true,
    ]);
    expect((await ask('DELETE api/snapshots/second')).status).toBe(204);
    expect((await ask('POST api/snapshots/second/restore')).status).toBe(404);
  });

  it.each([
    ['PUT api/snapshots/%3Cscript%3E', 400],
    ['PUT api/snapshots/..', 400],
    ['PUT api/snapshots/%2E', 400],
    ['PUT api/snapshots/...', 204],
    ['PUT api/snapshots/__proto__', 204],
    ['POST api/snapshots/none/restore', 404],
    ['PUT api/snapshots', 405],
  ])('answers %s with %i', async (request, status) => {
    expect((await createInspectorClient().ask(request)).status).toBe(status);
  });
});
