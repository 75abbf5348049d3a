// Bodies of forms: read by the types of the schema, checked like JSON.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { findContractFaults } from '../../../src/contract/file/contract-faults.ts';
import { type Call, noBody, readBody } from '../../../src/model/message/call.ts';
import {
  isSayable,
  readFormCall,
  throughForm,
  writeFormCall,
} from '../../../src/model/message/form-body.ts';
import { boundaryOf, readMultipart } from '../../../src/model/message/multipart.ts';
import { openApiDocument } from '../../../src/model/openapi/openapi.ts';
import { findSchemaFaults } from '../../../src/schema/faults/schema-faults.ts';
import { orderContract, orders } from '../../support/orders.ts';
import { createWorld } from '../../support/users.ts';

const FORM = 'application/x-www-form-urlencoded';
const project = orders();
const { schemas } = project;
const [contract] = project.contracts as [Contract];

/** What a creation by a form stores, but for its id. */
function stored(text: string): Json {
  const { json } = createWorld({ project }).ask('POST /orders', { text, type: FORM });
  const { id: _, ...values } = json as JsonObject;
  return values;
}

describe('rule, of forms', () => {
  it.each<[string, JsonObject]>([
    ['customer=5&count=3', { customer: '5', count: 3 }],
    ['customer=Ada+L%C3%B8&express=true', { customer: 'Ada Lø', express: true }],
    ['customer=A&rebate=0.5', { customer: 'A', rebate: 0.5 }],
    ['customer=A&rebate=', { customer: 'A', rebate: null }],
    ['customer=A&level=2&kind=true', { customer: 'A', level: 2, kind: true }],
    ['customer=A&tags=a&tags=b', { customer: 'A', tags: ['a', 'b'] }],
    ['customer=A&tags=a', { customer: 'A', tags: ['a'] }],
    ['customer=A&tags[]=a', { customer: 'A', tags: ['a'] }],
    ['customer=A&tags[0]=a&tags[1]=b', { customer: 'A', tags: ['a', 'b'] }],
    [
      'customer=A&address[city]=Lund&address[zip]=012',
      { customer: 'A', address: { city: 'Lund', zip: '012' } },
    ],
    [
      'customer=A&lines[0][sku]=X&lines[0][quantity]=2&lines[1][sku]=Y',
      { customer: 'A', lines: [{ sku: 'X', quantity: 2 }, { sku: 'Y' }] },
    ],
  ])('reads %s', (text, values) => {
    expect(stored(text)).toEqual(values);
  });

  it.each<[string, string]>([
    ['count=3', '"customer" is missing'],
    ['customer=A&count=many', 'must be an integer, is a string'],
    ['customer=A&count=0', 'must be at least 1'],
    ['customer=A&customer=B', 'must be a string, is an array'],
    ['customer=A&express=yes', 'must be a boolean, is a string'],
  ])('refuses %s', (text, detail) => {
    const { status, json } = createWorld({ project }).ask('POST /orders', { text, type: FORM });
    expect([status, JSON.stringify(json)]).toEqual([
      400,
      expect.stringContaining(JSON.stringify(detail).slice(1, -1)),
    ]);
  });

  it('takes the media types that the contract names, and no others', () => {
    const { ask } = createWorld({ project });
    const { status, headers } = ask('POST /orders', { json: { customer: 'A' } });
    expect([status, headers['accept']]).toEqual([415, FORM]);
    expect(ask('POST /orders/a', { text: 'count=2', type: FORM }).json).toMatchObject({ count: 2 });
    expect(ask('POST /orders/a', { json: { count: 3 } }).json).toMatchObject({ count: 3 });
    expect(ask('POST /orders', { text: 'a=b', type: 'text/plain' }).status).toBe(415);
    expect(ask('POST /orders', { type: FORM }).status).toBe(400);
    expect(ask('POST /orders', {}).json).toMatchObject({
      errors: [{ detail: '"customer" is missing' }],
    });
  });

  it('reads parts, and keeps files as data URLs', () => {
    const { ask } = createWorld({ project });
    const type = 'multipart/form-data; boundary=x';
    const text = [
      '--x\r\ncontent-disposition: form-data; name="count"\r\n\r\n4\r\n',
      '--x\r\nContent-Disposition: form-data; name="address"\r\nContent-Type: application/json\r\n\r\n{"city":"Lund"}\r\n',
      '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nÿ\r\n',
      '--x--\r\n',
    ].join('');
    expect(ask('POST /orders/a', { text, type }).json).toEqual({
      id: 'a',
      customer: 'Ada',
      count: 4,
      address: { city: 'Lund' },
      photo: 'data:image/png;name=a.png;base64,w78=',
    });
    const { status, json } = ask('POST /orders/a', { text, type: 'multipart/form-data' });
    expect([status, json]).toMatchObject([
      400,
      { remedy: 'Send multipart/form-data, and let the client make its boundary.' },
    ]);
  });

  it('reads an item in an envelope', () => {
    const { ask } = createWorld({
      project: orders({
        item: { schema: 'order-body', at: '/order' },
        operations: {
          create: { body: 'order-body', media: [FORM], outcomes: { ok: { status: 201 } } },
        },
      }),
    });
    const text = 'order[customer]=Ada&order[count]=2';
    expect(ask('POST /orders', { text, type: FORM }).json).toMatchObject({
      order: { customer: 'Ada', count: 2 },
    });
  });
});

