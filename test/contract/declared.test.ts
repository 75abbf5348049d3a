// What an operation declares as a whole: how a contract file writes it, what it may have wrong, and
// which answer and body a status and a media type have.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { type Answers, answerWith, bodyOfType } from '../../src/contract/declared.ts';
import { defineContracts } from '../../src/contract/define/define-contracts.ts';
import { findContractFaults } from '../../src/contract/file/contract-faults.ts';
import { contractSchema } from '../../src/contract/file/contract-schema.ts';
import { createChecker } from '../../src/schema/check.ts';
import { findSchemaFaults } from '../../src/schema/faults/schema-faults.ts';
import { type Schema, Schemas } from '../../src/schema/schema.ts';

const schemas = new Schemas(
  new Map<string, Schema>([
    ['depot', { type: 'object', properties: { id: { type: 'integer' } } }],
    ['kind', { enum: ['dry', 'cold'] }],
  ]),
);
const form = createChecker(new Schemas(new Map([['contract', contractSchema]])));

const withList = (list: JsonObject): JsonObject => ({
  resource: 'depots',
  path: '/depots',
  item: 'depot',
  source: 'page 3',
  operations: { list: { outcomes: {}, ...list } },
});

function faultsOf(list: JsonObject): readonly string[] {
  const check = (value: Json) => form.check('contract', value);
  return findContractFaults(withList(list), 'depots.json', schemas, check, findSchemaFaults).map(
    ({ at, message }) => `${at} ${message}`,
  );
}

function defined(list: JsonObject) {
  const all = defineContracts([withList(list)], schemas);
  return { list: all.contracts[0]?.operations.list, schemas: all.schemas };
}

const declared: JsonObject = {
  parameters: [
    { in: 'query', name: 'kind', required: true, schema: 'kind' },
    { in: 'query', name: 'sizes', style: 'pipeDelimited', schema: { type: 'array' } },
    { in: 'header', name: 'X-Shop', examples: ['north'] },
    { in: 'path', name: 'id' },
  ],
  request: { content: { 'application/json': { schema: 'depot' } } },
  answers: {
    200: {
      headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
      content: {
        'application/json': { schema: 'depot', examples: { none: {} } },
        'image/*': {},
        'application/x-ndjson': { itemSchema: 'depot' },
      },
    },
    '4XX': {},
  },
};

describe('what an operation declares', () => {
  it('is filled in with the usual ways, and names for schemas that stand in the file', () => {
    expect(faultsOf(declared)).toEqual([]);
    const { list, schemas: all } = defined(declared);
    expect(list?.parameters).toEqual([
      {
        in: 'query',
        name: 'kind',
        required: true,
        schema: 'kind',
        style: 'form',
        explode: true,
        examples: [],
      },
      {
        in: 'query',
        name: 'sizes',
        required: false,
        schema: 'depots.query.sizes',
        style: 'pipeDelimited',
        explode: false,
        examples: [],
      },
      {
        in: 'header',
        name: 'X-Shop',
        required: false,
        schema: null,
        style: 'simple',
        explode: false,
        examples: ['north'],
      },
      {
        in: 'path',
        name: 'id',
        required: true,
        schema: null,
        style: 'simple',
        explode: false,
        examples: [],
      },
    ]);
    expect(list?.request).toEqual({
      required: false,
      bodies: [{ type: 'application/json', schema: 'depot', examples: {} }],
    });
    expect(list?.answers?.['200']?.headers).toEqual({
      'x-total': { required: true, schema: 'depots.x-total', examples: [] },
    });
    expect(all.get('depots.x-total')).toEqual({ type: 'integer' });
    expect(list?.answers?.['200']?.bodies.map((body) => [body.type, body.schema])).toEqual([
      ['application/json', 'depot'],
      ['image/*', null],
      ['application/x-ndjson', null],
    ]);
  });

  it('is absent where a contract file says nothing of it', () => {
    const { list } = defined({});
    expect([list?.parameters, list?.request, list?.answers]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each<[JsonObject, string]>([
    [
      { parameters: [{ in: 'query', name: 'a', schema: 'sort' }] },
      '/parameters/0/schema there is no schema "sort"',
    ],
    [
      {
        parameters: [
          { in: 'query', name: 'a' },
          { in: 'query', name: 'a' },
        ],
      },
      '/parameters/1 the parameter query a is there twice',
    ],
    [
      { parameters: [{ in: 'path', name: 'id', required: false }] },
      '/parameters/0/required a parameter of the path is always there',
    ],
    [
      { answers: { 200: { content: { 'text/csv': { schema: 'rows' } } } } },
      '/answers/200/content/text~1csv/schema there is no schema "rows"',
    ],
    [
      { answers: { 200: { headers: { Age: { schema: 'age' } } } } },
      '/answers/200/headers/Age/schema there is no schema "age"',
    ],
    [
      { request: { content: { 'application/json': { itemSchema: 'row' } } } },
      '/request/content/application~1json/itemSchema there is no schema "row"',
    ],
  ])('may be wrong: %j', (list, fault) => {
    expect(faultsOf(list)).toEqual([`/operations/list${fault}`]);
  });

  it.each<JsonObject>([
    { parameters: [{ in: 'body', name: 'a' }] },
    { parameters: [{ in: 'query' }] },
    { answers: { 99: {} } },
    { answers: { 200: { body: 'depot' } } },
    { request: {} },
    { request: { content: { 'a b': {} } } },
  ])('has a form: %j', (list) => {
    expect(faultsOf(list)).not.toEqual([]);
  });
});

describe('answerWith', () => {
  const answer = (type: string) => ({
    headers: {},
    bodies: [{ type, schema: null, examples: {} }],
  });
  const answers: Answers = { 200: answer('a/a'), '2XX': answer('b/b'), default: answer('c/c') };

  it('takes the status before its range, and the range before the default', () => {
    const keyOf = (status: number) => answerWith({ answers }, status)?.key;
    expect([200, 201, 404].map(keyOf)).toEqual(['200', '2XX', 'default']);
    expect(answerWith({ answers: { 200: answer('a/a') } }, 404)).toBeNull();
    expect(answerWith({}, 200)).toBeNull();
  });
});

describe('bodyOfType', () => {
  const bodies = ['*/*', 'image/*', 'image/png'].map((type) => ({
    type,
    schema: null,
    examples: {},
  }));

  it('takes the most specific range, whatever the parameters and the letters', () => {
    const typeOf = (type: string) => bodyOfType(bodies, type)?.type;
    expect(['image/PNG; q=1', 'image/gif', 'text/csv'].map(typeOf)).toEqual([
      'image/png',
      'image/*',
      '*/*',
    ]);
    expect(bodyOfType(bodies.slice(2), 'image/gif')).toBeNull();
  });
});
