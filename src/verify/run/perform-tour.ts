// Performs stages of moves with items and looks in common, until the last one or the first finding.

import type { Finding } from '../../oracle/finding.ts';
import type { FindingCode } from '../../oracle/finding-codes.ts';
import { checkTogether } from '../checks/check-items.ts';
import { NO_REQUESTS_LEFT } from '../guard/request-limit.ts';
import type { Stage, Strand } from '../laws/tour.ts';
import type { Move } from '../move.ts';
import { performMove } from '../moves/perform-move.ts';
import type { Played } from '../moves/perform-moves.ts';
import { done, type MoveResult } from '../scenario/move-result.ts';
import { Scenario } from '../scenario/scenario.ts';
import { NO_TIME_LEFT } from '../session/clock.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

export interface Toured {
  /** What was not as expected, in the order in which it was seen; empty if all was. */
  readonly broken: readonly BrokenTour[];
  /** The laws whose strands were performed, and all was as expected in the look after them. */
  readonly passed: ReadonlySet<string>;
  /** Why strands could not be performed, by law. */
  readonly whyNot: ReadonlyMap<string, string>;
  /** Why the looks compared less than they should; `null` if they did not. */
  readonly unread: string | null;
}

/** What is not as expected on a tour. */
export interface BrokenTour {
  readonly played: Played;
  /** The moves up to there that have to do with the items of the suspects. */
  readonly moves: readonly Move[];
  /** The strands that it may be due to, likeliest first, each with all that shows it alone. */
  readonly suspects: readonly Strand[];
}

/** Does something for a law, and keeps the flaws of answers that end nothing. */
export type PassOver = <T>(law: string, use: () => Promise<T>) => Promise<T>;

/**
 * Performs the stages up to the first finding, which may be due to any of them. A finding about one
 * item or answer ends its strand alone.
 */
export async function performTour(
  session: Session,
  stages: readonly Stage[],
  passOver: PassOver,
): Promise<Toured> {
  const tour = new Tour(session, passOver);
  try {
    for (const stage of stages) if (!(await tour.perform(stage))) break;
    return tour.toured();
  } finally {
    await tour.scenario.cleanUp();
  }
}

class Tour {
  readonly scenario: Scenario;
  private readonly session: Session;
  private readonly mark: number;
  private readonly whyNot = new Map<string, string>();
  private readonly broken: BrokenTour[] = [];
  private readonly performed: Move[] = [];
  private readonly passed = new Set<string>();
  /** The laws of strands after which nobody has looked. */
  private readonly unseen: string[] = [];
  private readonly passOver: PassOver;

  constructor(session: Session, passOver: PassOver) {
    this.session = session;
    this.passOver = passOver;
    this.scenario = new Scenario(session);
    this.mark = session.sender.guard.mark();
  }

  toured(): Toured {
    const { broken, passed, whyNot, scenario } = this;
    return { broken, passed, whyNot, unread: scenario.unread };
  }

  /** Returns whether the tour goes on. */
  async perform({ strands, reads, needs, ...stage }: Stage): Promise<boolean> {
    const { session } = this;
    const scope = stage.scope ?? 'touched';
    if (needs !== undefined && !session.service.offers(needs)) return true;
    const isTime = session.clock.isTimeLeft(0);
    if (!isTime || !session.requests.isRoomFor(0)) {
      const why = isTime ? NO_REQUESTS_LEFT : NO_TIME_LEFT;
      this.leave(strands, why);
      // What no look was to come after has not been seen to hold.
      for (const law of this.unseen.splice(0)) this.whyNot.set(law, why);
      return true;
    }
    const begun: Strand[] = [];
    // One after the other, on a slow service, too: strands may write to the same item.
    for (const strand of strands) {
      begun.unshift(strand);
      const verdict = await this.performStrand(strand);
      if (verdict.kind === 'broken') {
        const isOfOne = areOfTheirOwn(verdict.findings);
        this.note(verdict.findings, isOfOne ? [strand] : begun);
        if (!isOfOne) return false;
        this.leave([strand], BROKEN);
        this.forget(labelsIn(this.performed.at(-1)));
      } else if (verdict.kind === 'not-exercised') this.leave([strand], verdict.why);
      else this.unseen.push(...strand.laws);
    }
    return reads === undefined || this.look(begun, { reads, scope });
  }

