// Faults of the list: stale, doubled, broken, or different from what reading each user returns.

import type { Fields } from '../parts.ts';
import type { StoredUser } from '../service.ts';
import { type Client, createAll, crowd, person, type Witness } from './client.ts';
import {
  DELETE,
  element,
  LIST,
  listing,
  type PlantedFault,
  POST,
  PUT,
  replying,
  track,
  withChanged,
} from './planting.ts';

type Write = 'insert' | 'save' | 'erase';

/** The list comes from a cache that only these writes empty. */
function cached(...emptiedBy: readonly Write[]): PlantedFault['plant'] {
  return (parts) => {
    let cache: readonly StoredUser[] | undefined;
    const empty = (write: Write): void => {
      if (emptiedBy.includes(write)) cache = undefined;
    };
    return {
      ...parts,
      all: () => {
        cache ??= parts.all();
        return cache;
      },
      insert: (user) => {
        empty('insert');
        return parts.insert(user);
      },
      save: (user) => {
        empty('save');
        return parts.save(user);
      },
      erase: (id) => {
        empty('erase');
        return parts.erase(id);
      },
    };
  };
}

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

/** Shows that a user in the list has another name than the user that is read. */
function differs(
  users: () => readonly Fields[],
  prepare?: (client: Client, id: number) => Promise<unknown>,
): Witness {
  return async (client) => {
    for (const id of await createAll(client, users())) {
      await prepare?.(client, id);
      if ((await client.listed(id))['name'] !== (await client.read(id))['name']) return true;
    }
    return false;
  };
}

const put = (client: Client, id: number) => client.put(id, person());

export const lists: readonly PlantedFault[] = [
  {
    name: 'list-stale-after-post',
    about: 'A user that is created after the first list is missing until a PUT or DELETE.',
    clauses: [LIST, POST],
    kind: 'stateful',
    plant: cached('save', 'erase'),
    witness: async (client) => {
      await client.list();
      return omits(() => crowd(1))(client);
    },
  },
  {
    name: 'list-stale-after-put',
    about: 'The list shows a user as before the PUT, until a POST or DELETE.',
    clauses: [LIST, PUT],
    kind: 'stateful',
    plant: cached('insert', 'erase'),
    witness: async (client) => {
      const id = await client.create();
      await client.list();
      await client.put(id, person());
      return (await client.listed(id))['name'] !== (await client.read(id))['name'];
    },
  },
  {
    name: 'list-stale-after-delete',
    about: 'The list shows a removed user, until a POST or PUT.',
    clauses: [LIST, DELETE],
    kind: 'stateful',
    plant: cached('insert', 'save'),
    witness: async (client) => {
      const id = await client.create();
      await client.list();
      await client.remove(id);
      return 'id' in (await client.listed(id));
    },
  },
  {
    name: 'list-doubles-the-changed',
    about: 'A user that a PUT has changed is in the list twice.',
    clauses: [LIST, PUT],
    kind: 'stateful',
    plant: withChanged((parts, changed) => ({
      ...parts,
      all: () => parts.all().flatMap((user) => (changed.has(user.id) ? [user, user] : [user])),
    })),
    witness: async (client) => {
      const id = await client.create();
      await put(client, id);
      return (await client.list()).filter((user) => user['id'] === id).length === 2;
    },
  },
  {
    name: 'list-doubles-the-sixth',
    about: 'The sixth user that is created is in the list twice.',
    clauses: [LIST],
    kind: 'stateful',
    plant: (parts) => {
      const created: number[] = [];
      return {
        ...parts,
        insert: (user) => {
          created.push(user.id);
          return parts.insert(user);
        },
        all: () => parts.all().flatMap((user) => (user.id === created[5] ? [user, user] : [user])),
      };
    },
    witness: async (client) => {
      await createAll(client, crowd(7));
      const ids = (await client.list()).map((user) => user['id']);
      return new Set(ids).size < ids.length;
    },
  },
  {
    name: 'list-fails-from-thirteen',
    about: 'GET /users answers 500 as long as thirteen or more of the users created are there.',
    clauses: [LIST],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      return replying('list', (reply) =>
        tracked.own().length > 12 ? { status: 500, body: { error: 'oops' } } : reply,
      )(tracked);
    },
    witness: async (client) => {
      await createAll(client, crowd(13));
      return (await client.send('GET', '/users')).status === 500;
    },
  },
  {
    name: 'list-breaks-off-after-1536-bytes',
    about: 'GET /users sends the first 1536 bytes of a longer list.',
    clauses: ['section 4, rule 2', LIST],
    kind: 'stateful',
    plant: replying('list', (reply) => {
      const body = JSON.stringify(reply.body);
      return body.length > 1536 ? { status: 200, raw: body.slice(0, 1536) } : reply;
    }),
    witness: async (client) => {
      await createAll(client, crowd(25));
      return (await client.send('GET', '/users')).json === undefined;
    },
  },
  {
    name: 'list-shifts-names-after-the-eighth',
    about: 'From the ninth element of the list on, each has the name of the element before it.',
    clauses: [LIST, 'section 2, list'],
    kind: 'stateful',
    plant: listing((users) =>
      users.map((user, index) =>
        index > 7 ? { ...user, name: users[index - 1]?.['name'] } : user,
      ),
    ),
    witness: differs(() => crowd(12)),
  },
  {
    name: 'list-has-names-as-created',
    about: 'The list shows the name that a user was created with, whatever PUT has made of it.',
    clauses: [LIST, PUT],
    kind: 'stateful',
    plant: (parts) => {
      const names = new Map<unknown, string>();
      return element((user) => ({ ...user, name: names.get(user['id']) ?? user['name'] }))({
        ...parts,
        insert: (user) => {
          names.set(user.id, user.name);
          return parts.insert(user);
        },
      });
    },
    witness: differs(() => crowd(1), put),
  },
  {
    name: 'list-swaps-the-last-two-ids',
    about: 'Once six users are in the list, the last two have each other’s ids.',
    clauses: [LIST, 'section 2, list'],
    kind: 'stateful',
    plant: listing((users) => {
      const last = users.at(-1);
      const other = users.at(-2);
      if (users.length < 6 || last === undefined || other === undefined) return users;
      return [...users.slice(0, -2), { ...other, id: last['id'] }, { ...last, id: other['id'] }];
    }),
    witness: async (client) => {
      await createAll(client, crowd(6));
      return differsIn(client);
    },
  },
  {
    name: 'list-has-one-email',
    about: 'The list gives every user the e-mail of the first element, once there are five.',
    clauses: [LIST],
    kind: 'stateful',
    plant: listing((users) =>
      users.length < 5 ? users : users.map((user) => ({ ...user, email: users[0]?.['email'] })),
    ),
    witness: async (client) => {
      await createAll(client, crowd(5));
      return new Set((await client.list()).map((user) => user['email'])).size === 1;
    },
  },
  {
    name: 'oldest-user-listed-twice',
    about: 'The list shows the user with the smallest id again at its end.',
    clauses: [LIST, 'section 2, list'],
    kind: 'easy',
    plant: listing((users) => [
      ...users,
      ...users.toSorted((one, other) => Number(one['id']) - Number(other['id'])).slice(0, 1),
    ]),
    witness: async (client) => {
      const ids = (await client.list()).map((user) => user['id']);
      return new Set(ids).size < ids.length;
    },
  },
];

async function differsIn(client: Client): Promise<boolean> {
  for (const user of await client.list()) {
    if ((await client.read(Number(user['id'])))['name'] !== user['name']) return true;
  }
  return false;
}
