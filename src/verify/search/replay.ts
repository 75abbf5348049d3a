// Replays moves that broke something: with new marks, and without the run learning from it.

import { type Finding, operationOf } from '../../oracle/finding.ts';
import { markPattern } from '../../schema/sample/draft.ts';
import { discrepancyOf } from '../checks/discrepancies.ts';
import { readBackItem } from '../checks/read-back.ts';
import { markIn } from '../guard/item-marker.ts';
import type { Move } from '../move.ts';
import { performMoves } from '../moves/perform-moves.ts';
import type { Exchanged } from '../report.ts';
import { Scenario } from '../scenario/scenario.ts';
import { createItemFactory } from '../session/item-factory.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

/** A finding with the moves that led to it, the breaking one last, and the exchanges. */
export interface Witness {
  readonly finding: Finding;
  readonly moves: readonly Move[];
  readonly trace: readonly Exchanged[];
}

/**
 * Replays moves in search of one finding, within limits of tries and time. At first it ignores what
 * the run learned about the service, so that the moves alone show what is wrong.
 */
export class Replay {
  played = 0;
  isForgetful = true;
  /** The clause of the variation that every call has; `null` for calls as usual. */
  variation: string | null = null;
  private isVariationTried = false;
  /** What replays without variation showed. */
  private readonly others: Finding[] = [];
  private readonly session: Session;
  private finding: Finding;
  private readonly tries: number;
  /** The duration of the longest replay. */
  private longestMs = 0;
  /** Where the exchanges of the replays begin. */
  private readonly mark: number;

  constructor(session: Session, finding: Finding, tries: number) {
    this.session = session;
    this.finding = finding;
    this.tries = tries;
    this.mark = session.sender.guard.mark();
  }

  /** From now on, what the run learned about the service counts. */
  withHabits(): this {
    this.isForgetful = false;
    return this;
  }

  /** From now on, it does not count. */
  withoutHabits(): this {
    this.isForgetful = true;
    return this;
  }

  /**
   * From now on, every call is varied in one way, and each finding counts that calls as usual do not
   * show: if all calls are varied, the fault may show earlier than it did. `null`: no call is.
   */
  varying(variation: string | null): this {
    this.variation = variation;
    this.isVariationTried = variation !== null;
    return this;
  }

  /** From now on, only a finding like this one counts. */
  aimAt(finding: Finding): void {
    this.finding = finding;
    this.isVariationTried = false;
  }

  get isOver(): boolean {
    return this.played >= this.tries || !this.session.clock.isTimeLeft(2 * this.longestMs);
  }

  /** Whether fewer moves are not worth more requests. */
  get isLong(): boolean {
    const { requests, sender } = this.session;
    return sender.guard.since(this.mark).length >= REQUESTS_MAX || !requests.isRoomFor(0);
  }

  /** Returns the finding; `null` if there was another one, or none, or no try left. */
  async play(moves: readonly Move[]): Promise<Witness | null> {
    if (this.isOver || !isSound(moves)) return null;
    this.played++;
    const startedAt = this.session.clock.now();
    const again = withNewMarks(this.session, moves);
    const mode = this.variation === null ? 'none' : { only: this.variation };
    const played = await this.session.variation.during(mode, () =>
      this.withoutLearning(() => performMoves(this.session, again)),
    );
    this.longestMs = Math.max(this.longestMs, this.session.clock.now() - startedAt);
    const like = played.findings.filter((one) => this.counts(one));
    const finding = like.find(({ at }) => at === this.finding.at) ?? like[0];
    if (this.variation === null) this.others.push(...played.findings);
    return finding === undefined
      ? null
      : { finding, moves: again.slice(0, played.moves), trace: played.trace };
  }

  private counts(finding: Finding): boolean {
    if (isSame(finding, this.finding)) return true;
    return this.isVariationTried && !this.others.some((one) => isSame(one, finding));
  }

  /** Restores afterwards what the run knew before. */
  private async withoutLearning<T>(use: () => Promise<T>): Promise<T> {
    const { habits, notes, leftOpen, forms } = this.session.service;
    const knownNotes = new Set(notes);
    const knownOpen = [...leftOpen].map(([what, examples]) => [what, new Set(examples)] as const);
    const restore = this.session.service.keepLearned();
    if (this.isForgetful) {
      for (const [about] of [...habits]) if (about.endsWith(' sent')) habits.delete(about);
      forms.forget();
    }
    const result = await this.session.service.losses.forgotten(use);
    restore();
    for (const note of notes) if (!knownNotes.has(note)) notes.delete(note);
    leftOpen.clear();
    for (const [what, examples] of knownOpen) leftOpen.set(what, examples);
    return result;
  }
}

/** After how many requests no moves are left out any more. */
const REQUESTS_MAX = 300;

/** Whether two findings are of one kind, whatever their item and values. */
export function isSame(one: Finding, other: Finding): boolean {
  return one.code === other.code && operationOf(one) === operationOf(other);
}

/** Returns moves with new marks, equal for equal: a service may remember what was removed. */
export function withNewMarks(session: Session, moves: readonly Move[]): readonly Move[] {
  const { items } = session;
  const make = createItemFactory(session);
  const marks = new Map<string, string>();
  const pattern = new RegExp(markPattern(items.token).source, 'gi');
  const text = JSON.stringify(moves).replaceAll(pattern, (found) => {
    const old = found.toLowerCase();
    const mark = marks.get(old) ?? markIn(make.plain(), items.token);
    marks.set(old, mark);
    return found === found.toUpperCase() ? mark.toUpperCase() : mark;
  });
  return JSON.parse(text) as readonly Move[];
}

/**
 * Runs something without the sentinels: a sentinel that was harmed before would seem harmed by it.
 * Unharmed sentinels are restored afterwards.
 */
export async function withoutSentinels<T>(session: Session, use: () => Promise<T>): Promise<T> {
  const { items } = session;
  const standing = items.sentinels.splice(0);
  const result = await use();
  for (const item of standing) if (await isUnharmed(session, item)) items.sentinels.push(item);
  return result;
}

/**
 * Drops the sentinels that were harmed: alone, another law would seem to do it. Returns whether there
 * were any.
 */
export async function dropHarmedSentinels(session: Session): Promise<boolean> {
  const { sentinels } = session.items;
  const { length } = sentinels;
  await withoutSentinels(session, () => Promise.resolve());
  return sentinels.length < length;
}

async function isUnharmed(session: Session, item: OwnedItem): Promise<boolean> {
  const scenario = new Scenario(session);
  const read = await readBackItem(scenario, item);
  return read.kind === 'done' && discrepancyOf(scenario, item, null, read.value) === null;
}

/** The labels of the items in a move. */
export function labelsOf(move: Move): readonly string[] {
  if (move.kind === 'together') return move.moves.flatMap(labelsOf);
  return 'item' in move && move.item !== null ? [move.item] : [];
}

/** Whether every item is created before it is used. */
function isSound(moves: readonly Move[]): boolean {
  const made = new Set<string>();
  return moves.every((move) => {
    const steps = move.kind === 'together' ? move.moves : [move];
    const isKnown = steps.every(
      (step) => step.kind === 'create' || labelsOf(step).every((label) => made.has(label)),
    );
    for (const step of steps) if (step.kind === 'create') made.add(step.item);
    return isKnown;
  });
}
