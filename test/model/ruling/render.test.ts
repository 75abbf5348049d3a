import { describe, expect, it } from 'vitest';
import { render, textBody } from '../../../src/model/ruling/render.ts';
import type { Content, Ruling } from '../../../src/model/ruling/ruling.ts';
import { explain } from '../../../src/model/ruling/ruling.ts';
import { StoredRecord } from '../../../src/model/state/state.ts';
import { readDictionary } from '../../support/dictionary.ts';
import { createWorld, textOf } from '../../support/users.ts';

function rulingWith(value: Content): Ruling {
  return {
    resource: 'users',
    operation: 'read',
    situation: { value: 'ok', by: 'contract' },
    status: { value: 203, by: 'read.status' },
    headers: [
      { name: 'etag', value: '"x"', by: 'cache.validator' },
      { name: 'vary', value: 'Origin', by: 'cors.origin' },
    ],
    content: { value, by: 'contract' },
    effect: { kind: 'none' },
    detail: null,
  };
}

const rest = ['etag', '"x"', 'vary', 'Origin'];

describe('render', () => {
  it.each<[string, Content, string | null, string]>([
    ['nothing', { kind: 'none' }, null, ''],
    [
      'a record',
      { kind: 'record', record: new StoredRecord('1', { id: 1, name: 'Élodie' }) },
      'application/json',
      '{"id":1,"name":"Élodie"}',
    ],
    ['JSON', { kind: 'json', value: ['北', null] }, 'application/json', '["北",null]'],
    [
      'a problem',
      { kind: 'problem', value: { status: 404 } },
      'application/problem+json',
      '{"status":404}',
    ],
  ])('returns %s', (_what, content, type, text) => {
    const reply = render(rulingWith(content), 'silent');
    expect(reply.status).toBe(203);
    expect(reply.headers).toEqual(type === null ? rest : ['content-type', type, ...rest]);
    expect(textOf(reply)).toBe(text);
    if (reply.body.kind === 'text') expect(reply.body.bytes).toBe(Buffer.byteLength(text));
    else expect(reply.body).toEqual({ kind: 'none' });
  });

  it('returns a list', () => {
    const { state } = createWorld();
    const list = {
      collection: state.collection('users'),
      order: 'newest-first',
      fields: ['id'],
    } as const;
    const reply = render(rulingWith({ kind: 'list', list }), 'silent');
    expect(reply.headers).toEqual(['content-type', 'application/json', ...rest]);
    expect(textOf(reply)).toBe('[{"id":5},{"id":4},{"id":3},{"id":2},{"id":1}]');
  });

  it('says who decided what, at the end, if explain is on', () => {
    const { headers } = render(rulingWith({ kind: 'none' }), 'explained');
    expect(headers).toEqual([
      ...rest,
      'standin-decided-by',
      'situation=ok;by=contract, status=read.status, content=contract, etag=cache.validator, vary=cors.origin',
    ]);
  });

  it('says which query parameters nothing read', () => {
    const ruling = { ...rulingWith({ kind: 'none' }), ignored: ['_page', '"\\é'] };
    expect(explain(ruling)).toMatch(
      /^situation=ok;by=contract;ignored="_page \\"\\\\%C3%A9", status=read\.status/,
    );
    expect(readDictionary(explain(ruling)).get('situation')?.parameters['by']).toBe('contract');
  });
});

describe('textBody', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['é', 2],
    ['北', 3],
    ['🙂', 4],
  ])('counts the bytes of %j: %d', (text, bytes) => {
    expect(textBody(text)).toEqual({ kind: 'text', text, bytes });
  });
});

describe('explain', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'GET /users/1',
      {},
      'situation=ok;by=contract, status=read.status, content=contract, etag=cache.validator',
    ],
    [
      'POST /users',
      {},
      'situation=ok;by=contract, status=create.status, content=create.body, location=create.location, etag=cache.validator',
    ],
    [
      'DELETE /users/1',
      {},
      'situation=ok;by=contract, status=remove.status, content=remove.status',
    ],
    [
      'GET /users/9',
      {},
      'situation=missing;by=contract, status=missing.status, content=error.shape',
    ],
    [
      'PUT /users',
      {},
      'situation=disallowed;by=contract, status=disallowed.status, content=error.shape, allow=http',
    ],
    [
      'OPTIONS /users/1',
      {},
      'situation=ok;by=http, status=http, content=http, allow=http, accept-patch=update.media',
    ],
    [
      'GET /users/1',
      { origin: 'http://a.test' },
      'situation=ok;by=contract, status=read.status, content=contract, etag=cache.validator, access-control-allow-origin=cors.origin, ' +
        'access-control-allow-credentials=cors.origin, vary=cors.origin, access-control-expose-headers=cors.origin',
    ],
  ])('writes for %s with the headers %j: %s', (request, headers, text) => {
    const world = createWorld();
    const json = request.startsWith('POST') ? { json: { name: 'F', email: 'f@b.cd' } } : {};
    const ruling = world.rule(request, { headers, ...json });
    expect(explain(ruling)).toBe(text);
    const read = readDictionary(explain(ruling));
    expect(read.get('situation')).toEqual({
      value: ruling.situation.value,
      parameters: { by: ruling.situation.by },
    });
    expect(read.get('status')).toEqual({ value: ruling.status.by, parameters: {} });
    expect(read.get('content')).toEqual({ value: ruling.content.by, parameters: {} });
    for (const { name, by } of ruling.headers)
      expect(read.get(name)).toEqual({ value: by, parameters: {} });
    expect(read.size).toBe(3 + ruling.headers.length);
  });
});
