// Faults in replies: no JSON, another media type, a request refused for its media type.

import type { Fields } from '../parts.ts';
import { type Client, fails, person, type Witness } from './client.ts';
import { around, DELETE, GET, LIST, type PlantedFault, POST, PUT, replying } from './planting.ts';

const JSON_BODIES = 'section 4, rule 2';
const CONTENT_TYPE = 'section 4, rule 1';

const PAGE = '<!doctype html><html><body><h1>Users</h1></body></html>';

const HTML = { 'content-type': 'text/html' };

/**
 * Shows that a success of the request holds no JSON; a status that sends no body can be excepted.
 */
function noJson(
  request: (client: Client, id: number) => ReturnType<Client['get']>,
  none = 0,
): Witness {
  return async (client) => {
    const answer = await request(client, await client.create());
    return (
      answer.ok &&
      answer.status !== none &&
      (answer.json === undefined || answer.type.startsWith('text/html'))
    );
  };
}

export const replies: readonly PlantedFault[] = [
  {
    name: 'list-is-a-page',
    about: 'GET /users answers an HTML page.',
    clauses: [JSON_BODIES, LIST],
    kind: 'easy',
    plant: replying('list', () => ({ status: 200, headers: HTML, raw: PAGE })),
    witness: noJson((client) => client.send('GET', '/users')),
  },
  {
    name: 'list-is-empty-body',
    about: 'GET /users answers 204 without a body.',
    clauses: [LIST, JSON_BODIES],
    kind: 'easy',
    plant: replying('list', () => ({ status: 204 })),
    witness: noJson((client) => client.send('GET', '/users')),
  },
  {
    name: 'list-called-html',
    about: 'GET /users sends its JSON as text/html.',
    clauses: [JSON_BODIES, LIST],
    kind: 'easy',
    plant: replying('list', (reply) => ({ ...reply, headers: HTML })),
    witness: noJson((client) => client.send('GET', '/users')),
  },
  {
    name: 'list-in-lines',
    about: 'GET /users sends one JSON object a line, without brackets and commas.',
    clauses: [LIST, JSON_BODIES],
    kind: 'easy',
    plant: replying('list', ({ body }) => ({
      status: 200,
      raw: (Array.isArray(body) ? body : []).map((user) => `${JSON.stringify(user)}\n`).join(''),
    })),
    witness: async (client) => {
      await client.create();
      await client.create();
      return (await client.send('GET', '/users')).json === undefined;
    },
  },
  {
    name: 'user-called-html',
    about: 'GET of a user sends its JSON as text/html.',
    clauses: [JSON_BODIES, GET],
    kind: 'easy',
    plant: replying('read', (reply) => ({ ...reply, headers: HTML })),
    witness: noJson((client, id) => client.get(id)),
  },
  {
    name: 'user-is-empty-body',
    about: 'GET of a user answers 200 without a body.',
    clauses: [GET, JSON_BODIES],
    kind: 'easy',
    plant: replying('read', () => ({ status: 200 })),
    witness: noJson((client, id) => client.get(id)),
  },
  {
    name: 'user-with-trailing-comma',
    about: 'GET of a user sends JSON with a comma before the closing brace.',
    clauses: [JSON_BODIES, GET],
    kind: 'easy',
    plant: replying('read', ({ body }) => ({
      status: 200,
      raw: JSON.stringify(body).replace(/\}$/, ',}'),
    })),
    witness: noJson((client, id) => client.get(id)),
  },
  {
    name: 'user-in-single-quotes',
    about: 'GET of a user sends the text of a Python dictionary.',
    clauses: [JSON_BODIES, GET],
    kind: 'easy',
    plant: replying('read', ({ body }) => ({
      status: 200,
      raw: JSON.stringify(body).replaceAll('"', "'"),
    })),
    witness: noJson((client, id) => client.get(id)),
  },
  {
    name: 'created-in-words',
    about: 'POST answers the text "created".',
    clauses: [JSON_BODIES, POST],
    kind: 'easy',
    plant: replying('create', () => ({
      status: 201,
      headers: { 'content-type': 'text/plain' },
      raw: 'created',
    })),
    witness: async (client) => (await client.post(person())).text === 'created',
  },
  {
    name: 'created-cut-short',
    about: 'POST answers JSON without its last character.',
    clauses: [JSON_BODIES, POST],
    kind: 'easy',
    plant: replying('create', ({ status, body }) => ({
      status,
      raw: JSON.stringify(body).slice(0, -1),
    })),
    witness: async (client) => (await client.post(person())).json === undefined,
  },
  {
    name: 'changed-cut-short',
    about: 'PUT answers a body of JSON that breaks off.',
    clauses: [JSON_BODIES, PUT],
    kind: 'easy',
    plant: replying('update', () => ({ status: 200, raw: '{"changed": tr' })),
    witness: noJson((client, id) => client.put(id, person())),
  },
  {
    name: 'removed-is-a-page',
    about: 'DELETE answers 200 with an HTML page.',
    clauses: [JSON_BODIES, DELETE],
    kind: 'easy',
    plant: replying('remove', () => ({ status: 200, headers: HTML, raw: PAGE })),
    witness: noJson((client, id) => client.remove(id), 204),
  },
  {
    name: 'put-refuses-json',
    about: 'PUT answers 415 to application/json.',
    clauses: [CONTENT_TYPE, PUT],
    kind: 'easy',
    plant: around('update', (call, next) =>
      call.mediaType.includes('json')
        ? Promise.resolve({ status: 415, body: { error: 'form expected' } })
        : next(call),
    ),
    witness: fails((client, id) => client.put(id, person()), 415),
  },
  {
    name: 'post-wants-a-charset',
    about: 'POST answers 415 to application/json without a charset parameter.',
    clauses: [CONTENT_TYPE, POST],
    kind: 'easy',
    plant: around('create', (call, next) =>
      call.mediaType.includes('charset')
        ? next(call)
        : Promise.resolve({ status: 415, body: { error: 'charset?' } }),
    ),
    witness: async (client) => (await client.post(person())).status === 415,
  },
  {
    name: 'post-reads-forms',
    about: 'POST reads the body as a form, whatever the media type, and finds no field in JSON.',
    clauses: [CONTENT_TYPE, POST],
    kind: 'easy',
    plant: around('create', (call, next) => {
      const fields: Fields = Object.fromEntries(new URLSearchParams(call.text));
      return next({ ...call, text: JSON.stringify(fields) });
    }),
    witness: async (client) => !(await client.post(person())).ok,
  },
];
