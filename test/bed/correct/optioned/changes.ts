// Services that differ in what PUT and DELETE do, and in what they answer for users that are not
// there.

import type { CorrectService } from '../correct-service.ts';
import { optioned } from './server.ts';

export const changeServices: readonly CorrectService[] = [
  {
    name: 'put-merges',
    about: 'PUT changes the fields that are sent; 200 with {"updated":1}.',
    start: optioned({ updateBody: 'count' }),
  },
  {
    name: 'put-merges-deeply',
    about: 'PUT merges within the address too, so that a city alone leaves the district.',
    start: optioned({ updateWay: 'merge deeply' }),
  },
  {
    name: 'put-replaces',
    about: 'PUT replaces the user: name and email are needed, and what is not sent is gone.',
    start: optioned({ updateWay: 'replace' }),
  },
  {
    name: 'put-replaces-silently',
    about: 'PUT replaces the user and answers 204.',
    start: optioned({ updateWay: 'replace', updateStatus: 204, updateBody: 'none' }),
  },
  {
    name: 'put-needs-id',
    about: 'PUT needs the id in the body as well, or answers 400.',
    start: optioned({ idInUpdate: 'needed', updateWay: 'replace' }),
  },
  {
    name: 'put-refuses-id',
    about: 'PUT answers 400 where the body holds an id.',
    start: optioned({ idInUpdate: 'refused', updateStatus: 202, updateBody: 'id' }),
  },
  {
    name: 'put-creates',
    about: 'PUT of an unknown id makes the user under that id, with 201.',
    start: optioned({ unknownUpdate: 'create', updateWay: 'replace' }),
  },
  {
    name: 'put-creates-and-delete-forgives',
    about: 'PUT of an unknown id makes the user, DELETE of an unknown id answers 204.',
    start: optioned({
      unknownUpdate: 'create',
      unknownRemove: 204,
      updateStatus: 204,
      updateBody: 'none',
    }),
  },
  {
    name: 'put-unknown-400',
    about: 'PUT of an unknown id answers 400.',
    start: optioned({ unknownUpdate: 400 }),
  },
  {
    name: 'put-unknown-409',
    about: 'PUT of an unknown id answers 409.',
    start: optioned({ unknownUpdate: 409 }),
  },
  {
    name: 'delete-unknown-204',
    about: 'DELETE of an unknown id answers 204, as for a known one.',
    start: optioned({ unknownRemove: 204 }),
  },
  {
    name: 'delete-unknown-200',
    about:
      'DELETE of an unknown id answers 200 with {"deleted":false}, of a known one {"deleted":true}.',
    start: optioned({ unknownRemove: 200, removeStatus: 200, removeBody: 'flag' }),
  },
  {
    name: 'delete-returns-user',
    about: 'DELETE answers 200 with the user that was removed; an unknown one 410.',
    start: optioned({ removeStatus: 200, removeBody: 'user', unknownRemove: 410 }),
  },
  {
    name: 'delete-accepted',
    about: 'DELETE answers 202 with {"deleted":true}, and the user is gone at once.',
    start: optioned({ removeStatus: 202, removeBody: 'flag' }),
  },
  {
    name: 'put-takes-name-and-email',
    about: 'PUT changes the name and the e-mail, and ignores the other fields.',
    changes: ['name', 'email'],
    start: optioned({ takenByUpdate: ['name', 'email'] }),
  },
  {
    name: 'put-takes-flag-and-skills',
    about: 'PUT changes isPremium and the skills, and ignores the other fields; it answers 204.',
    changes: ['isPremium', 'skills'],
    start: optioned({
      takenByUpdate: ['isPremium', 'skills'],
      updateStatus: 204,
      updateBody: 'none',
    }),
  },
  {
    name: 'writes-need-if-match',
    about:
      'PUT and DELETE need the entity tag that GET shows in If-Match; 428 without it, 412 if it is an old one.',
    start: optioned({ conditions: 'needed', updateWay: 'replace' }),
  },
  {
    name: 'unknown-410',
    about: 'An unknown id answers 410 to each method.',
    start: optioned({ unknownRead: 410, unknownUpdate: 410, unknownRemove: 410 }),
  },
  {
    name: 'unknown-400',
    about: 'An unknown id answers 400 to each method.',
    start: optioned({ unknownRead: 400, unknownUpdate: 400, unknownRemove: 400 }),
  },
  {
    name: 'unknown-422',
    about: 'An unknown id answers 422 with problem details to GET, 404 to PUT, 400 to DELETE.',
    start: optioned({
      unknownRead: 422,
      unknownRemove: 400,
      errorBody: (status, detail) => ({ type: 'about:blank', title: 'Refused', status, detail }),
    }),
  },
  {
    name: 'unknown-403',
    about: 'An unknown id is forbidden to each method, as if it were of somebody else.',
    start: optioned({ unknownRead: 403, unknownUpdate: 403, unknownRemove: 403 }),
  },
];
