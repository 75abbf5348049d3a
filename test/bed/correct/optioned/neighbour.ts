// Another writer: adds its own users, changes them and the bystanders, and removes its own again.
// Touches no user of a client.

import type { StoredUser } from '../../service.ts';
import type { NextId } from './ids.ts';

const periodMs = 15;
const ownMax = 20;

/** Begins to write at once; the result ends it. */
export function startNeighbour(users: Map<number, StoredUser>, nextId: NextId): () => void {
  const bystanders = [...users.keys()];
  const own: number[] = [];
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    if (turn % 3 === 0) {
      const id = nextId(users);
      users.set(id, {
        id,
        name: `Neighbour ${turn}`,
        email: `neighbour${turn}@example.com`,
        isPremium: false,
      });
      own.push(id);
    }
    const oldest = own.length > ownMax ? own.shift() : undefined;
    if (oldest !== undefined) users.delete(oldest);
    const target = [...bystanders, ...own][turn % (bystanders.length + own.length || 1)];
    const user = target === undefined ? undefined : users.get(target);
    if (user !== undefined)
      users.set(user.id, { ...user, isPremium: turn % 2 === 0, skills: [`skill ${turn}`] });
  }, periodMs);
  timer.unref();
  return () => clearInterval(timer);
}
