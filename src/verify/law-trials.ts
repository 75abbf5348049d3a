// Tries the laws of a run, one after the other or several at once, until enough is found. Says of each what came of it.

import { clauseOf } from '../oracle/clause.ts';
import type { Findings } from './findings.ts';
import { inLanes, isSociable, lanesFor } from './lanes.ts';
import type { Law } from './law.ts';
import { laws } from './laws.ts';
import type { Maker } from './maker.ts';
import type { Move } from './move.ts';
import { whyNotTried } from './offer.ts';
import { play } from './play.ts';
import type { LawResult, Progress, ReportedFinding } from './report.ts';
import type { Session } from './session.ts';

export interface LawTrialsOptions {
  readonly session: Session;
  readonly make: Maker;
  readonly findings: Findings;
  readonly budget: 'quick' | 'standard' | 'thorough';
  /** Laws by name, to try no others; `null` for all. */
  readonly only: readonly string[] | null;
  /** Why nothing is written; `null` where something is. */
  readonly whyNoWrites: string | null;
  /** Whether what was found is enough to stop. */
  readonly isEnough: (findings: readonly ReportedFinding[]) => boolean;
  readonly onProgress: (progress: Progress) => void;
}

export class LawTrials {
  readonly results: LawResult[] = [];
  private readonly options: LawTrialsOptions;

  constructor(options: LawTrialsOptions) {
    this.options = options;
  }

  async tryAll(): Promise<void> {
    const { session, findings, onProgress } = this.options;
    const chosen = this.chosen();
    onProgress({ kind: 'stage', stage: 'laws', what: `${chosen.length} laws` });
    const lanes = lanesFor(session);
    const early = lanes === 1 ? new Map<Law, LawResult>() : await this.tryTogether(chosen.filter(isSociable), lanes);
    for (const [index, law] of chosen.entries()) {
      const result = early.get(law) ?? (await this.tryLaw(law));
      this.results.push(result);
      onProgress({ kind: 'law', law: result, done: index + 1, total: chosen.length });
      if (this.options.isEnough(findings.all)) return this.leaveRest('enough was found');
      if (this.isSilent()) return this.leaveRest('the service no longer answers');
    }
  }

  /** Says of the laws that were not tried why. */
  leaveRest(why: string): void {
    for (const law of this.chosen().slice(this.results.length)) {
      const result = this.options.findings.isBroken(law.name) ? 'broken' : 'not-exercised';
      this.results.push({ ...this.told(law), result, why, elapsedMs: 0 });
    }
  }

  /** Once it let several calls wait in vain, waiting for the rest as well would take long and tell nothing. */
  isSilent(): boolean {
    return this.options.findings.all.filter(({ code }) => code === 'answer-late').length >= SILENT;
  }

  /** A slow service is tried with several laws at once. Gives what held; what did not is tried again alone, to tell what is to blame. */
  private async tryTogether(chosen: readonly Law[], lanes: number): Promise<Map<Law, LawResult>> {
    const { session, findings: known } = this.options;
    const held = new Map<Law, LawResult>();
    await inLanes(chosen, lanes, async (law) => {
      const moves = this.movesOf(law);
      if (moves === undefined || known.isBroken(law.name) || !session.isTimeLeft(0)) return;
      const startedAt = session.now();
      const { findings, why } = await play(session, moves);
      const elapsedMs = session.now() - startedAt;
      if (findings.length === 0)
        held.set(law, { ...this.told(law), result: why === null ? 'held' : 'not-exercised', why, elapsedMs });
    });
    return held;
  }

  private async tryLaw(law: Law): Promise<LawResult> {
    const { session, findings } = this.options;
    const { name } = law;
    const told = this.told(law);
    const startedAt = session.now();
    if (!session.isTimeLeft(0)) return { ...told, result: 'not-exercised', why: 'no time was left', elapsedMs: 0 };
    const moves = this.movesOf(law);
    if (moves === undefined) {
      const result = findings.isBroken(name) ? 'broken' : 'not-exercised';
      return { ...told, result, why: result === 'broken' ? null : this.whyNotLaw(law), elapsedMs: 0 };
    }
    const played = await play(session, moves);
    await findings.tell(name, played.findings, { trace: played.trace, moves: moves.slice(0, played.moves) });
    const elapsedMs = session.now() - startedAt;
    if (played.findings.length > 0 || findings.isBroken(name)) return { ...told, result: 'broken', why: null, elapsedMs };
    return { ...told, result: played.why === null ? 'held' : 'not-exercised', why: played.why, elapsedMs };
  }

  private chosen(): readonly Law[] {
    const { session, budget, only } = this.options;
    // Of what the contract does not have no law is told, but where it is asked for.
    const own = laws.filter(({ name, operation }) => only?.includes(name) ?? session.offers(operation));
    return only === null ? own.filter((law) => budget !== 'quick' || law.budget === 'quick') : own;
  }

  private movesOf(law: Law): readonly Move[] | undefined {
    if (this.whyNotLaw(law) !== null) return undefined;
    return this.options.whyNoWrites === null ? law.moves(this.options.make) : law.reading;
  }

  /** Why a law is not tried; `null` where it is. */
  private whyNotLaw(law: Law): string | null {
    const { session, whyNoWrites } = this.options;
    if (law.reading === undefined && whyNoWrites !== null) return whyNoWrites;
    const whys = [law.operation, ...(law.needs ?? [])].map((kind) => whyNotTried(session, kind));
    return whys.find((why) => why !== null) ?? null;
  }

  private told(law: Law): Pick<LawResult, 'name' | 'operation' | 'clause' | 'meaning'> {
    const { name, operation, meaning } = law;
    return { name, operation, clause: clauseOf(this.options.session.contract, law.about ?? operation), meaning };
  }
}

/** After how many operations that did not answer in time a run gives up. */
const SILENT = 2;
