// Faults in what an operation does at all: 5xx, no effect, the wrong user.

import type { StoredUser } from '../service.ts';
import { type Client, createdId, fails, holds, person, type Witness } from './client.ts';
import {
  around,
  DELETE,
  GET,
  LIST,
  listing,
  type PlantedFault,
  POST,
  PUT,
  replying,
} from './planting.ts';

/** No id of any user, in either base. */
const UNKNOWN = 987_654;

/** Shows that a user is not what the PUT made of it. */
const unchangedByPut: Witness = async (client) => {
  const id = await client.create();
  const after = person();
  await client.put(id, after);
  return !holds(await client.read(id), after);
};

/** Shows that a created user cannot be found by its name. */
const notCreated: Witness = async (client) => {
  const sent = person();
  await client.post(sent);
  return !(await client.list()).some((user) => user['name'] === sent['name']);
};

export const effects: readonly PlantedFault[] = [
  {
    name: 'list-fails',
    about: 'GET /users answers 500.',
    clauses: [LIST],
    kind: 'easy',
    plant: around('list', async () => ({ status: 500, body: { error: 'oops' } })),
    witness: fails((client) => client.send('GET', '/users'), 500),
  },
  {
    name: 'read-fails',
    about: 'GET of a user answers 500.',
    clauses: [GET],
    kind: 'easy',
    plant: replying('read', () => ({ status: 500, body: { error: 'oops' } })),
    witness: fails((client, id) => client.get(id), 500),
  },
  {
    name: 'post-fails-yet-creates',
    about: 'POST creates the user and answers 500.',
    clauses: [POST],
    kind: 'easy',
    plant: replying('create', () => ({ status: 500, body: { error: 'mail server is down' } })),
    witness: async (client) => (await client.post(person())).status === 500,
  },
  {
    name: 'put-fails',
    about: 'PUT answers 500 and changes nothing.',
    clauses: [PUT],
    kind: 'easy',
    plant: around('update', async () => ({ status: 500, body: { error: 'oops' } })),
    witness: fails((client, id) => client.put(id, person()), 500),
  },
  {
    name: 'delete-fails',
    about: 'DELETE answers 500 and removes nothing.',
    clauses: [DELETE],
    kind: 'easy',
    plant: around('remove', async () => ({ status: 500, body: { error: 'oops' } })),
    witness: fails((client, id) => client.remove(id), 500),
  },
  {
    name: 'post-does-nothing',
    about: 'POST answers as if it had created the user, and stores none.',
    clauses: [POST],
    kind: 'easy',
    plant: (parts) => ({ ...parts, insert: () => undefined }),
    witness: notCreated,
  },
  {
    name: 'put-does-nothing',
    about: 'PUT answers success and stores nothing.',
    clauses: [PUT],
    kind: 'easy',
    plant: (parts) => ({ ...parts, save: () => undefined }),
    witness: unchangedByPut,
  },
  {
    name: 'delete-does-nothing',
    about: 'DELETE answers success and removes nothing.',
    clauses: [DELETE],
    kind: 'easy',
    plant: (parts) => ({ ...parts, erase: () => undefined }),
    witness: async (client) => {
      const id = await client.create();
      return (await client.remove(id)).ok && (await client.get(id)).ok;
    },
  },
  {
    name: 'read-gives-the-first-user',
    about: 'GET of any known id gives the first user.',
    clauses: [GET],
    kind: 'easy',
    plant: (parts) => ({ ...parts, one: (user) => parts.one(parts.all()[0] ?? user) }),
    witness: async (client) => {
      await client.create();
      const id = await client.create();
      return (await client.read(id))['id'] !== id;
    },
  },
  {
    name: 'unknown-read-gives-the-first-user',
    about: 'GET of an unknown id answers 200 with the first user.',
    clauses: [GET],
    kind: 'easy',
    plant: foundInstead((users) => users[0]),
    witness: unknownIsRead,
  },
  {
    name: 'unknown-read-gives-a-made-up-user',
    about: 'GET of an unknown id answers 200 with a user of that id that nobody created.',
    clauses: [GET],
    kind: 'easy',
    plant: foundInstead((_users, id) => ({ id, name: 'Unknown', email: 'unknown@example.com' })),
    witness: unknownIsRead,
  },
  {
    name: 'put-hits-the-first-user',
    about: 'PUT of any known id changes the first of the users that were created and are there.',
    clauses: [PUT],
    kind: 'easy',
    plant: (parts) => {
      const created: number[] = [];
      const first = (): number | undefined =>
        created.find((id) => parts.find(id, 'update') !== undefined);
      return {
        ...parts,
        insert: (user) => {
          created.push(user.id);
          return parts.insert(user);
        },
        save: (user) => parts.save({ ...user, id: first() ?? user.id }),
      };
    },
    witness: async (client) => {
      await client.create();
      return unchangedByPut(client);
    },
  },
  {
    name: 'empty-list',
    about: 'GET /users answers an empty array, whatever there is.',
    clauses: [LIST],
    kind: 'easy',
    plant: listing(() => []),
    witness: async (client) => {
      const answer = await client.post(person());
      return createdId(answer) !== undefined && (await client.list()).length === 0;
    },
  },
];

function foundInstead(
  choose: (users: readonly StoredUser[], id: number) => StoredUser | undefined,
): PlantedFault['plant'] {
  return (parts) => ({
    ...parts,
    find: (id, operation) => {
      const user = parts.find(id, operation);
      return user === undefined && operation === 'read' && id > 0 ? choose(parts.all(), id) : user;
    },
  });
}

async function unknownIsRead(client: Client): Promise<boolean> {
  await client.create();
  return (await client.get(UNKNOWN)).ok;
}
