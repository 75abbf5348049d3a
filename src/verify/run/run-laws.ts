// Tries the laws of a run, one after the other or several at once, until enough is found.

import type { Kind } from '../../contract/operation-kinds.ts';
import { clauseOf } from '../../oracle/clause.ts';
import type { Finding } from '../../oracle/finding.ts';
import { whyStopped } from '../guard/breach.ts';
import { NO_REQUESTS_LEFT } from '../guard/request-limit.ts';
import type { Law } from '../laws/law.ts';
import { lawsFor } from '../laws/laws-for.ts';
import { REQUESTS_A_STEP, WALKS } from '../laws/walk-sizes.ts';
import type { Move } from '../move.ts';
import type { Played } from '../moves/perform-moves.ts';
import { type Course, performSideBySide } from '../moves/perform-side-by-side.ts';
import { isPrefixIdNear } from '../moves/write-prefix-ids.ts';
import type { LawResult, Progress, ReportedFinding, WalkStage } from '../report.ts';
import { inapplicable } from '../scenario/inapplicable.ts';
import { isDueToReading, learnChangesByReading } from '../search/changes-by-reading.ts';
import type { Evidence, Findings } from '../search/findings.ts';
import { isPassingFailure } from '../search/passing-failures.ts';
import type { WalksBeside } from '../search/random-walk.ts';
import { dropHarmedSentinels } from '../search/replay.ts';
import { NO_TIME_LEFT } from '../session/clock.ts';
import { measureConcurrency } from '../session/concurrency.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { isOfField } from '../session/service-knowledge.ts';
import type { Session } from '../session/session.ts';
import { whyNotTestable } from '../session/testable-operations.ts';
import type { RunPart } from '../shards/run-part.ts';
import { singleMoves } from '../singles/single-moves.ts';
import {
  type Beside,
  type ConcurrentLaw,
  ConcurrentLaws,
  estimatedRequests,
  isLikelyToHarm,
  likeliestFirst,
  mayBeDueToOthers,
  type Planned,
  roundsOf,
} from './concurrent-laws.ts';
import { exercised } from './judge-stored.ts';
import { OF_ITS_OWN } from './perform-tour.ts';
import { makeSentinels } from './probe-service.ts';
import { stagesOf, type TourRun, type TriedInCommon, tryTour } from './try-tour.ts';

export interface LawRunOptions {
  readonly session: Session;
  readonly make: ItemFactory;
  readonly findings: Findings;
  readonly budget: 'quick' | 'standard' | 'thorough';
  /** The names of the only laws to try; `null` for all. */
  readonly only: readonly string[] | null;
  /** Why the user skips a law, by its name. */
  readonly skipped: ReadonlyMap<string, string>;
  /** Why nothing is written; `null` if something is. */
  readonly whyNoWrites: string | null;
  /** Whether the only item at a path may be removed. */
  readonly mayRemove: boolean;
  /** Whether actions that may change something are sent. */
  readonly mayWriteActions: boolean;
  /** Which part of a run that machines share this is; `null` if the run is whole. */
  readonly part: RunPart | null;
  /** Whether the findings are enough to stop. */
  readonly isEnough: (findings: readonly ReportedFinding[]) => boolean;
  readonly onProgress: (progress: Progress) => void;
}

export class LawRun {
  private readonly settled = new Map<Law, LawResult>();
  /** What the walks beside laws did; `null` if there were none, or they are to be repeated. */
  walked: WalkStage | null = null;
  private readonly unexplained: Unexplained[] = [];
  /** Whether the last laws are tried. */
  private isLast = false;
  private readonly options: LawRunOptions;

  constructor(options: LawRunOptions) {
    this.options = options;
    const held = options.part?.kind === 'rest' ? options.part.held : [];
    for (const law of this.chosen()) {
      const result = law.teaches === true ? undefined : held.find(({ name }) => name === law.name);
      if (result !== undefined) this.settled.set(law, result);
    }
  }

  /** The results of the laws that were tried or given up, in the order of the laws. */
  get results(): readonly LawResult[] {
    return this.chosen().flatMap((law) => {
      const settled = this.settled.get(law);
      return settled === undefined ? [] : [this.withFindings(settled)];
    });
  }

