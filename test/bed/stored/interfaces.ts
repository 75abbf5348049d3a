// Interfaces that are not users, as OpenAPI documents and as a contract by hand: members of every
// kind, required, optional and nested.

import type { JsonObject } from '../../../src/base/json.ts';
import type { Project } from '../../../src/project/load/project.ts';
import { loadContracts, loadDocument } from '../hold-project.ts';

export interface Interface {
  readonly resource: string;
  readonly members: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /** The members that items have and requests do not. */
  readonly made?: Readonly<Record<string, JsonObject>>;
}

const text: JsonObject = { type: 'string' };
const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
});

export const tools: Interface = {
  resource: 'tools',
  members: {
    name: text,
    note: text,
    contact: { type: 'string', format: 'email' },
    rating: { type: 'integer', minimum: 1, maximum: 5 },
    isSharp: { type: 'boolean' },
    tags: { type: 'array', items: text },
  },
  required: ['name'],
};

export const bookings: Interface = {
  resource: 'bookings',
  members: {
    room: text,
    guest: object(
      { name: text, phone: text, address: object({ street: text, city: text }) },
      'name',
    ),
    from: { type: 'string', format: 'date-time' },
    extras: { type: 'array', items: object({ name: text, count: { type: 'integer' } }) },
    isPaid: { type: 'boolean' },
    discount: { type: 'number', minimum: 0, maximum: 100 },
  },
  required: ['room', 'guest', 'isPaid'],
};

export const parcels: Interface = {
  resource: 'parcels',
  members: {
    code: text,
    labels: { type: 'object', additionalProperties: text },
    size: { type: 'string', enum: ['small', 'medium', 'large'] },
    isFragile: { type: 'boolean' },
    insured: { type: ['integer', 'null'], minimum: 0, maximum: 10_000 },
    due: { type: 'string', format: 'date' },
    comment: { type: ['string', 'null'] },
  },
  required: ['code', 'size'],
  made: { createdAt: { type: 'string', format: 'date-time', readOnly: true } },
};

/** An address in a normal form, and a flag that new items have. */
export const guests: Interface = {
  resource: 'guests',
  members: {
    name: text,
    mail: { type: 'string', format: 'email' },
    isActive: { type: 'boolean' },
  },
  required: ['name', 'mail'],
};

export const interfaces = [tools, bookings, parcels] as const;

const OK = { 200: 'ok', 201: 'made', 204: 'nothing' } as const;

/** The document of an interface; PUT and PATCH answer with `status`. */
export function documentOf(
  { resource, members, required, made = {} }: Interface,
  status: 200 | 204,
): JsonObject {
  const item = object(
    { id: { type: 'integer', readOnly: true }, ...members, ...made },
    'id',
    ...required,
  );
  const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
  const answer = (code: keyof typeof OK, schema: JsonObject | null): JsonObject => ({
    [code]: { description: OK[code], ...(schema === null ? {} : { content: json(schema) }) },
  });
  const body = (schema: JsonObject): JsonObject => ({
    requestBody: { required: true, content: json(schema) },
  });
  const changed = answer(status, status === 204 ? null : item);
  const missing = { 404: { description: 'missing' } };
  const sent = object(members, ...required);
  return {
    openapi: '3.1.0',
    info: { title: resource, version: '1' },
    paths: {
      [`/${resource}`]: {
        get: { responses: answer(200, { type: 'array', items: item }) },
        post: { ...body(sent), responses: answer(201, item) },
      },
      [`/${resource}/{id}`]: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { ...answer(200, item), ...missing } },
        put: { ...body(sent), responses: { ...changed, ...missing } },
        patch: { ...body(object(members)), responses: { ...changed, ...missing } },
        delete: { responses: { ...answer(204, null), ...missing } },
      },
    },
  };
}

/** Loads the document of an interface. */
export async function projectOfDocument(one: Interface, status: 200 | 204): Promise<Project> {
  return loadDocument(documentOf(one, status));
}

/** Loads an interface as a contract by hand, which may leave open what the requests take. */
export async function projectByHand(
  { resource, members, required }: Interface,
  requests: 'named' | 'open',
): Promise<Project> {
  const item = {
    ...object({ id: { type: 'integer' }, ...members }, 'id'),
    additionalProperties: false,
  };
  const body = { body: 'sent' };
  const choices = ['create.takes', 'replace.takes'];
  const open = [{ clause: 'section 3', what: 'The members of requests', choices }];
  return loadContracts(
    {
      item,
      items: { type: 'array', items: { $ref: 'item.json' } },
      sent: object(members, ...required),
    },
    [
      {
        resource,
        path: `/${resource}`,
        item: 'item',
        list: 'items',
        source: 'the interface',
        ...(requests === 'open' ? { open } : {}),
        operations: {
          list: { outcomes: { ok: { status: 200, body: 'items' } } },
          create: { ...body, outcomes: { ok: { status: 201, body: 'item' } } },
          read: { outcomes: { ok: { status: 200, body: 'item' } } },
          replace: { ...body, outcomes: { ok: { status: 200 } } },
          remove: { outcomes: { ok: { status: 204 } } },
        },
      },
    ],
  );
}
