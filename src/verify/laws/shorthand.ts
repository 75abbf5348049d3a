// Short functions for moves, for the tables of laws.

import type { JsonObject } from '../../base/json.ts';
import type { Move } from '../move.ts';

type Manner = 'plain' | 'unusual';

export const look: Move = { kind: 'look' };

/** A look that does not wait for those of other laws: what came right before it shows. */
export const lookAtOnce: Move = { kind: 'look', when: 'at-once' };

export function create(item: string, values: JsonObject, manner: Manner = 'plain'): Move {
  return { kind: 'create', item, values, manner };
}

/** An item that the law only writes to: beside other laws, one that another has done with. */
export function given(item: string, values: JsonObject): Move {
  return { kind: 'create', item, values, manner: 'plain', isAny: true };
}

export function replace(item: string, values: JsonObject, manner: Manner = 'plain'): Move {
  return { kind: 'replace', item, values, manner };
}

export function update(item: string, values: JsonObject, manner: Manner = 'plain'): Move {
  return { kind: 'update', item, values, manner };
}

export function remove(item: string): Move {
  return { kind: 'remove', item };
}

export function read(item: string): Move {
  return { kind: 'read', item };
}

export function pause(ms: number): Move {
  return { kind: 'pause', ms };
}

export function together(...moves: readonly Move[]): Move {
  return { kind: 'together', moves };
}
