// Faults in what a service remembers and forgets: stale reads, and what breaks after so much use.

import { isDeepStrictEqual } from 'node:util';
import { isFields } from '../parts.ts';
import type { StoredUser } from '../service.ts';
import { type Client, createAll, crowd, holds, person, type Witness } from './client.ts';
import {
  GET,
  LIST,
  later,
  type PlantedFault,
  POST,
  PUT,
  pause,
  reading,
  track,
} from './planting.ts';

/** Reads come from a cache, which a PUT fills so many times for each user. */
function cachedReads(refreshes: number): PlantedFault['plant'] {
  return (parts) => {
    const cache = new Map<number, { user: StoredUser; refreshes: number }>();
    return {
      ...parts,
      save: (user) => {
        const entry = cache.get(user.id);
        if (entry !== undefined && entry.refreshes < refreshes)
          cache.set(user.id, { user, refreshes: entry.refreshes + 1 });
        return parts.save(user);
      },
      find: (id, operation) => {
        const user = parts.find(id, operation);
        if (operation !== 'read' || user === undefined) return user;
        const entry = cache.get(id) ?? { user, refreshes: 0 };
        cache.set(id, entry);
        return entry.user;
      },
    };
  };
}

async function stale(client: Client, puts: number): Promise<boolean> {
  const id = await client.create();
  await client.read(id);
  for (let turn = 0; turn < puts; turn += 1) {
    const sent = person();
    await client.put(id, sent);
    if (!holds(await client.read(id), sent)) return true;
  }
  return false;
}

/** Counts the users that are created, and lets the count decide what is stored. */
function byTurn(
  store: (
    user: StoredUser,
    turn: number,
    tracked: ReturnType<typeof track>,
  ) => void | Promise<void>,
): PlantedFault['plant'] {
  return (parts) => {
    const tracked = track(parts);
    let turn = 0;
    return {
      ...tracked,
      insert: (user) => {
        turn += 1;
        return store(user, turn, tracked);
      },
    };
  };
}

/** Shows that one of so many users is not as it was created. */
function losesOneOf(count: number, fields: Readonly<Record<string, unknown>> = {}): Witness {
  return async (client) => {
    const sent = crowd(count, fields);
    const ids = await createAll(client, sent);
    for (const [index, id] of ids.entries())
      if (!holds(await client.read(id), sent[index] ?? {})) return true;
    return false;
  };
}

