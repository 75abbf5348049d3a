import { describe, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { createWorld, projectOf, projectWith, stateText } from '../../support/users.ts';

const fay = { name: 'Fay', email: 'fay@example.com' };
const patchType = 'application/json-patch+json';

describe('replace', () => {
  it('creates under the id of the path if the profile allows it, and says so', () => {
    const world = createWorld({ profile: { 'replace.missing': 'create' } });
    const { status, json, headers, ruling } = world.ask('PUT /users/42', { json: fay });
    expect([status, json, headers['location']]).toEqual([201, { id: 42, ...fay }, '/users/42']);
    expect([ruling.status.by, ruling.content.by, ruling.effect.kind]).toEqual([
      'create.status',
      'create.body',
      'put',
    ]);
    expect(world.ask('GET /users/42').json).toEqual({ id: 42, ...fay });
    expect(world.ask('PUT /users/42', { json: fay }).status).toBe(200);
    expect(world.ask('POST /users', { json: fay }).json).toMatchObject({ id: 43 });
  });

  it('creates no record under a path that cannot be an id', () => {
    const world = createWorld({ profile: { 'replace.missing': 'create' } });
    for (const key of ['abc', '007', '1.0', 'NaN'])
      expect(world.ask(`PUT /users/${key}`, { json: fay }).status).toBe(404);
    expect(world.state.collection('users').size).toBe(5);
  });

  it('recreates a removed record, if the profile allows it, and forgets the removal', () => {
    const world = createWorld({ profile: { 'replace.missing': 'create', 'removed.status': 410 } });
    world.ask('DELETE /users/1');
    expect(world.ask('GET /users/1').status).toBe(410);
    expect(world.ask('PUT /users/1', { json: fay }).status).toBe(201);
    expect(world.ask('GET /users/1').status).toBe(200);
  });

  it('merges sent fields on the first level, if the profile says so', () => {
    const world = createWorld({ profile: { 'replace.mode': 'merge' } });
    const { json } = world.ask('PUT /users/1', {
      json: { name: 'Ada', address: { city: 'Lyon' }, skills: [] },
    });
    expect(json).toEqual({
      id: 1,
      name: 'Ada',
      email: 'ada.kowalska@example.com',
      isPremium: true,
      skills: [],
      address: { city: 'Lyon' },
    });
    const created = createWorld({
      profile: { 'replace.mode': 'merge', 'replace.missing': 'create' },
    }).ask('PUT /users/9', {
      json: fay,
    });
    expect(created.json).toEqual({ id: 9, ...fay });
  });

  it('does not read the record that it replaces', () => {
    const world = createWorld();
    world.ask('GET /users/1');
    world.ask('GET /users/2');
    const parse = vi.spyOn(JSON, 'parse');
    try {
      world.ask('PUT /users/1', { json: fay });
      const read = parse.mock.calls.filter(([text]) => text.includes('ada.kowalska'));
      expect(read).toEqual([]);
    } finally {
      parse.mockRestore();
    }
  });

  it('keeps the id as the record has it, if the schema leaves its type open', () => {
    const members = { id: { type: ['integer', 'string'] }, name: { type: 'string' } };
    const rows = [
      { id: 1, name: 'Ada' },
      { id: '2', name: 'Bo' },
    ];
    const world = createWorld({ project: projectWith(members, { rows }) });
    const answers = [1, 2].map((id) => world.ask(`PUT /things/${id}`, { json: { name: 'Fay' } }));
    expect(answers.map(({ json }) => json)).toEqual([
      { id: 1, name: 'Fay' },
      { id: '2', name: 'Fay' },
    ]);
  });

  it('has no further effect when repeated', () => {
    const world = createWorld();
    const answers = [1, 2].map(() => world.ask('PUT /users/1', { json: fay }).text);
    expect(answers[0]).toBe(answers[1]);
    expect(world.state.collection('users').size).toBe(5);
  });

  it('keeps the place of the record, and touches no other', () => {
    const world = createWorld();
    const others = (): readonly Json[] =>
      (world.ask('GET /users').json as readonly JsonObject[]).filter((user) => user['id'] !== 3);
    const before = others();
    world.ask('PUT /users/3', { json: fay });
    expect(others()).toEqual(before);
    expect((world.ask('GET /users').json as readonly JsonObject[])[2]).toEqual({ id: 3, ...fay });
  });
});

describe('findIdClash', () => {
  it.each<[Profile['replace.id'], string, Json, number]>([
    ['refuse', 'PUT', { ...fay, id: 1 }, 200],
    ['refuse', 'PUT', { ...fay, id: '1' }, 422],
    ['refuse', 'PUT', { ...fay, id: null }, 422],
    ['refuse', 'PATCH', { id: null }, 422],
    ['ignore', 'PUT', { ...fay, id: 2 }, 200],
    ['ignore', 'PATCH', { id: 'mine' }, 200],
    ['ignore', 'PATCH', { id: null }, 200],
    ['require', 'PUT', fay, 422],
    ['require', 'PATCH', { id: 1, name: 'A' }, 200],
    ['require', 'PATCH', { name: 'A' }, 422],
  ])('under %s answers %s /users/1 with %j by %d', (option, method, json, status) => {
    const world = createWorld({ profile: { 'replace.id': option } });
    expect(world.ask(`${method} /users/1`, { json }).status).toBe(status);
    expect(world.ask('GET /users/1').json).toMatchObject({ id: 1 });
  });

  it('names the missing member if the id is required', () => {
    const { json, ruling } = createWorld({ profile: { 'replace.id': 'require' } }).ask(
      'PUT /users/1',
      { json: fay },
    );
    expect(json).toMatchObject({
      errors: [{ pointer: '', detail: '"id" is missing' }],
      remedy: 'Send the "id" of the path.',
    });
    expect(ruling.situation.by).toBe('replace.id');
  });

  it.each<[Profile['replace.id'], number]>([
    ['refuse', 422],
    ['ignore', 200],
  ])('under %s answers a JSON Patch that changes the id by %d', (option, status) => {
    const world = createWorld({ profile: { 'replace.id': option } });
    for (const operation of [
      { op: 'replace', path: '/id', value: 9 },
      { op: 'remove', path: '/id' },
    ]) {
      const answer = world.ask('PATCH /users/1', { json: [operation], type: patchType });
      expect(answer.status).toBe(status);
      if (status === 200) expect(answer.json).toMatchObject({ id: 1 });
    }
    expect(world.ask('GET /users/9').status).toBe(404);
  });
});

describe('update', () => {
  it('changes nothing if one operation of a JSON Patch fails', () => {
    const world = createWorld();
    const before = stateText(world.state);
    const json = [
      { op: 'replace', path: '/name', value: 'X' },
      { op: 'remove', path: '/nothing' },
    ];
    const { status, json: told } = world.ask('PATCH /users/1', { json, type: patchType });
    expect([status, (told as JsonObject)['errors']]).toEqual([
      422,
      [{ pointer: '/1', detail: 'there is no place "nothing" there' }],
    ]);
    expect(stateText(world.state)).toBe(before);
  });

  it.each<[string, (index: number) => Json]>([
    [
      'the whole record',
      (index) => ({ op: 'copy', from: index < 4 ? '' : '/more3', path: `/more${index}` }),
    ],
    ['one long text', (index) => ({ op: 'copy', from: '/name', path: `/more${index}` })],
  ])(
    'refuses a patch that leaves a record twice as large as any body may be, by copies of %s',
    (_what, copyOf) => {
      const world = createWorld({ profile: { 'fields.unknown': 'keep' } });
      const long: Json = { op: 'replace', path: '/name', value: 'x'.repeat(150_000) };
      const json = [long, ...Array.from({ length: 16 }, (_, index) => copyOf(index))];
      const { status } = world.ask('PATCH /users/1', { json, type: patchType });
      expect(status).toBe(422);
      expect(world.state.collection('users').find('1')?.bytes()).toBeLessThan(1_048_576);
    },
  );

  it('checks the body against the schema of the request, but not for what a whole item must hold', () => {
    const [contract] = projectWith({}).contracts;
    if (contract === undefined) throw new Error('there is no contract');
    const narrow = {
      type: 'object',
      properties: { name: { type: 'string', maxLength: 3 }, note: { type: 'string' } },
      required: ['name'],
      minProperties: 1,
    };
    const { update } = contract.operations;
    const operations = { ...contract.operations, update: { ...update, body: 'thing-update' } };
    const made = projectOf(
      [{ ...contract, operations } as Contract],
      {
        thing: { type: 'object', properties: { name: { type: 'string' }, note: {} } },
        things: { type: 'array', items: { $ref: 'thing.json' } },
        'thing-create': {},
        'thing-update': narrow,
      },
      { things: [{ id: 1, name: 'one', note: 'here' }] },
    );
    const statusOf = (json: Json, type = 'application/merge-patch+json'): number =>
      createWorld({ project: made }).ask('PATCH /things/1', { json, type }).status;
    expect([{}, { name: 'four' }, { note: 5 }].map((json) => statusOf(json))).toEqual([
      422, 422, 422,
    ]);
    expect([{ note: 'new' }, { note: null }].map((json) => statusOf(json))).toEqual([200, 200]);
    expect(statusOf([{ op: 'test', path: '/name', value: 'one' }], patchType)).toBe(200);
  });

  it('requires after a patch what the list requires', () => {
    const { json } = createWorld().ask('PATCH /users/1', {
      json: [{ op: 'remove', path: '/name' }],
      type: patchType,
    });
    expect(json).toMatchObject({ errors: [{ pointer: '', detail: '"name" is missing' }] });
  });
});

describe('write', () => {
  const bodyFirst = { profile: { 'check.order': 'body-first' } } as const;

  it.each<[string, Json, string | undefined]>([
    ['a field of another type', { name: 5 }, undefined],
    ['a field that is missing', { email: 'a@b.cd' }, undefined],
    ['a format', { ...fay, email: 'no' }, undefined],
    ['a slip', { ...fay, isPremum: true }, undefined],
    ['no object', 'text', undefined],
    ['an id that differs', { ...fay, id: 3 }, undefined],
  ])(
    'reports a wrong body sent to a missing id, if the body is checked first: %s',
    (_what, json) => {
      const world = createWorld(bodyFirst);
      expect(world.ask('PUT /users/9', { json }).status).toBe(422);
      expect(createWorld().ask('PUT /users/9', { json }).status).toBe(404);
    },
  );

  it('answers that nothing exists at an impossible path, whatever fields are sent', () => {
    const asked = (sent: Parameters<ReturnType<typeof createWorld>['ask']>[1]): number =>
      createWorld(bodyFirst).ask('PUT /users/abc', sent).status;
    expect([asked({ json: fay }), asked({ json: { name: 5 } }), asked({ text: '{' })]).toEqual([
      404, 404, 400,
    ]);
  });

  it('reports a typo in a patch sent to a missing id, if the body is checked first', () => {
    const { status, json } = createWorld(bodyFirst).ask('PATCH /users/9', {
      json: { isPremum: true },
    });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      errors: [{ pointer: '/isPremum', detail: 'is not a known field; did you mean "isPremium"?' }],
    });
  });

  it('does not fault a JSON Patch because there is no record to apply it to', () => {
    const json = [{ op: 'replace', path: '/name', value: 'A' }];
    expect(createWorld(bodyFirst).ask('PATCH /users/9', { json, type: patchType }).status).toBe(
      404,
    );
    expect(createWorld(bodyFirst).ask('PATCH /users/9', { json: { name: 'A' } }).status).toBe(404);
    expect(
      createWorld(bodyFirst).ask('PATCH /users/9', { json: { op: 1 }, type: patchType }).status,
    ).toBe(422);
  });
});

