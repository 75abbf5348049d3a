// What routes of a program may do to rows: more than any request may, and never without a word.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { defaultProfile, type Profile } from '../../src/contract/choices.ts';
import { defineContracts } from '../../src/contract/define/define-contracts.ts';
import { type CodeRows, type Routes, readRoute } from '../../src/http/fetch/code-routes.ts';
import { createMock, type Mock, type MockOptions } from '../../src/mock/mock.ts';
import { noBody } from '../../src/model/message/call.ts';
import { SHARED_WORLD } from '../../src/model/message/world-name.ts';
import { rowsOf, seedState } from '../../src/project/save/seed-state.ts';
import { createChecker } from '../../src/schema/check.ts';
import { Schemas } from '../../src/schema/schema.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { listOf, operation, ref } from '../support/openapi-mock.ts';

const secured = (one: Json): JsonObject => ({ ...(one as JsonObject), security: [{ token: [] }] });

const kitchen: JsonObject = {
  openapi: '3.1.0',
  servers: [{ url: '/api' }],
  paths: {
    '/recipes': {
      get: operation(200, listOf(ref('Recipe'))),
      post: secured(operation(201, ref('Recipe'), ref('NewRecipe'))),
    },
    '/recipes/{id}': {
      get: operation(200, ref('Recipe')),
      put: operation(200, ref('Recipe'), ref('NewRecipe')),
      delete: operation(204, null),
    },
    '/ovens': { get: operation(200, listOf(ref('Oven'))) },
    '/ovens/{id}': {
      get: operation(200, ref('Oven')),
      patch: operation(200, ref('Oven'), {
        type: 'object',
        properties: { note: { type: 'string' } },
      }),
    },
    '/spices': { get: operation(200, listOf(ref('Spice'))) },
    '/spices/{id}': { get: operation(200, ref('Spice')) },
    '/cook': {
      get: operation(200, ref('Cook')),
      put: operation(200, ref('Cook'), {
        type: 'object',
        properties: { name: { type: 'string' } },
      }),
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Cook: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, stars: { type: 'integer' } },
      },
      NewRecipe: {
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string' }, serves: { type: 'integer' } },
      },
      Recipe: {
        type: 'object',
        required: ['id', 'title', 'likes', 'cook', 'liked'],
        properties: {
          id: { type: 'integer' },
          title: { type: 'string' },
          serves: { type: 'integer' },
          likes: { type: 'integer', minimum: 0 },
          liked: { type: 'boolean' },
          cook: ref('Cook'),
          tip: { type: ['string', 'null'] },
        },
      },
      Oven: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer' },
          note: { type: 'string' },
          heat: { type: 'integer' },
        },
      },
      Spice: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer' }, name: { type: 'string', 'x-unique': true } },
      },
    },
  },
};

const me = { name: 'Ada', stars: 3 };
const soup = { id: 1, title: 'Soup', serves: 2, likes: 4, liked: false, cook: { name: 'Bo' } };
const seeds: JsonObject = {
  recipes: [soup],
  ovens: [{ id: 1, note: 'old', heat: 200 }],
  spices: [{ id: 1, name: 'Salt' }],
  cook: [{ name: 'Bo' }],
};

type Options = Pick<MockOptions, 'keep' | 'onRowChange' | 'share'> & {
  readonly profile?: Partial<Profile>;
};

interface Kitchen {
  readonly mock: Mock;
  /** Runs a route, which returns JSON; returns that, or why it failed. */
  readonly run: (
    act: (rows: (name: string) => CodeRows) => unknown,
    path?: string,
  ) => Promise<Json>;
}

