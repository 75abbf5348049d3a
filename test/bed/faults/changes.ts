// Faults of PUT: it changes its user too little, later, or not for good.

import { isTexts, parseFields } from '../parts.ts';
import type { StoredUser } from '../service.ts';
import { createAll, crowd, holds, isLost, lostOnPut, person } from './client.ts';
import {
  around,
  GET,
  later,
  type PlantedFault,
  PUT,
  pause,
  skillsOf,
  updating,
} from './planting.ts';

/** Counts the PUTs of each user: the first is 1. */
function counter(): (id: number) => number {
  const counts = new Map<number, number>();
  return (id) => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts.get(id) ?? 1;
  };
}

/** Saves under a condition only; the condition is made anew for each service. */
function savesIf(create: () => (user: StoredUser) => boolean): PlantedFault['plant'] {
  return (parts) => {
    const isSaved = create();
    return { ...parts, save: (user) => (isSaved(user) ? parts.save(user) : undefined) };
  };
}

export const changes: readonly PlantedFault[] = [
  {
    name: 'second-put-fails',
    about: 'The second PUT of a user answers 500.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => {
      const count = counter();
      return around('update', async (call, next) =>
        parts.find(call.id, 'update') !== undefined && count(call.id) > 1
          ? { status: 500, body: { error: 'version' } }
          : next(call),
      )(parts);
    },
    witness: lostOnPut({}, { name: 'Second' }, { name: 'Third' }),
  },
  {
    name: 'second-put-ignored',
    about: 'The second PUT of a user and all later ones answer success and store nothing.',
    clauses: [PUT],
    kind: 'stateful',
    plant: savesIf(() => {
      const count = counter();
      return (user) => count(user.id) < 2;
    }),
    witness: lostOnPut({}, { name: 'Second' }, { name: 'Third' }),
  },
  {
    name: 'fifth-put-ignored',
    about: 'The fifth PUT of a user answers success and stores nothing.',
    clauses: [PUT],
    kind: 'stateful',
    plant: savesIf(() => {
      const count = counter();
      return (user) => count(user.id) !== 5;
    }),
    witness: lostOnPut({}, ...['One', 'Two', 'Three', 'Four', 'Five'].map((name) => ({ name }))),
  },
  {
    name: 'put-toggles-the-flag',
    about: 'PUT of isPremium true turns the flag over instead of setting it.',
    clauses: [PUT],
    kind: 'stateful',
    plant: updating((after, before) =>
      after['isPremium'] === true ? { ...after, isPremium: before['isPremium'] !== true } : after,
    ),
    witness: lostOnPut({ isPremium: false }, { isPremium: true }, { isPremium: true }),
  },
  {
    name: 'put-appends-skills',
    about: 'PUT adds the skills to those before, and does not replace them.',
    clauses: [PUT],
    kind: 'stateful',
    plant: updating((after, before) =>
      'skills' in after && after['skills'] !== before['skills']
        ? { ...after, skills: [...skillsOf(before), ...skillsOf(after)] }
        : after,
    ),
    witness: lostOnPut({ skills: ['sql'] }, { skills: ['go'] }),
  },
  {
    name: 'put-keeps-the-longer-tail',
    about: 'PUT of fewer skills than before overwrites the first ones and keeps the rest.',
    clauses: [PUT],
    kind: 'stateful',
    plant: updating((after, before) =>
      'skills' in after
        ? {
            ...after,
            skills: [...skillsOf(after), ...skillsOf(before).slice(skillsOf(after).length)],
          }
        : after,
    ),
    witness: lostOnPut({ skills: ['sql', 'go', 'css'] }, { skills: ['c'] }),
  },
  {
    name: 'put-ignored-for-later-users',
    about: 'PUT of the sixth user that is created, and of all after it, stores nothing.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => {
      const created: number[] = [];
      return {
        ...parts,
        insert: (user) => {
          created.push(user.id);
          return parts.insert(user);
        },
        save: (user) => (created.indexOf(user.id) < 5 ? parts.save(user) : undefined),
      };
    },
    witness: async (client) => isLost(client, (await createAll(client, crowd(6))).at(-1) ?? 0),
  },
  {
    name: 'put-ignored-for-every-seventh-id',
    about: 'PUT of a user whose id is a multiple of seven stores nothing.',
    clauses: [PUT],
    kind: 'stateful',
    plant: savesIf(() => (user) => user.id % 7 !== 0),
    witness: async (client) => {
      for (const id of await createAll(client, crowd(12)))
        if (await isLost(client, id)) return true;
      return false;
    },
  },
  {
    name: 'put-right-after-post-ignored',
    about: 'A PUT that is the very next request after the POST of its user stores nothing.',
    clauses: [PUT],
    kind: 'stateful',
    notIn: { odd: 'its ids cannot be foreseen, so a run reads an item before it writes to it' },
    plant: (parts) => {
      let fresh: number | undefined;
      let ignored: number | undefined;
      return {
        ...parts,
        around: (call, next) => {
          ignored = call.operation === 'update' ? fresh : undefined;
          fresh = undefined;
          return parts.around(call, next);
        },
        insert: (user) => {
          fresh = user.id;
          return parts.insert(user);
        },
        save: (user) => (user.id === ignored ? undefined : parts.save(user)),
      };
    },
    witness: async (client) => isLost(client, await client.create()),
  },
  {
    name: 'put-reverts-after-a-pause',
    about: 'The user is as before the PUT again after 200 ms.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      save: (user) => {
        const before = parts.find(user.id, 'update');
        later(
          200,
          () => before !== undefined && parts.find(user.id, 'read') === user && parts.save(before),
        );
        return parts.save(user);
      },
    }),
    witness: async (client) => {
      const id = await client.create();
      const sent = person();
      await client.put(id, sent);
      await pause(300);
      return !holds(await client.read(id), sent);
    },
  },
  {
    name: 'put-lags-one-behind',
    about: 'PUT stores what the PUT of the same user before it has sent; the first stores its own.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) => {
      const waiting = new Map<number, StoredUser>();
      return {
        ...parts,
        save: (user) => {
          const stored = waiting.get(user.id) ?? user;
          waiting.set(user.id, user);
          return parts.save(stored);
        },
      };
    },
    witness: lostOnPut({}, { name: 'Second' }, { name: 'Third' }),
  },
  {
    name: 'refused-put-has-effect',
    about: 'PUT that is refused for one field has stored the name before.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) =>
      around('update', async (call, next) => {
        const reply = await next(call);
        const user = parts.find(call.id, 'update');
        const { name } = parseFields(call.text);
        if (reply.status >= 400 && user !== undefined && typeof name === 'string')
          await parts.save({ ...user, name });
        return reply;
      })(parts),
    witness: async (client) => {
      const id = await client.create();
      const answer = await client.put(id, person({ name: 'Refused', skills: 5 }));
      return !answer.ok && (await client.read(id))['name'] === 'Refused';
    },
  },
  {
    name: 'put-refused-for-skills-turns-the-flag',
    about:
      'PUT that is refused for what is among its skills, and for nothing else, has turned over isPremium.',
    clauses: [PUT],
    kind: 'stateful',
    plant: (parts) =>
      around('update', async (call, next) => {
        const reply = await next(call);
        const user = parts.find(call.id, 'update');
        const { skills } = parseFields(call.text);
        const isFlawed = Array.isArray(skills) && !isTexts(skills);
        if (reply.status >= 400 && user !== undefined && isFlawed)
          await parts.save({ ...user, isPremium: user['isPremium'] !== true });
        return reply;
      })(parts),
    witness: async (client) => {
      const id = await client.create(person({ isPremium: true }));
      const answer = await client.put(id, person({ isPremium: true, skills: ['a', 5] }));
      return !answer.ok && (await client.read(id))['isPremium'] === false;
    },
  },
  {
    name: 'put-seen-by-the-next-read-only',
    about: 'The first GET after a PUT shows the change, the later ones show the user as before.',
    clauses: [PUT, GET],
    kind: 'stateful',
    plant: (parts) => {
      const old = new Map<number, { readonly user: StoredUser; reads: number }>();
      return {
        ...parts,
        save: (user) => {
          const before = parts.find(user.id, 'update');
          if (before !== undefined) old.set(user.id, { user: before, reads: 0 });
          return parts.save(user);
        },
        find: (id, operation) => {
          const entry = operation === 'read' ? old.get(id) : undefined;
          if (entry === undefined || parts.find(id, operation) === undefined)
            return parts.find(id, operation);
          entry.reads += 1;
          return entry.reads > 1 ? entry.user : parts.find(id, operation);
        },
      };
    },
    witness: async (client) => {
      const id = await client.create();
      const sent = person();
      await client.put(id, sent);
      return holds(await client.read(id), sent) && !holds(await client.read(id), sent);
    },
  },
];
