import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import type { Option, Trial } from '../../src/contract/choice-row.ts';
import { choices, isChoiceKey } from '../../src/contract/choices.ts';
import type { Kind } from '../../src/contract/operation-kinds.ts';
import { type Call, type Headers, noBody, readBody } from '../../src/model/message/call.ts';
import type { Received } from '../../src/model/message/received.ts';
import {
  codeOf,
  fieldsShape,
  numbersOf,
  orderOf,
  refusalShape,
  writtenShape,
} from '../../src/oracle/body-shape.ts';
import {
  inferChoices,
  inferListChoices,
  type KnownService,
} from '../../src/oracle/infer-choices.ts';

const nothing: KnownService = {
  id: 'id',
  items: [],
  isListed: false,
  missing: null,
  brief: ['id', 'name'],
};
const ada = { id: 7, name: 'Ada', email: 'ada@example.com' };
const three: KnownService = {
  ...nothing,
  isListed: true,
  items: ['7', '8', '9'].map((key) => ({ key, record: key === '7' ? ada : null })),
};

function receivedOf(status: number, text = '', headers: Headers = {}): Received {
  return { status, headers, body: readBody(text) };
}

interface Told {
  readonly trial?: Trial;
  readonly operation?: Kind | null;
  readonly call?: Partial<Call>;
  readonly known?: KnownService;
}

/** The choices that an answer shows, except those that every answer shows. */
function shownBy(received: Received, told: Told = {}): Readonly<Record<string, Option>> {
  const { trial = 'plain', operation = null, known = nothing } = told;
  const call: Call = {
    method: 'GET',
    path: '/users',
    query: '',
    headers: {},
    body: noBody,
    ...told.call,
  };
  const all = inferChoices({ trial, operation, call, received, known });
  expect(new Set(all.map(({ choice }) => choice)).size).toBe(all.length);
  const shown = all.map(({ choice, option }) => [choice, option] as const);
  return Object.fromEntries(
    shown.filter(([choice, option]) => choice !== 'version.header' || option !== 'none'),
  );
}

