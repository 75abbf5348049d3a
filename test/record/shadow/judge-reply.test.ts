// What the recorder says of refusals whose status an OpenAPI document declares for the operation,
// without saying when they come.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { defineContracts } from '../../../src/contract/define/define-contracts.ts';
import { readBody } from '../../../src/model/message/call.ts';
import { Shadow } from '../../../src/record/shadow/shadow.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { Schemas } from '../../../src/schema/schema.ts';
import { contractsOfOpenApi } from '../../../src/source/source.ts';
import { listOf, operation, ref } from '../../support/openapi-mock.ts';

const json = { 'content-type': 'application/json' };

function withRefusals(success: Json, refusals: JsonObject): Json {
  const { responses, ...rest } = success as { readonly responses: JsonObject };
  return { ...rest, responses: { ...responses, ...refusals } };
}

const refused: JsonObject = { content: { 'application/json': { schema: ref('Refusal') } } };

const document: Json = {
  openapi: '3.1.0',
  info: { title: 'Boats', version: '1' },
  paths: {
    '/boats': {
      get: operation(200, listOf(ref('Boat'))),
      post: withRefusals(operation(201, ref('Boat'), ref('NewBoat')), { 400: refused, 409: {} }),
    },
    '/boats/{id}': {
      get: withRefusals(operation(200, ref('Boat')), { '4XX': refused }),
    },
  },
  components: {
    schemas: {
      NewBoat: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Boat: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer' }, name: { type: 'string' } },
      },
      Refusal: {
        type: 'object',
        required: ['message'],
        properties: { message: { type: 'string' } },
      },
    },
  },
};

/** Judges the answer to one request. */
function verdictOn(request: string, sent: Json | null, status: number, shown: Json): string {
  const read = contractsOfOpenApi(document, {
    name: 'api.json',
    documents: new Map(),
    overrides: {},
  });
  const { contracts, schemas } = defineContracts(
    read.contracts.map((one) => one.document),
    new Schemas(read.schemas),
  );
  const checker = createChecker(schemas);
  const shadow = new Shadow({ contracts, schemas, checker, profile: defaultProfile, basePath: '' });
  const [method = '', path = ''] = request.split(' ');
  const span = shadow.begin(method, path, false);
  shadow.end(span);
  const body = readBody(sent === null ? '' : JSON.stringify(sent));
  const call = { method, path, query: '', headers: sent === null ? {} : json, body };
  const received = { status, headers: json, body: readBody(JSON.stringify(shown)) };
  return shadow.judge({ span, call, received, isReadable: true, at: 0 }).verdict;
}

describe('judgeReply, of a refusal', () => {
  const message = { message: 'no' };
  it.each([
    ['conforms', 'with a declared status and body', 'POST /boats', {}, 400, message],
    ['conforms', 'also if its reason cannot be seen', 'POST /boats', { name: 'Ann' }, 400, message],
    ['conforms', 'with a declared status and any body', 'POST /boats', {}, 409, {}],
    ['conforms', 'with a status in a declared range', 'GET /boats/1', null, 404, message],
    ['violates', 'with another body than is declared', 'POST /boats', {}, 400, { error: 'no' }],
    ['not-shown', 'with a status that is not declared', 'POST /boats', {}, 422, message],
    ['not-shown', 'of an operation that declares none', 'GET /boats', null, 401, message],
  ])('says that it %s %s', (verdict, _how, request, sent, status, shown) => {
    expect(verdictOn(request, sent, status, shown)).toBe(verdict);
  });
});
