// Three small, correct services that write members of their own next to those of their clients: the
// time of a change, counters of versions and reads, a name in addresses. Their OpenAPI documents do not say
// which members those are.

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { JsonObject } from '../../src/base/json.ts';
import { mergePatch } from '../../src/base/patch.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A service: its document, the members that it takes, and those that it writes itself. */
export interface Stamped {
  readonly collection: string;
  /** The schema of each member but the id. */
  readonly members: Readonly<Record<string, Fields>>;
  readonly required: readonly string[];
  readonly taken: readonly string[];
  /** The members that the service writes, after a change of an item; `before` is `null` if it is new. */
  readonly stamp: (item: Fields, before: Fields | null) => Fields;
  /** The members that each read of an item writes. */
  readonly look: (item: Fields) => Fields;
  /** Values for an item, other ones for each number. */
  readonly values: (number: number) => Fields;
}

const text = { type: 'string' };
const whole = { type: 'integer' };
const time = { type: 'string', format: 'date-time' };

/** With the times of creation and change, and of the last look, in milliseconds. */
export const boats: Stamped = {
  collection: 'boats',
  members: {
    name: text,
    metres: { type: 'number' },
    isAfloat: { type: 'boolean' },
    colours: { type: 'array', items: text },
    createdAt: time,
    updatedAt: time,
    lastSeen: whole,
  },
  required: ['name'],
  taken: ['name', 'metres', 'isAfloat', 'colours'],
  stamp: (_item, before) => ({
    createdAt: before?.['createdAt'] ?? new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    lastSeen: Date.now(),
  }),
  look: () => ({ lastSeen: Date.now() }),
  values: (number) => ({
    name: `Boat ${number}`,
    metres: number,
    isAfloat: number % 2 === 0,
    colours: ['red', `c${number}`],
  }),
};

/** With a counter of the versions of each item, and a sign of its content. */
export const recipes: Stamped = {
  collection: 'recipes',
  members: {
    title: text,
    servings: whole,
    steps: { type: 'array', items: text },
    version: whole,
    etag: text,
  },
  required: ['title', 'servings'],
  taken: ['title', 'servings', 'steps'],
  stamp: (item, before) => {
    const version = before === null ? 1 : Number(before['version']) + 1;
    const etag = createHash('sha1')
      .update(JSON.stringify([version, item['title'], item['servings'], item['steps']]))
      .digest('hex');
    return { version, etag };
  },
  look: () => ({}),
  values: (number) => ({
    title: `Soup ${number}`,
    servings: number,
    steps: ['boil', `stir ${number} times`],
  }),
};

const EDITORS = ['amy', 'ben', 'system'];
let edits = 0;

/**
 * With a name in addresses that follows the title, the one who changed an item last, a sum, and a
 * counter of reads.
 */
export const articles: Stamped = {
  collection: 'articles',
  members: {
    title: text,
    body: text,
    isPublic: { type: 'boolean' },
    slug: text,
    modifiedBy: text,
    words: whole,
    views: whole,
  },
  required: ['title'],
  taken: ['title', 'body', 'isPublic'],
  stamp: (item, before) => ({
    slug: String(item['title']).toLowerCase().replaceAll(' ', '-'),
    modifiedBy: EDITORS[edits++ % EDITORS.length],
    words: String(item['body'] ?? '').split(' ').length,
    views: before?.['views'] ?? 0,
  }),
  look: ({ views }) => ({ views: Number(views) + 1 }),
  values: (number) => ({
    title: `About Things ${number}`,
    body: 'word '.repeat(number).trim(),
    isPublic: number % 2 === 0,
  }),
};

/** The OpenAPI document of a service: one schema for what it shows and what it takes. */
export function documentOf(
  { collection, members, required }: Stamped,
  { answers = 'item' }: Pick<StampedChoices, 'answers'> = {},
): Fields {
  const item = { $ref: '#/components/schemas/Item' };
  const json = (schema: Fields) => ({ content: { 'application/json': { schema } } });
  const ok = (schema: Fields) => ({ description: 'ok', ...json(schema) });
  const nothing = { description: 'nothing' };
  const changed = answers === 'item' ? { 200: ok(item) } : { 204: nothing };
  const created = answers === 'item' ? ok(item) : nothing;
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  return {
    openapi: '3.0.3',
    info: { title: collection, version: '1' },
    paths: {
      [`/${collection}`]: {
        get: { responses: { 200: ok({ type: 'array', items: item }) } },
        post: { requestBody: json(item), responses: { 201: created, 400: nothing } },
      },
      [`/${collection}/{id}`]: {
        parameters: [id],
        get: { responses: { 200: ok(item), 404: nothing } },
        put: { requestBody: json(item), responses: { ...changed, 400: nothing, 404: nothing } },
        patch: {
          requestBody: json(item),
          responses: { ...changed, 400: nothing, 404: nothing },
        },
        delete: { responses: { 204: nothing, 404: nothing } },
      },
    },
    components: {
      schemas: {
        Item: { type: 'object', required, properties: { id: { type: 'string' }, ...members } },
      },
    },
  };
}

