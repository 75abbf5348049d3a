// The calls of a run that failed: an answer with 5xx, or none. Each is kept until the run is over,
// whoever sent it and whether or not a law judged it. Decides nothing.

import type { Exchange } from '../../http/client/client.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { Exchanged } from '../report.ts';

/** A call that failed. */
export interface Failure {
  readonly exchanged: Exchanged;
  /** The exchange as it came. */
  readonly exchange: Exchange;
  /** `502`, or `no answer`. */
  readonly what: string;
  /** Whether it read the whole list, or read or removed an item that the run owned. */
  readonly isPlain: boolean;
  /**
   * What a law made of it: it breaks the contract, or the contract leaves it open. `null` if none
   * judged it.
   */
  readonly judged: 'breach' | 'open' | null;
}

/** Keeps the calls of a run that failed. */
export class Failures {
  private readonly seen: Omit<Failure, 'judged'>[] = [];
  private readonly judged = new WeakMap<object, NonNullable<Failure['judged']>>();
  private readonly left = new WeakSet<object>();

  /** Keeps an exchange if its call failed. */
  see(exchange: Exchange, exchanged: Exchanged, isPlain: boolean): void {
    const what = whatFailed(exchange);
    if (what !== null) this.seen.push({ exchange, exchanged, what, isPlain });
  }

  /** Records what a law made of an answer, or of an exchange without one. */
  judge(answer: object, judged: NonNullable<Failure['judged']>): void {
    this.judged.set(answer, judged);
  }

  /** Leaves an exchange to somebody else, who may expect it. */
  leave(exchange: Exchange): void {
    this.left.add(answerOf(exchange));
  }

  get all(): readonly Failure[] {
    return this.seen
      .filter(({ exchange }) => !this.left.has(answerOf(exchange)))
      .map((one) => ({ ...one, judged: this.judged.get(answerOf(one.exchange)) ?? null }));
  }
}

/** Laws get answers without their exchanges. */
function answerOf(exchange: Exchange): object {
  return exchange.kind === 'received' ? exchange.received : exchange;
}

const NO_ANSWER = 'no answer';

/** Returns what failed; `null` if nothing did. 507 is a refusal: there is no room. */
export function whatFailed(exchange: Exchange): string | null {
  if (exchange.kind === 'trouble') return NO_ANSWER;
  const { status } = exchange.received;
  return status >= 500 && status !== 507 ? String(status) : null;
}

/** Returns what failed in a finding, or refused access; `null` if it is about something else. */
export function failedIn({ code, actual }: Finding): string | null {
  if (OF_STATUS.has(code)) return /^status (401|403|5\d\d)\b/.exec(actual)?.[1] ?? null;
  return SILENT.has(code) ? NO_ANSWER : null;
}

const OF_STATUS: ReadonlySet<string> = new Set(['failed', 'status', 'refused']);
const SILENT: ReadonlySet<string> = new Set([
  'answer-refused',
  'answer-reset',
  'answer-late',
  'answer-unreadable',
  'answer-oversized',
]);

/**
 * Whether a failure may be one of what stands between the run and the service, and pass: 502, 503 or
 * 504 of a gateway (RFC 9110 section 15.6), or no answer.
 */
export function mayPass(what: string): boolean {
  return what === NO_ANSWER || PASSING.has(what);
}

const PASSING: ReadonlySet<string> = new Set(['502', '503', '504']);
