// What a run has found, each thing once: first its cause is searched and its moves are shrunk.

import { type Finding, operationOf } from '../../oracle/finding.ts';
import { failedIn } from '../guard/failures.ts';
import type { Move } from '../move.ts';
import { type Played, performMoves } from '../moves/perform-moves.ts';
import type { ReportedFinding } from '../report.ts';
import { breachFinding } from '../scenario/breach-finding.ts';
import type { MoveResult } from '../scenario/move-result.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { type Flaw, isOfField, NOT_KNOWN } from '../session/service-knowledge.ts';
import type { Session } from '../session/session.ts';
import { attemptUnlessLate, findingsIn } from './late-reads.ts';
import { ownExchanges } from './own-exchanges.ts';
import { attemptUnlessPassing } from './passing-failures.ts';
import { withRefusedCall } from './refused-call.ts';
import { type Witness, withNewMarks } from './replay.ts';
import type { FailureFinding } from './report-failures.ts';
import { showAgain } from './show-again.ts';
import { type Shrunk, shrink } from './shrink.ts';
import {
  mayComeFromReading,
  type ReadSideEffect,
  sideEffectOfReading,
  sideEffectOfRemoving,
} from './side-effects-of-reads.ts';

export interface FindingsOptions {
  readonly session: Session;
  readonly make: ItemFactory;
  /** How often the moves of a finding are replayed to shrink them. */
  readonly shrinkTries: number;
  /** The moves of a law by its name; `null` if it is none that the run can try. */
  readonly movesOf: (law: string) => readonly Move[] | null;
  readonly onFinding: (finding: ReportedFinding) => void;
}

/** The evidence for a finding. Its moves are shrunk first, unless `reproduced` is known. */
export type Evidence = Pick<ReportedFinding, 'trace'> &
  Partial<Pick<ReportedFinding, 'moves' | 'reproduced'>>;

/** Returns the evidence of a shrunk finding. */
export function evidenceOf({
  trace,
  moves,
  isReproduced,
}: Pick<Shrunk, 'trace' | 'moves' | 'isReproduced'>): Evidence {
  return { trace, moves, reproduced: isReproduced ? 'yes' : 'no' };
}

export class Findings {
  readonly all: ReportedFinding[] = [];
  private readonly options: FindingsOptions;
  private readonly broken = new Set<string>();
  private readonly numbers = new Map<string, Set<number>>();
  /** Laws that ended by an answer of which more have passed. */
  private readonly passing: { readonly law: string; readonly what: string }[] = [];
  /** Findings whose moves may be shrunk. */
  private readonly long: { readonly reported: ReportedFinding; readonly witness: Witness }[] = [];
  private isReadingTried = false;

  constructor(options: FindingsOptions) {
    this.options = options;
  }

  /** Whether a step before the laws already found a law broken. */
  isBroken(law: string): boolean {
    return this.broken.has(law);
  }

  /** The findings that broke a law, by number: the first is 1. */
  numbersOf(law: string): readonly number[] {
    return [...(this.numbers.get(law) ?? [])].sort((a, b) => a - b);
  }

  /** Whether a finding was reported, or what causes it. */
  isKnown(finding: Finding): boolean {
    const { isIdAssumed } = this.options.session.service;
    return this.all.some(
      (one) =>
        isSame(one, finding) ||
        isOfItsLoss(one, finding) ||
        isInItsPlace(one, finding) ||
        (isIdAssumed && isOfItsType(one, finding)),
    );
  }

  /** Whether it was reported that a write changes the same member of other items, whichever write. */
  isKnownHarm({ code, at }: Finding): boolean {
    return code === 'changed-another' && this.all.some((one) => one.code === code && one.at === at);
  }

  /** Whether a finding was reported as it is. */
  has(finding: Finding): boolean {
    return this.all.some((one) => isSame(one, finding));
  }

  /** Runs a step that is not a law, and reports its findings under a law. */
  async attempt(
    law: string,
    probe: () => Promise<MoveResult>,
    onBroken: (findings: readonly Finding[]) => void = () => undefined,
  ): Promise<void> {
    const { sender, variation } = this.options.session;
    await variation.during('none', () =>
      sender.during(law, () => this.attemptNow(law, probe, onBroken)),
    );
  }

