// Random walks: moves that no law has, each compared with the expected state. A walk ends at its
// first finding, which is then shrunk to the fewest moves and the plainest values. fast-check draws
// the steps and simplifies the values.

import fc from 'fast-check';
import { type JsonObject, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import type { Finding } from '../../oracle/finding.ts';
import { NO_REQUESTS_LEFT } from '../guard/request-limit.ts';
import { REQUESTS_A_STEP, WALKS, type WalkSize } from '../laws/walk-sizes.ts';
import type { Move } from '../move.ts';
import { type Played, performMoves } from '../moves/perform-moves.ts';
import type { Report, WalkStage } from '../report.ts';
import { NO_TIME_LEFT } from '../session/clock.ts';
import { runConcurrently } from '../session/concurrency.ts';
import { createItemFactory, type ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';
import { isSame, Replay, type Witness, withNewMarks, withoutSentinels } from './replay.ts';
import { type Shrunk, shrink } from './shrink.ts';
import { FORMS, movesOf, STEPS, STEPS_WITH_UPDATE, type WalkStep } from './walk-moves.ts';

export interface WalkOptions {
  readonly session: Session;
  readonly budget: Report['budget'];
  readonly seed: number;
  /** Replaces the size of the budget. */
  readonly size?: WalkSize;
  /** The only walks, by their number from 0 on; all if absent. */
  readonly numbers?: readonly number[];
  /** Whether a finding was already reported. */
  readonly isKnown: (finding: Finding) => boolean;
  /** Performs moves, as `performMoves` does, which is the default. */
  readonly play?: (moves: readonly Move[]) => Promise<Played>;
}

export interface RandomWalk {
  readonly stage: WalkStage;
  /** The first finding of each kind, with the shortest moves that lead to it. */
  readonly findings: readonly Shrunk[];
}

/** Replays of a finding to shrink its moves, and then to simplify their values. */
const FEWER_TRIES = 28;
const PLAINER_TRIES = 12;

/** After how many kinds of findings the walks end. */
const FINDINGS_MAX = 3;

/** Walks while time is left. Rejects only if the run itself cannot continue. */
export async function randomWalk(options: WalkOptions): Promise<RandomWalk> {
  const { session, budget, size = WALKS[budget], isKnown } = options;
  const { play = (moves) => performMoves(session, moves) } = options;
  const findings: Shrunk[] = [];
  const planned = planWalks(session, size, options);
  let [run, steps, longestMs] = [0, 0, estimateWalkMs(session, size)];
  const walked = (why: string | null): RandomWalk => ({
    stage: { planned: planned.length, run, steps, why },
    findings,
  });
  for (const drawn of planned) {
    if (!session.clock.isTimeLeft(longestMs)) return walked(NO_TIME_LEFT);
    if (!session.requests.isRoomFor(size.steps * REQUESTS_A_STEP)) return walked(NO_REQUESTS_LEFT);
    const startedAt = session.clock.now();
    const moves = movesNow(session, drawn);
    const played = await play(moves);
    longestMs = Math.max(longestMs, session.clock.now() - startedAt);
    run++;
    steps += stepsIn(moves.slice(0, played.moves));
    const finding = played.findings.find(
      (one) => !isKnown(one) && !findings.some((other) => isSame(one, other.finding)),
    );
    if (finding === undefined) continue;
    const { trace } = played;
    const witness = { finding, moves: moves.slice(0, played.moves), trace };
    findings.push(await shrinkWalk(session, witness));
    if (findings.length >= FINDINGS_MAX)
      return walked(`${FINDINGS_MAX} kinds of findings are enough`);
  }
  return walked(null);
}

/** Walks that have laws beside them. */
export interface WalksBeside {
  /** The moves of each walk as they are now. */
  readonly moves: () => readonly (readonly Move[])[];
  /** Walks, on a slow service. */
  readonly walk: () => Promise<readonly Played[]>;
  /**
   * What the walks did; `null` if one broke or could not continue. That may be due to what was beside
   * it: then the walks are to be repeated one by one.
   */
  readonly stageOf: (played: readonly Played[]) => WalkStage | null;
}

/** Plans walks that have laws beside them. */
export function walksBeside(
  options: Pick<WalkOptions, 'session' | 'budget' | 'seed' | 'numbers'>,
): WalksBeside {
  const { session, budget } = options;
  const planned = planWalks(session, WALKS[budget], options);
  let walked: readonly (readonly Move[])[] = [];
  const moves = (): typeof walked => {
    walked = planned.map((drawn) => movesNow(session, drawn));
    return walked;
  };
  const walk = async (): Promise<readonly Played[]> => {
    const { sender, clock } = session;
    const all: Played[] = [];
    await runConcurrently(moves(), sender.atOnce, async (one) => {
      const isOver = all.some(({ findings }) => findings.length > 0) || !clock.isTimeLeft(0);
      if (!isOver) all.push(await sender.during('walk', () => performMoves(session, one)));
    });
    return all;
  };
  const stageOf = (played: readonly Played[]): WalkStage | null => {
    const whole = played.filter(({ findings, why }) => findings.length === 0 && why === null);
    if (whole.length < planned.length) return null;
    const steps = walked.reduce((sum, one) => sum + stepsIn(one), 0);
    return { planned: planned.length, run: planned.length, steps, why: null };
  };
  return { moves, walk, stageOf };
}

function movesNow(session: Session, drawn: readonly Move[]): readonly Move[] {
  const moves = session.isShared ? withoutRemovedIds(drawn) : drawn;
  return withNewMarks(session, knowsDefaults(session) ? moves : withoutPartialPuts(moves));
}

/** Leaves out writes to removed ids: the service may give them to another machine at any time. */
function withoutRemovedIds(moves: readonly Move[]): readonly Move[] {
  return moves.filter(({ kind }) => !ON_REMOVED_IDS.has(kind));
}

const ON_REMOVED_IDS: ReadonlySet<Move['kind']> = new Set([
  'replace-removed',
  'update-removed',
  'remove-removed',
] as const);

function stepsIn(moves: readonly Move[]): number {
  return moves.filter(({ kind }) => kind !== 'look').length;
}

/** Returns the moves of all walks. The seed decides all but the token of the run. */
export function planWalks(
  session: Session,
  { walks, steps }: WalkSize,
  { seed, numbers }: Pick<WalkOptions, 'seed' | 'numbers'>,
): readonly (readonly Move[])[] {
  const step = session.service.offers('update') ? stepWithUpdate : stepWithoutUpdate;
  const drawn = fc.sample(fc.noBias(fc.array(step, { minLength: steps, maxLength: steps })), {
    seed,
    numRuns: walks,
  });
  const chosen = drawn.filter((_, number) => numbers?.includes(number) ?? true);
  return chosen.map((one) => movesOf(session, one));
}

/** Writes are more frequent than steps that need a write before them. */
const stepWithoutUpdate = stepOf(
  weighted(STEPS, [6, 7, 4, 1, 1, 1, 2, 1, 2]),
  weighted(['create', 'replace', 'remove', 'read', 'list'] as const, [3, 4, 2, 1, 1]),
);
const stepWithUpdate = stepOf(
  weighted(STEPS_WITH_UPDATE, [6, 5, 4, 1, 1, 1, 2, 1, 2, 6, 1]),
  weighted(['create', 'replace', 'update', 'remove', 'read', 'list'] as const, [3, 3, 3, 2, 1, 1]),
);

function stepOf(
  kind: fc.Arbitrary<WalkStep['kind']>,
  part: fc.Arbitrary<WalkStep['parts'][number]>,
): fc.Arbitrary<WalkStep> {
  return fc.record(
    {
      kind,
      form: weighted(FORMS, [5, 2, 1, 1, 2]),
      pick: fc.nat(11),
      other: fc.nat(41),
      flag: fc.boolean(),
      count: fc.nat(11),
      look: weighted([true, false], [1, 1]),
      parts: fc.array(part, { minLength: 2, maxLength: 3 }),
    },
    { noNullPrototype: true },
  );
}

function weighted<T>(values: readonly T[], weights: readonly number[]): fc.Arbitrary<T> {
  const drawn = values.map((value, index) => {
    return { arbitrary: fc.constant(value), weight: weights[index] ?? 1 };
  });
  return fc.oneof(...drawn);
}

/** Whether it is known what the service fills in: without that, partial PUTs are unclear. */
function knowsDefaults(session: Session): boolean {
  const { service } = session;
  const { habits, members } = service;
  const shown = service.requiredMembers('create');
  return members.every(
    (member) => shown.includes(member) || habits.has(`create ${member} left out`),
  );
}

/** Leaves out partial PUTs, and the checks after them. */
function withoutPartialPuts(moves: readonly Move[]): readonly Move[] {
  return moves.filter(
    ({ kind }, place) =>
      kind !== 'replace-some' && !(kind === 'look' && moves[place - 1]?.kind === 'replace-some'),
  );
}

/** Estimates the duration of the first walk from the recent replies. */
function estimateWalkMs(session: Session, { steps }: WalkSize): number {
  const { sender } = session;
  const last = sender.guard.since(Math.max(0, sender.guard.mark() - ANSWERS_SEEN));
  const total = last.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0);
  return (total / Math.max(1, last.length)) * REQUESTS_A_STEP * steps;
}

const ANSWERS_SEEN = 20;

async function shrinkWalk(session: Session, witness: Witness): Promise<Shrunk> {
  const shrunk = await shrink(session, witness, { tries: FEWER_TRIES });
  return shrunk.isReproduced ? simplifyValues(session, shrunk) : shrunk;
}

/** Makes values plain, move by move; if that loses the finding, all but the member at fault. */
async function simplifyValues(session: Session, shrunk: Shrunk): Promise<Shrunk> {
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
  await withoutSentinels(session, () => fc.check(property, { examples: [[drawn]], numRuns: 1 }));
  return { ...best, tries: shrunk.tries + replay.played };
}

/** The level of values that stay as drawn; at level 1 one member does, at 0 none. */
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
