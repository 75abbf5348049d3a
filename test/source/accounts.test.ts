// Who can log in, what each account sees for itself, and who made an item: in a document of people who
// trade recipes, where nothing lists the accounts.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const flag: Json = { type: 'boolean' };
const number: Json = { type: 'integer' };
const shape = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  required,
  properties,
});
const around = (name: string, schema: Json): Json => shape([name], { [name]: schema });
const listed = (name: string, schema: Json): Json => around(name, { type: 'array', items: schema });
const named = (name: string, schema: Json = text): Json => ({
  name,
  in: 'path',
  required: true,
  schema,
});
const query = (name: string): Json => ({ name, in: 'query', schema: text });
const secured = (given: Json): Json => ({ ...(given as JsonObject), security: [{ Key: [] }] });

const schemas: JsonObject = {
  Credentials: shape(['email', 'password'], { email: text, password: text }),
  Registration: shape(['nick', 'email', 'password'], { nick: text, email: text, password: text }),
  Cook: shape(['nick', 'email', 'token', 'motto'], {
    nick: text,
    email: text,
    token: text,
    motto: text,
  }),
  CookChange: shape([], { email: text, motto: text, password: text }),
  Face: shape(['nick', 'motto', 'subscribed'], { nick: text, motto: text, subscribed: flag }),
  NewRecipe: shape(['title'], { title: text, labels: { type: 'array', items: text } }),
  Recipe: shape(['id', 'title', 'labels', 'liked', 'likesCount', 'author'], {
    id: number,
    title: text,
    labels: { type: 'array', items: text },
    liked: flag,
    likesCount: number,
    author: ref('Face'),
  }),
  NewNote: shape(['text'], { text }),
  Note: shape(['id', 'text', 'authorId'], { id: number, text, authorId: text }),
};

const recipe = around('recipe', ref('Recipe'));
const recipes = listed('recipes', ref('Recipe'));
const cook = around('cook', ref('Cook'));
const face = around('face', ref('Face'));

