// Faults of PUT that changes other users, or makes new ones.

import type { Fields } from '../parts.ts';
import type { StoredUser } from '../service.ts';
import { createAll, crowd, harmsLonger, holds, isLost, person, type Witness } from './client.ts';
import { around, following, named, type PlantedFault, PUT, track } from './planting.ts';

/** Shows that a PUT of one of some users leaves another not as it was. */
function harms(users: () => readonly Fields[], target: number, fields: Fields = {}): Witness {
  return async (client) => {
    const sent = users();
    const ids = await createAll(client, sent);
    await client.put(ids[target] ?? 0, person(fields));
    for (const [index, id] of ids.entries()) {
      if (index !== target && !holds(await client.read(id), sent[index] ?? {})) return true;
    }
    return false;
  };
}

/** Changes other users, too, when one is saved. */
function spills(
  change: (other: StoredUser, after: StoredUser, before: StoredUser) => Fields | undefined,
): PlantedFault['plant'] {
  return (parts) => {
    const tracked = track(parts);
    return {
      ...tracked,
      save: async (user) => {
        const before = parts.find(user.id, 'update') ?? user;
        for (const other of tracked.own()) {
          const changed = other.id === user.id ? undefined : change(other, user, before);
          if (changed !== undefined) await parts.save(named(changed, other.id));
        }
        await parts.save(user);
      },
    };
  };
}

const ADDRESS = { city: 'Oslo', district: 'Frogner' };

export const spilled: readonly PlantedFault[] = [
  {
    name: 'put-moves-to-a-new-id',
    about: 'PUT stores the changed user under a new id and removes the old one.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      save: async (user) => {
        await parts.erase(user.id);
        await parts.insert({ ...user, id: await parts.nextId() });
      },
    }),
    witness: async (client) => isLost(client, await client.create()),
  },
  {
    name: 'put-adds-a-copy',
    about: 'PUT leaves the user and creates a second one with the fields sent.',
    clauses: [PUT, 'section 1'],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      save: async (user) => parts.insert({ ...user, id: await parts.nextId() }),
    }),
    witness: async (client) => isLost(client, await client.create()),
  },
  {
    name: 'put-also-adds-a-copy',
    about: 'PUT changes the user, and creates another one with the same fields.',
    clauses: ['section 1', PUT],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      save: async (user) => {
        await parts.save(user);
        await parts.insert({ ...user, id: await parts.nextId() });
      },
    }),
    witness: async (client) => {
      const id = await client.create();
      const before = (await client.list()).length;
      await client.put(id, person());
      return (await client.list()).length !== before;
    },
  },
  {
    name: 'put-slips-after-a-delete',
    about:
      'Once a user was removed, PUT changes the user that was created next, where there is one.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => {
      let removals = 0;
      return {
        ...parts,
        erase: (id) => {
          removals += 1;
          return parts.erase(id);
        },
        save: (user) =>
          parts.save({
            ...user,
            id: removals > 0 ? (following(parts, user.id)?.id ?? user.id) : user.id,
          }),
      };
    },
    witness: async (client) => {
      const [first = 0, second = 0] = await createAll(client, crowd(3));
      await client.remove(first);
      return isLost(client, second);
    },
  },
  {
    name: 'put-hits-the-user-last-read',
    about: 'PUT changes the user that GET has shown last, whatever id its path holds.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => {
      let shown: number | undefined;
      return {
        ...parts,
        find: (id, operation) => {
          const user = parts.find(id, operation);
          if (operation === 'read' && user !== undefined) shown = id;
          return user;
        },
        save: (user) =>
          parts.save({
            ...user,
            id: parts.find(shown ?? user.id, 'update') ? (shown ?? user.id) : user.id,
          }),
      };
    },
    witness: async (client) => {
      const [first = 0, second = 0] = await createAll(client, crowd(2));
      await client.get(first);
      return isLost(client, second);
    },
  },
  {
    name: 'put-undoes-the-put-before',
    about: 'PUT of a user takes back the last PUT of another user.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => {
      let undo: StoredUser | undefined;
      return {
        ...parts,
        save: async (user) => {
          if (
            undo !== undefined &&
            undo.id !== user.id &&
            parts.find(undo.id, 'read') !== undefined
          )
            await parts.save(undo);
          undo = parts.find(user.id, 'update');
          await parts.save(user);
        },
      };
    },
    witness: async (client) => {
      const [first = 0, second = 0] = await createAll(client, crowd(2));
      const sent = person();
      await client.put(first, sent);
      await client.put(second, person());
      return !holds(await client.read(first), sent);
    },
  },
  {
    name: 'put-changes-equal-addresses',
    about:
      'Users with equal addresses share one, so PUT of a new address for one of them moves all.',
    clauses: [PUT],
    kind: 'stateful',
    plant: spills((other, after, before) =>
      JSON.stringify(other['address']) === JSON.stringify(before['address']) &&
      after['address'] !== undefined
        ? { ...other, address: after['address'] }
        : undefined,
    ),
    witness: harms(() => crowd(2, { address: ADDRESS }), 0),
  },
  {
    name: 'put-changes-equal-names',
    about: 'PUT of a user changes the e-mail of all users with the same name.',
    clauses: [PUT],
    kind: 'stateful',
    plant: spills((other, after, before) =>
      other.name === before.name ? { ...other, email: after['email'] } : undefined,
    ),
    witness: harms(() => crowd(2, { name: 'Same Name' }), 1),
  },
  {
    name: 'put-flags-everybody',
    about: 'PUT of isPremium true sets it for every user that was created.',
    clauses: [PUT],
    kind: 'stateful',
    plant: spills((other, after) =>
      after['isPremium'] === true ? { ...other, isPremium: true } : undefined,
    ),
    witness: harms(() => crowd(2, { isPremium: false }), 0, { isPremium: true }),
  },
  {
    name: 'put-renames-longer-ids',
    about: 'PUT gives its name to the users whose id begins with the id, too.',
    clauses: [PUT],
    kind: 'stateful',
    plant: spills((other, after) =>
      `${other.id}`.startsWith(`${after.id}`) ? { ...other, name: after.name } : undefined,
    ),
    witness: harmsLonger((client, id) => client.put(id, person())),
  },
  {
    name: 'unknown-put-changes-the-newest',
    about: 'PUT of an unknown id changes the user that was created last.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      return around('update', (call, next) =>
        next(
          parts.find(call.id, 'update') === undefined
            ? { ...call, id: tracked.own().at(-1)?.id ?? call.id }
            : call,
        ),
      )(tracked);
    },
    witness: async (client) => {
      const sent = person();
      const id = await client.create(sent);
      await client.put(987_654, person());
      return !holds(await client.read(id), sent);
    },
  },
];
