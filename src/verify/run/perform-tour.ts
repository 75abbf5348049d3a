// Performs stages of moves with items and looks in common, until the last one or the first finding.

import { checkTogether } from '../checks/check-items.ts';
import { NO_REQUESTS_LEFT } from '../guard/request-limit.ts';
import type { Stage, Strand } from '../laws/tour.ts';
import { performMove } from '../moves/perform-move.ts';
import type { Played } from '../moves/perform-moves.ts';
import { done, type MoveResult } from '../scenario/move-result.ts';
import { Scenario } from '../scenario/scenario.ts';
import { NO_TIME_LEFT } from '../session/clock.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

export interface Toured {
  readonly played: Played;
  /** Why strands could not be performed, by law. */
  readonly whyNot: ReadonlyMap<string, string>;
  /** The laws that a finding may be due to, likeliest first; empty without one. */
  readonly suspects: readonly string[];
}

/** Performs the stages. A finding may be due to any of them. */
export async function performTour(session: Session, stages: readonly Stage[]): Promise<Toured> {
  const { sender, clock, requests } = session;
  const scenario = new Scenario(session);
  const mark = sender.guard.mark();
  const whyNot = new Map<string, string>();
  let performed = 0;
  const perform = async ({ laws, moves }: Strand): Promise<MoveResult> => {
    for (const move of moves) {
      performed++;
      const verdict = await sender.during(laws[0] ?? 'laws', () => performMove(scenario, move));
      if (verdict.kind === 'broken') return verdict;
      if (verdict.kind !== 'done') {
        for (const law of laws) whyNot.set(law, verdict.why);
        return done;
      }
    }
    return done;
  };
  try {
    for (const { strands, reads, scope = 'touched', needs } of stages) {
      if (needs !== undefined && !session.service.offers(needs)) continue;
      const isTime = clock.isTimeLeft(0);
      if (!isTime || !requests.isRoomFor(0)) {
        const why = isTime ? NO_REQUESTS_LEFT : NO_TIME_LEFT;
        for (const { laws } of strands) for (const law of laws) whyNot.set(law, why);
        continue;
      }
      let verdict: MoveResult = done;
      // One after the other, on a slow service, too: strands may write to the same item.
      const begun: Strand[] = [];
      for (const strand of strands) {
        if (verdict.kind !== 'done') break;
        begun.unshift(strand);
        verdict = await perform(strand);
      }
      if (verdict.kind === 'done' && reads !== undefined)
        [verdict = done] = await checkTogether([
          { scenario, scope, reads: worthReading(scenario, reads) },
        ]);
      const ended = verdict as MoveResult;
      if (ended.kind === 'broken')
        return {
          played: {
            findings: ended.findings,
            moves: performed,
            trace: sender.guard.since(mark),
            why: null,
          },
          whyNot,
          suspects: begun.flatMap(({ laws }) => laws),
        };
    }
    return {
      played: { findings: [], moves: performed, trace: [], why: scenario.unread },
      whyNot,
      suspects: [],
    };
  } finally {
    await scenario.cleanUp();
  }
}

/** The items to read. A list that shows less than an item tells too little of the others. */
function worthReading(
  { items, alive, session }: Scenario,
  reads: readonly string[],
): readonly OwnedItem[] {
  const chosen = reads.flatMap((label) => items.get(label) ?? []).filter(({ isAlive }) => isAlive);
  if (session.service.isListWhole()) return chosen;
  return alive.filter((item) => item.touched.length > 0 || chosen.includes(item));
}