  /** Whether a law of the run is about an operation. */
  tries(kind: Kind): boolean {
    return this.chosen().some(({ operation }) => operation === kind);
  }

  /** The moves of a law by its name; `null` if it is none that the run can try. */
  movesFor(name: string): readonly Move[] | null {
    const law = this.chosen().find((one) => one.name === name);
    return law === undefined ? null : (this.movesOf(law) ?? null);
  }

  /** A law that held may be broken by what is found after it. */
  private withFindings(given: LawResult): LawResult {
    const { session, part } = this.options;
    const settled = part === null ? exercised(session.service, given) : given;
    const brokenBy = this.options.findings.numbersOf(settled.name);
    return brokenBy.length > 0 && settled.result === 'held'
      ? { ...settled, result: 'broken', brokenBy }
      : { ...settled, brokenBy };
  }

  /** Tries the laws, and walks beside them; `beforeRemovals` while the only item is still there. */
  async tryAll(
    walks: () => WalksBeside | null,
    beforeRemovals: () => Promise<void>,
  ): Promise<void> {
    const { session, only, whyNoWrites, onProgress } = this.options;
    const { sender } = session;
    const startedAt = session.clock.now();
    const chosen = this.chosen().filter(({ asked }) => asked === undefined);
    onProgress({ kind: 'stage', stage: 'laws', what: `${chosen.length} laws` });
    // All laws are about the same item, which the last ones remove.
    if (session.service.contract.isSingle === true) {
      await this.tryAlone(chosen.filter(({ operation }) => operation !== 'remove'));
      await beforeRemovals();
      return this.tryAlone(chosen.filter(({ operation }) => operation === 'remove'));
    }
    // Few items, which laws share: one law after the other.
    if (session.items.areScarce) {
      const provokes = (law: Law): boolean =>
        law
          .moves(this.options.make)
          .some((move) => move.kind === 'provoke' && law.operation === 'create');
      session.items.reserve = chosen.some(provokes) ? 1 : 0;
      this.settleProbed(chosen);
      return this.tryAlone(chosen);
    }
    // Without items of the run there is little to try: one call after the other is enough.
    const isEmpty = whyNoWrites !== null || sender.access.barred !== null;
    sender.atOnce = isEmpty ? 1 : await sender.during('probe', () => measureConcurrency(session));
    const isInCommon = only === null && whyNoWrites === null;
    const untried = chosen.filter((law) => !this.settled.has(law));
    const isRoom = this.isTimeFor(untried) && this.isRoomFor(untried);
    if (isInCommon && (this.options.budget === 'quick' || !isRoom)) await this.tryTour(untried);
    const left = this.withinLimit(chosen.filter((law) => !this.settled.has(law)));
    if (this.options.budget !== 'quick' && this.isTimeFor(left)) {
      if (sender.atOnce > 1) {
        sender.guard.allow(CALLS_PER_LAW * sender.atOnce);
        await this.tryAlone(left.filter(({ quiet }) => quiet !== undefined));
        const planned = this.planned(left.filter((law) => !this.settled.has(law))).map((one) =>
          this.shortened(one),
        );
        await sender.during('laws', () => this.tryConcurrently(roundsOf(planned), walks));
      } else if (isInCommon) await this.trySideBySide(left, walks());
    }
    await this.tryAlone(chosen);
    this.notePace(chosen, session.clock.now() - startedAt);
  }

  /** The probe did all that the law does beside others: the item that it made is as expected. */
  private settleProbed(chosen: readonly Law[]): void {
    const { session, findings } = this.options;
    const [law] = this.planned(chosen.filter(({ name }) => name === 'created-is-there')).map(
      (one) => one.law,
    );
    if (law === undefined || session.items.idle.length === 0 || findings.isBroken(law.name)) return;
    this.settle(law, { ...this.describe(law), result: 'held', why: null, elapsedMs: 0 });
  }

  /**
   * Whether there is time for laws, except the thorough ones, in common. If not, the tour comes first,
   * which tries the most in the least time.
   */
  private isTimeFor(chosen: readonly Law[]): boolean {
    const { clock, sender } = this.options.session;
    // A fast service has time for any laws.
    const isPlenty = clock.isTimeLeft(REQUESTS_MOST * sender.fastestMs());
    return isPlenty || clock.isTimeLeft(this.estimatedMs(chosen));
  }

