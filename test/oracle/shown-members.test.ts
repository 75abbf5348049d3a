// Members that an answer must not show, and members that it may show although no schema has them.

import { describe, expect, it } from 'vitest';
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
