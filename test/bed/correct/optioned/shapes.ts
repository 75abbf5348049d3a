// Services that differ in the look of a reply, in their path, and in what they return of a user.

import type { CorrectService } from '../correct-service.ts';
import { scattered } from './ids.ts';
import { byPage } from './pagers.ts';
import { optioned } from './server.ts';

export const shapeServices: readonly CorrectService[] = [
  { name: 'whole-body', about: 'POST answers 201 with the whole user.', start: optioned({}) },
  {
    name: 'id-only-body',
    about: 'POST answers with the id alone.',
    start: optioned({ createBody: 'id' }),
  },
  {
    name: 'nested-body',
    about: 'POST answers {"data":{"user":{...}}}, with a Location.',
    start: optioned({ createBody: 'nested', location: 'absolute' }),
  },
  {
    name: 'empty-object-absolute-location',
    about: 'POST answers {}; the id is in an absolute Location.',
    start: optioned({ createBody: 'empty', location: 'absolute' }),
  },
  {
    name: 'ok-relative-location',
    about: 'POST answers {"ok":true}; the id is in a Location that is a path.',
    start: optioned({ createBody: 'ok', location: 'path', basePath: '/v2' }),
  },
  {
    name: 'created-word',
    about: 'POST answers "created", with neither id nor Location; the user is found in the list.',
    start: optioned({ createBody: 'word' }),
  },
  {
    name: 'created-word-in-brief-pages',
    about:
      'POST answers "created"; the user is found by name alone, in a list of pages, under a scattered id.',
    start: optioned({
      createBody: 'word',
      ids: scattered,
      pager: byPage(5),
      element: ({ id, name }) => ({ id, name }),
    }),
  },
  {
    name: 'id-under-another-key',
    about: 'POST answers {"status","userId","requestId"}, with no field id.',
    start: optioned({ createBody: 'other-key', createStatus: 200 }),
  },
  {
    name: 'accepted-yet-there',
    about: 'POST, PUT and DELETE answer 202, and yet all is done at once.',
    start: optioned({
      createStatus: 202,
      createBody: 'id',
      updateStatus: 202,
      updateBody: 'none',
      removeStatus: 202,
    }),
  },
  { name: 'base-path', about: 'Lives under /api/v1.', start: optioned({ basePath: '/api/v1' }) },
  {
    name: 'deep-base-path',
    about: 'Lives under a deep path that holds the word users itself; Location is a path.',
    start: optioned({
      basePath: '/tenants/42/users-api/users/v1.0',
      location: 'path',
      createBody: 'ok',
    }),
  },
  {
    name: 'vendor-media-type',
    about: 'Answers application/vnd.acme+json.',
    start: optioned({ contentType: 'application/vnd.acme+json' }),
  },
  {
    name: 'vendor-media-type-with-parameters',
    about: 'Answers application/vnd.acme.v2+json; charset=utf-8; profile="a;b".',
    start: optioned({
      contentType: 'application/vnd.acme.v2+json; charset=utf-8; profile="a;b"',
      createStatus: 200,
    }),
  },
  {
    name: 'odd-charset',
    about: 'Answers Application/JSON; Charset="UTF-8".',
    start: optioned({ contentType: 'Application/JSON; Charset="UTF-8"' }),
  },
  {
    name: 'chunked',
    about: 'Sends its bodies in chunks of 7 bytes.',
    start: optioned({ framing: 'chunked' }),
  },
  {
    name: 'gzip',
    about: 'Compresses what it sends where Accept-Encoding allows it.',
    start: optioned({ framing: 'gzip', removeStatus: 200, removeBody: 'user' }),
  },
  {
    name: 'empty-errors',
    about: 'Sends no body with an error.',
    start: optioned({ errorBody: () => undefined, updateBody: 'none', updateStatus: 204 }),
  },
  {
    name: 'errors-as-text',
    about: 'The body of an error is a JSON string.',
    start: optioned({ errorBody: (_status, text) => text }),
  },
  {
    name: 'errors-as-list',
    about: 'The body of an error is a JSON array of objects that have an id and a name themselves.',
    start: optioned({ errorBody: (status, text) => [{ id: status, name: 'Error', text }] }),
  },
  {
    name: 'errors-as-null',
    about: 'The body of an error is null.',
    start: optioned({ errorBody: () => null }),
  },
  {
    name: 'keeps-unknown-fields',
    about: 'Stores and returns fields that the specification does not name.',
    start: optioned({ unknownFields: 'keep', createStatus: 200 }),
  },
  {
    name: 'derived-fields',
    about:
      'Adds fields that are derived: links, initials, the number of skills, a nested object with an id of its own.',
    start: optioned({
      view: (user) => ({
        ...user,
        initials: user.name.slice(0, 1),
        skillCount: Array.isArray(user['skills']) ? user['skills'].length : 0,
        account: { id: 1, kind: 'basic' },
        _links: { self: { href: `/users/${user.id}` } },
      }),
    }),
  },
  {
    name: 'fields-backwards',
    about: 'The fields of a single user come in the reverse of their order in the list.',
    start: optioned({ view: (user) => Object.fromEntries(Object.entries(user).reverse()) }),
  },
];
