// Operations on all records of a collection at once: what is refused, and what stays.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { createEmbeddedMock } from '../../../src/embed/embedded-mock.ts';
import { openApiMock, ref } from '../../support/openapi-mock.ts';

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const answers = (status: number, schema: Json | null): JsonObject => ({
  responses: { [status]: schema === null ? { description: 'done' } : json(schema) },
});
const many = { type: 'array', items: ref('Tin') };

function mockOf(post: JsonObject, remove: JsonObject = answers(204, null)) {
  return openApiMock({
    openapi: '3.1.0',
    paths: {
      '/tins': {
        get: answers(200, many),
        post: { requestBody: json(ref('Tin')), ...answers(201, ref('Tin')) },
        delete: remove,
      },
      '/tins/many': { post },
      '/tins/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answers(200, ref('Tin')),
        delete: answers(204, null),
      },
    },
    components: {
      schemas: {
        Tin: {
          type: 'object',
          required: ['label'],
          properties: { id: { type: 'integer' }, label: { type: 'string' } },
        },
      },
    },
  });
}

const taking = (answer: JsonObject): JsonObject => ({ requestBody: json(many), ...answer });

describe('a creation of several records', () => {
  it.each<readonly [string, Json | undefined, Readonly<Record<string, string>>, number]>([
    ['no body', undefined, {}, 400],
    ['another media type', 'a', { 'content-type': 'text/plain' }, 415],
    ['no list', { label: 'a' }, {}, 422],
    ['an element that is no object', [7], {}, 422],
    ['an item with an id', [{ id: 5, label: 'a' }], {}, 201],
  ])('of %s', (_, body, headers, status) => {
    const mock = mockOf(taking(answers(201, many)));
    const before = mock.ask('GET /tins').json as readonly Json[];
    expect(mock.send('POST /tins/many', body, headers).status).toBe(status);
    const after = mock.ask('GET /tins').json as readonly Json[];
    expect(after.length - before.length).toBe(status === 201 ? 1 : 0);
  });

  it('answers with the last one where the document shows one, and with nothing where it shows none', () => {
    const items = [{ label: 'a' }, { label: 'b' }];
    expect(
      mockOf(taking(answers(201, ref('Tin')))).ask('POST /tins/many', items).json,
    ).toMatchObject({ label: 'b' });
    const silent = mockOf(taking(answers(201, null)));
    expect(silent.send('POST /tins/many', items)).toMatchObject({ status: 201 });
    expect((silent.ask('GET /tins').json as readonly Json[]).length).toBeGreaterThanOrEqual(2);
  });
});

describe('the removal of all records', () => {
  it('answers with nothing, or with how many they were', () => {
    const silent = mockOf(taking(answers(201, many)));
    silent.ask('POST /tins', { label: 'a' });
    expect(silent.send('DELETE /tins')).toMatchObject({ status: 204, text: '' });
    expect(silent.ask('GET /tins').json).toEqual([]);
    const counting = mockOf(taking(answers(201, many)), answers(200, { type: 'number' }));
    const { length } = counting.ask('GET /tins').json as readonly Json[];
    counting.ask('POST /tins', { label: 'a' });
    expect(counting.ask('DELETE /tins').json).toBe(length + 1);
  });

  it('answers with what is declared', () => {
    const said = { type: 'object', required: ['gone'], properties: { gone: { const: 'all' } } };
    const saying = mockOf(taking(answers(201, many)), answers(200, said));
    expect(saying.ask('DELETE /tins').json).toEqual({ gone: 'all' });
    const open = mockOf(taking(answers(201, many)), {
      responses: { 200: { content: { '*/*': { schema: { type: 'object' } } } } },
    });
    expect(open.ask('DELETE /tins').json).toEqual({});
  });

  it('leaves what others refer to, where a choice refuses that', async () => {
    const outcomes = {};
    const source = 'here';
    const contracts = [
      {
        resource: 'tins',
        path: '/tins',
        source,
        item: 'tin',
        operations: { list: { outcomes }, create: { body: 'tin', outcomes }, remove: { outcomes } },
        actions: [
          { method: 'DELETE', path: '/tins', does: 'remove-all', outcomes },
          { method: 'GET', path: '/tin-ids', does: 'list-ids', outcomes },
        ],
      },
      {
        resource: 'lids',
        path: '/lids',
        source,
        item: 'lid',
        shown: { 'reference.removed': 'refuse' },
        operations: { list: { outcomes }, create: { body: 'lid', outcomes } },
      },
    ];
    const whole = { type: 'integer' };
    const schemas = {
      tin: { type: 'object', properties: { id: whole } },
      lid: { type: 'object', properties: { id: whole, tinId: { ...whole, 'x-ref': 'tins' } } },
    };
    const rows = { tins: [{ id: 1 }, { id: 2 }, { id: 3 }], lids: [{ id: 1, tinId: 2 }] };
    const mock = createEmbeddedMock({ contracts, schemas, rows });
    const ids = async (): Promise<Json> =>
      (await (await mock.fetch('http://localhost/tin-ids')).json()) as Json;
    expect(await ids()).toEqual([1, 2, 3]);
    expect((await mock.fetch('http://localhost/tins', { method: 'DELETE' })).status).toBe(204);
    expect(await ids()).toEqual([2]);
  });
});
