// A document that does not say what its operations answer: the run takes it from the first answers of
// the service, then finds what breaks.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../src/base/json.ts';
import {
  type ShelfAnswer,
  type ShelfOptions,
  shelfDocument,
  startShelf,
} from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

/** A document without what its successes answer. */
function silent(value: Json): Json {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]): [string, Json] => {
      if (!/^2\d\d$/.test(name) || !isObject(one)) return [name, silent(one)];
      return [name, { description: '' }];
    }),
  );
}

/** What the service puts around what it answers. */
type Form = (body: Json, method: string) => ShelfAnswer['body'];

const FORMS: Readonly<Record<string, Form>> = {
  bare: (body) => body,
  data: (body) => ({ data: body }),
  envelope: (body) => ({ code: 0, msg: 'ok', data: body }),
  paged: (body) => (Array.isArray(body) ? { total: body.length, results: body } : body),
  message: (body, method) => (method === 'POST' ? { message: 'created' } : body),
  'id alone': (body, method) => (method === 'POST' && isObject(body) ? (body['id'] ?? 0) : body),
};

/** Enough to find each fault: the search for fewer steps takes long. */
const LAWS = ['created-is-there', 'removed-is-gone', 'replaced-is-there', 'list-follows'];

const rows: readonly JsonObject[] = [
  { id: 1, label: 'plums', weight: 3, note: null },
  { id: 2, label: 'pears', weight: 0, note: 'old' },
];

const silentDocument = silent(
  shelfDocument({
    members: { label: { type: 'string' }, weight: { type: 'integer', minimum: 0 } },
    item: ['get', 'put', 'delete'],
  }),
);

async function verified(
  form: Form,
  options: Pick<ShelfOptions, 'answer' | 'stored' | 'rows'> = {},
  laws: readonly string[] = [],
) {
  folder.write('openapi.json', JSON.stringify(silentDocument));
  await using shelf = await startShelf({
    rows,
    stored: (body) => ({ note: null, ...body }),
    ...options,
    answer: (call, right, itself) => {
      const { label = '' } = isObject(call.body ?? null) ? (call.body as JsonObject) : {};
      if (typeof label !== 'string') return { status: 400 };
      const given = options.answer?.(call, right, itself) ?? right();
      const { body, status } = given;
      return body === undefined || status > 299
        ? given
        : { ...given, body: form(body, call.method) ?? null };
    },
  });
  const run = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'quick',
    laws,
    ledgerFolder: '.standin',
  });
  return { ...run, jars: [...shelf.jars.keys()] };
}

describe('a service whose document says nothing of its answers', { timeout: 60_000 }, () => {
  it.each(Object.entries(FORMS))('is verified as it answers first: %s', async (_, form) => {
    const { code, stdout, jars } = await verified(form);
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/POST +\d+ of \d+ laws held/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'the document does not say what GET /jars and GET /jars/{id} answers: the run expects what the service answered first',
    );
    expect(jars).toEqual(['1', '2']);
  });

  const faults: readonly (readonly [string, Pick<ShelfOptions, 'answer' | 'stored'>])[] = [
    [
      'loses what it creates',
      {
        answer: ({ method }, right, { jars }) => {
          const answer = right();
          if (method === 'POST') jars.delete([...jars.keys()].at(-1) ?? '');
          return answer;
        },
      },
    ],
    [
      'stores another weight',
      { stored: (body) => ({ note: null, ...body, weight: Number(body['weight']) + 1 }) },
    ],
    [
      'answers another item',
      {
        answer: ({ method, id }, right) =>
          method === 'GET' && Number(id) > 2 ? { status: 200, body: rows[0] as Json } : right(),
      },
    ],
    [
      'keeps what it removes',
      { answer: ({ method }, right) => (method === 'DELETE' ? { status: 204 } : right()) },
    ],
    [
      'ignores PUT',
      {
        answer: ({ method, id = '' }, right, { jars }) => {
          const kept = jars.get(id);
          const answer = right();
          if (method === 'PUT' && kept !== undefined) jars.set(id, kept);
          return answer;
        },
      },
    ],
    [
      'hides items from its list',
      {
        answer: ({ method, id }, right) => {
          const { status, body } = right();
          return method === 'GET' && id === undefined && Array.isArray(body)
            ? { status, body: (body as readonly Json[]).slice(0, 3) }
            : { status, ...(body === undefined ? {} : { body }) };
        },
      },
    ],
  ];

  it.each(faults)('is found if it %s', async (_, options) => {
    const { code, stdout } = await verified(FORMS['data'] as Form, options, LAWS);
    expect(code, stdout.slice(-3000)).toBe(1);
  });

  it('is asked nothing if the report would overwrite the document', async () => {
    folder.write('openapi.json', JSON.stringify(silentDocument));
    await using shelf = await startShelf({ rows });
    const given = {
      contract: 'openapi.json',
      mode: 'write',
      json: { file: 'openapi.json' },
    } as const;
    await expect(runVerify(shelf.url, given)).resolves.toMatchObject({ code: 2 });
    expect(shelf.calls).toEqual([]);
  });

  it('is left alone where its answers show no list', async () => {
    const { stdout, stderr, jars } = await verified(() => ({ ok: true }));
    expect(stderr).toContain('Not verified, for they may change anything');
    expect(stdout).toContain('not sent: POST /jars');
    expect(jars).toEqual(['1', '2']);
  });
});
