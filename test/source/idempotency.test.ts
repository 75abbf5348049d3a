// Documents that declare an idempotency key: a header parameter of a creation.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { valueAt } from '../../src/base/pointer.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const boat = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

/** Boats can be listed, made and read; a creation has some more parameters. */
function boatsWith(...parameters: readonly JsonObject[]): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Boats', version: '1' },
    paths: {
      '/boats': {
        get: { responses: { '200': json({ type: 'array', items: boat }) } },
        post: { parameters, requestBody: json(boat), responses: { '201': json(boat) } },
      },
      '/boats/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { '200': json(boat) } },
      },
    },
  };
}

const header = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  in: 'header',
  schema: { type: 'string' },
  ...more,
});

function shownBy(...parameters: readonly JsonObject[]): readonly unknown[] {
  const [contract = null] = openApiMock(boatsWith(...parameters)).contracts;
  return ['/operations/create/idempotencyKey', '/shown/create.idempotency'].map((pointer) =>
    valueAt(contract, pointer.slice(1).split('/')),
  );
}

describe('a document with a header parameter for an idempotency key', () => {
  it.each<[string, readonly JsonObject[], readonly unknown[]]>([
    ['no header', [], [undefined, undefined]],
    ['the usual header', [header('Idempotency-Key')], ['Idempotency-Key', 'replay']],
    [
      'a required header',
      [header('x-idempotency-key', { required: true })],
      ['x-idempotency-key', 'require'],
    ],
    [
      'a header that is described as a key',
      [header('PayPal-Request-Id', { description: 'The server stores keys for 6 hours.' })],
      ['PayPal-Request-Id', 'replay'],
    ],
    [
      'a header that is described as idempotent',
      [header('X-Request-ID', { description: 'Makes the request idempotent.' })],
      ['X-Request-ID', 'replay'],
    ],
    [
      'a header that names the request in logs',
      [header('X-Request-Id', { description: 'An unique ID for the request' })],
      [undefined, undefined],
    ],
    [
      'a query parameter of that name',
      [{ ...header('Idempotency-Key'), in: 'query' }],
      [undefined, undefined],
    ],
  ])('shows with %s what the mock does', (_what, parameters, shown) => {
    expect(shownBy(...parameters)).toEqual(shown);
  });

  it('is read from components', () => {
    const document = boatsWith({ $ref: '#/components/parameters/key' });
    const components = { parameters: { key: header('Idempotency-Key') } };
    const [contract = null] = openApiMock({ ...document, components }).contracts;
    expect(valueAt(contract, ['shown', 'create.idempotency'])).toBe('replay');
  });

  it.each([
    [['400', '409'], 409],
    [['400'], 400],
    [['400', '409', '422'], 422],
    [[], 422],
  ])('with %j declared, refuses a key of another request with %i', (declared, status) => {
    const document = boatsWith(header('Idempotency-Key'));
    const { responses } = valueAt(document, ['paths', '/boats', 'post']) as {
      responses: JsonObject;
    };
    Object.assign(responses, Object.fromEntries(declared.map((one) => [one, { description: '' }])));
    const mock = openApiMock(document);
    const key = { 'idempotency-key': 'k' };
    mock.ask('POST /boats', { name: 'a' }, key);
    expect(mock.ask('POST /boats', { name: 'b' }, key).status).toBe(status);
  });

  it('has a mock that creates once', () => {
    const mock = openApiMock(
      boatsWith(header('Idempotency-Key')),
      {},
      {},
      {
        'create.idempotency': 'ignore',
      },
    );
    const key = { 'idempotency-key': 'k' };
    const [first, again] = [1, 2].map(() => mock.ask('POST /boats', { name: 'a' }, key));
    expect([first?.status, again]).toEqual([201, first]);
    expect(mock.ask('POST /boats', { name: 'b' }, key).status).toBe(422);
    expect(mock.ask('POST /boats', { name: 'a' }).json).not.toEqual(first?.json);
  });
});