  /** Whether the run may send what laws take in common, and what comes after them. */
  private isRoomFor(chosen: readonly Law[]): boolean {
    const needed = this.estimatedRequests(chosen.filter((law) => law.budget !== 'thorough'));
    return this.options.session.requests.isRoomFor(needed + WALKED_REQUESTS + this.lastRequests());
  }

  /** As many of the laws, in their order, as the run may send the requests of. */
  private withinLimit(chosen: readonly Law[]): readonly Law[] {
    if (this.isRoomFor(chosen)) return chosen;
    let left = this.options.session.requests.left - this.lastRequests() - WALKED_REQUESTS;
    return chosen.filter((law) => {
      const needed = this.estimatedRequests([law]);
      const isWithin = needed < left;
      if (isWithin) left -= needed;
      return isWithin;
    });
  }

  /** How long laws take in common. */
  private estimatedMs(chosen: readonly Law[]): number {
    const { sender } = this.options.session;
    const replies = this.estimatedRequests(chosen.filter((law) => law.budget !== 'thorough'));
    return (replies * sender.fastestMs()) / sender.atOnce;
  }

  /** About how many requests laws take in common. */
  private estimatedRequests(chosen: readonly Law[]): number {
    return this.planned(chosen).reduce(
      (sum, one) => sum + estimatedRequests(this.shortened(one).moves),
      0,
    );
  }

  /** Says how much time a service needs that answers few calls at once, and what takes less. */
  private notePace(chosen: readonly Law[], elapsedMs: number): void {
    const { service, sender } = this.options.session;
    const isShort = this.results.some(({ why }) => why === NO_TIME_LEFT);
    const isLong = sender.isSlow() && elapsedMs > LONG_MS;
    if (sender.atOnce > FEW || !(isShort || isLong)) return;
    // A service that answers within a millisecond is not what takes the time.
    if (sender.fastestMs() < 1) return;
    const many = sender.atOnce === 1 ? 'one call' : `${sender.atOnce} calls`;
    const pace = `the service answers ${many} at a time, each in about ${Math.round(sender.fastestMs())} ms`;
    const seconds = Math.ceil(this.estimatedMs(chosen) / 10_000) * 10;
    service.notes.add(
      isShort
        ? `${pace}: there was no time for all laws; --max-time ${seconds} should be enough`
        : `${pace}: the laws took ${Math.round(elapsedMs / 1_000)} s; --max-time ${LONG_MS / 1_000} tries those first that find the most`,
    );
  }

  /** Tries the laws of which it is not known what they do to the service, whatever was found. */
  async tryLast(): Promise<void> {
    this.isLast = true;
    await this.tryAlone(this.chosen().filter(({ asked }) => asked !== undefined));
  }

  /** Goes on the tour. If all is as expected, its laws have held. Else each is tried alone. */
  private async tryTour(chosen: readonly Law[]): Promise<void> {
    const { session, make, findings } = this.options;
    const planned = this.planned(chosen).map(({ law }) => law);
    const stages = stagesOf(make, planned);
    const run: TourRun = {
      session,
      make,
      findings,
      hasSettled: (law) => this.settled.has(law),
      settle: (law, tried) => this.settle(law, { ...this.describe(law), ...tried }),
      whyEnd: () => this.whyEnd(),
      isSpent: () => this.isSpent(),
    };
    await this.tryInCommon(chosen, () => tryTour(run, planned, stages));
  }

  /**
   * Tries the laws side by side, but for the long ones, and the walks unless they are long. If all is
   * as expected, they have held. If a law breaks, and shows the same alone, the others go on side by
   * side; else each is tried alone, and what no law shows alone is reported as it was seen.
   */
  private async trySideBySide(chosen: readonly Law[], walks: WalksBeside | null): Promise<void> {
    const { session, budget } = this.options;
    const short = chosen.filter((law) => law.budget !== 'thorough' && !this.settled.has(law));
    const courses = this.planned(short).map((one): TriedInCommon['course'] & Course => {
      return { name: one.law.name, ...this.shortened(one) };
    });
    const walked = budget === 'thorough' ? null : walks;
    const strolls = (walked?.moves() ?? []).map((moves) => ({ name: 'walk', law: null, moves }));
    const isExplained = await this.tryInCommon(short, async () => {
      const runs = await performSideBySide(session, [...courses, ...strolls]);
      const played = runs.flatMap((run) => (run.course.law === null ? [run.played] : []));
      this.walked = walked?.stageOf(played) ?? null;
      return runs;
    });
    if (isExplained && this.whyEnd() === null) await this.trySideBySide(chosen, walks);
  }

