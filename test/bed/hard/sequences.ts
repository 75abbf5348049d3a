// Hard faults that show only after a certain sequence of writes, or with certain members together.

import { holds, person } from '../faults/client.ts';
import {
  GET,
  type PlantedFault,
  POST,
  PUT,
  storing,
  updating,
  without,
} from '../faults/planting.ts';
import { isFields } from '../parts.ts';
import type { StoredUser } from '../service.ts';

export const sequences: readonly PlantedFault[] = [
  {
    name: 'email-of-a-deleted-user-revives-it',
    about: 'POST with the e-mail of a deleted user brings back its skills.',
    clauses: [POST, GET],
    kind: 'stateful',
    plant: (parts) => {
      const gone = new Map<unknown, StoredUser>();
      return {
        ...parts,
        erase: (id) => {
          const user = parts.find(id, 'remove');
          if (user !== undefined) gone.set(user['email'], user);
          return parts.erase(id);
        },
        insert: (user) => {
          const before = gone.get(user['email']);
          return parts.insert(
            before !== undefined && 'skills' in before
              ? { ...user, skills: before['skills'] }
              : user,
          );
        },
      };
    },
    witness: async (client) => {
      const first = person();
      await client.remove(await client.create(first));
      const sent = person({ email: first['email'] });
      return !holds(await client.read(await client.create(sent)), sent);
    },
  },
  {
    name: 'third-equal-user-not-stored',
    about: 'A third POST of the same values, each removed before the next, stores nothing.',
    clauses: [POST, GET],
    kind: 'stateful',
    plant: (parts) => {
      const times = new Map<string, number>();
      return {
        ...parts,
        insert: (user) => {
          const text = JSON.stringify([user.name, user['email'], user['skills']]);
          times.set(text, (times.get(text) ?? 0) + 1);
          return (times.get(text) ?? 0) > 2 ? undefined : parts.insert(user);
        },
      };
    },
    witness: async (client) => {
      const sent = person();
      for (let turn = 0; turn < 3; turn += 1) {
        const id = await client.create(sent);
        if (!holds(await client.read(id), sent)) return true;
        await client.remove(id);
      }
      return false;
    },
  },
  {
    name: 'name-cannot-come-back-twice',
    about: 'A PUT that gives a user a name for the third time leaves the name as it is.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => {
      const times = new Map<string, number>();
      return updating((after, before) => {
        if (after.name === before.name) return after;
        const key = `${after.id} ${after.name}`;
        times.set(key, (times.get(key) ?? 0) + 1);
        return (times.get(key) ?? 0) > 2 ? { ...after, name: before.name } : after;
      })(parts);
    },
    witness: async (client) => {
      const [one, other] = [person(), person()];
      const id = await client.create(one);
      for (let turn = 0; turn < 3; turn += 1) {
        await client.put(id, other);
        if (!holds(await client.read(id), other)) return true;
        await client.put(id, one);
      }
      return false;
    },
  },
  {
    name: 'address-alone-dropped-by-post',
    about: 'POST drops the address of a user that has neither skills nor isPremium.',
    clauses: [POST, GET],
    kind: 'value',
    plant: storing(
      (user) => ('skills' in user || 'isPremium' in user ? user : without(user, 'address')),
      'create',
    ),
    witness: async (client) => {
      const { skills: _skills, isPremium: _flag, ...sent } = person();
      return !holds(await client.read(await client.create(sent)), sent);
    },
  },
  {
    name: 'flag-without-address-turned-by-put',
    about: 'PUT stores isPremium as false if the body has skills and no address.',
    clauses: [PUT, GET],
    kind: 'value',
    plant: storing(
      (user) =>
        'skills' in user && !('address' in user) && user['isPremium'] === true
          ? { ...user, isPremium: false }
          : user,
      'update',
    ),
    witness: async (client) => {
      const id = await client.create(person({ isPremium: false }));
      const { address: _address, ...sent } = person({ isPremium: true });
      await client.put(id, sent);
      return !holds(await client.read(id), sent);
    },
  },
  {
    name: 'district-of-a-premium-without-skills-lost',
    about: 'POST of a premium user with an empty list of skills loses the district.',
    clauses: [POST, GET],
    kind: 'value',
    plant: storing((user) => {
      const { isPremium, skills, address } = user;
      const isHit = isPremium === true && Array.isArray(skills) && skills.length === 0;
      return isHit && isFields(address) ? { ...user, address: without(address, 'district') } : user;
    }, 'create'),
    witness: async (client) => {
      const sent = person({ isPremium: true, skills: [] });
      return !holds(await client.read(await client.create(sent)), sent);
    },
  },
];