describe('observe', () => {
  const statuses: readonly [Trial, string][] = [
    ['unknown-id', 'missing.status'],
    ['malformed-id', 'id.malformed'],
    ['removed-id', 'removed.status'],
    ['nowhere', 'unrouted.status'],
    ['disallowed', 'disallowed.status'],
    ['parameters', 'unexpected.status'],
    ['accept', 'unacceptable.status'],
    ['media-type', 'unsupported.status'],
    ['malformed', 'malformed.status'],
    ['wrong-type', 'invalid.status'],
    ['missing-member', 'invalid.status'],
    ['not-unique', 'taken.status'],
    ['taken-id', 'taken.status'],
    ['stale', 'stale.status'],
  ];

  it.each(statuses)('%s: the status of a refusal decides %s', (trial, choice) => {
    expect(shownBy(receivedOf(404), { trial })).toMatchObject({ [choice]: 404 });
    expect(shownBy(receivedOf(418), { trial })).toMatchObject({ [choice]: 418 });
    expect(shownBy(receivedOf(200), { trial })).not.toHaveProperty([choice]);
  });

  const rules: readonly [Trial, string, refused: Option, granted: Option][] = [
    ['slash', 'path.slash', 'unrouted', 'same'],
    ['root', 'path.root', 'unrouted', 'index'],
    ['parameters', 'query.parameters', 'refuse', 'ignore'],
    ['accept', 'accept.unmet', 'refuse', 'ignore'],
    ['media-type', 'content.type', 'refuse', 'assume-json'],
    ['missing-member', 'fields.required', 'refuse', 'accept'],
    ['wrong-format', 'fields.format', 'refuse', 'accept'],
    ['beyond-bounds', 'fields.bounds', 'refuse', 'accept'],
    ['not-unique', 'fields.unique', 'check', 'ignore'],
    ['unknown-reference', 'reference.unknown', 'refuse', 'accept'],
    ['remove-removed', 'remove.missing', 'refuse', 'succeed'],
    ['stale', 'cache.validator', 'etag', 'none'],
  ];

  it.each(rules)('%s: %s is %s if refused, %s if granted', (trial, choice, refused, granted) => {
    expect(shownBy(receivedOf(400), { trial })).toMatchObject({ [choice]: refused });
    expect(shownBy(receivedOf(200, '{}'), { trial })).toMatchObject({ [choice]: granted });
  });

  it('uses only options of the table', () => {
    for (const [, choice, ...options] of rules) {
      const known: readonly Option[] = isChoiceKey(choice) ? choices[choice].options : [];
      expect(known).toEqual(expect.arrayContaining(options));
    }
  });

  it.each(['list', 'create', 'read', 'replace', 'update', 'remove'] as const)(
    '%s: reads the status of a success',
    (operation) => {
      expect(shownBy(receivedOf(226, '{}'), { operation })).toMatchObject({
        [`${operation}.status`]: 226,
      });
    },
  );

  it('infers nothing about an operation that the caller does not name', () => {
    expect(shownBy(receivedOf(201, '{"id":1}'))).toEqual({});
  });

  it('reads the body and the Location of a create', () => {
    const received = receivedOf(201, '{"data":{"id":7,"name":"Ada"}}', {
      location: 'https://example.com/users/7',
    });
    expect(shownBy(received, { operation: 'create' })).toEqual({
      'create.status': 201,
      'create.body': 'wrapped',
      'create.location': 'absolute',
      'access.writes': 'allow',
    });
    const silent = shownBy(receivedOf(201), { operation: 'create' });
    expect(silent).toMatchObject({ 'create.body': 'none', 'create.location': 'none' });
    const path = receivedOf(201, '', { location: '/users/7' });
    expect(shownBy(path, { operation: 'create' })).toMatchObject({ 'create.location': 'relative' });
  });

  it.each([403, 404, 405, 501])('treats a create refused with %i as not offered', (status) => {
    const shown = shownBy(receivedOf(status), { operation: 'create', call: { method: 'POST' } });
    expect(shown).toMatchObject({ 'access.writes': 'refuse' });
    expect(shown['disallowed.status']).toBe(status === 403 ? undefined : status);
  });

  it('infers nothing about the body from 204', () => {
    expect(shownBy(receivedOf(204), { operation: 'remove' })).toEqual({ 'remove.status': 204 });
    expect(shownBy(receivedOf(200), { operation: 'remove' })).toEqual({
      'remove.status': 200,
      'remove.body': 'none',
    });
  });

  it('reads the entity tag of a read, and 304 if the service obeys it', () => {
    expect(shownBy(receivedOf(200, '{}', { etag: '"a"' }), { operation: 'read' })).toMatchObject({
      'cache.validator': 'etag',
    });
    expect(shownBy(receivedOf(200, '{}'), { operation: 'read' })).toMatchObject({
      'cache.validator': 'none',
    });
    expect(shownBy(receivedOf(304), { trial: 'not-modified' })).toEqual({
      'cache.validator': 'etag',
    });
    expect(shownBy(receivedOf(200, '{}'), { trial: 'not-modified' })).toEqual({
      'cache.validator': 'none',
    });
  });

  it('treats a removed id as forgotten if it is answered like an unknown one', () => {
    const known = { ...nothing, missing: 400 };
    expect(shownBy(receivedOf(400), { trial: 'removed-id', known })).toMatchObject({
      'removed.status': 404,
    });
    expect(shownBy(receivedOf(410), { trial: 'removed-id', known })).toMatchObject({
      'removed.status': 410,
    });
  });

  it('treats parameters that empty a list as a filter if the list showed the items before', () => {
    const told: Told = { trial: 'parameters', operation: null };
    expect(shownBy(receivedOf(200, '[]'), { ...told, known: three })).toEqual({
      'query.parameters': 'filter',
    });
    const unlisted = { ...three, isListed: false };
    expect(shownBy(receivedOf(200, '[]'), { ...told, known: unlisted })).toEqual({
      'query.parameters': 'ignore',
    });
  });

  it('does not treat another media type or a page as JSON', () => {
    expect(shownBy(receivedOf(200, '<p>'), { trial: 'accept' })).toEqual({
      'accept.unmet': 'another media type',
    });
    expect(shownBy(receivedOf(200, '<p>'), { trial: 'root' })).toEqual({
      'path.root': 'another page',
    });
  });

  it.each([
    [{ 'access-control-allow-origin': '*' }, 'any'],
    [{ 'access-control-allow-origin': 'https://a.test' }, 'reflect'],
    [{ 'access-control-allow-origin': 'https://b.test' }, 'https://b.test'],
    [{}, 'none'],
  ])('reads the rights of pages of other origins: %j is %s', (headers, option) => {
    const call = { headers: { origin: 'https://a.test' } };
    expect(shownBy(receivedOf(200, '{}', headers), { call })).toEqual({ 'cors.origin': option });
  });

  it('reads the version in any answer', () => {
    expect(shownBy(receivedOf(500, '', { 'api-version': '3' }))).toMatchObject({
      'version.header': 'api-version',
    });
  });

  it('reads the shape and the code of a refusal, but not without a body', () => {
    const refusal = receivedOf(404, '{"error":"no","code":"missing"}');
    expect(shownBy(refusal)).toEqual({ 'error.shape': 'message', 'error.code': 'situation' });
    expect(shownBy(refusal, { call: { method: 'HEAD' } })).toEqual({});
  });

  it('infers only the limit from an answer that asks to wait', () => {
    expect(shownBy(receivedOf(429), { trial: 'malformed' })).toEqual({ 'limited.status': 429 });
    expect(shownBy(receivedOf(503, '', { 'retry-after': '1' }))).toEqual({ 'limited.status': 503 });
  });

  it('reads the requested credentials if none were sent, and nothing else from such a refusal', () => {
    const asking = receivedOf(401, '', {
      'www-authenticate': 'ApiKey realm="x", header="X-API-Key"',
    });
    expect(shownBy(asking, { trial: 'bare' })).toEqual({
      'unauthorized.status': 401,
      'auth.scheme': 'api-key',
      'auth.header': 'X-API-Key',
    });
    expect(shownBy(asking, { trial: 'malformed' })).toEqual({});
    expect(shownBy(receivedOf(403), { trial: 'bare' })).toEqual({ 'unauthorized.status': 403 });
    expect(shownBy(receivedOf(200, '[]'), { trial: 'bare' })).toEqual({ 'auth.scheme': 'none' });
  });
});

