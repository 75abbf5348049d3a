// Sources as they are written: broken, in several files, with overrides, with rows beside them.

import { describe, expect, it } from 'vitest';
import { loadProject, type Project } from '../../../src/project/load/project.ts';
import { findPlaces, kindOf } from '../../../src/project/source/find-source.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();

function load(source: string | null = null): Promise<Project> {
  return Promise.resolve().then(() => loadProject(findPlaces({ source })));
}

async function failure(source: string | null = null): Promise<string> {
  const error = await load(source).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message;
}

const PETS = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: 'PET' } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: 'PET' } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: 'PET' } } } }
  /pets/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: one, content: { application/json: { schema: { $ref: 'PET' } } } }
        '404': { description: none }
`;
const PET = `type: object
required: [id, name]
properties:
  id: { type: integer, readOnly: true }
  name: { type: string }
`;

function inOneFile(): string {
  return `${PETS.replaceAll("'PET'", "'#/components/schemas/Pet'")}components:
  schemas:
    Pet:
${PET.replaceAll(/^/gm, '      ')}`;
}

describe('a document', () => {
  it('is read as YAML if it is that, although it is named as JSON', async () => {
    folder.write('openapi.json', inOneFile());
    const { contracts } = await load();
    expect(contracts.map(({ path }) => path)).toEqual(['/pets']);
  });

  it('is found by its text under any name', () => {
    folder.write('rental.json', inOneFile());
    folder.write('slip.json', '{"resource": "pets",');
    expect(['rental.json', 'slip.json'].map(kindOf)).toEqual(['openapi', 'contracts']);
  });

  it('without operations says so', async () => {
    folder.write('openapi.yaml', 'openapi: 3.1.0\npaths:\n');
    const { files } = await load();
    expect(files.source.notes).toEqual([
      { place: 'openapi.yaml', message: 'there is no operation in "paths"' },
    ]);
  });

  it('becomes a project whose contracts are named by their places', async () => {
    folder.write('openapi.yaml', inOneFile());
    const { contracts, files, rows } = await load();
    expect(contracts.map(({ path }) => path)).toEqual(['/pets']);
    expect(files.source).toMatchObject({ kind: 'openapi', place: 'openapi.yaml' });
    expect(files.contracts[0]?.file).toMatch(/^openapi\.yaml#\/paths\//);
    expect(rows.get('pets')).toEqual([]);
    expect(files.folders).toEqual(['.']);
  });

  it('may have CRLF line ends and a byte order mark', async () => {
    folder.write('openapi.yaml', `\ufeff${inOneFile().replaceAll('\n', '\r\n')}`);
    expect((await load()).contracts).toHaveLength(1);
  });

  it('may consist of several files', async () => {
    folder.write('openapi.yaml', PETS.replaceAll("'PET'", 'schemas/pet.yaml'));
    folder.write('schemas/pet.yaml', PET);
    const { contracts, schemas, files } = await load();
    expect([...schemas.membersOf(contracts[0]?.item ?? '').keys()]).toEqual(['id', 'name']);
    expect(files.folders).toEqual(['.', 'schemas']);
  });

  it('starts without what it refers to, and says so', async () => {
    folder.write(
      'api/openapi.yaml',
      PETS.replaceAll("'PET'", '../pet.yaml').replace('../pet', 'none'),
    );
    folder.write('pet.yaml', PET);
    const { files } = await load('api');
    expect(files.source.notes).toEqual(
      expect.arrayContaining([
        {
          place: 'openapi.yaml names ../pet.yaml',
          message: 'only files below the folder of the document are read',
          leftOut: ['../pet.yaml'],
        },
        {
          place: 'openapi.yaml names none.yaml',
          message: 'it cannot be read: there is no such file or folder',
          leftOut: ['none.yaml'],
        },
      ]),
    );
  });

  it('has the rows of db.json beside it', async () => {
    folder.write('openapi.yaml', inOneFile());
    folder.write('db.json', { pets: [{ id: 3, name: 'Rex' }] });
    expect((await load()).rows.get('pets')).toEqual([{ id: 3, name: 'Rex' }]);
    folder.write('db.json', { pest: [] });
    expect(await failure()).toContain('Did you mean "pets"?');
  });

  it.each([
    ['an empty file', '', 'openapi.yaml: expected a document, but the input is empty'],
    ['tabs', 'openapi: 3.1.0\na:\n\tb: 1\n', 'line 3, column 1: tab characters must not be used'],
    ['a list', '- 1\n', 'an OpenAPI document is an object, this is an array'],
    ['another document', 'a: 1\n', 'this is no OpenAPI document: it has no member "openapi"'],
    ['an old version', 'swagger: "1.2"\n', 'this is Swagger 1.2; Standin reads OpenAPI 3 and'],
    ['a version to come', 'openapi: 4.0.0\n', 'this is OpenAPI 4.0.0; Standin reads OpenAPI 3 and'],
    ['infinity', 'openapi: 3.1.0\nx: .inf\n', 'Infinity is no JSON number'],
    ['an alias of itself', 'openapi: &a [*a]\n', 'nests deeper than 256 levels'],
  ])('is refused with %s', async (_, text, message) => {
    folder.write('openapi.yaml', text);
    expect(await failure()).toContain(message);
  });

  // Others wrote the document: a fault of it costs a note, and most readers take the last value.
  it.each([
    [
      'openapi.json',
      '{"openapi": "3.1.0", "paths": {},\n"paths": {"/pets": {}}}',
      'the key /paths',
    ],
    ['openapi.yaml', 'openapi: 3.1.0\npaths: {}\n\npaths: {/pets: {}}\n', 'a key'],
    ['openapi.yaml', 'openapi: 3.1.0\na: &a {b: 1}\npaths: {}\npaths: *a\n', 'a key'],
  ])('has the last value of a key given twice, and a note: %s', async (name, text, key) => {
    folder.write(name, text);
    const [note] = (await load()).files.source.notes;
    expect(note?.place).toContain(name);
    expect(note?.message).toMatch(
      new RegExp(`^line [234], column \\d+: ${key} is given twice; the last value counts$`),
    );
  });

  it('is refused if its aliases stand for too much', async () => {
    const levels = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, index, all) => {
      const below = index === 0 ? '1' : `*${all[index - 1]}`;
      return `${name}: &${name} [${Array(10).fill(below).join(', ')}]`;
    });
    folder.write('openapi.yaml', ['openapi: 3.1.0', ...levels].join('\n'));
    expect(await failure()).toContain('has too many values; its aliases repeat too much');
  });

  it('is refused in JSON with the line', async () => {
    folder.write('openapi.json', '{"openapi": "3.1.0",\n}');
    expect(await failure()).toContain('openapi.json at line 2, column 1');
  });
});

describe('overrides', () => {
  it.each([
    [{ '/pest': {} }, '/~1pest: there is no path /pest', 'Did you mean "/pets"?'],
    [{ 'GET /pest': {} }, 'there is no operation GET /pest', 'Did you mean "GET /pets"?'],
    [{ '/pets': { idd: 'x' } }, '/~1pets/idd: there is no member "idd"', 'Did you mean "id"?'],
    [{ 'GET /pets': 1 }, '/GET ~1pets: must be an object, is a number', 'Write {"id": "key"}.'],
    [[], 'overrides must be an object, are an array', 'Write {"/users"'],
    [
      { '/pets/{id}': { id: 'name' } },
      'the members of a contract do not belong to /pets/{id}',
      'Use "/pets" or "GET /pets/{id}"',
    ],
    [
      { '/pets': { list: { pages: { page: 'page' } } } },
      'standin.json at /~1pets/list: "schema" is missing',
      'What you write replaces the whole of "',
    ],
    [
      { '/pets': { id: 'nmae' } },
      'standin.json at /~1pets/id: the schema',
      'What you write replaces the whole of "id".',
    ],
    [
      { 'GET /pets': { outcomes: { ok: { staus: 200 } } } },
      'standin.json at /GET ~1pets/outcomes/ok/staus: is not a known field; did you mean "status"?',
      '',
    ],
  ])('are refused as %j', async (overrides, message, remedy) => {
    folder.write('openapi.yaml', inOneFile());
    folder.write('standin.json', overrides);
    const told = await failure();
    expect(told).toContain(message);
    expect(told).toContain(remedy);
  });

  it('in the document are refused where they stand', async () => {
    folder.write(
      'openapi.yaml',
      inOneFile().replace('    post:', '    x-standin: { idd: x }\n    post:\n      x-standin: 1'),
    );
    const told = await failure();
    expect(told).toContain('openapi.yaml at /paths/~1pets/x-standin/idd: there is no member "idd"');
    expect(told).toContain('/paths/~1pets/post/x-standin: must be an object, is a number');
  });

  it.each([
    ['openapi: 3.1.0\n', 'x-standin: { id: name }\n', ' at /x-standin: these members belong to no'],
    [
      '  /pets/{id}:\n',
      '    x-standin: { id: name }\n',
      '{id}/x-standin: the members of a contract',
    ],
    [
      'paths:\n',
      '  /seen:\n    x-standin: { id: a }\n    head: {}\n',
      'at /paths/~1seen/x-standin: the members of a contract do not belong to /seen',
    ],
    [
      'paths:\n',
      '  /seen:\n    head: { x-standin: { id: a } }\n',
      'x-standin: HEAD /seen is in no contract: the mock answers HEAD by itself',
    ],
    [
      '  /pets:\n',
      '    x-standin: { list: { pages: { page: page } } }\n',
      'openapi.yaml at /paths/~1pets/x-standin/list: "schema" is missing',
    ],
  ])('in the document fit nothing after %j: %j', async (after, added, message) => {
    folder.write('openapi.yaml', inOneFile().replace(after, after + added));
    expect(await failure()).toContain(message);
  });

  it('are told apart from what is wrong with the document itself', async () => {
    const notes = '  /notes:\n    get: { responses: { 200: { description: all, content: {';
    folder.write(
      'openapi.yaml',
      inOneFile().replace(
        'paths:\n',
        `paths:\n${notes} application/json: { schema: {} } } } } }\n`,
      ),
    );
    folder.write('standin.json', {
      '/pets': { title: 'The pets' },
      'GET /notes': { summary: 'a' },
    });
    expect((await load()).contracts.map(({ title }) => title)).toContain('The pets');
  });
});

describe('rows alone', () => {
  it('become a project with all operations', async () => {
    folder.write('db.json', { posts: [{ id: 1, title: 'a' }], profile: { name: 'x' } });
    const { contracts, rows, profileName, files } = await load();
    expect(contracts.map(({ path, isSingle }) => [path, isSingle])).toEqual([
      ['/posts', undefined],
      ['/profile', true],
    ]);
    expect(rows.get('profile')).toEqual([{ name: 'x' }]);
    expect(profileName).toBe('json-server-1');
    expect(files.source).toMatchObject({ kind: 'rows', place: 'db.json' });
  });

  it('name both rows with one id', async () => {
    folder.write('db.json', { posts: [{ id: 1 }, { id: 1 }] });
    expect(await failure()).toContain('db.json at /posts/1/id: /posts/0 already has the id 1');
  });

  it.each([
    ['', 'db.json at line 1, column 1'],
    ['{"a": [],\n "a": []}', 'db.json at line 2, column 2'],
    ['{"a": 1}', 'db.json: there is'],
    ['{}', 'db.json: there are no rows'],
    ['[]', 'db.json: rows must be an object, are an array'],
  ])('are refused as %j', async (text, message) => {
    folder.write('db.json', text);
    const told = await failure('db.json');
    if (text !== '{"a": 1}') expect(told).toContain(message);
    else expect(told).toContain('db.json at /a: must be a list of rows or one object, is a number');
  });
});

describe('the path of the server of a document', () => {
  const document = {
    openapi: '3.1.0',
    servers: [{ url: 'https://quay.example/v2/' }],
    paths: {
      '/boats': { get: { responses: { 200: { description: 'all' } } } },
      '/login': {
        servers: [{ url: '/auth' }],
        post: { responses: { 200: { description: 'in' } } },
      },
    },
  };
  const pathsWith = async (servers?: 'declared' | 'replaced'): Promise<readonly string[]> => {
    const places = { ...findPlaces({ source: 'api.json' }), ...(servers && { servers }) };
    const { files } = await loadProject(places);
    return files.source.taken.map(({ method, path }) => `${method} ${path}`);
  };

  it('begins all paths, unless a base path replaces it', async () => {
    folder.write('api.json', document);
    expect(await pathsWith()).toEqual(['GET /v2/boats', 'POST /auth/login']);
    expect(await pathsWith('declared')).toEqual(['GET /v2/boats', 'POST /auth/login']);
    expect(await pathsWith('replaced')).toEqual(['GET /boats', 'POST /login']);
  });

  it('is that of `basePath` in Swagger', async () => {
    const { servers: _, ...plain } = document;
    folder.write('api.json', {
      ...plain,
      openapi: undefined as never,
      swagger: '2.0',
      basePath: '/v1',
    });
    expect(await pathsWith()).toEqual(['GET /v1/boats', 'POST /auth/login']);
    expect(await pathsWith('replaced')).toEqual(['GET /boats', 'POST /login']);
  });

  it.each(['/v2/boats', '/boats'])(
    'may be in the keys of standin.json or not: %s',
    async (path) => {
      folder.write('api.json', document);
      folder.write('standin.json', { [`GET ${path}`]: { summary: 'All boats' } });
      const places = { ...findPlaces({ source: 'api.json' }), servers: 'replaced' } as const;
      const { contracts } = await loadProject(places);
      const summaries = contracts.flatMap(({ operations, actions = [] }) =>
        [...Object.values(operations), ...actions].map(({ summary }) => summary),
      );
      expect(summaries).toContain('All boats');
    },
  );
});
