// Which path names what: the collection, an item, the root or nothing.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { pathsOf } from '../../src/contract/operation-way.ts';
import { createRouter } from '../../src/contract/route.ts';
import { readContract } from '../support/read-contract.ts';

function contractOf(resource: string, path: string): Contract {
  const operations = { list: { outcomes: {} } };
  return readContract({ resource, path, source: 'x', item: resource, list: resource, operations });
}

const users = contractOf('users', '/users');
const tags = contractOf('tags', '/users/tags');

function found(path: string, basePath: string): string | null {
  const route = createRouter([users, tags], basePath).find(path);
  if (route === null || route.kind === 'root') return route === null ? null : 'root';
  return route.kind === 'item'
    ? `${route.contract.resource} ${JSON.stringify(route.key)}`
    : route.contract.resource;
}

describe('pathsOf', () => {
  const others = [{ method: 'POST', path: '/login', outcomes: {} }];
  const document = { resource: 'me', path: '/me', source: 'x', item: 'me', others };

  it.each<[string, Json, readonly string[]]>([
    [
      'a collection',
      { list: { outcomes: {} }, read: { outcomes: {} } },
      ['/me', '/me/<id>', '/login'],
    ],
    ['items without their collection', { read: { outcomes: {} } }, ['/me/<id>', '/login']],
    ['a collection without items', { create: { outcomes: {} } }, ['/me', '/login']],
    ['operations alone', {}, ['/login']],
  ])('names those of %s', (_, operations, paths) => {
    expect(pathsOf(readContract({ ...document, operations }))).toEqual(paths);
  });

  it('names the path of a single item', () => {
    const operations = { read: { outcomes: {} } };
    expect(pathsOf(readContract({ ...document, one: true, operations }))).toEqual([
      '/me',
      '/login',
    ]);
  });
});

const methodOf = ({ operations: { list } }: Contract): string => list?.method ?? 'GET';

describe('createRouter', () => {
  it('finds nothing at the path of a contract that has other operations alone', () => {
    const others = [{ method: 'POST', path: '/login', outcomes: {} }];
    const login = readContract({ resource: 'auth', path: '/auth', source: 'x', others });
    const router = createRouter([login], '');
    expect([router.find('/auth'), router.find('/auth/1')]).toEqual([null, null]);
    expect(router.findAction?.('POST', '/login')).toMatchObject({ kind: 'action' });
  });

  it('returns its contracts and its base path', () => {
    const router = createRouter([users], '/api');
    expect(router.contracts).toEqual([users]);
    expect(router.basePath).toBe('/api');
  });

  it.each([
    ['/users', 'users'],
    ['/users/1', 'users "1"'],
    ['/users/tags', 'tags'],
    ['/users/tags/1', 'tags "1"'],
    ['/users/a%2Fb', 'users "a/b"'],
    ['/users/%C3%A9', 'users "é"'],
    ['/users/a+b', 'users "a+b"'],
    ['/users/%20', 'users " "'],
    ['/users/%31', 'users "1"'],
    ['/users/__proto__', 'users "__proto__"'],
    ['/', 'root'],
    ['', 'root'],
    ['/users/', null],
    ['/users//', null],
    ['/users//1', null],
    ['//users', null],
    ['/users/1/', null],
    ['/users/1/2', null],
    ['/Users', null],
    ['/user', null],
    ['/userss/1', null],
    ['/%75sers', null],
    ['/users/%', null],
    ['/users/%ZZ', null],
    ['/users/%ff', null],
    ['/users/%C3', null],
    ['users', null],
    ['/constructor', null],
  ])('finds %j: %j', (path, expected) => {
    expect(found(path, '')).toBe(expected);
  });

  it.each([
    ['/api/v1/users', 'users'],
    ['/api/v1/users/1', 'users "1"'],
    ['/api/v1/', 'root'],
    ['/api/v1', 'root'],
    ['/api', null],
    ['/', null],
    ['/users', null],
    ['/users/1', null],
    ['/api/v1users', null],
  ])('finds %j under a base path: %j', (path, expected) => {
    expect(found(path, '/api/v1')).toBe(expected);
  });

  it('finds what is meant where two contracts list at one path', () => {
    const [read, asked] = ['GET', 'POST'].map((method, index) => {
      const list = { ...(index === 0 ? {} : { method, path: '/tags/all' }), outcomes: {} };
      const document = { resource: `tags-${method}`, path: '/tags/all', source: 'x' };
      return readContract({ ...document, item: 'tags', list: 'tags', operations: { list } });
    }) as [Contract, Contract];
    const of = (contracts: readonly Contract[], method: string) => {
      const { find } = createRouter(contracts, '/api');
      const route = find('/api/tags/all', (one) =>
        one.kind === 'collection' ? methodOf(one.contract) === method : false,
      );
      return route?.kind === 'collection' ? route.contract.resource : null;
    };
    for (const both of [
      [read, asked],
      [asked, read],
    ])
      expect([of(both, 'GET'), of(both, 'POST')]).toEqual(['tags-GET', 'tags-POST']);
  });

  it('reads every id back from the path that a client builds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        fc.pre(id !== 'tags');
        expect(found(`/users/${encodeURIComponent(id)}`, '')).toBe(`users ${JSON.stringify(id)}`);
      }),
    );
  });
});
