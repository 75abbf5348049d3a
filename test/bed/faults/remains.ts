// Faults of DELETE that leaves something: it takes too little, or for a while only.

import type { Fields, Parts } from '../parts.ts';
import type { StoredUser } from '../service.ts';
import { type Client, createAll, crowd, person, type Witness } from './client.ts';
import { around, DELETE, GET, LIST, later, type PlantedFault, POST, pause } from './planting.ts';

/** Shows that one of some users, removed one after the other, is still there. */
function spares(
  users: () => readonly Fields[],
  prepare?: (client: Client, id: number) => Promise<unknown>,
): Witness {
  return async (client) => {
    const ids = await createAll(client, users());
    for (const id of ids) await prepare?.(client, id);
    for (const id of ids) await client.remove(id);
    for (const id of ids) if ((await client.get(id)).ok) return true;
    return false;
  };
}

/** Removes under a condition only. */
function removesIf(
  isRemoved: (user: StoredUser | undefined, parts: Parts) => boolean,
): PlantedFault['plant'] {
  return (parts) => ({
    ...parts,
    erase: (id) => (isRemoved(parts.find(id, 'remove'), parts) ? parts.erase(id) : undefined),
  });
}

export const remains: readonly PlantedFault[] = [
  {
    name: 'deleted-stays-in-list',
    about: 'A removed user can no longer be read, and is still in the list.',
    clauses: [DELETE, LIST],
    kind: 'stateful',
    plant: (parts) => {
      const removed: StoredUser[] = [];
      return {
        ...parts,
        all: () => [...parts.all(), ...removed],
        erase: (id) => {
          removed.push(...parts.all().filter((user) => user.id === id));
          return parts.erase(id);
        },
      };
    },
    witness: async (client) => {
      const id = await client.create();
      await client.remove(id);
      return 'id' in (await client.listed(id));
    },
  },
  {
    name: 'removed-read-gives-the-first-user',
    about: 'GET of a user that was removed gives the first user; of an id that never was, 404.',
    clauses: [GET, DELETE],
    kind: 'stateful',
    plant: (parts) => {
      const removed = new Set<number>();
      return {
        ...parts,
        find: (id, operation) =>
          operation === 'read' && removed.has(id) ? parts.all()[0] : parts.find(id, operation),
        erase: (id) => {
          removed.add(id);
          return parts.erase(id);
        },
      };
    },
    witness: async (client) => {
      const [first = 0] = await createAll(client, crowd(2));
      await client.remove(first);
      return (await client.read(first))['id'] !== undefined;
    },
  },
  {
    name: 'deleted-stays-readable',
    about: 'A removed user leaves the list and can still be read.',
    clauses: [DELETE, GET],
    kind: 'stateful',
    plant: (parts) => {
      const removed = new Map<number, StoredUser>();
      return {
        ...parts,
        find: (id, operation) =>
          parts.find(id, operation) ?? (operation === 'read' ? removed.get(id) : undefined),
        erase: (id) => {
          for (const user of parts.all()) if (user.id === id) removed.set(id, user);
          return parts.erase(id);
        },
      };
    },
    witness: spares(() => crowd(1)),
  },
  {
    name: 'deleted-stays-readable-if-read-before',
    about: 'A user that was read once is read from a cache, which DELETE does not clear.',
    clauses: [DELETE, GET],
    kind: 'stateful',
    plant: (parts) => {
      const cache = new Map<number, StoredUser>();
      return {
        ...parts,
        find: (id, operation) => {
          const user = parts.find(id, operation);
          if (operation !== 'read') return user;
          if (user !== undefined) cache.set(id, user);
          return user ?? cache.get(id);
        },
      };
    },
    witness: spares(
      () => crowd(1),
      (client, id) => client.get(id),
    ),
  },
  {
    name: 'deleted-comes-back',
    about: 'A removed user is back 150 ms later.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      erase: (id) => {
        const user = parts.find(id, 'remove');
        if (user !== undefined) later(150, () => parts.save(user));
        return parts.erase(id);
      },
    }),
    witness: async (client) => {
      const id = await client.create();
      await client.remove(id);
      await pause(250);
      return (await client.get(id)).ok;
    },
  },
  {
    name: 'deleted-leaves-a-shell',
    about: 'DELETE empties the name and the e-mail and leaves the rest.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      erase: (id) => {
        const user = parts.find(id, 'remove');
        return user === undefined ? undefined : parts.save({ ...user, name: '', email: '' });
      },
    }),
    witness: spares(() => crowd(1)),
  },
  {
    name: 'delete-works-every-other-time',
    about: 'Every second DELETE does nothing.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: (parts) => {
      let removals = 0;
      return removesIf(() => {
        removals += 1;
        return removals % 2 === 1;
      })(parts);
    },
    witness: spares(() => crowd(2)),
  },
  {
    name: 'delete-fails-from-the-third',
    about: 'DELETE answers 500 from the third time on.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: (parts) => {
      let removals = 0;
      return around('remove', async (call, next) => {
        removals += 1;
        return removals > 2 ? { status: 500, body: { error: 'pool exhausted' } } : next(call);
      })(parts);
    },
    witness: spares(() => crowd(3)),
  },
  {
    name: 'delete-spares-premium',
    about: 'DELETE of a user with isPremium true answers success and removes nothing.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: removesIf((user) => user?.['isPremium'] !== true),
    witness: spares(() => crowd(1, { isPremium: true })),
  },
  {
    name: 'delete-spares-changed',
    about: 'DELETE of a user that a PUT has changed answers success and removes nothing.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: (parts) => {
      const changed = new Set<number>();
      const save = (user: StoredUser) => {
        changed.add(user.id);
        return parts.save(user);
      };
      return removesIf((user) => user === undefined || !changed.has(user.id))({ ...parts, save });
    },
    witness: spares(
      () => crowd(1),
      (client, id) => client.put(id, person()),
    ),
  },
  {
    name: 'post-brings-back-the-deleted',
    about: 'The first POST after a DELETE brings the removed user back.',
    clauses: [DELETE, POST],
    kind: 'stateful',
    plant: (parts) => {
      const removed: StoredUser[] = [];
      return {
        ...parts,
        insert: async (user) => {
          for (const old of removed.splice(0)) if (old.id !== user.id) await parts.save(old);
          await parts.insert(user);
        },
        erase: (id) => {
          removed.push(...parts.all().filter((user) => user.id === id));
          return parts.erase(id);
        },
      };
    },
    witness: async (client) => {
      const id = await client.create();
      await client.remove(id);
      await client.create();
      return (await client.read(id))['id'] === id;
    },
  },
  {
    name: 'delete-leaves-a-hole',
    about: 'Once a user was removed, the list holds null in its place.',
    clauses: ['section 2, list', LIST, DELETE],
    kind: 'stateful',
    plant: (parts) => {
      let holes = 0;
      return {
        ...parts,
        list: (elements) => [...elements, ...Array<null>(holes).fill(null)],
        erase: (id) => {
          holes += 1;
          return parts.erase(id);
        },
      };
    },
    witness: async (client) => {
      await client.remove(await client.create());
      return (await client.send('GET', '/users')).text.includes('null]');
    },
  },
];
