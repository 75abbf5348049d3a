// A run: is the service there, what does it take, the laws, the walks, and at the end everything is as it was. Gives a report.

import type { Profile } from '../contract/choices.ts';
import type { Contract } from '../contract/contract.ts';
import { clauseOf } from '../oracle/clause.ts';
import type { Finding } from '../oracle/finding.ts';
import type { Checker } from '../schema/check.ts';
import type { Schemas } from '../schema/schema.ts';
import { act } from './act.ts';
import { harmed, learnPinned, rulesOf, seenBy } from './ending.ts';
import type { Guard } from './guard.ts';
import { inLanes, isSociable, lanesFor } from './lanes.ts';
import type { Law } from './law.ts';
import { laws } from './laws.ts';
import { driftOf, type Learned, observationsOf } from './learned.ts';
import { createMaker, type Maker } from './maker.ts';
import type { Move } from './move.ts';
import { whyNotTried } from './offer.ts';
import { withOrigins } from './origins.ts';
import { type PactsRun, pactsNotRun } from './pact.ts';
import { play } from './play.ts';
import { probeCreate, probeReplace, reach, takeStock } from './probe.ts';
import { type HarmOfReading, harmOfReading, harmOfRemoving, mayComeOfReading } from './reading-harm.ts';
import type { LawResult, Observation, PactStage, Progress, ReportedFinding, WalkStage } from './report.ts';
import { Session } from './session.ts';
import { type Shrunk, shrink } from './shrink.ts';
import { Broken, NotExercised, Stage } from './stage.ts';
import { type SweptUp, sweepUp } from './sweep-up.ts';
import { walk } from './walk.ts';
import { Interrupted } from './way-out.ts';

export interface VerifyOptions {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly guard: Guard;
  /** Stands in everything that the run makes; letters alone. */
  readonly token: string;
  readonly pins: Partial<Profile>;
  /** Sends without the credentials of the run, and only reads; it shows whether the service asks for any. */
  readonly bare?: Pick<Guard, 'send' | 'mark' | 'since'>;
  readonly budget: 'quick' | 'standard' | 'thorough';
  /** Of the walks. */
  readonly seed: number;
  /** Verifies the pacts of consumers, once it is known what the service takes; or why none are verified. Without it there are none. */
  readonly pacts?: ((session: Session) => Promise<PactsRun>) | { readonly why: string };
  /** How often the moves of a finding are played again to make them fewer; 0 leaves them as they were. */
  readonly shrinkTries?: number;
  /** Laws by name, to try no others; `null` for all. */
  readonly only: readonly string[] | null;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** When the run must be done, in the milliseconds of `now`. */
  readonly deadline: number;
  /** With `read-only` only what can be tried without writing is; the guard must be of the same mode. */
  readonly mode?: 'write' | 'read-only';
  /** Whether somebody has stopped the run: nothing new is tried then, and what it made is removed. */
  readonly isStopped?: () => boolean;
  /** Whether what was found is enough to stop. */
  readonly isEnough?: (findings: readonly ReportedFinding[]) => boolean;
  readonly onProgress: (progress: Progress) => void;
}

/** What a run found, before anyone asks how it is told. */
export interface Verified {
  readonly findings: readonly ReportedFinding[];
  readonly laws: readonly LawResult[];
  readonly pacts: PactStage;
  readonly walks: WalkStage;
  /** What the service was seen to choose where the contract leaves it open. */
  readonly observations: readonly Observation[];
  readonly session: Session;
  /** `interrupted`: somebody stopped it, and the laws that are left were not tried. */
  readonly end: 'whole' | 'interrupted';
  readonly swept: SweptUp;
}

