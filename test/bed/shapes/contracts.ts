// Contracts with shapes: items and lists in envelopes, items below others, shared rows, members that
// the service makes, and one that only requests have. Nothing in them is like users.

import type { JsonObject } from '../../../src/base/json.ts';
import type { Project } from '../../../src/project/load/project.ts';
import { loadContracts, writeContracts } from '../hold-project.ts';

const source = 'the interface';
const made = (schema: JsonObject): JsonObject => ({ ...schema, readOnly: true });
const text: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const time = made({ type: 'string', format: 'date-time' });
const id = made({ type: 'integer' });

const object = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  required: [...required],
  properties,
});

const inside = (member: string, schema: string): JsonObject =>
  object({ [member]: { $ref: `${schema}.json` } }, [member]);

const page = (member: string, item: string, beside: JsonObject = {}): JsonObject =>
  object({ [member]: { type: 'array', items: { $ref: `${item}.json` } }, ...beside }, [
    member,
    ...Object.keys(beside),
  ]);

const article = { title: text, body: { type: 'string' }, stars: { type: 'integer', minimum: 0 } };
const account = {
  login: text,
  isActive: { type: 'boolean' },
  password: { ...text, minLength: 8, writeOnly: true },
};
const member = { name: text, level: { enum: ['junior', 'senior'] } };
const note = { text, color: { enum: ['red', 'green', 'blue'] } };
const refersTo = (to: string): JsonObject => ({ type: 'integer', 'x-ref': to });
const task = { title: text, personId: refersTo('people') };
const card = { text, ownerId: { ...refersTo('people'), type: ['integer', 'null'] } };
/** A request may have what the service makes itself: its schema is that of the item. */
const ticket = {
  title: text,
  note: { type: 'string' },
  createdAt: { type: 'string', format: 'date-time' },
};
const fee = { reason: text, amount: { type: 'integer', minimum: 0 } };

const schemas: Readonly<Record<string, JsonObject>> = {
  article: object(
    {
      id,
      ...article,
      slug: made({ type: 'string' }),
      url: made({ type: 'string' }),
      version: made({ type: 'integer' }),
      createdAt: time,
      updatedAt: time,
    },
    ['id', 'title', 'slug', 'url', 'version', 'createdAt', 'updatedAt'],
  ),
  'article-body': inside('article', 'article'),
  'article-page': page('articles', 'article', { articlesCount: { type: 'integer' } }),
  'article-fields': object(article, ['title', 'body']),
  'article-new': inside('article', 'article-fields'),
  'article-part': object(article, []),
  'article-change': inside('article', 'article-part'),
  account: object({ id, ...account }, ['id', 'login', 'password']),
  'account-list': { type: 'array', items: { $ref: 'account.json' } },
  'account-new': object(account, ['login', 'password']),
  note: object({ id: made({ type: 'string' }), ...note }, ['id', 'text']),
  'note-page': page('data', 'note', { count: { type: 'integer' } }),
  'note-new': object(note, ['text']),
  club: object({ id, name: text }, ['id', 'name']),
  'club-list': { type: 'array', items: { $ref: 'club.json' } },
  'club-new': object({ name: text }, ['name']),
  member: object({ id, ...member, clubId: { type: 'integer' } }, ['id', 'name']),
  'member-body': inside('data', 'member'),
  'member-page': page('items', 'member', { total: { type: 'integer' } }),
  'member-fields': object(member, ['name']),
  'member-new': inside('data', 'member-fields'),
  fee: object({ id, ...fee }, ['id', 'reason']),
  'fee-list': { type: 'array', items: { $ref: 'fee.json' } },
  'fee-new': object(fee, ['reason']),
  person: object({ id, name: text }, ['id', 'name']),
  'person-list': { type: 'array', items: { $ref: 'person.json' } },
  'person-new': object({ name: text }, ['name']),
  task: object({ id, ...task }, ['id', 'title', 'personId']),
  'task-list': { type: 'array', items: { $ref: 'task.json' } },
  'task-new': object(task, ['title', 'personId']),
  ticket: object({ id, ...ticket }, ['id', 'title']),
  'ticket-list': { type: 'array', items: { $ref: 'ticket.json' } },
  'ticket-new': object(ticket, ['title']),
  card: object({ id, ...card }, ['id', 'text']),
  'card-list': { type: 'array', items: { $ref: 'card.json' } },
  'card-new': object(card, ['text']),
};

