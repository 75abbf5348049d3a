// Faults in the shape of the list and its elements.

import { type Fields, isFields, isTexts } from '../parts.ts';
import { createAll, crowd, type Witness } from './client.ts';
import { at, element, LIST, listing, type PlantedFault, without } from './planting.ts';

const USER = 'section 2, user';
const IN_LIST = 'section 2, list';

const NARROW = { odd: 'the elements of its list hold id, name and email only' };

/** Shows something in the list, once two users were created. */
function listed(check: (elements: readonly Fields[]) => boolean): Witness {
  return async (client) => {
    await createAll(client, crowd(2));
    return check(await client.list());
  };
}

export const listShapes: readonly PlantedFault[] = [
  {
    name: 'id-is-text-in-list',
    about: 'The list gives ids as strings.',
    clauses: [IN_LIST, USER, LIST],
    kind: 'easy',
    plant: element((user) => ({ ...user, id: String(user['id']) })),
    witness: listed((users) => users.some((user) => typeof user['id'] === 'string')),
  },
  {
    name: 'name-missing-in-list',
    about: 'The elements of the list have no name.',
    clauses: [IN_LIST, LIST],
    kind: 'easy',
    plant: element((user) => without(user, 'name')),
    witness: listed((users) => users.some((user) => !('name' in user))),
  },
  {
    name: 'id-missing-in-list',
    about: 'The elements of the list have no id.',
    clauses: [IN_LIST, LIST],
    kind: 'easy',
    plant: element((user) => without(user, 'id')),
    witness: listed((users) => users.some((user) => !('id' in user))),
  },
  {
    name: 'last-name-missing-in-list',
    about: 'The last element of the list, where there are several, has no name.',
    clauses: [IN_LIST, LIST],
    kind: 'easy',
    plant: listing((users) =>
      users.map((user, index) =>
        index > 0 && index === users.length - 1 ? without(user, 'name') : user,
      ),
    ),
    witness: listed((users) => users.some((user) => !('name' in user))),
  },
  {
    name: 'email-of-wrong-type-in-list',
    about: 'The list gives e-mails as objects.',
    clauses: [USER, IN_LIST, LIST],
    kind: 'easy',
    plant: element(at('email', (address) => ({ address }))),
    witness: listed((users) => users.some((user) => isFields(user['email']))),
  },
  {
    name: 'flag-is-text-in-list',
    about: 'The list gives isPremium as "yes" or "no".',
    clauses: [USER, IN_LIST, LIST],
    kind: 'easy',
    notIn: NARROW,
    plant: element(at('isPremium', (flag) => (flag === true ? 'yes' : 'no'))),
    witness: listed((users) => users.some((user) => typeof user['isPremium'] === 'string')),
  },
  {
    name: 'skills-are-one-text-in-list',
    about: 'The list gives the skills as one text.',
    clauses: [USER, IN_LIST, LIST],
    kind: 'easy',
    notIn: NARROW,
    plant: element(at('skills', (skills) => (isTexts(skills) ? skills.join(', ') : skills))),
    witness: listed((users) => users.some((user) => typeof user['skills'] === 'string')),
  },
  {
    name: 'list-in-an-object',
    about: 'GET /users gives {"users": [...]}.',
    clauses: [LIST, IN_LIST],
    kind: 'easy',
    plant: listing((users) => ({ users, total: users.length })),
    witness: async (client) => !Array.isArray((await client.send('GET', '/users')).json),
  },
  {
    name: 'list-keyed-by-id',
    about: 'GET /users gives an object with the ids as keys.',
    clauses: [LIST, IN_LIST],
    kind: 'easy',
    plant: listing((users) => Object.fromEntries(users.map((user) => [String(user['id']), user]))),
    witness: async (client) => !Array.isArray((await client.send('GET', '/users')).json),
  },
  {
    name: 'list-in-a-list',
    about: 'GET /users gives an array that holds the array.',
    clauses: [LIST, IN_LIST],
    kind: 'easy',
    plant: listing((users) => [users]),
    witness: async (client) =>
      JSON.stringify((await client.send('GET', '/users')).json).startsWith('[['),
  },
  {
    name: 'list-of-ids',
    about: 'GET /users gives the ids alone.',
    clauses: [IN_LIST, LIST],
    kind: 'easy',
    plant: listing((users) => users.map((user) => user['id'])),
    witness: async (client) => {
      await client.create();
      return !(await client.send('GET', '/users')).text.includes('{');
    },
  },
];
