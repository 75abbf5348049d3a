// What the recorder says of operations of neither a list nor an item: it judges their answers alone.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { defineContracts } from '../../../src/contract/define/define-contracts.ts';
import { readBody } from '../../../src/model/message/call.ts';
import type { Received } from '../../../src/model/message/received.ts';
import { Shadow } from '../../../src/record/shadow/shadow.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { Schemas } from '../../../src/schema/schema.ts';
import { contractsOfOpenApi } from '../../../src/source/source.ts';
import { listOf, operation, ref } from '../../support/openapi-mock.ts';

const json = { 'content-type': 'application/json' };
const text = { type: 'string' };
const object = (required: string, properties: JsonObject): Json => ({
  type: 'object',
  required: [required],
  properties,
});

const document: Json = {
  openapi: '3.1.0',
  info: { title: 'Boats', version: '1' },
  paths: {
    '/boats': {
      get: operation(200, listOf(ref('Boat'))),
      post: operation(201, ref('Boat'), ref('Boat')),
    },
    '/boats/{id}': {
      get: operation(200, ref('Boat')),
      put: operation(200, ref('Boat'), ref('Boat')),
    },
    '/boats/nearest': { get: operation(200, object('metres', { metres: { type: 'number' } })) },
    '/boats/latest': { get: operation(200, ref('Boat')) },
    '/boats/moves': {
      get: {
        responses: {
          200: { content: { 'text/event-stream': { itemSchema: object('at', { at: text }) } } },
        },
      },
    },
    '/login': {
      post: {
        ...(operation(
          200,
          object('token', { token: text }),
          object('name', { name: text }),
        ) as object),
        responses: {
          200: { content: { 'application/json': { schema: object('token', { token: text }) } } },
          401: { content: { 'application/json': { schema: object('reason', { reason: text }) } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Boat: object('name', {
        id: { type: 'string', readOnly: true },
        name: text,
        colour: text,
      }) as JsonObject,
    },
  },
};

const read = contractsOfOpenApi(document, { name: 'boats.json', undescribed: 'left-open' });
const given = new Schemas(read.schemas);
const { contracts, schemas } = defineContracts(
  read.contracts.map((one) => one.document),
  given,
);

function judged(
  request: string,
  status: number,
  body: string,
  accept = '*/*',
  more: Partial<Received> = {},
) {
  const checker = createChecker(schemas);
  const shadow = new Shadow({ contracts, schemas, checker, profile: defaultProfile, basePath: '' });
  const [method = '', path = ''] = request.split(' ');
  const call = { method, path, query: '', headers: { ...json, accept }, body: readBody('') };
  const span = shadow.begin(method, path, false);
  shadow.end(span);
  return shadow.judge({
    span,
    call,
    received: { status, headers: json, body: readBody(body), ...more },
    isReadable: true,
    at: 0,
  });
}

describe('the recorder, of an operation of neither a list nor an item', () => {
  it.each<[string, number, string, string]>([
    ['POST /login', 200, '{"token":"x"}', 'conforms'],
    ['POST /login', 200, '{"tokens":"x"}', 'violates'],
    ['POST /login', 201, '{"token":"x"}', 'violates'],
    ['POST /login', 401, '{"reason":"no"}', 'conforms'],
    ['POST /login', 401, '{"why":"no"}', 'violates'],
    ['POST /login', 409, '{}', 'not-shown'],
    ['POST /login', 302, '', 'violates'],
    ['POST /login', 500, '', 'not-shown'],
    ['GET /boats/nearest', 200, '{"metres":3}', 'conforms'],
    ['GET /boats/nearest', 200, '{"metres":"near"}', 'violates'],
    ['GET /boats/latest', 200, '{"id":"7","name":"Ann","colour":null}', 'conforms'],
    ['GET /boats/latest', 200, '{"id":"7","name":null}', 'violates'],
    ['GET /harbours', 200, '{}', 'not-shown'],
  ])('%s with %i %s: %s', (request, status, body, verdict) => {
    const { findings, verdict: said, resource } = judged(request, status, body);
    expect([said, findings.length > 0]).toEqual([verdict, verdict === 'violates']);
    expect(resource === null).toBe(request === 'GET /harbours');
    for (const { message } of findings) expect(message).toContain(request);
  });

  it('says nothing of a page, and nothing of a body that was not asked for', () => {
    expect(judged('POST /login', 200, '<p>', 'text/html').verdict).toBe('not-shown');
    expect(judged('HEAD /boats/nearest', 200, '').verdict).toBe('not-shown');
  });

  it('judges the events that a client asked for, also if it left before their end', () => {
    const headers = { 'content-type': 'text/event-stream' };
    const moves = (body: string, more: Partial<Received> = {}) =>
      judged('GET /boats/moves', 200, body, 'text/event-stream', { headers, ...more });
    const good = 'data: {"at":"pier"}\n\n';
    expect(moves(good).verdict).toBe('conforms');
    expect(moves(`${good}data: {"a`, { cut: true }).verdict).toBe('conforms');
    expect(moves(`${good}data: {"at":4}\n\n`).findings.map(({ at }) => at)).toEqual(['/1/data/at']);
    const page = judged('GET /boats/moves', 200, '<p>', 'text/html,*/*', { headers });
    expect(page.verdict).toBe('not-shown');
  });

  it('does not take its path for that of an item', () => {
    expect(judged('GET /boats/nearest', 200, '{"metres":3}').operation).toBeNull();
    expect(judged('GET /boats/7', 200, '{"id":"7","name":"Ann"}').operation).toBe('read');
  });
});
