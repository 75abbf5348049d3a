// Faults in the shape of a user that is read: fields of another type, missing, or wrapped.

import { type Fields, isFields, isTexts } from '../parts.ts';
import { person, type Witness } from './client.ts';
import { at, GET, type PlantedFault, reading, text, without } from './planting.ts';

const USER = 'section 2, user';

/** Shows something in a new user that is read. */
function read(check: (user: Fields) => boolean): Witness {
  return async (client) =>
    check(await client.read(await client.create(person({ isPremium: true }))));
}

/** The address; empty if there is none. */
function addressOf(user: Fields): Fields {
  return isFields(user['address']) ? user['address'] : {};
}

export const shapes: readonly PlantedFault[] = [
  {
    name: 'id-is-text-when-read',
    about: 'GET of a user gives the id as a string.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading((user) => ({ ...user, id: String(user['id']) })),
    witness: read((user) => typeof user['id'] === 'string'),
  },
  {
    name: 'id-missing-when-read',
    about: 'GET of a user leaves the id out.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading((user) => without(user, 'id')),
    witness: read((user) => !('id' in user)),
  },
  {
    name: 'id-under-another-name',
    about: 'GET of a user calls the id _id.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(({ id, ...user }) => ({ _id: id, ...user })),
    witness: read((user) => '_id' in user),
  },
  {
    name: 'name-null-when-read',
    about: 'GET of a user gives null for the name.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading((user) => ({ ...user, name: null })),
    witness: read((user) => user['name'] === null),
  },
  {
    name: 'name-is-object-when-read',
    about: 'GET of a user gives the name as an object of first and last.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(
      at(
        'name',
        text((name) => ({ first: name.split(' ')[0], last: name.split(' ')[1] })),
      ),
    ),
    witness: read((user) => isFields(user['name'])),
  },
  {
    name: 'email-is-list-when-read',
    about: 'GET of a user gives the e-mail as an array of one.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(at('email', (email) => [email])),
    witness: read((user) => Array.isArray(user['email'])),
  },
  {
    name: 'email-missing-when-read',
    about: 'GET of a user leaves the e-mail out.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading((user) => without(user, 'email')),
    witness: read((user) => !('email' in user)),
  },
  {
    name: 'flag-is-text-when-read',
    about: 'GET of a user gives isPremium as "true" or "false".',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(at('isPremium', String)),
    witness: read((user) => user['isPremium'] === 'true'),
  },
  {
    name: 'flag-is-number-when-read',
    about: 'GET of a user gives isPremium as 1 or 0, as a database without booleans does.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(at('isPremium', Number)),
    witness: read((user) => user['isPremium'] === 1),
  },
  {
    name: 'skills-are-one-text',
    about: 'GET of a user gives the skills as one text with commas.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(at('skills', (skills) => (isTexts(skills) ? skills.join(',') : skills))),
    witness: read((user) => typeof user['skills'] === 'string'),
  },
  {
    name: 'skills-are-objects',
    about: 'GET of a user gives each skill as an object.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(at('each skill', (title) => ({ title }))),
    witness: read((user) => !isTexts(user['skills'])),
  },
  {
    name: 'skills-keyed-by-position',
    about: 'GET of a user gives the skills as an object with keys 0, 1, ...',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(at('skills', (skills) => (Array.isArray(skills) ? { ...skills } : skills))),
    witness: read((user) => isFields(user['skills'])),
  },
  {
    name: 'skills-end-with-null',
    about: 'GET of a user adds null to the skills.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(at('skills', (skills) => (Array.isArray(skills) ? [...skills, null] : skills))),
    witness: read((user) => !isTexts(user['skills'])),
  },
  {
    name: 'address-is-text',
    about: 'GET of a user gives the address as JSON within a string.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(at('address', (address) => JSON.stringify(address))),
    witness: read((user) => typeof user['address'] === 'string'),
  },
  {
    name: 'address-is-list',
    about: 'GET of a user gives the address as an array of its texts.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(
      at('address', (address) => (isFields(address) ? Object.values(address) : address)),
    ),
    witness: read((user) => Array.isArray(user['address'])),
  },
  {
    name: 'city-is-object',
    about: 'GET of a user gives the city as an object.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(at('city', (name) => ({ name }))),
    witness: read((user) => isFields(addressOf(user)['city'])),
  },
  {
    name: 'district-null',
    about: 'GET of a user gives null for the district.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading(at('district', () => null)),
    witness: read((user) => addressOf(user)['district'] === null),
  },
  {
    name: 'address-flat-when-read',
    about: 'GET of a user gives city and district beside the name, and no address.',
    clauses: [USER, GET],
    kind: 'easy',
    plant: reading((user) => ({ ...without(user, 'address'), ...addressOf(user) })),
    witness: read((user) => !('address' in user)),
  },
  {
    name: 'user-in-a-list',
    about: 'GET of a user gives an array of one.',
    clauses: [GET],
    kind: 'easy',
    plant: reading((user) => [user]),
    witness: async (client) => Array.isArray((await client.get(await client.create())).json),
  },
  {
    name: 'user-in-an-envelope',
    about: 'GET of a user gives {"data": {...}}.',
    clauses: [GET],
    kind: 'easy',
    plant: reading((data) => ({ data })),
    witness: read((user) => 'data' in user),
  },
];
