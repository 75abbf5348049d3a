// A document whose operations require parameters in every place, in many styles.

import type { Json, JsonObject } from '../../src/base/json.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject): JsonObject => ({
  description: '',
  content: { 'application/json': { schema } },
});
const none = { description: '' };
const required = (place: string, name: string, more: JsonObject): JsonObject => ({
  in: place,
  name,
  required: true,
  ...more,
});

const SHOP = required('header', 'X-Shop', { schema: { type: 'integer', minimum: 3 } });
const SID = required('cookie', 'sid', { schema: { type: 'string', format: 'uuid' } });
const ID = required('path', 'id', { schema: whole });

export const depots: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Depots', version: '1' },
  paths: {
    '/depots': {
      parameters: [SHOP, SID],
      get: {
        parameters: [
          required('query', 'kinds', {
            explode: false,
            schema: { type: 'array', minItems: 1, items: { type: 'string', enum: ['dry', 'wet'] } },
          }),
          required('query', 'range', {
            style: 'deepObject',
            explode: true,
            schema: { type: 'object', required: ['from'], properties: { from: whole, to: whole } },
          }),
          required('query', 'shape', {
            content: {
              'application/json': {
                schema: { type: 'object', required: ['w'], properties: { w: whole } },
              },
            },
          }),
          required('query', 'page', { schema: { type: 'integer', minimum: 1, default: 1 } }),
          { in: 'query', name: 'since', schema: { type: 'string', format: 'date' } },
          { in: 'query', name: 'flag', allowEmptyValue: true, schema: { type: 'boolean' } },
        ],
        responses: {
          200: json({ type: 'array', items: ref('Depot') }),
          400: json({ type: 'object', required: ['message'], properties: { message: text } }),
        },
      },
      post: {
        parameters: [required('query', 'notify', { schema: { type: 'boolean' } })],
        requestBody: { required: true, ...json(ref('NewDepot')) },
        responses: { 201: json(ref('Depot')), 422: none },
      },
    },
    '/depots/{id}': {
      parameters: [ID, SHOP],
      get: { responses: { 200: json(ref('Depot')), 404: none } },
      put: {
        parameters: [
          required('query', 'version', { schema: { type: 'string', pattern: '^v[0-9]+$' } }),
        ],
        requestBody: { required: true, ...json(ref('NewDepot')) },
        responses: { 200: json(ref('Depot')), 404: none },
      },
      delete: {
        parameters: [required('query', 'why', { schema: text, example: 'broken & old' })],
        responses: { 204: none, 404: none },
      },
    },
    '/depots/{id}/weigh': {
      parameters: [ID],
      get: {
        parameters: [required('query', 'unit', { schema: { type: 'string', enum: ['kg', 'lb'] } })],
        responses: {
          200: json({ type: 'object', required: ['weight'], properties: { weight: whole } }),
          404: none,
        },
      },
    },
    '/convert/{amount}': {
      get: {
        parameters: [
          required('path', 'amount', { schema: { type: 'number', minimum: 0 } }),
          required('query', 'to', { schema: { type: 'string', enum: ['EUR', 'USD'] } }),
        ],
        responses: { 200: json({ type: 'object', properties: { value: whole } }), 400: none },
      },
    },
  },
  components: {
    schemas: {
      NewDepot: { type: 'object', required: ['name'], properties: { name: text, size: whole } },
      Depot: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: whole, name: text, size: whole },
      },
    },
  },
};

/** The document with another answer to one of its operations. */
export function depotsAnswering(path: string, method: string, answer: Json): JsonObject {
  const paths = depots['paths'] as Readonly<Record<string, JsonObject>>;
  const item = paths[path] as JsonObject;
  const operation = item[method] as JsonObject;
  const changed = { ...operation, responses: { 200: answer } };
  return { ...depots, paths: { ...paths, [path]: { ...item, [method]: changed } } };
}
