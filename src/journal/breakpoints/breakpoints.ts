// Breakpoints: filters that hold requests or answers on their way until a reader lets them go,
// changes or drops them. Holds nothing that nobody looks at, and nothing for long. Knows no servers.

import type {
  HeldAnswer,
  HeldRequest,
  Hold,
  HoldDecision,
  HoldSide,
  HoldSlot,
} from '../../base/hold.ts';
import type { Router } from '../../contract/route.ts';
import type { Filter } from '../filter/filter.ts';
import { matches } from '../filter/matches.ts';
import { parseFilter } from '../filter/parse-filter.ts';
import { noAnnotation } from '../interaction/annotation.ts';
import { asRecorded } from './as-recorded.ts';
import type { Breakpoint } from './breakpoint.ts';
import { findUnknownTerm, headPart } from './known-terms.ts';

/** How many breakpoints there can be, and how many calls wait at once; further ones pass. */
export const BREAKPOINTS_MAX = 20;
export const HELD_MAX = 50;
/** How long a call is held, in milliseconds. Then it goes on unchanged. */
export const HELD_MS = 300_000;
/** How long breakpoints hold calls after the last look at them, in milliseconds. */
export const UNWATCHED_MS = 30_000;

/** A call that waits. */
export interface HeldCall {
  readonly id: number;
  readonly breakpoint: Breakpoint;
  /** When it began to wait, and when it goes on, in milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
  readonly request: HeldRequest;
  /** `null` while the request itself waits. */
  readonly answer: HeldAnswer | null;
}

export type HeldOutcome =
  | { readonly kind: 'pass' }
  | { readonly kind: 'change'; readonly message: HeldRequest | HeldAnswer }
  | { readonly kind: 'drop' };

/** The time and its alarms; a test has its own. */
export interface HoldClock {
  now(): number;
  /** Calls `act` after a time; returns what prevents that. */
  after(ms: number, act: () => void): () => void;
}

interface Waiting extends HeldCall {
  readonly end: (outcome: HeldOutcome, why: EndReason) => void;
}

type EndReason = 'decided' | 'late' | 'unwatched' | 'gone';

interface ActiveBreakpoint extends Breakpoint {
  readonly terms: Filter;
  readonly head: Filter;
}

export class Breakpoints implements Hold {
  private readonly slot: HoldSlot;
  private readonly router: () => Router;
  private readonly clock: HoldClock;
  private all: readonly ActiveBreakpoint[] = [];
  private readonly waiting = new Map<number, Waiting>();
  private readonly followers = new Set<() => void>();
  private watchers = 0;
  private isWatched = false;
  private stopAlarm: () => void = () => undefined;
  private count = 0;
  /** How many calls passed because too many waited. */
  passed = 0;

  /** Puts itself into `slot` while there is something to hold. */
  constructor(slot: HoldSlot, router: () => Router, clock: HoldClock = systemClock) {
    this.slot = slot;
    this.router = router;
    this.clock = clock;
  }

  list(): readonly Breakpoint[] {
    return this.all.map(({ id, on, filter }) => ({ id, on, filter }));
  }

  held(): readonly HeldCall[] {
    return [...this.waiting.values()];
  }

  find(id: number): HeldCall | null {
    return this.waiting.get(id) ?? null;
  }

  /** Adds a breakpoint. Returns what is wrong with it if it can hold nothing. */
  add(on: HoldSide, filter: string): Breakpoint | { readonly message: string } {
    if (this.all.some((one) => one.on === on && one.filter.trim() === filter.trim()))
      return { message: 'This breakpoint is there already.' };
    if (this.all.length >= BREAKPOINTS_MAX)
      return { message: `There are ${BREAKPOINTS_MAX} breakpoints already. Remove some.` };
    const parsed = parseFilter(filter);
    if (parsed.kind === 'flawed') return { message: parsed.flaw.detail };
    const unknown = findUnknownTerm(parsed.filter, on);
    if (unknown !== null) return { message: unknown };
    const added = { id: ++this.count, on, filter };
    this.all = [...this.all, { ...added, terms: parsed.filter, head: headPart(parsed.filter) }];
    this.changed();
    return added;
  }

  /** Removes a breakpoint, or all. The calls that wait for it go on. Returns whether there was one. */
  remove(id: number | 'all'): boolean {
    const before = this.all.length;
    this.all = id === 'all' ? [] : this.all.filter((one) => one.id !== id);
    for (const one of [...this.waiting.values()])
      if (id === 'all' || one.breakpoint.id === id) one.end({ kind: 'pass' }, 'decided');
    this.changed();
    return this.all.length < before;
  }

