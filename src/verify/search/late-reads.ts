// Whether a finding is due to reads: they may lag behind writes, or change what only the service sets.
// The only place that asks: it measures or watches, and lets the moves be tried again if that may
// explain the finding.

import type { Finding } from '../../oracle/finding.ts';
import { removeStrays } from '../cleanup/remove-strays.ts';
import { measureLag } from '../moves/measure-lag.ts';
import type { Exchanged } from '../report.ts';
import { broken, type MoveResult } from '../scenario/move-result.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { StaleRead } from '../session/reading-lag.ts';
import type { Session } from '../session/session.ts';
import { learnChangesByReading } from './changes-by-reading.ts';

/** The result of the last attempt; `stale` is the finding in place of its own. */
export interface Attempted<T> {
  readonly result: T;
  readonly stale: StaleRead | null;
  /** The exchanges of that attempt. */
  readonly trace: readonly Exchanged[];
}

/**
 * Attempts something until its findings are not due to reads: again only if a longer lag was measured
 * than the attempt waited for, or if reading was seen to change what no client can set.
 */
export async function attemptUnlessLate<T>(
  session: Session,
  make: ItemFactory,
  {
    attempt,
    findingsOf,
  }: {
    readonly attempt: (times: number) => Promise<T>;
    readonly findingsOf: (result: T) => readonly Finding[];
  },
): Promise<Attempted<T>> {
  const { lag, service, sender, clock } = session;
  for (let times = 0; ; times++) {
    const [habits, restoreForms] = [[...service.habits], service.forms.keep()];
    const begun = sender.guard.mark();
    const result = await attempt(times);
    const trace = sender.guard.since(begun);
    // What such an attempt has shown of the service does not count.
    const forget = (): void => {
      restoreForms();
      service.habits.clear();
      for (const [about, way] of habits) service.habits.set(about, way);
    };
    if (await learnChangesByReading(session, make, findingsOf(result))) {
      forget();
      continue;
    }
    const known = lag.before(findingsOf(result));
    const mayMeasure = sender.guard.breach() === null && clock.isTimeLeft(lag.lagMsMax);
    if (known === 'stands' || (known === 'measure' && !mayMeasure))
      return { result, stale: null, trace };
    if (known !== 'measure') return { result, stale: known, trace };
    const mark = sender.guard.mark();
    const measured = await session.variation.during('none', () => measureLag(session, make));
    const decision = lag.decide(measured, sender.guard.since(mark));
    sender.guard.settle(lag.waitMs);
    if (decision === 'stands') return { result, stale: null, trace };
    if (decision !== 'again') return { result, stale: decision, trace };
    // The attempt may have created what it did not find.
    if (sender.hasUnclaimed()) await removeStrays(session);
    forget();
  }
}

/** Probes the service; again if its finding is due to late reads. */
export async function probeUnlessLate(
  session: Session,
  make: ItemFactory,
  probe: () => Promise<MoveResult>,
): Promise<MoveResult> {
  const { result, stale } = await attemptUnlessLate(session, make, {
    attempt: probe,
    findingsOf: findingsIn,
  });
  return stale === null ? result : broken([stale.finding]);
}

/** The findings of a probe. */
export function findingsIn(result: MoveResult): readonly Finding[] {
  return result.kind === 'broken' ? result.findings : [];
}
