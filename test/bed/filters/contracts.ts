// Contracts of lists with filters: parcels in pages whose size clients choose, and crates in short
// pages.

import type { JsonObject } from '../../../src/base/json.ts';
import type { Project } from '../../../src/project/load/project.ts';
import { loadContracts } from '../hold-project.ts';

const fields: JsonObject = {
  label: { type: 'string', minLength: 1, maxLength: 200 },
  state: { enum: ['waiting', 'moving', 'delivered'] },
  weight: { type: 'integer', minimum: 0 },
  isFragile: { type: 'boolean' },
  marks: { type: 'array', items: { type: 'string' } },
};
const required = ['label', 'state', 'weight', 'isFragile', 'marks'];
const id: JsonObject = { type: 'integer', readOnly: true };
const parcel: JsonObject = {
  type: 'object',
  required: ['id', ...required],
  properties: { id, ...fields },
};

const ok = (status: number, body: string | null): JsonObject => ({ ok: { status, body } });
const operations = (list: string, query?: JsonObject): JsonObject => ({
  list: { ...(query === undefined ? {} : { query }), outcomes: ok(200, list) },
  create: { body: 'new', outcomes: ok(201, 'parcel') },
  read: { outcomes: ok(200, 'parcel') },
  remove: { outcomes: ok(204, null) },
});
const filters: JsonObject = {
  label: 'label',
  status: 'state',
  weight: 'weight',
  fragile: 'isFragile',
  mark: 'marks',
  lightest: { member: 'weight', finds: 'least' },
  heaviest: { member: 'weight', finds: 'most' },
};

export const contracts: readonly JsonObject[] = [
  {
    resource: 'parcels',
    path: '/parcels',
    source: 'the house of parcels',
    item: 'parcel',
    list: {
      schema: 'page',
      at: '/parcels',
      total: '/total',
      filters,
      pages: { page: 'page', size: 'size', usual: 20, most: 50 },
    },
    operations: operations('page', { order: { enum: ['up', 'down'] }, size: { type: 'integer' } }),
  },
  {
    resource: 'crates',
    path: '/crates',
    source: 'the house of parcels',
    item: 'parcel',
    list: {
      schema: 'list',
      filters: { ...filters, label: { member: 'label', finds: 'similar' } },
      pages: { offset: 'from', usual: 3 },
    },
    operations: operations('list'),
  },
];

/** Loads the contracts. */
export function loadFiltered(): Promise<Project> {
  const items: JsonObject = { type: 'array', items: { $ref: 'parcel.json' } };
  const page = { parcels: items, total: { type: 'integer' } };
  return loadContracts(
    {
      parcel,
      new: { type: 'object', required, properties: fields },
      list: items,
      page: { type: 'object', required: ['parcels', 'total'], properties: page },
    },
    contracts,
  );
}
