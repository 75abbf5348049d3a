// The values of required parameters in requests that Standin sends itself.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Operation, SecurityScheme } from '../../../src/contract/contract.ts';
import { type Parameter, usualStyle } from '../../../src/contract/declared.ts';
import type { Paging } from '../../../src/contract/envelopes/pages.ts';
import { type Call, noBody } from '../../../src/model/message/call.ts';
import {
  requiredFields,
  valueFor,
  withRequired,
} from '../../../src/model/parameters/required-parameters.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { Schemas } from '../../../src/schema/schema.ts';

function schemasOf(schema: JsonObject): Schemas {
  return new Schemas(new Map([['value', schema]]));
}

function parameter(given: Partial<Parameter> = {}): Parameter {
  const place = given.in ?? 'query';
  return {
    in: place,
    name: 'kind',
    required: true,
    schema: 'value',
    examples: [],
    ...usualStyle(place),
    ...given,
  };
}

describe('valueFor', () => {
  it.each<readonly [string, JsonObject, readonly Json[], Json]>([
    ['an example', { type: 'string', default: 'b', enum: ['a', 'b', 'c'] }, ['c'], 'c'],
    ['the default if no example fits', { type: 'integer', default: 4 }, ['c'], 4],
    ['the first of an enum', { enum: ['a', 'b'] }, [], 'a'],
    ['a constant', { const: 7 }, [], 7],
    ['no null if there is another', { enum: [null, 'b'] }, [], 'b'],
    ['an example of a falsy value', { type: 'boolean' }, [false], false],
  ])('is %s', (_, schema, examples, value) => {
    expect(valueFor(schemasOf(schema), parameter({ examples }))).toEqual(value);
  });

  it.each<readonly [JsonObject]>([
    [{ type: 'integer', minimum: 30, multipleOf: 7 }],
    [{ type: 'string', pattern: '^[A-Z]{3}$' }],
    [{ type: 'string', minLength: 40 }],
    [{ type: 'string', format: 'uuid' }],
    [{ type: 'string', format: 'date-time' }],
    [{ type: 'array', minItems: 2, items: { type: 'integer' } }],
    [{ type: 'object', required: ['a'], properties: { a: { type: 'number' } } }],
    [{ anyOf: [{ type: 'boolean' }, { type: 'integer' }] }],
  ])('is a sample that fits %j', (schema) => {
    const schemas = schemasOf(schema);
    expect(createChecker(schemas).check('value', valueFor(schemas, parameter()))).toEqual([]);
  });
});

const call: Call = { method: 'GET', path: '/depots', query: '', headers: {}, body: noBody };

function sent(
  parameters: readonly Parameter[],
  given: Partial<Call> = {},
  security?: readonly SecurityScheme[],
): Call {
  const operation = { parameters, outcomes: {}, ...(security === undefined ? {} : { security }) };
  return withRequired(schemasOf({ type: 'integer', default: 5 }), operation as never, {
    ...call,
    ...given,
  });
}

const pages = { usual: 10, most: 50 };

describe('withRequired', () => {
  it('adds each to its place, and no optional ones', () => {
    expect(
      sent([
        parameter(),
        parameter({ name: 'other', required: false }),
        parameter({ in: 'header', name: 'X-Shop' }),
        parameter({ in: 'cookie', name: 'a' }),
        parameter({ in: 'cookie', name: 'b' }),
        parameter({ in: 'path', name: 'id' }),
      ]),
    ).toEqual({ ...call, query: 'kind=5', headers: { 'x-shop': '5', cookie: 'a=5; b=5' } });
  });

  it.each<readonly [string, Paging, string]>([
    [
      'offset',
      { ...pages, by: 'offset', parameter: 'from', first: 0, size: 'most' },
      'from=0&most=5',
    ],
    ['page', { ...pages, by: 'page', parameter: 'from', first: 1, size: 'most' }, 'from=1&most=5'],
    [
      'page beside an offset',
      { ...pages, by: 'page', parameter: 'page', first: 1, skip: { parameter: 'from' } },
      'from=0&most=5',
    ],
    ['cursor', { ...pages, by: 'cursor', parameter: 'from', first: 0 }, 'from=5&most=5'],
  ])('asks for the first part of a list that has to be cut, by %s', (_, paging, query) => {
    const parameters = ['from', 'most'].map((name) => parameter({ name }));
    const operation = { parameters, outcomes: {}, paging } as never;
    const schemas = schemasOf({ type: 'integer', default: 5 });
    expect(withRequired(schemas, operation, call).query).toBe(query);
  });

  it('leaves what a call has already', () => {
    const all = [
      parameter(),
      parameter({ in: 'header', name: 'X-Shop' }),
      parameter({ in: 'cookie', name: 'sid' }),
    ];
    const headers = { 'x-shop': '7', cookie: 'x=1; sid=2' };
    const given = { query: 'page=2&kind=9', headers };
    expect(sent(all, given)).toEqual({ ...call, ...given });
    expect(sent(all, { query: 'page=2' }).query).toBe('page=2&kind=5');
  });

  it('adds no credentials, nothing of the protocol, and nothing to what is sent as it is', () => {
    const key = { scheme: 'api-key', in: 'header', name: 'X-Key' } as const;
    expect(sent([parameter({ in: 'header', name: 'x-key' })], {}, [key])).toEqual(call);
    expect(sent([parameter({ in: 'header', name: 'If-Match' })])).toEqual(call);
    const sending = { varied: [], parameters: 'as-given' } as const;
    expect(sent([parameter()], { sending }).query).toBe('');
    expect(withRequired(schemasOf({}), undefined, call)).toBe(call);
  });
});

describe('requiredFields', () => {
  it('names the header fields of all operations', () => {
    const operation = (parameters: readonly Parameter[]): Operation => ({
      summary: '',
      source: '',
      outcomes: {},
      parameters,
    });
    const shop = operation([parameter({ in: 'header', name: 'X-Shop' })]);
    const sid = operation([parameter({ in: 'cookie', name: 'sid' }), parameter()]);
    const actions = [{ ...sid, method: 'GET', path: '/x' }];
    expect(requiredFields(schemasOf({}), { operations: { list: shop }, actions })).toEqual([
      'x-shop',
      'cookie',
    ]);
  });
});