describe('inferListChoices', () => {
  const rows = (...ids: readonly number[]): readonly JsonObject[] =>
    ids.map((id) => ({ ...ada, id }));

  it('infers the order of the known items', () => {
    const items = ['7', '8', '9', '10', '11'].map((key) => ({ key, record: null }));
    const lists = [rows(1, 7, 8, 2, 9, 10, 11), rows(11, 10, 9, 8, 7), rows(8, 7, 9, 10, 11)];
    const orders = lists.map((list) => inferListChoices(list, { ...three, items })[0]?.option);
    expect(orders).toEqual(['oldest-first', 'newest-first', 'another']);
  });

  it('infers no order from fewer than five items', () => {
    expect(inferListChoices(rows(7, 8), three)).toEqual([{ choice: 'list.fields', option: 'all' }]);
  });

  it('compares the fields of an element with the item', () => {
    expect(inferListChoices([{ id: 7, name: 'Ada' }], three)).toEqual([
      { choice: 'list.fields', option: 'brief' },
    ]);
    expect(inferListChoices([null, 5, { name: 'nobody' }], three)).toEqual([]);
  });
});

describe('writtenShape', () => {
  it.each([
    ['', 'none'],
    ['{', 'not JSON'],
    ['{}', 'empty-object'],
    ['{"id":1}', 'id'],
    ['{"id":1,"name":"a"}', 'record'],
    ['{"data":{"id":1,"name":"a"}}', 'wrapped'],
    ['{"data":{"id":1}}', '{data}'],
    ['{"ok":true,"count":1}', '{ok, count}'],
    ['[]', 'an array'],
    ['"made"', 'a string'],
  ])('%s is %s', (text, shape) => {
    expect(writtenShape(readBody(text), 'id')).toBe(shape);
  });
});

describe('refusalShape', () => {
  it.each([
    ['', 'none', null],
    ['no such user', 'a text', null],
    ['<!doctype html>', 'a page', null],
    ['{}', 'empty-object', null],
    ['{"error":"no"}', 'message', 'none'],
    ['{"error":"Not Found"}', 'reason', 'none'],
    ['{"error":"Bad Request"}', 'message', 'none'],
    ['{"error":{"code":"E1"}}', 'message', 'situation'],
    ['{"type":"about:blank","title":"No","status":404}', 'problem', 'none'],
    ['{"status":404,"message":"no"}', '{status, message}', 'none'],
    ['[]', 'an array', null],
  ])('%s is %s, with code %s', (text, shape, code) => {
    expect(refusalShape(receivedOf(404, text))).toBe(shape);
    expect(codeOf(readBody(text))).toBe(code);
  });

  it('recognises problem details by their media type', () => {
    const received = receivedOf(404, '{"detail":"no"}', {
      'content-type': 'application/problem+json; charset=utf-8',
    });
    expect(refusalShape(received)).toBe('problem');
  });
});

describe('fieldsShape', () => {
  it('names the fields if they are neither all nor the required ones', () => {
    expect(fieldsShape({ id: 7, email: 'a' }, ada, ['id', 'name'])).toBe('id, email');
  });

  it('infers nothing if an item has only the required members', () => {
    expect(fieldsShape({ id: 7, name: 'Ada' }, { id: 7, name: 'Ada' }, ['id', 'name'])).toBeNull();
  });
});

describe('orderOf and numbersOf', () => {
  it('infers the order from places', () => {
    expect([orderOf([0, 1, 5]), orderOf([5, 1, 0]), orderOf([1, 0, 5])]).toEqual([
      'oldest-first',
      'newest-first',
      'another',
    ]);
  });

  it('tells how ids were assigned', () => {
    expect(numbersOf([6, 7, 20])).toBe('sequence');
    expect(numbersOf([6, 5, 4])).toBe('downwards');
    expect(numbersOf([58, 581, 16])).toBe('random');
    expect(numbersOf([6, 900_000_000, 900_000_001])).toBe('random');
  });
});
