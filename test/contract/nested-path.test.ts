// Paths with parameters: what they match, and the contract that they name.

import { describe, expect, it } from 'vitest';
import {
  bindPath,
  bySpecificity,
  parametersOf,
  patternOf,
} from '../../src/contract/nested-path.ts';
import { createRouter } from '../../src/contract/route.ts';
import { keyOfOne } from '../../src/contract/rows.ts';
import { clinic } from '../support/clinic.ts';

const router = createRouter(clinic.contracts, '/api');
const found = (path: string): unknown => {
  const route = router.find(path);
  if (route === null || route.kind === 'root') return route;
  const { contract } = route;
  return [contract.resource, contract.path, 'key' in route ? route.key : null];
};

describe('createRouter, with parameters in paths', () => {
  it.each([
    ['/api/owners/7/pets', ['pets-of-owner', '/owners/7/pets', null]],
    ['/api/owners/7/pets/3', ['pets-of-owner', '/owners/7/pets', '3']],
    ['/api/owners/a%20b/pets', ['pets-of-owner', '/owners/a%20b/pets', null]],
    ['/api/owners/7/pets/3/visits', ['visits', '/owners/7/pets/3/visits', null]],
    ['/api/owners/7/card', ['card', '/owners/7/card', '7']],
    ['/api/pets/dogs', ['dogs', '/pets/dogs', null]],
    ['/api/pets/dots', ['pets', '/pets', 'dots']],
    ['/api/owners//pets', null],
    ['/api/owners/%ff/pets', null],
    ['/api/owners/7/cats', null],
    ['/owners/7/pets', null],
    ['/api/owners/7/card/1', null],
  ])('finds %s', (path, expected) => {
    expect(found(path)).toEqual(expected);
  });

  it('finds the same again, after many actions', () => {
    const first = router.find('/api/owners/1/pets');
    expect(router.find('/api/owners/1/pets')).toBe(first);
    for (let id = 0; id < 1_100; id++) router.find(`/api/owners/x${id}/pets`);
    expect(found('/api/owners/1/pets')).toEqual(['pets-of-owner', '/owners/1/pets', null]);
  });

  it('has no operations of its own if no contract has any', () => {
    expect(router.findAction).toBe(null);
    const actions = [
      {
        method: 'GET',
        path: '/owners/{ownerId}/pets/count',
        summary: 's',
        source: 's',
        outcomes: {},
      },
      { method: 'GET', path: '/count', summary: 's', source: 's', outcomes: {} },
    ];
    const contracts = clinic.contracts.map((one) =>
      one.resource === 'pets-of-owner' ? { ...one, actions } : one,
    );
    const find = createRouter(contracts, '').findAction;
    expect(find?.('HEAD', '/count')).toMatchObject({ kind: 'action', key: null });
    expect(find?.('POST', '/count')).toBe(null);
    expect(find?.('GET', '/owners/7/pets/count')).toMatchObject({
      contract: { path: '/owners/7/pets' },
      key: null,
    });
  });

  it('matches parameters with literals around them', () => {
    const [first] = clinic.contracts;
    if (first === undefined) throw new Error('there is no contract');
    const paths = ['/files/{name}.json', '/diff/{from}...{to}', '/files/{name}', '/files/a.json'];
    const actions = paths.map((path) => ({
      method: 'GET',
      path,
      summary: path,
      source: 's',
      outcomes: {},
    }));
    const find = createRouter([{ ...first, actions }], '').findAction;
    const pathOf = (path: string): unknown => {
      const route = find?.('GET', path);
      return route?.kind === 'action' ? route.operation.path : null;
    };
    expect(pathOf('/files/x.json')).toBe('/files/{name}.json');
    expect(pathOf('/files/a.json')).toBe('/files/a.json');
    expect(pathOf('/files/x.yaml')).toBe('/files/{name}');
    expect(pathOf('/diff/a...b')).toBe('/diff/{from}...{to}');
    expect(pathOf('/diff/a..b')).toBe(null);
    expect(pathOf('/diff/...')).toBe(null);
    expect(pathOf('/diff/%ff...b')).toBe(null);
  });

  it('takes parameters that touch first if they are meant, else last', () => {
    const [first] = clinic.contracts;
    if (first === undefined) throw new Error('there is no contract');
    const actions = ['/maps/{id}{suffix}', '/maps/{id}', '/tiles/{x}{y}'].map((path) => ({
      method: 'GET',
      path,
      summary: path,
      source: 's',
      outcomes: {},
    }));
    const find = createRouter([{ ...first, actions }], '').findAction;
    const isMeant = (_: unknown, values: ReadonlyMap<string, string>): boolean =>
      values.get('suffix') === '.svg';
    const pathOf = (path: string, ...asked: (typeof isMeant)[]): unknown =>
      find?.('GET', path, ...asked)?.operation.path;
    expect(pathOf('/maps/12.svg', isMeant)).toBe('/maps/{id}{suffix}');
    expect(pathOf('/maps/123', isMeant)).toBe('/maps/{id}');
    expect(pathOf('/maps/12.svg')).toBe('/maps/{id}');
    expect(pathOf('/tiles/12', isMeant)).toBe('/tiles/{x}{y}');
    expect(pathOf('/tiles/1', isMeant)).toBe(undefined);
  });
});

describe('bindPath', () => {
  it('gives each member of the scope the value of its parameter, as a number if rows have numbers', () => {
    const pets = clinic.contracts.find(({ resource }) => resource === 'pets-of-owner');
    if (pets === undefined) throw new Error('there are no pets');
    expect(parametersOf(pets.path)).toEqual(['ownerId']);
    expect(bindPath(pets, new Map([['ownerId', '7']])).scope).toMatchObject([{ value: 7 }]);
    expect(bindPath(pets, new Map([['ownerId', '07']])).scope).toMatchObject([{ value: '07' }]);
    const bound = bindPath(bindPath(pets, new Map([['ownerId', 'x']])), new Map());
    expect(bound.template).toBe(pets);
    expect(keyOfOne({ ...pets, scope: [] })).toBe('pets-of-owner');
  });
});

describe('bySpecificity', () => {
  it('puts a literal segment before a parameter', () => {
    const [first] = clinic.contracts;
    if (first === undefined) throw new Error('there is no contract');
    const patterns = ['/a/{x}', '/a/b', '/{y}/b', '/a/b/c'].map((path) =>
      patternOf({ ...first, path }, ''),
    );
    const paths = patterns.sort(bySpecificity).map(({ contract }) => contract.path);
    expect(paths.indexOf('/a/b')).toBeLessThan(paths.indexOf('/a/{x}'));
    expect(paths.indexOf('/a/{x}')).toBeLessThan(paths.indexOf('/{y}/b'));
  });

  it('does so whatever stands between the two', () => {
    const [first] = clinic.contracts;
    if (first === undefined) throw new Error('there is no contract');
    const patterns = ['/v1/users/{id}', '/v1/users', '/v1/users/me'].map((path) =>
      patternOf({ ...first, path }, ''),
    );
    expect(patterns.sort(bySpecificity).map(({ contract }) => contract.path)).toEqual([
      '/v1/users',
      '/v1/users/me',
      '/v1/users/{id}',
    ]);
  });
});
