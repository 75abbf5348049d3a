import { describe, expect, it } from 'vitest';
import { LIST_RECORDS_KEPT_MAX } from '../../../src/model/ruling/list-body.ts';
import { createWorld, usersContract, usersProject, usersWith } from '../../support/users.ts';

const fay = { name: 'Fay', email: 'fay@example.com' };

/** Writes TAG for the entity tag of the record as it is now. */
function ask(request: string, headers: Record<string, string>, json?: object): number {
  const world = createWorld({ profile: { 'replace.missing': 'create' } });
  const tag = world.ask('GET /users/1').headers['etag'] ?? '';
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll('TAG', tag)]),
  );
  return world.ask(request, {
    headers: sent,
    ...(json === undefined ? {} : { json: json as Record<string, string> }),
  }).status;
}

const match = 'if-match';
const noneMatch = 'if-none-match';

describe('findStale', () => {
  const table: readonly [headers: Record<string, string>, status: number, why: string][] = [
    [{ [match]: 'TAG' }, 200, 'the tag is the one of now'],
    [{ [match]: '"x", TAG' }, 200, 'one of the tags is'],
    [{ [match]: '*' }, 200, 'there is a record'],
    [{ [match]: '"x"' }, 412, 'the tag is another'],
    [{ [match]: 'W/TAG' }, 412, 'a weak tag never matches strongly'],
    [{ [match]: 'W/TAG, TAG' }, 200, 'a strong one stands beside the weak'],
    [{ [match]: '' }, 412, 'no tag is named'],
    [{ [noneMatch]: 'TAG' }, 412, 'the record is the one that must not be'],
    [{ [noneMatch]: 'W/TAG' }, 412, 'weak comparison'],
    [{ [noneMatch]: '*' }, 412, 'there is a record'],
    [{ [noneMatch]: '"x"' }, 200, 'the record is another'],
    [{ [match]: 'TAG', [noneMatch]: '"x"' }, 200, 'both hold'],
    [{ [match]: 'TAG', [noneMatch]: 'TAG' }, 412, 'the second does not hold'],
    [{ [match]: '"x"', [noneMatch]: '"x"' }, 412, 'the first does not hold'],
  ];

  it.each(table)('with %j answers PUT and PATCH with %d: %s', (headers, status) => {
    expect(ask('PUT /users/1', headers, fay)).toBe(status);
    expect(ask('PATCH /users/1', headers, { name: 'A' })).toBe(status);
    expect(ask('DELETE /users/1', headers)).toBe(status === 200 ? 204 : status);
  });

  it.each<[Record<string, string>, number]>([
    [{ [noneMatch]: '*' }, 201],
    [{ [noneMatch]: '"x"' }, 201],
    [{ [match]: '*' }, 412],
    [{ [match]: '"x"' }, 412],
  ])('with %j answers a PUT that would create with %d', (headers, status) => {
    expect(ask('PUT /users/9', headers, fay)).toBe(status);
  });

  it('names the condition that does not hold', () => {
    const world = createWorld();
    const [first, second] = [{ [match]: '"x"' }, { [noneMatch]: '*' }].map(
      (headers) => world.rule('DELETE /users/1', { headers }).detail,
    );
    expect([first, second]).toEqual([
      'If-Match does not match the current record',
      'If-None-Match does not match the current record',
    ]);
  });

  it('comes after every other reason to refuse a call (RFC 9110 section 13.2.1)', () => {
    const headers = { [match]: '"x"' };
    const world = createWorld();
    expect(world.ask('PUT /users/9', { json: fay, headers }).status).toBe(404);
    expect(world.ask('PUT /users/1', { text: '{', headers }).status).toBe(400);
    expect(world.ask('PUT /users', { json: fay, headers }).status).toBe(405);
  });

  it('stops one of two clients that read the same', () => {
    const world = createWorld();
    const [one, two] = [
      world.ask('GET /users/1').headers['etag'] ?? '',
      world.ask('GET /users/1').headers['etag'] ?? '',
    ];
    expect(
      world.ask('PUT /users/1', { json: { ...fay, name: 'One' }, headers: { [match]: one } })
        .status,
    ).toBe(200);
    expect(
      world.ask('PUT /users/1', { json: { ...fay, name: 'Two' }, headers: { [match]: two } })
        .status,
    ).toBe(412);
    expect(world.ask('GET /users/1').json).toMatchObject({ name: 'One' });
  });

  it('obeys If-Match of a GET too (RFC 9110 section 13.1.1)', () => {
    expect(ask('GET /users/1', { [match]: 'TAG' })).toBe(200);
    expect(ask('GET /users/1', { [match]: '*' })).toBe(200);
    expect(ask('GET /users/1', { [match]: '"x"' })).toBe(412);
    expect(ask('GET /users/1', { [match]: 'W/TAG' })).toBe(412);
    expect(ask('HEAD /users', { [match]: '"x"' })).toBe(412);
    expect(ask('GET /users/9', { [match]: '"x"' })).toBe(404);
    expect(
      createWorld({ profile: { 'cache.validator': 'none' } }).ask('GET /users/1', {
        headers: { [match]: '"x"' },
      }).status,
    ).toBe(200);
  });

  it('finds no named tag on a list that is too long to have one', () => {
    const rows = Array.from({ length: LIST_RECORDS_KEPT_MAX + 1 }, (_, index) => ({
      id: index + 1,
      name: 'x',
    }));
    const world = createWorld({ project: { ...usersProject, rows: { users: rows } } });
    expect(world.ask('GET /users').names).toEqual(['content-type']);
    const statuses = ['"x"', '""', '*'].map(
      (field) => world.ask('GET /users', { headers: { [match]: field } }).status,
    );
    expect(statuses).toEqual([412, 412, 200]);
    expect(world.ask('GET /users', { headers: { [noneMatch]: '"x"' } }).status).toBe(200);
  });
});

