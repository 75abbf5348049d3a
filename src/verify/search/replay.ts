// Moves that broke something, played again: with marks of their own, on a stage of their own, and
// without the run learning from it.

import type { Finding } from '../../oracle/finding.ts';
import { markPattern } from '../../schema/sample/draft.ts';
import { discrepancyOf } from '../checks/discrepancies.ts';
import { readBackItem } from '../checks/read-back.ts';
import type { Move } from '../move.ts';
import { performMoves } from '../moves/perform-moves.ts';
import type { Exchanged } from '../report.ts';
import { Scenario } from '../scenario/scenario.ts';
import { createItemFactory } from '../session/item-factory.ts';
import { markIn } from '../session/item-marker.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

/** A finding with the moves that led to it, the one that broke last, and what was sent. */
export interface Witness {
  readonly finding: Finding;
  readonly moves: readonly Move[];
  readonly trace: readonly Exchanged[];
}

/**
 * Plays moves again in search of one finding, as often as is allowed and as long as there is time.
 * What the service was seen to make of what it is sent counts as unknown at first, so that the
 * moves show by themselves what is wrong.
 */
export class Replay {
  played = 0;
  isForgetful = true;
  private readonly session: Session;
  private readonly finding: Finding;
  private readonly tries: number;
  /** How long the longest play took. */
  private longestMs = 0;

  constructor(session: Session, finding: Finding, tries: number) {
    this.session = session;
    this.finding = finding;
    this.tries = tries;
  }

  /** From now on, what is known of the service counts. */
  withHabits(): this {
    this.isForgetful = false;
    return this;
  }

  get isOver(): boolean {
    return this.played >= this.tries || !this.session.clock.isTimeLeft(2 * this.longestMs);
  }

  /**
   * Gives what was found, or `null` where it was something else, or nothing, or there was no try
   * left.
   */
  async play(moves: readonly Move[]): Promise<Witness | null> {
    if (this.isOver || !isSound(moves)) return null;
    this.played++;
    const startedAt = this.session.clock.now();
    const again = withNewMarks(this.session, moves);
    const played = await this.unnoticed(() => performMoves(this.session, again));
    this.longestMs = Math.max(this.longestMs, this.session.clock.now() - startedAt);
    const finding = played.findings.find((one) => isSame(one, this.finding));
    return finding === undefined
      ? null
      : { finding, moves: again.slice(0, played.moves), trace: played.trace };
  }

  /** Does something from which the run learns nothing. */
  private async unnoticed<T>(use: () => Promise<T>): Promise<T> {
    const { habits, notes } = this.session.service;
    const [knownHabits, knownNotes] = [[...habits], new Set(notes)];
    if (this.isForgetful)
      for (const [about] of knownHabits) if (about.endsWith(' sent')) habits.delete(about);
    const result = await use();
    for (const note of notes) if (!knownNotes.has(note)) notes.delete(note);
    habits.clear();
    for (const [about, way] of knownHabits) habits.set(about, way);
    return result;
  }
}

/** Whether two findings are of one kind, whatever item and values they are about. */
export function isSame(one: Finding, other: Finding): boolean {
  return one.code === other.code && one.operation === other.operation;
}

/**
 * Gives moves whose items are marked anew, equal ones alike: a correct service may remember what it
 * was sent and removed.
 */
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
 * Does something without the items that stand through the whole run: one that was harmed before
 * would seem harmed by whatever is played now. Those that are as they were stand again afterwards.
 */
export async function apart<T>(session: Session, use: () => Promise<T>): Promise<T> {
  const { items } = session;
  const standing = items.sentinels.splice(0);
  const result = await use();
  for (const item of standing) if (await isUnharmed(session, item)) items.sentinels.push(item);
  return result;
}

async function isUnharmed(session: Session, item: OwnedItem): Promise<boolean> {
  const scenario = new Scenario(session);
  const read = await readBackItem(scenario, item);
  return read.kind === 'done' && discrepancyOf(scenario, item, null, read.value) === null;
}

/** The items that a move is about. */
export function labelsOf(move: Move): readonly string[] {
  if (move.kind === 'together') return move.moves.flatMap(labelsOf);
  return 'item' in move && move.item !== null ? [move.item] : [];
}

/** Whether every item is created before anything else is done with it. */
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
