// Faults in telling users apart when one is read: an id, a name or a position that leads to another
// user.

import type { Operation } from '../parts.ts';
import type { StoredUser } from '../service.ts';
import { createAll, crowd, misread, person } from './client.ts';
import { around, following, GET, type PlantedFault, track } from './planting.ts';

/** Finds another user than asked for, when one is read. */
function foundAs(
  choose: (user: StoredUser, all: readonly StoredUser[]) => StoredUser | undefined,
): PlantedFault['plant'] {
  return (parts) => ({
    ...parts,
    find: (id, operation) => {
      const user = parts.find(id, operation);
      return user === undefined || operation !== 'read'
        ? user
        : (choose(user, parts.all()) ?? user);
    },
  });
}

export const identities: readonly PlantedFault[] = [
  {
    name: 'equal-names-are-one',
    about: 'GET of the second of two users with equal names gives the first.',
    clauses: [GET],
    kind: 'stateful',
    plant: foundAs((user, all) => all.find(({ name }) => name === user.name)),
    witness: misread(2, { name: 'Same Name' }),
  },
  {
    name: 'trailing-zero-of-id-lost',
    about: 'GET of an id that ends in 0 gives the user that was created before.',
    clauses: [GET],
    kind: 'stateful',
    plant: foundAs((user, all) => (user.id % 10 === 0 ? all[all.indexOf(user) - 1] : user)),
    witness: misread(13),
  },
  {
    name: 'read-slips-after-a-delete',
    about: 'Once a user was removed, GET of a user gives the one created next, where there is one.',
    clauses: [GET],
    kind: 'stateful',
    plant: (parts) => {
      let removals = 0;
      const erase = (id: number) => {
        removals += 1;
        return parts.erase(id);
      };
      return foundAs((user) => (removals > 0 ? following(parts, user.id) : user))({
        ...parts,
        erase,
      });
    },
    witness: async (client) => {
      const [first = 0, second = 0] = await createAll(client, crowd(3));
      await client.remove(first);
      return (await client.read(second))['id'] !== second;
    },
  },
  {
    name: 'read-after-put-gives-the-changed',
    about: 'The first GET after a PUT gives the user that was changed, whatever id its path holds.',
    clauses: [GET],
    kind: 'stateful',
    plant: (parts) => {
      let changed: number | undefined;
      return {
        ...parts,
        save: (user) => {
          changed = user.id;
          return parts.save(user);
        },
        find: (id, operation) => {
          if (operation !== 'read' || parts.find(id, operation) === undefined)
            return parts.find(id, operation);
          const shown = changed ?? id;
          changed = undefined;
          return parts.find(shown, operation) ?? parts.find(id, operation);
        },
      };
    },
    witness: async (client) => {
      const [first = 0, second = 0] = await createAll(client, crowd(2));
      await client.put(first, person());
      return (await client.read(second))['id'] === first;
    },
  },
  {
    name: 'read-after-list-gives-the-newest',
    about:
      'A GET of a user that comes right after GET /users gives the user that was created last.',
    clauses: [GET],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      let before: Operation = 'other';
      return {
        ...tracked,
        around: (call, next) => {
          const isAfterList =
            call.operation === 'read' &&
            before === 'list' &&
            parts.find(call.id, 'read') !== undefined;
          before = call.operation;
          return parts.around(
            isAfterList ? { ...call, id: tracked.own().at(-1)?.id ?? call.id } : call,
            next,
          );
        },
      };
    },
    witness: async (client) => {
      const [first = 0, second = 0] = await createAll(client, crowd(2));
      await client.list();
      return (await client.read(first))['id'] === second;
    },
  },
  {
    name: 'read-of-a-huge-id-gives-the-newest',
    about: 'GET of an unknown id above a million answers 200 with the user that was created last.',
    clauses: [GET],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      return around('read', (call, next) =>
        next(call.id > 1_000_000 ? { ...call, id: tracked.own().at(-1)?.id ?? call.id } : call),
      )(tracked);
    },
    witness: async (client) => {
      await client.create();
      return (await client.get(999_999_999)).ok;
    },
  },
];
