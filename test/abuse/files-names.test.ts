// Names in files and calls: none leads out of the project, is fetched, or reaches what all objects
// inherit.

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profileFileOf } from '../../src/commands/learn/profile-file.ts';
import { fileOfResource } from '../../src/commands/shared/file-per-resource.ts';
import type { EmbeddedMock } from '../../src/embed/embedded-mock.ts';
import { loadMock } from '../../src/embed/load-mock.ts';
import { loadProject } from '../../src/project/load/project.ts';
import { useTempProject } from '../project/temp-project.ts';

const project = useTempProject();

const ROOTS = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  Map.prototype,
  String.prototype,
];
const rootsText = (): string =>
  ROOTS.map((root) => Reflect.ownKeys(root).map(String).join()).join(';');
const untouched = rootsText();
afterEach(() => expect(rootsText()).toBe(untouched));

describe('a reference in a schema', () => {
  const connect = vi.spyOn(net.Socket.prototype, 'connect');
  const fetched = vi.spyOn(globalThis, 'fetch');
  beforeEach(() => {
    connect.mockClear();
    fetched.mockClear();
  });

  it.each([
    '../../secret.json',
    '../secret.json#/properties/key',
    '/etc/passwd',
    'file:///etc/passwd',
    'http://127.0.0.1:9/user.json',
    'https://example.com/user.json#/a',
    '//example.com/user.json',
    'data:application/json,{}',
    '__proto__.json',
    '#/__proto__',
    '#/properties/__proto__',
    '#/%5F%5Fproto%5F%5F',
    'users.json#/items/toString',
    'user.json#/constructor',
  ])('is not followed to %s', async ($ref) => {
    // It is there, and would be found.
    mkdirSync('deep');
    project.write('secret.json', '{"type":"object","properties":{"key":{"const":"s3cret"}}}');
    project.set('schemas/user.json', { properties: { id: { type: 'integer' }, name: { $ref } } });
    const { message, remedy } = await project.failure();
    expect(message).toContain('schemas/user.json');
    expect(message).toContain(`can't resolve reference ${$ref}`);
    expect(message + remedy).not.toContain('s3cret');
    expect([connect.mock.calls, fetched.mock.calls]).toEqual([[], []]);
  });

  it('is followed to a member of that name', async () => {
    const $defs = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"maxLength":600}}');
    project.set('schemas/user.json', {
      $defs,
      properties: {
        id: { type: 'integer' },
        name: { allOf: [{ $ref: '#/$defs/__proto__' }, { $ref: '#/$defs/constructor' }] },
      },
    });
    await expect(loadProject(project.places)).resolves.toBeDefined();
    project.write('db.json', '{"users":[{"id":1,"name":7}]}');
    expect((await project.failure()).message).toContain('/users/0/name: must be a string');
  });

  it('does not fetch the id of a schema', async () => {
    project.set('schemas/user.json', {
      $id: 'http://127.0.0.1:9/user.json',
      properties: { id: { type: 'integer' }, name: { $ref: 'other.json' } },
    });
    expect((await project.failure()).message).toContain("can't resolve reference");
    expect(connect.mock.calls).toEqual([]);
  });
});

describe('a name in a contract, a profile or an option', () => {
  it.each(['../secret', '../../etc/passwd', '__proto__', 'constructor', 'user.json', ''])(
    'names no schema: %j',
    async (item) => {
      project.write('secret.json', '{}');
      project.set('contracts/users.json', { item });
      expect((await project.failure()).message).toContain('contracts/users.json at /item');
    },
  );

  it.each(['__proto__', 'constructor', 'toString', '..', 'user\0'])(
    'names no profile: %j',
    async (profile) => {
      expect((await project.failure({ profile })).code).toBe('file-unreadable');
    },
  );

  it('cannot be the name of a member that objects inherit', async () => {
    project.write(
      'contracts/profiles/mine.json',
      '{"profile":"mine","choices":{"__proto__":{"polluted":1},"constructor":1,"toString":2}}',
    );
    const { message } = await project.failure({ profile: 'mine' });
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(message).toContain(`/choices/${name}`);
  });

  it('makes no file in another folder', () => {
    expect(fileOfResource('out/report.json', '../../etc/x')).toBe('out/report-.._.._etc_x.json');
    expect(fileOfResource('out/a.test.ts', 'a\\b\0')).toBe('out/a-a_b_.test.ts');
    for (const name of ['../mine', '/tmp/mine', '..', 'a/b', '__proto__'])
      expect(() =>
        profileFileOf({ contract: 'contracts', name, file: null, existing: 'refuse' }),
      ).toThrow('is not a name for a profile');
  });

  it('finds only its own rows, not what objects inherit', async () => {
    for (const resource of ['__proto__', 'constructor', 'toString']) {
      project.set('contracts/users.json', { resource });
      writeFileSync(
        'db.json',
        `{${JSON.stringify(resource)}:[{"id":1,"name":"Ada","email":"ada@example.com"}]}`,
      );
      const mock = await loadMock();
      const rows: unknown = await mock
        .fetch(new Request('http://mock/users'))
        .then((response) => response.json());
      expect(rows).toMatchObject([{ id: 1, name: 'Ada' }]);
    }
  });
});

