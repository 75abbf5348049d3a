// Services that differ in the order and the pages of the list, in its elements, and in the ids that
// they give.

import type { CorrectService } from '../correct-service.ts';
import { counting, lowestFree, scattered } from './ids.ts';
import { byCursor, byOffset, byPage, byPartialPage, byUnderscorePage } from './pagers.ts';
import { optioned } from './server.ts';

export const listServices: readonly CorrectService[] = [
  {
    name: 'newest-first',
    about: 'Lists the newest user first.',
    start: optioned({ order: 'newest first' }),
  },
  {
    name: 'sorted-by-name',
    about: 'Lists the users by name, so that a PUT can move one.',
    start: optioned({
      order: (one, other) =>
        one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id,
    }),
  },
  {
    name: 'pages-of-five',
    about: 'Lists five users a page: ?page=2, Link rel="next".',
    start: optioned({ pager: byPage(5) }),
  },
  {
    name: 'pages-newest-first',
    about: 'Lists ten users a page, the newest first: ?page=2, Link rel="next".',
    start: optioned({ pager: byPage(10), order: 'newest first' }),
  },
  {
    name: 'pages-underscore',
    about:
      'Lists ten users a page as json-server does: ?_page=&_limit=, four links, X-Total-Count.',
    start: optioned({ pager: byUnderscorePage(10), updateWay: 'replace' }),
  },
  {
    name: 'pages-offset',
    about:
      'Lists ten users of the many: ?offset=&limit=; nothing but X-Total-Count says that there are more.',
    start: optioned({ pager: byOffset(10) }),
  },
  {
    name: 'pages-cursor',
    about: 'Lists five users and a Link to an opaque cursor, in the order of scattered ids.',
    start: optioned({ pager: byCursor(5), ids: scattered }),
  },
  {
    name: 'pages-partial',
    about:
      'Lists ten users a page by name with 206; the Link is relative, rel=next without quotation marks, after a rel=prev.',
    start: optioned({
      pager: byPartialPage(10),
      order: (one, other) => one.name.localeCompare(other.name),
      basePath: '/v1',
    }),
  },
  {
    name: 'brief-list',
    about: 'An element of the list has id and name only.',
    start: optioned({ element: ({ id, name }) => ({ id, name }) }),
  },
  {
    name: 'lean-list',
    about:
      'An element of the list has neither skills nor address, and one field that a single user has not.',
    start: optioned({
      element: ({ skills: _skills, address: _address, ...rest }) => ({
        ...rest,
        href: `/users/${rest.id}`,
      }),
    }),
  },
  {
    name: 'id-zero',
    about: 'The first user that is created gets the id 0.',
    start: optioned({ ids: () => counting(0, 1) }),
  },
  {
    name: 'ids-scattered',
    about: 'Ids are scattered up to 2^53 - 1.',
    start: optioned({ ids: scattered }),
  },
  {
    name: 'ids-reused',
    about: 'Ids are given again: the lowest that is free.',
    start: optioned({ ids: lowestFree }),
  },
  {
    name: 'ids-decimal',
    about: 'Ids have decimals: 10.5, 11.75, 13.',
    start: optioned({ ids: () => counting(10.5, 1.25) }),
  },
  {
    name: 'ids-negative',
    about: 'Ids count down from -1.',
    start: optioned({ ids: () => counting(-1, -1) }),
  },
  {
    name: 'ids-from-the-top',
    about: 'Ids count down from 2^53 - 1; POST answers the id alone.',
    start: optioned({ ids: () => counting(Number.MAX_SAFE_INTEGER, -1), createBody: 'id' }),
  },
  {
    name: 'ids-in-tens',
    about: 'Ids are 10, 20, 30, ..., 100.',
    start: optioned({ ids: () => counting(10, 10) }),
  },
  {
    name: 'holds-none',
    about: 'Holds no user at its start, whatever it is given.',
    empty: true,
    start: optioned({ seeds: 'none' }),
  },
  {
    name: 'holds-200',
    about: 'Holds 200 users beyond those that it is given, in one list.',
    start: optioned({ seeds: '200 more' }),
  },
  {
    name: 'holds-200-in-pages',
    about: 'Holds 200 users beyond those that it is given, ten a page; POST answers "created".',
    start: optioned({ seeds: '200 more', pager: byPage(10), createBody: 'word' }),
  },
];
