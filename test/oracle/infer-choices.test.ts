import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import type { Option } from '../../src/contract/choice.ts';
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
  type Trial,
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

/** What an answer shows, as an object, without what every answer shows. */
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

  it.each(statuses)('%s: its refusal has the status of %s, whatever it is', (trial, choice) => {
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
    ['remove-removed', 'remove.missing', 'refuse', 'succeed'],
    ['stale', 'cache.validator', 'etag', 'none'],
  ];

  it.each(rules)(
    '%s: %s is %s where it is refused, %s where it is granted',
    (trial, choice, refused, granted) => {
      expect(shownBy(receivedOf(400), { trial })).toMatchObject({ [choice]: refused });
      expect(shownBy(receivedOf(200, '{}'), { trial })).toMatchObject({ [choice]: granted });
    },
  );

  it('takes every option of a rule from the table', () => {
    for (const [, choice, ...options] of rules) {
      const known: readonly Option[] = isChoiceKey(choice) ? choices[choice].options : [];
      expect(known).toEqual(expect.arrayContaining(options));
    }
  });

  it.each(['list', 'create', 'read', 'replace', 'update', 'remove'] as const)(
    '%s: takes the status of its success',
    (operation) => {
      expect(shownBy(receivedOf(226, '{}'), { operation })).toMatchObject({
        [`${operation}.status`]: 226,
      });
    },
  );

  it('concludes nothing of an operation that the caller does not name', () => {
    expect(shownBy(receivedOf(201, '{"id":1}'))).toEqual({});
  });

  it('takes the body and the Location of a creation', () => {
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

  it.each([403, 404, 405, 501])(
    'takes a creation refused with %i for one that is not offered',
    (status) => {
      const shown = shownBy(receivedOf(status), { operation: 'create', call: { method: 'POST' } });
      expect(shown).toMatchObject({ 'access.writes': 'refuse' });
      expect(shown['disallowed.status']).toBe(status === 403 ? undefined : status);
    },
  );

  it('says nothing of the body where the answer is 204', () => {
    expect(shownBy(receivedOf(204), { operation: 'remove' })).toEqual({ 'remove.status': 204 });
    expect(shownBy(receivedOf(200), { operation: 'remove' })).toEqual({
      'remove.status': 200,
      'remove.body': 'none',
    });
  });

  it('takes the entity tag of what is read, and 304 where it is obeyed', () => {
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

  it('takes a removed id that is answered like one that never was for forgotten', () => {
    const known = { ...nothing, missing: 400 };
    expect(shownBy(receivedOf(400), { trial: 'removed-id', known })).toMatchObject({
      'removed.status': 404,
    });
    expect(shownBy(receivedOf(410), { trial: 'removed-id', known })).toMatchObject({
      'removed.status': 410,
    });
  });

  it('takes parameters that empty a list for a filter, where the list showed the items before', () => {
    const told: Told = { trial: 'parameters', operation: null };
    expect(shownBy(receivedOf(200, '[]'), { ...told, known: three })).toEqual({
      'query.parameters': 'filter',
    });
    const unlisted = { ...three, isListed: false };
    expect(shownBy(receivedOf(200, '[]'), { ...told, known: unlisted })).toEqual({
      'query.parameters': 'ignore',
    });
  });

  it('does not take another media type, or a page, for JSON', () => {
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
  ])('takes what pages of another origin may do: %j is %s', (headers, option) => {
    const call = { headers: { origin: 'https://a.test' } };
    expect(shownBy(receivedOf(200, '{}', headers), { call })).toEqual({ 'cors.origin': option });
  });

  it('takes the version that any answer names', () => {
    expect(shownBy(receivedOf(500, '', { 'api-version': '3' }))).toMatchObject({
      'version.header': 'api-version',
    });
  });

  it('takes the shape and the code of a refusal, but not of an answer without body', () => {
    const refusal = receivedOf(404, '{"error":"no","code":"missing"}');
    expect(shownBy(refusal)).toEqual({ 'error.shape': 'message', 'error.code': 'situation' });
    expect(shownBy(refusal, { call: { method: 'HEAD' } })).toEqual({});
  });

  it('takes an answer that asks to wait for that alone', () => {
    expect(shownBy(receivedOf(429), { trial: 'malformed' })).toEqual({ 'limited.status': 429 });
    expect(shownBy(receivedOf(503, '', { 'retry-after': '1' }))).toEqual({ 'limited.status': 503 });
  });

  it('takes what credentials are asked for where none were sent, and else nothing from such a refusal', () => {
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

describe('observeList', () => {
  const rows = (...ids: readonly number[]): readonly JsonObject[] =>
    ids.map((id) => ({ ...ada, id }));

  it('takes the order of the items that are known', () => {
    const items = ['7', '8', '9', '10', '11'].map((key) => ({ key, record: null }));
    const lists = [rows(1, 7, 8, 2, 9, 10, 11), rows(11, 10, 9, 8, 7), rows(8, 7, 9, 10, 11)];
    const orders = lists.map((list) => inferListChoices(list, { ...three, items })[0]?.option);
    expect(orders).toEqual(['oldest-first', 'newest-first', 'another']);
  });

  it('says nothing of the order by fewer than five', () => {
    expect(inferListChoices(rows(7, 8), three)).toEqual([{ choice: 'list.fields', option: 'all' }]);
  });

  it('takes the fields of an element by the item as it was read', () => {
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

  it('goes by the media type of problem details', () => {
    const received = receivedOf(404, '{"detail":"no"}', {
      'content-type': 'application/problem+json; charset=utf-8',
    });
    expect(refusalShape(received)).toBe('problem');
  });
});

describe('fieldsShape', () => {
  it('names the fields where they are neither all nor those that must be', () => {
    expect(fieldsShape({ id: 7, email: 'a' }, ada, ['id', 'name'])).toBe('id, email');
  });

  it('says nothing where an item has no more than must be', () => {
    expect(fieldsShape({ id: 7, name: 'Ada' }, { id: 7, name: 'Ada' }, ['id', 'name'])).toBeNull();
  });
});

describe('orderOf and numbersOf', () => {
  it('tells orders by places', () => {
    expect([orderOf([0, 1, 5]), orderOf([5, 1, 0]), orderOf([1, 0, 5])]).toEqual([
      'oldest-first',
      'newest-first',
      'another',
    ]);
  });

  it('tells how numbers were given out', () => {
    expect(numbersOf([6, 7, 20])).toBe('sequence');
    expect(numbersOf([6, 5, 4])).toBe('downwards');
    expect(numbersOf([58, 581, 16])).toBe('random');
    expect(numbersOf([6, 900_000_000, 900_000_001])).toBe('random');
  });
});