describe('absent', () => {
  it.each([
    ['GET /users/abc', '"abc" cannot be the id of users: its type is number'],
    ['GET /users/1.0', '"1.0" cannot be the id of users: its type is number'],
    ['GET /users/99', 'there is no users/99'],
    [
      `GET /users/${'x'.repeat(61)}`,
      `"${'x'.repeat(60)}…" cannot be the id of users: its type is number`,
    ],
    ['GET /users/%22%0A', '"\\"\\n" cannot be the id of users: its type is number'],
  ])('answers %s: %s', (request, detail) => {
    const { ruling } = createWorld().ask(request);
    expect([ruling.detail, ruling.situation]).toEqual([
      detail,
      { value: 'missing', by: 'contract' },
    ]);
  });

  it('answers that a record was removed, and who decided the status', () => {
    const world = createWorld({ profile: { 'removed.status': 410 } });
    world.ask('DELETE /users/2');
    for (const request of ['GET /users/2', 'PUT /users/2', 'PATCH /users/2', 'DELETE /users/2']) {
      const { status, ruling } = world.ask(request, { json: fay });
      expect([status, ruling.detail, ruling.status]).toEqual([
        410,
        'users/2 was removed',
        { value: 410, by: 'removed.status' },
      ]);
    }
    expect(world.ask('GET /users/77').status).toBe(404);
    expect(world.ask('GET /users/abc').status).toBe(404);
  });

  it('says who decided the status of a malformed id', () => {
    const world = createWorld({ profile: { 'id.malformed': 400 } });
    expect(world.ask('GET /users/abc').ruling.status).toEqual({ value: 400, by: 'id.malformed' });
  });
});