  private async attemptNow(
    law: string,
    probe: () => Promise<MoveResult>,
    onBroken: (findings: readonly Finding[]) => void,
    tries = 1,
  ): Promise<void> {
    const { session, make } = this.options;
    const begun = session.sender.guard.mark();
    const { value, flaws } = await session.service.passingOverFlaws(() =>
      attemptUnlessLate(session, make, {
        attempt: () => attemptUnlessPassing(session, probe, findingsIn),
        findingsOf: findingsIn,
      }),
    );
    for (const flaw of flaws) this.reportFlaw(law, flaw, begun);
    const { result, stale, trace } = value;
    if (result.kind !== 'broken') return;
    onBroken(result.findings);
    if (stale !== null) this.report(law, stale.finding, stale);
    else await this.investigate(law, result.findings, { trace });
    this.broken.add(law);
    // The rest of the step was not done.
    if (result.findings.every(isOfField) && tries < TRIES_MAX)
      await this.attemptNow(law, probe, onBroken, tries + 1);
  }

  /** Reports a flaw that ends no step, with all operations that have it. */
  private reportFlaw(law: string, flaw: Flaw, begun: number): void {
    const { finding, received, operations } = flaw;
    const trace = this.options.session.sender.guard.since(begun);
    const shown = trace.findIndex((one) => one.received?.body === received.body);
    const others = [...operations].filter((one) => one !== finding.operation);
    const also = others.length === 0 ? '' : `; the same in the answer to ${others.join(', ')}`;
    const message = finding.message.replace(/\)?$/, (end) => `${also}${end}`);
    this.report(law, { ...finding, message }, { trace: trace.slice(0, shown + 1) });
    this.broken.add(law);
  }

  /**
   * Performs the moves of a law; again if its findings are due to late reads. A flaw of one member of
   * an answer is reported, and ends nothing.
   */
  async play(law: string, moves: readonly Move[]): Promise<Played> {
    return this.passOver(law, () => this.playNow(moves));
  }

  /** Does something for a law. A flaw of one member of an answer is reported, and ends nothing. */
  async passOver<T>(law: string, use: () => Promise<T>): Promise<T> {
    const { session } = this.options;
    const begun = session.sender.guard.mark();
    const { value, flaws } = await session.service.passingOverFlaws(use);
    for (const flaw of flaws) this.reportFlaw(law, flaw, begun);
    return value;
  }

  private async playNow(moves: readonly Move[]): Promise<Played> {
    const { session, make } = this.options;
    const perform = (times: number, isAgain: boolean): Promise<Played> =>
      performMoves(session, times === 0 && !isAgain ? moves : withNewMarks(session, moves));
    const { result, stale } = await attemptUnlessLate(session, make, {
      attempt: (times) =>
        attemptUnlessPassing(session, (isAgain) => perform(times, isAgain), findingsOf),
      findingsOf,
    });
    return stale === null ? result : { ...result, findings: [stale.finding], trace: stale.trace };
  }

  /** Reports the findings of a law, or their cause. */
  async investigate(law: string, findings: readonly Finding[], evidence: Evidence): Promise<void> {
    const { session, shrinkTries } = this.options;
    const { trace, moves = [], reproduced } = evidence;
    if (session.sender.guard.breach() !== null) {
      for (const finding of findings) this.report(law, finding, evidence);
      this.reportBreach(law, trace);
      return;
    }
    const mayShrink = shrinkTries > 0 && moves.length > 0 && reproduced === undefined;
    for (const finding of findings) {
      const cause = await session.variation.during('none', () => this.explain(finding));
      for (const one of cause?.played.findings ?? []) {
        this.report(cause?.law ?? law, one, {
          trace: cause?.played.trace ?? [],
          moves: cause?.moves ?? [],
        });
        this.count(law, one);
      }
      this.count(law, finding);
      if (cause !== null || this.isKnown(finding)) continue;
      if (this.isPassedOver(law, finding)) continue;
      this.report(law, finding, evidence);
      const reported = this.all.find((one) => isSame(one, finding));
      const isWorth = finding.code !== 'stale-read' && !isSilence(finding);
      if (mayShrink && isWorth && reported !== undefined)
        this.long.push({ reported, witness: { finding, moves, trace } });
    }
  }

  /**
   * Shrinks the moves of the findings that laws led to, once all laws are tried: the requests that this
   * takes leave no law untried.
   */
  async shrinkAll(): Promise<void> {
    const { session, shrinkTries: tries } = this.options;
    const mark = session.sender.guard.mark();
    const all = this.long.splice(0);
    all.sort((one, other) => one.witness.moves.length - other.witness.moves.length);
    for (const { reported, witness } of all) {
      const isOver =
        session.sender.guard.since(mark).length >= SHRINK_REQUESTS ||
        !session.requests.isRoomFor(0);
      const place = this.all.indexOf(reported);
      if (place < 0 || !session.clock.isTimeLeft(SHRINK_MS)) continue;
      if (session.sender.guard.breach() !== null) return;
      // It is tried once more at least: who reads it wants to know whether it shows again.
      const { finding, ...found } = await shrink(session, witness, {
        tries: isOver ? AGAIN : tries,
      });
      this.all[place] = { ...reported, ...finding, ...this.shown(finding, evidenceOf(found)) };
    }
  }

  /** Shows again what no law led to, by the moves of the law that it breaks. */
  async showFirstAgain(): Promise<void> {
    const { session, shrinkTries, movesOf } = this.options;
    if (shrinkTries === 0) return;
    for (const [place, reported] of this.all.entries()) {
      if (reported.reproduced !== 'untried' || isSilence(reported)) continue;
      if (this.all.some((other) => other.reproduced === 'yes' && isAlike(other, reported)))
        continue;
      const moves = movesOf(reported.law);
      const found = moves === null ? null : await showAgain(session, reported, moves);
      if (found === null) continue;
      const evidence = { trace: found.trace, moves: found.moves, reproduced: 'yes' } as const;
      // A finding about an item names the item of the replay; the others keep their words.
      const finding = OF_ITEMS.has(reported.code) ? found.finding : reported;
      this.all[place] = { ...reported, ...finding, ...this.shown(reported, evidence) };
    }
  }

  /** Reports a finding unchanged, unless its cause was reported, or will be. */
  report(law: string, finding: Finding, evidence: Evidence): void {
    if (!this.isPassedOver(law, finding)) this.reportAsIs(law, finding, evidence);
  }

  /** Whether a finding is about an answer of which more have passed: one finding is about all. */
  isPassedOver(law: string, finding: Finding): boolean {
    const what = failedIn(finding);
    const isUsual = what !== null && this.options.session.sender.guard.passing.isUsual(what);
    if (isUsual) this.passing.push({ law, what });
    return isUsual;
  }

  private reportAsIs(law: string, finding: Finding, evidence: Evidence): void {
    if (finding.code === 'changed-by-reading')
      this.options.session.service.readingHarm = finding.operation;
    if (!this.isKnown(finding))
      this.add({ ...finding, law, ...this.shown(finding, evidence), curl: [] });
    this.count(law, finding);
  }

  /** The evidence as a report has it. */
  private shown(
    finding: Finding,
    { trace, moves = [], reproduced = 'untried' }: Evidence,
  ): Required<Evidence> {
    const { sender, items } = this.options.session;
    const run = { all: sender.guard.since(0), token: items.token };
    return {
      trace: withRefusedCall(finding, ownExchanges(finding, trace, run), run),
      moves,
      reproduced,
    };
  }

  /** Reports a finding about calls that failed, with the laws that ended by them. */
  reportFailure({ law, finding, trace, what }: FailureFinding): void {
    // What was seen before more of it passed is the first of them: it came again by chance.
    const isUsual = this.options.session.sender.guard.passing.isUsual(what);
    const place = this.all.findIndex((one) => isUsual && failedIn(one) === what);
    const reported = { ...finding, law, trace, moves: [], reproduced: 'no', curl: [] } as const;
    if (place < 0) this.add(reported);
    else this.all[place] = reported;
    this.count(law, finding);
    for (const one of this.passing) if (one.what === what) this.count(one.law, finding);
  }

  /** Records that a finding broke a law, if it is known. */
  private count(law: string, finding: Finding): void {
    const index = this.all.findIndex((one) => isSame(one, finding));
    if (index >= 0) this.numbers.set(law, (this.numbers.get(law) ?? new Set()).add(index + 1));
  }

  /** Reports as the first finding why the run writes nothing more, if it does not. */
  reportBreach(law: string, trace: Evidence['trace'] = []): void {
    const { session } = this.options;
    const breach = session.sender.guard.breach();
    if (breach === null) return;
    const finding = breachFinding(session, breach);
    this.report(law, finding, { trace });
    const place = this.all.findIndex((one) => one.code === finding.code);
    this.all.unshift(...this.all.splice(place, 1));
  }

  add(reported: ReportedFinding): void {
    this.all.push(reported);
    this.options.session.service.noteReported(reported);
    this.options.onFinding(reported);
  }

  /** Searches the cause: a change by reading looks like the fault of the last write. */
  private async explain(finding: Finding): Promise<ReadSideEffect | null> {
    const { session, make } = this.options;
    if (finding.code === 'all-lost') return sideEffectOfRemoving(session, make);
    if (!mayComeFromReading(finding) || this.isReadingTried) return null;
    this.isReadingTried = true;
    return sideEffectOfReading(session, make);
  }
}

