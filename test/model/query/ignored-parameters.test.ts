// Which query parameters have no part in an answer: by contracts with filters and pages, without
// either, and in each dialect.

import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/contract/contract.ts';
import { type Parameter, usualStyle } from '../../../src/contract/declared.ts';
import {
  ignoredParameters,
  type QueryReading,
  unknownFilters,
} from '../../../src/model/query/ignored-parameters.ts';

const isMember = (name: string): boolean => ['length', 'moored'].includes(name);

function ignored(query: string, reading: Partial<QueryReading> = {}): readonly string[] {
  const usual = { kind: 'list', operation: undefined, dialect: null, isMember } as const;
  return ignoredParameters(query, { ...usual, ...reading });
}

const operationOf = (given: Partial<Operation>): Operation =>
  ({ outcomes: {}, ...given }) as Operation;

const declared = (name: string): Parameter => ({
  in: 'query',
  name,
  required: false,
  schema: null,
  examples: [],
  ...usualStyle('query'),
});

describe('ignoredParameters', () => {
  it('names each parameter once, in order, where nothing reads any', () => {
    expect(ignored('b=1&a=2&b=3&%C3%A4=&=x')).toEqual(['b', 'a', '\u00e4']);
    expect(ignored('')).toEqual([]);
  });

  it('leaves out the filters and pages of a contract', () => {
    const operation = operationOf({
      filters: { berth: { member: 'berth', finds: 'equal' } },
      parameters: [declared('tide')],
      paging: { by: 'page', parameter: 'p', size: 'n' } as NonNullable<Operation['paging']>,
    });
    expect(ignored('berth=4&p=2&n=10&tide=high&x=1', { operation })).toEqual(['tide', 'x']);
    expect(ignored('berth=4', { operation: operationOf({}) })).toEqual(['berth']);
  });

  it('takes what an operation other than the list describes as read', () => {
    const operation = operationOf({ parameters: [declared('force'), declared('filter')] });
    expect(ignored('force=1&x=1&filter[size]=2', { kind: 'remove', operation })).toEqual(['x']);
  });

  it.each([
    [
      'json-server-0',
      'q=a&_page=1&_sort=x&length_gte=3&moored=1&tags[]=2&colour=red',
      ['tags[]', 'colour'],
    ],
    ['json-server-0', '_embed=boats&_expand=pier&length.metric_ne=1', []],
    [
      'json-server-1',
      '_page=1&_per_page=2&_where={}&length:gt=3&colour=red&length:near=3',
      ['length:near'],
    ],
    ['json-server-1', '_embed=boats&_dependent=boats', []],
  ] as const)('reads lists in the dialect %s: %s', (dialect, query, expected) => {
    expect(ignored(query, { dialect })).toEqual(expected);
  });

  it('reads related items alone beside one item', () => {
    expect(ignored('_embed=boats&_page=1', { kind: 'read', dialect: 'json-server-0' })).toEqual([
      '_page',
    ]);
  });
});

describe('unknownFilters', () => {
  const reading: QueryReading = {
    kind: 'list',
    operation: undefined,
    dialect: 'json-server-1',
    isMember,
  };

  it('names parameters of other dialects, which filter by what no item has', () => {
    expect(
      unknownFilters(
        'q=a&_limit=2&length:gt=3&moored=1&_page=1&colour.dark_ne=1&x:near=1',
        reading,
      ),
    ).toEqual(['q', '_limit', 'colour.dark_ne']);
  });

  it('names none beside one item, or in other dialects', () => {
    expect(unknownFilters('q=a', { ...reading, kind: 'read' })).toEqual([]);
    expect(unknownFilters('q=a', { ...reading, dialect: 'json-server-0' })).toEqual([]);
    expect(unknownFilters('q=a', { ...reading, dialect: null })).toEqual([]);
  });
});
