// Hard faults that show only after many writes, or with many users.

import { createAll, crowd, holds, isLost, type Witness } from '../faults/client.ts';
import { GET, LIST, listing, type PlantedFault, POST, PUT, track } from '../faults/planting.ts';
import type { StoredUser } from '../service.ts';

/** Shows that one of so many users is not in the list. */
function unlisted(count: number): Witness {
  return async (client) => {
    const ids = await createAll(client, crowd(count));
    const listed = new Set((await client.list()).map(({ id }) => id));
    return ids.some((id) => !listed.has(id));
  };
}

/** Shows that one of so many users cannot be read as it was sent. */
function unreadable(count: number): Witness {
  return async (client) => {
    const sent = crowd(count);
    const ids = await createAll(client, sent);
    for (const [index, id] of ids.entries())
      if (!holds(await client.read(id), sent[index] ?? {})) return true;
    return false;
  };
}

export const crowds: readonly PlantedFault[] = [
  {
    name: 'list-ends-at-sixty',
    about: 'The list holds the first 60 users, and tells no one that there are more.',
    clauses: [LIST],
    kind: 'stateful',
    plant: listing((elements) => elements.slice(0, 60)),
    witness: unlisted(70),
  },
  {
    name: 'list-drops-one-between-pages',
    about: 'The list is read 41 rows at a time, and each next page begins one row late.',
    clauses: [LIST],
    kind: 'stateful',
    plant: listing((elements) => elements.filter((_, index) => index % 42 !== 41)),
    witness: unlisted(45),
  },
  {
    name: 'list-doubles-one-between-pages',
    about: 'The list is read 50 rows at a time, and each next page begins one row early.',
    clauses: [LIST],
    kind: 'stateful',
    plant: listing((elements) =>
      elements.flatMap((one, index) => (index % 50 === 49 ? [one, one] : [one])),
    ),
    witness: async (client) => {
      await createAll(client, crowd(60));
      const ids = (await client.list()).map(({ id }) => id);
      return new Set(ids).size < ids.length;
    },
  },
  {
    name: 'ninetieth-user-not-stored',
    about: 'Every ninetieth POST answers success and stores nothing.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => {
      let turn = 0;
      return {
        ...parts,
        insert: (user) => {
          turn += 1;
          return turn % 90 === 0 ? undefined : parts.insert(user);
        },
      };
    },
    witness: unreadable(95),
  },
  {
    name: 'sixty-fifth-user-drives-out-the-first',
    about: 'No more than 64 new users are kept: another one drives out the oldest.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      return {
        ...tracked,
        insert: async (user) => {
          await tracked.insert(user);
          const [oldest] = tracked.own();
          if (tracked.own().length > 64 && oldest !== undefined) await parts.erase(oldest.id);
        },
      };
    },
    witness: unreadable(70),
  },
  {
    name: 'eightieth-read-is-of-another',
    about: 'GET of the user that is the eightieth alive gives the one before it.',
    clauses: [GET],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      find: (id, operation) => {
        const all = parts.all();
        const found = parts.find(id, operation);
        return operation === 'read' && found !== undefined && all[79] === found ? all[78] : found;
      },
    }),
    witness: unreadable(85),
  },
  {
    name: 'twentieth-put-ignored',
    about: 'The twentieth PUT of a user answers success and changes nothing.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => {
      const puts = new Map<number, number>();
      return {
        ...parts,
        save: (user: StoredUser) => {
          const turn = (puts.get(user.id) ?? 0) + 1;
          puts.set(user.id, turn);
          return turn % 20 === 0 ? undefined : parts.save(user);
        },
      };
    },
    witness: async (client) => {
      const id = await client.create();
      for (let turn = 0; turn < 20; turn += 1) if (await isLost(client, id)) return true;
      return false;
    },
  },
  {
    name: 'put-beyond-the-seventieth-user-keeps-skills',
    about: 'PUT of a user with 70 others before it leaves its skills as they were.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      change: (before, fields) => {
        const after = parts.change(before, fields);
        return parts.all().indexOf(before) < 70 || !('skills' in before)
          ? after
          : { ...after, skills: before['skills'] };
      },
    }),
    witness: async (client) => {
      const ids = await createAll(client, crowd(75));
      return isLost(client, ids.at(-1) ?? 0);
    },
  },
];
