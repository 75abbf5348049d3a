// The interface of RealWorld (Conduit) as contracts written by hand: each request of its public
// collection is answered in the form that a frontend expects, and articles live their whole life.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { openApiDocument } from '../../../src/model/openapi/openapi.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { seedState } from '../../../src/project/save/seed-state.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { root } from '../../support/root.ts';
import { createWorld, type Sent, type World } from '../../support/users.ts';

const folder = join(root, 'examples', 'realworld');
const project = await loadProject({
  contract: join(folder, 'contracts'),
  db: join(folder, 'db.json'),
  profile: 'standin',
});
const checker = createChecker(project.schemas);

let world: World;
beforeEach(() => {
  const { contracts, schemas, rows } = project;
  world = createWorld({
    project: { contracts, schemas, checker, rows: Object.fromEntries(rows) },
    state: seedState(project),
    draw: { time: () => ({ ms: 1_000, iso: '2026-01-01T00:00:00.000Z' }) },
  });
});

const post = { json: { article: { title: 'My First Post', description: 'd', body: 'b' } } };

describe('contracts of RealWorld', () => {
  it('take fewer than 200 lines', () => {
    const files = readdirSync(join(folder, 'contracts'));
    const lines = files.map(
      (file) => readFileSync(join(folder, 'contracts', file), 'utf8').split('\n').length - 1,
    );
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(200);
  });

  it.each<[string, Sent, number, string]>([
    [
      'POST /api/users',
      { json: { user: { username: 'a', email: 'a@x.io', password: 'p' } } },
      201,
      'user-body',
    ],
    [
      'POST /api/users/login',
      { json: { user: { email: 'jake@jake.jake', password: 'p' } } },
      200,
      'user-body',
    ],
    ['GET /api/user', {}, 200, 'user-body'],
    ['PUT /api/user', { json: { user: { bio: 'new' } } }, 200, 'user-body'],
    ['GET /api/profiles/jake', {}, 200, 'profile-body'],
    ['POST /api/profiles/jake/follow', {}, 200, 'profile-body'],
    ['DELETE /api/profiles/jake/follow', {}, 200, 'profile-body'],
    ['GET /api/articles?limit=20&offset=0', {}, 200, 'articles'],
    ['GET /api/articles/feed', {}, 200, 'articles'],
    ['POST /api/articles', post, 201, 'article-body'],
    ['GET /api/articles/how-to-train-your-dragon', {}, 200, 'article-body'],
    [
      'PUT /api/articles/how-to-train-your-dragon',
      { json: { article: { body: 'x' } } },
      200,
      'article-body',
    ],
    ['POST /api/articles/how-to-train-your-dragon/favorite', {}, 200, 'article-body'],
    ['DELETE /api/articles/how-to-train-your-dragon/favorite', {}, 200, 'article-body'],
    [
      'POST /api/articles/how-to-train-your-dragon/comments',
      { json: { comment: { body: 'c' } } },
      200,
      'comment-body',
    ],
    ['GET /api/articles/how-to-train-your-dragon/comments', {}, 200, 'comments'],
    ['GET /api/tags', {}, 200, 'tags'],
  ])('answer %s', (request, sent, status, schema) => {
    const answer = world.ask(request, sent);
    const flaws = checker
      .check(schema, answer.json)
      .filter(({ missing }) => missing !== 'password');
    expect([answer.status, flaws]).toEqual([status, []]);
    expect(answer.text).not.toContain('"password"');
  });

  it('are an OpenAPI document with whole bodies, and no reference to what is not there', () => {
    const document = openApiDocument({
      contracts: project.contracts,
      schemas: project.schemas,
      choose: (key) => project.profile[key],
      server: '/',
      version: '1',
    });
    const paths = document['paths'] as Record<string, JsonObject>;
    expect(Object.keys(paths)).toEqual([
      '/api/articles',
      '/api/articles/{slug}',
      '/api/articles/{slug}/favorite',
      '/api/tags',
      '/api/articles/{slug}/comments',
      '/api/articles/{slug}/comments/{id}',
      '/api/articles/feed',
      '/api/profiles',
      '/api/profiles/{username}',
      '/api/profiles/{username}/follow',
      '/api/user',
      '/api/users',
      '/api/users/login',
    ]);
    const text = JSON.stringify(document);
    const schemas = (document['components'] as JsonObject)['schemas'] as JsonObject;
    const named = [...text.matchAll(/#\/components\/schemas\/([^"/]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !Object.hasOwn(schemas, name ?? ''))).toEqual([]);
    expect(JSON.stringify(paths['/api/articles']?.['post'])).toContain('schemas/new-article"');
    expect(JSON.stringify(paths['/api/articles/{slug}/comments'])).toContain('"name":"slug"');
  });

  it('keep favorites and followers, and show of a user only the profile', () => {
    const user = { username: 'celeb', email: 'celeb@x.io', password: 'secret' };
    world.ask('POST /api/users', { json: { user } });
    const profile = { username: 'celeb', bio: null, image: null, following: false };
    const ask = (request: string): Json => world.ask(request).json;
    expect(ask('GET /api/profiles/celeb')).toEqual({ profile });
    const followed = { profile: { ...profile, following: true } };
    expect(ask('POST /api/profiles/celeb/follow')).toEqual(followed);
    expect(ask('GET /api/profiles/celeb')).toEqual(followed);
    expect(ask('DELETE /api/profiles/celeb/follow')).toEqual({ profile });
    const article = '/api/articles/how-to-train-your-dragon';
    const favorite = { article: { favorited: true, favoritesCount: 1 } };
    expect(ask(`POST ${article}/favorite`)).toMatchObject(favorite);
    expect(ask(`GET ${article}`)).toMatchObject(favorite);
    const plain = { article: { favorited: false, favoritesCount: 0 } };
    expect(ask(`DELETE ${article}/favorite`)).toMatchObject(plain);
    expect(ask(`GET ${article}`)).toMatchObject(plain);
  });

  it('let an article live its whole life', () => {
    const slugs = (request: string): Json =>
      ((world.ask(request).json as JsonObject)['articles'] as readonly JsonObject[]).map(
        ({ slug }) => slug as Json,
      );
    world.ask('POST /api/articles', post);
    world.ask('POST /api/articles', post);
    const newest = ['my-first-post-2', 'my-first-post', 'how-to-train-your-dragon'];
    expect(slugs('GET /api/articles')).toEqual(newest);
    expect(slugs('GET /api/articles/feed')).toEqual(newest);
    expect(slugs('GET /api/articles?limit=1&offset=1')).toEqual(['my-first-post']);
    expect((world.ask('GET /api/articles?limit=1').json as JsonObject)['articlesCount']).toBe(3);
    world.ask('POST /api/articles/my-first-post/comments', { json: { comment: { body: 'c' } } });
    const { json } = world.ask('GET /api/articles/my-first-post/comments');
    expect((json as JsonObject)['comments']).toMatchObject([{ id: 1, body: 'c' }]);
    expect(world.ask('DELETE /api/articles/my-first-post').status).toBe(204);
    expect(world.ask('GET /api/articles/my-first-post/comments').status).toBe(404);
    expect(world.state.collection('comments').size).toBe(0);
  });
});