function open({ profile = {}, ...more }: Options = {}): Kitchen {
  const read = contractsOfOpenApi(kitchen, { name: 'kitchen.json' });
  const { contracts, schemas } = defineContracts(
    read.contracts.map((one) => one.document),
    new Schemas(read.schemas),
  );
  let act: (rows: (name: string) => CodeRows) => unknown = () => null;
  const functions: Routes = {
    'POST /run': (_request, { rows }) => Response.json(act(rows) ?? null),
  };
  const routes = Object.entries(functions).flatMap(([name, one]) => readRoute(name, one) ?? []);
  const mock = createMock({
    rules: {
      contracts,
      schemas,
      checker: createChecker(schemas),
      profile: { ...defaultProfile, ...profile },
    },
    state: seedState({ contracts, rows: rowsOf(seeds, contracts) }),
    routes: () => ({ file: 'contracts/routes.ts', routes, handlers: [] }),
    ...more,
  });
  return {
    mock,
    async run(next, path = '/run') {
      act = next;
      const call = { method: 'POST', path, query: '', headers: {}, body: noBody };
      await mock.prepare(call);
      const { body } = mock.answer(call);
      const json = JSON.parse(body.kind === 'text' ? body.text : 'null') as Json;
      const { detail } = (json ?? {}) as { detail?: string };
      return detail === undefined ? json : detail.replace(/^contracts\/routes\.ts[:\d]*: /, '');
    },
  };
}

