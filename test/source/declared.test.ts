// What the contracts of a document have of its operations as a whole: parameters, bodies by media type,
// answers with header fields and examples.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import type { Operation } from '../../src/contract/contract.ts';
import { readOpenApi } from '../../src/source/openapi/read-openapi.ts';

function firstOf(document: JsonObject, overrides?: JsonObject): Operation {
  const read = readOpenApi(document, {
    name: 'fleet.json',
    ...(overrides === undefined ? {} : { overrides }),
  });
  const [contract] = read.defined?.contracts ?? [];
  const operation = contract?.actions?.[0] ?? Object.values(contract?.operations ?? {})[0];
  if (operation === undefined) throw new Error('the document has no operation');
  return operation;
}

const vans = (operation: JsonObject, around: JsonObject = {}): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Fleet', version: '1' },
  components: {
    parameters: { Shop: { in: 'header', name: 'X-Shop', required: true, schema: {} } },
    schemas: {
      Van: {
        type: 'object',
        required: ['pin', 'plate'],
        properties: {
          pin: { type: 'string', writeOnly: true },
          plate: { type: 'string' },
        },
      },
    },
  },
  paths: { '/vans': { get: { responses: { 200: { description: '' } }, ...operation }, ...around } },
});

describe('the operations of a document', () => {
  it('have the parameters of the path and their own, of which the own ones count', () => {
    const { parameters } = firstOf(
      vans(
        {
          parameters: [
            { in: 'query', name: 'ids', explode: false, schema: { type: 'array' } },
            { in: 'query', name: 'box', content: { 'application/json': { schema: {} } } },
            { in: 'cookie', name: 'lot', schema: { type: 'string' }, example: 'b' },
            { in: 'header', name: 'Accept', schema: { type: 'string' } },
            { in: 'query', name: 'page', schema: { type: 'integer' } },
          ],
        },
        {
          parameters: [
            { $ref: '#/components/parameters/Shop' },
            { in: 'query', name: 'page', required: true, schema: { type: 'string' } },
          ],
        },
      ),
    );
    expect(
      parameters?.map(({ in: where, name, required, style, explode }) =>
        [where, name, required, style, explode].join(' '),
      ),
    ).toEqual([
      'query ids false form false',
      'query box false form true',
      'cookie lot false form true',
      'query page false form true',
      'header X-Shop true simple false',
    ]);
    expect(parameters?.[1]?.content).toBe('application/json');
    expect(parameters?.[2]?.examples).toEqual(['b']);
  });

  it('have parameters of the path by the names that it is served with, and no others', () => {
    const read = readOpenApi(
      {
        openapi: '3.0.3',
        info: { title: 'Fleet', version: '1' },
        paths: {
          '/vans/{kørsel}/report': {
            get: {
              parameters: [
                { in: 'path', name: 'kørsel', required: true, schema: { type: 'integer' } },
                { in: 'path', name: 'lane', required: true, schema: { type: 'integer' } },
              ],
              responses: { 200: { description: '' } },
            },
          },
        },
      },
      { name: 'fleet.json' },
    );
    const [contract] = read.defined?.contracts ?? [];
    const [report] = contract?.actions ?? [];
    expect(report?.parameters).toHaveLength(1);
    expect(report?.path).toBe(`/vans/{${report?.parameters?.[0]?.name}}/report`);
    expect(read.notes).toEqual([
      {
        place: '/paths/~1vans~1{kørsel}~1report/get/parameters/1',
        message: 'the path has no parameter "lane"; it is left out',
      },
    ]);
  });

  it('have every media type, in the schemas of their direction', () => {
    const { answers } = firstOf(
      vans({
        responses: {
          200: {
            description: '',
            headers: {
              'X-Total': { required: true, schema: { type: 'integer' }, example: 4 },
              'Content-Type': { schema: { type: 'string' } },
            },
            content: {
              'text/csv; header=present': { schema: { type: 'string' }, example: 'plate\nA 1\n' },
              'application/json': {
                schema: { $ref: '#/components/schemas/Van' },
                examples: { 'one van': { value: { plate: 'A 1' } } },
              },
            },
          },
          '5xx': { description: '' },
          Default: { description: '' },
        },
      }),
    );
    expect(Object.keys(answers ?? {})).toEqual(['200', '5XX', 'default']);
    expect(answers?.['200']).toEqual({
      headers: {
        'x-total': { required: true, schema: 'get-vans.200.x-total', examples: [4] },
      },
      bodies: [
        {
          type: 'text/csv',
          written: 'text/csv; header=present',
          schema: 'get-vans.200.text-csv',
          examples: { example: 'plate\nA 1\n' },
        },
        {
          type: 'application/json',
          schema: 'Van.answer',
          examples: { 'one-van': { plate: 'A 1' } },
        },
      ],
    });
  });

  it('have the ways of Swagger 2.0', () => {
    const { parameters, answers, request } = firstOf({
      swagger: '2.0',
      info: { title: 'Fleet', version: '1' },
      produces: ['application/json', 'text/csv'],
      paths: {
        '/vans/search': {
          post: {
            parameters: [
              { in: 'query', name: 'a', type: 'array', items: {}, collectionFormat: 'multi' },
              { in: 'query', name: 'b', type: 'array', items: {} },
              { in: 'query', name: 'c', type: 'array', items: {}, collectionFormat: 'pipes' },
              { in: 'header', name: 'X-Shop', type: 'string', required: true },
              { in: 'body', name: 'body', schema: { type: 'object' } },
            ],
            responses: {
              200: {
                description: '',
                schema: { type: 'object' },
                headers: { 'X-Total': { type: 'integer' } },
                examples: { 'text/csv': 'plate' },
              },
            },
          },
        },
      },
    });
    expect(parameters?.map(({ name, style, explode }) => [name, style, explode])).toEqual([
      ['a', 'form', true],
      ['b', 'form', false],
      ['c', 'pipeDelimited', false],
      ['X-Shop', 'simple', false],
    ]);
    expect(request?.bodies.map(({ type }) => type)).toEqual(['application/json']);
    expect(answers?.['200']?.bodies.map(({ type, examples }) => [type, examples])).toEqual([
      ['application/json', {}],
      ['text/csv', { example: 'plate' }],
    ]);
    expect(answers?.['200']?.headers['x-total']?.schema).not.toBeNull();
  });

  it('lose the declared answers to outcomes that are given beside the document', () => {
    const outcomes = { ok: { status: 202 } };
    expect(firstOf(vans({}), { 'GET /vans': { outcomes } }).answers).toBeUndefined();
    const answers = { 202: {} };
    expect(
      Object.keys(firstOf(vans({}), { 'GET /vans': { outcomes, answers } }).answers ?? {}),
    ).toEqual(['202']);
    expect(firstOf(vans({}), { 'GET /vans': { summary: 'All' } }).answers).toBeDefined();
  });
});
