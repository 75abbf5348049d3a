import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src/contract/choices.ts';
import { defineContracts } from '../../src/contract/define/define-contracts.ts';
import { servedAs } from '../../src/mock/served-as.ts';
import { createChecker } from '../../src/schema/check.ts';
import { Schemas } from '../../src/schema/schema.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { listOf, operation, things } from '../support/openapi-mock.ts';
import { createWorld, type Project, type World } from '../support/users.ts';

const document = {
  openapi: '3.1.0',
  paths: {
    '/boats': { get: operation(200, listOf(things('id', 'name'))) },
    '/boats/{id}': {
      get: operation(200, things('id', 'name')),
      delete: operation(204, null),
    },
    '/boats/{id}/launch': { post: operation(200, things('id', 'name')) },
    '/skipper': {
      get: operation(200, things('name')),
      put: operation(200, things('name'), things('name')),
    },
    '/login': { post: operation(200, things('token')) },
    '/weather/{port}.json': { get: operation(200, things('wind')) },
    '/{code}': { get: operation(200, things('target')) },
  },
};

function marina(profile: Partial<Profile> = {}, basePath = ''): World {
  const read = contractsOfOpenApi(document, { name: 'marina.json' });
  const given = new Schemas(read.schemas);
  const { contracts, schemas } = defineContracts(
    read.contracts.map((one) => one.document),
    given,
  );
  const project: Project = { contracts, schemas, checker: createChecker(schemas), rows: {} };
  return createWorld({ project, profile, basePath });
}

describe('servedAs', () => {
  it.each([
    ['', '/boats', 'readable'],
    ['', '/boats/7', 'readable'],
    ['', '/boats/7/launch', 'served'],
    ['', '/boats/7/sink', 'served'],
    ['', '/skipper', 'readable'],
    ['', '/skipper/hat', 'served'],
    ['', '/login', 'served'],
    ['', '/weather/kiel.json', 'readable'],
    ['', '/weather/kiel', null],
    ['', '/login/with/a/word', null],
    ['', '/Zx81', 'served'],
    ['', '/', null],
    ['', '/operations/a', null],
    ['/api', '/api/boats/7', 'readable'],
    ['/api', '/api/login', 'served'],
    ['/api', '/boats', null],
    ['/api', '/api', null],
    ['/api', '/api/', null],
  ])('knows with base path "%s" how %s belongs to the contracts: %s', (basePath, path, as) => {
    expect(servedAs(marina({}, basePath).book, path)).toBe(as);
  });

  it('knows the path of all rows, if there is one', () => {
    const users = createWorld({ profile: { 'path.state': 'db' } });
    expect(servedAs(users.book, '/db')).toBe('readable');
    expect(servedAs(createWorld().book, '/db')).toBeNull();
  });

  it('has a slash at the end of a path as the rule book has it', () => {
    const asWith = (profile: Partial<Profile>) =>
      servedAs(createWorld({ profile }).book, '/users/');
    expect([asWith({}), asWith({ 'path.slash': 'unrouted' })]).toEqual(['readable', 'served']);
  });
});
