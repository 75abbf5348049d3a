// Random walks: moves that nobody thought of, in lock-step with what is expected. Each ends at its
// first finding, which is then brought down to the fewest moves and the plainest values. fast-check
// draws the steps and makes the values plainer.

import fc from 'fast-check';
import { type JsonObject, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { Move } from '../move.ts';
import { performMoves } from '../moves/perform-moves.ts';
import type { Report, WalkStage } from '../report.ts';
import { runConcurrently } from '../session/concurrency.ts';
import { createItemFactory, type ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';
import { apart, isSame, Replay, type Witness, withNewMarks } from './replay.ts';
import { type Shrunk, shrink } from './shrink.ts';
import { FORMS, movesOf, STEPS, type Step } from './walk-moves.ts';

export interface WalkOptions {
  readonly session: Session;
  readonly budget: Report['budget'];
  readonly seed: number;
  /** In place of what the budget allows. */
  readonly size?: WalkSize;
  /** Whether a finding needs no telling, since it was told before. */
  readonly isKnown: (finding: Finding) => boolean;
}

export interface RandomWalk {
  readonly stage: WalkStage;
  /** Of each kind the first, with the shortest moves that lead to it. */
  readonly findings: readonly Shrunk[];
}

/** How many walks there are, and of how many steps each. */
export interface WalkSize {
  readonly walks: number;
  readonly steps: number;
}

/**
 * A walk of 6 steps takes some 18 requests: the fixed laws come first, and leave a standard run
 * room for two.
 */
export const WALKS: Readonly<Record<Report['budget'], WalkSize>> = {
  quick: { walks: 2, steps: 6 },
  standard: { walks: 2, steps: 6 },
  thorough: { walks: 60, steps: 20 },
};

/**
 * How often the moves of a finding are played again: to make them fewer, and then to make their
 * values plain.
 */
const FEWER_TRIES = 28;
const PLAINER_TRIES = 12;

/** How many kinds of findings are told; what is broken in that many ways is not walked on. */
const FINDINGS_MAX = 3;

/**
 * Walks until all walks are done or no time is left. Rejects only where the run itself cannot go
 * on.
 */
export async function randomWalk({
  session,
  budget,
  seed,
  size = WALKS[budget],
  isKnown,
}: WalkOptions): Promise<RandomWalk> {
  const findings: Shrunk[] = [];
  const planned = planWalks(session, size, seed);
  let [run, steps, longestMs] = [0, 0, firstGuessMs(session, size)];
  const walked = (why: string | null): RandomWalk => ({
    stage: { planned: planned.length, run, steps, why },
    findings,
  });
  const together = session.sender.atOnce > 1 ? await walkTogether(session, planned) : null;
  if (together !== null)
    return {
      stage: { planned: planned.length, run: planned.length, steps: together, why: null },
      findings,
    };
  for (const drawn of planned) {
    if (!session.clock.isTimeLeft(longestMs)) return walked('no time was left');
    const startedAt = session.clock.now();
    const moves = movesNow(session, drawn);
    const played = await performMoves(session, moves);
    longestMs = Math.max(longestMs, session.clock.now() - startedAt);
    run++;
    steps += stepsIn(moves.slice(0, played.moves));
    const finding = played.findings.find(
      (one) => !isKnown(one) && !findings.some((other) => isSame(one, other.finding)),
    );
    if (finding === undefined) continue;
    findings.push(
      await bringDown(session, {
        finding,
        moves: moves.slice(0, played.moves),
        trace: played.trace,
      }),
    );
    if (findings.length >= FINDINGS_MAX)
      return walked(`${FINDINGS_MAX} kinds of findings are enough`);
  }
  return walked(null);
}

/**
 * Walks a slow service beside each other. Gives how many steps there were; `null` where one broke,
 * or could not go on: it might be the fault of another, and all are walked again one by one.
 */
async function walkTogether(
  session: Session,
  planned: readonly (readonly Move[])[],
): Promise<number | null> {
  const { sender, clock } = session;
  let [steps, isWhole] = [0, true];
  await runConcurrently(planned, sender.atOnce, async (drawn) => {
    if (!isWhole || !clock.isTimeLeft(0)) {
      isWhole = false;
      return;
    }
    const moves = movesNow(session, drawn);
    const played = await performMoves(session, moves);
    steps += stepsIn(moves);
    isWhole &&= played.findings.length === 0 && played.why === null;
  });
  return isWhole ? steps : null;
}

function movesNow(session: Session, drawn: readonly Move[]): readonly Move[] {
  return withNewMarks(session, knowsDefaults(session) ? drawn : wholeAlone(drawn));
}

function stepsIn(moves: readonly Move[]): number {
  return moves.filter(({ kind }) => kind !== 'look').length;
}

/**
 * Gives the moves of all walks. The same seed gives the same moves, but for the token of the run.
 */
export function planWalks(
  session: Session,
  { walks, steps }: WalkSize,
  seed: number,
): readonly (readonly Move[])[] {
  const drawn = fc.sample(fc.noBias(fc.array(step, { minLength: steps, maxLength: steps })), {
    seed,
    numRuns: walks,
  });
  return drawn.map((one) => movesOf(session, one));
}

/** Writes come more often than what can be done only after them. */
const step: fc.Arbitrary<Step> = fc.record(
  {
    kind: weighted(STEPS, [6, 7, 4, 1, 1, 1, 2, 1, 2]),
    form: weighted(FORMS, [5, 2, 1, 1, 2]),
    pick: fc.nat(11),
    other: fc.nat(41),
    flag: fc.boolean(),
    count: fc.nat(11),
    look: weighted([true, false], [1, 1]),
    parts: fc.array(
      weighted(['create', 'replace', 'remove', 'read', 'list'] as const, [3, 4, 2, 1, 1]),
      {
        minLength: 2,
        maxLength: 3,
      },
    ),
  },
  { noNullPrototype: true },
);

function weighted<T>(values: readonly T[], weights: readonly number[]): fc.Arbitrary<T> {
  return fc.oneof(
    ...values.map((value, index) => ({
      arbitrary: fc.constant(value),
      weight: weights[index] ?? 1,
    })),
  );
}

/**
 * Whether it was seen what the service fills in for what is left out; until then nobody can say
 * what a PUT in part has to leave.
 */
function knowsDefaults(session: Session): boolean {
  const { service } = session;
  const { habits, members } = service;
  const shown = service.requiredMembers('create');
  return members.every(
    (member) => shown.includes(member) || habits.has(`create ${member} left out`),
  );
}

/** Without PUTs in part, and without the looks that follow them. */
function wholeAlone(moves: readonly Move[]): readonly Move[] {
  return moves.filter(
    ({ kind }, place) =>
      kind !== 'replace-some' && !(kind === 'look' && moves[place - 1]?.kind === 'replace-some'),
  );
}

/** How long the first walk will take, by what answers took so far. */
function firstGuessMs(session: Session, { steps }: WalkSize): number {
  const { sender } = session;
  const last = sender.guard.since(Math.max(0, sender.guard.mark() - ANSWERS_SEEN));
  const total = last.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0);
  return (total / Math.max(1, last.length)) * REQUESTS_A_STEP * steps;
}

const ANSWERS_SEEN = 20;
const REQUESTS_A_STEP = 2.5;

async function bringDown(session: Session, witness: Witness): Promise<Shrunk> {
  const shrunk = await shrink(session, witness, { tries: FEWER_TRIES });
  return shrunk.isReproduced ? plainer(session, shrunk) : shrunk;
}

/**
 * Makes values plain, one move after the other; where that takes the finding away, all but the
 * member that it is about.
 */
async function plainer(session: Session, shrunk: Shrunk): Promise<Shrunk> {
  const replay = new Replay(session, shrunk.finding, PLAINER_TRIES);
  const make = createItemFactory(session);
  const [member] = parsePointer(shrunk.finding.at ?? '') ?? [];
  const levels = fc.tuple(...shrunk.moves.map((move) => fc.nat('values' in move ? AS_DRAWN : 0)));
  const drawn = shrunk.moves.map((move) => ('values' in move ? AS_DRAWN : 0));
  let best = shrunk;
  const property = fc.asyncProperty(levels, async (chosen) => {
    if (chosen.every((level, index) => level === drawn[index])) return false;
    const found = await replay.play(
      shrunk.moves.map((move, index) => atLevel(make, move, chosen[index] ?? 0, member)),
    );
    if (found !== null) best = { ...shrunk, ...found };
    return found === null;
  });
  if (shrunk.isByHabit) replay.withHabits();
  await apart(session, () => fc.check(property, { examples: [[drawn]], numRuns: 1 }));
  return { ...best, tries: shrunk.tries + replay.played };
}

/** The level of values that stay as they were drawn; at 1 one member does, at 0 none. */
const AS_DRAWN = 2;

function atLevel(make: ItemFactory, move: Move, level: number, member: string | undefined): Move {
  if (!('values' in move) || level === AS_DRAWN) return move;
  const keys = Object.keys(move.values);
  const plain = Object.fromEntries(
    Object.entries(make.plain()).filter(([key]) => keys.includes(key)),
  );
  const drawn = level === 1 && member !== undefined ? own(move.values, member) : undefined;
  const values: JsonObject =
    drawn === undefined || member === undefined ? plain : { ...plain, [member]: drawn };
  return 'manner' in move && drawn === undefined
    ? { ...move, values, manner: 'plain' }
    : { ...move, values };
}