  /**
   * Tries laws in common, and those alone that did not hold then. Returns whether some broke, and
   * showed the same alone: nothing is to be searched in the others.
   */
  private async tryInCommon(
    chosen: readonly Law[],
    perform: () => Promise<readonly TriedInCommon[]>,
  ): Promise<boolean> {
    const { session, findings } = this.options;
    if (this.whyEnd() !== null) return false;
    const { bystanders } = session;
    const harmedBefore = bystanders.harmed;
    const forget = session.service.keepLearned();
    const runs = await session.sender.during('laws', perform);
    const broken = runs.filter(({ played }) => played.findings.length > 0);
    if (session.sender.guard.breach() !== null)
      findings.reportBreach(
        broken[0]?.course.law?.name ?? 'created-is-there',
        broken[0]?.played.trace,
      );
    const isHarm = broken.length > 0 && (await dropHarmedSentinels(session));
    await this.replaceSentinels();
    const waitedMs = session.lag.waitMs;
    await this.learnFromReads(broken);
    let isExplained = false;
    if (broken.length > 0 || bystanders.harmed > harmedBefore) {
      // What was learned from items that are not as expected would explain them.
      forget();
      await this.dropLostItem();
      isExplained = bystanders.harmed === harmedBefore && (await this.showAlone(broken, chosen));
      const suspects = broken.flatMap((one) => one.suspects ?? []);
      if (!isExplained && isHarm) isExplained = await this.showHarm(chosen);
      if (!isExplained) await this.tryAlone([...new Set([...suspects, ...chosen])]);
    }
    for (const { course, played, elapsedMs } of runs) {
      const { law } = course;
      const hasHeld = played.findings.length === 0 && played.why === null;
      if (law !== null && hasHeld && !this.settled.has(law))
        this.settle(law, { ...this.describe(law), result: 'held', why: null, elapsedMs });
    }
    // Reads that lag longer than the laws waited explain it.
    if (findings.all.length > 0 || session.lag.waitMs > waitedMs) return isExplained;
    for (const { course, played, elapsedMs } of broken) {
      const { law, moves } = course;
      // What a walk shows, it shows again when it is repeated alone.
      const found = played.findings.filter(
        (one) => !isDueToReading(session, one) && !isPassingFailure(one),
      );
      if (law === null || found.length === 0) continue;
      const evidence: Evidence = {
        trace: played.trace,
        moves: moves.slice(0, played.moves),
        reproduced: 'no',
      };
      await findings.investigate(law.name, found, evidence);
      this.settle(law, { ...this.describe(law), result: 'broken', why: null, elapsedMs });
    }
    return isExplained;
  }

  /**
   * Whether laws that broke in common show alone all that they found there, and that is new, and about
   * the values and answers of one item. The laws of their group are likely to show it, too.
   */
  private async showAlone(
    broken: readonly TriedInCommon[],
    chosen: readonly Law[],
  ): Promise<boolean> {
    const { findings } = this.options;
    const found = broken.flatMap(({ played }) => played.findings);
    const laws = broken.flatMap(({ course }) => course.law ?? []);
    // What breaks one law after the other breaks the rest, too: side by side each would end the others.
    // A tour goes on after them.
    const isNew = broken.every(({ played, suspects }) =>
      played.findings.every(
        (one) => OF_ITS_OWN.has(one.code) && (suspects !== undefined || !findings.has(one)),
      ),
    );
    if (!isNew || laws.length === 0 || laws.length < broken.length) return false;
    for (const { course, played, suspects = [] } of broken)
      for (const law of suspects.length > 0 ? suspects : [course.law])
        if (law !== null && !played.findings.every((one) => findings.isKnown(one)))
          await this.tryAlone([law]);
    if (!found.every((one) => findings.isKnown(one))) return false;
    // A tour has tried its whole group.
    if (broken.every(({ suspects }) => suspects !== undefined)) return true;
    const groups = laws.flatMap(({ group }) => group ?? []);
    await this.tryAlone(
      chosen.filter(({ group }) => group !== undefined && groups.includes(group)),
    );
    return true;
  }