function findingsOf({ findings }: Played): readonly Finding[] {
  return findings;
}

function isSame(one: Finding, other: Finding): boolean {
  return (
    one.code === other.code &&
    operationOf(one) === operationOf(other) &&
    one.at === other.at &&
    (one.breach !== 'drifted' || one.by === other.by)
  );
}

/**
 * Whether a member is never stored of which it was reported that another value is; or no member is, and
 * it was reported of one, or that the operation had no effect.
 */
function isOfItsLoss(one: Finding, other: Finding): boolean {
  if (other.code !== 'not-stored' || one.operation !== other.operation) return false;
  if (one.code === 'value-changed') return one.at !== null && [one.at, null].includes(other.at);
  return one.code === 'not-replaced' && other.at === null;
}

/** Whether a member that no schema has is named by a finding that the id is missing. */
function isInItsPlace(one: Finding, other: Finding): boolean {
  const isAbout = one.code === 'member-missing' && one.operation === other.operation;
  const name = JSON.stringify((other.at ?? '').slice((other.at ?? '').lastIndexOf('/') + 1));
  return isAbout && other.expected === NOT_KNOWN && one.actual.includes(name);
}

/** Whether a finding is about the value of a member that was reported to have another type. */
function isOfItsType(one: Finding, other: Finding): boolean {
  if (one.code !== 'member-type' || one.at === null || other.at === null) return false;
  // Operations without rows answer things of their own.
  if (one.route !== other.route) return false;
  const [flawed, at] = [one.at, other.at].map((place) => place.replace(/^\/\d+(?=\/)/, ''));
  return OF_VALUES.has(other.code) && at === flawed;
}

