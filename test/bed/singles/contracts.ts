// Contracts of single items: the rigging of a boat, which is there once it was set, the berth of a
// boat, which always is, and the tide table of the harbour.

import type { JsonObject } from '../../../src/base/json.ts';
import type { Project } from '../../../src/project/load/project.ts';
import { loadContracts } from '../hold-project.ts';

const text: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const rigging: JsonObject = {
  sails: { type: 'integer', minimum: 0, maximum: 900 },
  isFurled: { type: 'boolean' },
  colour: { type: ['string', 'null'], maxLength: 100 },
  lines: { type: 'array', items: text },
  mast: {
    type: 'object',
    required: ['height', 'wood'],
    properties: { height: { type: 'integer', minimum: 0, maximum: 900 }, wood: text },
  },
};
const berth: JsonObject = {
  quay: text,
  place: { type: 'integer', minimum: 0, maximum: 900 },
  hasPower: { type: 'boolean' },
};
const tides: JsonObject = {
  port: text,
  metres: { type: 'integer', minimum: 0, maximum: 900 },
  isSpring: { type: 'boolean' },
};
const whole = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const part = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const boat = { name: text };

const schemas: Readonly<Record<string, JsonObject>> = {
  boat: {
    ...whole(boat),
    properties: { id: { type: 'integer', readOnly: true }, ...boat },
  },
  'boat-new': whole(boat),
  'boat-list': { type: 'array', items: { $ref: 'boat.json' } },
  rigging: whole(rigging),
  'rigging-part': part({
    ...rigging,
    mast: part({ height: { type: 'integer', minimum: 0, maximum: 900 }, wood: text }),
  }),
  berth: whole(berth),
  'berth-part': part(berth),
  tides: whole(tides),
};

const ok = (status: number, body: string | null): JsonObject => ({ ok: { status, body } });
const source = 'the rules of the harbour';
const missing: JsonObject = { status: 404 };

const contracts: readonly JsonObject[] = [
  {
    resource: 'boats',
    path: '/boats',
    source,
    item: 'boat',
    list: 'boat-list',
    operations: {
      list: { outcomes: ok(200, 'boat-list') },
      create: { body: 'boat-new', outcomes: ok(201, 'boat') },
      read: { outcomes: { ...ok(200, 'boat'), missing } },
      remove: { outcomes: ok(204, null) },
    },
    shown: { 'parent.removed': 'remove' },
  },
  {
    resource: 'rigging',
    path: '/boats/{boatId}/rigging',
    one: true,
    source,
    item: 'rigging',
    operations: {
      read: { outcomes: { ...ok(200, 'rigging'), missing } },
      replace: { body: 'rigging', outcomes: { ok: { body: 'rigging' } } },
      update: { body: 'rigging-part', outcomes: ok(200, 'rigging') },
      remove: { outcomes: ok(204, null) },
    },
    shown: { 'update.media': 'merge-patch', 'replace.missing': 'create' },
  },
  {
    resource: 'berth',
    path: '/boats/{boatId}/berth',
    one: true,
    source,
    item: 'berth',
    operations: {
      read: { outcomes: { ...ok(200, 'berth'), missing } },
      update: { method: 'POST', body: 'berth-part', outcomes: ok(200, 'berth') },
    },
  },
  {
    resource: 'tides',
    path: '/tides',
    one: true,
    source,
    item: 'tides',
    operations: {
      read: { outcomes: ok(200, 'tides') },
      replace: { body: 'tides', outcomes: ok(200, 'tides') },
    },
  },
];

/** Loads the contracts. */
export function loadSingles(): Promise<Project> {
  return loadContracts(schemas, contracts);
}
