import { describe, expect, it } from 'vitest';
import { toRows } from '../../../src/journal/export/rows.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { loadShapes } from '../../bed/shapes/contracts.ts';
import { createRecorder } from '../../support/mock-recording.ts';
import { createWorld, usersProject } from '../../support/users.ts';
import { recordedOf, textOf } from '../../support/written.ts';

describe('toRows', () => {
  it('returns the items that the mock holds in the end', async () => {
    const { record, world } = createRecorder();
    const recorded = [
      record('GET /users'),
      record('POST /users', { json: { name: 'Zofia', email: 'zofia@example.com' } }),
      record('PUT /users/1', { json: { name: 'Ada', email: 'ada@example.com' } }),
      record('PATCH /users/1', {
        json: { name: 'Ada L.', skills: null },
        type: 'application/merge-patch+json',
      }),
      record('DELETE /users/2'),
      record('PUT /users/999', { json: { name: 'Nobody', email: 'nobody@example.com' } }),
      record('POST /users', { text: '{' }),
    ];
    const { document, leftOut, count } = await toRows(recorded, usersProject);
    const kept = world.state
      .collection('users')
      .records()
      .map((one) => JSON.parse(one.textOnce()) as unknown);
    expect(new Set(document['users']?.map((row) => JSON.stringify(sorted(row))))).toEqual(
      new Set(kept.map((row) => JSON.stringify(sorted(row)))),
    );
    expect(count).toBe(kept.length);
    expect(leftOut).toEqual([]);
  });

  it('takes items and lists out of their envelopes', async () => {
    const project = await loadShapes();
    const checker = createChecker(project.schemas);
    const { record } = createRecorder(
      createWorld({ project: { ...usersProject, ...project, checker, rows: { articles: [] } } }),
    );
    const text = { title: 'Tides', body: 'short', stars: 3 };
    const { document, leftOut } = await toRows(
      [
        record('POST /articles', { json: { article: text } }),
        record('POST /articles', { json: { article: { ...text, title: 'Reefs' } } }),
        record('PATCH /articles/1', {
          json: { article: { stars: 4 } },
          type: 'application/merge-patch+json',
        }),
        record('GET /articles'),
      ].map((one) => ({ ...one, resource: 'articles' })),
      { ...project, checker },
    );
    expect(leftOut).toEqual([]);
    expect(document['articles']).toMatchObject([
      { id: 1, title: 'Tides', stars: 4 },
      { id: 2, title: 'Reefs', stars: 3 },
    ]);
  });

  it('returns them also if answers show less', async () => {
    const { record } = createRecorder(
      createWorld({
        profile: {
          'create.body': 'id',
          'replace.body': 'none',
          'update.body': 'none',
          'list.fields': 'brief',
        },
      }),
    );
    const { document } = await toRows(
      [
        record('POST /users', {
          json: {
            name: 'Zofia',
            email: 'zofia@example.com',
            address: { city: 'Łódź', district: 'x' },
          },
        }),
        record('PATCH /users/1', {
          json: { address: { city: 'Rome' } },
          type: 'application/merge-patch+json',
        }),
      ],
      usersProject,
    );
    expect(document['users']).toEqual([
      expect.objectContaining({
        name: 'Zofia',
        email: 'zofia@example.com',
        address: { city: 'Łódź', district: 'x' },
      }),
      expect.objectContaining({ id: 1, address: expect.objectContaining({ city: 'Rome' }) }),
    ]);
  });

  it('reads an id from Location, in the type of the schema', async () => {
    const created = recordedOf({
      request: 'POST /users',
      sent: { name: 'Zofia' },
      status: 201,
      replyHeaders: [['location', 'http://a.test/users/12?x=1']],
    });
    expect((await toRows([created], usersProject)).document).toEqual({
      users: [{ id: 12, name: 'Zofia' }],
    });
  });

  it('treats 404 and 410 for an item as its removal', async () => {
    const read = recordedOf({ request: 'GET /users/1', answered: { id: 1, name: 'Ada' } });
    expect(
      (await toRows([read, recordedOf({ request: 'GET /users/1', status: 410 })], usersProject))
        .count,
    ).toBe(0);
    expect(
      (await toRows([read, recordedOf({ request: 'GET /users/1', status: 500 })], usersProject))
        .count,
    ).toBe(1);
  });

  it('ignores answers that were altered on purpose', async () => {
    const read = recordedOf({ request: 'GET /users/1', answered: { id: 1, name: 'Ada' } });
    const more = { original: read.reply };
    const altered = [
      recordedOf({ request: 'GET /users/1', status: 404, more }),
      recordedOf({ request: 'GET /users/1', answered: { id: 1, name: 'made up' }, more }),
    ];
    expect((await toRows([read, ...altered], usersProject)).document).toEqual({
      users: [{ id: 1, name: 'Ada' }],
    });
  });

  it('names what it left out', async () => {
    const { document, leftOut } = await toRows(
      [
        recordedOf({ request: 'GET /users/1', answered: { id: 1, name: 7 } }),
        recordedOf({
          request: 'POST /users',
          sent: { name: 'Zofia' },
          status: 201,
          more: { seq: 2 },
        }),
        recordedOf({
          request: 'GET /users',
          answered: textOf('[{"id":1', 'cut'),
          more: { seq: 3 },
        }),
        recordedOf({ request: 'GET /users/3', answered: [], more: { seq: 4 } }),
        recordedOf({ request: 'PATCH /users/3', sent: [], more: { seq: 5 } }),
        recordedOf({
          request: 'GET /others',
          answered: [],
          more: { resource: null, operation: null },
        }),
      ],
      usersProject,
    );
    expect(document).toEqual({ users: [] });
    expect(leftOut.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'interaction 2: its answer does not contain the id of the created item',
      'interaction 3: its answer contains no complete list',
      'interaction 4: its answer contains no item',
      'interaction 5: its answer does not show the resulting item',
      '1: /name must be a string, is a number',
    ]);
  });
});

function sorted(value: unknown): unknown {
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