export const memories: readonly PlantedFault[] = [
  {
    name: 'read-stale-after-put',
    about: 'A user that was read once is read from a cache, which PUT does not clear.',
    clauses: [PUT, GET],
    kind: 'stateful',
    plant: cachedReads(0),
    witness: (client) => stale(client, 1),
  },
  {
    name: 'read-stale-after-the-second-put',
    about: 'A user that was read once is read from a cache, which only the first PUT refreshes.',
    clauses: [PUT, GET],
    kind: 'stateful',
    plant: cachedReads(1),
    witness: (client) => stale(client, 2),
  },
  {
    name: 'all-lost-after-eighty-requests',
    about: 'With the eightieth request, the users that were created are gone, as after a restart.',
    clauses: [POST, GET, LIST],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      let requests = 0;
      return {
        ...tracked,
        around: async (call, next) => {
          requests += 1;
          if (requests === 80) for (const user of tracked.own()) await parts.erase(user.id);
          return parts.around(call, next);
        },
      };
    },
    witness: async (client) => {
      const id = await client.create();
      for (let turn = 0; turn < 80; turn += 1) await client.get(id);
      return !(await client.get(id)).ok;
    },
  },
  {
    name: 'created-user-expires',
    about: 'A user is gone 300 ms after it was created, unless a PUT has changed it.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      insert: async (user) => {
        await parts.insert(user);
        const stored = parts.find(user.id, 'create');
        later(300, () => parts.find(user.id, 'read') === stored && parts.erase(user.id));
      },
    }),
    witness: async (client) => {
      const id = await client.create();
      await pause(400);
      return !(await client.get(id)).ok;
    },
  },
  {
    name: 'twelfth-user-drives-out-the-first',
    about: 'As soon as twelve of the users created are there, the oldest of them is gone.',
    clauses: [POST],
    kind: 'stateful',
    plant: byTurn(async (user, _turn, tracked) => {
      await tracked.insert(user);
      const [oldest, ...others] = tracked.own();
      if (oldest !== undefined && others.length >= 11) await tracked.erase(oldest.id);
    }),
    witness: losesOneOf(12),
  },
  {
    name: 'twelfth-user-has-the-name-before',
    about:
      'The twelfth user that is created, or the first after it that comes beside another name, is stored with the name of the one before.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => {
      let isDone = false;
      return byTurn((user, turn, tracked) => {
        const before = tracked.own().at(-1)?.name ?? user.name;
        if (isDone || turn < 12 || before === user.name) return tracked.insert(user);
        isDone = true;
        return tracked.insert({ ...user, name: before });
      })(parts);
    },
    witness: losesOneOf(12),
  },
  {
    name: 'fourth-user-not-stored',
    about: 'The fourth user that is created is in no list and cannot be read.',
    clauses: [POST],
    kind: 'stateful',
    plant: byTurn((user, turn, tracked) => (turn === 4 ? undefined : tracked.insert(user))),
    witness: losesOneOf(4),
  },
  {
    name: 'flag-sticks-to-new-users',
    about: 'After a user was created with isPremium true, those created with false get true.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => {
      let isStuck = false;
      return {
        ...parts,
        insert: (user) => {
          isStuck ||= user['isPremium'] === true;
          return parts.insert('isPremium' in user && isStuck ? { ...user, isPremium: true } : user);
        },
      };
    },
    witness: async (client) => {
      await client.create(person({ isPremium: true }));
      return losesOneOf(1, { isPremium: false })(client);
    },
  },
  {
    name: 'address-kept-from-the-post-before',
    about: 'A new user has the district of the user created before, where the city is the same.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => {
      const districts = new Map<string, unknown>();
      return {
        ...parts,
        insert: (user) => {
          const { city, district } = isFields(user['address']) ? user['address'] : {};
          if (typeof city !== 'string' || district === undefined) return parts.insert(user);
          if (!districts.has(city)) districts.set(city, district);
          return parts.insert({ ...user, address: { city, district: districts.get(city) } });
        },
      };
    },
    witness: async (client) => {
      await client.create(person({ address: { city: 'Oslo', district: 'Sagene' } }));
      return losesOneOf(1, { address: { city: 'Oslo', district: 'Frogner' } })(client);
    },
  },
  {
    name: 'id-is-text-after-put',
    about:
      'GET of a user that a PUT has changed gives the id as a string, as it stood in the path.',
    clauses: ['section 2, user', GET, PUT],
    kind: 'stateful',
    plant: (parts) => {
      const changed = new Set<number>();
      return reading((user) =>
        changed.has(Number(user['id'])) ? { ...user, id: String(user['id']) } : user,
      )({
        ...parts,
        save: (user) => {
          changed.add(user.id);
          return parts.save(user);
        },
      });
    },
    witness: async (client) => {
      const id = await client.create();
      await client.put(id, person());
      return (await client.read(id))['id'] === String(id);
    },
  },
  sharedDefault('skills', []),
  sharedDefault('address', { city: '', district: '' }),
];

/** A member that is left out shares one default with all others that left it out. */
function sharedDefault(member: 'skills' | 'address', start: object): PlantedFault {
  return {
    name: `default-${member}-shared`,
    about: `Users that were created without ${member} share one default, which a PUT changes in place.`,
    clauses: [PUT, POST],
    kind: 'stateful',
    plant: (parts) => {
      let shared: unknown = structuredClone(start);
      const sharing = new Set<number>();
      const shown = (user: StoredUser): StoredUser =>
        sharing.has(user.id) ? { ...user, [member]: shared } : user;
      return {
        ...parts,
        insert: (user) => {
          if (!(member in user)) sharing.add(user.id);
          return parts.insert(user);
        },
        save: (user) => {
          if (sharing.has(user.id) && member in user) shared = user[member];
          return parts.save(user);
        },
        all: () => parts.all().map(shown),
        find: (id, operation) => {
          const user = parts.find(id, operation);
          return user === undefined ? undefined : shown(user);
        },
      };
    },
    witness: async (client) => {
      const { [member]: _, ...sent } = person();
      const [one, other] = await createAll(client, [sent, { ...sent, email: 'b@example.com' }]);
      const before = await client.read(other ?? 0);
      await client.put(one ?? 0, person());
      return !isDeepStrictEqual((await client.read(other ?? 0))[member], before[member]);
    },
  };
}