/** Verifies a service. Rejects with a StandinError where it cannot be judged; what the run made is removed in any case. */
export async function verify(options: VerifyOptions): Promise<Verified> {
  const session = new Session({ ...options, pins: rulesOf(options.pins) });
  const make = createMaker(session);
  options.onProgress({ kind: 'stage', stage: 'probe', what: 'is it there, and what does it take?' });
  const run = new Run(options, session, make);
  let end: Verified['end'] = 'whole';
  let swept: SweptUp = { left: [], isSure: true };
  let isBegun = false;
  try {
    await reach(session);
    isBegun = options.mode !== 'read-only';
    await run.probe();
    await run.verifyPacts();
    await run.tryLaws();
    await run.walk();
    await run.end();
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    end = 'interrupted';
    run.leaveRest('the run was interrupted');
  } finally {
    session.wayOut.beginEnd();
    if (isBegun) swept = await sweepUp(session);
  }
  const { findings, results, pacts, walks } = run;
  return { ...{ findings, laws: results, pacts, walks, observations: run.observations(), session, end, swept } };
}

class Run {
  readonly findings: ReportedFinding[] = [];
  readonly results: LawResult[] = [];
  private readonly options: VerifyOptions;
  private readonly session: Session;
  private readonly make: Maker;
  private readonly broken = new Map<string, Finding>();
  private isReadingTried = false;
  pacts: PactStage;
  walks: WalkStage = { planned: 0, run: 0, steps: 0, why: 'the run did not come to them' };
  private learned: Learned | null = null;

  constructor(options: VerifyOptions, session: Session, make: Maker) {
    this.options = options;
    this.pacts = pactsNotRun(typeof options.pacts === 'object' ? options.pacts.why : 'there are none').stage;
    this.session = session;
    this.make = make;
  }

  async probe(): Promise<void> {
    await this.attempt('list-follows', () => takeStock(this.session));
    if (this.whyNoWrites() !== null) return;
    await this.attempt('created-is-there', () => probeCreate(this.session, this.make));
    if (whyNotTried(this.session, 'replace') !== null) return;
    await this.attempt('replaced-is-there', () => probeReplace(this.session, this.make));
  }

  /** Why nothing is written; `null` where something is. */
  private whyNoWrites(): string | null {
    return this.options.mode === 'read-only' ? 'the run only reads' : whyNotTried(this.session, 'create');
  }

  /** Why a law is not tried; `null` where it is. */
  private whyNotLaw(law: Law): string | null {
    if (law.reading === undefined && this.whyNoWrites() !== null) return this.whyNoWrites();
    const whys = [law.operation, ...(law.needs ?? [])].map((kind) => whyNotTried(this.session, kind));
    return whys.find((why) => why !== null) ?? null;
  }

  private async attempt(law: string, probe: () => Promise<void>): Promise<void> {
    const mark = this.session.guard.mark();
    try {
      await probe();
    } catch (error) {
      if (error instanceof NotExercised) return;
      if (!(error instanceof Broken)) throw error;
      await this.tell(law, error.findings, this.session.guard.since(mark));
      this.broken.set(law, error.findings[0] as Finding);
    }
  }

  async tryLaws(): Promise<void> {
    const chosen = this.chosen();
    this.options.onProgress({ kind: 'stage', stage: 'laws', what: `${chosen.length} laws` });
    const lanes = lanesFor(this.session);
    const early = lanes === 1 ? new Map<Law, LawResult>() : await this.tryTogether(chosen.filter(isSociable), lanes);
    for (const [index, law] of chosen.entries()) {
      const result = early.get(law) ?? (await this.tryLaw(law));
      this.results.push(result);
      this.options.onProgress({ kind: 'law', law: result, done: index + 1, total: chosen.length });
      if (this.options.isEnough?.(this.findings) ?? false) return this.leaveRest('enough was found');
      if (this.isSilent()) return this.leaveRest('the service no longer answers');
    }
  }

