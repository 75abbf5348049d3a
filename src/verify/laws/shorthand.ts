// Short functions for moves, for the tables of laws.

import type { JsonObject } from '../../base/json.ts';
import type { Move } from '../move.ts';

type Manner = 'plain' | 'unusual';

export const look: Move = { kind: 'look' };

export function create(item: string, values: JsonObject, manner: Manner = 'plain'): Move {
  return { kind: 'create', item, values, manner };
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
