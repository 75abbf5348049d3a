// Services for long sessions, each with what a client does there: a depot (ids with a prefix, answers
// two steps down, cursors, an action, settings) and an observatory (bare lists, offsets, PUT, PATCH).
// The shop, the wiki and the recipes are those of the short sessions.

import type { RequestListener, ServerResponse } from 'node:http';
import { json as bodyOf } from 'node:stream/consumers';
import { isObject, type Json, type JsonObject } from '../../src/base/json.ts';
import { bearer } from '../support/sessions.ts';
import { recipes, shop, wiki } from '../support/shops.ts';
import type { Walked } from './walk.ts';

export interface ReplayedService {
  readonly name: string;
  /** Starts it anew, with its first items. */
  readonly make: () => RequestListener;
  readonly walked: Walked;
}

export const services: readonly ReplayedService[] = [
  {
    name: 'recipes (json-server 0.17)',
    make: recipes,
    walked: {
      collections: [
        {
          base: '/recipes',
          inside: [],
          queries: ['?_page=1&_limit=2', '?vegan=true', '?_sort=minutes&_order=desc'],
          create: (n) => ({
            title: `Recipe ${n}`,
            minutes: n * 5,
            vegan: n % 2 === 0,
            tags: ['warm'],
            rating: n % 3 === 0 ? null : 3.5,
          }),
          change: (n) => ({ minutes: n }),
          changes: ['PATCH'],
          below: [],
        },
        {
          base: '/ingredients',
          inside: [],
          queries: ['?recipeId=1'],
          create: (n) => ({ recipeId: 1, name: `part ${n}`, grams: n * 10 }),
          change: (n) => ({ grams: n }),
          changes: ['PATCH'],
          below: [],
        },
      ],
      others: [
        { name: 'kitchen', method: 'GET', target: '/kitchen' },
        { name: 'set', method: 'PATCH', target: '/kitchen', body: { open: false } },
      ],
    },
  },
  {
    name: 'a shop (UUIDs, envelopes, tokens, orders below customers)',
    make: shop,
    walked: {
      headers: bearer('a.b.c'),
      collections: [
        {
          base: '/api/v2/customers',
          inside: ['data'],
          queries: ['?page=1', '?page=2'],
          create: (n) => ({
            company: `Company ${n}`,
            contact: { email: `new${n}@example.com`, phone: null },
            tier: n % 2 === 0 ? 'gold' : 'silver',
          }),
          refused: { tier: 'gold' },
          change: (n) => ({ company: `Renamed ${n}` }),
          changes: ['PATCH'],
          below: [
            {
              base: '/orders',
              inside: ['data'],
              queries: [],
              create: (n) => ({ lines: [{ sku: `S-${n}`, count: n }] }),
              change: null,
              changes: [],
              isKept: true,
              actions: ['pay'],
              below: [],
            },
          ],
        },
      ],
      others: [{ name: 'stats', method: 'GET', target: '/api/v2/stats' }],
    },
  },
  {
    name: 'a wiki (slugs, items under their own name)',
    make: wiki,
    walked: {
      collections: [
        {
          base: '/api/articles',
          inside: ['article'],
          lists: ['articles'],
          id: 'slug',
          queries: ['?limit=10&offset=0'],
          create: (n) => ({
            article: { title: `Walk number ${n}`, body: 'Far away.', tagList: ['old'] },
          }),
          refused: { article: { body: 'Nothing.' } },
          change: (n) => ({ article: { body: `Near ${n}.` } }),
          changes: ['PUT'],
          actions: ['favorite'],
          below: [],
        },
      ],
      others: [{ name: 'tags', method: 'GET', target: '/api/tags' }],
    },
  },
  {
    name: 'a depot (prefixed ids, answers two steps down, cursors, actions)',
    make: depot,
    walked: {
      collections: [
        {
          base: '/v1/crates',
          inside: ['result'],
          lists: ['result', 'items'],
          queries: ['?limit=2', '?limit=2&cursor=2'],
          create: (n) => ({ code: `C-${n}`, weight_kg: n + 0.5, fragile: n % 2 === 0 }),
          refused: { weight_kg: 3 },
          change: (n) => ({ weight_kg: n }),
          changes: ['PATCH'],
          actions: ['seal'],
          below: [
            {
              base: '/labels',
              inside: ['result'],
              lists: ['result', 'items'],
              queries: [],
              create: (n) => ({ text: `label ${n}` }),
              change: null,
              changes: [],
              below: [],
            },
          ],
        },
      ],
      others: [
        { name: 'settings', method: 'GET', target: '/v1/settings' },
        {
          name: 'set',
          method: 'PUT',
          target: '/v1/settings',
          body: { timezone: 'UTC', open_at: '08:30', doors: 2 },
        },
      ],
    },
  },
  {
    name: 'an observatory (bare lists, offsets, PUT and PATCH)',
    make: observatory,
    walked: {
      collections: [
        {
          base: '/observations',
          inside: [],
          queries: ['?offset=0&limit=3', '?offset=3&limit=3', '?filter=red'],
          create: (n) => ({
            target: `NGC ${n}`,
            taken_on: '2026-02-03',
            magnitude: -1.5 + n,
            filter: n % 2 === 0 ? 'red' : 'blue',
            notes: n % 3 === 0 ? null : 'clear',
          }),
          refused: { magnitude: 'bright' },
          change: (n) => ({ magnitude: n }),
          changes: ['PUT', 'PATCH'],
          below: [],
        },
        {
          base: '/observers',
          inside: [],
          queries: [],
          create: (n) => ({ name: `Observer ${n}`, email: `o${n}@example.com` }),
          change: (n) => ({ name: `Observer also ${n}` }),
          changes: ['PATCH'],
          below: [],
        },
      ],
      others: [{ name: 'weather', method: 'GET', target: '/weather' }],
    },
  },
];