  /** A slow service is tried with several laws at once. Gives what held; what did not is tried again alone, to tell what is to blame. */
  private async tryTogether(chosen: readonly Law[], lanes: number): Promise<Map<Law, LawResult>> {
    const held = new Map<Law, LawResult>();
    await inLanes(chosen, lanes, async (law) => {
      const moves = this.movesOf(law);
      if (moves === undefined || this.broken.has(law.name) || !this.session.isTimeLeft(0)) return;
      const startedAt = this.session.now();
      const { findings, why } = await play(this.session, moves);
      const elapsedMs = this.session.now() - startedAt;
      if (findings.length === 0)
        held.set(law, { ...this.told(law), result: why === null ? 'held' : 'not-exercised', why, elapsedMs });
    });
    return held;
  }

  private movesOf(law: Law): readonly Move[] | undefined {
    if (this.whyNotLaw(law) !== null) return undefined;
    return this.whyNoWrites() === null ? law.moves(this.make) : law.reading;
  }

  /** Once it let several calls wait in vain, waiting for the rest as well would take long and tell nothing. */
  private isSilent(): boolean {
    return this.findings.filter(({ code }) => code === 'answer-late').length >= SILENT;
  }

  private chosen(): readonly Law[] {
    const { budget, only } = this.options;
    // Of what the contract does not have no law is told, but where it is asked for.
    const own = laws.filter(({ name, operation }) => only?.includes(name) ?? this.session.offers(operation));
    return only === null ? own.filter((law) => budget !== 'quick' || law.budget === 'quick') : own;
  }

  /** Says of the laws that were not tried why. */
  leaveRest(why: string): void {
    for (const law of this.chosen().slice(this.results.length)) {
      this.results.push({ ...this.told(law), result: this.broken.has(law.name) ? 'broken' : 'not-exercised', why, elapsedMs: 0 });
    }
  }

  async verifyPacts(): Promise<void> {
    const { pacts } = this.options;
    if (typeof pacts !== 'function' || this.options.only !== null) return;
    this.options.onProgress({ kind: 'stage', stage: 'pacts', what: 'what consumers rely on' });
    const { stage, findings } = await pacts(this.session);
    this.pacts = stage;
    for (const finding of findings) this.add(finding);
  }

  /** Moves that nobody thought of. What is broken already would be found again, and tells nothing new. */
  async walk(): Promise<void> {
    const why = this.whyNoWalks();
    if (why !== null) {
      this.walks = { planned: 0, run: 0, steps: 0, why };
      return;
    }
    const { budget, seed, onProgress } = this.options;
    onProgress({ kind: 'stage', stage: 'walks', what: 'random moves' });
    const { stage, findings } = await walk({ session: this.session, budget, seed, isKnown: () => false });
    this.walks = stage;
    for (const shrunk of findings) this.report('walk', shrunk.finding, evidenceOf(shrunk));
  }

  private whyNoWalks(): string | null {
    const why = this.whyNoWrites();
    if (why !== null) return why;
    if (this.options.only !== null) return 'only some laws were asked for';
    return this.findings.length > 0 ? 'the laws found enough' : null;
  }

  private told(law: Law): Pick<LawResult, 'name' | 'operation' | 'clause' | 'meaning'> {
    const { name, operation, meaning } = law;
    return { name, operation, clause: clauseOf(this.session.contract, law.about ?? operation), meaning };
  }

  private async tryLaw(law: Law): Promise<LawResult> {
    const { name } = law;
    const told = this.told(law);
    const startedAt = this.session.now();
    if (!this.session.isTimeLeft(0)) return { ...told, result: 'not-exercised', why: 'no time was left', elapsedMs: 0 };
    const moves = this.movesOf(law);
    if (moves === undefined) {
      const result = this.broken.has(name) ? 'broken' : 'not-exercised';
      return { ...told, result, why: result === 'broken' ? null : this.whyNotLaw(law), elapsedMs: 0 };
    }
    const played = await play(this.session, moves);
    await this.tell(name, played.findings, played.trace, moves.slice(0, played.moves));
    const elapsedMs = this.session.now() - startedAt;
    if (played.findings.length > 0 || this.broken.has(name)) return { ...told, result: 'broken', why: null, elapsedMs };
    return { ...told, result: played.why === null ? 'held' : 'not-exercised', why: played.why, elapsedMs };
  }

