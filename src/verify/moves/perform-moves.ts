// Plays moves on a stage of their own, from the first to the last or to the first finding, and
// leaves nothing behind.

import type { Finding } from '../../oracle/finding.ts';
import type { Move } from '../move.ts';
import type { Exchanged } from '../report.ts';
import { Broken, NotExercised, Scenario } from '../scenario/scenario.ts';
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
  atEnd: (scenario: Scenario) => Promise<void> = async () => undefined,
): Promise<Played> {
  const scenario = new Scenario(session);
  const mark = session.guard.mark();
  let done = 0;
  try {
    for (const move of moves) {
      done++;
      await performMove(scenario, move);
    }
    await atEnd(scenario);
    return { findings: [], moves: done, trace: [], why: scenario.unread };
  } catch (error) {
    if (error instanceof Broken)
      return { findings: error.findings, moves: done, trace: session.guard.since(mark), why: null };
    if (error instanceof NotExercised)
      return { findings: [], moves: done, trace: [], why: error.message };
    throw error;
  } finally {
    await scenario.cleanUp();
  }
}