describe('remove', () => {
  it('removes the record, and nothing else', () => {
    const world = createWorld();
    world.ask('DELETE /users/3');
    expect(
      (world.ask('GET /users').json as readonly JsonObject[]).map((user) => user['id']),
    ).toEqual([1, 2, 4, 5]);
    expect(world.ask('GET /users/3').status).toBe(404);
  });

  it('accepts the removal of a missing record, but not under a path that cannot be an id', () => {
    const world = createWorld({ profile: { 'remove.missing': 'succeed' } });
    const { status, ruling } = world.ask('DELETE /users/9');
    expect([status, ruling.content, ruling.effect]).toEqual([
      204,
      { value: { kind: 'none' }, by: 'remove.status' },
      { kind: 'none' },
    ]);
    const malformed = world.ask('DELETE /users/abc');
    expect([malformed.status, malformed.ruling.situation]).toEqual([
      404,
      { value: 'missing', by: 'contract' },
    ]);
  });

  it.each<[Profile['remove.body'], Json]>([
    ['none', null],
    ['empty-object', {}],
    ['record', null],
  ])('answers the removal of a missing record, with the body %s, by %j', (body, json) => {
    const profile = {
      'remove.missing': 'succeed',
      'remove.status': 200,
      'remove.body': body,
    } as const;
    const answer = createWorld({ profile }).ask('DELETE /users/9');
    expect([answer.status, answer.json]).toEqual([200, json]);
  });
});

describe('list', () => {
  it('shows of each record its brief fields', () => {
    const project = projectWith(
      { name: {}, more: {} },
      { rows: [{ id: 1, name: 'a', more: 1 }, { id: 2 }] },
    );
    const world = createWorld({
      project,
      profile: { 'list.fields': 'brief', 'list.order': 'newest-first' },
    });
    expect(world.ask('GET /things').json).toEqual([{ id: 2 }, { id: 1 }]);
    expect(
      createWorld({ profile: { 'list.fields': 'brief' } }).ask('GET /users').json,
    ).toContainEqual({
      id: 4,
      name: 'Daichi 山田',
    });
  });

  it('is an empty array if there are no records', () => {
    expect(createWorld({ project: projectWith({}) }).ask('GET /things').text).toBe('[]');
  });
});
