// The call that `serve` shows to try is granted, whatever the source has: a shell runs each line.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { findPlaces } from '../../../src/project/source/find-source.ts';
import { listOf, operation, ref } from '../../support/openapi-mock.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();

const shop = ref('Shop');
const newShop = ref('NewShop');
const parameters = (...names: readonly string[]): Json =>
  names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'integer' } }));
const carts: JsonObject = {
  '/shops/{shop}/carts': {
    parameters: parameters('shop'),
    get: operation(200, listOf(shop)),
    post: operation(201, shop, newShop),
  },
  '/shops/{shop}/carts/{id}': { parameters: parameters('shop', 'id'), get: operation(200, shop) },
};
/** The document names a shop, and what is in its carts. */
const cartsOfSeven: JsonObject = {
  '/shops/{shop}/carts': {
    parameters: [
      { name: 'shop', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
    ],
    get: {
      responses: {
        200: {
          description: '',
          content: {
            'application/json': { schema: listOf(shop), example: [{ id: 3, name: 'Corner' }] },
          },
        },
      },
    },
    post: operation(201, shop, newShop),
  },
  '/shops/{shop}/carts/{id}': { parameters: parameters('shop', 'id'), get: operation(200, shop) },
};
const shops: JsonObject = {
  '/shops': { post: operation(201, shop, newShop) },
  '/shops/{shop}': { parameters: parameters('shop'), get: operation(200, shop) },
};
const readOnly: JsonObject = {
  '/shops/{shop}': { parameters: parameters('shop'), get: operation(200, shop) },
};

/** Serves a document and runs the line that it shows; returns the line and the status. */
async function tried(paths: JsonObject, pins: Partial<Profile> = {}): Promise<readonly string[]> {
  folder.write('api.json', {
    openapi: '3.1.0',
    info: { title: 'Shops', version: '1' },
    paths,
    components: {
      securitySchemes: { badge: { type: 'apiKey', in: 'header', name: 'X-Badge' } },
      schemas: {
        NewShop: {
          type: 'object',
          required: ['name', 'open'],
          properties: { name: { type: 'string' }, open: { type: 'boolean' }, size: {} },
        },
        Shop: {
          type: 'object',
          required: ['id', 'name'],
          properties: {
            id: { type: 'integer' },
            name: { type: 'string' },
            open: { type: 'boolean' },
          },
        },
      },
    },
  });
  const output: string[] = [];
  const places = findPlaces({ source: 'api.json' });
  const serving = await startServing({ ...places, pins, form: 'lines' }, { output });
  try {
    const line = /^ {2}try {8}(.*)$/m.exec(output.join(''))?.[1] ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', line]);
    const [, status = ''] = /^HTTP\/1\.1 (\d+)/.exec(stdout) ?? [];
    return [line.replace(serving.url, ''), status];
  } finally {
    await serving.close();
  }
}

describe('firstCall', () => {
  const json = "-H 'Content-Type: application/json' -d";
  it.each<readonly [string, JsonObject, string, string]>([
    ['a list below an id of which nothing says whose it is', carts, '/shops/1/carts', '200'],
    ['a list below the id that its rows have', cartsOfSeven, '/shops/7/carts', '200'],
    [
      'the creation of a parent',
      { ...carts, ...shops },
      `${json} '{"name":"cedar name aaab","open":false}' /shops`,
      '201',
    ],
    [
      'a list below an item that is always there',
      { ...carts, ...readOnly },
      '/shops/1/carts',
      '200',
    ],
    ['an item that is always there', readOnly, '/shops/1', '200'],
    ['another operation', { '/version': { get: operation(200, {}) } }, '/version', '200'],
  ])('is %s', async (_what, paths, line, status) => {
    expect(await tried(paths)).toEqual([`curl -i ${line}`, status]);
  });

  const secured = (one: Json): JsonObject => ({
    ...(one as JsonObject),
    security: [{ badge: [] }],
  });
  const closed: JsonObject = {
    '/shops': { post: secured(operation(201, shop, newShop)) },
    '/shops/{shop}': readOnly['/shops/{shop}'] ?? null,
  };
  const version = operation(200, {});
  it.each<readonly [Profile['auth.scheme'], JsonObject, RegExp, string]>([
    ['none', closed, /^curl -i -H 'Content-Type: .*' -d '.*' \/shops$/, '201'],
    ['api-key', closed, /^curl -i -H 'X-Badge: any' -H 'Content-.*' -d '.*' \/shops$/, '201'],
    ['api-key', { '/me': { get: secured(version) } }, /^curl -i -H 'X-Badge: any' \/me$/, '200'],
    [
      'api-key',
      { '/version': { get: version }, '/badge': { get: secured(version) } },
      /^curl -i \/version$/,
      '200',
    ],
  ])('has with auth.scheme=%s what its operation declares', async (scheme, paths, line, status) => {
    expect(await tried(paths, { 'auth.scheme': scheme })).toEqual([
      expect.stringMatching(line),
      status,
    ]);
  });
});
