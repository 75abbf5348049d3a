// What services may do wrong with whose row is whose.

import type { Answered, Hostility, Row, Rows } from './hostile-rows.ts';

const CREATE = ['id-of-another', 'overwrote-another'];

type Which = 'first' | 'random' | 'last';

function pick(which: Which, { foreign, draw }: Rows): string {
  const keys = [...foreign];
  const index =
    which === 'first' ? 0 : which === 'last' ? keys.length - 1 : Math.floor(draw() * keys.length);
  return keys[index] ?? '';
}

function store(sent: Row, rows: Rows): Row {
  const key = rows.nextId();
  const row = { ...sent, id: Number(key) };
  rows.rows.set(key, row);
  return row;
}

/** Ways in which a creation answers with the id of a row that is there already. */
const answers: readonly (readonly [
  string,
  (id: string, sent: Row, row: Row | undefined) => Answered,
])[] = [
  ['200 and the row', (_id, _sent, row) => ({ status: 200, body: row })],
  ['201 and the row', (_id, _sent, row) => ({ status: 201, body: row })],
  ['201 and what was sent', (id, sent) => ({ status: 201, body: { ...sent, id: Number(id) } })],
  ['200 and the id alone', (id) => ({ status: 200, body: { id: Number(id) } })],
  ['201 and Location', (id) => ({ status: 201, location: `/users/${id}`, body: {} })],
];

const answering: readonly Hostility[] = (['first', 'random', 'last'] as const).flatMap((which) =>
  answers.map(
    ([what, answer]): Hostility => ({
      name: `a creation that stores nothing and answers with the ${which} row: ${what}`,
      first: CREATE,
      create: (sent, rows) => {
        const key = pick(which, rows);
        return answer(key, sent, rows.rows.get(key));
      },
    }),
  ),
);

/** The same, but only some creations: the run has items of its own by then. */
const sometimes: readonly Hostility[] = answers.map(
  ([what, answer]): Hostility => ({
    name: `every seventh creation answers with a random row: ${what}`,
    first: CREATE,
    create: (sent, rows) => {
      const row = store(sent, rows);
      if (Number(row['id']) % 7 !== 0) return { status: 201, body: row };
      rows.rows.delete(String(row['id']));
      const key = pick('random', rows);
      return answer(key, sent, rows.rows.get(key));
    },
  }),
);

const overwriting: readonly Hostility[] = (['first', 'random', 'last'] as const).flatMap((which) =>
  [200, 201].map(
    (status): Hostility => ({
      name: `a creation that overwrites the ${which} row, ${status}`,
      first: CREATE,
      divertedMax: 1,
      create: (sent, rows) => {
        const key = pick(which, rows);
        const row = { ...sent, id: Number(key) };
        rows.rows.set(key, row);
        return { status, body: row };
      },
    }),
  ),
);

const elsewhere: readonly Hostility[] = [
  {
    name: 'a creation that shows what was sent under the id of a row, and stores it elsewhere',
    first: CREATE,
    create: (sent, rows) => {
      store(sent, rows);
      return { status: 201, body: { ...sent, id: Number(pick('random', rows)) } };
    },
  },
  {
    name: 'a creation whose Location leads to a row, and whose body says nothing',
    first: [],
    create: (sent, rows) => {
      store(sent, rows);
      return { status: 201, location: `/users/${pick('random', rows)}` };
    },
  },
  {
    name: 'a PUT that changes a random row instead',
    first: ['overwrote-another'],
    divertedMax: 1,
    divert: (method, _key, rows) => (method === 'PUT' ? pick('random', rows) : null),
  },
  {
    name: 'a DELETE that removes a random row instead',
    first: ['removed-another'],
    divertedMax: 1,
    divert: (method, _key, rows) => {
      const there = [...rows.foreign].filter((key) => rows.rows.has(key));
      return method === 'DELETE' ? (there[Math.floor(rows.draw() * there.length)] ?? null) : null;
    },
  },
];

