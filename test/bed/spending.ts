// Counts for which laws and stages a run sends its requests.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client } from '../../src/http/client/client.ts';
import type { Activity } from '../../src/verify/activity.ts';

export interface Spending {
  readonly during: Activity;
  readonly send: Client['send'];
  /** How many requests were sent for each law or stage. */
  readonly spent: ReadonlyMap<string, number>;
}

/** Counts what is sent through a client. */
export function countSpending(client: Pick<Client, 'send'>): Spending {
  const law = new AsyncLocalStorage<string>();
  const spent = new Map<string, number>();
  return {
    during: (name, use) => law.run(name, use),
    send: (call) => {
      const name = law.getStore() ?? 'start';
      spent.set(name, (spent.get(name) ?? 0) + 1);
      return client.send(call);
    },
    spent,
  };
}
