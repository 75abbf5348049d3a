// Answers in envelopes, `{"data": {...}}`, whose things are not quite the items of reads and lists: what
// goes without an envelope goes with one.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { jsonText } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };

const object = (properties: JsonObject, required = Object.keys(properties)): Json => ({
  type: 'object',
  required,
  properties,
});

const bare = (schema: Json): Json => schema;
const enveloped = (schema: Json): Json => ({ type: 'object', properties: { data: schema } });
const inside = (json: Json): JsonObject =>
  ((json as JsonObject)['data'] ?? json) as unknown as JsonObject;

const WAYS: readonly (readonly [string, (schema: Json) => Json])[] = [
  ['bare', bare],
  ['in an envelope', enveloped],
];

const at = (name: string, schema: Json): Json => ({ name, in: 'path', required: true, schema });

describe('contractsOfOpenApi, of creations that name the id as the path does', () => {
  const id: JsonObject = { type: 'string', pattern: '^ORD_[\\w-]+$' };
  const orders = (around: (schema: Json) => Json): Json => ({
    openapi: '3.0.3',
    paths: {
      '/orders': {
        get: operation(200, around(listOf(ref('Order')))),
        post: operation(
          201,
          around(object({ order_id: { ...id, example: 'ORD_1' }, sku: text })),
          object({ sku: text }),
        ),
      },
      '/orders/{order_id}': {
        parameters: [at('order_id', id)],
        get: operation(200, around(ref('Order'))),
      },
    },
    components: { schemas: { Order: object({ id, sku: text }) } },
  });

  it.each(WAYS)('answers the id of the new item: %s', (_, around) => {
    const { ask } = openApiMock(orders(around));
    const ids = ['a', 'b'].map((sku) => {
      const { json } = ask('POST /orders', { sku });
      expect(inside(json)).toMatchObject({ sku });
      return String(inside(json)['order_id']);
    });
    expect(new Set(ids).size).toBe(2);
    for (const [index, sku] of ['a', 'b'].entries()) {
      const { status, json } = ask(`GET /orders/${ids[index]}`);
      expect(status).toBe(200);
      expect(inside(json)).toEqual({ id: ids[index], sku });
    }
  });
});

describe('contractsOfOpenApi, of log-ins whose token has an example', () => {
  const sent = object({ email: text, password: text });
  const token: Json = { type: 'string', example: 'eyJhbGciOi.abc.def' };
  const accounts = (around: (schema: Json) => Json): Json => ({
    openapi: '3.0.3',
    paths: {
      '/auth/register': { post: operation(201, around(object({ user_id: text })), sent) },
      '/auth/login': {
        post: operation(200, around(object({ access_token: token, refresh_token: token })), sent),
      },
      '/auth/profile': {
        get: {
          ...(operation(200, around(object({ id: text, email: text }))) as JsonObject),
          security: [{ bearer: [] }],
        },
      },
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });

  it.each(WAYS)('answers a token that names the account: %s', (_, around) => {
    const { ask } = openApiMock(accounts(around));
    const emails = ['ann@example.org', 'bob@example.org'];
    for (const email of emails) ask('POST /auth/register', { email, password: 'secret' });
    for (const email of emails) {
      const { status, json } = ask('POST /auth/login', { email, password: 'secret' });
      expect(status).toBe(200);
      const tokens = inside(json);
      expect(tokens['refresh_token']).toBe(tokens['access_token']);
      const authorization = `Bearer ${String(tokens['access_token'])}`;
      const profile = ask('GET /auth/profile', undefined, { authorization });
      expect(inside(profile.json)).toMatchObject({ email });
    }
  });
});

describe('contractsOfOpenApi, of filters by members that only elements of the list have', () => {
  const status: Json = { type: 'string', enum: ['open', 'shut'] };
  const year: Json = { type: 'integer' };
  const short = object({ id: text, title: text });
  const events = (list: (schema: Json) => Json, around: (schema: Json) => Json): Json => ({
    openapi: '3.0.3',
    paths: {
      '/events': {
        get: {
          ...(operation(200, list(listOf(ref('Event')))) as JsonObject),
          parameters: [
            { name: 'status', in: 'query', schema: status },
            { name: 'year', in: 'query', schema: year },
          ],
        },
        post: operation(201, around(short), object({ title: text, year, status }, ['title'])),
      },
      '/events/{event_id}': {
        parameters: [at('event_id', text)],
        patch: operation(200, around(short), object({ status: text }, [])),
        delete: operation(204, null),
      },
    },
    components: {
      schemas: {
        Event: object({ id: text, title: text, year, status }, ['id', 'title', 'status']),
      },
    },
  });

  it.each<[string, (schema: Json) => Json, (schema: Json) => Json]>([
    ['bare', bare, bare],
    ['in an envelope', enveloped, enveloped],
    [
      'a list deeper than items',
      (schema) => enveloped({ type: 'object', properties: { items: schema } }),
      enveloped,
    ],
  ])('lists the items that fit: %s', (_, list, around) => {
    const { ask, faults } = openApiMock(events(list, around));
    expect(faults).toEqual([]);
    ask('POST /events', { title: 'first', status: 'open', year: 1999 });
    ask('POST /events', { title: 'second', status: 'shut', year: 2000 });
    const titles = (query: string): readonly string[] =>
      ['first', 'second'].filter((title) =>
        jsonText(ask(`GET /events?${query}`).json).includes(title),
      );
    expect(titles('status=open')).toEqual(['first']);
    expect(titles('status=shut')).toEqual(['second']);
    expect(titles('year=1999')).toEqual(['first']);
    expect(titles('year=2001')).toEqual([]);
  });
});
