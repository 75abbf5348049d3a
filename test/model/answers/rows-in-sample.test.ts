// Rows in made answers: where the schema is that of a resource, at any depth, and where it is not.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { openApiMock, ref } from '../../support/openapi-mock.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const answers = (schema: Json): JsonObject => ({ responses: { 200: json(schema) } });
const list = (items: Json, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  items,
  ...more,
});
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const parameter = (name: string, place: string, schema: Json): JsonObject => ({
  name,
  in: place,
  required: place === 'path',
  schema,
});

function mockOf(more: JsonObject) {
  const mock = openApiMock({
    openapi: '3.1.0',
    paths: {
      '/crews': {
        get: answers(list(ref('Crew'))),
        post: { requestBody: json(ref('NewCrew')), responses: { 201: json(ref('Crew')) } },
      },
      '/crews/{id}': {
        get: { ...answers(ref('Crew')), parameters: [parameter('id', 'path', whole)] },
      },
      ...more,
    },
    components: {
      schemas: {
        Crew: object({ id: whole, name: text, tags: list(text) }),
        NewCrew: object({ name: text, tags: list(text) }),
      },
    },
  });
  for (const one of mock.ask('GET /crews').json as readonly { id: number }[])
    mock.send(`DELETE /crews/${one.id}`);
  const made = [
    mock.ask('POST /crews', { name: 'red', tags: ['a', 'b'] }),
    mock.ask('POST /crews', { name: 'blue', tags: ['b'] }),
  ];
  const [red, blue] = made.map(({ json: row }) => row as JsonObject);
  return { mock, red, blue };
}

const named = (found: unknown): unknown => (found as { name?: string }[]).map(({ name }) => name);

describe('rows in a made answer', () => {
  it('stand in members, lists, lists of lists and branches beside null', () => {
    const { mock } = mockOf({
      '/overview': {
        get: answers(
          object({
            first: { anyOf: [ref('Crew'), { type: 'null' }] },
            all: list(ref('Crew')),
            pairs: list(list(ref('Crew')), { minItems: 1 }),
            some: list(ref('Crew'), { maxItems: 1 }),
            words: list(text, { minItems: 1 }),
          }),
        ),
      },
    });
    const found = mock.ask('GET /overview').json as Record<string, Json>;
    expect(found['first']).toMatchObject({ name: expect.any(String) as string });
    expect(named(found['all'])).toEqual(expect.arrayContaining(['red', 'blue']));
    expect(named((found['pairs'] as readonly Json[])[0])).toEqual(named(found['all']));
    expect(found['some']).toHaveLength(1);
    expect(found['words']).not.toContain('red');
  });

  it('have the value that a query names, also one of several, and of lists', () => {
    const { mock } = mockOf({
      '/pick': {
        get: {
          ...answers(object({ found: list(ref('Crew')), best: ref('Crew') })),
          parameters: [parameter('name', 'query', text), parameter('tags', 'query', text)],
        },
      },
    });
    const pick = (query: string): unknown =>
      named((mock.ask(`GET /pick?${query}`).json as { found: Json }).found);
    expect(pick('name=red')).toEqual(['red']);
    expect(pick('tags=a,c')).toEqual(['red']);
    expect(new Set(pick('tags=b') as string[])).toEqual(new Set(['red', 'blue']));
    expect(pick('name=green')).toEqual([]);
    expect(mock.ask('GET /pick?name=blue').json).toMatchObject({ best: { name: 'blue' } });
  });

  it('are those that the path names, by the collection or by the name of the resource', () => {
    const { mock, red, blue } = mockOf({
      '/crews/{id}/badge': {
        get: {
          ...answers(object({ no: whole, crew: ref('Crew') })),
          parameters: [parameter('id', 'path', whole)],
        },
      },
      '/badges/{crewId}/print': {
        get: {
          ...answers(object({ no: whole, crew: ref('Crew') })),
          parameters: [parameter('crewId', 'path', whole)],
        },
      },
    });
    for (const crew of [red, blue])
      for (const path of [`/crews/${crew?.['id']}/badge`, `/badges/${crew?.['id']}/print`])
        expect(mock.ask(`GET ${path}`).json).toMatchObject({ crew: { name: crew?.['name'] } });
    const unknown = mock.ask('GET /badges/987654/print').json as { crew: { name: string } };
    expect(['red', 'blue']).not.toContain(unknown.crew.name);
  });

  it('are the one that has most of what a body says', () => {
    const { mock, blue } = mockOf({
      '/enter': {
        post: {
          requestBody: json(object({ name: text, loud: { type: 'boolean' } })),
          ...answers(object({ token: text, crew: ref('Crew') })),
        },
      },
    });
    expect(mock.ask('POST /enter', { name: 'blue', loud: true }).json).toMatchObject({
      crew: blue,
    });
  });

  it('are none, and the answer is a sample, if the resource has none', () => {
    const { mock, red, blue } = mockOf({
      '/crews/{id}': {
        parameters: [parameter('id', 'path', whole)],
        get: answers(ref('Crew')),
        delete: { responses: { 204: { description: 'gone' } } },
      },
      '/overview': {
        get: answers(
          object({
            pairs: list(list(ref('Crew'), { minItems: 1 }), { minItems: 1 }),
            one: ref('Crew'),
          }),
        ),
      },
    });
    for (const crew of [red, blue]) mock.send(`DELETE /crews/${crew?.['id']}`);
    const { pairs, one } = mock.ask('GET /overview').json as { pairs: Json[][]; one: JsonObject };
    expect(pairs[0]?.length).toBeGreaterThan(0);
    expect(one).toMatchObject({ name: expect.any(String) as string });
  });
});
