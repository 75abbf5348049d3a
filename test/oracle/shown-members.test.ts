// Members that an answer must not show, and members that it may show although no schema has them.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { defineContracts } from '../../src/contract/define/define-contracts.ts';
import { shownMemberFindings } from '../../src/oracle/shown-members.ts';
import { Schemas } from '../../src/schema/schema.ts';

const schemas = new Schemas(
  new Map([
    [
      'key',
      {
        type: 'object',
        properties: { id: {}, label: {}, code: { type: 'string', writeOnly: true } },
      },
    ],
  ]),
);
const { contracts } = defineContracts(
  [{ resource: 'keys', path: '/doors/{doorId}/keys', source: 'x', item: 'key', operations: {} }],
  schemas,
);
const [keys] = contracts;
if (keys === undefined) throw new Error('no contract');
const bound = {
  ...keys,
  path: '/doors/7/keys',
  scope: [{ at: ['doorId'], parameter: 'doorId', value: '7', parent: null }],
};

const codes = (body: Parameters<typeof shownMemberFindings>[2]): readonly unknown[] =>
  shownMemberFindings(bound, 'list', body).map(({ code, at }) => [code, at]);

describe('shownMemberFindings', () => {
  it('lets an item show the id of its parent, which the mock does not', () => {
    expect(bound.hidden).toEqual(['code', 'doorId']);
    expect(codes([{ id: 1, label: 'a', doorId: 7 }])).toEqual([]);
  });

  it('finds the id of another parent, and what only requests have', () => {
    expect(
      codes([
        { id: 1, doorId: 8 },
        { id: 2, code: '' },
      ]),
    ).toEqual([
      ['wrong-scope', '/0/doorId'],
      ['write-only-shown', '/1/code'],
    ]);
  });
});

describe('a member that a request marks as writeOnly', () => {
  const text = { type: 'string' };
  const marked = { type: 'string', writeOnly: true };
  const account = (item: Record<string, Json>, form: Record<string, Json>) => {
    const all = new Schemas(
      new Map<string, JsonObject>([
        ['account', { type: 'object', properties: { id: {}, name: text, ...item } }],
        ['form', { type: 'object', properties: { name: text, ...form } }],
        ['secret', marked],
      ]),
    );
    const operations = { create: { body: 'form', outcomes: { ok: { status: 201 } } } };
    const given = {
      resource: 'accounts',
      path: '/accounts',
      source: 'x',
      item: 'account',
      operations,
    };
    const [found] = defineContracts([given], all).contracts;
    if (found === undefined) throw new Error('no contract');
    return shownMemberFindings(found, 'list', [{ id: 1, name: 'a', pin: '7' }]).map(({ at }) => at);
  };

  it.each<[string, Record<string, Json>, Record<string, Json>, readonly string[]]>([
    ['is shown by no answer', {}, { pin: marked }, ['/0/pin']],
    ['is found behind a reference', {}, { pin: { $ref: 'secret.json' } }, ['/0/pin']],
    ['may be shown where the item has it', { pin: text }, { pin: marked }, []],
    ['may be shown if no schema marks it', {}, { pin: text }, []],
  ])('%s', (_, item, form, places) => {
    expect(account(item, form)).toEqual(places);
  });
});
