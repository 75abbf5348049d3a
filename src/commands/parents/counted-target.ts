// Counts the requests of a run that its reports do not have: those that make the items that others are below.

import type { Target } from '../shared/target.ts';

export interface CountedTarget {
  readonly target: Target;
  /** How many requests were sent so far, with redirects and repeats. */
  requests(): number;
}

/** Returns a target that counts what is sent with the credentials of the run. */
export function countedTarget(target: Target): CountedTarget {
  let requests = 0;
  const { client } = target;
  return {
    target: {
      ...target,
      client: {
        ...client,
        send: async (call) => {
          const exchange = await client.send(call);
          requests += exchange.requests;
          return exchange;
        },
      },
    },
    requests: () => requests,
  };
}
