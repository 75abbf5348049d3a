// Another resource is other schemas, another contract file and other rows. Nothing here is in src.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeContract } from '../src/commands/print/contract.ts';
import { describeOpenApi } from '../src/commands/print/openapi.ts';
import { type Serving, serve } from '../src/commands/serve/serve.ts';
import { root } from './support/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-products-'));
const places = {
  contract: join(folder, 'contracts'),
  db: join(folder, 'db.json'),
  profile: 'standin',
};

const product = {
  type: 'object',
  required: ['sku', 'title', 'price'],
  properties: {
    sku: { type: 'string' },
    title: { type: 'string', minLength: 1, maxLength: 40 },
    price: { type: 'number', minimum: 0 },
    code: { type: 'string', pattern: '^[A-Z]{3}$', 'x-unique': true },
    tags: { type: 'array', items: { type: 'string' }, default: [] },
    size: { type: 'object', properties: { width: { type: 'number' }, height: { type: 'number' } } },
  },
};

const contract = {
  title: 'Catalogue',
  resource: 'products',
  path: '/shop/products',
  id: 'sku',
  item: 'product',
  list: 'products',
  operations: {
    list: {
      summary: 'List',
      source: 'catalogue 1',
      outcomes: { ok: { status: 200, body: 'products', source: 'catalogue 1.1' } },
    },
    create: {
      summary: 'Create',
      source: 'catalogue 2',
      body: 'product-new',
      outcomes: {
        ok: {
          status: 201,
          body: 'product',
          headers: { 'Cache-Control': 'no-store' },
          source: 'catalogue 2.1',
        },
        invalid: { status: 409, source: 'catalogue 2.2' },
      },
    },
    read: {
      summary: 'Read',
      source: 'catalogue 3',
      outcomes: { ok: { body: 'product', source: 'catalogue 3.1' } },
    },
    remove: {
      summary: 'Remove',
      source: 'catalogue 4',
      outcomes: { ok: { status: 200, body: null, source: 'catalogue 4.1' } },
    },
  },
  shown: { 'id.texts': 'sequence', 'fields.unknown': 'drop' },
};

let serving: Serving;

beforeAll(async () => {
  for (const name of ['schemas', 'contracts'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const write = (name: string, value: unknown): void =>
    writeFileSync(join(folder, name), JSON.stringify(value));
  write('schemas/product.json', product);
  write('schemas/product-new.json', { ...product, required: ['title', 'price'] });
  write('schemas/products.json', { type: 'array', items: { $ref: 'product.json' } });
  write('contracts/products.json', contract);
  write('db.json', {
    ...JSON.parse(readFileSync(join(root, 'db.json'), 'utf8')),
    products: [{ sku: 'lamp/1', title: 'Lamp', price: 12.5 }],
  });
  const silent = { write: () => true };
  serving = await serve(
    {
      ...places,
      host: '127.0.0.1',
      port: 0,
      pins: {},
      basePath: '',
      explanation: 'explained',
      form: 'quiet',
      saving: 'keep',
      record: null,
      redact: [],
      keep: [],
      version: '0.0.0',
    },
    silent,
    silent,
  );
});

afterAll(async () => {
  await serving?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const init: RequestInit = { method };
  if (body !== undefined)
    Object.assign(init, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const reply = await fetch(serving.url + path, init);
  const text = await reply.text();
  return {
    status: reply.status,
    headers: reply.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

describe('a second resource', () => {
  it('is served beside the first, each by its own contract', async () => {
    expect(await call('GET', '/shop/products')).toMatchObject({
      status: 200,
      body: [{ sku: 'lamp/1', title: 'Lamp', price: 12.5 }],
    });
    expect((await call('GET', '/users')).body).toHaveLength(5);
    expect((await call('GET', '/products')).status).toBe(404);
  });

  it('has text ids that may contain a slash', async () => {
    expect(await call('GET', '/shop/products/lamp%2F1')).toMatchObject({
      status: 200,
      body: { sku: 'lamp/1' },
    });
  });

  it('can be created with defaults and without unknown members, read and removed', async () => {
    const made = await call('POST', '/shop/products', {
      title: 'Chair',
      price: 80,
      code: 'CHR',
      colour: 'red',
    });
    expect(made).toMatchObject({
      status: 201,
      body: { sku: '1', title: 'Chair', price: 80, code: 'CHR', tags: [] },
    });
    expect(made.body).not.toHaveProperty('colour');
    expect(made.headers.get('location')).toBe('/shop/products/1');
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect((await call('GET', '/shop/products/1')).body).toEqual(made.body);
    expect(await call('DELETE', '/shop/products/1')).toMatchObject({ status: 200, body: null });
    expect((await call('GET', '/shop/products/1')).status).toBe(404);
    expect((await call('GET', '/shop/products')).body).toHaveLength(1);
  });

  it('is checked against its own schemas, with the status of its contract', async () => {
    const refused = await call('POST', '/shop/products', {
      title: '',
      price: -1,
      code: 'chair',
      size: { width: 'wide' },
    });
    const errors = (refused.body as { errors: { pointer: string }[] }).errors.map(
      (error) => error.pointer,
    );
    expect(refused.status).toBe(409);
    expect(errors.sort()).toEqual(['/code', '/price', '/size/width', '/title']);
    expect(refused.headers.get('standin-decided-by')).toContain('status=contract');
  });

  it('keeps marked fields unique', async () => {
    expect(
      (await call('POST', '/shop/products', { title: 'A', price: 1, code: 'AAA' })).status,
    ).toBe(201);
    expect(
      await call('POST', '/shop/products', { title: 'B', price: 1, code: 'AAA' }),
    ).toMatchObject({
      status: 409,
      body: { code: 'taken' },
    });
  });

  it('offers only the operations of its contract', async () => {
    const refused = await call('PUT', '/shop/products/lamp%2F1', { title: 'x', price: 1 });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('GET, HEAD, DELETE, OPTIONS');
  });

  it('appears in the table and in the OpenAPI document', async () => {
    expect(await describeContract({ places, what: 'table', form: 'text' })).toContain(
      'POST    /shop/products        invalid',
    );
    const document = JSON.parse(await describeOpenApi({ places, server: '/', version: '0.1.0' }));
    expect(Object.keys(document.paths)).toEqual([
      '/shop/products',
      '/shop/products/{sku}',
      '/users',
      '/users/{id}',
    ]);
    expect(document.paths['/shop/products/{sku}'].parameters[0].schema).toEqual({ type: 'string' });
  });
});
