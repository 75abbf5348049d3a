// Hard faults that show only while many requests are under way.

import { createAll, createdId, crowd, holds, often } from '../faults/client.ts';

import {
  around,
  DELETE,
  GET,
  LIST,
  type PlantedFault,
  POST,
  PUT,
  pause,
} from '../faults/planting.ts';
import type { Parts, Reply } from '../parts.ts';
import type { StoredUser } from '../service.ts';

const MANY = 8;

/** How long a step takes, in milliseconds: long enough for seven other requests to arrive. */
const STEP_MS = 40;

/** Runs a step for so long that others overlap it, and tells it how many did. */
function counted(): <T>(step: (underWay: number) => T | Promise<T>) => Promise<T> {
  let running = 0;
  return async (step) => {
    running += 1;
    try {
      const underWay = running;
      await pause(STEP_MS);
      return await step(underWay);
    } finally {
      running -= 1;
    }
  };
}

export const rushes: readonly PlantedFault[] = [
  {
    name: 'eighth-post-at-once-not-stored',
    about: 'A POST that arrives while seven others are under way stores nothing.',
    clauses: [POST],
    kind: 'concurrent',
    plant: (parts) => {
      const step = counted();
      return {
        ...parts,
        insert: (user) =>
          step(async (underWay) => (underWay < MANY ? parts.insert(user) : undefined)),
      };
    },
    witness: often(async (client) => {
      const sent = crowd(10);
      const ids = (await Promise.all(sent.map((user) => client.post(user)))).map(createdId);
      for (const [index, id] of ids.entries())
        if (!holds(await client.read(id ?? 0), sent[index] ?? {})) return true;
      return false;
    }),
  },
  {
    name: 'eighth-put-at-once-not-stored',
    about: 'A PUT that arrives while seven others are under way stores nothing.',
    clauses: [PUT],
    kind: 'concurrent',
    plant: (parts) => {
      const step = counted();
      return {
        ...parts,
        save: (user) => step(async (underWay) => (underWay < MANY ? parts.save(user) : undefined)),
      };
    },
    witness: often(async (client) => {
      const ids = await createAll(client, crowd(10));
      const sent = crowd(10);
      await Promise.all(ids.map((id, index) => client.put(id, sent[index] ?? {})));
      for (const [index, id] of ids.entries())
        if (!holds(await client.read(id), sent[index] ?? {})) return true;
      return false;
    }),
  },
  {
    name: 'eighth-delete-at-once-ignored',
    about: 'A DELETE that arrives while seven others are under way removes nothing.',
    clauses: [DELETE],
    kind: 'concurrent',
    plant: (parts) => {
      const step = counted();
      return {
        ...parts,
        erase: (id) => step(async (underWay) => (underWay < MANY ? parts.erase(id) : undefined)),
      };
    },
    witness: often(async (client) => {
      const ids = await createAll(client, crowd(10));
      await Promise.all(ids.map((id) => client.remove(id)));
      const left = new Set((await client.list()).map(({ id }) => id));
      return ids.some((id) => left.has(id));
    }),
  },
  {
    name: 'reads-in-a-rush-are-mixed-up',
    about: 'A GET of a user that arrives while seven others are under way gets the answer to one.',
    clauses: [GET],
    kind: 'concurrent',
    plant: (parts) => {
      const step = counted();
      let last: Reply | undefined;
      return around('read', (call, next) =>
        step(async (underWay) => {
          if (underWay >= MANY && last !== undefined) return last;
          last = await next(call);
          return last;
        }),
      )(parts);
    },
    witness: often(async (client) => {
      const ids = await createAll(client, crowd(10));
      const seen = await Promise.all(ids.map((id) => client.read(id)));
      return seen.some((user, index) => user['id'] !== ids[index]);
    }),
  },
  {
    name: 'list-in-a-rush-is-empty',
    about: 'GET /users gives an empty list while seven PUTs are under way.',
    clauses: [LIST],
    kind: 'concurrent',
    plant: (parts): Parts => {
      const step = counted();
      let writing = 0;
      return {
        ...parts,
        save: (user: StoredUser) => {
          writing += 1;
          return step(() => parts.save(user)).finally(() => {
            writing -= 1;
          });
        },
        all: () => (writing >= MANY - 1 ? [] : parts.all()),
      };
    },
    witness: often(async (client) => {
      const ids = await createAll(client, crowd(10));
      const puts = Promise.all(
        ids.map(async (id, index) => client.put(id, crowd(10)[index] ?? {})),
      );
      await pause(STEP_MS / 2);
      const listed = await client.list();
      await puts;
      return listed.length === 0;
    }),
  },
  {
    name: 'third-rival-torn',
    about: 'Of three PUTs of a user at once, the last one leaves the name of the first.',
    clauses: [PUT],
    kind: 'concurrent',
    plant: (parts) => {
      const running = new Map<number, StoredUser[]>();
      return {
        ...parts,
        save: async (user) => {
          const rivals = running.get(user.id) ?? [];
          running.set(user.id, rivals);
          rivals.push(user);
          const place = rivals.length;
          await pause(STEP_MS);
          running.delete(user.id);
          const [first = user] = rivals;
          await parts.save(place > 2 ? { ...user, name: first.name } : user);
        },
      };
    },
    witness: often(async (client) => {
      const id = await client.create();
      const sent = crowd(3);
      await Promise.all(sent.map((user) => client.put(id, user)));
      const user = await client.read(id);
      return !sent.some((one) => holds(user, one));
    }),
  },
];
