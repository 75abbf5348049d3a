// Contracts of lists that lead from page to page: by a cursor in the body, by an address in the body,
// and by Link. Nothing in them is like users.

import type { JsonObject } from '../../../src/base/json.ts';
import type { Project } from '../../../src/project/load/project.ts';
import { loadContracts } from '../hold-project.ts';

export const resources = ['soundings', 'tides', 'lamps'] as const;
export type Resource = (typeof resources)[number];

const source = 'the pilot book';
const text = { type: 'string', minLength: 1, maxLength: 80 };
const orNull = { type: ['string', 'null'] };

function thing(members: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', required: [...required], properties: members };
}

const sounding = { place: text, depth: { type: 'number', minimum: 0 } };
const tide = { port: text, metres: { type: 'integer' }, isSpring: { type: 'boolean' } };
const lamp = { name: text, color: { enum: ['white', 'red', 'green'] } };
const key = { type: 'string', readOnly: true };

const list = (item: string): JsonObject => ({ type: 'array', items: { $ref: `${item}.json` } });

const schemas: Readonly<Record<string, JsonObject>> = {
  sounding: thing({ ref: key, ...sounding }, ['ref', 'place']),
  'sounding-new': thing(sounding, ['place']),
  'sounding-page': thing({ entries: list('sounding'), meta: { $ref: 'sounding-meta.json' } }, [
    'entries',
    'meta',
  ]),
  'sounding-meta': thing({ next_cursor: orNull, has_more: { type: 'boolean' } }, ['next_cursor']),
  tide: thing({ id: { type: 'integer', readOnly: true }, ...tide }, ['id', 'port']),
  'tide-new': thing(tide, ['port']),
  'tide-page': thing({ results: list('tide'), paging: thing({ next: { type: 'string' } }, []) }, [
    'results',
  ]),
  lamp: thing({ id: { type: 'integer', readOnly: true }, ...lamp }, ['id', 'name']),
  'lamp-new': thing(lamp, ['name']),
  'lamp-list': list('lamp'),
};

const operations = (item: string): JsonObject => ({
  list: { outcomes: { ok: { status: 200 } } },
  create: { body: `${item}-new`, outcomes: { ok: { status: 201, body: item } } },
  read: { outcomes: { ok: { status: 200, body: item } } },
  replace: { body: `${item}-new`, outcomes: { ok: { body: item } } },
  remove: { outcomes: { ok: { status: 204, body: null } } },
});

const contracts: readonly JsonObject[] = [
  {
    resource: 'soundings',
    path: '/log/soundings',
    id: 'ref',
    source,
    item: 'sounding',
    list: {
      schema: 'sounding-page',
      at: '/entries',
      pages: { cursor: 'after', next: '/meta/next_cursor', size: 'limit', usual: 3 },
    },
    operations: operations('sounding'),
  },
  {
    resource: 'tides',
    path: '/tides',
    source,
    item: 'tide',
    list: {
      schema: 'tide-page',
      at: '/results',
      pages: { cursor: 'token', link: '/paging/next', size: 'count', usual: 4 },
    },
    operations: operations('tide'),
  },
  {
    resource: 'lamps',
    path: '/lamps',
    source,
    item: 'lamp',
    list: { schema: 'lamp-list', pages: { page: 'p', link: 'Link', usual: 2 } },
    operations: operations('lamp'),
  },
];

/** Loads the contracts, as the command does. */
export function loadPages(): Promise<Project> {
  return loadContracts(schemas, contracts);
}
