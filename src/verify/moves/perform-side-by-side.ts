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
  /** The courses that wait, in their order. */
  private readonly waiting: T[];
  /** The courses that wait until all others have ended. */
  private readonly last: T[];
  private readonly runners: Runner<T>[] = [];
  /** Holds the items that no course uses at present. */
  private readonly rest: Scenario;
  private isBroken = false;

  constructor(session: Session, courses: readonly T[]) {
    this.session = session;
    this.waiting = inOrder(courses.filter((course) => !isLast(course)));
    this.last = courses.filter(isLast);
    this.rest = new Scenario(session);
  }

  async run(): Promise<void> {
    for (let stage = 0; this.mayGoOn(); stage++) {
      const looks: Look[] = [];
      const underWay = rotated(this.runners, stage);
      for (let runner = underWay.shift() ?? this.begin(); runner !== undefined; ) {
        const look = await this.advance(runner);
        if (look !== null) looks.push(look);
        if (this.isBroken) return;
        runner = underWay.shift() ?? this.begin();
      }
      if (looks.length > 0) await this.look(looks);
      else if (this.last.length > 0) this.waiting.push(...this.last.splice(0));
      else return;
    }
  }

  async cleanUp(): Promise<void> {
    for (const { scenario } of this.runners) await scenario.cleanUp();
    this.gatherIdle();
    this.session.items.idle.splice(0);
    await this.rest.cleanUp();
  }

  private mayGoOn(): boolean {
    const { clock, requests, sender } = this.session;
    const isMore = clock.isTimeLeft(0) && requests.isRoomFor(0);
    return !this.isBroken && isMore && sender.guard.breach() === null;
  }

  /** Performs moves up to the next look; `null` at the end. */
  private async advance(runner: Runner<T>): Promise<Look | null> {
    const { course, scenario } = runner;
    let verdict: MoveResult = done;
    while (verdict.kind === 'done' && runner.performed < course.moves.length) {
      const move = course.moves[runner.performed++] as Move;
      if (move.kind === 'look' && move.when === undefined)
        return { scenario, scope: move.scope ?? 'touched' };
      verdict = await this.session.sender.during(course.name, () => performMove(scenario, move));
    }
    await this.finish(runner, verdict);
    return null;
  }

  /** Begins the next course for which there are items enough; any if none is under way. */
  private begin(): Runner<T> | undefined {
    const { sender, clock, items } = this.session;
    const fitting = this.waiting.findIndex(
      (course) => itemsOf(course, 'of others') <= items.idle.length,
    );
    const isNone = fitting < 0 && this.runners.length > 0;
    const [course] = isNone ? [] : this.waiting.splice(Math.max(0, fitting), 1);
    if (course === undefined) return undefined;
    const runner: Runner<T> = {
      course,
      scenario: new Scenario(this.session),
      mark: sender.guard.mark(),
      startedAt: clock.now(),
      performed: 0,
    };
    this.runners.push(runner);
    return runner;
  }

  /** Looks for all that are at a look, and ends those whose last move it was. */
  private async look(looks: readonly Look[]): Promise<void> {
    this.gatherIdle();
    const rest: Look = { scenario: this.rest, scope: 'touched' };
    const verdicts = await checkTogether([...looks, rest]);
    // Harm to an item that no course uses is put down to one of them, until each is tried alone.
    const ofRest = verdicts.at(-1) ?? done;
    for (const [index, { scenario }] of looks.entries()) {
      const runner = this.runners.find((one) => one.scenario === scenario);
      const own = verdicts[index] ?? done;
      const verdict = index === 0 && own.kind === 'done' ? ofRest : own;
      const isOver = runner !== undefined && runner.performed >= runner.course.moves.length;
      if (runner !== undefined && (isOver || verdict.kind !== 'done'))
        await this.finish(runner, verdict);
    }
  }

  private gatherIdle(): void {
    this.rest.items.clear();
    for (const item of this.session.items.idle) this.rest.items.set(item.key, item);
  }

  private async finish(runner: Runner<T>, verdict: MoveResult): Promise<void> {
    const { course, scenario, mark, startedAt, performed } = runner;
    const { sender, clock, items } = this.session;
    this.runners.splice(this.runners.indexOf(runner), 1);
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

/**
 * Those that make all their items come first, the most items before the others. Of those that use
 * items of others, the ones with the most looks.
 */
function inOrder<T extends Course>(courses: readonly T[]): T[] {
  const makers = courses.filter((course) => itemsOf(course, 'of others') === 0);
  const users = courses.filter((course) => !makers.includes(course));
  return [
    ...makers.toSorted((a, b) => itemsOf(b, 'new') - itemsOf(a, 'new')),
    ...users.toSorted((a, b) => looksIn(b) - looksIn(a)),
  ];
}

function looksIn({ moves }: Course): number {
  return moves.filter((move) => move.kind === 'look' && move.when === undefined).length;
}

/** The law about prefix ids needs no more creations if the others have made many. */
function isLast({ moves }: Course): boolean {
  return moves.some(({ kind }) => kind === 'write-alike');
}

/** How many items a course makes, or how many of others it can use. */
function itemsOf({ moves }: Course, which: 'new' | 'of others'): number {
  return moves.filter(
    (move) => move.kind === 'create' && (move.isAny === true) === (which === 'of others'),
  ).length;
}

function rotated<T>(all: readonly T[], by: number): T[] {
  const start = by % Math.max(1, all.length);
  return [...all.slice(start), ...all.slice(0, start)];
}
