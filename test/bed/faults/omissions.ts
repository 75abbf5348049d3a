// Faults of a list that lacks a user. A list that merely ends early is not one: it could be the
// first page.

import type { Fields, Parts } from '../parts.ts';
import type { StoredUser } from '../service.ts';
import { type Client, createAll, crowd, person, type Witness } from './client.ts';
import { LIST, type PlantedFault, PUT, withChanged } from './planting.ts';

/** Shows that one of some users is not in the list, though it can be read. */
function omits(
  users: () => readonly Fields[],
  prepare?: (client: Client, id: number) => Promise<unknown>,
): Witness {
  return async (client) => {
    for (const id of await createAll(client, users())) {
      await prepare?.(client, id);
      if ((await client.get(id)).ok && !('id' in (await client.listed(id)))) return true;
    }
    return false;
  };
}

/** Leaves users out of the list alone. */
function leavingOut(isOut: (user: StoredUser, parts: Parts) => boolean): PlantedFault['plant'] {
  return (parts) => ({ ...parts, all: () => parts.all().filter((user) => !isOut(user, parts)) });
}

const put = (client: Client, id: number) => client.put(id, person());

export const omissions: readonly PlantedFault[] = [
  {
    name: 'list-omits-premium',
    about: 'Users with isPremium true are not in the list.',
    clauses: [LIST],
    kind: 'stateful',
    plant: leavingOut((user) => user['isPremium'] === true),
    witness: omits(() => [...crowd(2, { isPremium: true }), ...crowd(2, { isPremium: false })]),
  },
  {
    name: 'list-omits-the-changed',
    about: 'A user that a PUT has changed is no longer in the list.',
    clauses: [LIST, PUT],
    kind: 'stateful',
    plant: withChanged((parts, changed) => leavingOut((user) => changed.has(user.id))(parts)),
    witness: omits(() => crowd(1), put),
  },
  {
    name: 'list-omits-equal-names',
    about: 'Of users with equal names, only the first is in the list.',
    clauses: [LIST],
    kind: 'stateful',
    plant: leavingOut((user, parts) => parts.all().find(({ name }) => name === user.name) !== user),
    witness: omits(() => crowd(2, { name: 'Same Name' })),
  },
  {
    name: 'list-omits-the-third',
    about: 'The third user that is created is not in the list, though older and newer ones are.',
    clauses: [LIST],
    kind: 'stateful',
    plant: (parts) => {
      const created: number[] = [];
      const insert = (user: StoredUser) => {
        created.push(user.id);
        return parts.insert(user);
      };
      return leavingOut((user) => user.id === created[2])({ ...parts, insert });
    },
    witness: omits(() => crowd(4)),
  },
  {
    name: 'list-omits-those-without-skills',
    about: 'Users with an empty array of skills are not in the list, as with an inner join.',
    clauses: [LIST],
    kind: 'stateful',
    plant: leavingOut((user) => Array.isArray(user['skills']) && user['skills'].length === 0),
    witness: omits(() => crowd(1, { skills: [] })),
  },
];
