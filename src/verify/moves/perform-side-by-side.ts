// Performs the moves of several laws or walks side by side, with looks in common: one reading of the
// list tells about all of them, and an item that one has done with is used by the next. That shows
// whether anything is wrong, not what: each alone shows it.

import { checkTogether, type Look } from '../checks/check-items.ts';
import type { Move } from '../move.ts';
import { done, type MoveResult } from '../scenario/move-result.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { Session } from '../session/session.ts';
import { performMove } from './perform-move.ts';
import type { Played } from './perform-moves.ts';

/** The moves of a law or a walk. */
export interface Course {
  /** What its requests are sent for. */
  readonly name: string;
  readonly moves: readonly Move[];
}

/** What came of a course. */
export interface Run<T extends Course> {
  readonly course: T;
  readonly played: Played;
  readonly elapsedMs: number;
}

/** A course under way. */
interface Runner<T extends Course> {
  readonly course: T;
  readonly scenario: Scenario;
  readonly mark: number;
  readonly startedAt: number;
  /** How many moves were performed. */
  performed: number;
}

/**
 * Performs courses until anything is not as expected, or no time is left. Returns what came of those
 * that ended; a finding may be due to another course.
 */
export async function performSideBySide<T extends Course>(
  session: Session,
  courses: readonly T[],
): Promise<readonly Run<T>[]> {
  const field = new Field(session, courses);
  try {
    await field.run();
  } finally {
    await field.cleanUp();
  }
  return field.runs;
}

class Field<T extends Course> {
  readonly runs: Run<T>[] = [];
  private readonly session: Session;
  /** The courses that wait: those of one lane come one after the other. */
  private readonly lanes: readonly T[][];
  /** The courses that wait until all others have ended. */
  private readonly last: T[];
  /** The course that each lane is at. */
  private readonly runners: (Runner<T> | undefined)[];
  /** Holds the items that no course uses at present. */
  private readonly rest: Scenario;
  private isBroken = false;

  constructor(session: Session, courses: readonly T[]) {
    this.session = session;
    this.lanes = lanesOf(courses.filter((course) => !isLast(course)));
    this.last = courses.filter(isLast);
    this.runners = this.lanes.map(() => undefined);
    this.rest = new Scenario(session);
  }

  async run(): Promise<void> {
    for (let stage = 0; this.mayGoOn(); stage++) {
      const looks: Look[] = [];
      for (const lane of rotated([...this.lanes.keys()], stage)) {
        const look = await this.advance(lane);
        if (look !== null) looks.push(look);
        if (this.isBroken) return;
      }
      if (looks.length > 0) await this.look(looks);
      else if (this.last.length > 0) this.lanes[0]?.push(...this.last.splice(0));
      else return;
    }
  }

  async cleanUp(): Promise<void> {
    for (const runner of this.runners) await runner?.scenario.cleanUp();
    this.gatherIdle();
    this.session.items.idle.splice(0);
    await this.rest.cleanUp();
  }

  private mayGoOn(): boolean {
    const { clock, sender } = this.session;
    return !this.isBroken && clock.isTimeLeft(0) && sender.guard.breach() === null;
  }

  /** Performs the moves of a lane up to its next look; `null` at its end. */
  private async advance(lane: number): Promise<Look | null> {
    const { sender } = this.session;
    for (let runner = this.runnerOf(lane); runner !== undefined; runner = this.runnerOf(lane)) {
      const { course, scenario } = runner;
      let verdict: MoveResult = done;
      while (verdict.kind === 'done' && runner.performed < course.moves.length) {
        const move = course.moves[runner.performed++] as Move;
        if (move.kind === 'look' && move.when === undefined)
          return { scenario, scope: move.scope ?? 'touched' };
        verdict = await sender.during(course.name, () => performMove(scenario, move));
      }
      await this.finish(runner, verdict);
      if (this.isBroken) return null;
    }
    return null;
  }

  private runnerOf(lane: number): Runner<T> | undefined {
    const course = this.runners[lane] === undefined ? this.lanes[lane]?.shift() : undefined;
    if (course !== undefined)
      this.runners[lane] = {
        course,
        scenario: new Scenario(this.session),
        mark: this.session.sender.guard.mark(),
        startedAt: this.session.clock.now(),
        performed: 0,
      };
    return this.runners[lane];
  }

  /** Looks for all that are at a look, and ends those whose last move it was. */
  private async look(looks: readonly Look[]): Promise<void> {
    this.gatherIdle();
    const rest: Look = { scenario: this.rest, scope: 'touched' };
    const verdicts = await checkTogether([...looks, rest]);
    for (const [index, { scenario }] of looks.entries()) {
      const runner = this.runners.find((one) => one?.scenario === scenario);
      const verdict = verdicts[index] ?? done;
      const isOver = runner !== undefined && runner.performed >= runner.course.moves.length;
      if (runner !== undefined && (isOver || verdict.kind !== 'done'))
        await this.finish(runner, verdict);
    }
    this.isBroken ||= verdicts.at(-1)?.kind === 'broken';
  }

  private gatherIdle(): void {
    this.rest.items.clear();
    for (const item of this.session.items.idle) this.rest.items.set(item.key, item);
  }

  private async finish(runner: Runner<T>, verdict: MoveResult): Promise<void> {
    const { course, scenario, mark, startedAt, performed } = runner;
    const { sender, clock, items } = this.session;
    this.runners[this.runners.indexOf(runner)] = undefined;
    const isBroken = verdict.kind === 'broken';
    this.isBroken ||= isBroken;
    const why = verdict.kind === 'not-exercised' ? verdict.why : scenario.unread;
    const played: Played = {
      findings: isBroken ? verdict.findings : [],
      moves: performed,
      trace: isBroken ? sender.guard.since(mark) : [],
      why: isBroken ? null : why,
    };
    this.runs.push({ course, played, elapsedMs: clock.now() - startedAt });
    if (verdict.kind === 'done') items.idle.push(...scenario.alive);
    else await scenario.cleanUp();
  }
}

/** How many courses are under way at once. */
const LANES = 13;

/** Spreads courses over lanes with about as many looks each: those that make items come first. */
function lanesOf<T extends Course>(courses: readonly T[]): T[][] {
  const lanes = Array.from({ length: LANES }, (): { courses: T[]; looks: number } => ({
    courses: [],
    looks: 0,
  }));
  const ordered = courses.toSorted(
    (a, b) => creationsOf(a, 'any') - creationsOf(b, 'any') || creationsOf(b) - creationsOf(a),
  );
  for (const course of ordered) {
    const shortest = lanes.reduce((best, lane) => (lane.looks < best.looks ? lane : best));
    shortest.courses.push(course);
    shortest.looks += course.moves.filter(isShared).length;
  }
  return lanes.map((lane) => lane.courses);
}

function isShared(move: Move): boolean {
  return move.kind === 'look' && move.when === undefined;
}

/** The law about prefix ids needs no more creations if the others have made many. */
function isLast({ moves }: Course): boolean {
  return moves.some(({ kind }) => kind === 'write-alike');
}

function creationsOf({ moves }: Course, which: 'new' | 'any' = 'new'): number {
  return moves.filter(
    (move) => move.kind === 'create' && (move.isAny === true) === (which === 'any'),
  ).length;
}

function rotated<T>(all: readonly T[], by: number): readonly T[] {
  const start = by % Math.max(1, all.length);
  return [...all.slice(start), ...all.slice(0, start)];
}
