// Which lists are none of all items, because they need parameters that may select some.

import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../src/contract/contract.ts';
import { type Parameter, usualStyle } from '../../../src/contract/declared.ts';
import {
  selectingParameters,
  withWholeList,
} from '../../../src/model/parameters/narrowed-lists.ts';
import { Schemas } from '../../../src/schema/schema.ts';

const schemas = new Schemas(
  new Map([
    ['text', { type: 'string' }],
    ['number', { type: 'integer', default: 1 }],
  ]),
);

const parameter = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  in: 'query',
  name,
  required: true,
  schema: 'text',
  examples: [],
  ...usualStyle('query'),
  ...more,
});

function contractOf(list: object, create: object = {}): Contract {
  const operation = { summary: '', source: '', outcomes: {} };
  return {
    path: '/pets',
    operations: { list: { ...operation, ...list }, create: { ...operation, ...create } },
  } as unknown as Contract;
}

describe('selectingParameters', () => {
  it.each<readonly [string, object, object, readonly string[]]>([
    ['a filter', { parameters: [parameter('status')] }, {}, ['status']],
    [
      'a filter that others need, too',
      { parameters: [parameter('a')], filters: { a: { member: 'a', finds: 'equal' } } },
      { parameters: [parameter('a')] },
      ['a'],
    ],
    ['none that is optional', { parameters: [parameter('q', { required: false })] }, {}, []],
    ['none with a default', { parameters: [parameter('q', { schema: 'number' })] }, {}, []],
    ['none of a page', { parameters: [parameter('p')], paging: { parameter: 'p' } }, {}, []],
    [
      'none that others need, too: a version',
      { parameters: [parameter('v')] },
      { parameters: [parameter('v')] },
      [],
    ],
    ['no header fields', { parameters: [parameter('X-Shop', { in: 'header' })] }, {}, []],
  ])('has %s', (_, list, create, names) => {
    expect(selectingParameters(contractOf(list, create), schemas)).toEqual(names);
  });
});

describe('withWholeList', () => {
  it('makes another operation of such a list, and leaves other contracts alone', () => {
    const plain = contractOf({});
    expect(withWholeList(plain, schemas)).toBe(plain);
    const { operations, actions } = withWholeList(
      contractOf({ parameters: [parameter('status')] }),
      schemas,
    );
    expect(Object.keys(operations)).toEqual(['create']);
    expect(actions).toMatchObject([{ method: 'GET', path: '/pets' }]);
  });
});
