// Faults that show only while requests overlap, PUTs aside.

import type { Call, Reply } from '../parts.ts';
import {
  type Client,
  createAll,
  createdId,
  crowd,
  holds,
  often,
  person,
  type Witness,
} from './client.ts';
import { overwriteAll, STEP_MS } from './overlap.ts';
import { around, DELETE, GET, LIST, type PlantedFault, POST, pause, track } from './planting.ts';

/** Shows that one of some users, created at once, is not as it was sent. */
function loses(count: number): Witness {
  return async (client) => {
    const sent = crowd(count);
    const ids = (await Promise.all(sent.map((user) => client.post(user)))).map(createdId);
    if (new Set(ids).size < count) return true;
    for (const [index, id] of ids.entries())
      if (!holds(await client.read(id ?? 0), sent[index] ?? {})) return true;
    return false;
  };
}

/** Counts the requests of one operation that are under way. */
function overlapping(
  operation: Call['operation'],
  step: (call: Call, next: (call: Call) => Promise<Reply>, others: number) => Promise<Reply>,
): PlantedFault['plant'] {
  return (parts) => {
    let running = 0;
    return around(operation, async (call, next) => {
      running += 1;
      try {
        return await step(call, next, running - 1);
      } finally {
        running -= 1;
      }
    })(parts);
  };
}

export const concurrency: readonly PlantedFault[] = [
  {
    name: 'posts-at-once-share-an-id',
    about: 'POSTs that overlap get the same id.',
    clauses: [POST],
    kind: 'concurrent',
    plant: (parts) => {
      let given: Promise<number> | undefined;
      const give = async (): Promise<number> => {
        const id = await parts.nextId();
        await pause(STEP_MS);
        given = undefined;
        return id;
      };
      return {
        ...parts,
        nextId: () => {
          given ??= give();
          return given;
        },
      };
    },
    witness: often(loses(3)),
  },
  {
    name: 'posts-at-once-lose-one',
    about:
      'A POST writes the whole storage back as it was when it began, without the users created meanwhile.',
    clauses: [POST],
    kind: 'concurrent',
    plant: (parts) => {
      const tracked = track(parts);
      return {
        ...tracked,
        insert: (user) => overwriteAll(parts, tracked.own, () => tracked.insert(user)),
      };
    },
    witness: often(loses(3)),
  },
  {
    name: 'posts-at-once-mix-names',
    about: 'POSTs that overlap are stored with the name that arrived last.',
    clauses: [POST],
    kind: 'concurrent',
    plant: (parts) => {
      let latest = '';
      return {
        ...parts,
        nextId: async () => {
          await pause(STEP_MS);
          return parts.nextId();
        },
        accept: (sent, operation) => {
          if (operation === 'create' && typeof sent['name'] === 'string') latest = sent['name'];
          return parts.accept(sent, operation);
        },
        insert: (user) => parts.insert({ ...user, name: latest }),
      };
    },
    witness: often(loses(3)),
  },
  {
    name: 'fourth-post-at-once-not-stored',
    about:
      'A POST that arrives while three others are under way answers success and stores nothing.',
    clauses: [POST],
    kind: 'concurrent',
    plant: (parts) => {
      let running = 0;
      return {
        ...parts,
        insert: async (user) => {
          running += 1;
          const isLost = running > 3;
          await pause(STEP_MS);
          running -= 1;
          if (!isLost) await parts.insert(user);
        },
      };
    },
    witness: often(loses(6)),
  },
  {
    name: 'post-during-post-fails',
    about: 'A POST answers 500 while another one is under way.',
    clauses: [POST],
    kind: 'concurrent',
    plant: overlapping('create', async (call, next, others) => {
      await pause(STEP_MS);
      return others > 0 ? { status: 500, body: { error: 'database is locked' } } : next(call);
    }),
    witness: often(async (client) =>
      (await Promise.all(crowd(3).map((user) => client.post(user)))).some(
        ({ status }) => status === 500,
      ),
    ),
  },
  {
    name: 'delete-during-delete-ignored',
    about:
      'A DELETE that arrives while another one is under way answers success and removes nothing.',
    clauses: [DELETE],
    kind: 'concurrent',
    plant: (parts) => {
      let running = 0;
      return {
        ...parts,
        erase: async (id) => {
          running += 1;
          const isLost = running > 1;
          await pause(STEP_MS);
          running -= 1;
          if (!isLost) await parts.erase(id);
        },
      };
    },
    witness: often(async (client) => {
      const ids = await createAll(client, crowd(3));
      await Promise.all(ids.map((id) => client.remove(id)));
      for (const id of ids) if ((await client.get(id)).ok) return true;
      return false;
    }),
  },
  {
    name: 'reads-at-once-are-mixed-up',
    about: 'GETs of different users that overlap all answer the user that was asked for last.',
    clauses: [GET],
    kind: 'concurrent',
    plant: (parts) => {
      let latest: Call | undefined;
      return around('read', async (call, next) => {
        latest = parts.find(call.id, 'read') === undefined ? latest : call;
        await pause(STEP_MS / 3);
        return next(parts.find(call.id, 'read') === undefined ? call : (latest ?? call));
      })(parts);
    },
    witness: often(async (client) => mixedUp(client)),
  },
  {
    name: 'list-during-a-write-fails',
    about: 'GET /users answers 500 while a POST is under way.',
    clauses: [LIST],
    kind: 'concurrent',
    plant: (parts) => {
      let running = 0;
      return around('list', async (call, next) =>
        running > 0 ? { status: 500, body: { error: 'locked' } } : next(call),
      )({
        ...parts,
        insert: async (user) => {
          running += 1;
          await pause(STEP_MS);
          running -= 1;
          await parts.insert(user);
        },
      });
    },
    witness: often(async (client) => {
      const lists = [0, 1, 2, 3, 4, 5].map(async (turn) => {
        await pause(turn * 3);
        return client.send('GET', '/users');
      });
      await Promise.all(crowd(3).map((user) => client.post(user)));
      return (await Promise.all(lists)).some(({ status }) => status === 500);
    }),
  },
  {
    name: 'post-during-delete-is-lost',
    about:
      'DELETE writes the whole storage back as it was when it began, without the users created meanwhile.',
    clauses: [POST, DELETE],
    kind: 'concurrent',
    plant: (parts) => {
      const tracked = track(parts);
      return { ...tracked, erase: (id) => overwriteAll(parts, tracked.own, () => parts.erase(id)) };
    },
    witness: often(async (client) => {
      const id = await client.create();
      const removal = client.remove(id);
      await pause(4);
      const created = await client.create(person());
      await removal;
      return !(await client.get(created)).ok;
    }),
  },
];

async function mixedUp(client: Client): Promise<boolean> {
  const ids = await createAll(client, crowd(3));
  const users = await Promise.all(ids.map((id) => client.read(id)));
  return users.some((user, index) => user['id'] !== ids[index]);
}
