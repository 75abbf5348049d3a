import { describe, expect, it } from 'vitest';
import {
  type CodeRoutes,
  findRoute,
  methodsAt,
  readRoute,
} from '../../../src/http/fetch/code-routes.ts';

const nothing = () => undefined;

function routesOf(...names: readonly string[]): CodeRoutes {
  const routes = names.flatMap((name) => readRoute(name, nothing) ?? []);
  return { file: 'routes.ts', routes, handlers: [] };
}

describe('findRoute', () => {
  const code = routesOf('GET /a/{id}', 'GET /a/new', 'POST /a/:id/b', 'GET /');

  it.each<[string, string, Readonly<Record<string, string>> | null]>([
    ['GET', '/a/7', { id: '7' }],
    ['HEAD', '/a/a%20b', { id: 'a b' }],
    ['GET', '/a/new', {}],
    ['POST', '/a/7/b', { id: '7' }],
    ['GET', '/', {}],
    ['POST', '/a/7', null],
    ['GET', '/a/', null],
    ['GET', '/a/%zz', null],
    ['GET', '/b/7', null],
    ['GET', '/a', null],
  ])('finds %s %s', (method, path, params) => {
    expect(findRoute(code, method, path)?.params ?? null).toEqual(params);
  });

  it('knows the methods at a path', () => {
    expect(methodsAt(routesOf('GET /a', 'PUT /a', 'GET /{x}'), '/a')).toEqual(['GET', 'PUT']);
  });
});

describe('readRoute', () => {
  it.each(['login', 'get /a', 'GET a', 'GET', 'GET /a b'])('refuses %j', (name) => {
    expect(readRoute(name, nothing)).toBeNull();
  });
});
