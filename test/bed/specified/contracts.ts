// Three contracts that specify statuses, header fields, bodies and refusals, and have nothing in
// common with users: tasks with UUIDs behind a token, articles whose slugs clients choose and that
// are changed by PATCH alone, orders whose creation answers in an envelope.

import type { Json, JsonObject } from '../../../src/base/json.ts';
import { readContract } from '../../support/read-contract.ts';
import { type Project, projectOf } from '../../support/users.ts';

/** What the service needs to know of an interface, apart from what it is held to. */
export interface Interface {
  readonly name: 'tasks' | 'articles' | 'orders';
  readonly id: string;
  readonly project: Project;
  readonly rows: readonly JsonObject[];
  /** The members that a creation and a replacement must have. */
  readonly required: readonly string[];
  /** Returns the member that a body has wrong; `null` if it is fine. */
  readonly flawOf: (body: JsonObject) => string | null;
  readonly unique: string | null;
}

const source = 'the interface';
const problem: JsonObject = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string', minLength: 1 } },
};

const refused = (status: number): JsonObject => ({ status, body: 'problem', source });

interface Declared {
  readonly name: Interface['name'];
  readonly id: string;
  readonly members: JsonObject;
  readonly required: readonly string[];
  readonly rows: readonly JsonObject[];
  readonly operations: JsonObject;
  readonly shown?: JsonObject;
  readonly schemas?: Readonly<Record<string, JsonObject>>;
  readonly unique?: string;
  readonly flawOf: (body: JsonObject) => string | null;
}

function declare(given: Declared): Interface {
  const { name, id, members, required, rows, operations, shown = {}, schemas = {} } = given;
  const { [id]: ofId, ...others } = members;
  const isChosen = required.includes(id);
  const contract: JsonObject = {
    resource: name,
    path: `/${name}`,
    id,
    item: 'item',
    list: 'items',
    operations,
    shown,
  };
  const project = projectOf(
    [readContract(contract)],
    {
      item: { type: 'object', required: [id, ...required], properties: members },
      items: { type: 'array', items: { $ref: 'item.json' } },
      'item-create': {
        type: 'object',
        required: [...required],
        properties: isChosen ? members : others,
      },
      'item-update': { type: 'object', properties: others, minProperties: 1 },
      'item-replace': { type: 'object', required: [...required], properties: others },
      problem,
      ...schemas,
    },
    { [name]: rows },
  );
  return {
    name,
    id,
    project,
    rows,
    required,
    flawOf: given.flawOf,
    unique: given.unique ?? null,
  };
}

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';

export const tasks = declare({
  name: 'tasks',
  id: 'id',
  members: {
    id: { type: 'string', format: 'uuid' },
    title: { type: 'string', minLength: 1, 'x-unique': true },
    note: { type: 'string' },
    priority: { type: 'integer', minimum: 1, maximum: 5 },
    state: { enum: ['open', 'done'] },
    isUrgent: { type: 'boolean' },
  },
  required: ['title', 'priority'],
  unique: 'title',
  rows: [1, 2, 3].map((number) => ({
    id: `8f0c5c1e-7d8f-4a52-9f0a-00000000000${number}`,
    title: `Seed ${number}`,
    note: 'none',
    priority: number,
    state: 'open',
    isUrgent: false,
  })),
  shown: { 'auth.scheme': 'bearer', 'list.order': 'newest-first', 'fields.unknown': 'drop' },
  operations: {
    list: {
      summary: 'List',
      source,
      outcomes: {
        ok: { status: 200, body: 'items', headers: { 'X-Kind': 'tasks' }, source },
        unauthorized: refused(401),
      },
    },
    create: {
      summary: 'Create',
      source,
      body: 'item-create',
      outcomes: {
        ok: { status: 201, body: 'item', headers: { 'X-Made': 'yes' }, source },
        unauthorized: refused(401),
        malformed: refused(400),
        unsupported: refused(415),
        invalid: refused(422),
        taken: refused(409),
      },
    },
    read: {
      summary: 'Read',
      source,
      outcomes: { ok: { status: 200, body: 'item', source }, missing: refused(404) },
    },
    replace: {
      summary: 'Replace',
      source,
      body: 'item-replace',
      outcomes: {
        ok: { status: 200, body: 'item', source },
        unauthorized: refused(401),
        malformed: refused(400),
        unsupported: refused(415),
        invalid: refused(422),
        taken: refused(409),
        missing: refused(404),
        stale: refused(412),
      },
    },
    remove: {
      summary: 'Remove',
      source,
      outcomes: {
        ok: { status: 204, body: null, source },
        unauthorized: refused(401),
        missing: { status: 404, body: null, source },
      },
    },
  },
  flawOf({ title, note, priority, state, isUrgent }) {
    if (!isText(title)) return 'title';
    if (note !== undefined && typeof note !== 'string') return 'note';
    const isPriority = Number.isInteger(priority) && Number(priority) > 0 && Number(priority) < 6;
    if (!isPriority) return 'priority';
    if (state !== undefined && state !== 'open' && state !== 'done') return 'state';
    return isUrgent === undefined || typeof isUrgent === 'boolean' ? null : 'isUrgent';
  },
});