const AT = '2026-03-04T05:06:07.000Z';

interface Asked {
  readonly method: string;
  readonly steps: readonly string[];
  readonly query: URLSearchParams;
  readonly body: JsonObject;
}

function listener(answer: (asked: Asked) => readonly [number, Json?]): RequestListener {
  return (request, response) => void reply(request, response, answer);
}

async function reply(
  request: Parameters<RequestListener>[0],
  response: ServerResponse,
  answer: (asked: Asked) => readonly [number, Json?],
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const hasBody = request.headers['content-type'] !== undefined;
  const body = hasBody ? ((await bodyOf(request)) as Json) : {};
  const [status, json] = answer({
    method: request.method ?? 'GET',
    steps: pathname.split('/').filter((step) => step !== ''),
    query: searchParams,
    body: isObject(body) ? body : {},
  });
  response.writeHead(status, json === undefined ? {} : { 'content-type': 'application/json' });
  response.end(json === undefined ? '' : JSON.stringify(json));
}

/** Crates and their labels: `{"ok": true, "result": {"items": [...], "next_cursor": null}}`. */
export function depot(): RequestListener {
  const idOf = (prefix: string, number: number): string =>
    `${prefix}_${(number * 7_919 + 123_456_789).toString(36)}${number % 10}K`;
  const crateOf = (number: number, given: JsonObject): JsonObject => ({
    id: idOf('crt', number),
    code: null,
    weight_kg: 0,
    fragile: false,
    sealed: false,
    created_at: AT,
    ...given,
  });
  const crates = [1, 2, 3].map((number) => crateOf(number, { code: `A-${number}`, weight_kg: 4 }));
  const labels: JsonObject[] = [{ id: idOf('lbl', 1), crate_id: idOf('crt', 1), text: 'up' }];
  let settings: JsonObject = { timezone: 'UTC', open_at: '07:00', doors: 4 };
  let last = 3;
  const ok = (result: Json, status = 200): [number, Json] => [status, { ok: true, result }];
  const failed = (status: number, code: string): [number, Json] => [
    status,
    { ok: false, error: { code, message: `this is ${code}` } },
  ];
  return listener(({ method, steps, query, body }) => {
    const [, kind, id, below, belowId] = steps;
    if (kind === 'settings') {
      if (method === 'PUT') settings = body;
      return ok(settings);
    }
    if (kind !== 'crates') return failed(404, 'unknown_path');
    if (id === undefined && method === 'GET') {
      const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 50)];
      const items = crates.slice(from, from + limit);
      const next = from + limit < crates.length ? String(from + limit) : null;
      return ok({ items, next_cursor: next });
    }
    if (id === undefined) {
      if (typeof body['code'] !== 'string') return failed(422, 'code_missing');
      if (crates.some(({ code }) => code === body['code'])) return failed(409, 'code_taken');
      const made = crateOf(++last, body);
      crates.push(made);
      return ok(made, 201);
    }
    const crate = crates.find((one) => one['id'] === id);
    if (crate === undefined) return failed(404, 'no_such_crate');
    if (below === 'seal') return ok(Object.assign(crate, { sealed: true }));
    if (below === 'labels') {
      const own = labels.filter((one) => one['crate_id'] === id);
      if (belowId !== undefined) {
        const found = own.find((one) => one['id'] === belowId);
        if (found === undefined) return failed(404, 'no_such_label');
        if (method === 'DELETE') labels.splice(labels.indexOf(found), 1);
        return method === 'DELETE' ? [204] : ok(found);
      }
      if (method === 'GET') return ok({ items: own, next_cursor: null });
      const label = { id: idOf('lbl', ++last), crate_id: id, ...body };
      labels.push(label);
      return ok(label, 201);
    }
    if (method === 'PATCH') Object.assign(crate, body);
    if (method === 'DELETE') {
      crates.splice(crates.indexOf(crate), 1);
      return [204];
    }
    return ok(crate);
  });
}

