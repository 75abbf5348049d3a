// What PUT keeps where little is said: items that nothing else creates, and settings without a schema.
// And what removes or lists all items in forms of its own.

import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const silent: JsonObject = { responses: { 200: { description: 'OK' } } };
const taking = (schema: Json): JsonObject => ({
  requestBody: { content: { 'application/json': { schema } } },
});
const answers = (...given: Parameters<typeof operation>): JsonObject =>
  operation(...given) as JsonObject;
const named = (name: string, schema: Json): Json[] => [
  { name, in: 'path', required: true, schema },
];
const documentOf = (paths: JsonObject, schemas: JsonObject = {}): JsonObject => ({
  openapi: '3.0.3',
  paths,
  components: { schemas },
});

const Entry = things('key', 'value');
const config = (schema: Json, more: JsonObject = {}, put: JsonObject = {}): JsonObject =>
  documentOf(
    {
      '/config': { get: answers(200, listOf(ref('Entry'))), ...more },
      '/config/{key}': {
        parameters: named('key', schema),
        get: answers(200, ref('Entry')),
        put: { ...answers(200, ref('Entry')), ...taking(things('value')), ...put },
      },
    },
    { Entry },
  );
const text = { type: 'string' };

it('creates by PUT what nothing else creates, and says why', () => {
  const { ask, why } = openApiMock(config(text));
  expect(why['PUT /config/{key}']).toContain('nothing else creates');
  expect(ask('PUT /config/zzq', { value: 'a' }).status).toBe(200);
  expect(ask('GET /config/zzq').json).toEqual({ key: 'zzq', value: 'a' });
  expect(ask('PUT /config/zzq', { value: 'b' }).status).toBe(200);
  expect(ask('GET /config').json).toEqual([{ key: 'zzq', value: 'b' }]);
});

it.each([
  ['ids of a form', config({ ...text, format: 'uuid' })],
  ['a POST', config(text, { post: { ...answers(201, ref('Entry')), ...taking(Entry) } })],
  [
    'a declared 404',
    config(text, {}, { responses: { 200: { description: 'OK' }, 404: { description: 'none' } } }),
  ],
])('creates nothing by PUT where there is %s', (_, document) => {
  const { ask } = openApiMock(document);
  expect(ask('PUT /config/00000000-0000-4000-8000-00000000beef', { value: 'a' }).status).toBe(404);
});

it('leaves that open for a service', () => {
  const { contracts } = contractsOfOpenApi(config(text), { name: 'd', undescribed: 'left-open' });
  for (const { document } of contracts)
    expect(document['operations'] ?? {}).not.toHaveProperty('create');
});

it('keeps settings of which only the request is described', () => {
  const put = { ...silent, ...taking(things('theme', 'language')) };
  const { ask } = openApiMock(documentOf({ '/settings': { get: silent, put } }));
  expect(ask('PUT /settings', { theme: 'zzq', language: 'zzr' }).status).toBe(200);
  expect(ask('GET /settings').json).toEqual({ theme: 'zzq', language: 'zzr' });
});

it('keeps them where the change answers a receipt', () => {
  const patch = { ...answers(200, things('message')), ...taking(things('theme')) };
  const { ask } = openApiMock(documentOf({ '/preferences': { get: silent, patch } }));
  ask('PATCH /preferences', { theme: 'zzq' });
  expect(ask('GET /preferences').json).toEqual({ theme: 'zzq' });
});

const boats = (list: Json): JsonObject => ({
  '/boats': {
    get: answers(200, list),
    post: { ...answers(201, ref('Boat')), ...taking(things('name', 'color')) },
  },
});

it('lists an object of things by their ids, in an envelope, by the form of the things', () => {
  const data = { type: 'object', additionalProperties: things('id', 'name', 'color') };
  const list = { type: 'object', properties: { success: { type: 'boolean' }, data } };
  const { ask, why } = openApiMock(
    documentOf(boats(list), { Boat: things('id', 'name', 'color') }),
  );
  expect(why['GET /boats']).toBe('it answers an object of items by "id"');
  const { id } = ask('POST /boats', { name: 'zzq' }).json as { readonly id: number };
  expect(ask('GET /boats').json).toMatchObject({ data: { [id]: { name: 'zzq' } } });
});

it('names no member where the things have no id', () => {
  const Boat = things('size', 'color');
  const list = { type: 'object', additionalProperties: Boat };
  const read = { parameters: named('id', text), get: answers(200, ref('Boat')) };
  const { why } = openApiMock(documentOf({ ...boats(list), '/boats/{id}': read }, { Boat }));
  expect(why['GET /boats']).toBe('it answers an object of items by their ids');
});

it.each([
  ['/boats/all', { type: 'integer' }, (count: number): Json => count],
  [
    '/boats/borrar-todo',
    { type: 'object', properties: { deletedCount: { type: 'integer' }, message: text } },
    (count: number): Json => ({ deletedCount: count, message: expect.any(String) }) as Json,
  ],
])('answers the number of those that DELETE %s removed, also of none', (path, schema, told) => {
  const { ask } = openApiMock(
    documentOf(
      { ...boats(listOf(ref('Boat'))), [path]: { delete: answers(200, schema) } },
      { Boat: things('id', 'name', 'color') },
    ),
  );
  const { length } = ask('GET /boats').json as readonly Json[];
  expect(ask(`DELETE ${path}`).json).toEqual(told(length));
  expect(ask('GET /boats').json).toEqual([]);
  expect(ask(`DELETE ${path}`).json).toEqual(told(0));
});

it.each([
  ['completar', 'completada', true],
  ['cancelar', 'estado', 'cancelada'],
  ['desactivar', 'activo', false],
])('%s below an item sets %s to %j', (step, member, value) => {
  const Tarea = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      completada: { type: 'boolean' },
      activo: { type: 'boolean' },
      estado: { type: 'string', enum: ['pendiente', 'cancelada'] },
    },
  };
  const at = (name: string): JsonObject => ({
    [`/tareas/{id}/${name}`]: { parameters: named('id', { type: 'integer' }), put: silent },
  });
  const { ask, taken } = openApiMock(
    documentOf(
      {
        '/tareas': {
          get: answers(200, listOf(ref('Tarea'))),
          post: { ...answers(201, ref('Tarea')), ...taking(ref('Tarea')) },
        },
        ...at(step),
        ...at('enviar'),
      },
      { Tarea },
    ),
  );
  const sent = { completada: false, activo: true, estado: 'pendiente' };
  const { id } = ask('POST /tareas', sent).json as { readonly id: number };
  expect(taken['PUT /tareas/{id}/enviar']).toBe('action');
  ask(`PUT /tareas/${id}/enviar`);
  ask(`PUT /tareas/${id}/${step}`);
  const rows = ask('GET /tareas').json as readonly JsonObject[];
  expect(rows.find((one) => one['id'] === id)).toEqual({ id, ...sent, [member]: value });
});
