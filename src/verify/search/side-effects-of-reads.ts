// Finds out whether reading changes items: that looks like the fault of a write.

import type { Finding } from '../../oracle/finding.ts';
import { laws } from '../laws/all-laws.ts';
import type { Move } from '../move.ts';
import { type Played, performMoves } from '../moves/perform-moves.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';

export interface ReadSideEffect {
  /** The law that shows it. */
  readonly law: string;
  /** The moves of the law that were performed. */
  readonly moves: readonly Move[];
  readonly played: Played;
}

/** Returns the evidence that reading changes items; `null` if it does not. */
export async function sideEffectOfReading(
  session: Session,
  make: ItemFactory,
): Promise<ReadSideEffect | null> {
  const { items } = session;
  const sentinels = items.sentinels.splice(0);
  for (const law of laws.filter(({ about }) => about === 'methods')) {
    const moves = law.moves(make);
    const played = await performMoves(session, moves);
    const isIt = played.findings.some(({ code }) => code === 'changed-by-reading');
    if (isIt) return { law: law.name, moves: moves.slice(0, played.moves), played };
  }
  items.sentinels.push(...sentinels);
  return null;
}

/** Returns whether a finding may be due to reading. */
export function mayComeFromReading({ code }: Finding): boolean {
  return CHANGES.has(code);
}

const CHANGES: ReadonlySet<string> = new Set([
  'value-changed',
  'answer-differs',
  'changed-another',
  'not-replaced',
  'changed-unsent',
  'lost',
  'list-differs',
  'read-differs',
]);

/** Finds out whether a removal loses all items; `null` if a removal leaves the others alone. */
export async function sideEffectOfRemoving(
  session: Session,
  make: ItemFactory,
): Promise<ReadSideEffect | null> {
  const law = laws.find(({ name }) => name === 'removed-is-gone');
  if (law === undefined) return null;
  const moves = law.moves(make);
  const played = await performMoves(session, moves);
  return played.findings.length > 0
    ? { law: law.name, moves: moves.slice(0, played.moves), played }
    : null;
}
