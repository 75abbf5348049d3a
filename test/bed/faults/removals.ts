// Faults of DELETE that takes too much, or another user.

import { type Fields, isTexts, type Parts } from '../parts.ts';
import type { StoredUser } from '../service.ts';
import { createAll, crowd, harmsLonger, person, type Witness } from './client.ts';
import { around, DELETE, following, type PlantedFault, track } from './planting.ts';

/** Shows that some users are no longer as they were after one of them is removed. */
function harms(users: () => readonly Fields[], victim: number): Witness {
  return async (client) => {
    const ids = await createAll(client, users());
    const others = (await client.list())
      .map((user) => user['id'])
      .filter((id) => id !== ids[victim]);
    await client.remove(ids[victim] ?? 0);
    const left = (await client.list()).map((user) => user['id']);
    return others.some((id) => !left.includes(id));
  };
}

/** Takes more users than the one removed. */
function takesToo(
  choose: (user: StoredUser, all: readonly StoredUser[]) => readonly (StoredUser | undefined)[],
): PlantedFault['plant'] {
  return (parts) => ({
    ...parts,
    erase: async (id) => {
      const user = parts.find(id, 'remove');
      for (const other of user === undefined ? [] : choose(user, parts.all()))
        if (other !== undefined) await parts.erase(other.id);
      await parts.erase(id);
    },
  });
}

export const removals: readonly PlantedFault[] = [
  {
    name: 'delete-takes-the-next-too',
    about: 'DELETE removes the user that was created next as well.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: (parts) => takesToo((user) => [following(parts, user.id)])(parts),
    witness: harms(() => crowd(2), 0),
  },
  {
    name: 'delete-takes-prefixes',
    about:
      'DELETE removes the users whose id begins with the id, and the one whose id the id begins with.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: takesToo((user, all) =>
      all.filter(
        ({ id }) =>
          `${id}`.startsWith(`${user.id}`) || (id > 0 && `${user.id}`.startsWith(`${id}`)),
      ),
    ),
    witness: harms(() => crowd(14), 9),
  },
  {
    name: 'delete-takes-longer-ids',
    about: 'DELETE removes the users whose id begins with the id, as by LIKE and a percent sign.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: takesToo((user, all) =>
      all.filter(({ id }) => id !== user.id && `${id}`.startsWith(`${user.id}`)),
    ),
    witness: harmsLonger((client, id) => client.remove(id)),
  },
  {
    name: 'delete-takes-addresses-in-other-case',
    about: 'DELETE removes the users whose e-mail differs from that of the user in case alone.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: takesToo((user, all) =>
      all.filter(
        ({ email }) =>
          email !== user['email'] && `${email}`.toLowerCase() === `${user['email']}`.toLowerCase(),
      ),
    ),
    witness: harms(
      () => [person({ email: 'Same@example.com' }), person({ email: 'same@example.com' })],
      1,
    ),
  },
  {
    name: 'delete-takes-a-bucket',
    about: 'DELETE removes every user whose id has the same last digit.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      return takesToo((user) => tracked.own().filter(({ id }) => id % 10 === user.id % 10))(
        tracked,
      );
    },
    witness: async (client) => {
      const ids = await createAll(client, crowd(12));
      for (const id of ids) {
        if (!(await client.get(id)).ok) return true;
        await client.remove(id);
      }
      return false;
    },
  },
  {
    name: 'delete-takes-equal-names',
    about: 'DELETE removes all users with the name of the user.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: takesToo((user, all) => all.filter(({ name }) => name === user.name)),
    witness: harms(() => crowd(2, { name: 'Same Name' }), 1),
  },
  {
    name: 'delete-takes-equal-emails',
    about: 'DELETE removes all users with the e-mail of the user.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: takesToo((user, all) => all.filter(({ email }) => email === user['email'])),
    witness: harms(() => crowd(2, { email: 'same@example.com' }), 0),
  },
  {
    name: 'delete-takes-skills-from-others',
    about: 'DELETE removes the skills of the user from all users, as a cascade in a database can.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      erase: async (id) => {
        const gone = parts.find(id, 'remove')?.['skills'];
        await parts.erase(id);
        for (const user of parts.all()) {
          const skills = user['skills'];
          if (!isTexts(skills) || !isTexts(gone) || !skills.some((skill) => gone.includes(skill)))
            continue;
          await parts.save({ ...user, skills: skills.filter((skill) => !gone.includes(skill)) });
        }
      },
    }),
    witness: async (client) => {
      const id = await client.create(person({ skills: ['sql', 'go'] }));
      await client.remove(await client.create(person({ skills: ['go', 'css'] })));
      return (await client.get(id)).text.includes('"skills":["sql"]');
    },
  },
  {
    name: 'unknown-delete-takes-the-newest',
    about: 'DELETE of an id that never was removes the user that was created last.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: redirected((parts, id) => parts.find(id, 'remove') === undefined),
    witness: async (client) => {
      const id = await client.create();
      await client.remove(987_654);
      return !(await client.get(id)).ok;
    },
  },
  {
    name: 'second-delete-takes-the-newest',
    about: 'DELETE of a user that was removed already removes the user that was created last.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: (parts) => {
      const removed = new Set<number>();
      const erase = (id: number) => {
        removed.add(id);
        return parts.erase(id);
      };
      return redirected((_parts, id) => removed.has(id))({ ...parts, erase });
    },
    witness: async (client) => {
      const [first = 0, second = 0] = await createAll(client, crowd(2));
      await client.remove(first);
      await client.remove(first);
      return !(await client.get(second)).ok;
    },
  },
  {
    name: 'delete-slips-after-a-delete',
    about:
      'From the second DELETE on, the user that was created next is removed instead, where there is one.',
    clauses: [DELETE],
    kind: 'stateful',
    plant: (parts) => {
      let removals = 0;
      return {
        ...parts,
        erase: (id) => {
          removals += 1;
          return parts.erase(removals > 1 ? (following(parts, id)?.id ?? id) : id);
        },
      };
    },
    witness: async (client) => {
      const [first = 0, second = 0, third = 0] = await createAll(client, crowd(3));
      await client.remove(first);
      await client.remove(second);
      return !(await client.get(third)).ok;
    },
  },
];

/** DELETE removes the newest user of the run if the condition holds for the requested id. */
function redirected(isRedirected: (parts: Parts, id: number) => boolean): PlantedFault['plant'] {
  return (parts) => {
    const tracked = track(parts);
    return around('remove', (call, next) =>
      next(
        isRedirected(parts, call.id) ? { ...call, id: tracked.own().at(-1)?.id ?? call.id } : call,
      ),
    )(tracked);
  };
}