  /**
   * Whether one of the laws that most often harm the items of others does so alone. Then what the others
   * saw in common may be its doing: they go on without it.
   */
  private async showHarm(chosen: readonly Law[]): Promise<boolean> {
    const { all } = this.options.findings;
    const before = all.length;
    await this.tryAlone(chosen.filter(isLikelyToHarm));
    return all.slice(before).some(({ code }) => code === 'changed-another');
  }

  /** Records why the remaining laws were not tried. */
  leaveRest(why: string): void {
    for (const law of this.chosen()) {
      const result = this.options.findings.isBroken(law.name) ? 'broken' : 'not-exercised';
      const comesLast = why === NO_REQUESTS_LEFT && law.asked !== undefined && !this.isLast;
      if (!this.settled.has(law) && !comesLast)
        this.settled.set(law, {
          ...this.describe(law),
          result,
          why: result === 'broken' ? null : why,
          elapsedMs: 0,
        });
    }
  }

  /** After several timeouts the run does not wait for more. */
  isUnresponsive(): boolean {
    return (
      this.options.findings.all.filter(({ code }) => code === 'answer-late').length >= TIMEOUTS_MAX
    );
  }

  /**
   * Tries several laws at once on a slow service. A law that breaks is tried again alone. If it
   * holds alone, a law next to it may be to blame, and those are tried alone as well.
   */
  private async tryConcurrently(
    rounds: readonly (readonly Planned[])[],
    walks: () => WalksBeside | null,
  ): Promise<void> {
    const { session } = this.options;
    const beside = async (): Promise<boolean> => {
      const planned = walks();
      const played = (await planned?.walk()) ?? [];
      this.walked = planned?.stageOf(played) ?? null;
      return played.every(({ findings }) => findings.length === 0);
    };
    const concurrent = new ConcurrentLaws(session);
    const left = rounds.filter((round) => round.length > 0);
    // Where others write the most, walks disturb the least.
    const widest = left.toSorted((one, other) => other.length - one.length)[0];
    try {
      while (left.length > 0 && this.whyEnd() === null && !concurrent.isBroken()) {
        const round = left.shift() ?? [];
        await concurrent.run(round, round === widest ? beside : NOTHING);
      }
    } finally {
      await concurrent.cleanUp();
    }
    await this.judgeConcurrent(concurrent);
    if (left.length > 0 && this.whyEnd() === null) await this.tryConcurrently(left, walks);
  }

  private async judgeConcurrent({ tried: concurrent, suspects }: ConcurrentLaws): Promise<void> {
    const { session, findings } = this.options;
    const { service } = session;
    const broken = concurrent.filter(({ played }) => played.findings.length > 0);
    if (session.sender.guard.breach() !== null)
      findings.reportBreach(broken[0]?.law.name ?? 'created-is-there', broken[0]?.played.trace);
    await this.replaceSentinels();
    const waitedMs = session.lag.waitMs;
    await this.learnFromReads(broken);
    await this.tryAlone(broken.map(({ law }) => law));
    const isPaged = service.traits.pager !== null;
    const isLate = session.lag.waitMs > waitedMs;
    const unexplained = broken.flatMap((tried) => {
      const { law, played } = tried;
      // Reads that lag longer than the laws waited explain it.
      const found = isLate
        ? []
        : played.findings.filter(
            (one) =>
              mayBeDueToOthers(one, isPaged) &&
              !isDueToReading(session, one) &&
              !isPassingFailure(one),
          );
      // Alone a law may hold, or lack what it needs, such as an id that others have made.
      return this.settled.get(law)?.result !== 'broken' && found.length > 0
        ? [{ ...tried, found }]
        : [];
    });
    const besides = new Set([...suspects, ...unexplained.flatMap(({ beside }) => [...beside])]);
    await this.tryAlone(likeliestFirst([...besides]));
    // It may be the fault of a law that had ended before: items were passed on.
    if (unexplained.length > 0 && findings.all.length === 0)
      await this.tryAlone(likeliestFirst(concurrent.map(({ law }) => law)));
    for (const { law, played, elapsedMs } of concurrent) {
      const hasHeld = played.findings.length === 0 && played.why === null && !this.settled.has(law);
      if (hasHeld)
        this.settle(law, { ...this.describe(law), result: 'held', why: null, elapsedMs });
    }
    this.unexplained.push(...unexplained);
  }

