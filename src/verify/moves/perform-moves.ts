// Plays moves on a stage of their own, from the first to the last or to the first finding, and
// leaves nothing behind.

import type { Finding } from '../../oracle/finding.ts';
import type { Move } from '../move.ts';
import type { Exchanged } from '../report.ts';
import { Scenario } from '../scenario/scenario.ts';
import { done, type Verdict } from '../scenario/verdict.ts';
import type { Session } from '../session/session.ts';
import { performMove } from './perform-move.ts';

export interface Played {
  readonly findings: readonly Finding[];
  /** How many moves were done, with the one that broke. */
  readonly moves: number;
  /** What was sent, up to the finding. */
  readonly trace: readonly Exchanged[];
  /** Why the moves could not all be done, or not all be looked at; else `null`. */
  readonly why: string | null;
}

/**
 * Plays some moves, and does then what is to be done `atEnd`, before anything is removed. Rejects
 * only where the run itself cannot go on.
 */
export async function performMoves(
  session: Session,
  moves: readonly Move[],
  atEnd: (scenario: Scenario) => Promise<Verdict> = async () => done,
): Promise<Played> {
  const { sender } = session;
  const scenario = new Scenario(session);
  const mark = sender.guard.mark();
  let performed = 0;
  try {
    let verdict: Verdict = done;
    for (const move of moves) {
      performed++;
      verdict = await performMove(scenario, move);
      if (verdict.kind !== 'done') break;
    }
    if (verdict.kind === 'done') verdict = await atEnd(scenario);
    if (verdict.kind === 'broken') {
      const trace = sender.guard.since(mark);
      return { findings: verdict.findings, moves: performed, trace, why: null };
    }
    const why = verdict.kind === 'done' ? scenario.unread : verdict.why;
    return { findings: [], moves: performed, trace: [], why };
  } finally {
    await scenario.cleanUp();
  }
}
