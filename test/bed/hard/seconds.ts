// Hard faults that show only some seconds after a write.

import { holds, person } from '../faults/client.ts';
import {
  DELETE,
  GET,
  LIST,
  later,
  type PlantedFault,
  POST,
  PUT,
  pause,
  track,
} from '../faults/planting.ts';
import type { StoredUser } from '../service.ts';

/** After how many milliseconds the faults show. */
const LATE_MS = 3_000;

export const seconds: readonly PlantedFault[] = [
  {
    name: 'created-user-expires-after-seconds',
    about: 'A user that was created is gone three seconds later, unless a PUT has changed it.',
    clauses: [POST, PUT, DELETE, 'section 4, rule 1', GET],
    kind: 'stateful',
    plant: (parts) => {
      const changed = new Set<number>();
      return {
        ...parts,
        save: (user) => {
          changed.add(user.id);
          return parts.save(user);
        },
        insert: (user) => {
          later(LATE_MS, () => (changed.has(user.id) ? undefined : parts.erase(user.id)));
          return parts.insert(user);
        },
      };
    },
    witness: async (client) => {
      const id = await client.create();
      await pause(LATE_MS + 200);
      return (await client.get(id)).status >= 400;
    },
  },
  {
    name: 'put-undone-after-seconds',
    about: 'Three seconds after a PUT the user is as it was before.',
    clauses: [PUT, 'section 4, rule 1', GET],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      save: (user) => {
        const before = parts.find(user.id, 'read');
        later(LATE_MS, () =>
          before !== undefined && parts.find(user.id, 'read') === user
            ? parts.save(before)
            : undefined,
        );
        return parts.save(user);
      },
    }),
    witness: async (client) => {
      const id = await client.create();
      const sent = person();
      await client.put(id, sent);
      await pause(LATE_MS + 200);
      return !holds(await client.read(id), sent);
    },
  },
  {
    name: 'deleted-user-returns-after-seconds',
    about: 'Three seconds after a DELETE the user is there again.',
    clauses: [DELETE, 'section 4, rule 1', GET, LIST],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      return {
        ...tracked,
        erase: async (id) => {
          const user = parts.find(id, 'remove');
          await parts.erase(id);
          if (user !== undefined) later(LATE_MS, () => parts.insert(user));
        },
      };
    },
    witness: async (client) => {
      const id = await client.create();
      await client.remove(id);
      await pause(LATE_MS + 200);
      return (await client.list()).some((user) => user['id'] === id);
    },
  },
  {
    name: 'old-version-read-after-seconds',
    about: 'GET of a user that was changed more than three seconds ago gives the version before.',
    clauses: [GET, PUT, 'section 4, rule 1'],
    kind: 'stateful',
    plant: (parts) => {
      const before = new Map<number, { readonly user: StoredUser; readonly at: number }>();
      return {
        ...parts,
        save: (user) => {
          const old = parts.find(user.id, 'update');
          if (old !== undefined) before.set(user.id, { user: old, at: Date.now() });
          return parts.save(user);
        },
        find: (id, operation) => {
          const old = before.get(id);
          const isOld = operation === 'read' && old !== undefined && Date.now() > old.at + LATE_MS;
          return isOld && parts.find(id, operation) !== undefined
            ? old.user
            : parts.find(id, operation);
        },
      };
    },
    witness: async (client) => {
      const id = await client.create();
      const sent = person();
      await client.put(id, sent);
      await pause(LATE_MS + 200);
      return !holds(await client.read(id), sent);
    },
  },
];
