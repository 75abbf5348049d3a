// Sends the calls of a run until the user stops it, and counts creations for the clean-up.

import type { Kind } from '../../contract/operation-kinds.ts';
import type { Call } from '../../model/message/call.ts';
import { type Activity, unwatched } from '../activity.ts';
import { Access } from '../guard/access.ts';
import type { Guard, GuardedExchange } from '../guard/guard.ts';
import { Interrupted } from '../guard/interrupted.ts';

export interface SenderOptions {
  readonly guard: Guard;
  /** A call that the service granted when the run began; `null` if there is none. */
  readonly first: Call | null;
  /** Whether the contract says that an operation needs no credentials. */
  readonly isPublic?: (kind: Kind) => boolean;
  /** Whether the user has stopped the run. */
  readonly isStopped?: () => boolean;
  /** Notes which law each call is for. */
  readonly during?: Activity;
}

export class Sender {
  readonly guard: Guard;
  readonly access: Access;
  readonly during: Activity;
  /** How many calls are answered at once; `null` before it was measured. */
  private answeredAtOnce: number | null = null;
  /** Whether a creation was answered with 202: its item may appear at any time. */
  hasLate = false;
  private readonly isStopped: () => boolean;
  private isEnding = false;
  /** Creations that were not refused, those that succeeded, and the items claimed by the run. */
  private creations = 0;
  private successes = 0;
  private claims = 0;

  constructor(options: SenderOptions) {
    const { guard, first, isPublic, isStopped = () => false, during = unwatched } = options;
    this.guard = guard;
    this.during = during;
    this.isStopped = isStopped;
    this.access = new Access({
      repeat: (call) => this.sendUnlessStopped(call),
      first,
      ...(isPublic === undefined ? {} : { isPublic }),
      isPutOff: (received) => guard.isPutOff(received),
    });
  }

  /** How many calls are sent at once: several if the service is slow and answers in parallel. */
  get atOnce(): number {
    return this.answeredAtOnce ?? 1;
  }

  set atOnce(calls: number) {
    this.answeredAtOnce = calls;
  }

  /** How many pages of a list are requested before the ones before them are there. */
  get pagesAhead(): number {
    if (this.answeredAtOnce === null) return this.isSlow() ? UNMEASURED_MAX : 0;
    return this.atOnce > 1 ? AHEAD_MAX : 0;
  }

  /** Whether answers take so long that it pays to wait for several at once. */
  isSlow(): boolean {
    return this.answerMs() > SLOW_MS;
  }

  /** Sends a call through the guard. Throws `Interrupted` once the user has stopped the run. */
  async sendUnlessStopped(call: Call): Promise<GuardedExchange> {
    if (!this.isEnding && this.isStopped()) throw new Interrupted();
    const exchange = await this.guard.sendIfAllowed(call);
    if (call.method === 'POST' && exchange.kind !== 'withheld') this.countCreation(exchange);
    return exchange;
  }

  /** From now on the run only removes what it made; a stop no longer ends it. */
  beginEnd(): void {
    this.isEnding = true;
  }

  countClaim(): void {
    this.claims++;
  }

  /** Whether an item may exist whose id is unknown. */
  hasUnclaimed(): boolean {
    return this.creations > this.claims || this.mayBeTwice();
  }

  /** Whether a creation succeeded whose id is unknown. */
  hasLost(): boolean {
    return this.successes > this.claims || this.mayBeTwice();
  }

  /** Whether a creation was refused, and accepted when it was sent again: both may have made an item. */
  private mayBeTwice(): boolean {
    return this.guard.passing.all.some(({ exchanged }) => exchanged.call.method === 'POST');
  }

  /** How long the service took to answer on average so far, in milliseconds. */
  answerMs(): number {
    const sent = this.guard.since(0);
    return sent.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0) / Math.max(1, sent.length);
  }

  /** How long the service took for its fastest answer, in milliseconds: it had nothing else to do. */
  fastestMs(): number {
    return this.guard
      .since(0)
      .reduce((least, { elapsedMs }) => Math.min(least, elapsedMs), this.answerMs());
  }

  private countCreation(exchange: GuardedExchange): void {
    const status = exchange.kind === 'received' ? exchange.received.status : null;
    if (status !== null && status >= 400 && status < 500) return;
    this.creations++;
    if (status !== null && status < 400) this.successes++;
    this.hasLate ||= status === 202;
  }
}

/** The average time of a reply of a slow service, in milliseconds. */
const SLOW_MS = 80;

/** How many pages are requested ahead, and how many before it is known how many calls are answered at once. */
const AHEAD_MAX = 24;
const UNMEASURED_MAX = 7;