describe('readFormCall', () => {
  const call: Call = { method: 'POST', path: '/orders', query: '', headers: {}, body: noBody };
  const update = contract.operations.update as Operation;
  const read = (type: string, text: string | Uint8Array): Json | undefined => {
    const { body } = readFormCall(schemas, update, {
      ...call,
      headers: { 'content-type': type },
      body: readBody(text),
    });
    return body.kind === 'json' ? body.value : undefined;
  };

  it('keeps the bytes of files that are no text', () => {
    const head = new TextEncoder().encode(
      '--x\r\ncontent-disposition: form-data; name="photo"; filename=a\r\n\r\n',
    );
    const bytes = new Uint8Array([...head, 0, 255, 13, 10, ...new TextEncoder().encode('--x--')]);
    expect(read('multipart/form-data; boundary="x"', bytes)).toEqual({
      photo: 'data:application/octet-stream;base64,AP8=',
    });
  });

  it('leaves alone what is no form', () => {
    const plain = { ...call, headers: { 'content-type': FORM } };
    expect(readFormCall(schemas, update, plain)).toBe(plain);
    expect(readFormCall(schemas, contract.operations.read, plain)).toBe(plain);
    expect(readFormCall(schemas, update, call)).toBe(call);
  });

  it('reads names that are no paths as they are', () => {
    expect(read(FORM, '__proto__[a]=1&a[b=2&[c]=3')).toEqual(
      JSON.parse('{"__proto__":{"a":"1"},"a[b":"2","[c]":"3"}'),
    );
    const deep = `a${'[b]'.repeat(20)}`;
    expect(read(FORM, `${deep}=1`)).toEqual({ [deep]: '1' });
  });

  it('takes JSON in a part that is none for text', () => {
    const part =
      '--x\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{\r\n--x--';
    expect(read('multipart/form-data; boundary=x', part)).toEqual({ a: '{' });
  });
});

describe('writeFormCall', () => {
  const call: Call = { method: 'POST', path: '/orders', query: '', headers: {}, body: noBody };
  const create = contract.operations.create as Operation;
  const value = {
    customer: 'A & B',
    count: 2,
    tags: ['a', 'b'],
    address: { city: 'Lund' },
    lines: [{ sku: 'x' }],
  };
  const sent = { ...call, body: readBody(JSON.stringify(value)) };

  it.each([FORM, 'multipart/form-data'])('writes %s that reads the same', (type) => {
    const operation = { ...create, media: [type] };
    const written = writeFormCall(operation, sent);
    expect(written.headers['content-type']).toContain(type);
    expect(readFormCall(schemas, operation, written).body).toMatchObject({ value });
  });

  it('writes objects without members as JSON, in a form in parts', () => {
    const operation = { ...create, media: ['multipart/form-data'] };
    const empty = { customer: 'A', address: {}, more: { inner: {} } };
    const written = writeFormCall(operation, { ...call, body: readBody(JSON.stringify(empty)) });
    expect(readFormCall(schemas, operation, written).body).toMatchObject({ value: empty });
  });

  it('leaves alone what is no object, or may be JSON', () => {
    expect(writeFormCall(contract.operations.update, sent)).toBe(sent);
    expect(writeFormCall(create, call)).toBe(call);
    const empty = writeFormCall(create, { ...call, body: readBody('{}') });
    expect(empty.body).toEqual(noBody);
  });
});