/** Findings that compare the value of a member with what was sent or shown. */
const OF_VALUES: ReadonlySet<Finding['code']> = new Set([
  'value-changed',
  'answer-differs',
  'read-differs',
  'not-stored',
  'member-type',
]);

/** Findings whose sentences name the item of their calls. */
const OF_ITEMS: ReadonlySet<Finding['code']> = new Set([
  'value-changed',
  'not-replaced',
  'answer-differs',
  'read-differs',
  'list-differs',
  'not-listed',
  'not-removed',
  'refused-and-created',
]);

/** Whether two findings say the same of an operation: what shows one again shows both. */
function isAlike(one: ReportedFinding, other: ReportedFinding): boolean {
  return (
    one.law === other.law &&
    one.code === other.code &&
    one.operation === other.operation &&
    one.at === other.at
  );
}

/** How often a step is done that header fields interrupt. */
const TRIES_MAX = 4;

/** Whether a replay would have to wait for a reply that does not come. */
function isSilence({ code }: Finding): boolean {
  return code.startsWith('answer-') && code !== 'answer-unreadable' && code !== 'answer-differs';
}

/** After how many requests for shrinking further findings are only reproduced. */
const SHRINK_REQUESTS = 200;

/** How often moves are replayed that are not shrunk: in each of the ways in which they may show it. */
const AGAIN = 4;

/** How much time shrinking needs at least, in milliseconds. */
const SHRINK_MS = 3_000;
