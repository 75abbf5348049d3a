// Performs moves until the last one or the first finding.

import type { Finding } from '../../oracle/finding.ts';
import type { Move } from '../move.ts';
import type { Exchanged } from '../report.ts';
import { done, type MoveResult } from '../scenario/move-result.ts';
import { Scenario } from '../scenario/scenario.ts';
import { settle } from '../scenario/settle.ts';
import type { Session } from '../session/session.ts';
import { performMove } from './perform-move.ts';

/** Moves on one item, one after the other. */
export type Chain = readonly Move[];

export interface Played {
  readonly findings: readonly Finding[];
  /** How many moves were performed, including the one that broke. */
  readonly moves: number;
  /** The exchanges up to the finding; empty if there is none. */
  readonly trace: readonly Exchanged[];
  /** Why not all moves could be performed or checked; else `null`. */
  readonly why: string | null;
}

/**
 * Performs moves one after the other, and removes their items. Rejects only if the run itself cannot
 * continue.
 */
export async function performMoves(session: Session, moves: readonly Move[]): Promise<Played> {
  const scenario = new Scenario(session);
  try {
    return await performSteps(
      scenario,
      moves.map((move) => [[move]]),
    );
  } finally {
    await scenario.cleanUp();
  }
}

/**
 * Performs steps, each of chains that are performed at once. Rejects only if the run itself cannot
 * continue.
 */
export async function performSteps(
  scenario: Scenario,
  steps: readonly (readonly Chain[])[],
): Promise<Played> {
  const { sender } = scenario.session;
  const mark = sender.guard.mark();
  let performed = 0;
  let verdict: MoveResult = done;
  for (const chains of steps) {
    performed += chains.flat().length;
    verdict = await settle(chains.map((chain) => performChain(scenario, chain)));
    if (verdict.kind !== 'done') break;
  }
  if (verdict.kind === 'not-exercised' && scenario.since.writes.length > 0) {
    // What cannot go on may have made an item that is not there: nothing else would look for it.
    const look = await performMove(scenario, { kind: 'look' });
    if (look.kind === 'broken') verdict = look;
  }
  if (verdict.kind === 'broken') {
    const trace = sender.guard.since(mark);
    return { findings: verdict.findings, moves: performed, trace, why: null };
  }
  const why = verdict.kind === 'done' ? scenario.unread : verdict.why;
  return { findings: [], moves: performed, trace: [], why };
}

async function performChain(scenario: Scenario, chain: Chain): Promise<MoveResult> {
  for (const move of chain) {
    const verdict = await performMove(scenario, move);
    if (verdict.kind !== 'done') return verdict;
  }
  return done;
}