const ok = (status: number, body: string | null): JsonObject => ({ ok: { status, body } });

/** Operations by the schemas of an item, of a list and of a request. */
const operations = (
  [item, list, body]: readonly [string, string, string],
  { created = 201, update = null }: { created?: number; update?: string | null } = {},
): JsonObject => ({
  list: { outcomes: ok(200, list) },
  create: { body, outcomes: ok(created, item) },
  read: { outcomes: ok(200, item) },
  replace: { body, outcomes: { ok: { body: item } } },
  ...(update === null ? {} : { update: { body: update, outcomes: ok(200, item) } }),
  remove: { outcomes: ok(204, null) },
});

const contracts: readonly JsonObject[] = [
  {
    resource: 'articles',
    path: '/articles',
    source,
    item: { schema: 'article-body', at: '/article' },
    list: { schema: 'article-page', at: '/articles', total: '/articlesCount' },
    operations: operations(['article-body', 'article-page', 'article-new'], {
      created: 200,
      update: 'article-change',
    }),
    shown: { 'update.media': 'merge-patch' },
  },
  {
    resource: 'accounts',
    path: '/accounts',
    source,
    item: 'account',
    list: 'account-list',
    operations: operations(['account', 'account-list', 'account-new']),
    shown: { 'replace.missing': 'create' },
  },
  {
    resource: 'notes',
    path: '/notes',
    source,
    item: 'note',
    list: { schema: 'note-page', at: '/data' },
    operations: operations(['note', 'note-page', 'note-new']),
  },
  {
    resource: 'clubs',
    path: '/clubs',
    source,
    item: 'club',
    list: 'club-list',
    operations: operations(['club', 'club-list', 'club-new']),
    shown: { 'parent.removed': 'remove' },
  },
  {
    resource: 'members-of-club',
    path: '/clubs/{clubId}/members',
    rows: 'members',
    source,
    item: { schema: 'member-body', at: '/data' },
    list: { schema: 'member-page', at: '/items', total: '/total' },
    operations: operations(['member-body', 'member-page', 'member-new']),
  },
  {
    resource: 'members',
    path: '/members',
    source,
    item: { schema: 'member-body', at: '/data' },
    list: { schema: 'member-page', at: '/items', total: '/total' },
    operations: operations(['member-body', 'member-page', 'member-new']),
  },
  {
    resource: 'fees',
    path: '/clubs/{clubId}/members/{memberId}/fees',
    within: { memberId: 'members-of-club' },
    source,
    item: 'fee',
    list: 'fee-list',
    operations: operations(['fee', 'fee-list', 'fee-new']),
  },
];

/** Contracts of items that refer to others. */
const related: readonly JsonObject[] = [
  {
    resource: 'people',
    path: '/people',
    source,
    item: 'person',
    list: 'person-list',
    operations: operations(['person', 'person-list', 'person-new']),
  },
  {
    resource: 'tasks',
    path: '/tasks',
    source,
    item: 'task',
    list: 'task-list',
    operations: operations(['task', 'task-list', 'task-new']),
    shown: {
      'reference.unknown': 'refuse',
      'reference.removed': 'remove',
      'query.dialect': 'json-server-0',
    },
  },
  {
    resource: 'cards',
    path: '/cards',
    source,
    item: 'card',
    list: 'card-list',
    operations: operations(['card', 'card-list', 'card-new']),
  },
];

/** A contract whose requests may have members that services make. */
const tickets: JsonObject = {
  resource: 'tickets',
  path: '/tickets',
  source,
  item: 'ticket',
  list: 'ticket-list',
  operations: operations(['ticket', 'ticket-list', 'ticket-new'], { update: 'ticket-new' }),
};

/** The names of the contracts whose items refer to no others. */
export const resources = contracts.map(({ resource }) => String(resource));

/** Loads the contracts. */
export function loadShapes(): Promise<Project> {
  return loadContracts(schemas, [...contracts, ...related, tickets]);
}

/** Writes the contracts of what the service of shapes has into a new folder, and returns it. */
export function writeShapes(): string {
  return writeContracts(schemas, contracts);
}
