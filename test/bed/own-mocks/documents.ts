// Documents of the shapes that interfaces have, all about lamps. Each says where its items are.

import { isObject, type Json, type JsonObject } from '../../../src/base/json.ts';

export interface ShapedDocument {
  readonly name: string;
  readonly document: JsonObject;
  /** The way that changes an item. */
  readonly changes: 'PUT' | 'PATCH';
  /** Whether a path is that of the list of lamps, or of one lamp. */
  readonly isList: (path: string) => boolean;
  /** The members of the lamp in a body, which may be changed in place; `null` if there is none. */
  readonly itemIn: (body: Json) => Record<string, Json> | null;
  /** The elements of the list in a body. */
  readonly listIn: (body: Json) => Json[];
}

const text: JsonObject = { type: 'string', maxLength: 80 };
const lamp: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: text,
    colour: text,
    watts: { type: 'integer', minimum: 0, maximum: 500 },
  },
};
const changes: JsonObject = { type: 'object', properties: { name: text, colour: text } };
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties).slice(0, 1),
  properties,
});
const listOf = (items: Json): JsonObject => ({ type: 'array', items });
const media = (schema: Json, type = 'application/json'): JsonObject => ({
  description: '',
  content: { [type]: { schema } },
});
const MISSING = { 404: { description: '' } };

interface Shape {
  readonly item: Json;
  readonly list: Json;
  readonly sent: Json;
  readonly changed?: Json;
  readonly path?: string;
  readonly type?: string;
  readonly changes?: 'PUT' | 'PATCH';
  readonly query?: readonly string[];
  readonly paths?: JsonObject;
}

function documentOf({ path = '/lamps', type, query = [], ...shape }: Shape): JsonObject {
  const answer = (status: number): Json => ({ [status]: media(shape.item), ...MISSING });
  const method = (shape.changes ?? 'PUT').toLowerCase();
  const parameters = query.map((name) => ({
    name,
    in: 'query',
    schema: { type: name === 'limit' ? 'integer' : 'string' },
  }));
  return {
    openapi: '3.0.3',
    info: { title: 'Lamps', version: '1' },
    paths: {
      ...shape.paths,
      [path]: {
        get: { parameters, responses: { 200: media(shape.list) } },
        post: { requestBody: media(shape.sent, type), responses: { 201: media(shape.item) } },
      },
      [`${path}/{lampId}`]: {
        get: { responses: answer(200) },
        [method]: {
          requestBody: media(shape.changed ?? shape.sent, type),
          responses: answer(200),
        },
        delete: { responses: { 204: { description: '' }, ...MISSING } },
      },
    },
  };
}

type Inside = (body: Json) => Json | undefined;

const member =
  (name: string): Inside =>
  (body) =>
    isObject(body) ? body[name] : undefined;
const asObject = (value: Json | undefined): Record<string, Json> | null =>
  value !== undefined && isObject(value) ? (value as Record<string, Json>) : null;
const asList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function shaped(
  name: string,
  shape: Shape,
  {
    item = (body) => body,
    list = (body) => body,
  }: { readonly item?: Inside; readonly list?: Inside } = {},
): ShapedDocument {
  return {
    name,
    document: documentOf(shape),
    changes: shape.changes ?? 'PUT',
    isList: (path) => path.endsWith('/lamps'),
    itemIn: (body) => asObject(item(body)),
    listIn: (body) => asList(list(body)),
  };
}

const JSON_API = 'application/vnd.api+json';
const attributes = object({ name: text, colour: text, watts: { type: 'integer' } });
const resource: JsonObject = {
  type: 'object',
  required: ['type', 'id', 'attributes'],
  properties: { type: { type: 'string', enum: ['lamps'] }, id: text, attributes },
};
const newResource: JsonObject = {
  type: 'object',
  required: ['type', 'attributes'],
  properties: { type: { type: 'string', enum: ['lamps'] }, attributes },
};
const room = object({ name: text, id: { type: 'integer', readOnly: true } });
const rooms = documentOf({ path: '/rooms', item: room, list: listOf(room), sent: room });

export const documents: readonly ShapedDocument[] = [
  shaped(
    'envelopes',
    {
      item: object({ lamp }),
      list: object({ lamps: listOf(lamp), total: { type: 'integer' } }),
      sent: object({ lamp }),
    },
    { item: member('lamp'), list: member('lamps') },
  ),
  shaped('items below others', {
    path: '/rooms/{roomId}/lamps',
    item: lamp,
    list: listOf(lamp),
    sent: lamp,
    paths: JSON.parse(JSON.stringify(rooms['paths']).replaceAll('{lampId}', '{roomId}')),
  }),
  shaped(
    'cursors',
    {
      item: lamp,
      list: object({ data: listOf(lamp), next_cursor: { type: 'string', nullable: true } }),
      sent: lamp,
      query: ['cursor', 'limit'],
    },
    { list: member('data') },
  ),
  shaped('forms', {
    item: lamp,
    list: listOf(lamp),
    sent: lamp,
    type: 'application/x-www-form-urlencoded',
  }),
  shaped(
    'JSON:API',
    {
      item: object({ data: resource }),
      list: object({ data: listOf(resource) }),
      sent: object({ data: newResource }),
      changed: object({ data: resource }),
      changes: 'PATCH',
      type: JSON_API,
    },
    {
      item: (body) => member('attributes')(member('data')(body) ?? null),
      list: member('data'),
    },
  ),
  shaped('PATCH alone', {
    item: lamp,
    list: listOf(lamp),
    sent: lamp,
    changed: changes,
    changes: 'PATCH',
  }),
];
