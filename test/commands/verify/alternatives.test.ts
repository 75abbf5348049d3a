// Bodies of several forms, answers that break their schema, and reads that need no credentials: what
// verify sends of them and makes of the answers. Beside each correct service stands a planted fault.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { type ShelfOptions, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const options = {
  contract: 'openapi.json',
  mode: 'write',
  budget: 'quick',
  ledgerFolder: '.standin',
} as const;
const LONG_MS = { timeout: 60_000 };
const only = { budget: 'standard', laws: ['created-is-there'] };
const text = { type: 'string', minLength: 1 };

function form(kind: string, member: string): JsonObject {
  const properties = { kind: { type: 'string', const: kind }, [member]: text };
  return { type: 'object', required: ['kind', member], properties };
}

const forms = [form('note', 'text'), form('call', 'phone'), form('visit', 'place')];

async function verified(document: JsonObject, service: ShelfOptions, given: object = {}) {
  folder.write('openapi.json', JSON.stringify(document));
  await using shelf = await startShelf(service);
  const run = await runVerify(shelf.url, { ...options, ...given });
  return { ...run, left: [...shelf.jars.values()] };
}

describe('a member of several forms', () => {
  const cases: readonly (readonly [string, Json])[] = [
    ['oneOf', { oneOf: forms }],
    ['anyOf', { anyOf: forms }],
    ['a list of such', { type: 'array', minItems: 1, items: { oneOf: forms } }],
  ];
  /** Notes the kinds that creations send; `loses` is a member that answers lack. */
  const serving = (kinds: Set<string>, loses: string | null): ShelfOptions => ({
    answer: ({ method, body }, right) => {
      if (method === 'POST')
        for (const [, kind = ''] of JSON.stringify(body).matchAll(/"kind":"(\w+)"/g))
          kinds.add(kind);
      const { body: answered, ...rest } = right();
      if (answered === undefined || loses === null)
        return answered === undefined ? rest : { ...rest, body: answered };
      return {
        ...rest,
        body: JSON.parse(JSON.stringify(answered).replaceAll(`"${loses}"`, '"lost"')) as Json,
      };
    },
  });
  const documentOf = (part: Json) =>
    shelfDocument({ members: { label: text, part }, required: ['label', 'part'] });

  it.each(cases)('is sent in each form: %s', LONG_MS, async (_case, part) => {
    const kinds = new Set<string>();
    const { code, stdout, left } = await verified(documentOf(part), serving(kinds, null));
    expect(code, stdout).toBe(0);
    expect(left).toEqual([]);
    expect(
      [...kinds].filter((kind) => forms.some((one) => JSON.stringify(one).includes(kind))),
    ).toEqual(expect.arrayContaining(['note', 'call', 'visit']));
  });

  it.each(['phone', 'place'])('hides no fault of a later form: %s', LONG_MS, async (loses) => {
    const { code, stdout } = await verified(
      documentOf({ oneOf: forms }),
      serving(new Set(), loses),
      only,
    );
    expect(code, stdout).toBe(1);
    expect(stdout).toContain('member-missing');
  });
});

describe('a creation whose answers break the schema', () => {
  const document = shelfDocument({
    members: {
      label: { type: 'string', minLength: 1, maxLength: 400 },
      due: { type: 'string', format: 'date' },
    },
    required: ['label', 'due'],
  });
  const showing = (change: (jar: JsonObject) => JsonObject): ShelfOptions => ({
    answer: (_call, right) => {
      const { body, ...rest } = right();
      if (body === undefined) return rest;
      const shown = (one: Json): Json => (isObject(one) ? change(one) : one);
      return { ...rest, body: Array.isArray(body) ? body.map(shown) : shown(body) };
    },
  });

  it.each<[string, string, (jar: JsonObject) => JsonObject]>([
    [
      'a moment for a day',
      '/due',
      (jar) => ({ ...jar, due: `${String(own(jar, 'due'))}T00:00:00Z` }),
    ],
    ['a number for a day', '/due', (jar) => ({ ...jar, due: 7 })],
    [
      'a long text',
      '/label',
      (jar) => ({ ...jar, label: String(own(jar, 'label')).padEnd(500, '.') }),
    ],
  ])('is not taken for another item: %s', LONG_MS, async (_case, at, change) => {
    const { code, stdout, left } = await verified(document, showing(change));
    expect(code).toBe(1);
    expect(stdout).toContain(`${at} must`);
    expect(stdout).not.toContain('id-of-another');
    expect(left).toEqual([]);
  });

  it('leaves the item of someone else that they show', LONG_MS, async () => {
    const other = { id: 90, label: 'of the team', due: 'soon' };
    const { code, stdout, left } = await verified(
      document,
      {
        rows: [other],
        answer: ({ method, path }, right) => {
          if (method === 'GET' && path === '/jars') return { status: 200, body: [] };
          return method === 'POST' ? { status: 201, body: other } : right();
        },
      },
      only,
    );
    expect(code).toBe(1);
    expect(stdout).toContain('not-created');
    expect(left).toContainEqual(other);
  });
});

describe('a pinned scheme of credentials', () => {
  const secured = (reads: Json): JsonObject => {
    const { paths, ...rest } = shelfDocument();
    const all = Object.entries(paths as Record<string, Record<string, Json>>).map(
      ([path, item]) => {
        const { get } = item;
        return [path, { ...item, get: { ...(get as JsonObject), security: reads } }] as const;
      },
    );
    return {
      ...rest,
      paths: Object.fromEntries(all),
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    };
  };
  const given = { pins: { 'auth.scheme': 'bearer' }, headers: ['Authorization: Bearer x'] };
  const answering = (isOpen: boolean): ShelfOptions => ({
    answer: ({ method, headers }, right) =>
      (isOpen && method === 'GET') || headers['authorization'] === 'Bearer x'
        ? right()
        : { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  });

  it('says nothing of operations that declare none', LONG_MS, async () => {
    const { code, stdout } = await verified(secured([]), answering(true), given);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('auth.scheme (the reads need no credentials)');
  });

  it('holds for those that declare it', LONG_MS, async () => {
    const closed = await verified(secured([{ token: [] }]), answering(false), given);
    expect(closed.code, closed.stdout).toBe(0);
    const open = await verified(secured([{ token: [] }]), answering(true), given);
    expect(open.code).toBe(1);
  });
});
