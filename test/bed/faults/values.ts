// Faults in flags and addresses, and in telling whether a PUT changes anything.

import { type Fields, isFields } from '../parts.ts';
import { lostOnPost, lostOnPut } from './client.ts';
import {
  around,
  at,
  GET,
  keeping,
  type PlantedFault,
  POST,
  PUT,
  reading,
  storing,
  updating,
  valueFault,
  without,
} from './planting.ts';

const stored = valueFault(POST, PUT, GET);
const storedByPut = valueFault(PUT, GET);
const shown = valueFault(GET, 'section 2, user', POST);

/** Changes the address, if there is one. */
function address(change: (address: Fields) => unknown): (fields: Fields) => Fields {
  return at('address', (value) => (isFields(value) ? change(value) : value));
}

const oslo = { city: 'Oslo', district: 'Frogner' };
const rome = { city: 'Rome', district: 'Monti' };

export const values: readonly PlantedFault[] = [
  stored({
    name: 'any-flag-is-true',
    about: 'isPremium false is stored as true, as by Boolean("false").',
    plant: storing(at('isPremium', (flag) => Boolean(String(flag)))),
    witness: lostOnPost({ isPremium: false }),
  }),
  storedByPut({
    name: 'flag-turned-over-by-put',
    about: 'PUT stores the opposite of isPremium.',
    plant: storing(
      at('isPremium', (flag) => flag !== true),
      'update',
    ),
    witness: lostOnPut({}, { isPremium: true }),
  }),
  storedByPut({
    name: 'false-ignored-by-put',
    about: 'PUT takes isPremium only where it is true, and keeps what was there otherwise.',
    plant: keeping('isPremium', (after) => after['isPremium'] === false),
    witness: lostOnPut({ isPremium: true }, { isPremium: false }),
  }),
  shown({
    name: 'false-is-null',
    about: 'GET of a user gives null for isPremium false.',
    plant: reading(at('isPremium', (flag) => flag || null)),
    witness: lostOnPost({ isPremium: false }),
  }),
  storedByPut({
    name: 'flag-is-text-after-put',
    about: 'PUT stores isPremium as a string.',
    plant: storing(at('isPremium', String), 'update'),
    witness: lostOnPut({}, { isPremium: true }),
  }),
  stored({
    name: 'district-is-the-city',
    about: 'The city is stored as the district, too.',
    plant: storing(address(({ city }) => ({ city, district: city }))),
    witness: lostOnPost({ address: oslo }),
  }),
  storedByPut({
    name: 'district-lost-by-put',
    about: 'PUT stores the city of the address alone; POST stores both.',
    plant: storing(
      address((value) => without(value, 'district')),
      'update',
    ),
    witness: lostOnPut({}, { address: rome }),
  }),
  storedByPut({
    name: 'city-and-district-swapped-by-put',
    about: 'PUT stores the city as the district and the district as the city.',
    plant: storing(
      address(({ city, district }) => ({ city: district, district: city })),
      'update',
    ),
    witness: lostOnPut({}, { address: rome }),
  }),
  storedByPut({
    name: 'old-city-wins-in-put',
    about: 'PUT of another address stores the new district with the old city.',
    plant: updating((after, before) => {
      const old = before['address'];
      return isFields(old) && 'city' in old
        ? address((value) => ({ ...value, city: old['city'] }))(after)
        : after;
    }),
    witness: lostOnPut({ address: oslo }, { address: rome }),
  }),
  storedByPut({
    name: 'address-replaced-once',
    about: 'PUT stores another address once; the next one is kept out.',
    plant: (parts) => {
      const replaced = new Set<number>();
      return updating((after, before) => {
        if (JSON.stringify(after['address']) === JSON.stringify(before['address'])) return after;
        if (replaced.has(before.id)) return { ...after, address: before['address'] };
        replaced.add(before.id);
        return after;
      })(parts);
    },
    witness: lostOnPut(
      { address: oslo },
      { address: rome },
      { address: { city: 'Lund', district: 'Norr' } },
    ),
  }),
  stored({
    name: 'district-lost-where-it-is-the-city',
    about: 'A district of the same text as the city is dropped.',
    plant: storing(
      address((value) =>
        value['city'] === value['district'] ? without(value, 'district') : value,
      ),
    ),
    witness: lostOnPost({ address: { city: 'Monaco', district: 'Monaco' } }),
  }),
  storedByPut({
    name: 'change-of-case-ignored-by-put',
    about: 'PUT of an e-mail that differs in case only stores nothing new.',
    plant: keeping(
      'email',
      (after, before) =>
        String(after['email']).toLowerCase() === String(before['email']).toLowerCase(),
    ),
    witness: lostOnPut({ email: 'ada@example.com' }, { email: 'ADA@example.com' }),
  }),
  storedByPut({
    name: 'name-of-equal-length-ignored-by-put',
    about:
      'PUT compares the lengths of names only: another name as long as the old one is not stored.',
    plant: keeping('name', (after, before) => after.name.length === before.name.length),
    witness: lostOnPut({ name: 'Ada' }, { name: 'Bob' }),
  }),
  storedByPut({
    name: 'email-ignored-by-put',
    about: 'PUT of name and e-mail stores the e-mail only where the name stays.',
    plant: keeping('email', (after, before) => after.name !== before.name),
    witness: lostOnPut({}, { name: 'Another', email: 'another@example.com' }),
  }),
  storedByPut({
    name: 'old-name-cannot-come-back',
    about: 'PUT of the name that the user was created with is ignored.',
    plant: (parts) => {
      const names = new Map<number, string>();
      return keeping(
        'name',
        (after) => names.get(after.id) === after.name,
      )({
        ...parts,
        insert: (user) => {
          names.set(user.id, user.name);
          return parts.insert(user);
        },
      });
    },
    witness: lostOnPut({ name: 'Ada' }, { name: 'Bob' }, { name: 'Ada' }),
  }),
  storedByPut({
    name: 'long-put-ignored',
    about: 'PUT of a body of more than 384 bytes answers success and stores nothing.',
    plant: (parts) =>
      around('update', async (call, next) => {
        const before = parts.find(call.id, 'update');
        const reply = await next(call);
        if (call.bytes.length > 384 && before !== undefined && reply.status < 300)
          await parts.save(before);
        return reply;
      })(parts),
    witness: lostOnPut({}, { name: 'n'.repeat(400) }),
  }),
  stored({
    name: 'email-copied-into-name',
    about: 'A name of one letter is replaced by what stands before the @ of the e-mail.',
    plant: storing((fields) =>
      String(fields['name']).length === 1
        ? { ...fields, name: String(fields['email']).split('@')[0] }
        : fields,
    ),
    witness: lostOnPost({ name: 'A' }),
  }),
];
