// Tries the laws of a run on the tour, and shows alone which of them a finding breaks. Knows neither
// which laws a run tries nor what comes after the tour.

import type { Finding } from '../../oracle/finding.ts';
import type { Law } from '../laws/law.ts';
import { type Stage, type Strand, tourOf } from '../laws/tour.ts';
import type { Move } from '../move.ts';
import type { Played } from '../moves/perform-moves.ts';
import type { LawResult } from '../report.ts';
import { whyUnread } from '../scenario/known-list-flaws.ts';
import { isDueToReading } from '../search/changes-by-reading.ts';
import type { Findings } from '../search/findings.ts';
import { isPassingFailure } from '../search/passing-failures.ts';
import { withNewMarks } from '../search/replay.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';
import { type BrokenTour, OF_ITS_OWN, performTour } from './perform-tour.ts';

/** What the tour needs from the run. */
export interface TourRun {
  readonly session: Session;
  readonly make: ItemFactory;
  readonly findings: Findings;
  readonly hasSettled: (law: Law) => boolean;
  readonly settle: (law: Law, tried: Pick<LawResult, 'result' | 'why' | 'elapsedMs'>) => void;
  /** Why the run has ended; `null` if it has not. */
  readonly whyEnd: () => string | null;
  /** Whether the requests are used up, but for those of the end of the run. */
  readonly isSpent: () => boolean;
}

/** A law that was tried together with others. */
export interface TriedInCommon {
  /** `law` is `null` for a walk. */
  readonly course: { readonly law: Law | null; readonly moves: readonly Move[] };
  readonly played: Played;
  readonly elapsedMs: number;
  /** The laws that a finding may be due to, likeliest first; absent if it is due to this one. */
  readonly suspects?: readonly Law[];
}

/** Returns the stages of the tour with the strands that try some of the laws. */
export function stagesOf(make: ItemFactory, planned: readonly Law[]): readonly Stage[] {
  const isTried = ({ laws }: Strand): boolean => lawsOf(laws, planned).length > 0;
  return tourOf(make).map((stage) => ({ ...stage, strands: stage.strands.filter(isTried) }));
}

/**
 * Goes on the tour. Returns its laws, each with what it may be blamed for, or why it was not tried;
 * those that a strand alone has shown to be broken are settled.
 */
export async function tryTour(
  run: TourRun,
  planned: readonly Law[],
  stages: readonly Stage[],
): Promise<readonly TriedInCommon[]> {
  const { session, make, findings } = run;
  const touring = new Set(stages.flatMap(({ strands }) => strands.flatMap(({ laws }) => laws)));
  const known = planned.filter(({ name }) => touring.has(name));
  const startedAt = session.clock.now();
  useKept(session);
  const forget = session.service.keepLearned();
  const { broken, passed, whyNot, unread } = await performTour(session, stages, (law, use) =>
    findings.passOver(law, use),
  );
  const elapsedMs = (session.clock.now() - startedAt) / Math.max(1, known.length);
  // What was learned from items that are not as expected would explain them.
  if (broken.length > 0) forget();
  const blamed = await blame(run, broken, { known, elapsedMs });
  // Looks that cannot compare will not alone, either.
  if (unread !== null && broken.length === 0) leaveUnread(run, known, unread, elapsedMs);
  const whyNoList = whyUnread(session.service.listFlaws);
  if (whyNoList !== null) {
    const listing = known.filter(({ operation }) => operation === 'list');
    leaveUnread(run, listing, whyNoList, elapsedMs);
  }
  const others = known.filter((law) => !blamed.has(law) && !run.hasSettled(law));
  return [
    ...blamed.values(),
    ...others.map((law): TriedInCommon => {
      const why = passed.has(law.name) ? unread : (whyNot.get(law.name) ?? ENDED);
      const played: Played = { findings: [], moves: 0, trace: [], why };
      return { course: { law, moves: law.moves(make) }, played, elapsedMs };
    }),
  ];
}

/** Shows alone what the tour saw. Returns the laws that may be to blame for what was not shown. */
async function blame(
  run: TourRun,
  broken: readonly BrokenTour[],
  { known, elapsedMs }: { readonly known: readonly Law[]; readonly elapsedMs: number },
): Promise<ReadonlyMap<Law, TriedInCommon>> {
  const blamed = new Map<Law, TriedInCommon>();
  for (const { played, moves, suspects: strands } of broken) {
    if (await showStrand(run, strands, { known, played })) continue;
    const suspects = strands.flatMap(({ laws }) => lawsOf(laws, known));
    const law = suspects.find((one) => !blamed.has(one)) ?? known.find((one) => !blamed.has(one));
    if (law !== undefined && run.isSpent() && isCertain(run.session, played.findings)) {
      await run.findings.investigate(law.name, played.findings, {
        trace: played.trace,
        moves: moves.slice(0, played.moves),
        reproduced: 'no',
      });
      run.settle(law, { result: 'broken', why: null, elapsedMs });
      continue;
    }
    // It is not known which law the finding breaks.
    if (law !== undefined) blamed.set(law, { course: { law, moves }, played, elapsedMs, suspects });
  }
  return blamed;
}

/** Whether one of the strands shows a finding alone; its first law is broken then. */
async function showStrand(
  run: TourRun,
  strands: readonly Strand[],
  {
    known,
    played: { findings: found },
  }: { readonly known: readonly Law[]; readonly played: Played },
): Promise<boolean> {
  const { session, findings } = run;
  for (const { laws, moves } of strands) {
    const law = lawsOf(laws, known).find((one) => !run.hasSettled(one));
    if (law === undefined) continue;
    if (run.whyEnd() !== null) return false;
    const startedAt = session.clock.now();
    // The items of the tour may be there still, and have names that must differ.
    const again = withNewMarks(session, moves);
    const played = await session.sender.during(law.name, () => findings.play(law.name, again));
    if (played.findings.length === 0) continue;
    const evidence = { trace: played.trace, moves: again.slice(0, played.moves) };
    await findings.investigate(law.name, played.findings, evidence);
    const elapsedMs = session.clock.now() - startedAt;
    run.settle(law, { result: 'broken', why: null, elapsedMs });
    if (found.every((one) => findings.isKnown(one))) return true;
  }
  return false;
}

/** Whether findings stand as they were seen once: no other item, call or late read explains them. */
function isCertain(session: Session, found: readonly Finding[]): boolean {
  return (
    session.lag.before(found) === 'stands' &&
    found.every(
      (one) => OF_ITS_OWN.has(one.code) && !isDueToReading(session, one) && !isPassingFailure(one),
    )
  );
}

/** Leaves laws that no look could judge. */
function leaveUnread(run: TourRun, laws: readonly Law[], why: string, elapsedMs: number): void {
  for (const law of laws.filter((one) => !run.hasSettled(one)))
    run.settle(law, { result: 'not-exercised', why, elapsedMs });
}

/** Lets any law have the item that is kept for one law, which the tour lacks. */
function useKept({ items }: Session): void {
  if (items.kept !== null) items.idle.push(items.kept);
  items.kept = null;
}

/** The laws of a strand that a run tries. */
function lawsOf(names: readonly string[], known: readonly Law[]): readonly Law[] {
  return names.flatMap((name) => known.find((law) => law.name === name) ?? []);
}

/** Why a law was not tried on a tour. */
const ENDED = 'the tour of the laws found something before';
