// Users as one process would keep them, for the checker of histories.

import type { Model } from './linearizability.ts';

export type Asked =
  | { readonly kind: 'create'; readonly name: string }
  | { readonly kind: 'replace'; readonly id: number; readonly name: string }
  | { readonly kind: 'remove' | 'read'; readonly id: number }
  | { readonly kind: 'list' };

/** What a client was told: the id and name of each user that the answer shows. */
export interface Told {
  readonly isFound: boolean;
  readonly users: readonly (readonly [id: number, name: string])[];
}

interface Users {
  readonly names: ReadonlyMap<number, string>;
  /** The highest id that there ever was: the next user gets the one after it. */
  readonly highest: number;
}

export function usersModel(
  seed: readonly (readonly [number, string])[],
): Model<Users, Asked, Told> {
  return {
    initial: { names: new Map(seed), highest: Math.max(0, ...seed.map(([id]) => id)) },
    print: ({ names, highest }) => `${highest} ${listOf(names)}`,
    step(users, asked, told) {
      const { names, highest } = users;
      const id = asked.kind === 'create' ? highest + 1 : asked.kind === 'list' ? 0 : asked.id;
      if (told !== null && !admits(names, asked, id, told)) return null;
      if (asked.kind === 'create')
        return { names: new Map([...names, [id, asked.name]]), highest: id };
      if (asked.kind === 'replace' && names.has(id))
        return { names: new Map([...names, [id, asked.name]]), highest };
      if (asked.kind === 'remove' && names.has(id))
        return { names: new Map([...names].filter(([one]) => one !== id)), highest };
      return users;
    },
  };
}

/** Whether one process with these users tells this. */
function admits(names: Users['names'], asked: Asked, id: number, told: Told): boolean {
  switch (asked.kind) {
    case 'create':
      return told.users[0]?.[0] === id;
    case 'replace':
    case 'remove':
      return told.isFound === names.has(id);
    case 'read':
      return told.isFound === names.has(id) && told.users[0]?.[1] === names.get(id);
    case 'list':
      return listOf(new Map(told.users)) === listOf(names);
  }
}

function listOf(names: Users['names']): string {
  return JSON.stringify([...names].toSorted(([one], [other]) => one - other));
}