/** Rows that the run cannot know when it begins. */
const unseen: readonly Hostility[] = [
  {
    name: 'a list that hides rows for a while, and creations that answer with one of them',
    first: CREATE,
    list: (all, rows) =>
      all.filter(({ id }) => rows.requests() > 60 || !['3', '4', '5'].includes(String(id))),
    create: (sent, rows) =>
      rows.requests() < 30
        ? null
        : { status: 201, body: { ...sent, id: 3 + Math.floor(rows.draw() * 3) } },
  },
  {
    name: 'pages without links, and creations that answer with a row of the last page',
    first: CREATE,
    ids: Array.from({ length: 30 }, (_, index) => String(index + 1)),
    list: (all, _rows, query) => {
      const page = Number(query.get('page') ?? 1);
      return all.slice((page - 1) * 4, page * 4);
    },
    create: (sent, rows) =>
      rows.requests() < 30
        ? null
        : { status: 201, body: { ...sent, id: Number(pick('last', rows)) } },
  },
  {
    name: 'a service that shows ids and names alone, and answers with a random row',
    first: CREATE,
    show: ({ id, name }) => ({ id, name }),
    create: (sent, rows) =>
      rows.requests() < 30
        ? null
        : { status: 201, body: { id: Number(pick('random', rows)), name: sent['name'] } },
  },
  {
    name: 'rows that someone else removes, and ids that are given out again',
    first: [],
    before: (rows, { method }) => {
      if (method === 'GET' && rows.requests() % 20 === 0) rows.rows.delete(pick('first', rows));
    },
    nextId: (count, rows) =>
      [...rows.foreign].find((key) => !rows.rows.has(key)) ?? String(100 + count),
  },
  {
    name: 'someone else who removes items of the run and gets their ids',
    first: [],
    before: (rows, { method, key }) => {
      // Just before it is looked at: between a look and a write nothing could be known.
      const row = key === null ? undefined : rows.rows.get(key);
      if (method !== 'GET' || row === undefined || key === null || rows.requests() % 9 !== 0)
        return;
      if (rows.foreign.has(key)) return;
      rows.rows.set(key, { id: row['id'], name: 'Someone else', email: 'else@example.com' });
      rows.foreign.add(key);
    },
  },
];

export const hostilities: readonly Hostility[] = [
  ...answering,
  ...sometimes,
  ...overwriting,
  ...elsewhere,
  ...unseen,
];

/** The rows that a careless service takes for one, by a form of their ids. */
function alike(
  name: string,
  ids: readonly string[],
  given: (key: string) => string,
  formOf: (key: string) => string,
): Hostility {
  return {
    name: `ids that ${name}`,
    first: [],
    ids,
    nextId: (count, rows) =>
      count % 3 === 0 ? given(pick('random', rows)) : `new-${rows.foreign.size}-${count}`,
    find: (key, rows) => {
      if (!rows.rows.has(key)) return key;
      return [...rows.rows.keys()].find((one) => formOf(one) === formOf(key)) ?? key;
    },
  };
}

const numbers = ['1', '2', '3', '4'];
const letters = ['abc', 'def', 'ghi'];

/** For a contract whose ids are texts. */
export const alikeIds: readonly Hostility[] = [
  alike(
    'differ in case',
    letters,
    (key) => key.toUpperCase(),
    (key) => key.toLowerCase(),
  ),
  alike(
    'differ in zeros before',
    numbers,
    (key) => `0${key}`,
    (key) => String(Number(key)),
  ),
  alike(
    'differ in zeros after',
    numbers,
    (key) => `${key}.0`,
    (key) => String(Number(key)),
  ),
  alike(
    'differ in spaces',
    letters,
    (key) => `${key} `,
    (key) => key.trim(),
  ),
  alike(
    'differ in percent-encoding',
    ['a/b', 'c d', 'é'],
    (key) => encodeURIComponent(key),
    (key) => decodeURIComponent(key),
  ),
  alike(
    'begin alike',
    letters,
    (key) => `${key}x`,
    (key) => key.slice(0, 3),
  ),
];
