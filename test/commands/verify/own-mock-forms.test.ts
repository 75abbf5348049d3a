// `verify` finds nothing in the mock of the same document, in shapes that few documents have, each
// with the choices that made it hard.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';
import { verifyOwnMock } from './own-mock-of.ts';

const folder = useTempFolder();

const text: JsonObject = { type: 'string' };
const number: JsonObject = { type: 'integer' };
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});
const id: JsonObject = { ...number, readOnly: true };
const media = (schema: Json, type = 'application/json'): JsonObject => ({
  description: '',
  content: { [type]: { schema } },
});
const none: JsonObject = { description: '' };

interface Shape {
  readonly item: JsonObject;
  readonly sent?: JsonObject;
  /** The media type of what is sent. */
  readonly type?: string;
  /** What a creation is answered with; nothing that is shown if absent. */
  readonly made?: JsonObject;
  readonly list?: JsonObject;
}

function documentOf({ item, sent = item, type, made, list }: Shape): JsonObject {
  const answer = { 200: media(item), 404: none };
  return {
    openapi: '3.0.3',
    info: { title: 'Parcels', version: '1' },
    paths: {
      '/parcels': {
        get: { responses: { 200: media(list ?? { type: 'array', items: item }) } },
        post: {
          requestBody: media(sent, type),
          responses: { 201: made === undefined ? none : media(made) },
        },
      },
      '/parcels/{id}': {
        get: { responses: answer },
        put: { requestBody: media(sent, type), responses: answer },
        delete: { responses: { 204: none, 404: none } },
      },
    },
  };
}

/** Shorter texts would not fit. */
const code: JsonObject = { ...text, minLength: 3, maxLength: 4 };
const price = object({ currency: code, value: text }, ['currency', 'value']);
describe('the mock of a document', () => {
  it.each<[string, JsonObject, Partial<Profile>]>([
    [
      'texts that are too short in a normal form',
      documentOf({
        item: object({ id, name: text, code, prices: { type: 'array', items: price } }, ['name']),
        made: object({ id, name: text, code, prices: { type: 'array', items: price } }),
      }),
      { 'fields.normal': 'trim' },
    ],
    [
      'forms in parts, with an object that has no members',
      documentOf({
        item: object({ id, name: text }, ['name']),
        sent: object({ name: text, picture: { type: 'object' } }, ['name', 'picture']),
        type: 'multipart/form-data',
      }),
      {},
    ],
    [
      'ids that only the answer to a creation shows',
      documentOf({
        item: object({ name: text, weight: number }, ['name']),
        made: object({ id, name: text, weight: number }, ['id', 'name']),
      }),
      {},
    ],
  ])('conforms to it: %s', { timeout: 120_000 }, async (_name, document, pins) => {
    for (const seed of [1, 4]) {
      const served = { undefined: 'vary', served: pins } as const;
      const run = await verifyOwnMock(folder, document, { seed, ...served });
      expect(run.findings, run.stdout).toEqual({});
      expect(run.code, run.stderr).toBe(0);
    }
  });
});

describe('answers to writes with a status of several', () => {
  it.each([
    ['remove.status', 200],
    ['remove.status', 204],
  ] as const)('have the body that is declared for it: %s %d', async (choice, status) => {
    const document = JSON.parse(JSON.stringify(shelfDocument({ item: ['get', 'put', 'delete'] })));
    const { put, delete: remove } = document.paths['/jars/{id}'];
    const json = (schema: object): object => ({
      description: '',
      content: { 'application/json': { schema } },
    });
    remove.responses = {
      200: json({ type: 'string' }),
      204: { description: '' },
      404: { description: '' },
    };
    put.responses = {
      200: json({ type: 'object' }),
      201: { description: '' },
      404: { description: '' },
    };
    const run = await verifyOwnMock(folder, document, {
      served: { [choice]: status, 'remove.body': 'none', 'replace.body': 'none' },
    });
    expect(run.findings, run.stdout).toEqual({});
  });
});

describe('a list whose elements may have few members', () => {
  const document = (): JsonObject => {
    const whole = JSON.parse(
      JSON.stringify(
        shelfDocument({
          members: { label: { type: 'string' }, note: { type: 'string' } },
          required: ['label', 'note'],
          item: ['get', 'put', 'delete'],
        }),
      ),
    );
    whole.paths['/jars'].get.responses[200].content['application/json'].schema.items = {
      type: 'object',
      required: ['id', 'label'],
      properties: { id: { type: 'integer' }, label: { type: 'string' } },
      additionalProperties: false,
    };
    whole.paths['/jars'].post.responses[201].headers = {
      Location: { required: true, schema: { type: 'string', format: 'uri' } },
    };
    return whole;
  };

  it('keeps all members, and shows those', async () => {
    const run = await verifyOwnMock(folder, document());
    expect([run.code, run.findings], run.stdout).toEqual([0, {}]);
    expect(run.held['jars']).toBeGreaterThan(20);
  });

  it('has creations that are judged', async () => {
    folder.write('openapi.json', JSON.stringify(document()));
    await using shelf = await startShelf({
      answer: ({ method, id }, right, { jars }) => {
        const brief = [...jars.values()].map(({ id, label }) => ({ id, label }) as JsonObject);
        if (method === 'GET' && id === undefined) return { status: 200, body: brief };
        return method === 'POST'
          ? { ...right(), headers: { location: 'no address at all' } }
          : right();
      },
    });
    const run = await runVerify(shelf.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
    });
    expect(run.stdout).toContain(
      'create succeeded with another location than the contract specifies',
    );
    expect(run.code).toBe(1);
  });
});
