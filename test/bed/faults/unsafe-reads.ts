// Faults of GET that writes.

import type { Parts } from '../parts.ts';
import type { StoredUser } from '../service.ts';
import { type Client, holds, person, type Witness } from './client.ts';
import { GET, LIST, type PlantedFault, skillsOf, track } from './planting.ts';

const READS_ONLY = 'section 1';

/** GET of a user changes the user, after it was shown. */
function readWrites(change: (user: StoredUser, parts: Parts) => unknown): PlantedFault['plant'] {
  return (parts) => ({
    ...parts,
    one: (user) => {
      const shown = parts.one(user);
      void change(user, parts);
      return shown;
    },
  });
}

/** Shows that a user changes by being read. */
function changesByReading(
  fields: Readonly<Record<string, unknown>>,
  read?: (client: Client) => Promise<unknown>,
): Witness {
  return async (client) => {
    const sent = person(fields);
    const id = await client.create(sent);
    for (let turn = 0; turn < 5; turn += 1) {
      await read?.(client);
      if (!holds(await client.read(id), sent)) return true;
    }
    return false;
  };
}

export const unsafeReads: readonly PlantedFault[] = [
  {
    name: 'read-toggles-the-flag',
    about: 'GET of a user turns isPremium over in storage.',
    clauses: [READS_ONLY, GET],
    kind: 'stateful',
    plant: readWrites(
      (user, parts) =>
        'isPremium' in user && parts.save({ ...user, isPremium: user['isPremium'] !== true }),
    ),
    witness: changesByReading({}),
  },
  {
    name: 'read-sorts-skills',
    about: 'GET of a user sorts the skills in storage, after it has shown them as they were.',
    clauses: [READS_ONLY, GET],
    kind: 'stateful',
    plant: readWrites(
      (user, parts) =>
        'skills' in user && parts.save({ ...user, skills: [...skillsOf(user)].sort() }),
    ),
    witness: changesByReading({ skills: ['sql', 'css', 'go'] }),
  },
  {
    name: 'third-read-removes',
    about: 'The third GET of a user removes it.',
    clauses: [READS_ONLY, GET],
    kind: 'stateful',
    plant: (parts) => {
      const reads = new Map<number, number>();
      return readWrites((user) => {
        reads.set(user.id, (reads.get(user.id) ?? 0) + 1);
        if (reads.get(user.id) === 3) void parts.erase(user.id);
      })(parts);
    },
    witness: changesByReading({}),
  },
  {
    name: 'read-counts-in-the-name',
    about: 'GET of a user that was created adds a space to its name in storage.',
    clauses: [READS_ONLY, GET],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      return readWrites(
        (user) => tracked.own().includes(user) && parts.save({ ...user, name: `${user.name} ` }),
      )(tracked);
    },
    witness: changesByReading({}),
  },
  {
    name: 'list-clears-the-flag',
    about: 'GET /users sets isPremium of the user that was created last to false.',
    clauses: [READS_ONLY, LIST],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      return {
        ...tracked,
        list: (elements) => {
          const newest = tracked.own().at(-1);
          if (newest?.['isPremium'] === true) void parts.save({ ...newest, isPremium: false });
          return parts.list(elements);
        },
      };
    },
    witness: changesByReading({ isPremium: true }, (client) => client.list()),
  },
  {
    name: 'list-turns-skills-around',
    about: 'GET /users reverses the skills of all users that were created.',
    clauses: [READS_ONLY, LIST],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      return {
        ...tracked,
        list: (elements) => {
          for (const user of tracked.own()) {
            if ('skills' in user)
              void parts.save({ ...user, skills: [...skillsOf(user)].reverse() });
          }
          return parts.list(elements);
        },
      };
    },
    witness: changesByReading({ skills: ['sql', 'css'] }, (client) => client.list()),
  },
];
