// What the recorder says of members that only requests have, below others: no answer shows them, so
// that a replace which sends them again changes nothing that a client could see.

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

const text: Json = { type: 'string' };
const secret: Json = { type: 'string', writeOnly: true };

/** Lockers, with a part that has a secret of its own. */
const documentWith = (part: Json): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Lockers', version: '1' },
  paths: {
    '/lockers': {
      get: operation(200, listOf(ref('Locker'))),
      post: operation(201, ref('Locker'), ref('Locker')),
    },
    '/lockers/{id}': {
      get: operation(200, ref('Locker')),
      put: operation(200, ref('Locker'), ref('Locker')),
    },
  },
  components: {
    schemas: {
      Locker: {
        type: 'object',
        required: ['name', 'lock'],
        properties: { id: { type: 'integer', readOnly: true }, name: text, lock: part },
      },
      Dial: { type: 'object', required: ['kind'], properties: { kind: text, code: secret } },
      Key: { type: 'object', required: ['kind', 'cut'], properties: { kind: text, cut: text } },
    },
  },
});

/** Judges exchanges in order, and returns the codes of their findings. */
function codesOf(
  document: JsonObject,
  exchanges: readonly (readonly [string, Json | null, number, Json])[],
): readonly string[] {
  const read = contractsOfOpenApi(document, { name: 'lockers.json', undescribed: 'left-open' });
  const documents = read.contracts.map((one) => one.document);
  const { contracts, schemas } = defineContracts(documents, new Schemas(read.schemas));
  const checker = createChecker(schemas);
  const shadow = new Shadow({ contracts, schemas, checker, profile: defaultProfile, basePath: '' });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return exchanges.flatMap(([request, sent, status, body], index) => {
    const [method = '', path = ''] = request.split(' ');
    const span = shadow.begin(method, path, false);
    shadow.end(span);
    const sentText = sent === null ? '' : JSON.stringify(sent);
    const call = { method, path, query: '', headers, body: readBody(sentText) };
    const received = { status, headers, body: readBody(JSON.stringify(body)) };
    const judged = shadow.judge({ span, call, received, isReadable: true, at: index });
    judged.settle(index + 1);
    return judged.findings.map(({ code }) => code);
  });
}

/** A creation, two replaces with the same body, and a read after each; `stored` is what the last two show. */
const replacedTwice = (sent: Json, shown: Json, stored: Json = shown) =>
  codesOf(documentWith(documents.get(sent) ?? {}), [
    ['POST /lockers', { name: 'a', lock: sent }, 201, { id: 1, name: 'a', lock: shown }],
    ['PUT /lockers/1', { name: 'b', lock: sent }, 200, { id: 1, name: 'b', lock: shown }],
    ['GET /lockers/1', null, 200, { id: 1, name: 'b', lock: shown }],
    ['PUT /lockers/1', { name: 'b', lock: sent }, 200, { id: 1, name: 'b', lock: shown }],
    ['GET /lockers/1', null, 200, { id: 1, name: 'b', lock: stored }],
  ]);

const dial: Json = { kind: 'dial', code: '1' };
const inList: Json = [{ kind: 'dial', code: '1' }];
const deeper: Json = { inner: { kind: 'dial', code: '1' } };
const documents = new Map<Json, Json>([
  [dial, { oneOf: [ref('Dial'), ref('Key')] }],
  [inList, { type: 'array', items: { anyOf: [ref('Key'), ref('Dial')] } }],
  [deeper, { type: 'object', properties: { inner: { allOf: [ref('Dial')] } } }],
]);

describe('Shadow.judge, of members of requests below others', () => {
  it.each([
    ['an alternative', dial, { kind: 'dial' }],
    ['alternatives in a list', inList, [{ kind: 'dial' }]],
    ['a part of a part', deeper, { inner: { kind: 'dial' } }],
  ])('says nothing of the same replace twice: %s', (_, sent, shown) => {
    expect(replacedTwice(sent, shown)).toEqual([]);
  });

  it('finds an answer that shows one', () => {
    expect(replacedTwice(dial, { kind: 'dial' }, dial)).toEqual(['write-only-shown']);
  });

  it('finds a replace that stored nothing, beside such a member', () => {
    expect(
      codesOf(documentWith(documents.get(dial) ?? {}), [
        [
          'POST /lockers',
          { name: 'a', lock: dial },
          201,
          { id: 1, name: 'a', lock: { kind: 'dial' } },
        ],
        ['GET /lockers/1', null, 200, { id: 1, name: 'a', lock: { kind: 'dial' } }],
        [
          'PUT /lockers/1',
          { name: 'b', lock: dial },
          200,
          { id: 1, name: 'b', lock: { kind: 'dial' } },
        ],
        ['GET /lockers/1', null, 200, { id: 1, name: 'a', lock: { kind: 'dial' } }],
      ]),
    ).toEqual(['not-replaced']);
  });
});
