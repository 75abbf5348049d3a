// `verify` exercises the laws of what a document describes, and finds nothing in the mock of it.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { verifyOwnMock } from './own-mock-of.ts';

const folder = useTempFolder();

const text = { type: 'string' };
const number = { type: 'integer' };
const JSON_TYPE = 'application/json';
const body = (schema: Json, type = JSON_TYPE): JsonObject => ({
  description: '',
  content: { [type]: { schema } },
});
const gone = { description: '' };
const listOf = (schema: Json): Json => ({ type: 'array', items: schema });

/** A document with one collection, whose items have an address of their own. */
function documentOf({
  item,
  sent,
  type = JSON_TYPE,
  openapi = '3.0.3',
  without = [],
}: {
  readonly item: Json;
  readonly sent: Json;
  readonly type?: string;
  readonly openapi?: string;
  readonly without?: readonly string[];
}): JsonObject {
  const answer = (status: number): Json => ({ [status]: body(item), 404: gone });
  const collection: JsonObject = {
    get: { responses: { 200: body(listOf(item)) } },
    post: { requestBody: body(sent, type), responses: answer(200) },
  };
  const one: JsonObject = {
    get: { responses: answer(200) },
    put: { requestBody: body(sent, type), responses: answer(200) },
    delete: { responses: { 204: gone, 404: gone } },
  };
  const kept = (all: JsonObject, at: string): Json =>
    Object.fromEntries(
      Object.entries(all).filter(([method]) => !without.includes(`${method} ${at}`)),
    );
  return {
    openapi,
    info: { title: 'Lamps', version: '1' },
    paths: {
      '/lamps': kept(collection, '/lamps'),
      '/lamps/{lampId}': kept(one, '/lamps/{lampId}'),
    },
  };
}

describe.each(['profile', 'vary'] as const)('verifyService, of the own mock (%s)', (open) => {
  it.each([
    ['a number', { id: number, name: text }],
    ['a text', { id: text, name: text }],
    ['a UUID', { id: { ...text, format: 'uuid' }, name: text }],
    ['the only text', { id: text, name: number }],
  ])('sends an id that requests must have: %s', async (_, properties) => {
    const lamp = { type: 'object', required: ['id', 'name'], properties };
    const run = await verifyOwnMock(folder, documentOf({ item: lamp, sent: lamp }), {
      undefined: open,
    });
    expect(run.code, run.stderr + JSON.stringify(run.findings)).toBe(0);
    expect(run.held['lamps']).toBeGreaterThan(20);
  });

  it('sends members that are in one of several schemas, and those beside them', async () => {
    const kinds = ['desk', 'wall'].map((kind) => ({
      type: 'object',
      required: ['kind', kind],
      properties: { kind: { type: 'string', enum: [kind] }, [kind]: text },
    }));
    const sent = { type: 'object', properties: { name: text }, oneOf: kinds };
    const lamp = { ...sent, properties: { id: number, name: text } };
    const run = await verifyOwnMock(folder, documentOf({ item: lamp, sent }), { undefined: open });
    expect(run.code, run.stderr + JSON.stringify(run.findings)).toBe(0);
    expect(run.held['lamps']).toBeGreaterThan(20);
  });

  it('repeats the value of the path in a body that has it', async () => {
    const lamp = {
      type: 'object',
      required: ['room_id'],
      properties: { id: number, room_id: text },
    };
    const room = { type: 'object', properties: { id: text, name: text } };
    const rooms = documentOf({ item: room, sent: room })['paths'] as JsonObject;
    const lamps = documentOf({ item: lamp, sent: lamp })['paths'] as JsonObject;
    const paths = [
      ...Object.entries(rooms).map(([path, one]) => [path.replaceAll('lamp', 'room'), one]),
      ...Object.entries(lamps).map(([path, one]) => [`/rooms/{roomId}${path}`, one]),
    ];
    const document = {
      ...documentOf({ item: room, sent: room }),
      paths: Object.fromEntries(paths),
    };
    const run = await verifyOwnMock(folder, document, { undefined: open });
    expect(run.code, run.stderr + JSON.stringify(run.findings)).toBe(0);
    expect(run.held['lamps']).toBeGreaterThan(20);
  });

  it('sends members that a schema requires and does not describe', async () => {
    const lamp = { type: 'object', required: ['maker'], properties: { id: number, name: text } };
    const run = await verifyOwnMock(folder, documentOf({ item: lamp, sent: lamp }), {
      undefined: open,
    });
    expect(run.code, run.stderr + JSON.stringify(run.findings)).toBe(0);
    expect(run.held['lamps']).toBeGreaterThan(20);
  });

  it('sends what a reference leads to, and no type beside it that rules it out', async () => {
    const price = { type: 'object', properties: { value: number } };
    const lamp = {
      type: 'object',
      required: ['price'],
      properties: {
        id: number,
        name: text,
        price: { $ref: '#/components/schemas/Price', type: 'number' },
      },
    };
    const document = {
      ...documentOf({ item: lamp, sent: lamp }),
      components: { schemas: { Price: price } },
    };
    const run = await verifyOwnMock(folder, document, { undefined: open });
    expect(run.code, run.stderr + JSON.stringify(run.findings)).toBe(0);
    expect(run.held['lamps']).toBeGreaterThan(20);
  });

  it('sees that a form says a list of one as a text', async () => {
    const lamp = { type: 'object', properties: { id: number, kind: text, rooms: listOf(text) } };
    const sent = {
      type: 'object',
      required: ['Kind', 'Rooms'],
      properties: { Kind: text, Rooms: listOf(text) },
    };
    const type = 'application/x-www-form-urlencoded';
    const run = await verifyOwnMock(folder, documentOf({ item: lamp, sent, type }), {
      undefined: open,
    });
    expect(run.code, run.stderr + JSON.stringify(run.findings)).toBe(0);
    expect(run.held['lamps']).toBeGreaterThan(20);
  });

  it('takes null beside alternatives as one of them', async () => {
    const lamp = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: number, name: text },
    };
    const shade = {
      type: 'object',
      nullable: true,
      oneOf: ['cloth', 'glass'].map((kind) => ({
        type: 'object',
        required: [kind],
        properties: { [kind]: text },
      })),
    };
    const shown = { type: 'object', required: ['lamp', 'shade'], properties: { lamp, shade } };
    const run = await verifyOwnMock(folder, documentOf({ item: shown, sent: lamp }), {
      undefined: open,
    });
    expect(run.code, run.stderr + JSON.stringify(run.findings)).toBe(0);
  });
});