/** Observations and observers in bare lists. */
export function observatory(): RequestListener {
  const rows: Record<string, JsonObject[]> = {
    observations: [1, 2, 3, 4, 5].map((id) => ({
      id,
      target: `M ${id}`,
      taken_on: `2026-01-0${id}`,
      magnitude: id + 0.25,
      filter: id % 2 === 0 ? 'red' : 'blue',
      notes: id === 2 ? null : 'hazy',
      observer: { id: 1, name: 'Ana' },
    })),
    observers: [{ id: 1, name: 'Ana', email: 'ana@example.com', active: true }],
  };
  let last = 40;
  const problem = (status: number, title: string): [number, Json] => [status, { title, status }];
  return listener(({ method, steps: [kind = '', id], query, body }) => {
    if (kind === 'weather') return [200, { clouds: 0.3, wind: { speed: 4, from: 'NW' } }];
    const all = rows[kind];
    if (all === undefined) return problem(404, 'no such path');
    if (id === undefined && method === 'GET') {
      const filter = query.get('filter');
      const from = Number(query.get('offset') ?? 0);
      const found = all.filter((one) => filter === null || one['filter'] === filter);
      return [200, found.slice(from, from + Number(query.get('limit') ?? 100))];
    }
    if (id === undefined) {
      const isObservation = kind === 'observations';
      if (isObservation && typeof body['target'] !== 'string') return problem(400, 'no target');
      const more = isObservation ? { observer: { id: 1, name: 'Ana' } } : { active: true };
      const made = { id: ++last, ...body, ...more };
      all.push(made);
      return [201, made];
    }
    const found = all.find((one) => String(one['id']) === id);
    if (found === undefined) return problem(404, 'not found');
    if (method === 'PUT' || method === 'PATCH') Object.assign(found, body);
    if (method !== 'DELETE') return [200, found];
    all.splice(all.indexOf(found), 1);
    return [204];
  });
}
