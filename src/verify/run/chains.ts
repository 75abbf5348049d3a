// Which moves a slow service may be asked for at once: those on different items, one after the other
// on each. Everything else keeps its place: a removal, a look, what reads several items.

import type { Move } from '../move.ts';
import type { Chain } from '../moves/perform-moves.ts';

/** Splits moves into steps. The chains of a step may be performed at once. */
export function stepsOf(moves: readonly Move[]): readonly (readonly Chain[])[] {
  const steps: Map<string, Move[]>[] = [];
  let before: string | null = null;
  for (const move of moves) {
    const kind = kindOf(move);
    const label = 'item' in move ? (move.item ?? '') : '';
    const last = steps.at(-1);
    const isJoining = last !== undefined && kind !== null && before !== null;
    if (isJoining && (kind === before || kind === 'any' || before === 'any')) {
      last.set(label, [...(last.get(label) ?? []), move]);
      if (kind === 'any') continue;
    } else steps.push(new Map([[label, [move]]]));
    before = kind;
  }
  return steps.map((step) => [...step.values()]);
}

/**
 * Returns whether a move may have others beside it: `null` if it may have none, `any` if it may have
 * any. A creation may have those of its manner: an unusual one may be refused for being equal to one
 * before it, and must not come first.
 */
function kindOf(move: Move): 'plain' | 'unusual' | 'any' | null {
  switch (move.kind) {
    case 'create':
      return move.manner;
    case 'replace':
    case 'update':
    case 'read':
      return 'any';
    default:
      return null;
  }
}
