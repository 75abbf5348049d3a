// Ids that meet what their schema asks for: drawn from it where the chosen way would not, unique,
// and given out once.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { choices, type Profile } from '../../../src/contract/choices.ts';
import { assignId } from '../../../src/model/rules/assign-id.ts';
import { apply } from '../../../src/model/ruling/apply.ts';
import { admissibleRulings } from '../../../src/oracle/rulings.ts';
import type { Checker } from '../../../src/schema/check.ts';
import { VIOLATIONS_MAX } from '../../../src/schema/violation.ts';
import {
  type Answer,
  callOf,
  createWorld,
  type Project,
  projectOf,
  projectWith,
  usersProject,
  type World,
} from '../../support/users.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function things(
  id: JsonObject,
  profile: Partial<Profile> = {},
  rows: readonly JsonObject[] = [],
): World & { project: Project } {
  const project = projectWith({ id }, { rows });
  return { ...createWorld({ project, profile }), project };
}

const idIn = (answer: Answer): string => String((answer.json as JsonObject)['id']);

function create(world: World, body: JsonObject = {}): Answer {
  return world.ask('POST /things', { json: body });
}

/** Each says what no UUID meets. */
const STRICT: readonly (readonly [string, JsonObject])[] = [
  ['a pattern', { type: 'string', pattern: '^T-[0-9]{6}$' }],
  ['a pattern without an end', { type: 'string', pattern: '^T' }],
  ['a pattern without a beginning', { type: 'string', pattern: 'T$' }],
  ['a pattern of any length', { type: 'string', pattern: '^[g-z]+$' }],
  ['a pattern that some UUIDs match', { type: 'string', pattern: '^[a-f]' }],
  [
    'a pattern with examples that are few',
    { type: 'string', pattern: '^T-[0-9]{6}$', examples: ['T-000001'] },
  ],
  ['a greater length', { type: 'string', minLength: 40 }],
  ['a smaller length', { type: 'string', maxLength: 10 }],
  ...['email', 'date', 'date-time', 'uri', 'ipv4', 'duration'].map(
    (format) => [`the format ${format}`, { type: 'string', format }] as const,
  ),
  ['one of several schemas', { type: 'string', anyOf: [{ const: 'x' }, { pattern: '^Z\\d{4}$' }] }],
  ['what it must not be', { type: 'string', pattern: '^[A-Z]{3}$', not: { enum: ['AAA', 'BAA'] } }],
];

describe('assignId, of numbers', () => {
  it.each([
    { type: 'integer', format: 'int32' },
    { type: 'integer', maximum: 9_999 },
  ])('draws none at random that %j does not admit', (id) => {
    const world = things(id, { 'id.numbers': 'random' });
    for (let count = 1; count <= 20; count++) expect(create(world).status).toBe(201);
  });
});

