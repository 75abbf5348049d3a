// Services that differ in many things at once, as real ones do.

import type { CorrectService } from '../correct-service.ts';
import {
  bearer,
  bodyless,
  bounded,
  limited,
  needing,
  overloaded,
  queryless,
  strictType,
  tooMany,
  waiting,
  without,
} from './gates.ts';
import { counting, lowestFree, randomBelowOne, scattered } from './ids.ts';
import { byCursor, byOffset, byPage, byUnderscorePage } from './pagers.ts';
import { optioned } from './server.ts';

const draw = randomBelowOne(3);

export const mixtureServices: readonly CorrectService[] = [
  {
    name: 'mix-framework',
    about: 'Under /api/v2, vendor type in chunks, Location, PUT 204, newest first in pages of ten.',
    start: optioned({
      basePath: '/api/v2',
      contentType: 'application/vnd.acme+json; charset=utf-8',
      framing: 'chunked',
      location: 'absolute',
      updateStatus: 204,
      updateBody: 'none',
      order: 'newest first',
      pager: byPage(10),
    }),
  },
  {
    name: 'mix-queue',
    about:
      'Answers 202 and "created" to POST, 202 to the others, after small delays, compressed; ids are scattered, the list is brief.',
    start: optioned({
      gates: [waiting(() => draw() * 10)],
      framing: 'gzip',
      createStatus: 202,
      createBody: 'word',
      updateStatus: 202,
      updateBody: 'none',
      removeStatus: 202,
      ids: scattered,
      element: ({ id, name }) => ({ id, name }),
    }),
  },
  {
    name: 'mix-guarded',
    about:
      'Needs a token, a key, precise headers and small bodies; knows no query, no HEAD, and no unknown field.',
    headers: ['Authorization: Bearer mixed', 'X-API-Key: 42'],
    start: optioned({
      gates: [
        bearer('mixed'),
        needing('x-api-key', '42', 401),
        needing('accept', 'application/json', 406),
        strictType('with parameters'),
        without(['HEAD', 'OPTIONS', 'PATCH'], 405),
        bounded(2000),
        queryless,
        bodyless,
      ],
      unknownFields: 'refuse',
      unknownRead: 403,
      unknownUpdate: 403,
      unknownRemove: 403,
      errorBody: () => undefined,
    }),
  },
  {
    name: 'mix-forgiving',
    about:
      'PUT makes unknown users and replaces, DELETE forgives, ids are given again, unknown fields are kept, a list of offsets.',
    start: optioned({
      unknownUpdate: 'create',
      updateWay: 'replace',
      unknownRemove: 204,
      ids: lowestFree,
      unknownFields: 'keep',
      pager: byOffset(5),
      order: 'newest first',
      contentType: 'Application/JSON; Charset="UTF-8"',
    }),
  },
  {
    name: 'mix-limited-pages',
    about: 'Takes 50 requests a second, lists five a page, and answers POST with "created".',
    limited: true,
    start: optioned({
      gates: [limited(50, tooMany)],
      pager: byPage(5),
      createBody: 'word',
      createStatus: 200,
    }),
  },
  {
    name: 'mix-limited-token',
    about:
      'Takes 50 requests a second (503 and a date), of those with a token; PUT needs the id; ids count down from 0.',
    limited: true,
    headers: ['Authorization: Bearer limited'],
    start: optioned({
      gates: [bearer('limited'), limited(50, overloaded)],
      idInUpdate: 'needed',
      ids: () => counting(0, -1),
      createBody: 'nested',
      pager: byUnderscorePage(5),
    }),
  },
  {
    name: 'mix-silent',
    about:
      'Says as little as can be: 204 for POST with a Location, for PUT and DELETE, errors without a body, a brief list by a cursor.',
    start: optioned({
      createStatus: 204,
      location: 'path',
      updateStatus: 204,
      removeStatus: 204,
      unknownRemove: 204,
      errorBody: () => undefined,
      element: ({ id, name }) => ({ id, name }),
      pager: byCursor(10),
      basePath: '/s',
    }),
  },
];