it('follows links to files', async () => {
  mkdirSync('elsewhere');
  writeFileSync('elsewhere/db.json', project.read('db.json'));
  project.remove('db.json');
  symlinkSync('elsewhere/db.json', 'db.json');
  expect((await loadProject(project.places)).rows.get('users')).toHaveLength(5);
  expect(readdirSync('elsewhere')).toEqual(['db.json']);
});

describe('a body, a patch or a condition that names an inherited member', () => {
  const MERGE = 'application/merge-patch+json';
  const PATCH = 'application/json-patch+json';
  const POLLUTED =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"name":"Eve","email":"eve@example.com"}';
  const at = (op: string, path: string): string =>
    JSON.stringify([{ op, path, from: '/name', value: { polluted: 1 } }]);
  const PATHS = [
    '/__proto__',
    '/__proto__/polluted',
    '/constructor',
    '/constructor/prototype/polluted',
    '/skills/__proto__',
    '/skills/constructor/prototype/polluted',
  ];
  const CALLS: readonly (readonly [string, string, string, string | null])[] = [
    ['POST', '/users', 'application/json', POLLUTED],
    ['PUT', '/users/1', 'application/json', POLLUTED],
    ['PATCH', '/users/1', MERGE, POLLUTED],
    [
      'PATCH',
      '/users/1',
      MERGE,
      '{"__proto__":null,"constructor":null,"skills":{"__proto__":{"polluted":1}}}',
    ],
    ...['add', 'replace', 'move', 'copy', 'test', 'remove'].flatMap((op) =>
      PATHS.map((path) => ['PATCH', '/users/1', PATCH, at(op, path)] as const),
    ),
    ...[
      '__proto__=1',
      '__proto__.polluted=1',
      'constructor.prototype.polluted=1',
      '_sort=__proto__',
      '__proto__[polluted]=1',
      'toString=x',
    ].map((query) => ['GET', `/users?${query}`, 'application/json', null] as const),
    ...['__proto__', 'constructor', 'toString'].map(
      (id) => ['GET', `/users/${id}`, 'application/json', null] as const,
    ),
  ];

  const ask = async (
    mock: EmbeddedMock,
    [method, path, type, body]: (typeof CALLS)[number],
  ): Promise<Response> =>
    mock.fetch(
      new Request(`http://mock${path}`, {
        method,
        headers: { 'content-type': type, 'standin-world': 'constructor' },
        body,
      }),
    );

  it.each([
    {},
    { 'fields.unknown': 'keep' },
    { 'query.dialect': 'json-server-0' },
    { 'query.dialect': 'json-server-1' },
  ] as const)('changes a record at most (%j)', async (pins) => {
    const mock = await loadMock({ pins: { 'fields.unknown': 'keep', ...pins } });
    for (const call of CALLS) {
      const response = await ask(mock, call);
      expect([call, response.status < 500]).toEqual([call, true]);
      await response.text();
      expect(rootsText()).toBe(untouched);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    }
    // A member like any other is stored unchanged.
    const kept = await ask(mock, ['PUT', '/users/1', 'application/json', POLLUTED]).then(() =>
      ask(mock, ['GET', '/users/1', '', null]),
    );
    expect(await kept.text()).toContain('"__proto__":{"polluted":1}');
  });
});