describe('assignId, if a UUID does not meet the schema', () => {
  it.each(STRICT)(
    'draws ids of %s that fit, are found again and are never given out twice',
    (_, id) => {
      for (const way of choices['id.texts'].options) {
        const world = things(id, { 'id.texts': way });
        const seen = new Set<string>();
        for (let count = 0; count < 30; count++) {
          const made = create(world);
          expect(made.status, `${way} ${JSON.stringify(made.json)}`).toBe(201);
          const key = idIn(made);
          expect(seen.has(key), key).toBe(false);
          seen.add(key);
          expect(world.project.checker.check('thing', { id: key })).toEqual([]);
          const read = world.ask(`GET /things/${encodeURIComponent(key)}`);
          expect([read.status, read.json]).toEqual([200, { id: key }]);
          expect(made.headers['location']).toBe(`/things/${encodeURIComponent(key)}`);
          if (count % 3 === 0)
            expect(world.ask(`DELETE /things/${encodeURIComponent(key)}`).status).toBe(204);
        }
      }
    },
  );

  it('assigns every id once, whatever is removed meanwhile', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: 40 }),
        fc.constantFrom('a', 'b', 'c', 'd'),
        (removals, seeded) => {
          const world = things({ type: 'string', pattern: '^[a-d]$' }, {}, [{ id: seeded }]);
          const given: string[] = [seeded];
          for (const removes of removals) {
            const made = create(world);
            if (made.status === 201) given.push(idIn(made));
            else expect([made.status, given.length]).toEqual([409, 4]);
            if (removes) world.ask(`DELETE /things/${given.at(-1)}`);
          }
          expect(new Set(given).size).toBe(given.length);
          if (removals.length >= 3) expect(given.length).toBe(4);
        },
      ),
    );
  });

  it('finds the remaining ids after as many changes as there are ids', () => {
    const world = things({ type: 'string', pattern: '^[a-k]{3}$' });
    const all = 11 ** 3;
    const given = new Set(Array.from({ length: all - 50 }, () => idIn(create(world))));
    const [one] = given;
    for (let count = given.size; count < all; count++)
      world.ask(`PUT /things/${one}`, { json: { id: String(one), name: `${count}` } });
    expect(world.state.collection('things').version).toBe(all);
    for (let count = 0; count < 50; count++) given.add(idIn(create(world)));
    expect([given.size, create(world).status]).toEqual([all, 409]);
  });

  it('counts as chosen if the result meets the schema', () => {
    const world = things({ type: 'string', maxLength: 1 }, { 'id.texts': 'sequence' }, [
      { id: '8' },
    ]);
    expect([idIn(create(world)), idIn(create(world))]).toEqual([
      '9',
      expect.stringMatching(/^[a-z0-9]$/),
    ]);
  });

  it('obeys what the list requires of the ids of its elements', () => {
    const project = projectWith({ id: { type: 'string' } });
    const list = {
      type: 'array',
      items: { allOf: [{ $ref: 'thing.json' }], properties: { id: { pattern: '^L\\d{4}$' } } },
    };
    const { contracts, schemas } = project;
    const all = Object.fromEntries(
      [...schemas.all()].map(([name, schema]) => [name, name === 'things' ? list : schema]),
    );
    const world = createWorld({ project: projectOf(contracts, all) });
    expect(idIn(create(world))).toMatch(/^L\d{4}$/);
  });

  it('checks the schema of the id even if more members are required than errors are reported', () => {
    const project = projectWith({ id: { type: 'string', pattern: '^T-\\d{6}$' } });
    const names = Array.from({ length: VIOLATIONS_MAX + 20 }, (_, index) => `m${index}`);
    const all = Object.fromEntries(
      [...project.schemas.all()].map(([name, schema]) => [
        name,
        name === 'thing' ? { ...(schema as JsonObject), required: names } : schema,
      ]),
    );
    const world = createWorld({ project: projectOf(project.contracts, all) });
    expect(idIn(create(world, Object.fromEntries(names.map((name) => [name, 1]))))).toMatch(
      /^T-\d{6}$/,
    );
  });

  it('returns the same ids in each fork, and after the same calls', () => {
    const [one, other] = [
      things({ type: 'string', pattern: '^T-\\d{6}$' }),
      things({ type: 'string', pattern: '^T-\\d{6}$' }),
    ];
    const forked = one.state.fork();
    const ids = [create(one), create(one)].map(idIn);
    expect([create(other), create(other)].map(idIn)).toEqual(ids);
    const book = { ...one.book, state: forked };
    const [contract] = one.project.contracts;
    if (contract === undefined) throw new Error('no contract');
    expect(assignId(book, contract, (key) => choices[key].default as never)).toBe(ids[0]);
  });
});

describe('assignId, if no id is left', () => {
  it.each<[string, JsonObject, readonly JsonObject[], number, string]>([
    [
      'an enumeration',
      { enum: ['a', 'b'] },
      [],
      2,
      'no id is left: every one that thing.json allows is taken',
    ],
    [
      'an enumeration that the rows use up',
      { enum: ['a', 'b'] },
      [{ id: 'a' }, { id: 'b' }],
      0,
      'no id is left: every one that thing.json allows is taken',
    ],
    [
      'a constant',
      { const: 'only' },
      [],
      1,
      'no id is left: every one that thing.json allows is taken',
    ],
    [
      'a length that no address can have',
      { type: 'string', anyOf: [{ minLength: 1_000_000_000 }, { minLength: 40_000_000 }] },
      [],
      0,
      'thing.json allows no id that can be generated',
    ],
    [
      'a pattern that looks behind',
      { type: 'string', pattern: '^[a-z\\d]{8}(?<=\\d)$' },
      [],
      0,
      'thing.json allows no id that can be generated',
    ],
    [
      'such a pattern with an example',
      { type: 'string', pattern: '^[a-z\\d]{8}(?<=\\d)$', examples: ['abcdefg1'] },
      [],
      1,
      'no id is left: every one that thing.json allows is taken',
    ],
  ])('refuses creations with %s, says why, and changes nothing', (_, id, rows, room, detail) => {
    const world = things(id, {}, rows);
    for (let count = 0; count < room; count++) expect(create(world).status).toBe(201);
    const before = world.ask('GET /things').json;
    for (let count = 0; count < 2; count++) {
      const refused = create(world);
      expect(refused.json).toMatchObject({
        status: 409,
        title: 'There is no id for another record',
        detail,
      });
      expect(refused.json).toMatchObject({ remedy: expect.stringContaining('create.id=keep') });
    }
    expect(world.ask('GET /things').json).toEqual(before);
    expect(
      things(id, { 'taken.status': 422 }, rows).rule('POST /things', { json: {} }).situation.value,
    ).toBe(room > 0 ? 'ok' : 'taken');
  });

  it('accepts an id from the client, if the service keeps it', () => {
    const world = things(
      { type: 'string', pattern: '^[a-z\\d]{8}(?<=\\d)$' },
      { 'create.id': 'keep' },
    );
    expect([create(world).status, create(world, { id: 'abcdefg1' }).status]).toEqual([409, 201]);
    expect(create(world, { id: 'no' }).json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/id' }],
    });
  });

  it('reports faults of the body itself first', () => {
    const project = projectWith({
      id: { type: 'string', pattern: '^(?=x)x\\d{9}$' },
      name: { type: 'string' },
    });
    const refused = createWorld({ project }).ask('POST /things', { json: { name: 7 } });
    expect(refused.json).toMatchObject({
      status: 422,
      errors: expect.arrayContaining([expect.objectContaining({ pointer: '/name' })]),
    });
  });
});

