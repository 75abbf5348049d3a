// Services that ask for something before they answer, take only so much, or take their time.

import type { CorrectService } from '../correct-service.ts';
import type { Choices } from './choices.ts';
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
import { lowestFree, randomBelowOne } from './ids.ts';
import { byCursor, byPage } from './pagers.ts';
import { optioned } from './server.ts';

/** Refuses new users as soon as it holds so many. */
export function quota(usersMax: number, status: number): Choices['refuseNew'] {
  return (_fields, users) =>
    users.size >= usersMax ? { status, text: 'There is no room for another user.' } : undefined;
}

/** Waits of 0 to 10 ms that look random. */
function smallDelays(seed: number): () => number {
  const draw = randomBelowOne(seed);
  return () => draw() * 10;
}

/** Delays of 0 to 60 ms that look random. */
function onTheWay(seed: number): () => number {
  const draw = randomBelowOne(seed);
  return () => draw() * 60;
}

export const limitServices: readonly CorrectService[] = [
  {
    name: 'bearer-token',
    about: 'Needs a bearer token; 401 with WWW-Authenticate otherwise.',
    headers: ['Authorization: Bearer secret'],
    start: optioned({ gates: [bearer('secret')] }),
  },
  {
    name: 'api-key-and-tenant',
    about: 'Needs X-API-Key (403) and X-Tenant (400).',
    headers: ['X-API-Key: k-7f3a', 'X-Tenant: acme'],
    start: optioned({
      gates: [needing('x-api-key', 'k-7f3a', 403), needing('x-tenant', 'acme', 400)],
      basePath: '/api',
    }),
  },
  {
    name: 'user-agent-needed',
    about: 'Needs any User-Agent, or answers 403.',
    headers: ['User-Agent: a-client/1.0'],
    start: optioned({ gates: [needing('user-agent', undefined, 403)] }),
  },
  {
    name: 'rate-429',
    about: 'Takes 50 requests a second; 429 with Retry-After: 1 otherwise.',
    limited: true,
    start: optioned({ gates: [limited(50, tooMany)] }),
  },
  {
    name: 'rate-503-date',
    about: 'Takes 50 requests a second; 503 with a date in Retry-After otherwise.',
    limited: true,
    start: optioned({
      gates: [limited(50, overloaded)],
      updateWay: 'replace',
      removeStatus: 200,
      removeBody: 'flag',
    }),
  },
  {
    name: 'slow',
    about: 'Takes 300 ms for each reply.',
    slow: true,
    start: optioned({ gates: [waiting(() => 300)] }),
  },
  {
    name: 'slow-pages-with-token',
    about:
      'Takes 300 ms for each reply, lists ten a page, needs a token, and answers POST with a Location alone.',
    slow: true,
    headers: ['Authorization: Bearer slow-secret'],
    start: optioned({
      gates: [bearer('slow-secret'), waiting(() => 300)],
      pager: byPage(10),
      createBody: 'empty',
      location: 'absolute',
    }),
  },
  {
    name: 'slow-replies-overtake',
    about:
      'Takes 80 ms for each reply, which is on its way for up to 60 ms more, and gives ids again: the lowest that is free.',
    slow: true,
    start: optioned({ gates: [waiting(() => 80)], wayMs: () => onTheWay(3), ids: lowestFree }),
  },
  {
    name: 'small-delays',
    about: 'Looks at each request after 0 to 10 ms, so that requests at once overtake each other.',
    start: optioned({ gates: [waiting(smallDelays(1))] }),
  },
  {
    name: 'small-delays-reused-ids',
    about: 'The same, with ids that are given again, and PUT replaces.',
    start: optioned({ gates: [waiting(smallDelays(2))], ids: lowestFree, updateWay: 'replace' }),
  },
  {
    name: 'accept-precisely',
    about: 'Needs Accept: application/json precisely, or answers 406.',
    start: optioned({ gates: [needing('accept', 'application/json', 406)] }),
  },
  {
    name: 'type-with-parameters',
    about: 'A body needs Content-Type: application/json, with parameters or without, or 415.',
    start: optioned({ gates: [strictType('with parameters')] }),
  },
  {
    name: 'type-bare',
    about: 'A body needs Content-Type: application/json without parameters, or 415.',
    start: optioned({ gates: [strictType('bare')] }),
  },
  {
    name: 'no-head-405',
    about: 'Offers neither HEAD nor OPTIONS nor PATCH: 405.',
    start: optioned({ gates: [without(['HEAD', 'OPTIONS', 'PATCH'], 405)] }),
  },
  {
    name: 'no-head-404',
    about: 'Does not know HEAD, OPTIONS and PATCH: 404.',
    start: optioned({ gates: [without(['HEAD', 'OPTIONS', 'PATCH'], 404)] }),
  },
  {
    name: 'no-head-501',
    about: 'Has not implemented HEAD, OPTIONS and PATCH: 501.',
    start: optioned({
      gates: [without(['HEAD', 'OPTIONS', 'PATCH'], 501)],
      errorBody: () => undefined,
    }),
  },
  {
    name: 'small-bodies',
    about: 'Takes bodies up to 600 bytes (413) whose length is said before (411).',
    start: optioned({ gates: [bounded(600)] }),
  },
  {
    name: 'no-surprises',
    about:
      'Answers 400 to a query, to a body where none is shown, and to fields that it does not know.',
    start: optioned({ gates: [queryless, bodyless], unknownFields: 'refuse' }),
  },
  {
    name: 'quota-30',
    about: 'Holds 30 users and no more: 507.',
    start: optioned({ refuseNew: quota(30, 507) }),
  },
  {
    name: 'quota-12',
    about: 'Holds 12 users and no more: 403.',
    start: optioned({ refuseNew: quota(12, 403), updateWay: 'replace' }),
  },
  {
    name: 'busy-neighbour',
    about: 'Others add, change and remove foreign users all the time.',
    busy: true,
    start: optioned({ neighbour: 'busy' }),
  },
  {
    name: 'busy-neighbour-in-pages',
    about:
      'Others write all the time, POST answers "created", and the list comes in pages of ten, by a cursor.',
    busy: true,
    start: optioned({ neighbour: 'busy', createBody: 'word', pager: byCursor(10) }),
  },
];
