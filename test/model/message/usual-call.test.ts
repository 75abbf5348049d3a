// Calls in their usual form, and as they are sent: with the form of JSON:API, at other places and by other methods.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import type { Kind } from '../../../src/contract/operation-kinds.ts';
import { type Body, type Call, noBody, readBody } from '../../../src/model/message/call.ts';
import {
  askedInQuery,
  keyInBody,
  usualCall,
  wireCall,
  withIdInBody,
} from '../../../src/model/message/usual-call.ts';
import { projectFrom } from '../../support/users.ts';

const key = (type: string) => ({ type: 'object', properties: { id: { type }, name: {} } });

function berths(envelope: string, item: string): Contract {
  const contract = {
    resource: 'berths',
    path: '/berths',
    source: 'the harbor',
    envelope,
    item,
    operations: {
      list: { outcomes: {} },
      create: { body: 'body', outcomes: {} },
      update: { body: 'body', outcomes: {} },
    },
  };
  const schemas = { number: key('integer'), text: key('string'), body: { type: 'object' } };
  return projectFrom([contract], schemas, {}).contracts[0] as Contract;
}

const plain = 'application/json';
const own = 'application/vnd.api+json';

describe('wireCall, of json:api', () => {
  const send = (item: string, kind: Kind, path: string, json: Json | null, accept = plain) =>
    wireCall(berths('json:api', item), kind, {
      method: 'X',
      path,
      query: '',
      headers: { accept, ...(json === null ? {} : { 'content-type': plain }) },
      body: json === null ? noBody : readBody(JSON.stringify(json)),
    });

  it.each<[string, Kind, string, Json, Json]>([
    ['number', 'create', '/berths', { name: 'A' }, { type: 'berths', attributes: { name: 'A' } }],
    [
      'number',
      'update',
      '/berths/7',
      { name: 'A' },
      { type: 'berths', id: '7', attributes: { name: 'A' } },
    ],
    ['text', 'update', '/berths/a%20b', {}, { type: 'berths', id: 'a b', attributes: {} }],
  ])('sends items with %s ids in %s', (item, kind, path, json, data) => {
    const { body, headers } = send(item, kind, path, json);
    expect(body).toMatchObject({ kind: 'json', value: { data } });
    expect(headers).toEqual({ accept: own, 'content-type': own });
  });

  it('asks for its media type, unless another one is asked for', () => {
    expect(send('number', 'list', '/berths', null).headers).toEqual({ accept: own });
    expect(send('number', 'list', '/berths', null, 'image/png').headers).toEqual({
      accept: 'image/png',
    });
  });
});

describe('wireCall, of hal', () => {
  it('sends plain items', () => {
    const call = {
      method: 'PATCH',
      path: '/berths/7',
      query: '',
      headers: { 'content-type': plain },
      body: readBody('{"name":"A"}'),
    };
    const { body, headers } = wireCall(berths('hal', 'number'), 'update', call);
    expect(body).toMatchObject({ value: { name: 'A' } });
    expect(headers).toEqual({ 'content-type': plain });
  });
});

/** A contract whose items are created at their own paths by PUT. */
function createdAt(type: 'integer' | 'string', body: 'jar' | 'sent') {
  const contract = {
    resource: 'jars',
    path: '/jars',
    source: 'the shelf',
    item: 'jar',
    operations: { create: { method: 'PUT', on: 'item', body, outcomes: {} } },
  };
  const { contracts, schemas } = projectFrom([contract], { jar: key(type), sent: SENT });
  return { contract: contracts[0] as Contract, schemas };
}

const SENT = { type: 'object', properties: { name: {} } };
const asJson = (json: Json): Body => readBody(JSON.stringify(json));
const call = (method: string, path: string, body: Body = noBody, query = ''): Call => ({
  method,
  path,
  query,
  headers: body === noBody ? {} : { 'content-type': plain },
  body,
});