  /** Whether laws broke beside others, and none did alone. */
  isUnexplained(): boolean {
    return this.unexplained.length > 0 && this.options.findings.all.length === 0;
  }

  /**
   * Reports what laws showed only beside others, if nothing else explains it. That does not show
   * which law caused it, but it is a finding all the same.
   */
  async reportUnexplained(): Promise<void> {
    if (!this.isUnexplained()) return;
    for (const { law, moves, played, found, elapsedMs } of this.unexplained) {
      const evidence: Evidence = {
        trace: played.trace,
        moves: moves.slice(0, played.moves),
        reproduced: 'no',
      };
      await this.options.findings.investigate(law.name, found, evidence);
      this.settle(law, { ...this.describe(law), result: 'broken', why: null, elapsedMs });
    }
  }

  /** Alone a law may hold by chance: a clock of seconds that reads set does not always move. */
  private async learnFromReads(broken: readonly { readonly played: Played }[]): Promise<void> {
    const { session, make } = this.options;
    const found = broken.flatMap(({ played }) => played.findings);
    await learnChangesByReading(session, make, found);
  }

  private planned(chosen: readonly Law[]): readonly Planned[] {
    return chosen.flatMap((law) => {
      const moves = this.options.findings.isBroken(law.name) ? undefined : this.movesOf(law);
      return moves === undefined ? [] : [{ law, moves }];
    });
  }

  /** The moves of a law beside others: the shorter ones if it has any. */
  private shortened({ law, moves }: Planned): Planned {
    const { make, whyNoWrites } = this.options;
    return { law, moves: (whyNoWrites === null ? law.beside?.(make) : undefined) ?? moves };
  }

  /** Replaces sentinels that were harmed. */
  private async replaceSentinels(): Promise<void> {
    const { session, make, findings, whyNoWrites } = this.options;
    const { items, clock } = session;
    const isHarmed = items.sentinels.length < SENTINELS && clock.isTimeLeft(0) && !items.areScarce;
    if (whyNoWrites === null && isHarmed)
      await findings.attempt('created-is-there', () => makeSentinels(session, make));
  }

  /** Gives up the item that is kept for one law if it is gone. */
  private async dropLostItem(): Promise<void> {
    const { service, items, sender } = this.options.session;
    if (items.kept === null || !service.offers('read')) return;
    const read = await sender.sendUnlessStopped(service.call('read', items.kept.key, null));
    if (read.kind !== 'received' || read.received.status >= 400) items.kept = null;
  }

  /** Tries laws one after the other, except those with a result. */
  private async tryAlone(chosen: readonly Law[]): Promise<void> {
    const left = chosen.filter((one) => !this.settled.has(one));
    for (let law = this.takeNext(left); law !== undefined; law = this.takeNext(left)) {
      const why = this.whyEnd();
      if (why !== null) return this.leaveRest(why);
      const result = await this.options.session.sender.during(law.name, () => this.tryLaw(law));
      this.settle(law, result);
      // What it did to them would look like the doing of the next one.
      if (result.result === 'broken' && (await dropHarmedSentinels(this.options.session)))
        await this.replaceSentinels();
    }
    const why = this.whyEnd();
    if (why !== null) this.leaveRest(why);
  }

  /**
   * Takes the next law to try. The one about prefix ids comes as soon as such ids are near, else
   * last.
   */
  private takeNext(left: Law[]): Law | undefined {
    const isPrefixLaw = (law: Law): boolean => law.name === 'ids-that-begin-alike';
    const wanted =
      left.some(isPrefixLaw) && isPrefixIdNear(this.options.session.items)
        ? isPrefixLaw
        : (law: Law) => !isPrefixLaw(law);
    const index = left.findIndex(wanted);
    return index < 0 ? left.shift() : left.splice(index, 1)[0];
  }

