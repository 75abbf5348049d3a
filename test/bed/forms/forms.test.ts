// Services of JSON:API and of HAL: correct ones are spared, and each fault is found.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import { complaintsOf, createHold, loadContracts } from '../hold-project.ts';

type Form = 'json:api' | 'hal';
type Fields = Readonly<Record<string, unknown>>;

const text = { type: 'string', minLength: 1, maxLength: 60 };
const harbor = { name: text, depth: { type: 'integer', minimum: 0 } };
const berth = { label: text, harborId: { type: 'integer', 'x-ref': 'harbors' } };
const withId = (members: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  required: ['id', ...required],
  properties: { id: { type: 'integer', readOnly: true }, ...members },
});
const body = (members: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  required: [...required],
  properties: members,
});

const schemas = {
  harbor: withId(harbor, ['name']),
  'harbor-new': body(harbor, ['name']),
  'harbor-part': body(harbor, []),
  harbors: { type: 'array', items: { $ref: 'harbor.json' } },
  berth: withId(berth, ['label', 'harborId']),
  'berth-new': body(berth, ['label', 'harborId']),
  berths: { type: 'array', items: { $ref: 'berth.json' } },
};

function contractOf(envelope: Form, resource: 'harbors' | 'berths'): JsonObject {
  const item = resource.slice(0, -1);
  return {
    resource,
    path: `/${resource}`,
    source: 'the harbor office',
    envelope,
    item,
    list:
      resource === 'harbors'
        ? { schema: resource, pages: { page: 'page[number]', size: 'page[size]', usual: 3 } }
        : resource,
    operations: {
      list: { outcomes: { ok: { status: 200 } } },
      create: { body: `${item}-new`, outcomes: { ok: { status: 201, body: item } } },
      read: { outcomes: { ok: { status: 200, body: item }, missing: { status: 404 } } },
      ...(resource === 'harbors'
        ? { update: { body: 'harbor-part', outcomes: { ok: { status: 200, body: item } } } }
        : {}),
      remove: { outcomes: { ok: { status: 204, body: null } } },
    },
    ...(resource === 'harbors' ? { shown: { 'update.media': 'merge-patch' } } : {}),
  };
}

const holds = new Map(
  await Promise.all(
    (['json:api', 'hal'] as const).map(async (form) => {
      const contracts = (['harbors', 'berths'] as const).map((one) => contractOf(form, one));
      return [form, await createHold(await loadContracts(schemas, contracts))] as const;
    }),
  ),
);

/** The seams; what is right is the last argument. */
interface Seams {
  shown(operation: string, wire: Fields): unknown;
  whole(operation: string, wire: Fields): unknown;
  stored(operation: string, before: Fields, after: Fields): Fields;
  type(type: string): string;
  refusal(refusal: Fields): unknown;
  next(page: number): number;
}