  /** Ends the wait of a call. Returns whether it was waiting. */
  decide(id: number, outcome: HeldOutcome): boolean {
    const one = this.waiting.get(id);
    one?.end(outcome, 'decided');
    return one !== undefined;
  }

  /** Counts a reader who sees what waits. Returns a function that ends this. */
  watch(): () => void {
    this.watchers++;
    this.look();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.watchers--;
      this.look();
    };
  }

  /** Notes that a program has asked what waits. */
  look(): void {
    this.stopAlarm();
    this.stopAlarm = () => undefined;
    if (!this.isWatched) {
      this.isWatched = true;
      this.changed();
    }
    if (this.watchers === 0)
      this.stopAlarm = this.clock.after(UNWATCHED_MS, () => {
        this.isWatched = false;
        for (const one of [...this.waiting.values()]) one.end({ kind: 'pass' }, 'unwatched');
        this.changed();
      });
  }

  /** Calls `onChange` when breakpoints or held calls change. Returns a function that ends this. */
  follow(onChange: () => void): () => void {
    this.followers.add(onChange);
    return () => void this.followers.delete(onChange);
  }

  mayHold(request: Omit<HeldRequest, 'body'>, answer: Omit<HeldAnswer, 'body'> | null): boolean {
    return (
      this.findMatch(withBody(request), answer === null ? null : withBody(answer), 'head') !== null
    );
  }

  holdRequest(request: HeldRequest, gone: AbortSignal): Promise<HoldDecision<HeldRequest>> | null {
    return this.hold(request, null, gone) as Promise<HoldDecision<HeldRequest>> | null;
  }

  holdAnswer(
    request: HeldRequest,
    answer: HeldAnswer,
    gone: AbortSignal,
  ): Promise<HoldDecision<HeldAnswer>> | null {
    return this.hold(request, answer, gone) as Promise<HoldDecision<HeldAnswer>> | null;
  }

  private findMatch(
    request: HeldRequest,
    answer: HeldAnswer | null,
    part: 'head' | 'terms',
  ): ActiveBreakpoint | null {
    const on: HoldSide = answer === null ? 'request' : 'answer';
    const those = this.all.filter((one) => one.on === on);
    if (those.length === 0) return null;
    const recorded = asRecorded(request, answer, this.router());
    return those.find((one) => matches(one[part], recorded, noAnnotation)) ?? null;
  }

  private hold(
    request: HeldRequest,
    answer: HeldAnswer | null,
    gone: AbortSignal,
  ): Promise<HoldDecision<HeldRequest | HeldAnswer>> | null {
    const found = this.findMatch(request, answer, 'terms');
    if (found === null || gone.aborted) return null;
    if (this.waiting.size >= HELD_MAX) {
      this.passed++;
      return null;
    }
    const { id: breakpointId, on, filter } = found;
    const since = this.clock.now();
    const id = ++this.count;
    return new Promise((resolve) => {
      const leave = (): void => end({ kind: 'drop' }, 'gone');
      const end: Waiting['end'] = (outcome, why) => {
        if (!this.waiting.delete(id)) return;
        stopAlarm();
        gone.removeEventListener('abort', leave);
        const heldMs = Math.round(this.clock.now() - since);
        resolve({ ...outcome, heldMs, note: noteOf(on, outcome, why, heldMs) } as HoldDecision<
          HeldRequest | HeldAnswer
        >);
        this.tell();
      };
      const stopAlarm = this.clock.after(HELD_MS, () => end({ kind: 'pass' }, 'late'));
      gone.addEventListener('abort', leave, { once: true });
      const breakpoint = { id: breakpointId, on, filter };
      this.waiting.set(id, { id, breakpoint, since, until: since + HELD_MS, request, answer, end });
      this.tell();
    });
  }

  private changed(): void {
    this.slot.current = this.isWatched && this.all.length > 0 ? this : null;
    this.tell();
  }

  private tell(): void {
    for (const follower of [...this.followers]) follower();
  }
}

function withBody<T>(head: T): T & { readonly body: Uint8Array } {
  return { ...head, body: NOTHING };
}

const NOTHING = new Uint8Array();

function noteOf(on: HoldSide, { kind }: HeldOutcome, why: EndReason, heldMs: number): string {
  const held = `${on} held ${heldMs} ms at a breakpoint`;
  if (why === 'gone') return `${held}, the client left`;
  if (why === 'late') return `${held}, and let go at the time limit`;
  if (why === 'unwatched') return `${held}, and let go because no page was open`;
  if (kind === 'change') return `${held} and changed`;
  return kind === 'drop' ? `${held} and dropped` : held;
}

const systemClock: HoldClock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
