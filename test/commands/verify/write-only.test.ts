// Members that only requests have, at any depth: the mock stores them and shows none, `verify` finds a
// service that shows one, and misses none that is required.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { documentOf, jsonOf, reads, startCanned } from '../../support/canned.ts';
import { openApiMock } from '../../support/openapi-mock.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const text = { type: 'string' };
const secret = { type: 'string', writeOnly: true };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const schemas: JsonObject = {
  Safe: {
    type: 'object',
    required: ['name', 'lock', 'code'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: text,
      code: secret,
      lock: ref('Lock'),
      spare: { type: 'array', items: ref('Lock') },
      doors: { type: 'object', additionalProperties: ref('Lock') },
    },
  },
  Lock: {
    type: 'object',
    required: ['maker', 'pin'],
    properties: { maker: text, pin: secret, next: ref('Lock') },
  },
};
const safe = ref('Safe');
const missing = { 404: { description: '' } };
const document = documentOf(
  {
    '/safes': {
      get: { responses: { 200: jsonOf({ type: 'array', items: safe }) } },
      post: {
        requestBody: { required: true, ...jsonOf(safe) },
        responses: { 201: jsonOf(safe), 422: { description: '' } },
      },
    },
    '/safes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: jsonOf(safe), ...missing } },
      put: {
        requestBody: { required: true, ...jsonOf(safe) },
        responses: { 200: jsonOf(safe), ...missing },
      },
      patch: { requestBody: jsonOf(safe), responses: { 200: jsonOf(safe), ...missing } },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    '/test': {
      post: { requestBody: jsonOf(ref('Lock')), responses: { 200: jsonOf(ref('Lock')) } },
    },
  },
  schemas,
);

const sent = {
  name: 'big',
  code: '1',
  lock: { maker: 'A', pin: '2', next: { maker: 'B', pin: '3' } },
  spare: [{ maker: 'C', pin: '4' }],
  doors: { front: { maker: 'D', pin: '5' } },
};
const shown = {
  name: 'big',
  lock: { maker: 'A', next: { maker: 'B' } },
  spare: [{ maker: 'C' }],
  doors: { front: { maker: 'D' } },
};

describe('a member that only requests have', () => {
  it('is required of requests, stored, and never shown', () => {
    const { ask } = openApiMock(document);
    expect(ask('POST /safes', sent)).toEqual({ status: 201, json: { id: 1, ...shown } });
    expect(ask('GET /safes/1').json).toEqual({ id: 1, ...shown });
    expect(ask('GET /safes').json).toEqual([{ id: 1, ...shown }]);
    expect(ask('PUT /safes/1', sent).json).toEqual({ id: 1, ...shown });
    expect(ask('POST /safes', { ...sent, lock: { maker: 'A' } }).status).toBe(422);
    expect(JSON.stringify(ask('POST /test', { maker: 'A', pin: '2' }).json)).not.toContain('pin');
  });

  it.each([
    [1, 'profile'],
    [2, 'profile'],
    [1, 'vary'],
    [2, 'vary'],
  ] as const)('makes the mock conform to the document with seed %i, %s', async (seed, open) => {
    folder.write('openapi.json', document);
    const serving = await startServing({ contract: 'openapi.json', seed, undefined: open });
    try {
      const { code, stdout } = await runVerify(serving.url, {
        contract: 'openapi.json',
        budget: 'quick',
        mode: 'write',
        seed,
        ledgerFolder: '.standin',
      });
      expect(code, stdout).toBe(0);
    } finally {
      await serving.close();
    }
  });

  it.each<[string, Json, string]>([
    ['in an item', { ...shown, id: 1, code: '1' }, '"code"'],
    ['in an object', { ...shown, id: 1, lock: { maker: 'A', pin: '2' } }, '"lock.pin"'],
    ['in a list', { ...shown, id: 1, spare: [{ maker: 'A', pin: '2' }] }, '"spare.0.pin"'],
    ['by name', { ...shown, id: 1, doors: { a: { maker: 'A', pin: '2' } } }, '"doors.a.pin"'],
    [
      'in what contains itself',
      { ...shown, id: 1, lock: { maker: 'A', next: { maker: 'A', pin: '2' } } },
      '"lock.next.pin"',
    ],
  ])('is found where a service shows it %s', async (_, body, member) => {
    const service = await startCanned({ '/safes': { body: [body] }, '/safes/1': { body } });
    folder.write('openapi.json', document);
    try {
      const { code, stdout } = await runVerify(service.url, {
        contract: 'openapi.json',
        budget: 'quick',
        ledgerFolder: '.standin',
      });
      expect(code, stdout).toBe(1);
      expect(stdout).toContain(`shows ${member}, which only requests have`);
    } finally {
      await service.close();
    }
  });

  it('is not found where no service shows it', async () => {
    const body = { ...shown, id: 1 };
    const service = await startCanned({ '/safes': { body: [body] }, '/safes/1': { body } });
    folder.write('openapi.json', document);
    try {
      const run = await runVerify(service.url, {
        contract: 'openapi.json',
        budget: 'quick',
        ledgerFolder: '.standin',
      });
      expect(run.code, run.stdout).toBe(0);
    } finally {
      await service.close();
    }
  });

  it('is found in an answer of an operation without rows, too', async () => {
    const service = await startCanned({ '/x': { body: { maker: 'A', pin: '2' } } });
    const described = documentOf({ '/x': reads({ 200: jsonOf(ref('Lock')) }) }, schemas);
    folder.write('openapi.json', described);
    try {
      const run = await runVerify(service.url, {
        contract: 'openapi.json',
        budget: 'quick',
        ledgerFolder: '.standin',
      });
      expect(run.code, run.stdout).toBe(1);
    } finally {
      await service.close();
    }
  });
});
