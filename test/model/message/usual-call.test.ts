// Calls of a contract with the form of JSON:API, as they are sent.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import type { Kind } from '../../../src/contract/operation-kinds.ts';
import { noBody, readBody } from '../../../src/model/message/call.ts';
import { wireCall } from '../../../src/model/message/usual-call.ts';
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
