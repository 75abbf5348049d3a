// What a run has found, each thing once: its cause is sought and its moves made fewer before it is
// told.

import type { Finding } from '../../oracle/finding.ts';
import type { ReportedFinding } from '../report.ts';
import type { Verdict } from '../scenario/verdict.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';
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
  /** How often the moves of a finding are played again to make them fewer. */
  readonly shrinkTries: number;
  readonly onFinding: (finding: ReportedFinding) => void;
}

/**
 * What a finding rests on. The moves are made fewer before it is told, but where it is known
 * already whether they show it again.
 */
export type Evidence = Pick<ReportedFinding, 'trace'> &
  Partial<Pick<ReportedFinding, 'moves' | 'reproduced'>>;

/** Gives what a finding rests on whose moves were made fewer. */
export function evidenceOf({ trace, moves, isReproduced }: Shrunk): Evidence {
  return { trace, moves, reproduced: isReproduced ? 'yes' : 'no' };
}

export class Findings {
  readonly all: ReportedFinding[] = [];
  private readonly options: FindingsOptions;
  private readonly broken = new Set<string>();
  private isReadingTried = false;

  constructor(options: FindingsOptions) {
    this.options = options;
  }

  /** Whether a law was found broken by what was tried before the laws. */
  isBroken(law: string): boolean {
    return this.broken.has(law);
  }

  /** Does what is no law by itself, and tells what it finds as that of a law. */
  async attempt(law: string, probe: () => Promise<Verdict>): Promise<void> {
    const { sender } = this.options.session;
    await sender.during(law, () => this.attemptNow(law, probe));
  }

  private async attemptNow(law: string, probe: () => Promise<Verdict>): Promise<void> {
    const { guard } = this.options.session.sender;
    const mark = guard.mark();
    const verdict = await probe();
    if (verdict.kind !== 'broken') return;
    await this.tell(law, verdict.findings, { trace: guard.since(mark) });
    this.broken.add(law);
  }

  /** Tells findings of a law, or what they come of. */
  async tell(law: string, findings: readonly Finding[], evidence: Evidence): Promise<void> {
    const { session, shrinkTries } = this.options;
    const { clock } = session;
    const { trace, moves = [], reproduced } = evidence;
    const mayShrink = shrinkTries > 0 && moves.length > 0 && reproduced === undefined;
    for (const finding of findings) {
      const cause = await this.explain(finding);
      for (const one of cause?.played.findings ?? []) {
        this.report(cause?.law ?? law, one, {
          trace: cause?.played.trace ?? [],
          moves: cause?.moves ?? [],
        });
      }
      if (cause !== null || this.isKnown(finding)) continue;
      const isWorth =
        mayShrink && !finding.code.startsWith('answer-') && clock.isTimeLeft(SHRINK_MS);
      const shortest = isWorth
        ? await shrink(session, { finding, moves, trace }, { tries: shrinkTries })
        : null;
      this.report(
        law,
        shortest?.finding ?? finding,
        shortest === null ? evidence : evidenceOf(shortest),
      );
    }
  }

  /** Tells a finding as it is. */
  report(
    law: string,
    finding: Finding,
    { trace, moves = [], reproduced = 'untried' }: Evidence,
  ): void {
    if (finding.code === 'changed-by-reading')
      this.options.session.service.readingHarm = finding.operation;
    if (!this.isKnown(finding)) this.add({ ...finding, law, trace, moves, reproduced, curl: [] });
  }

  add(reported: ReportedFinding): void {
    this.all.push(reported);
    this.options.onFinding(reported);
  }

  /**
   * What reading changes looks like the fault of whatever was written meanwhile, unless it is known
   * that reading does it.
   */
  private async explain(finding: Finding): Promise<ReadSideEffect | null> {
    const { session, make } = this.options;
    if (finding.code === 'all-lost') return sideEffectOfRemoving(session, make);
    if (!mayComeFromReading(finding) || this.isReadingTried) return null;
    this.isReadingTried = true;
    return sideEffectOfReading(session, make);
  }

  private isKnown(finding: Finding): boolean {
    return this.all.some(
      (one) =>
        one.code === finding.code &&
        one.operation === finding.operation &&
        one.at === finding.at &&
        (one.breach !== 'drifted' || one.by === finding.by),
    );
  }
}

/** How much time must be left for moves to be made fewer, in milliseconds. */
const SHRINK_MS = 3_000;