describe('verifyService, of bodies in other media types', () => {
  const lamp = { type: 'object', required: ['name'], properties: { id: number, name: text } };
  const whole = documentOf({ item: lamp, sent: lamp });

  it('takes a body that is nothing but null for none', async () => {
    const nothing = { delete: { responses: { 202: body({ type: 'null' }), 404: gone } } };
    const paths = whole['paths'] as JsonObject;
    const one = { ...(paths['/lamps/{lampId}'] as JsonObject), ...nothing };
    const document = { ...whole, paths: { ...paths, '/lamps/{lampId}': one } };
    const run = await verifyOwnMock(folder, document);
    expect(run.code, run.stderr + JSON.stringify(run.findings)).toBe(0);
  });

  it('asks no operation for the media type of another', async () => {
    const shown = { type: 'object', required: ['name'], properties: { name: text } };
    const at = (kind: string): JsonObject => ({
      get: { responses: { 200: body(shown, `application/vnd.lamps.${kind}+json`) } },
    });
    const kinds = ['help', 'terms', 'about', 'news', 'team', 'rules', 'map', 'jobs'];
    const documents = Object.fromEntries(kinds.map((kind) => [`/site/${kind}/page`, at(kind)]));
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const run = await verifyOwnMock(folder, { ...whole, paths: documents }, { seed });
      expect(run.code, run.stderr + JSON.stringify(run.findings)).toBe(0);
    }
  });
});

describe('verifyService, of items that show no id', () => {
  const lamp = { type: 'object', properties: { colour: text } };
  const sent = { type: 'object', required: ['tint'], properties: { tint: text } };
  const bare = documentOf({ item: lamp, sent, without: ['get /lamps', 'put /lamps/{lampId}'] });

  it('makes none where neither a list nor Location leads to them', async () => {
    const desk = { type: 'object', properties: { id: number, name: text } };
    const desks = Object.entries(documentOf({ item: desk, sent: desk })['paths'] as JsonObject).map(
      ([path, one]) => [path.replaceAll('lamp', 'desk'), one] as const,
    );
    const paths = { ...(bare['paths'] as JsonObject), ...Object.fromEntries(desks) };
    const run = await verifyOwnMock(folder, { ...bare, paths });
    expect(run.code, run.stderr).toBe(0);
    expect(run.stderr).toContain('Not verified, for no answer tells their items apart: /lamps\n');
    expect(Object.keys(run.held)).toEqual(['desks']);
  });
});
