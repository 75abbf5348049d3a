// What `verify` asserts about ids that no item has: an id that was removed, and one that never was.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type RunningShelf,
  type ShelfAnswer,
  type ShelfOptions,
  shelfDocument,
  startShelf,
} from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

async function verified(
  document: Parameters<typeof shelfDocument>[0],
  options: ShelfOptions,
): Promise<{ readonly found: readonly string[]; readonly shelf: RunningShelf; code: number }> {
  folder.write('openapi.json', JSON.stringify(shelfDocument(document)));
  await using shelf = await startShelf(options);
  const { code } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    budget: 'quick',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { operation: string; code: string }[];
  };
  return { code, shelf, found: findings.map((one) => `${one.operation}: ${one.code}`) };
}

const everything = ['get', 'put', 'patch', 'delete'] as const;

describe('an id that was removed', () => {
  // The body of the 404 has members that the item has not: it is no item that DELETE marks.
  it('must not be listed, whatever the 404 of its read says', async () => {
    const { code, found } = await verified(
      { item: everything },
      {
        answer: ({ id, method, path }, right, { jars, removed }) => {
          if (id !== undefined && removed.has(id) && method !== 'DELETE')
            return { status: 404, body: { statusCode: 404, label: 'gone', message: 'Not Found' } };
          if (method !== 'DELETE' || id === undefined || path === '/jars') return right();
          if (!jars.has(id) || removed.has(id)) return { status: 404 };
          removed.add(id);
          return { status: 204 };
        },
      },
    );
    expect(code).toBe(1);
    expect(found.join()).toMatch(/list: still-listed|read: not-readable/);
  });

  const gone = ['get', 'delete', 'put', 'patch'] as const;
  it('may be removed again, where 404 is declared for ids that never were', async () => {
    const { found, shelf } = await verified(
      { item: gone },
      {
        answer: ({ method, id = '' }, right, { removed }) =>
          method === 'DELETE' && removed.has(id) ? { status: 204 } : right(),
      },
    );
    expect(found).toEqual([]);
    expect(shelf.jars.size).toBe(0);
  });

  it('shows that nothing is refused if an id that never was can be removed, too', async () => {
    const { found } = await verified(
      { item: gone },
      {
        answer: ({ method }, right) =>
          method === 'DELETE' ? { ...right(), status: 204 } : right(),
      },
    );
    expect(found).toEqual(['remove: accepted']);
  });

  it.each(['put', 'patch'] as const)('is refused by %s', async (method) => {
    const { found } = await verified(
      { item: everything },
      {
        answer: (call, right, { removed }) =>
          call.method === method.toUpperCase() && removed.has(call.id ?? '')
            ? { status: 200, body: { id: Number(call.id), label: 'a' } }
            : right(),
      },
    );
    expect(found.join()).toContain('accepted');
  });
});

describe('an id of a removed item', () => {
  const problem = { type: 'about:blank', title: 'gone', status: 404 };
  it.each<[string, Parameters<NonNullable<ShelfOptions['answer']>>[0]['method'], object, string]>([
    [
      'shows another body than is declared, with 200',
      'GET',
      { status: 200, type: 'application/problem+json', body: problem },
      'read: member-missing',
    ],
    ['is removed again with a status that is not declared', 'DELETE', { status: 200 }, 'remove: '],
  ])('is a finding if it %s', async (_case, method, wrong, found) => {
    const run = await verified(
      { item: everything },
      {
        answer: (call, right, { removed }) =>
          call.method === method && removed.has(call.id ?? '') ? (wrong as ShelfAnswer) : right(),
      },
    );
    expect(run.code).toBe(1);
    expect(run.found.join()).toContain(found);
  });
});

describe('a removed item that is read with a success and no body', () => {
  const blank = (): ShelfOptions => ({
    answer: ({ method, id }, right, { removed }) => {
      if (id === undefined || !removed.has(id)) return right();
      return { status: method === 'GET' ? 200 : method === 'DELETE' ? 500 : 404 };
    },
  });
  // Without a list only the read tells.
  const document = { item: everything, collection: ['post'] } as const;

  it('is gone: the run makes as many as it needs, and leaves none', async () => {
    const { found, shelf } = await verified(document, blank());
    expect(found).toEqual(['read: body-missing']);
    expect(shelf.calls.filter((call) => call === 'POST /jars').length).toBeGreaterThan(5);
    expect(shelf.jars.size).toBe(0);
  });
});

describe('an id that never was', () => {
  const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  const ids: readonly [string, object, RegExp, (serial: number) => string | number][] = [
    ['a format', { type: 'string', format: 'uuid' }, uuid, () => randomUUID()],
    ['its values', { type: 'string' }, uuid, () => randomUUID()],
    [
      'a pattern',
      { type: 'string', pattern: '^J-\\d{6}$' },
      /^J-\d{6}$/,
      (n) => `J-${100_000 + n}`,
    ],
    ['values with a beginning', { type: 'string' }, /^J-\d{6}$/, (n) => `J-${100_000 + n}`],
    [
      'values of 24 hexadecimal digits',
      { type: 'string' },
      /^[\da-f]{24}$/,
      (n) => `65f1c0ffee00${n.toString(16).padStart(12, '0')}`,
    ],
    ['int32', { type: 'integer', format: 'int32', maximum: 40_000 }, /^\d{1,5}$/, (n) => n],
  ];
  it.each(ids)('has the form that %s shows', async (_by, id, form, idOf) => {
    const { found } = await verified(
      { id: { ...id }, refused: { 400: { description: '' }, 404: { description: '' } } },
      {
        idOf,
        answer: ({ id: sent }, right) =>
          sent === undefined || (form.test(sent) && Number(sent) !== 99_999)
            ? right()
            : { status: 400 },
      },
    );
    expect(found).toEqual([]);
  });

  it('is refused with the status that is declared', async () => {
    const { found } = await verified(
      { id: { type: 'string', format: 'uuid' } },
      {
        idOf: () => randomUUID(),
        answer: ({ id, method }, right, { jars, removed }) =>
          id !== undefined && method === 'GET' && !jars.has(id) && !removed.has(id)
            ? { status: 400 }
            : right(),
      },
    );
    expect(found).toEqual(['read: status']);
  });

  it('has the form that the path says, where the member says none', async () => {
    const { found } = await verified(
      { id: { type: 'string' }, parameter: { type: 'string', pattern: '^[a-f]{8}$' } },
      {
        idOf: (serial) =>
          `abcdef${[...'abcdef'][serial % 6]}${[...'abcdef'][Math.floor(serial / 6) % 6]}`,
        answer: ({ id }, right) =>
          id === undefined || /^[a-f]{8}$/.test(id) ? right() : { status: 400 },
      },
    );
    expect(found).toEqual([]);
  });
});