export const articles = declare({
  name: 'articles',
  id: 'slug',
  members: {
    slug: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,60}$' },
    title: { type: 'string', maxLength: 80 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 50 },
    stars: { type: 'number', minimum: 0 },
  },
  required: ['slug', 'title'],
  rows: ['first', 'second', 'third'].map((slug, index) => ({
    slug,
    title: `About ${slug}`,
    tags: ['seed'],
    stars: index + 0.5,
  })),
  shown: { 'create.id': 'keep', 'update.media': 'merge-patch' },
  operations: {
    list: {
      summary: 'List',
      source,
      outcomes: { ok: { status: 200, body: 'items', source }, unacceptable: refused(406) },
    },
    create: {
      summary: 'Create',
      source,
      body: 'item-create',
      outcomes: {
        ok: { status: 200, body: 'item', source },
        invalid: refused(400),
      },
    },
    read: {
      summary: 'Read',
      source,
      outcomes: {
        ok: { status: 200, body: 'item', source },
        missing: refused(410),
        unacceptable: refused(406),
      },
    },
    update: {
      summary: 'Change',
      source,
      body: 'item-update',
      outcomes: {
        ok: { status: 200, body: 'item', source },
        invalid: refused(400),
        unsupported: refused(415),
        missing: refused(410),
      },
    },
    remove: {
      summary: 'Remove',
      source,
      outcomes: { ok: { status: 200, body: 'removed', source }, missing: refused(410) },
    },
  },
  schemas: {
    removed: {
      type: 'object',
      required: ['removed'],
      properties: { removed: { type: 'boolean' } },
    },
  },
  flawOf({ slug, title, tags, stars }) {
    if (slug !== undefined && !/^[a-z][a-z0-9-]{0,60}$/.test(String(slug))) return 'slug';
    if (typeof title !== 'string' || title.length > 80) return 'title';
    const isTags =
      tags === undefined ||
      (Array.isArray(tags) && tags.length <= 50 && tags.every((tag) => typeof tag === 'string'));
    if (!isTags) return 'tags';
    return stars === undefined || (typeof stars === 'number' && stars >= 0) ? null : 'stars';
  },
});

export const orders = declare({
  name: 'orders',
  id: 'id',
  members: {
    id: { type: 'integer' },
    customer: { type: 'string' },
    total: { type: 'number', exclusiveMinimum: 0 },
    lines: { type: 'array', items: { type: 'string' } },
    address: {
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  required: ['customer', 'total'],
  rows: [11, 12, 13].map((id) => ({
    id,
    customer: `Seed ${id}`,
    total: id,
    lines: ['one'],
    address: { street: 'Long', city: 'Far' },
  })),
  shown: { 'create.body': 'wrapped' },
  operations: {
    list: {
      summary: 'List',
      source,
      outcomes: {
        ok: { status: 200, body: 'items', headers: { 'X-Count': { schema: 'count' } }, source },
      },
    },
    create: {
      summary: 'Create',
      source,
      body: 'item-create',
      outcomes: {
        ok: {
          status: 201,
          body: 'order-created',
          headers: { Location: { schema: 'order-place' } },
          source,
        },
        invalid: refused(400),
        malformed: refused(400),
      },
    },
    read: {
      summary: 'Read',
      source,
      outcomes: { ok: { status: 200, body: 'item', source }, missing: refused(404) },
    },
    replace: {
      summary: 'Replace',
      source,
      body: 'item-replace',
      outcomes: {
        ok: { status: 204, body: null, source },
        invalid: refused(400),
        missing: refused(404),
      },
    },
    remove: {
      summary: 'Remove',
      source,
      outcomes: { ok: { status: 200, body: null, source }, missing: refused(404) },
    },
  },
  schemas: {
    'order-place': { type: 'string', pattern: '/orders/[0-9]+$' },
    count: { type: 'integer', minimum: 0 },
    'order-created': {
      type: 'object',
      required: ['data'],
      properties: { data: { $ref: 'item.json' } },
    },
  },
  flawOf({ customer, total, lines, address }) {
    if (typeof customer !== 'string') return 'customer';
    if (typeof total !== 'number' || total <= 0) return 'total';
    const isLines =
      lines === undefined ||
      (Array.isArray(lines) && lines.every((line) => typeof line === 'string'));
    if (!isLines) return 'lines';
    const isAddress =
      address === undefined ||
      (typeof address === 'object' &&
        address !== null &&
        !Array.isArray(address) &&
        Object.values(address).every((value) => typeof value === 'string'));
    return isAddress ? null : 'address';
  },
});
