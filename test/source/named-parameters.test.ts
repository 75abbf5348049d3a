// Paths that name an item by what is no UUID, where its id is one.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const uuid: Json = { type: 'string', format: 'uuid' };

function guests(parameter: string, schema: Json, members: JsonObject): Json {
  const inPath = { name: parameter, in: 'path', required: true, schema };
  return {
    openapi: '3.0.3',
    paths: {
      '/guests': { post: operation(201, ref('Guest'), ref('Guest')) },
      [`/guests/{${parameter}}`]: {
        parameters: [inPath],
        get: operation(200, ref('Guest')),
        put: operation(200, ref('Guest'), ref('Guest')),
      },
    },
    components: { schemas: { Guest: { type: 'object', properties: { id: uuid, ...members } } } },
  };
}

describe('contractsOfOpenApi, of parameters that are no UUID', () => {
  it.each<[string, Json, JsonObject, string | null]>([
    ['houseLogin', text, { login: text }, 'login'],
    ['nickname', text, { name: text, city: text }, 'name'],
    ['badge', { type: 'string', pattern: '^[A-Z]{3}$' }, { code: text }, null],
    ['houseLogin', text, { name: text }, null],
    ['guest', text, { name: text }, 'id'],
    ['guestId', { type: 'string', pattern: '^[0-9a-f-]+$' }, { name: text }, 'id'],
    ['guestName', uuid, { city: text }, 'id'],
  ])('takes {%s} for a member of its own', (parameter, schema, members, id) => {
    expect(openApiMock(guests(parameter, schema, members)).contracts).toMatchObject([{ id }]);
  });

  it('reads and replaces by it, whatever the id is', () => {
    const { ask } = openApiMock(guests('houseLogin', text, { login: text }));
    const guest = { id: '11111111-1111-4111-8111-111111111111', login: 'ann' };
    expect(ask('POST /guests', guest).status).toBe(201);
    expect(ask('GET /guests/ann').json).toEqual(guest);
    expect(ask('PUT /guests/ann', guest).status).toBe(200);
  });
});

describe('contractsOfOpenApi, of what is below an item', () => {
  it.each([
    ['id', 'userId', true],
    ['uid', 'userId', true],
    ['user', 'userId', true],
    ['userId', 'userId', true],
    ['uid', 'uid', true],
    ['pid', 'userId', false],
    ['uid', 'ownerId', false],
  ])('below {%s}, the member %s is the id of it: %j', (parameter, member, isIt) => {
    const whole = { type: 'integer' };
    const parameters = [{ name: parameter, in: 'path', required: true, schema: whole }];
    const item = {
      type: 'object',
      required: ['id', member],
      properties: { id: text, [member]: whole },
    };
    const user = { type: 'object', required: ['id'], properties: { id: whole, name: text } };
    const sent = { type: 'object', properties: { words: text } };
    const { ask } = openApiMock({
      openapi: '3.0.3',
      paths: {
        '/users': {
          get: operation(200, { type: 'array', items: ref('User') }),
          post: operation(201, ref('User'), sent),
        },
        [`/users/{${parameter}}`]: { parameters, get: operation(200, ref('User')) },
        [`/users/{${parameter}}/notes`]: {
          parameters,
          get: operation(200, { type: 'array', items: ref('Note') }),
          post: operation(201, ref('Note'), sent),
        },
      },
      components: { schemas: { User: user, Note: item } },
    });
    ask('POST /users', {});
    ask('POST /users', {});
    const made = ask('POST /users/2/notes', { words: 'x' }).json as JsonObject;
    expect(made[member] === 2).toBe(isIt);
    expect(ask('GET /users/2/notes').json).toHaveLength(1);
    expect(ask('GET /users/1/notes').json).toEqual([]);
  });
});