const document: JsonObject = {
  openapi: '3.0.3',
  paths: {
    '/cooks/login': {
      post: {
        ...(operation(200, cook, around('cook', ref('Credentials'))) as JsonObject),
        responses: {
          200: { content: { 'application/json': { schema: cook } } },
          401: { description: 'no' },
        },
      },
    },
    '/accounts': { post: operation(201, cook, around('cook', ref('Registration'))) },
    '/me': {
      get: secured(operation(200, cook)),
      put: secured(operation(200, cook, around('cook', ref('CookChange')))),
    },
    '/faces/{nick}': { parameters: [named('nick')], get: operation(200, face) },
    '/faces/{nick}/subscribe': {
      parameters: [named('nick')],
      post: secured(operation(200, face)),
      delete: secured(operation(200, face)),
    },
    '/recipes': {
      get: {
        ...(operation(200, recipes) as JsonObject),
        parameters: ['author', 'liked', 'label'].map(query),
      },
      post: secured(operation(201, recipe, around('recipe', ref('NewRecipe')))),
    },
    '/recipes/news': { get: secured(operation(200, recipes)) },
    '/recipes/{id}': {
      parameters: [named('id', number)],
      get: operation(200, recipe),
      delete: secured({ responses: { 204: { description: 'gone' } } }),
    },
    '/recipes/{id}/like': {
      parameters: [named('id', number)],
      put: secured(operation(200, recipe)),
      delete: secured({ responses: { 204: { description: 'taken back' } } }),
    },
    '/recipes/{id}/notes': {
      parameters: [named('id', number)],
      get: operation(200, listed('notes', ref('Note'))),
      post: secured(operation(201, around('note', ref('Note')), around('note', ref('NewNote')))),
    },
    '/labels': { get: operation(200, listed('labels', text)) },
  },
  components: {
    schemas,
    securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
};

const FEED = { '/recipes/news': { where: { '/author/subscribed': true } } };

function start(overrides: JsonObject = {}, of: JsonObject = document) {
  const mock = openApiMock(of, {}, overrides);
  expect(mock.faults).toEqual([]);
  const register = (nick: string) => {
    const sent = { nick, email: `${nick}@cooks.test`, password: `${nick}-secret` };
    const { status, json } = mock.ask('POST /accounts', { cook: sent });
    expect(status).toBe(201);
    return (json as { cook: { token: string } }).cook;
  };
  /** Asks as the owner of a token. */
  const as = (token: string) => (request: string, json?: Json) =>
    mock.ask(request, json, { 'x-key': token });
  const [ann, bo] = [register('ann'), register('bo')];
  return { mock, taken: mock.taken, ann: as(ann.token), bo: as(bo.token), token: ann.token };
}

const idsOf = (json: Json) => (json as { recipes: { id: number }[] }).recipes.map(({ id }) => id);

describe('contractsOfOpenApi, of accounts', () => {
  it('says how it took each operation', () => {
    const { mock } = start();
    expect(mock.taken).toMatchObject({
      'POST /cooks/login': 'login of accounts',
      'POST /accounts': 'create of accounts',
      'GET /me': 'singleton of me',
      'GET /faces/{nick}': 'read of faces',
      'POST /faces/{nick}/subscribe': 'mark of faces',
      'DELETE /faces/{nick}/subscribe': 'unmark of faces',
      'PUT /recipes/{id}/like': 'mark of recipes',
      'GET /labels': 'values of recipes',
    });
    expect(mock.why['POST /cooks/login']).toBe(
      'it takes a password and answers a token: it logs in one of /accounts',
    );
    expect(mock.why['PUT /recipes/{id}/like']).toBe(
      'it sets "liked" of one of /recipes, which "likesCount" counts: another operation does the opposite',
    );
  });

  it('logs in who has registered, with the password alone, and shows none', () => {
    const { mock, token } = start();
    const logIn = (email: string, password: string) =>
      mock.ask('POST /cooks/login', { cook: { email, password } });
    expect(logIn('ann@cooks.test', 'ann-secret')).toMatchObject({
      status: 200,
      json: { cook: { nick: 'ann', token } },
    });
    expect(JSON.stringify(logIn('ann@cooks.test', 'ann-secret'))).not.toContain('secret');
    expect(logIn('ann@cooks.test', 'other').status).toBe(401);
    expect(logIn('nobody@cooks.test', 'other').status).toBe(401);
  });

  it('answers who calls with the account of the token, and changes that', () => {
    const { mock, ann, bo } = start();
    expect(ann('GET /me').json).toMatchObject({ cook: { nick: 'ann', email: 'ann@cooks.test' } });
    expect(bo('PUT /me', { cook: { motto: 'Salt' } })).toMatchObject({
      status: 200,
      json: { cook: { nick: 'bo', motto: 'Salt' } },
    });
    expect(bo('GET /me').json).toMatchObject({ cook: { nick: 'bo', motto: 'Salt' } });
    expect(mock.ask('GET /faces/bo').json).toEqual({
      face: { nick: 'bo', motto: 'Salt', subscribed: false },
    });
    const again = { email: 'bo@cooks.test', password: 'bo-secret' };
    expect(mock.ask('POST /cooks/login', { cook: again }).status).toBe(200);
  });

  it('shows who made an item, as that account is now, and the id alone where that is shown', () => {
    const { mock, ann, bo } = start();
    const { json } = bo('POST /recipes', { recipe: { title: 'Soup' } });
    const soup = json as { recipe: { id: number } };
    expect(soup).toMatchObject({ recipe: { author: { nick: 'bo' }, liked: false, likesCount: 0 } });
    bo('PUT /me', { cook: { motto: 'More salt' } });
    const { id } = soup.recipe;
    expect(mock.ask(`GET /recipes/${id}`).json).toMatchObject({
      recipe: { author: { nick: 'bo', motto: 'More salt' } },
    });
    expect(ann(`POST /recipes/${id}/notes`, { note: { text: 'Good' } }).json).toMatchObject({
      note: { text: 'Good', authorId: 'ann' },
    });
  });

  it('keeps marks for each account, and counts them once each', () => {
    const { mock, ann, bo } = start();
    bo('POST /recipes', { recipe: { title: 'Soup' } });
    expect(ann('PUT /recipes/1/like').json).toMatchObject({
      recipe: { liked: true, likesCount: 1 },
    });
    ann('PUT /recipes/1/like');
    expect(ann('GET /recipes/1').json).toMatchObject({ recipe: { liked: true, likesCount: 1 } });
    expect(bo('GET /recipes/1').json).toMatchObject({ recipe: { liked: false, likesCount: 1 } });
    expect(mock.ask('GET /recipes').json).toMatchObject({ recipes: [{ liked: false }] });
    expect(idsOf(ann('GET /recipes?liked=ann').json)).toEqual([1]);
    expect(idsOf(ann('GET /recipes?liked=bo').json)).toEqual([]);
    bo('DELETE /recipes/1/like');
    expect(ann('DELETE /recipes/1/like').status).toBe(204);
    expect(ann('GET /recipes/1').json).toMatchObject({ recipe: { liked: false, likesCount: 0 } });
    expect(ann('PUT /recipes/7/like').status).toBe(404);
  });

  it('shows whoever has no token the marks that were set without one, and no others', () => {
    const { mock, ann } = start();
    ann('POST /recipes', { recipe: { title: 'Soup' } });
    const liked = { recipe: { liked: true, likesCount: 1 } };
    expect(mock.ask('PUT /recipes/1/like').json).toMatchObject(liked);
    expect(mock.ask('PUT /recipes/1/like').json).toMatchObject(liked);
    expect(mock.ask('GET /recipes/1').json).toMatchObject(liked);
    expect(ann('GET /recipes/1').json).toMatchObject({ recipe: { liked: false, likesCount: 1 } });
    expect(mock.ask('DELETE /recipes/1/like').status).toBe(204);
    expect(mock.ask('GET /recipes/1').json).toMatchObject({
      recipe: { liked: false, likesCount: 0 },
    });
  });

  it('shows the account that a caller follows in what that account made, and in a feed', () => {
    const { ann, bo } = start(FEED);
    ann('POST /recipes', { recipe: { title: 'Salad' } });
    bo('POST /recipes', { recipe: { title: 'Soup' } });
    expect(idsOf(ann('GET /recipes/news').json)).toEqual([]);
    expect(ann('POST /faces/bo/subscribe').json).toMatchObject({
      face: { nick: 'bo', subscribed: true },
    });
    expect(ann('GET /recipes/2').json).toMatchObject({ recipe: { author: { subscribed: true } } });
    expect(bo('GET /recipes/2').json).toMatchObject({ recipe: { author: { subscribed: false } } });
    expect(idsOf(ann('GET /recipes/news').json)).toEqual([2]);
    expect(ann('DELETE /faces/bo/subscribe').json).toMatchObject({ face: { subscribed: false } });
    expect(idsOf(ann('GET /recipes/news').json)).toEqual([]);
  });

  it.each([
    ['a word of its path', '/recipes/feed', '', ''],
    ['its summary', '/recipes/news', 'Recipes of cooks that you subscribe to, newest first', ''],
    ['its description', '/recipes/news', '', 'What followed cooks have made.'],
  ])('shows what those have made whom the caller follows, by %s', (_, path, summary, about) => {
    const list = secured({ ...(operation(200, recipes) as JsonObject), summary });
    const { '/recipes/news': news, ...others } = document['paths'] as JsonObject;
    const given = { get: { ...(list as JsonObject), description: about } };
    const { ann, bo, taken } = start({}, { ...document, paths: { ...others, [path]: given } });
    expect(taken[`GET ${path}`]).toMatch(/^view/);
    ann('POST /recipes', { recipe: { title: 'Salad' } });
    bo('POST /recipes', { recipe: { title: 'Soup' } });
    expect(idsOf(ann(`GET ${path}`).json)).toEqual([]);
    ann('POST /faces/bo/subscribe');
    expect(idsOf(ann(`GET ${path}`).json)).toEqual([2]);
    expect(idsOf(bo(`GET ${path}`).json)).toEqual([]);
  });

  it('leaves what is said of such a list to the mock, with a note for those who check', () => {
    const parts = shape(['id', 'title', 'author'], {
      id: number,
      title: text,
      author: ref('Face'),
    });
    const news = { get: secured(operation(200, listed('recipes', parts))) };
    const paths = { ...(document['paths'] as JsonObject), '/recipes/news': news };
    const { keys, notes } = contractsOfOpenApi(
      { ...document, paths },
      {
        name: 'api.json',
        overrides: FEED,
        undescribed: 'left-open',
      },
    );
    expect(keys).toContain('/recipes/news');
    expect(notes).toEqual([
      {
        place: '/paths/~1recipes~1news',
        message:
          'what you say of /recipes/news counts in the mock alone: the document does not say whose items these are',
      },
    ]);
  });

  it('filters by who made an item and by a value in a list, and lists all values', () => {
    const { ann, bo } = start();
    ann('POST /recipes', { recipe: { title: 'Salad', labels: ['cold', 'green'] } });
    bo('POST /recipes', { recipe: { title: 'Soup', labels: ['warm', 'green'] } });
    expect(idsOf(ann('GET /recipes?author=bo').json)).toEqual([2]);
    expect(idsOf(ann('GET /recipes?label=green').json)).toEqual([1, 2]);
    expect(idsOf(ann('GET /recipes?label=cold').json)).toEqual([1]);
    expect(ann('GET /labels').json).toEqual({ labels: ['cold', 'green', 'warm'] });
  });

  it('takes a token that it does not know for that of the first account, where access is open', () => {
    const { mock, ann } = start();
    const { json } = mock.ask('GET /me', undefined, { 'x-key': 'a.b.c' });
    const first = (json as { cook: { nick: string } }).cook.nick;
    expect(first).not.toBe('ann');
    expect(mock.ask('POST /recipes', { recipe: { title: 'Tea' } }).json).toMatchObject({
      recipe: { author: { nick: first } },
    });
    expect(ann('GET /me').json).toMatchObject({ cook: { nick: 'ann' } });
  });
});

/** A document with plain users that are listed, and a log-in beside them. */
const club = (paths: JsonObject): JsonObject => ({
  openapi: '3.0.3',
  paths: {
    '/users': {
      get: operation(200, { type: 'array', items: ref('User') }),
      post: operation(201, ref('User'), ref('NewUser')),
    },
    '/users/{id}': { parameters: [named('id', number)], get: operation(200, ref('User')) },
    ...paths,
  },
  components: {
    schemas: {
      User: shape(['id', 'email'], { id: number, email: text, name: text }),
      NewUser: shape(['email', 'password'], { email: text, name: text, password: text }),
      Login: shape(['email', 'password'], { email: text, password: text }),
      Session: shape(['accessToken', 'user'], { accessToken: text, user: ref('User') }),
      Post: shape(['id', 'title', 'userId'], { id: number, title: text, userId: number }),
      NewPost: shape(['title'], { title: text }),
      Star: shape(['id', 'name', 'isStarred'], { id: number, name: text, isStarred: flag }),
    },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
});

const authorized = (given: Json): Json => ({ ...(given as JsonObject), security: [{ token: [] }] });

describe('contractsOfOpenApi, of log-ins that declare no refusal of credentials', () => {
  const token = shape(['token'], { token: text });
  const mockWith = (statuses: readonly number[]) =>
    openApiMock({
      openapi: '3.0.3',
      paths: {
        '/members': {
          get: operation(200, { type: 'array', items: ref('Member') }),
          post: operation(201, ref('Member'), ref('NewMember')),
        },
        '/auth/sign-in': {
          post: {
            ...(operation(200, token, ref('Pair')) as JsonObject),
            responses: Object.fromEntries([
              ['200', { content: { 'application/json': { schema: token } } }],
              ...statuses.map((status) => [status, { description: 'no' }] as const),
            ]),
          },
        },
        '/auth/register': { post: operation(201, token, ref('Pair')) },
      },
      components: {
        schemas: {
          Pair: shape(['name', 'password'], { name: text, password: text }),
          Member: shape(['id', 'name'], { id: number, name: text }),
          NewMember: shape(['name', 'password'], { name: text, password: text }),
        },
      },
    });

  it.each([
    ['422', [422], 422],
    ['400', [400], 400],
    ['403', [403, 422], 403],
    ['nothing', [], 401],
  ] as const)('refuses with %s', (_, statuses, status) => {
    const unknown = { name: 'nobody', password: 'x' };
    expect(mockWith(statuses).ask('POST /auth/sign-in', unknown).status).toBe(status);
  });

  it('takes no registration for a log-in, though it answers a token', () => {
    const mock = mockWith([401]);
    expect(mock.taken['POST /auth/sign-in']).toBe('login of members');
    expect(mock.taken['POST /auth/register']).not.toBe('login of members');
    expect(mock.ask('POST /auth/register', { name: 'b', password: 'x' }).status).toBe(201);
  });
});

describe('contractsOfOpenApi, of accounts that are listed', () => {
  const { ask, faults, taken } = openApiMock(
    club({
      '/auth/login': { post: operation(200, ref('Session'), ref('Login')) },
      '/auth/me': { get: authorized(operation(200, ref('User'))) },
      '/posts': {
        get: operation(200, { type: 'array', items: ref('Post') }),
        post: authorized(operation(201, ref('Post'), ref('NewPost'))),
      },
    }),
  );

  it('answers the token and the user of a log-in, and the same one for the token', () => {
    expect(faults).toEqual([]);
    expect(taken).toMatchObject({
      'POST /auth/login': 'login of users',
      'GET /auth/me': 'singleton of me',
    });
    const ann = { email: 'ann@club.test', name: 'Ann', password: 'secret' };
    const made = ask('POST /users', ann).json as { id: number };
    expect(made).toEqual({ id: made.id, email: 'ann@club.test', name: 'Ann' });
    const { json } = ask('POST /auth/login', { email: 'ann@club.test', password: 'secret' });
    const session = json as { accessToken: string; user: Json };
    expect(session.user).toEqual(made);
    const authorization = { authorization: `Bearer ${session.accessToken}` };
    expect(ask('GET /auth/me', undefined, authorization).json).toEqual(made);
    expect(ask('POST /posts', { title: 'Hi' }, authorization).json).toMatchObject({
      title: 'Hi',
      userId: made.id,
    });
    expect(ask('GET /users').json).toContainEqual(made);
  });
});

describe('contractsOfOpenApi, of tokens that are no log-in', () => {
  const pair = (required: readonly string[]) =>
    shape(required, { user: ref('User'), accessToken: text, refreshToken: text });
  const renewal = shape(['refreshToken'], { refreshToken: text });
  const change = shape([], { name: text });
  const me = authorized(operation(200, ref('User')));
  const paths = (required: readonly string[]): JsonObject => ({
    '/auth/register': { post: operation(201, pair(required), ref('NewUser')) },
    '/auth/login': { post: operation(200, pair(required), ref('Login')) },
    '/auth/refresh': { post: operation(200, pair(required), renewal) },
    '/auth/me': { get: me },
    '/users/me': {
      patch: authorized(operation(200, ref('User'), change)),
      delete: authorized({ responses: { 204: { description: '' } } }),
    },
  });
  const bearer = (json: Json) => {
    const { accessToken } = json as { accessToken: string };
    return { authorization: `Bearer ${accessToken}` };
  };

  it.each<[string, readonly string[], readonly string[]]>([
    ['required', ['user', 'accessToken', 'refreshToken'], ['/users', '/users/{id}']],
    ['optional', ['user'], ['/users', '/users/{id}']],
    ['all that is said of accounts', ['user', 'accessToken'], []],
  ])('is the account that is made, or calls, where they are %s', (_, required, listed) => {
    const document = club(paths(required));
    const all = Object.entries(document['paths'] as JsonObject);
    const kept = all.filter(([path]) => listed.length > 0 || !/^\/users(\/\{id\})?$/.test(path));
    const { ask, faults } = openApiMock({ ...document, paths: Object.fromEntries(kept) });
    expect(faults).toEqual([]);
    const join = (name: string) =>
      ask('POST /auth/register', { email: `${name}@club.test`, name, password: 'secret' }).json;
    const [ann, bob] = [join('Ann'), join('Bob')];
    expect(ask('GET /auth/me', undefined, bearer(bob)).json).toMatchObject({ name: 'Bob' });
    const { refreshToken } = ann as { refreshToken: string };
    const renewed = bearer(ask('POST /auth/refresh', { refreshToken }).json);
    expect(ask('GET /auth/me', undefined, renewed).json).toMatchObject({ name: 'Ann' });
    expect(ask('PATCH /users/me', { name: 'Anna' }, renewed).json).toMatchObject({ name: 'Anna' });
    expect(ask('GET /auth/me', undefined, bearer(ann)).json).toMatchObject({ name: 'Anna' });
    expect(ask('GET /auth/me', undefined, bearer(bob)).json).toMatchObject({ name: 'Bob' });
    expect(ask('DELETE /users/me', undefined, bearer(ann)).status).toBe(204);
    const login = { email: 'Ann@club.test', password: 'secret' };
    expect(ask('POST /auth/login', login).status).toBe(401);
    expect(ask('GET /auth/me', undefined, bearer(bob)).json).toMatchObject({ name: 'Bob' });
  });
});

describe('contractsOfOpenApi, of marks where nobody logs in', () => {
  const stars = (paths: JsonObject) =>
    openApiMock(
      club({
        '/stars': {
          get: operation(200, { type: 'array', items: ref('Star') }),
          post: operation(201, ref('Star'), things),
        },
        '/stars/{id}': { parameters: [named('id', number)], get: operation(200, ref('Star')) },
        ...paths,
      }),
    );
  const things = shape(['name'], { name: text });
  const at = { parameters: [named('id', number)] };

  it('sets them for all, by a pair of words', () => {
    const { ask, faults } = stars({
      '/stars/{id}/star': { ...at, post: operation(200, ref('Star')) },
      '/stars/{id}/unstar': { ...at, post: operation(200, ref('Star')) },
    });
    expect(faults).toEqual([]);
    ask('POST /stars', { name: 'Vega' });
    expect(ask('GET /stars/1').json).toEqual({ id: 1, name: 'Vega', isStarred: false });
    expect(ask('POST /stars/1/star').json).toMatchObject({ isStarred: true });
    expect(ask('GET /stars').json).toMatchObject([{ isStarred: true }]);
    expect(ask('POST /stars/1/unstar').json).toMatchObject({ isStarred: false });
    expect(ask('GET /stars/1').json).toMatchObject({ isStarred: false });
  });

  it('takes no action for a mark that has no opposite, a body, or another word', () => {
    const { taken } = stars({
      '/stars/{id}/star': { ...at, post: operation(200, ref('Star')) },
      '/stars/{id}/name': {
        ...at,
        post: operation(200, ref('Star')),
        delete: operation(200, ref('Star')),
      },
    });
    expect(taken['POST /stars/{id}/star']).toBe('action');
    expect(taken['POST /stars/{id}/name']).toBe('action');
  });
});