describe('askedInQuery', () => {
  it.each<[string, Body, string, string]>([
    ['plain members', asJson({ page: 2, name: 'a b', is: true }), '', 'page=2&name=a+b&is=true'],
    ['lists, each element', asJson({ tag: ['a', 'b'] }), '', 'tag=a&tag=b'],
    ['no objects and no null', asJson({ by: { a: 1 }, none: null, all: [{}, 1] }), '', 'all=1'],
    ['beside what is in the query', asJson({ page: 2 }), 'page=1&x=y', 'page=1&x=y&page=2'],
    ['nothing of a body that is no object', asJson([1]), 'x=y', 'x=y'],
    ['nothing of no body', noBody, '', ''],
  ])('asks a list by POST for %s', (_, body, query, asked) => {
    const given = call('POST', '/jars/search', body, query);
    expect(askedInQuery('list', given)).toEqual({ ...given, body: noBody, query: asked });
  });

  it.each<[Kind | null, string]>([
    ['create', 'POST'],
    ['list', 'GET'],
    [null, 'POST'],
  ])('leaves %s by %s as it is', (kind, method) => {
    const given = call(method, '/jars', asJson({ page: 2 }));
    expect(askedInQuery(kind, given)).toBe(given);
  });
});

describe('keyInBody', () => {
  it.each<[Json, string | null]>([
    [{ id: 7 }, '7'],
    [{ id: 'a/b' }, 'a/b'],
    [{ id: null }, null],
    [{ id: { a: 1 } }, null],
    [{}, null],
    [[7], null],
  ])('of %j is %j', (json, id) => {
    expect(keyInBody(call('PUT', '/jars', asJson(json)), { id: 'id' })).toBe(id);
  });

  it('of no body is none', () => {
    expect(keyInBody(call('PUT', '/jars'), { id: 'id' })).toBeNull();
  });
});

describe('withIdInBody', () => {
  it('adds the id to an object, and makes one of no body', () => {
    const id = { id: 'id' };
    const added = withIdInBody(id, 7, call('PUT', '/jars', asJson({ name: 'A', id: 1 })));
    expect(added.body).toMatchObject({ value: { name: 'A', id: 7 }, text: '{"name":"A","id":7}' });
    const made = withIdInBody(id, 7, call('PUT', '/jars'));
    expect(made).toMatchObject({ headers: { 'content-type': plain }, body: { value: { id: 7 } } });
    const list = call('PUT', '/jars', asJson([1]));
    expect(withIdInBody(id, 7, list)).toBe(list);
  });
});

describe('a creation at the path of its item', () => {
  it.each<['integer' | 'string', string, Json]>([
    ['integer', '/jars/7', 7],
    ['integer', '/jars/x', 'x'],
    ['string', '/jars/7', '7'],
    ['string', '/jars/a%2Fb', 'a/b'],
  ])('with ids of type %s, %s, makes the item with the id %j', (type, path, id) => {
    const { contract, schemas } = createdAt(type, 'jar');
    const {
      method,
      path: above,
      body,
    } = usualCall(schemas, contract, 'create', call('PUT', path, asJson({ name: 'A' })));
    expect([method, above, body]).toMatchObject(['POST', '/jars', { value: { name: 'A', id } }]);
  });

  it.each<['jar' | 'sent', Json, Json]>([
    ['jar', { id: 7, name: 'A' }, { id: 7, name: 'A' }],
    ['sent', { id: 7, name: 'A' }, { name: 'A' }],
  ])('is sent there, with a body of %s', (sent, json, expected) => {
    const { contract } = createdAt('integer', sent);
    const wired = wireCall(contract, 'create', call('POST', '/jars/', asJson(json)));
    expect(wired).toMatchObject({ method: 'PUT', path: '/jars/7', body: { value: expected } });
    const unnamed = call('POST', '/jars', asJson({ name: 'A' }));
    expect(wireCall(contract, 'create', unnamed)).toBe(unnamed);
  });
});