  /**
   * Looks at what strands have done; again without those that wrote to an item which is not as expected.
   * Returns whether the tour goes on.
   */
  private async look(
    strands: readonly Strand[],
    { reads, scope }: Required<Pick<Stage, 'reads'>> & { readonly scope: 'all' | 'touched' },
  ): Promise<boolean> {
    const { scenario, session } = this;
    const [verdict = done] = await this.passOver(strands[0]?.laws[0] ?? 'laws', () =>
      checkTogether([{ scenario, scope, reads: worthReading(scenario, reads, scope) }]),
    );
    if (verdict.kind !== 'broken') {
      for (const law of this.unseen.splice(0)) this.passed.add(law);
      return true;
    }
    this.performed.push({ kind: 'look' });
    const writing = this.writersOf(verdict.findings, strands);
    const blamed = writing.length > 0 ? writing : strands;
    this.note(verdict.findings, blamed);
    this.leave(blamed, BROKEN);
    this.forget(blamed.flatMap(({ moves }) => moves.flatMap(labelsIn)));
    const isMore = writing.length > 0 && session.requests.isRoomFor(0);
    const left = isMore ? this.unseen.filter((law) => !this.whyNot.has(law)) : [];
    this.unseen.splice(0, Number.POSITIVE_INFINITY, ...left);
    if (!isMore) return areOfTheirOwn(verdict.findings);
    const others = strands.filter((one) => !blamed.includes(one));
    return this.look(others, { reads, scope });
  }

  /** The strands that wrote to the item that findings are about; none if they are about more. */
  private writersOf(findings: readonly Finding[], strands: readonly Strand[]): readonly Strand[] {
    const { itemOf, items } = this.scenario;
    const [finding] = findings;
    const item = finding === undefined || findings.length > 1 ? undefined : itemOf.get(finding);
    const [label] = [...items].find(([, one]) => one === item) ?? [];
    if (item === undefined || label === undefined) return [];
    return strands.filter(({ moves }) => moves.flatMap(labelsIn).includes(label));
  }

  private async performStrand({ laws, moves }: Strand): Promise<MoveResult> {
    const { sender } = this.session;
    for (const move of moves) {
      this.performed.push(move);
      const law = laws[0] ?? 'laws';
      const verdict = await sender.during(law, () =>
        this.passOver(law, () => performMove(this.scenario, move)),
      );
      if (verdict.kind !== 'done') return verdict;
    }
    return done;
  }

  private note(findings: readonly Finding[], strands: readonly Strand[]): void {
    const { performed, session, mark } = this;
    const trace = session.sender.guard.since(mark);
    const labels = new Set(strands.flatMap(({ moves }) => moves.flatMap(labelsIn)));
    const own = new Set(strands.flatMap(({ moves }) => moves));
    const last = performed.at(-1);
    const moves = performed.filter(
      (move) => move === last || own.has(move) || labelsIn(move).some((label) => labels.has(label)),
    );
    this.broken.push({
      played: { findings, moves: moves.length, trace, why: null },
      moves,
      suspects: strands.map((strand) => this.alone(strand)),
    });
  }

  /** A strand with what its items need, and a look at its end. */
  private alone({ laws, moves }: Strand): Strand {
    const labels = new Set(moves.flatMap(labelsIn));
    const first = this.performed.findIndex((move) => moves.includes(move));
    const before = this.performed
      .slice(0, Math.max(0, first))
      .filter((move) => labelsIn(move).some((label) => labels.has(label)));
    return { laws, moves: [...before, ...moves, { kind: 'look' }] };
  }

  /** Items that may hold anything now: no look is for them, and no other strand uses them. */
  private forget(labels: readonly string[]): void {
    for (const label of labels) this.scenario.items.delete(label);
  }

  private leave(strands: readonly Strand[], why: string): void {
    for (const { laws } of strands) for (const law of laws) this.whyNot.set(law, why);
  }
}

/** Whether neither other items nor other calls have to do with findings. */
function areOfTheirOwn(findings: readonly Finding[]): boolean {
  return findings.every(({ code }) => OF_ITS_OWN.has(code));
}

/** The items that a move writes to. */
function labelsIn(move: Move | undefined): readonly string[] {
  if (move?.kind === 'together') return move.moves.flatMap(labelsIn);
  return move !== undefined && 'item' in move && typeof move.item === 'string' ? [move.item] : [];
}

/** Findings that neither other items nor other calls have to do with. */
export const OF_ITS_OWN: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'value-changed',
  'failed',
  'refused',
  'status',
  'media-type',
  'header',
  'member-type',
  'member-missing',
]);

const BROKEN = 'the tour of the laws found something in its answers';

/** The items to read. A list that shows less than an item, or cannot be read, tells too little. */
function worthReading(
  { items, alive, session }: Scenario,
  reads: readonly string[],
  scope: 'touched' | 'all',
): readonly OwnedItem[] {
  const chosen = reads.flatMap((label) => items.get(label) ?? []).filter(({ isAlive }) => isAlive);
  const { service } = session;
  if (scope === 'all' && service.listFlaws.length > 0) return alive;
  if (service.isListWhole()) return chosen;
  return alive.filter((item) => item.touched.length > 0 || chosen.includes(item));
}
