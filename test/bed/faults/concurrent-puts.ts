// Faults that show only while PUTs overlap.

import type { StoredUser } from '../service.ts';
import { createAll, crowd, holds, often, type Witness } from './client.ts';
import { overwriteAll, STEP_MS } from './overlap.ts';
import { type PlantedFault, PUT, pause, track } from './planting.ts';

const FIELDS = ['name', 'email', 'isPremium', 'skills', 'address'];

/** Shows that one of some users, each changed by a PUT at the same time, is not as it was sent. */
function losesChange(count: number): Witness {
  return async (client) => {
    const ids = await createAll(client, crowd(count));
    const sent = crowd(count);
    await Promise.all(ids.map((id, index) => client.put(id, sent[index] ?? {})));
    for (const [index, id] of ids.entries())
      if (!holds(await client.read(id), sent[index] ?? {})) return true;
    return false;
  };
}

export const concurrentPuts: readonly PlantedFault[] = [
  {
    name: 'puts-at-once-are-swapped',
    about: 'Of two PUTs of different users that overlap, each stores the fields of the other.',
    clauses: [PUT],
    kind: 'concurrent',
    plant: (parts) => {
      let waiting: { user: StoredUser; swapped?: StoredUser } | undefined;
      return {
        ...parts,
        save: async (user) => {
          if (waiting !== undefined && waiting.user.id !== user.id) {
            const first = waiting;
            waiting = undefined;
            first.swapped = user;
            return parts.save({ ...first.user, id: user.id });
          }
          const mine: { user: StoredUser; swapped?: StoredUser } = { user };
          waiting = mine;
          await pause(STEP_MS);
          if (waiting === mine) waiting = undefined;
          return parts.save({ ...(mine.swapped ?? user), id: user.id });
        },
      };
    },
    witness: often(losesChange(2)),
  },
  {
    name: 'puts-at-once-lose-one',
    about:
      'A PUT writes the whole storage back as it was when it began, without what other PUTs changed meanwhile.',
    clauses: [PUT],
    kind: 'concurrent',
    plant: (parts) => {
      const tracked = track(parts);
      return {
        ...tracked,
        save: (user) =>
          overwriteAll(parts, tracked.own, () => parts.find(user.id, 'update') && parts.save(user)),
      };
    },
    witness: often(losesChange(3)),
  },
  {
    name: 'puts-at-once-are-torn',
    about:
      'Two PUTs of the same user that overlap write field by field, and leave a user that neither has sent.',
    clauses: [PUT],
    kind: 'concurrent',
    plant: (parts) => {
      // Per user: writes to other users meanwhile must not bring two of one user into step.
      const turns = new Map<number, number>();
      return {
        ...parts,
        save: async (user) => {
          const turn = (turns.get(user.id) ?? 0) + 1;
          turns.set(user.id, turn);
          const fields = turn % 2 === 0 ? FIELDS : [...FIELDS].reverse();
          for (const field of fields) {
            const stored = parts.find(user.id, 'update');
            if (stored === undefined) return;
            if (field in user) await parts.save({ ...stored, [field]: user[field] });
            await pause(STEP_MS);
          }
          const { id, name, ...rest } = parts.find(user.id, 'update') ?? user;
          const kept = Object.entries(rest).filter(([field]) => field in user);
          await parts.save({ ...Object.fromEntries(kept), id, name });
        },
      };
    },
    witness: often(async (client) => {
      const id = await client.create();
      const sent = crowd(2);
      await Promise.all(sent.map((user) => client.put(id, user)));
      const user = await client.read(id);
      return !sent.some((one) => holds(user, one));
    }),
  },
  {
    name: 'third-put-at-once-not-stored',
    about:
      'A PUT that arrives while two others are under way, of whatever users, answers success and stores nothing.',
    clauses: [PUT],
    kind: 'concurrent',
    plant: (parts) => {
      let running = 0;
      return {
        ...parts,
        save: async (user) => {
          running += 1;
          const isLost = running > 2;
          await pause(STEP_MS);
          running -= 1;
          if (!isLost && parts.find(user.id, 'update') !== undefined) await parts.save(user);
        },
      };
    },
    witness: often(losesChange(4)),
  },
];