describe('rows of a route', () => {
  it('has what it is added with, also members that no request may have', async () => {
    const { run, mock } = open();
    const made = await run((rows) =>
      rows('recipes').add({ title: 'Pie', cook: me, likes: 7, liked: true }),
    );
    expect(made).toEqual({ id: 2, title: 'Pie', cook: me, likes: 7, liked: true });
    expect(mock.state.collection('recipes').find('2')?.value).toEqual(made);
  });

  it('has beside them what a creation makes', async () => {
    const { run } = open();
    expect(await run((rows) => rows('recipes').add({ title: 'Pie', cook: me }))).toEqual({
      id: 2,
      title: 'Pie',
      cook: me,
      likes: 0,
      liked: expect.any(Boolean),
    });
  });

  it('has values as JSON has them, and is no part of what a route holds', async () => {
    const { run, mock } = open();
    const tip = new Date(0);
    await run((rows) =>
      rows('recipes').add({ title: 'Pie', tip, serves: undefined } as unknown as JsonObject),
    );
    const held = { ...me };
    await run((rows) => {
      rows('recipes').change(2, { cook: held });
      held.name = 'Eve';
    });
    expect(mock.state.collection('recipes').find('2')?.value).toMatchObject({
      tip: '1970-01-01T00:00:00.000Z',
      cook: me,
    });
  });

  it('keeps an id that it is given', async () => {
    const { run } = open();
    const act = (id: Json) => run((rows) => rows('recipes').add({ id, title: 'Pie', cook: me }));
    expect(await act(40)).toMatchObject({ id: 40, cook: me });
    expect(await act(1)).toBe('create of recipes was refused: there is a recipes/1 already');
    expect(await act('x')).toBe('create of recipes was refused: /id is not an id of recipes');
  });

  it.each<[string, string, JsonObject, JsonObject]>([
    ['PUT', 'recipes', { likes: 77 }, { ...soup, likes: 77 }],
    ['PUT', 'recipes', { cook: me, liked: true }, { ...soup, cook: me, liked: true }],
    ['PUT', 'recipes', { title: 'Broth', likes: 5 }, { ...soup, title: 'Broth', likes: 5 }],
    ['PUT', 'recipes', { tip: null }, { ...soup, tip: null }],
    ['PATCH', 'ovens', { heat: 80 }, { id: 1, note: 'old', heat: 80 }],
    ['PATCH', 'ovens', { note: 'new', heat: 90 }, { id: 1, note: 'new', heat: 90 }],
    ['PATCH', 'ovens', { note: null }, { id: 1, heat: 200 }],
    ['no change', 'spices', { name: 'Pepper' }, { id: 1, name: 'Pepper' }],
  ])('where there is %s, changes %s by %j', async (_, resource, values, expected) => {
    const { run, mock } = open();
    expect(await run((rows) => rows(resource).change(1, values))).toEqual(expected);
    expect(mock.state.collection(resource).find('1')?.value).toEqual(expected);
  });

  it('is the only one of a resource that has one', async () => {
    const { run } = open();
    const changed = await run((rows) => [rows('cook').change('', me), rows('cook').list()]);
    expect(changed).toMatchObject([me, [me]]);
  });

  it('is added and removed where no request can', async () => {
    const { run } = open();
    const names = await run((rows) => {
      rows('spices').add({ name: 'Mace' });
      rows('spices').remove(1);
      return rows('spices').list();
    });
    expect(names).toEqual([{ id: 2, name: 'Mace' }]);
  });

  it.each<[string, (rows: (name: string) => CodeRows) => unknown, string]>([
    [
      'of the wrong type in a request',
      (rows) => rows('recipes').add({ title: 7 }),
      'create of recipes was refused with 422: the body is invalid: /title must be a string, is a number',
    ],
    [
      'missing in a request',
      (rows) => rows('recipes').add({ cook: me }),
      'create of recipes was refused with 422: the body is invalid: "title" is missing',
    ],
    [
      'of the wrong type',
      (rows) => rows('recipes').add({ title: 'Pie', cook: 'Ada' }),
      'create of recipes was refused: /cook must be an object, is a string',
    ],
    [
      'out of bounds',
      (rows) => rows('recipes').change(1, { likes: -1 }),
      'update of recipes was refused: /likes must be at least 0, is -1',
    ],
    [
      'missing where no request can add one',
      (rows) => rows('spices').add({}),
      'create of spices was refused: "name" is missing',
    ],
    [
      'that another row has',
      (rows) => [rows('spices').add({ name: 'Mace' }), rows('spices').change(1, { name: 'Mace' })],
      'update of spices was refused: "name" must be unique',
    ],
    [
      'that is the id',
      (rows) => rows('recipes').change(1, { id: 2 }),
      'update of recipes was refused: /id cannot be changed',
    ],
    [
      'of a row that is not there',
      (rows) => rows('recipes').change(9, { likes: 1 }),
      'update of recipes was refused: there is no recipes/9',
    ],
  ])('throws for a value %s', async (_, act, why) => {
    const { run, mock } = open();
    expect(await run((rows) => act(rows))).toBe(why);
    expect(mock.state.collection('recipes').find('1')?.value).toEqual(soup);
  });

  it('needs no credentials, and is read-only with all others', async () => {
    const add = (rows: (name: string) => CodeRows) => rows('recipes').add({ title: 'Pie' });
    const closed = open({ profile: { 'auth.scheme': 'bearer', 'limit.requests': 60 } });
    expect(await closed.run(add)).toMatchObject({ title: 'Pie' });
    expect(await open({ profile: { 'access.writes': 'refuse' } }).run(add)).toBe(
      'create of recipes was refused: the server is read-only',
    );
  });

  it('is in no journal, and is saved and told as a change', async () => {
    const kept: string[] = [];
    const told: string[] = [];
    const { run, mock } = open({
      keep: ({ kind }) => (kept.push(kind) > 2 ? 'the disk is full' : null),
      onRowChange: ({ ruling }) => told.push(`${ruling.resource} ${ruling.operation}`),
    });
    const why = await run((rows) => {
      rows('recipes').add({ title: 'Pie' });
      rows('recipes').remove(1);
      rows('recipes').change(2, { likes: 9 });
    });
    expect(why).toBe('update of recipes was refused: the disk is full');
    expect(told).toEqual(['recipes create', 'recipes remove']);
    expect(mock.journal.newest(9).map(({ call }) => call.path)).toEqual(['/run']);
  });

  it('is of the world of the request', async () => {
    const { run, mock } = open();
    const change = (rows: (name: string) => CodeRows) => rows('recipes').change(1, { likes: 9 });
    const likesIn = (state: typeof mock.state) =>
      state.collection('recipes').find('1')?.value['likes'];
    await run(change, '/~tess/run');
    expect([likesIn(mock.worlds.look('tess')), likesIn(mock.state)]).toEqual([9, 4]);
    await run(change, `/~${SHARED_WORLD}/run`);
    expect(likesIn(mock.state)).toBe(9);
  });
});
