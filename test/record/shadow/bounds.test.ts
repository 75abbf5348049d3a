// What the recorder says of values that break a format or a bound of a document: a service must not
// make them, and may show those that a client stored.

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

const document: Json = {
  openapi: '3.1.0',
  info: { title: 'Buoys', version: '1' },
  paths: {
    '/buoys': {
      get: operation(200, listOf(ref('Buoy'))),
      post: operation(201, ref('Buoy'), ref('Buoy')),
    },
    '/buoys/{id}': {
      get: operation(200, ref('Buoy')),
      patch: operation(200, ref('Buoy'), ref('Buoy')),
    },
    '/buoys/nearest': { get: operation(200, ref('Buoy')) },
  },
  components: {
    schemas: {
      Buoy: {
        type: 'object',
        required: ['name'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', maxLength: 8 },
          depth: { type: 'number', minimum: 0 },
          laid: { type: 'string', format: 'date' },
        },
      },
    },
  },
};

const read = contractsOfOpenApi(document, { name: 'buoys.json', undescribed: 'left-open' });
const { contracts, schemas } = defineContracts(
  read.contracts.map((one) => one.document),
  new Schemas(read.schemas),
);

/** Judges exchanges in order, and returns the places of the findings of each. */
function placesIn(
  ...exchanges: readonly (readonly [string, Json | null, number, Json])[]
): readonly (readonly (string | null)[])[] {
  const checker = createChecker(schemas);
  const shadow = new Shadow({ contracts, schemas, checker, profile: defaultProfile, basePath: '' });
  const headers = { 'content-type': 'application/json' };
  return exchanges.map(([request, sent, status, body], index) => {
    const [method = '', path = ''] = request.split(' ');
    const span = shadow.begin(method, path, false);
    shadow.end(span);
    const judged = shadow.judge({
      span,
      call: {
        method,
        path,
        query: '',
        headers: { ...headers, accept: 'application/json' },
        body: readBody(sent === null ? '' : JSON.stringify(sent)),
      },
      received: { status, headers, body: readBody(JSON.stringify(body)) },
      isReadable: true,
      at: index,
    });
    judged.settle(index + 1);
    return judged.findings.map(({ at }) => at);
  });
}

const item = (members: JsonObject = {}): JsonObject => ({ id: 7, name: 'red', ...members });

describe('Shadow.judge, of values that break a format or a bound', () => {
  it('finds them in lists, items, answers to writes and answers of other operations', () => {
    expect(
      placesIn(
        ['GET /buoys', null, 200, [item(), { ...item({ depth: -1 }), id: 8 }]],
        ['GET /buoys/7', null, 200, item({ laid: 'monday' })],
        ['POST /buoys', { name: 'green' }, 201, { id: 9, name: 'green', depth: -2 }],
        ['GET /buoys/nearest', null, 200, item({ name: 'much too long' })],
      ),
    ).toEqual([['/1/depth'], ['/laid'], ['/depth'], ['/name']]);
  });

  it('spares those that a client sent for the member, and no others', () => {
    expect(
      placesIn(
        ['POST /buoys', { name: 'red', depth: -1 }, 201, item({ depth: -1 })],
        ['GET /buoys', null, 200, [item({ depth: -1 })]],
        ['GET /buoys/nearest', null, 200, item({ depth: -1 })],
        ['PATCH /buoys/7', { laid: 'monday' }, 200, item({ depth: -1, laid: 'monday' })],
        ['GET /buoys/7', null, 200, item({ depth: -1, laid: 'monday' })],
        ['GET /buoys/7', null, 200, item({ depth: -1, laid: 'tuesday' })],
        ['GET /buoys/7', null, 200, item({ depth: -3, laid: 'monday' })],
      ),
    ).toEqual([[], [], [], [], [], ['/laid'], ['/depth']]);
  });
});
