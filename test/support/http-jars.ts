// A correct service with jars in front of which HTTP itself is broken, by kinds that research on tests of
// REST names: what a method means, whatever the interface is about.

import { isObject, type Json, type JsonObject, own } from '../../src/base/json.ts';
import { type RunningShelf, type ShelfAnswer, type ShelfCall, startShelf } from './shelf.ts';

/** What is wrong with it, in words; `none` is correct. */
export const HTTP_FAULTS = [
  'a removed jar can be read',
  'a refused PUT changes the jar',
  'a refused PATCH changes the jar',
  'a repeated PUT says that it creates',
  'each PUT says that it creates',
  'PUT does not store a member',
  'PUT adds to what is there',
  'PATCH ignores null',
  'PATCH resets what it does not name',
  'Location names another jar',
  'Allow lacks a method',
] as const;

export type HttpFault = (typeof HTTP_FAULTS)[number] | 'none';

const text = { type: 'string' };
const members = {
  label: { type: 'string', minLength: 1 },
  note: { type: ['string', 'null'] },
  stars: { type: 'integer', minimum: 0, maximum: 5 },
};
const shape = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  required,
  properties,
});
const json = (schema: Json, type = 'application/json'): JsonObject => ({
  content: { [type]: { schema } },
});
const refused = { description: 'refused' };
const jar = { $ref: '#/components/schemas/Jar' };
const sent = { required: true, ...json(shape(['label'], members)) };
const allow = {
  responses: {
    204: { description: 'the methods', headers: { Allow: { required: true, schema: text } } },
  },
};

/**
 * `hidden`: jars do not show their ids, `Location` does. `unlisted`: nothing else does, for there is no
 * list; no answer has a null, and the document does not say that OPTIONS is answered.
 */
export type ShownIds = 'shown' | 'hidden' | 'unlisted';

/** The document of the service. */
export function httpJarsDocument(ids: ShownIds): JsonObject {
  const document = listedDocument(ids);
  if (ids !== 'unlisted') return document;
  const paths = document['paths'] as Record<string, Record<string, Json>>;
  delete paths['/jars']?.['get'];
  for (const operations of Object.values(paths)) delete operations['options'];
  return document;
}

function listedDocument(ids: ShownIds): JsonObject {
  const id = { type: 'integer' };
  const location = { Location: { required: true, schema: text } };
  return {
    openapi: '3.1.0',
    info: { title: 'Jars', version: '1' },
    paths: {
      '/jars': {
        get: { responses: { 200: { description: '', ...json({ type: 'array', items: jar }) } } },
        post: {
          requestBody: sent,
          responses: { 201: { description: '', headers: location, ...json(jar) }, 400: refused },
        },
        options: allow,
      },
      '/jars/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { ...id, minimum: 1 } }],
        get: { responses: { 200: { description: '', ...json(jar) }, 404: refused } },
        put: {
          requestBody: sent,
          responses: {
            200: { description: 'replaced', ...json(jar) },
            201: { description: 'created', ...json(jar) },
            400: refused,
            404: refused,
          },
        },
        patch: {
          requestBody: {
            required: true,
            ...json(shape([], members), 'application/merge-patch+json'),
          },
          responses: { 200: { description: '', ...json(jar) }, 400: refused, 404: refused },
        },
        delete: { responses: { 204: { description: '' }, 404: refused } },
        options: allow,
      },
    },
    components: {
      schemas: {
        Jar:
          ids === 'shown'
            ? shape(['id', ...Object.keys(members)], { id, ...members })
            : ids === 'hidden'
              ? shape(Object.keys(members), members)
              : shape(['label'], { ...members, note: text }),
      },
    },
  };
}