describe('answerConditional', () => {
  const table: readonly [field: string, status: number][] = [
    ['TAG', 304],
    ['W/TAG', 304],
    ['"x", TAG', 304],
    ['*', 304],
    ['"x"', 200],
    ['', 200],
  ];

  it.each(table)('answers GET with If-None-Match: %s with %d', (field, status) => {
    expect(ask('GET /users/1', { [noneMatch]: field })).toBe(status);
    expect(ask('HEAD /users/1', { [noneMatch]: field })).toBe(status);
  });

  it('sends the tag again, and no body', () => {
    const world = createWorld();
    for (const path of ['/users', '/users/1']) {
      const { headers } = world.ask(`GET ${path}`);
      const tag = headers['etag'] ?? '';
      const {
        status,
        text,
        headers: again,
      } = world.ask(`GET ${path}`, { headers: { [noneMatch]: tag } });
      expect([status, text, again]).toEqual([304, '', { etag: tag }]);
    }
  });

  it('sends the caching header fields of the contract’s answer 200 (RFC 9110 section 15.4.5)', () => {
    const { read } = usersContract.operations;
    if (read === undefined) throw new Error('the contract has no operation read');
    const ok = { source: 'test', headers: { 'Cache-Control': 'max-age=60' } };
    const project = usersWith({
      operations: { ...usersContract.operations, read: { ...read, outcomes: { ok } } },
    });
    const world = createWorld({ project });
    expect(world.ask('GET /users/1').headers['cache-control']).toBe('max-age=60');
    expect(
      world.ask('GET /users/1', { headers: { [noneMatch]: '*' } }).headers['cache-control'],
    ).toBe('max-age=60');
  });
});

describe('recordTag', () => {
  it('is equal for equal content, however it arose, and different for different content', () => {
    const world = createWorld();
    const first = world.ask('POST /users', { json: fay }).headers['etag'];
    expect(first).toMatch(/^"[0-9a-v]{10}"$/);
    expect(world.ask('GET /users/6').headers['etag']).toBe(first);
    const second = world.ask('PATCH /users/6', { json: { name: 'Other' } }).headers['etag'];
    expect(second).not.toBe(first);
    expect(world.ask('PATCH /users/6', { json: { name: 'Fay' } }).headers['etag']).toBe(first);
    world.ask('PUT /users/6', { json: fay });
    expect(world.ask('GET /users/6').headers['etag']).toBe(first);
    expect(createWorld().ask('POST /users', { json: fay }).headers['etag']).toBe(first);
  });

  it('changes for the list with every write that changes a record, and only then', () => {
    const world = createWorld();
    const tagOfList = (): string | undefined => world.ask('GET /users').headers['etag'];
    const first = tagOfList();
    world.ask('POST /users', { json: {} });
    expect(tagOfList()).toBe(first);
    world.ask('PATCH /users/1', { json: { name: 'X' } });
    expect(tagOfList()).not.toBe(first);
    world.ask('PATCH /users/1', { json: { name: 'Ada Kowalska' } });
    expect(tagOfList()).toBe(first);
  });

  it('is not sent in answer to PUT, for the record is not stored as it was sent (RFC 9110 section 9.3.4)', () => {
    const world = createWorld({ profile: { 'replace.missing': 'create' } });
    expect(world.ask('PUT /users/1', { json: fay }).names).not.toContain('etag');
    const created = world.ask('PUT /users/9', { json: fay });
    expect(created.status).toBe(201);
    expect(created.names).not.toContain('etag');
  });
});