describe('throughForm and isSayable', () => {
  it('tell what a form cannot say', () => {
    expect(
      throughForm(schemas, { media: [FORM] }, 'new-order', {
        customer: 'A',
        count: 2,
        rebate: null,
        tags: [],
      }),
    ).toEqual({ customer: 'A', count: 2 });
    const fields = { media: [FORM] };
    for (const value of [0, '', false, ['a'], { a: 1 }])
      expect(isSayable(value, fields), JSON.stringify(value)).toBe(true);
    for (const value of [null, [], {}, { a: [] }, { a: {} }, [null], [{}]])
      expect(isSayable(value, fields), JSON.stringify(value)).toBe(false);
  });

  it('tell that a form in parts can say an object without members', () => {
    const parts = { media: ['multipart/form-data'] };
    for (const value of [{}, { a: {} }, { a: { b: {}, c: 1 } }])
      expect(isSayable(value, parts), JSON.stringify(value)).toBe(true);
    for (const value of [null, [], { a: [] }, [{}]])
      expect(isSayable(value, parts), JSON.stringify(value)).toBe(false);
    const value = { customer: 'A', address: {}, more: { inner: {} } };
    expect(throughForm(schemas, parts, 'new-order', value)).toEqual(value);
    expect(throughForm(schemas, { media: [FORM] }, 'new-order', value)).toEqual({ customer: 'A' });
  });
});

describe('readMultipart', () => {
  it.each<[string, string | null]>([
    ['--y--', 'x'],
    ['--x\r\n\r\n', 'x'],
    ['--x--', null],
  ])('finds no parts in %j with the boundary %j', (text, boundary) => {
    expect(readMultipart(text, boundary)).toBeNull();
  });

  it('leaves out parts without a name or a head', () => {
    expect(readMultipart('--x\r\nabc\r\n--x\r\na: b\r\n\r\nc\r\n--x--', 'x')).toEqual([]);
    expect(boundaryOf('multipart/form-data')).toBeNull();
  });
});

describe('openApiDocument, of forms', () => {
  it('has the media types of each body', () => {
    const choose = (key: keyof typeof defaultProfile) => defaultProfile[key] as never;
    const others = [{ method: 'POST', path: '/hello', body: 'order', media: [FORM], outcomes: {} }];
    const { contracts } = orders({ others });
    const { paths } = openApiDocument({
      contracts,
      schemas,
      choose,
      server: '/',
      version: '1',
    }) as {
      paths: Record<string, Record<string, { requestBody: { content: object } }>>;
    };
    const typesOf = (path: string) => Object.keys(paths[path]?.['post']?.requestBody.content ?? {});
    expect([typesOf('/orders'), typesOf('/hello')]).toEqual([[FORM], [FORM]]);
    expect(typesOf('/orders/{id}')).toHaveLength(3);
  });
});

describe('findContractFaults, of forms', () => {
  it('refuses media types without a body', () => {
    const operations = { remove: { media: [FORM], outcomes: {} } };
    const faults = findContractFaults(
      { ...orderContract, operations },
      'a.json',
      schemas,
      () => [],
    );
    expect(faults.map(({ at, message }) => [at, message])).toEqual([
      ['/operations/remove/media', 'media types of a body, and no schema for it'],
    ]);
  });
});

describe('findContractFaults, of query parameters', () => {
  it('refuses schemas that are none, and parameters of what is no list', () => {
    const operations = {
      list: { query: { limit: { type: 'integer', minimum: 'one' } }, outcomes: {} },
      read: { query: { limit: { type: 'integer' } }, outcomes: {} },
    };
    const faults = findContractFaults(
      { ...orderContract, operations },
      'a.json',
      schemas,
      () => [],
      findSchemaFaults,
    );
    expect(faults.map(({ at }) => at)).toEqual([
      '/operations/list/query/limit/minimum',
      '/operations/read/query',
    ]);
  });
});