/** Starts the service. */
export function startHttpJars(fault: HttpFault, ids: ShownIds): Promise<RunningShelf> {
  const gone = new Map<string, JsonObject>();
  return startShelf({
    stored: ({ label = '', note = null, stars = 0 }) => ({ label, note, stars }),
    answer: (call, right, { jars }) => {
      if (ids === 'unlisted' && call.method === 'GET' && call.id === undefined)
        return { status: 405, headers: { allow: 'POST, OPTIONS' } };
      const before = jars.get(call.id ?? '');
      const answer = ruled(call, right, { fault, before, gone, jars });
      const { body } = answer;
      const isJar = call.id !== undefined || call.method === 'POST';
      if (ids === 'shown' || body === undefined) return answer;
      const bare = isJar ? withoutId(body) : (body as readonly Json[]).map(withoutId);
      return { ...answer, body: ids === 'unlisted' ? withoutNulls(bare) : bare };
    },
  });
}

function withoutId(body: Json): Json {
  if (!isObject(body)) return body;
  const { id: _, ...rest } = body;
  return rest;
}

function withoutNulls(body: Json): Json {
  if (!isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

interface Planted {
  readonly fault: HttpFault;
  readonly before: JsonObject | undefined;
  readonly gone: Map<string, JsonObject>;
  readonly jars: Map<string, JsonObject>;
}

function ruled(
  call: ShelfCall,
  right: () => ShelfAnswer,
  { fault, before, gone, jars }: Planted,
): ShelfAnswer {
  const { method, id, body = null } = call;
  if (method === 'OPTIONS') return allowed(fault, id);
  const left = gone.get(id ?? '');
  if (fault === 'a removed jar can be read' && method === 'GET' && left !== undefined)
    return { status: 200, body: left };
  const isWrite = method === 'POST' || method === 'PUT' || method === 'PATCH';
  if (isWrite && !isFit(body, method)) {
    if (before !== undefined && isObject(body) && fault === `a refused ${method} changes the jar`)
      jars.set(id ?? '', { ...before, ...pickFit(body) });
    return { status: 400 };
  }
  if (method === 'PATCH' && before !== undefined) {
    const given = Object.entries(body as JsonObject).filter(
      ([name, value]) => name in members && !(fault === 'PATCH ignores null' && value === null),
    );
    const reset = fault === 'PATCH resets what it does not name' ? { note: null } : {};
    const after = { ...before, ...reset, ...Object.fromEntries(given) };
    jars.set(id ?? '', after);
    return { status: 200, body: after };
  }
  const answer = right();
  if (method === 'DELETE' && before !== undefined) gone.set(id ?? '', before);
  if (method === 'POST') {
    const made = Number(own(answer.body as JsonObject, 'id'));
    const named = fault === 'Location names another jar' ? made + 1_000 : made;
    return { ...answer, headers: { location: `/jars/${named}` } };
  }
  if (method !== 'PUT' || before === undefined) return answer;
  const now = jars.get(id ?? '') ?? {};
  if (fault === 'PUT does not store a member')
    jars.set(id ?? '', { ...now, note: own(before, 'note') ?? null });
  if (fault === 'PUT adds to what is there')
    jars.set(id ?? '', { ...now, stars: Math.min(5, Number(own(before, 'stars')) + 1) });
  const isSame = JSON.stringify(before) === JSON.stringify(now);
  const saysCreated =
    fault === 'each PUT says that it creates' ||
    (fault === 'a repeated PUT says that it creates' && isSame);
  return { status: saysCreated ? 201 : 200, body: jars.get(id ?? '') ?? now };
}

function allowed(fault: HttpFault, id: string | undefined): ShelfAnswer {
  const methods = id === undefined ? 'GET, POST, OPTIONS' : 'GET, PUT, PATCH, DELETE, OPTIONS';
  const named = fault === 'Allow lacks a method' ? methods.replace('PATCH, ', '') : methods;
  return { status: 204, headers: { allow: named } };
}

function isFit(body: Json, method: string): boolean {
  if (!isObject(body)) return false;
  const { label = method === 'PATCH' ? 'any' : null, note = null, stars = 0 } = body;
  return (
    typeof label === 'string' &&
    label !== '' &&
    (note === null || typeof note === 'string') &&
    Number.isInteger(stars) &&
    Number(stars) >= 0 &&
    Number(stars) <= 5
  );
}

/** The members of a body that can be stored. */
function pickFit(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => name in members && isFit({ [name]: value }, 'PATCH') && value !== null,
    ),
  );
}
