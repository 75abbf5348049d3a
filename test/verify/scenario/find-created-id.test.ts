// The id of what was just made, found at small services that each give it in a way of their own,
// and lay traps.

import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { type Client, createClient } from '../../../src/http/client/client.ts';
import type { Received } from '../../../src/model/message/received.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import { findCreatedId } from '../../../src/verify/scenario/find-created-id.ts';
import type { Found } from '../../../src/verify/scenario/id-from-evidence.ts';
import { Scenario } from '../../../src/verify/scenario/scenario.ts';
import type { OwnedItem } from '../../../src/verify/session/owned-item.ts';
import type { IdAt } from '../../../src/verify/session/service-traits.ts';
import { createSession, type Session } from '../../../src/verify/session/session.ts';
import { type Project, projectOf, usersContract, usersProject } from '../../support/users.ts';
import { unwrap } from './unwrap.ts';

const TOKEN = 'sqfindid';
const MARK = `${TOKEN}aaab`;
const SENT: JsonObject = { name: `Cedar ${MARK}`, email: `${MARK}@example.com` };

/** What is sent back: a status, header fields, and a JSON value or nothing. */
type Answer = readonly [status: number, headers: OutgoingHttpHeaders, value?: Json];

interface Small {
  /** What a creation is answered with, given the id of what was made. */
  readonly created: (id: Json, item: JsonObject, port: number) => Answer;
  /** Who is there before. */
  readonly others?: readonly JsonObject[];
  /** The id that is given out: 7. */
  readonly id?: Json;
  /** What a creation stores of what was sent. */
  readonly store?: (item: JsonObject) => JsonObject | null;
  /** An element of the list. */
  readonly element?: (item: JsonObject) => JsonObject;
  /** Whether the list shows what was made last first. */
  readonly isNewestFirst?: boolean;
  /** How many elements a page of the list has; all. */
  readonly pageLength?: number;
  readonly project?: Project;
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Starts a small service. `requests` are those that it has had. */
async function start(
  small: Small,
): Promise<{ readonly baseUrl: string; readonly requests: string[] }> {
  const {
    others = [],
    id = 7,
    store = (item) => item,
    element = (item) => item,
    pageLength = Number.MAX_SAFE_INTEGER,
  } = small;
  const items = [...others];
  const requests: string[] = [];
  const path = small.project?.contracts[0]?.path ?? '/users';
  const server = createServer((request, response) => {
    const answer = async (): Promise<Answer> => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const text = await textOf(request);
      requests.push(`${request.method} ${request.url}`);
      if (pathname === path && request.method === 'POST') {
        const kept = store({ id, ...(JSON.parse(text) as JsonObject) });
        if (kept !== null) items.push(kept);
        return small.created(id, kept ?? {}, (server.address() as AddressInfo).port);
      }
      const page = Number(searchParams.get('page') ?? 1);
      const listed = small.isNewestFirst === true ? items.toReversed() : items;
      if (pathname === path)
        return [200, {}, listed.slice((page - 1) * pageLength, page * pageLength).map(element)];
      const key = decodeURIComponent(pathname.slice(path.length + 1));
      const found = items.find((item) => String(item['id'] ?? item['sku']) === key);
      return found === undefined ? [404, {}, { error: 'nobody' }] : [200, {}, found];
    };
    void answer().then(([status, headers, value]) => {
      response.writeHead(status, {
        ...(value === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

interface Searched {
  readonly found: Found | null;
  /** What was asked of the service after the creation. */
  readonly asked: readonly string[];
  readonly session: Session;
}

interface Before {
  readonly sent?: JsonObject;
  readonly mark?: string;
  /** Where an id was found the last time. */
  readonly idAt?: IdAt;
  /** The keys of items that are the run's. */
  readonly owned?: readonly string[];
}

/** Makes something, and looks for its id. */
async function search(small: Small, before: Before = {}): Promise<Searched> {
  const { sent = SENT, mark = MARK, owned = [] } = before;
  const { baseUrl, requests } = await start(small);
  const client = createClient({ baseUrl });
  closers.push(() => Promise.resolve(client.close()));
  const session = sessionOf(client, small.project ?? usersProject);
  session.service.traits.idAt = before.idAt ?? { kind: 'list' };
  for (const key of owned) session.items.byKey.set(key, ownOf(key));
  const received = await made(session, sent);
  const asked = requests.length;
  return {
    found: unwrap(await findCreatedId(new Scenario(session), sent, mark, received)),
    asked: requests.slice(asked),
    session,
  };
}

function sessionOf(client: Client, { contracts, schemas, checker }: Project): Session {
  const [contract = usersContract] = contracts;
  const wait = (): Promise<void> => Promise.resolve();
  const deadline = Number.MAX_SAFE_INTEGER;
  const pace = { ratePerSecond: null, wait, now: Date.now, onWaiting: () => undefined, deadline };
  const guard = createGuard({
    send: client.send,
    ledger: noLedger(TOKEN),
    contract,
    mode: 'write',
    ...pace,
  });
  return createSession({
    contract,
    schemas,
    checker,
    guard,
    token: TOKEN,
    pins: {},
    now: Date.now,
    wait,
    deadline,
  });
}

async function made(session: Session, sent: JsonObject): Promise<Received> {
  const exchange = await session.sender.sendUnlessStopped(
    session.service.call('create', null, JSON.stringify(sent)),
  );
  if (exchange.kind !== 'received') throw new Error(exchange.message);
  return exchange.received;
}

function ownOf(key: string): OwnedItem {
  return {
    label: key,
    key,
    id: Number(key),
    mark: `${TOKEN}zzzz`,
    serial: 1,
    sent: {},
    expectation: new Map(),
    before: null,
    lastWrite: 'create',
    patched: null,
    rivals: [],
    touched: [],
    isAlive: true,
  };
}

const NOBODY: readonly JsonObject[] = [];
const OTHERS: readonly JsonObject[] = [
  { id: 1, name: 'Ada', email: 'ada@example.com' },
  { id: 2, name: 'Bo', email: 'bo@example.com' },
];

const products = projectOf(
  [
    {
      ...usersContract,
      resource: 'products',
      path: '/shop/products',
      id: 'sku',
      item: 'product',
      list: 'products',
    },
  ],
  {
    product: { type: 'object', properties: { sku: { type: 'string' }, name: { type: 'string' } } },
    products: { type: 'array', items: { allOf: [{ $ref: 'product.json' }], required: ['sku'] } },
    'user-create': { allOf: [{ $ref: 'product.json' }], required: ['name'] },
    'user-created': true,
    'user-update': { $ref: 'product.json' },
    user: { $ref: 'product.json' },
    users: { $ref: 'products.json' },
  },
);

/** Users are known by their parts alone. */
const user = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    isPremium: { type: 'boolean' },
    address: { type: 'object', properties: { city: { type: 'string' } } },
  },
};
const nameless = projectOf([usersContract], {
  user,
  users: { type: 'array', items: { $ref: 'user.json' } },
  'user-create': { $ref: 'user.json' },
  'user-created': true,
  'user-update': { $ref: 'user.json' },
});

describe('findCreatedId', () => {
  it.each<[string, Small, Json, IdAt]>([
    [
      'the whole item',
      { created: (_, item) => [201, {}, item] },
      7,
      { kind: 'body', steps: ['id'] },
    ],
    ['the id alone', { created: (id) => [201, {}, { id }] }, 7, { kind: 'body', steps: ['id'] }],
    ['the id 0', { created: (id) => [201, {}, { id }], id: 0 }, 0, { kind: 'body', steps: ['id'] }],
    [
      'an item under "data"',
      { created: (_, item) => [201, {}, { data: item }] },
      7,
      { kind: 'body', steps: ['data', 'id'] },
    ],
    [
      'an item deep down',
      { created: (id) => [200, {}, { ok: true, result: { users: [{ user: { id } }] } }] },
      7,
      { kind: 'body', steps: ['result', 'users', '0', 'user', 'id'] },
    ],
    [
      'a list of one',
      { created: (_, item) => [201, {}, [item]] },
      7,
      { kind: 'body', steps: ['0', 'id'] },
    ],
    [
      'a relative Location',
      { created: (id) => [201, { location: `/users/${id}` }] },
      7,
      { kind: 'location' },
    ],
    [
      'a Location that is the id',
      { created: (id) => [201, { location: `${id}` }] },
      7,
      { kind: 'location' },
    ],
    [
      'an absolute Location',
      { created: (id, _, port) => [201, { location: `http://127.0.0.1:${port}/users/${id}` }] },
      7,
      { kind: 'location' },
    ],
    [
      'a Location of a host and base path inside',
      { created: (id) => [204, { location: `https://inner.example/api/v2/users/${id}` }] },
      7,
      { kind: 'location' },
    ],
    [
      'a Location with slash, query and fragment',
      { created: (id) => [201, { location: `/users/${id}/?new=1#top` }] },
      7,
      { kind: 'location' },
    ],
    [
      'Content-Location',
      { created: (id) => [200, { 'content-location': `/users/${id}` }] },
      7,
      { kind: 'location' },
    ],
    ['nothing', { created: () => [204, {}] }, 7, { kind: 'list' }],
    ['an empty object', { created: () => [201, {}, {}] }, 7, { kind: 'list' }],
    ['a text', { created: () => [201, {}, 'created'] }, 7, { kind: 'list' }],
    ['null', { created: () => [201, {}, null] }, 7, { kind: 'list' }],
    ['an id that is empty', { created: () => [201, {}, { id: '' }] }, 7, { kind: 'list' }],
    ['an id that is null', { created: () => [202, {}, { id: null }] }, 7, { kind: 'list' }],
    [
      'the Location of the list',
      { created: () => [201, { location: '/users' }] },
      7,
      { kind: 'list' },
    ],
    [
      'a Location that cannot be decoded',
      { created: () => [201, { location: '/users/%E0%A4%A' }] },
      7,
      { kind: 'list' },
    ],
    [
      'an id deeper than anyone looks',
      { created: (id) => [201, {}, { a: { b: { c: { d: { e: { f: { g: { id } } } } } } } }] },
      7,
      { kind: 'list' },
    ],
  ])('finds the id if the answer contains %s', async (_, small, id, at) => {
    for (const others of [OTHERS, NOBODY])
      expect((await search({ others, ...small })).found).toEqual({ id, at });
  });

  it.each<[string, Small, IdAt, Before?]>([
    [
      'the id of the request before',
      { created: (id) => [201, {}, { id: 'f81d-4fae', user: { id } }] },
      { kind: 'body', steps: ['user', 'id'] },
    ],
    [
      'the id of another user before',
      { created: (id) => [201, {}, { createdBy: { id: 1 }, user: { id } }] },
      { kind: 'body', steps: ['user', 'id'] },
    ],
    [
      'the ids of all users',
      { created: (id) => [201, {}, { users: [{ id: 1 }, { id: 2 }, { id }] }] },
      { kind: 'body', steps: ['users', '2', 'id'] },
    ],
    [
      'the id of another user alone',
      { created: () => [201, {}, { address: { id: 2 } }] },
      { kind: 'list' },
    ],
    [
      'an id in the body and another in Location',
      { created: (id) => [201, { location: `/users/${id}` }, { id: 2 }] },
      { kind: 'location' },
    ],
    [
      'a user that is being made at the same time',
      {
        created: () => [204, {}],
        isNewestFirst: true,
        others: [{ id: 3, name: `Cedar ${TOKEN}aaac`, email: `${TOKEN}aaac@example.com` }],
      },
      { kind: 'list' },
      { sent: { name: 'x', email: 'x@example.com' }, mark: TOKEN },
    ],
    [
      'the Location of another user',
      { created: () => [201, { location: '/users/1' }] },
      { kind: 'list' },
    ],
    [
      'the Location of a task',
      { created: () => [202, { location: '/tasks/2' }] },
      { kind: 'list' },
    ],
    [
      'the id of a user with the same name',
      {
        created: () => [201, {}, { id: 3 }],
        others: [...OTHERS, { id: 3, name: 'Cedar', email: 'other@example.com' }],
      },
      { kind: 'list' },
    ],
  ])('is not misled by %s', async (_, small, at, before) => {
    expect((await search({ others: OTHERS, ...small }, before)).found).toEqual({ id: 7, at });
  });

  it('reads the item the first time to be sure, and then trusts the same place', async () => {
    const small: Small = { created: (_, item) => [201, {}, item], others: OTHERS };
    expect((await search(small)).asked).toEqual(['GET /users/7']);
    const again = await search(small, { idAt: { kind: 'body', steps: ['id'] } });
    expect(again).toMatchObject({ found: { id: 7 }, asked: [] });
  });

  it('searches again if the known place has no id this time', async () => {
    const small: Small = { created: (id) => [201, { location: `/users/${id}` }], others: OTHERS };
    const { found, asked } = await search(small, { idAt: { kind: 'body', steps: ['id'] } });
    expect(found).toEqual({ id: 7, at: { kind: 'location' } });
    expect(asked).toEqual(['GET /users/7']);
  });

  it('prefers the known place to one before it', async () => {
    const small: Small = { created: (id) => [201, {}, { id: 2, user: { id } }], others: OTHERS };
    const { found, asked } = await search(small, { idAt: { kind: 'body', steps: ['user', 'id'] } });
    expect(found).toEqual({ id: 7, at: { kind: 'body', steps: ['user', 'id'] } });
    expect(asked).toEqual([]);
  });

  it('takes no id that another item of the run has', async () => {
    const small: Small = { created: (id) => [201, {}, { latest: { id: 2 }, id }], others: OTHERS };
    const { found } = await search(small, {
      owned: ['2'],
      idAt: { kind: 'body', steps: ['latest', 'id'] },
    });
    expect(found).toEqual({ id: 7, at: { kind: 'body', steps: ['id'] } });
  });

  it('finds it on a further page of the list, and learns the pagination', async () => {
    const others = Array.from({ length: 12 }, (_, index) => ({
      id: index + 20,
      name: `Seed ${index}`,
    }));
    const { found, session } = await search({ created: () => [204, {}], others, pageLength: 5 });
    expect(found).toEqual({ id: 7, at: { kind: 'list' } });
    expect(session.service.traits.pager).toEqual({
      kind: 'query',
      name: 'page',
      counts: 'pages',
      first: 1,
    });
  });

  it('finds it by all texts that were sent if the list shows no mark', async () => {
    const sent = { name: 'x', email: `${MARK}@example.com` };
    const element = ({ id = null, name = null }: JsonObject): JsonObject => ({ id, name });
    const { found } = await search({ created: () => [204, {}], others: OTHERS, element }, { sent });
    expect(found).toEqual({ id: 7, at: { kind: 'list' } });
  });

  it('takes the newest of equal elements, and none that is the run’s already', async () => {
    const others = [
      { id: 3, name: 'x' },
      { id: 9, name: 'x' },
    ];
    const element = ({ id = null, name = null }: JsonObject): JsonObject => ({ id, name });
    const sent = { name: 'x', email: `${MARK}@example.com` };
    expect((await search({ created: () => [204, {}], others, element }, { sent })).found?.id).toBe(
      7,
    );
    const lost: Small = { created: () => [204, {}], others, element, store: () => null };
    expect((await search(lost, { sent, owned: ['9'] })).found?.id).toBe(3);
  });

  it('finds it by its mark if the service changed what was sent', async () => {
    const store = (item: JsonObject): JsonObject => ({
      ...item,
      name: String(item['name']).toUpperCase(),
    });
    expect((await search({ created: () => [204, {}], others: OTHERS, store })).found?.id).toBe(7);
    expect(
      (await search({ created: (id) => [201, {}, { id }], others: OTHERS, store })).found?.id,
    ).toBe(7);
  });

  it.each<[string, (id: Json) => Answer, IdAt]>([
    ['in the body', (id) => [201, {}, { user: { id } }], { kind: 'body', steps: ['user', 'id'] }],
    ['in the list', () => [204, {}], { kind: 'list' }],
  ])(
    'finds an id %s by objects that the service stores in a normal form',
    async (_, created, at) => {
      const trimmed = (item: JsonObject): JsonObject =>
        JSON.parse(JSON.stringify(item).replaceAll('" ', '"')) as JsonObject;
      const sent = { isPremium: true, address: { city: ' Rome', district: 'Monti' } };
      const before = { sent, mark: TOKEN };
      const small = { created, others: [{ id: 1 }, { id: 2 }], project: nameless };
      expect((await search({ ...small, store: trimmed }, before)).found).toEqual({ id: 7, at });
      const other = (item: JsonObject): JsonObject => ({ ...item, address: { city: 'Roma' } });
      expect((await search({ ...small, store: other }, before)).found).toBeNull();
    },
  );

  it('does not tell whether an item was made where the list shows ids alone', async () => {
    const element = ({ id = null }: JsonObject): JsonObject => ({ id });
    const others = [{ id: 1, isPremium: false }];
    const created = (): Answer => [201, {}, { message: 'made' }];
    const small: Small = { created, others, project: nameless };
    const before = { sent: { isPremium: true }, mark: TOKEN };
    const lost: Small = { ...small, store: () => null };
    const why = 'neither the answer to POST nor the list shows what was sent';
    await expect(search({ ...small, element }, before)).rejects.toThrow(why);
    // A list that shows what was sent of others lacks the item, and so does an empty one.
    expect((await search(lost, before)).found).toBeNull();
    expect((await search({ ...lost, element, others: [] }, before)).found).toBeNull();
  });

  it('finds nothing if nothing was stored', async () => {
    const store = (): null => null;
    for (const created of [
      (): Answer => [204, {}],
      (id: Json): Answer => [201, {}, { id }],
      (id: Json): Answer => [201, { location: `/users/${id}` }],
      (): Answer => [201, {}, { id: 1 }],
    ])
      expect((await search({ created, others: OTHERS, store })).found).toBeNull();
  });

  it.each<[string, Json, (id: Json, item: JsonObject) => Answer, IdAt]>([
    ['in the body', 'lamp/1 ä', (_, item) => [201, {}, item], { kind: 'body', steps: ['sku'] }],
    [
      'in Location',
      'lamp/1 ä',
      (id) => [201, { location: `/shop/products/${encodeURIComponent(String(id))}` }],
      { kind: 'location' },
    ],
    [
      'of digits in Location',
      '007',
      (id) => [201, { location: `/shop/products/${id}` }],
      { kind: 'location' },
    ],
    ['in the list', 'a-b', () => [201, {}, { id: 5 }], { kind: 'list' }],
  ])('finds an id that is a text, %s', async (_, id, created, at) => {
    const store = ({ id: sku = null, ...item }: JsonObject): JsonObject => ({ sku, ...item });
    const { found } = await search(
      { created, id, store, project: products },
      { sent: { name: `Lamp ${MARK}` } },
    );
    expect(found).toEqual({ id, at });
  });

  describe('without GET of a list or an item', () => {
    const { list: _, read: __, ...writes } = usersContract.operations;
    const project = { ...usersProject, contracts: [{ ...usersContract, operations: writes }] };

    const search404 = (created: Small['created']): Promise<Searched> =>
      search({ created, store: () => null, project });

    it('finds the id beside the values that were sent', async () => {
      const { found } = await search404((id) => [201, {}, { id, ...SENT }]);
      expect(found).toEqual({ id: 7, at: { kind: 'body', steps: ['id'] } });
    });

    it('takes no id of another item that shows what was made', async () => {
      const owner = { id: 3, name: 'Ada' };
      const { found } = await search404((id) => [201, {}, { ...owner, users: [{ id, ...SENT }] }]);
      expect(found).toEqual({ id: 7, at: { kind: 'body', steps: ['users', '0', 'id'] } });
    });

    it('takes no id alone', async () => {
      const { found } = await search404((id) => [201, {}, { id }]);
      expect(found).toBeNull();
    });
  });
});
