// The checks at start, one broken thing at a time: code and exact text of what is told.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { describeContract } from '../../../src/commands/print/contract.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { checkAllServed } from '../../../src/project/load/unserved-rows.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();

async function told(...args: Parameters<typeof project.failure>): Promise<string> {
  const error = await project.failure(...args);
  expect(error.code).toBe('project-invalid');
  expect(error.remedy).toBe('Correct the files and start again.');
  return error.message;
}

function lines(...faults: readonly (readonly [string, string])[]): string {
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
  return [
    `${count} in the project`,
    ...faults.flatMap(([fault, remedy]) => [`  ${fault}`, `    ${remedy}`]),
  ].join('\n');
}

const row = (id: Json, more: JsonObject = {}): JsonObject => ({
  id,
  name: `User ${JSON.stringify(id)}`,
  ...more,
});

describe('findProjectFaults, in schemas', () => {
  it('finds none in the project of this repository', async () => {
    await expect(loadProject(project.places)).resolves.toBeDefined();
  });

  it.each([
    ['[]', 'an array'],
    ['"user"', 'a string'],
    ['null', 'null'],
    ['7', 'a number'],
  ])('reports that %s is no schema', async (text, type) => {
    project.write('schemas/user.json', text);
    expect(await told()).toBe(
      lines([
        `schemas/user.json: a schema must be an object, is ${type}`,
        'Write a JSON Schema 2020-12.',
      ]),
    );
  });

  it('accepts the schemas true and false', async () => {
    project.write('schemas/user-created.json', 'true');
    project.write('schemas/nothing.json', 'false');
    const { schemas } = await loadProject(project.places);
    expect(schemas.get('user-created')).toBe(true);
    expect(schemas.get('nothing')).toBe(false);
  });

  it('notes a format that it does not know, and goes on', async () => {
    project.write('schemas/other.json', '{"properties": {"account": {"format": "iban"}}}');
    const { files } = await loadProject(project.places);
    const [note, ...others] = files.source.notes;
    expect(others).toEqual([]);
    expect(note?.place).toMatch(/schemas\/other\.json#\/properties\/account\/format$/);
    expect(note?.message).toBe('the format "iban" is not checked');
    const options = { places: project.places, pins: {}, what: 'table', form: 'text' } as const;
    expect(await describeContract(options)).toMatch(
      /\nnote: \S+other\.json#\/properties\/account\/format: the format "iban" is not checked\n$/,
    );
  });

  it('reports what the meta-schema does not admit', async () => {
    project.write('schemas/other.json', '{"minLength": -1}');
    expect(await told()).toBe(
      lines([
        'schemas/other.json at /minLength: must be at least 0, is -1',
        'Correct it to match JSON Schema 2020-12.',
      ]),
    );
  });

  it('reports one slip in alternatives of the meta-schema once', async () => {
    project.write('schemas/other.json', '{"type": "strng", "properties": {"a": {"type": 7}}}');
    const types = '"array", "boolean", "integer", "null", "number", "object", "string"';
    expect(await told()).toBe(
      lines(
        [
          `schemas/other.json at /properties/a/type: must be one of ${types}, is 7`,
          'Correct it to match JSON Schema 2020-12.',
        ],
        [
          'schemas/other.json at /type: must be one of ' +
            types +
            ', is "strng"; did you mean "string"?',
          'Correct it to match JSON Schema 2020-12.',
        ],
      ),
    );
  });

  it('reports an unknown keyword', async () => {
    project.write('schemas/other.json', '{"propertes": {}}');
    expect(await told()).toBe(
      lines([
        'schemas/other.json at /propertes: unknown keyword: "propertes"',
        'Did you mean "properties"?',
      ]),
    );
  });

  it('reports an unknown format', async () => {
    project.write('schemas/other.json', '{"format": "emial"}');
    expect(await told()).toBe(
      lines(['schemas/other.json at /format: unknown format "emial"', 'Did you mean "email"?']),
    );
  });

  it('reports a reference that leads nowhere', async () => {
    project.write('schemas/other.json', '{"$ref": "usr.json"}');
    expect(await told()).toBe(
      lines([
        "schemas/other.json at /$ref: can't resolve reference usr.json from id other.json",
        'A $ref must name a file in the same folder. Files: other.json, user-create.json, user-created.json, user-update.json, user.json, users.json.',
      ]),
    );
  });

  it('reports a schema of another dialect as a fault, not as its own failure', async () => {
    project.write('schemas/other.json', '{"$schema": "http://json-schema.org/draft-07/schema#"}');
    expect(await told()).toBe(
      lines([
        'schemas/other.json at /$schema: the dialect "http://json-schema.org/draft-07/schema#" is not supported',
        'Write it for https://json-schema.org/draft/2020-12/schema, or leave $schema out.',
      ]),
    );
  });
});

describe('findProjectFaults, in examples', () => {
  const operation = (more: JsonObject): JsonObject => ({
    operations: {
      read: { summary: 'Read', source: 'x', outcomes: { ok: { source: 'x', ...more } } },
    },
  });

  it('reports an example that does not fit the schema of its body, place by place', async () => {
    project.set(
      'contracts/users.json',
      operation({ examples: { good: { id: 1 }, bad: { id: 'x', name: 1 } } }),
    );
    const at = '/operations/read/outcomes/ok/examples/bad';
    expect(await told()).toBe(
      lines(
        [
          `contracts/users.json at ${at}/id: must be a number, is a string`,
          'Correct the example, or user.json.',
        ],
        [
          `contracts/users.json at ${at}/name: must be a string, is a number`,
          'Correct the example, or user.json.',
        ],
      ),
    );
  });

  it('reports an example for an answer without a body', async () => {
    project.set('contracts/users.json', operation({ body: null, examples: { one: {} } }));
    expect(await told()).toBe(
      lines([
        'contracts/users.json at /operations/read/outcomes/ok/examples/one: a reply without a body cannot have an example',
        'Remove the example, or "body": null.',
      ]),
    );
  });
});

describe('findProjectFaults, in contracts and the profile', () => {
  it('reports a contract that names an unknown schema', async () => {
    project.set('contracts/users.json', { item: 'usr' });
    expect(await told()).toBe(
      lines(['contracts/users.json at /item: there is no schema "usr"', 'Did you mean "user"?']),
    );
  });

  it('reports a malformed contract', async () => {
    project.set('contracts/users.json', { resource: undefined, path: 'users' });
    expect(await told()).toBe(
      lines(
        [
          'contracts/users.json: "resource" is missing',
          'docs/contract.md shows the form of a contract; "standin init <folder>" writes an example.',
        ],
        [
          'contracts/users.json at /path: "users" is no path',
          'A path begins with a slash and has none at its end: "/users", or "/owners/{ownerId}/pets".',
        ],
      ),
    );
  });

  it('reports faults of contract and profile together', async () => {
    project.set('contracts/users.json', { item: 'usr' });
    project.write('contracts/profiles/standin.json', '{"choices": {"create.status": 299}}');
    expect(await told()).toBe(
      lines(
        ['contracts/users.json at /item: there is no schema "usr"', 'Did you mean "user"?'],
        [
          'contracts/profiles/standin.json at /choices/create.status: 299 is not an option of create.status',
          'The options are 201, 200, 202.',
        ],
      ),
    );
  });

  it.each([
    ['resource', '"users"', { path: '/people' }],
    ['path', '"/users"', { resource: 'people' }],
  ])('reports two contracts with one %s', async (member, value, other) => {
    project.write('contracts/zweite.json', project.read('contracts/users.json'));
    project.set('contracts/zweite.json', other);
    expect(await told()).toBe(
      lines([
        `contracts/zweite.json at /${member}: contracts/users.json already has the ${member} ${value}`,
        'Each contract needs its own.',
      ]),
    );
  });

  it('accepts two different contracts', async () => {
    project.write('contracts/people.json', project.read('contracts/users.json'));
    project.set('contracts/people.json', { resource: 'people', path: '/people' });
    const { contracts, rows } = await loadProject(project.places);
    expect(contracts.map(({ resource }) => resource)).toEqual(['people', 'users']);
    expect(rows.get('people')).toEqual([]);
  });
});

describe('findProjectFaults, in references', () => {
  const source = 'the handbook';
  const pets: JsonObject = {
    resource: 'pets',
    path: '/pets',
    source,
    item: 'pet',
    operations: { list: { outcomes: {} } },
  };
  const withPet = (properties: JsonObject, contract: JsonObject = pets): void => {
    project.write(
      'schemas/pet.json',
      JSON.stringify({ type: 'object', properties: { id: { type: 'integer' }, ...properties } }),
    );
    project.write('contracts/pets.json', JSON.stringify(contract));
  };

  it('reports a resource that is not there', async () => {
    withPet({
      ownerId: { type: 'number', 'x-ref': 'user' },
      friends: { type: 'array', items: { 'x-ref': 'herds' } },
    });
    expect(await told()).toBe(
      lines(
        [
          'schemas/pet.json at /properties/ownerId/x-ref: "ownerId" refers to "user", and no contract has this resource',
          'Did you mean "users"?',
        ],
        [
          'schemas/pet.json at /properties/friends/items/x-ref: "friends" refers to "herds", and no contract has this resource',
          'The resources are pets, users.',
        ],
      ),
    );
  });

  it('reports a type that no id has', async () => {
    withPet({
      id: { type: 'string' },
      ownerId: { type: ['string', 'null'], 'x-ref': 'users' },
      friends: { type: 'array', items: { type: 'integer' }, 'x-ref': 'pets' },
      any: { 'x-ref': 'users' },
    });
    expect(await told()).toBe(
      lines(
        [
          'schemas/pet.json at /properties/ownerId/x-ref: "ownerId" has the type string, and ids of users have the type number',
          'Give both the same type.',
        ],
        [
          'schemas/pet.json at /properties/friends/x-ref: "friends" has the type integer, and ids of pets have the type string',
          'Give both the same type.',
        ],
      ),
    );
  });

  it('names the contract if the item is part of another schema', async () => {
    project.write(
      'schemas/pet-body.json',
      '{"type":"object","properties":{"pet":{"type":"object","properties":{"id":{"type":"integer"},"of":{"x-ref":"userz"}}}}}',
    );
    withPet({}, { ...pets, item: { schema: 'pet-body', at: '/pet' } });
    expect(await told()).toContain(
      'contracts/pets.json at /item: "of" refers to "userz", and no contract has this resource',
    );
  });

  it('accepts a contract that is loaded without those beside it', async () => {
    withPet({ ownerId: { type: 'number', 'x-ref': 'users' } });
    await expect(loadProject(project.places)).resolves.toBeDefined();
    const alone = `${project.places.contract}/pets.json`;
    await expect(
      loadProject({ contract: alone, db: null, profile: 'standin' }),
    ).resolves.toBeDefined();
  });
});

describe('findProjectFaults, in the seed data', () => {
  const CORRECT = 'Correct the row, or its schema.';

  it.each([
    ['[]', 'an array'],
    ['null', 'null'],
    ['"users"', 'a string'],
  ])('reports that %s is no seed data', async (text, type) => {
    project.write('db.json', text);
    expect(await told()).toBe(
      lines([
        `db.json: the seed data must be an object, is ${type}`,
        'Write {"<resource>": [<rows>]}.',
      ]),
    );
  });

  it.each<[string, Json, string, string]>([
    ['an object', {}, 'rows must be an array, are an object', 'Write [<rows>].'],
    ['null', null, 'rows must be an array, are null', 'Write [<rows>].'],
    ['a text', 'none', 'rows must be an array, are a string', 'Write [<rows>].'],
  ])('reports rows that are %s', async (_, users, message, remedy) => {
    project.write('db.json', JSON.stringify({ users }));
    expect(await told()).toBe(lines([`db.json at /users: ${message}`, remedy]));
  });

  it.each<[string, Json, string, string]>([
    [
      'a field of another type',
      row(1, { isPremium: 'yes' }),
      '/users/0/isPremium: must be a boolean, is a string',
      CORRECT,
    ],
    [
      'a field that is null',
      row(1, { email: null }),
      '/users/0/email: must be a string, is null',
      CORRECT,
    ],
    [
      'an element of another type',
      row(1, { skills: ['a', 7] }),
      '/users/0/skills/1: must be a string, is a number',
      CORRECT,
    ],
    [
      'a format',
      row(1, { email: 'ada' }),
      '/users/0/email: must be of the format email, is "ada"',
      CORRECT,
    ],
    ['a missing name', { id: 1 }, '/users/0: "name" is missing', CORRECT],
    ['a missing id', { name: 'Ada' }, '/users/0: "id" is missing', CORRECT],
    ['a row that is a text', 'Ada', '/users/0: must be an object, is a string', CORRECT],
    ['a row that is null', null, '/users/0: must be an object, is null', CORRECT],
    [
      'an id that is a text',
      { id: '1', name: 'Ada' },
      '/users/0/id: must be a number, is a string',
      CORRECT,
    ],
    [
      'an id that is null',
      { id: null, name: 'Ada' },
      '/users/0/id: must be a number, is null',
      CORRECT,
    ],
  ])('reports %s', async (_, one, message, remedy) => {
    project.write('db.json', JSON.stringify({ users: [one] }));
    expect(await told()).toBe(lines([`db.json at ${message}`, remedy]));
  });

  it('reports every wrong row', async () => {
    project.write(
      'db.json',
      JSON.stringify({ users: [row(1), { id: 2 }, row(3), row(4, { email: 'x' })] }),
    );
    expect(await told()).toBe(
      lines(
        ['db.json at /users/1: "name" is missing', CORRECT],
        ['db.json at /users/3/email: must be of the format email, is "x"', CORRECT],
      ),
    );
  });

  it('reports only the first ones', async () => {
    project.write(
      'db.json',
      JSON.stringify({ users: Array.from({ length: 100 }, () => ({ id: 1 })) }),
    );
    expect(await told()).toContain('\n  ... and 1 more');
  });

  it('reports duplicate ids', async () => {
    project.write('db.json', JSON.stringify({ users: [row(1), row(2), row(1), row(1.0)] }));
    expect(await told()).toBe(
      lines(
        ['db.json at /users/2/id: /users/0 already has the id 1', 'Each row needs its own id.'],
        ['db.json at /users/3/id: /users/0 already has the id 1', 'Each row needs its own id.'],
      ),
    );
  });

  it('reports an invalid id, and a missing one even if the schemas do not require it', async () => {
    project.write(
      'schemas/user.json',
      '{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"}}}',
    );
    project.write('schemas/users.json', '{"type":"array","items":{"$ref":"user.json"}}');
    project.write('db.json', JSON.stringify({ users: [{ id: '' }, { name: 'x' }, { id: '1' }] }));
    expect(await told()).toBe(
      lines(
        ['db.json at /users/0/id: "" is not an id', 'Use an id of type string.'],
        ['db.json at /users/1/id: "id" is missing', 'Use an id of type string.'],
      ),
    );
  });

  it('reports rows of a misspelt resource, and notes those of another', async () => {
    project.write('db.json', JSON.stringify({ usres: [], colours: [] }));
    expect(await told()).toBe(
      lines(['db.json at /usres: no contract has the resource "usres"', 'Did you mean "users"?']),
    );
    project.write('db.json', '{"__proto__":[],"colours":{"red":1}}');
    const loaded = await loadProject(project.places);
    expect(loaded.rows.get('users')).toEqual([]);
    expect(loaded.files.source.notes).toEqual([
      { place: 'db.json', message: '"__proto__" is not served: no contract has this resource' },
      { place: 'db.json', message: '"colours" is not served: no contract has this resource' },
    ]);
    expect(() => checkAllServed(loaded)).toThrow(
      '--save would drop "__proto__", "colours" of db.json: no contract has these resources',
    );
  });

  it('accepts seed data without rows of a resource', async () => {
    project.write('db.json', '{}');
    expect((await loadProject(project.places)).rows.get('users')).toEqual([]);
  });

  it('reads "__proto__" as a plain field of a row, without changing a prototype', async () => {
    project.write('db.json', '{"users":[{"id":1,"name":"Ada","__proto__":{"isPremium":true}}]}');
    const [ada] = (await loadProject(project.places)).rows.get('users') ?? [];
    expect(Object.keys(ada ?? {})).toEqual(['id', 'name', '__proto__']);
    expect(ada?.['isPremium']).toBeUndefined();
  });

  describe('with a field that must be unique', () => {
    const markEmail = (): void => {
      const schema = JSON.parse(project.read('schemas/user.json')) as { properties: JsonObject };
      project.set('schemas/user.json', {
        properties: { ...schema.properties, email: { type: 'string', 'x-unique': true } },
      });
      const users = [
        row(1, { email: 'a@b.c' }),
        row(2),
        row(3, { email: 'd@e.f' }),
        row(4, { email: 'a@b.c' }),
        row(5),
      ];
      project.write('db.json', JSON.stringify({ users }));
    };

    it('reports two rows with one value', async () => {
      markEmail();
      expect(await told()).toBe(
        lines([
          'db.json at /users/3/email: is "a@b.c", as in row 0, but must be unique',
          'Each row needs its own value.',
        ]),
      );
    });

    it('does not check if the choice says so, by profile or by pin', async () => {
      markEmail();
      await expect(
        loadProject(project.places, { 'fields.unique': 'ignore' }),
      ).resolves.toBeDefined();
      project.write('contracts/profiles/standin.json', '{"choices":{"fields.unique":"ignore"}}');
      await expect(loadProject(project.places)).resolves.toBeDefined();
      expect(await told({}, { 'fields.unique': 'check' })).toContain('must be unique');
    });
  });

  it('checks formats and bounds only if the choice is to refuse', async () => {
    project.write('db.json', JSON.stringify({ users: [row(1, { email: 'ada' })] }));
    expect(await told()).toContain('must be of the format email');
    await expect(loadProject(project.places, { 'fields.format': 'accept' })).resolves.toBeDefined();
    await expect(project.failure({}, { 'fields.bounds': 'accept' })).resolves.toBeDefined();
  });

  it('checks types and required members, whatever the choices are', async () => {
    const pins = {
      'fields.format': 'accept',
      'fields.bounds': 'accept',
      'fields.required': 'accept',
    } as const;
    project.write('db.json', JSON.stringify({ users: [{ id: 1 }, row('2')] }));
    expect(await told({}, pins)).toBe(
      lines(
        ['db.json at /users/0: "name" is missing', CORRECT],
        ['db.json at /users/1/id: must be a number, is a string', CORRECT],
      ),
    );
  });

  it('checks what a list schema says of the list against the whole list, not row by row', async () => {
    project.set('schemas/users.json', { minItems: 2 });
    await expect(loadProject(project.places)).resolves.toBeDefined();
    project.write('db.json', JSON.stringify({ users: [row(1)] }));
    expect(await told()).toBe(
      lines([
        'db.json at /users: must have at least 2 items, is an array',
        'Correct the rows, or the schema of the list.',
      ]),
    );
  });
});