  /** Whether the requests are used up, but for those of the last laws and of the end. */
  private isSpent(): boolean {
    return !this.options.session.requests.isRoomFor(this.isLast ? 0 : this.lastRequests());
  }

  /** Whether the run may send what a law takes; less than it takes alone, for others share its looks. */
  private mayTry(law: Law): boolean {
    const needed = this.estimatedRequests([law]) + this.lastRequests();
    return this.options.session.requests.isRoomFor(needed);
  }

  /** How many requests the last laws and the end of the run take. */
  private lastRequests(): number {
    const last = this.chosen().filter((law) => law.asked !== undefined && !this.settled.has(law));
    const isMaking = this.options.whyNoWrites === null;
    return this.estimatedRequests(last) + (isMaking ? END_REQUESTS + this.removals() : 0);
  }

  /** How many requests it takes to remove what is left of laws: refused creations may have made items. */
  private removals(): number {
    const owned = this.options.session.sender.guard.owned().length;
    return Math.max(0, owned - KEPT) * REQUESTS_A_REMOVAL;
  }

  private whyEnd(): string | null {
    const { findings, isEnough } = this.options;
    if (isEnough(findings.all)) return 'enough was found';
    if (this.isSpent()) return NO_REQUESTS_LEFT;
    const { guard, access } = this.options.session.sender;
    const breach = guard.breach();
    if (breach !== null) return `the run writes nothing more: ${whyStopped(breach)}`;
    const { shut } = access;
    if (shut !== null) return shut.why;
    return this.isUnresponsive() ? 'the service no longer answers' : null;
  }

  private settle(law: Law, result: LawResult): void {
    this.settled.set(law, result);
    this.options.onProgress({
      kind: 'law',
      law: result,
      done: this.settled.size,
      total: this.chosen().length,
    });
  }

  private async tryLaw(law: Law): Promise<LawResult> {
    const { session, findings } = this.options;
    const { clock } = session;
    const { name } = law;
    const described = this.describe(law);
    const startedAt = clock.now();
    if (!clock.isTimeLeft(0))
      return { ...described, result: 'not-exercised', why: NO_TIME_LEFT, elapsedMs: 0 };
    const moves = this.movesOf(law);
    if (moves !== undefined && !this.isLast && !this.mayTry(law))
      return { ...described, result: 'not-exercised', why: NO_REQUESTS_LEFT, elapsedMs: 0 };
    if (moves === undefined) {
      const result = findings.isBroken(name) ? 'broken' : 'not-exercised';
      return {
        ...described,
        result,
        why: result === 'broken' ? null : this.whyNotLaw(law),
        elapsedMs: 0,
      };
    }
    let played = await findings.play(name, moves);
    let isBroken = played.findings.length > 0;
    for (let tries = 1; played.findings.length > 0; tries++) {
      await findings.investigate(name, played.findings, {
        trace: played.trace,
        moves: moves.slice(0, played.moves),
      });
      // A header field says nothing about the rest of the law.
      if (!played.findings.every(isOfField) || tries > FIELDS_MAX || this.whyEnd() !== null) break;
      played = await findings.play(name, moves);
      isBroken ||= played.findings.length > 0;
    }
    const elapsedMs = clock.now() - startedAt;
    if (isBroken || findings.isBroken(name))
      return { ...this.describe(law), result: 'broken', why: null, elapsedMs };
    return {
      ...described,
      result: played.why === null ? 'held' : 'not-exercised',
      why: played.why,
      elapsedMs,
    };
  }

  private chosen(): readonly Law[] {
    const { budget, only, mayWriteActions, part } = this.options;
    const { service, sender } = this.options.session;
    const { contract } = service;
    const { credentials, sendAsSecond } = sender.guard;
    const hasSecondUser = sendAsSecond !== null;
    const given = { contract, budget, only, credentials, mayWriteActions, hasSecondUser };
    const known = lawsFor(given).filter((law) => {
      const { isAlone = false, isOfOne = false } = law;
      return (
        only !== null || contract.isSingle !== true || isAlone || isOfOne || this.isOfSingle(law)
      );
    });
    return part?.kind === 'beside'
      ? known.filter(({ name, teaches }) => teaches === true || part.laws.includes(name))
      : known;
  }