  /** A last look at what stood through the whole run, and at what was pinned; then it goes too. */
  async end(): Promise<void> {
    const { session, make } = this;
    const { pins, bare = null } = this.options;
    const stage = new Stage(session);
    for (const item of session.sentinels) stage.items.set(item.label, item);
    await this.attempt('stays-over-time', () => act(stage, { kind: 'look', scope: 'all' }));
    if (Object.keys(pins).length > 0 && this.whyNoWrites() === null && !this.isSilent()) {
      this.options.onProgress({ kind: 'stage', stage: 'laws', what: 'does it follow what is pinned?' });
      const mark = session.guard.mark();
      this.learned = await learnPinned({ session, make, bare, pins });
      const sent = session.guard.since(mark);
      for (const { finding, evidence } of driftOf(this.learned, pins)) {
        this.report('drift', finding, { trace: withOrigins(session, sent, evidence) });
      }
    }
    await stage.cleanUp();
    const culprit = session.bystanders.culprit();
    if (culprit !== null) this.report('bystanders', harmed(session, culprit), { trace: [] });
  }

  observations(): readonly Observation[] {
    return this.learned === null ? seenBy(this.session) : observationsOf(this.learned);
  }

  /** What reading changes looks like the fault of whatever was written meanwhile, unless it is known that reading does it. */
  private async explain(finding: Finding): Promise<HarmOfReading | null> {
    if (finding.code === 'all-lost') return harmOfRemoving(this.session, this.make);
    if (!mayComeOfReading(finding) || this.isReadingTried) return null;
    this.isReadingTried = true;
    return harmOfReading(this.session, this.make);
  }

  private async tell(
    law: string,
    findings: readonly Finding[],
    trace: ReportedFinding['trace'],
    moves: readonly Move[] = [],
  ): Promise<void> {
    for (const finding of findings) {
      const cause = await this.explain(finding);
      for (const one of cause?.played.findings ?? []) {
        this.report(cause?.law ?? law, one, { trace: cause?.played.trace ?? [], moves: cause?.moves ?? [] });
      }
      if (cause !== null || this.isKnown(finding)) continue;
      const tries = this.options.shrinkTries ?? SHRINK_TRIES;
      const isWorth = tries > 0 && moves.length > 0 && !finding.code.startsWith('answer-') && this.session.isTimeLeft(SHRINK_MS);
      const shortest = isWorth ? await shrink(this.session, { finding, moves, trace }, { tries }) : null;
      this.report(law, shortest?.finding ?? finding, shortest === null ? { trace, moves } : evidenceOf(shortest));
    }
  }

  private isKnown(finding: Finding): boolean {
    return this.findings.some(
      (one) =>
        one.code === finding.code &&
        one.operation === finding.operation &&
        one.at === finding.at &&
        (one.breach !== 'drifted' || one.by === finding.by),
    );
  }

  private report(law: string, finding: Finding, { trace, moves = [], reproduced = 'untried' }: Evidence): void {
    if (!this.isKnown(finding)) this.add({ ...finding, law, trace, moves, reproduced, curl: [] });
  }

  private add(reported: ReportedFinding): void {
    this.findings.push(reported);
    this.options.onProgress({ kind: 'finding', finding: reported });
  }
}

/** What a finding rests on. */
type Evidence = Pick<ReportedFinding, 'trace'> & Partial<Pick<ReportedFinding, 'moves' | 'reproduced'>>;

function evidenceOf({ trace, moves, isReproduced }: Shrunk): Evidence {
  return { trace, moves, reproduced: isReproduced ? 'yes' : 'no' };
}

/** How often the moves of a broken law are played again to make them fewer, and how much time must be left for it, in milliseconds. */
const SHRINK_TRIES = 24;
const SHRINK_MS = 3_000;

/** After how many operations that did not answer in time a run gives up. */
const SILENT = 2;
