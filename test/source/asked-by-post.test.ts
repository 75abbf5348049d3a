// Reads, lists and changes by POST, of which words tell: the mock reads, lists and changes rows.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const answers = (...given: Parameters<typeof operation>): JsonObject =>
  operation(...given) as JsonObject;
const silent: JsonObject = { responses: { 200: { description: 'OK' } } };
const taking = (schema: Json): JsonObject => ({
  requestBody: { content: { 'application/json': { schema } } },
});
const enveloped: Json = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    token: { type: 'string' },
    data: { type: 'object', properties: { user: ref('User') } },
  },
};
const ofUser: Json = {
  type: 'object',
  properties: { data: { type: 'object', properties: { user: ref('User') } } },
};
const document: JsonObject = {
  openapi: '3.0.3',
  paths: {
    '/auth/register': {
      post: { ...answers(201, enveloped), ...taking(things('email', 'password', 'firstName')) },
    },
    '/auth/login': { post: { ...answers(200, enveloped), ...taking(things('email', 'password')) } },
    '/auth/change-password': {
      post: { ...answers(200, enveloped), ...taking(things('passwordCurrent', 'password')) },
    },
    '/user/me': { post: { ...answers(200, ofUser), summary: 'Get current user profile' } },
    '/user/update': { post: { ...silent, ...taking(things('firstName')) } },
    '/admin/users': {
      post: {
        ...silent,
        ...taking({
          type: 'object',
          properties: { limit: { type: 'integer' }, role: { type: 'string' } },
        }),
        summary: 'List all users',
      },
    },
    '/admin/role': {
      post: { ...silent, ...taking(things('userId', 'role')), summary: 'Update user role' },
    },
    '/auth/logout': { post: { ...silent, summary: 'Log out' } },
    '/users/export': { post: { ...silent, summary: 'Export all users' } },
  },
  components: { schemas: { User: things('id', 'email', 'firstName', 'role') } },
};

describe('accounts that are read, listed and changed by POST', () => {
  const mock = openApiMock(document);
  const { ask, taken } = mock;

  it('are taken so, and other things are not', () => {
    expect(mock.faults).toEqual([]);
    expect(taken).toMatchObject({
      'POST /auth/register': 'registration of register',
      'POST /auth/login': 'login of register',
      'POST /auth/change-password': 'action',
      'POST /user/me': 'read of me',
      'POST /user/update': 'singleton of update',
      'POST /admin/users': 'view of users',
      'POST /admin/role': 'update of register',
      'POST /auth/logout': 'action',
      'POST /users/export': 'action',
    });
  });

  it('are the rows that register and log in', () => {
    const user = { email: 'a@example.com', password: 'zzq zzq zzq' };
    ask('POST /auth/register', { ...user, firstName: 'Ada' });
    const { token, data } = ask('POST /auth/login', user).json as {
      readonly token: string;
      readonly data: { readonly user: JsonObject };
    };
    const id = data.user['id'] ?? null;
    const caller = { authorization: `Bearer ${token}` };
    const me = () => ask('POST /user/me', undefined, caller).json;
    expect(me()).toMatchObject({ data: { user: { firstName: 'Ada' } } });
    ask('POST /user/update', { firstName: 'Eva' }, caller);
    expect(ask('POST /admin/role', { userId: id, role: 'zzr' }).status).toBe(200);
    expect(me()).toMatchObject({ data: { user: { firstName: 'Eva', role: 'zzr' } } });
    expect(ask('POST /admin/role', { userId: 98_765, role: 'zzr' }).status).toBe(404);
    expect(ask('POST /admin/users', { role: 'zzr' }).json).toMatchObject([{ id }]);
    expect(ask('POST /admin/users', { role: 'no such role' }).json).toEqual([]);
    expect(ask('POST /admin/users', { limit: 1 }).json).toHaveLength(1);
    expect(ask('POST /admin/users').json).not.toHaveLength(1);
  });

  it('are none for a service: words alone tell', () => {
    const left = contractsOfOpenApi(document, { name: 'd', undescribed: 'left-open' });
    for (const { as } of left.taken) expect(as).toBe('action');
  });
});

describe('a search by POST below a collection', () => {
  it('lists its rows, and creates none', () => {
    const Note = things('id', 'title', 'text');
    const { ask, taken } = openApiMock({
      openapi: '3.0.3',
      paths: {
        '/notes': {
          get: answers(200, listOf(ref('Note'))),
          post: { ...answers(201, ref('Note')), ...taking(things('title', 'text')) },
        },
        '/notes/search': {
          post: {
            ...answers(200, listOf(things('id', 'title', 'score'))),
            ...taking(things('query')),
            summary: 'Semantic search',
          },
        },
        '/notes/delete-list': { post: { ...silent, summary: 'notes_delete_list' } },
      },
      components: { schemas: { Note } },
    });
    expect(taken['POST /notes/search']).toBe('view of search');
    expect(taken['POST /notes/delete-list']).toBe('action');
    ask('POST /notes', { title: 'zzq', text: 'zzr' });
    const all = ask('GET /notes').json as readonly Json[];
    const found = ask('POST /notes/search', { query: 'zzq' }).json;
    expect(JSON.stringify(found)).toContain('zzq');
    expect(ask('GET /notes').json).toHaveLength(all.length);
  });
});