describe('assignId, elsewhere', () => {
  it.each<[string, JsonObject]>([
    ['anything', { type: 'string' }],
    ['UUIDs', { type: 'string', format: 'uuid' }],
    ['a length that UUIDs have', { type: 'string', minLength: 1, maxLength: 36 }],
    ['a pattern that UUIDs match', { type: 'string', pattern: '^[-0-9a-f]{36}$' }],
  ])('assigns UUIDs if the schema requires %s, and checks the schema only until then', (_, id) => {
    const world = things(id);
    expect(idIn(create(world))).toMatch(UUID);
    let asked = 0;
    const checker: Checker = {
      ...world.book.checker,
      check: (...of) => {
        asked++;
        return world.book.checker.check(...of);
      },
    };
    const [contract] = world.project.contracts;
    if (contract === undefined) throw new Error('no contract');
    for (let count = 0; count < 5; count++)
      expect(
        assignId({ ...world.book, checker }, contract, (key) => choices[key].default as never),
      ).toMatch(UUID);
    expect(asked).toBe(0);
  });

  it('checks no schema for numbers', () => {
    const [contract] = usersProject.contracts;
    if (contract === undefined) throw new Error('no contract');
    const checker: Checker = {
      ...createWorld().book.checker,
      check: () => {
        throw new Error('asked');
      },
    };
    expect(
      assignId(
        { ...createWorld().book, checker },
        contract,
        (key) => choices[key].default as never,
      ),
    ).toBe(6);
  });

  it('remembers removed ids only if they may be drawn', () => {
    const memoryOf = (id: JsonObject, profile: Partial<Profile> = {}): Json => {
      const world = things(id, profile);
      const key = idIn(create(world));
      const { effect } = world.rule(`DELETE /things/${encodeURIComponent(key)}`);
      apply(world.state, effect);
      return effect.kind === 'remove' ? effect.memory : effect.kind;
    };
    expect(memoryOf({ type: 'string', minLength: 1, title: 'the id', 'x-note': 1 })).toBe('forget');
    expect(memoryOf({ type: 'string', format: 'uuid', readOnly: true })).toBe('forget');
    expect(memoryOf({ type: 'integer' })).toBe('forget');
    expect(memoryOf({ type: 'string', maxLength: 8 })).toBe('remember');
    expect(memoryOf({ type: 'string', pattern: '^T-\\d{6}$' })).toBe('remember');
    expect(memoryOf({ type: 'string', format: 'uuid' }, { 'id.texts': 'sequence' })).toBe(
      'remember',
    );
    expect(memoryOf({ type: 'string' }, { 'removed.status': 410 })).toBe('remember');
  });

  it('does not change the rulings on a service, which assigns its own ids', () => {
    const { project, book } = things({ type: 'string', format: 'date' });
    const { decide: _, ...asked } = book;
    const rulings = admissibleRulings(asked, callOf('POST /things', { json: {} }), {});
    expect(
      rulings.map(({ ruling }) => [ruling.situation.value, ruling.effect.kind]).toSorted(),
    ).toEqual([
      ['invalid', 'none'],
      ['ok', 'put'],
    ]);
    expect(project.contracts.length).toBe(1);
  });
});