/** Starts a strict service of the form, with two items of each kind; it shares no code with Standin. */
async function start(
  form: Form,
  seams: Partial<Seams> = {},
): Promise<{ baseUrl: string; size: () => number; [Symbol.asyncDispose](): Promise<void> }> {
  const stores: Record<string, Map<string, Fields>> = {
    harbors: new Map([
      ['1', { name: 'Skagen', depth: 9 }],
      ['2', { name: 'Anholt' }],
    ]),
    berths: new Map([['1', { label: 'A1', harborId: 1 }]]),
  };
  let last = 10;
  const mediaType = form === 'hal' ? 'application/hal+json' : 'application/vnd.api+json';

  const show = (operation: string, kind: string, id: string, fields: Fields): unknown => {
    const self = `http://office.test/${kind}/${id}`;
    const { harborId, ...attributes } = fields;
    const related = { harbor: { data: { type: 'harbors', id: String(harborId) } } };
    const wire =
      form === 'hal'
        ? { id: Number(id), ...fields, _links: { self: { href: self } } }
        : {
            type: kind,
            id,
            attributes,
            ...(kind === 'berths' ? { relationships: related } : {}),
            links: { self },
          };
    return seams.shown?.(operation, wire) ?? wire;
  };

  /** The fields in a request; `null` if it is none of the form. */
  const taken = (kind: string, id: string | null, sent: unknown): Fields | null => {
    if (typeof sent !== 'object' || sent === null) return null;
    if (form === 'hal') return sent as Fields;
    const { data } = sent as { data?: Record<string, unknown> };
    if (data?.['type'] !== kind || (id !== null && data['id'] !== id)) return null;
    const attributes = (data['attributes'] ?? {}) as Fields;
    const relationships = data['relationships'] as
      | { harbor?: { data?: { type: string; id: string } } }
      | undefined;
    const harbor = relationships?.harbor?.data;
    if (harbor === undefined) return attributes;
    return harbor.type === 'harbors' ? { ...attributes, harborId: Number(harbor.id) } : null;
  };

  const isValid = (kind: string, { name, depth, label, harborId }: Fields): boolean => {
    const isText = (value: unknown): boolean =>
      typeof value === 'string' && value !== '' && [...value].length <= 60;
    return kind === 'harbors'
      ? isText(name) && (depth === undefined || (Number.isInteger(depth) && Number(depth) >= 0))
      : isText(label) && stores['harbors']?.has(String(harborId)) === true;
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const target = new URL(request.url ?? '/', 'http://service');
      const [kind = '', id = null] = target.pathname.slice(1).split('/').map(decodeURIComponent);
      const type = (request.headers['content-type'] ?? mediaType).split(';')[0];
      const isForeign = form === 'json:api' && type !== mediaType;
      const [status, json] = isForeign
        ? [415, null]
        : answer(request.method ?? '', kind, id, target, parsed(Buffer.concat(chunks).toString()));
      const refusal = { errors: [{ status: String(status), title: 'refused', code: 'E1' }] };
      const shown = status >= 400 ? (seams.refusal?.(refusal) ?? refusal) : json;
      response.writeHead(
        status,
        status === 204 ? {} : { 'content-type': seams.type?.(mediaType) ?? mediaType },
      );
      response.end(status === 204 ? undefined : JSON.stringify(shown));
    });
  });

  function answer(
    method: string,
    kind: string,
    id: string | null,
    target: URL,
    sent: unknown,
  ): readonly [number, unknown] {
    const store = stores[kind];
    if (store === undefined) return [404, null];
    const one = (operation: string, key: string, fields: Fields): unknown => {
      const shown = show(operation, kind, key, fields);
      const whole = form === 'hal' ? shown : { data: shown };
      return seams.whole?.(operation, whole as Fields) ?? whole;
    };
    if (id === null && method === 'GET') return [200, list(kind, store, target)];
    if (id === null && method === 'POST') {
      const fields = taken(kind, null, sent);
      if (fields === null) return [400, null];
      const known = pick(kind, fields);
      if (!isValid(kind, known)) return [422, null];
      last++;
      store.set(String(last), seams.stored?.('create', {}, known) ?? known);
      return [201, one('create', String(last), store.get(String(last)) ?? {})];
    }
    const before = id === null ? undefined : store.get(id);
    if (id === null) return [405, null];
    if (before === undefined) return [404, null];
    if (method === 'GET') return [200, one('read', id, before)];
    if (method === 'DELETE') {
      store.delete(id);
      return [204, null];
    }
    if (method !== 'PATCH' || kind !== 'harbors') return [405, null];
    const fields = taken(kind, id, sent);
    if (fields === null) return [400, null];
    const merged = Object.fromEntries(
      Object.entries({ ...before, ...pick(kind, fields) }).filter(([, value]) => value !== null),
    );
    if (!isValid(kind, merged)) return [422, null];
    store.set(id, seams.stored?.('update', before, merged) ?? merged);
    return [200, one('update', id, store.get(id) ?? {})];
  }

  function list(kind: string, store: ReadonlyMap<string, Fields>, target: URL): unknown {
    const all = [...store].map(([id, fields]) => show('list', kind, id, fields));
    const size = kind === 'harbors' ? Number(target.searchParams.get('page[size]') ?? 3) : 1_000;
    const page = Number(target.searchParams.get('page[number]') ?? 1);
    const items = all.slice((page - 1) * size, page * size);
    const following = seams.next?.(page) ?? page + 1;
    const href = `http://office.test/${kind}?page[number]=${following}&page[size]=${size}`;
    const isLast = page * size >= all.length;
    const whole =
      form === 'hal'
        ? { _embedded: { [kind]: items }, _links: isLast ? {} : { next: { href } } }
        : { data: items, links: { next: isLast ? null : href } };
    return seams.whole?.('list', whole) ?? whole;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    size: () => Object.values(stores).reduce((sum, { size }) => sum + size, 0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pick(kind: string, fields: Fields): Fields {
  const names = kind === 'harbors' ? ['name', 'depth'] : ['label', 'harborId'];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return null;
  }
}

const forms = ['json:api', 'hal'] as const;

describe('verify, of named forms', () => {
  it.concurrent.each(
    forms.flatMap((form) =>
      (['harbors', 'berths'] as const).map((resource) => ({ form, resource })),
    ),
  )(
    'passes $resource of a correct service of $form',
    { timeout: 60_000 },
    async ({ form, resource }) => {
      for (const seed of [1, 2]) {
        await using service = await start(form);
        const outcome = await holds.get(form)?.({ baseUrl: service.baseUrl, resource, seed });
        expect(outcome === undefined ? null : complaintsOf(outcome)).toEqual([]);
        const held = outcome?.report.laws.filter(({ result }) => result === 'held') ?? [];
        expect(held.length).toBeGreaterThan(8);
        expect(service.size()).toBe(3);
      }
    },
  );

  const inside = (change: (data: Fields) => unknown) => (_: string, wire: Fields) => change(wire);
  const faults: readonly (readonly [
    Form,
    'harbors' | 'berths',
    string,
    Partial<Seams>,
    readonly FindingCode[],
  ])[] = [
    [
      'json:api',
      'harbors',
      'ids are numbers',
      { shown: inside((wire) => ({ ...wire, id: Number(wire['id']) })) },
      ['member-type'],
    ],
    [
      'json:api',
      'harbors',
      'the type is another',
      { shown: inside((wire) => ({ ...wire, type: 'harbor' })) },
      ['member-type'],
    ],
    [
      'json:api',
      'harbors',
      'attributes stand beside the id',
      { shown: inside(({ attributes, ...wire }) => ({ ...wire, ...(attributes as Fields) })) },
      ['member-missing'],
    ],
    [
      'json:api',
      'harbors',
      'an item stands in a list',
      { whole: (operation, wire) => (operation === 'read' ? { data: [wire['data']] } : wire) },
      ['member-type', 'body-type', 'member-missing'],
    ],
    [
      'json:api',
      'harbors',
      'a PATCH is lost',
      { stored: (operation, before, after) => (operation === 'update' ? before : after) },
      ['not-replaced', 'value-changed', 'answer-differs'],
    ],
    [
      'json:api',
      'harbors',
      'refusals are an object',
      { refusal: () => ({ error: 'refused' }) },
      ['member-missing'],
    ],
    [
      'json:api',
      'harbors',
      'the media type is that of plain JSON',
      { type: () => 'application/json' },
      ['header'],
    ],
    [
      'json:api',
      'berths',
      'the relationship has another id',
      {
        shown: inside((wire) => ({
          ...wire,
          relationships: { harbor: { data: { type: 'harbors', id: '1' } } },
        })),
      },
      ['value-changed', 'read-differs', 'not-created', 'answer-differs'],
    ],
    [
      'json:api',
      'berths',
      'the relationship has no data',
      { shown: inside((wire) => ({ ...wire, relationships: { harbor: {} } })) },
      ['member-missing'],
    ],
    [
      'json:api',
      'harbors',
      'the next page is the same',
      { next: (page) => page },
      ['page-repeats'],
    ],
    [
      'hal',
      'harbors',
      'items have no links',
      { shown: inside(({ _links: _, ...wire }) => wire) },
      ['member-missing'],
    ],
    [
      'hal',
      'harbors',
      'a link is a text',
      { shown: inside((wire) => ({ ...wire, _links: { self: '/harbors/1' } })) },
      ['member-type'],
    ],
    [
      'hal',
      'harbors',
      'the list is not embedded',
      {
        whole: (operation, wire) =>
          operation === 'list' ? (wire['_embedded'] as Fields)['harbors'] : wire,
      },
      ['body-type', 'member-missing'],
    ],
    [
      'hal',
      'harbors',
      'the list is embedded under another name',
      {
        whole: (operation, wire) =>
          operation === 'list'
            ? { ...wire, _embedded: { items: (wire['_embedded'] as Fields)['harbors'] } }
            : wire,
      },
      ['member-missing', 'body-type'],
    ],
    [
      'hal',
      'harbors',
      'a PATCH is lost',
      { stored: (operation, before, after) => (operation === 'update' ? before : after) },
      ['not-replaced', 'value-changed', 'answer-differs'],
    ],
  ];

  it.concurrent.each(faults)(
    'finds in a service of %s, %s: %s',
    { timeout: 60_000 },
    async (form, resource, _what, seams, codes) => {
      await using service = await start(form, seams);
      const outcome = await holds.get(form)?.({ baseUrl: service.baseUrl, resource });
      const found = outcome?.report.findings.map(({ code }) => code) ?? [];
      const named = found.filter((code) => codes.includes(code));
      expect(named, outcome === undefined ? '' : complaintsOf(outcome).join('\n')).not.toEqual([]);
    },
  );
});