export interface RunningStamped extends AsyncDisposable {
  readonly url: string;
}

export interface StampedChoices {
  /** Makes a service faulty: changes what it stores. */
  readonly plant?: (item: Fields, before: Fields | null) => Fields;
  /** The members that its list shows; all if absent. */
  readonly list?: readonly string[];
  /**
   * Whether reads write members, too: a counter of views, the time of the last look. Shown with the
   * read itself, or with the next one.
   */
  readonly reads?: 'count' | 'count-after' | 'leave';
  /** Whether reads of the list do so as well, with each item that it shows. */
  readonly lists?: 'count' | 'leave';
  /** Whether items have an `ETag` of all that they show, and writes may name one. */
  readonly tags?: 'all' | 'none';
  /** What answers to creations and changes hold: the item, or nothing but a `Location`. */
  readonly answers?: 'item' | 'location';
}

export async function startStamped(
  stamped: Stamped,
  choices: StampedChoices = {},
): Promise<RunningStamped> {
  const items = new Map<string, Fields>();
  const server = createServer((request, response) => {
    void answer(stamped, items, choices, request).then(([status, body, fields = {}]) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      response
        .writeHead(status, { ...type, ...fields })
        .end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => close(server),
  };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

type Answer = readonly [status: number, body?: unknown, fields?: Readonly<Record<string, string>>];

async function answer(
  stamped: Stamped,
  items: Map<string, Fields>,
  choices: StampedChoices,
  request: IncomingMessage,
): Promise<Answer> {
  const [, collection, id = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
  if (collection !== stamped.collection) return [404];
  const sent = parse(await textOf(request));
  const method = `${request.method} ${id === '' ? 'many' : 'one'}`;
  const before = items.get(id) ?? null;
  if (method === 'GET many') return [200, listed(stamped, items, choices)];
  if (method !== 'POST many' && before === null) return [404];
  const { plant = (item) => item, tags = 'none' } = choices;
  if (method === 'GET one' && before !== null) {
    const item = read(stamped, before, choices);
    items.set(id, item.stored);
    return [200, item.shown, tags === 'all' ? { etag: tagOf(item.stored) } : {}];
  }
  const condition = request.headers['if-match'];
  if (tags === 'all' && before !== null && condition !== undefined && condition !== tagOf(before))
    return [412];
  if (method === 'DELETE one') return items.delete(id) ? [204] : [404];
  const taken = sent === null ? null : takenOf(stamped, sent, method === 'PATCH one');
  if (taken === null) return [400];
  const item =
    method === 'PATCH one'
      ? (mergePatch((before ?? {}) as JsonObject, taken as JsonObject) as Fields)
      : taken;
  // A request may have to hold members that are not taken.
  if (stamped.required.some((member) => !Object.hasOwn({ ...sent, ...item }, member))) return [400];
  const key = before === null ? randomUUID() : id;
  const planted = plant({ ...item, ...stamped.stamp(item, before), id: key }, before);
  items.set(key, planted);
  const status = before === null ? 201 : 200;
  if (choices.answers !== 'location') return [status, planted];
  return [before === null ? 201 : 204, undefined, { location: `/${collection}/${key}` }];
}

/** What a read of an item shows, and what the item holds from then on. */
function read(
  { look }: Stamped,
  item: Fields,
  { reads = 'count' }: StampedChoices,
): { readonly shown: Fields; readonly stored: Fields } {
  const stored = reads === 'leave' ? item : { ...item, ...look(item) };
  return { shown: reads === 'count-after' ? item : stored, stored };
}

function listed(
  { look }: Stamped,
  items: Map<string, Fields>,
  { list, lists = 'leave' }: StampedChoices,
): readonly Fields[] {
  if (lists === 'count')
    for (const [key, item] of items) items.set(key, { ...item, ...look(item) });
  return [...items.values()].map((item) => shown(item, list));
}

function tagOf(item: Fields): string {
  return `"${createHash('sha1').update(JSON.stringify(item)).digest('hex')}"`;
}

function shown(item: Fields, list: readonly string[] | undefined): Fields {
  if (list === undefined) return item;
  return Object.fromEntries(Object.entries(item).filter(([member]) => list.includes(member)));
}

function parse(body: string): Fields | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : null;
  } catch {
    return null;
  }
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** The members that a service takes of those sent; `null` if one has a wrong type. */
function takenOf({ members, taken }: Stamped, sent: Fields, isPatch: boolean): Fields | null {
  const isRight = Object.entries(members).every(([member, { type }]) => {
    const value = sent[member];
    if (value === undefined || (isPatch && value === null && taken.includes(member))) return true;
    return TYPES[String(type)]?.(value) === true;
  });
  if (!isRight) return null;
  return Object.fromEntries(Object.entries(sent).filter(([member]) => taken.includes(member)));
}