  private movesOf(law: Law): readonly Move[] | undefined {
    if (this.whyNotLaw(law) !== null) return undefined;
    const { session, make, whyNoWrites } = this.options;
    if (session.service.contract.isSingle === true)
      return (
        (whyNoWrites === null
          ? singleMoves(law.operation, session.service.contract, law.moves(make))
          : null) ?? insteadOf(law)
      );
    if (whyNoWrites !== null) return insteadOf(law);
    if (session.items.areScarce) return frugalMoves(law, make);
    return (session.sender.atOnce > 1 ? law.quiet?.(make) : undefined) ?? law.moves(make);
  }

  /** Whether a law can be tried with the only item at a path. */
  private isOfSingle(law: Law): boolean {
    const { make, session, whyNoWrites, mayRemove } = this.options;
    if (whyNoWrites !== null || (law.operation === 'remove' && !mayRemove)) return false;
    return singleMoves(law.operation, session.service.contract, law.moves(make)) !== null;
  }

  /** Why a law is not tried; `null` if it is. */
  private whyNotLaw(law: Law): string | null {
    const { session, skipped, whyNoWrites } = this.options;
    const why = skipped.get(law.name);
    if (why !== undefined) return why;
    if (insteadOf(law) === undefined && whyNoWrites !== null)
      return this.isBeyondReading(law) ? inapplicable.nothingCreates : whyNoWrites;
    if (law.isAlone === true) return null;
    const reasons = [law.operation, ...(law.needs ?? [])].map((kind) =>
      whyNotTestable(session, kind),
    );
    return reasons.find((why) => why !== null) ?? null;
  }

  /** Whether a law about a read needs items of the run, and the contract has only reads of items. */
  private isBeyondReading({ operation }: Law): boolean {
    const { session, whyNoWrites } = this.options;
    const isRead = operation === 'list' || operation === 'read';
    return (
      isRead &&
      session.service.contract.operations.create === undefined &&
      whyNoWrites === whyNotTestable(session, 'create')
    );
  }

  private describe(
    law: Law,
  ): Pick<LawResult, 'name' | 'operation' | 'clause' | 'meaning' | 'brokenBy'> {
    const { name, operation, meaning } = law;
    return {
      name,
      operation,
      clause: clauseOf(this.options.session.service.contract, law.about ?? operation),
      meaning,
      brokenBy: this.options.findings.numbersOf(name),
    };
  }
}

/** The moves of a law in a run that makes no items; `undefined` if there are none. */
function insteadOf({ reading, itemless }: Law): readonly Move[] | undefined {
  return reading ?? itemless;
}

/** The moves of a law where few items may be made: unless it is about POST, any of the run will do. */
function frugalMoves(law: Law, make: ItemFactory): readonly Move[] {
  const moves = law.beside?.(make) ?? law.moves(make);
  if (law.operation === 'create') return moves;
  return moves.map((move) =>
    move.kind === 'create' && move.manner === 'plain' ? { ...move, isAny: true } : move,
  );
}

/** A law that broke beside others and held alone, with what no other law explains. */
interface Unexplained extends ConcurrentLaw {
  readonly found: readonly Finding[];
}

const NOTHING: Beside = async () => true;

/** How many calls a law sends at once: it writes to several items, and a check reads several things. */
const CALLS_PER_LAW = 2;

/** About how many requests the walks beside laws take. */
const WALKED_REQUESTS = WALKS.standard.walks * WALKS.standard.steps * REQUESTS_A_STEP;

/** About how many requests the last checks and the clean-up take. */
const END_REQUESTS = 40;

/** How many items of the run are there between laws at most, if all others were removed. */
const KEPT = 10;

/** An item is removed, and read to see that it is gone. */
const REQUESTS_A_REMOVAL = 2;

/** More requests than the laws take that are not thorough. */
const REQUESTS_MOST = 1_000;

/** How long laws may take before the run says what takes less time. */
const LONG_MS = 15_000;

/** How many calls at once are few. */
const FEW = 3;

/** How often a law is tried again that header fields interrupted. */
const FIELDS_MAX = 3;

/** How many sentinels there are. */
const SENTINELS = 2;

/** After how many timeouts a run gives up. */
const TIMEOUTS_MAX = 2;
