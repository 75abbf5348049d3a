// Answers that pass when the same request is sent once more: a refusal of a credential that was
// accepted before, a failure of a gateway, a lost connection. They are counted, so that the run can
// tell of them once, and nothing is concluded from any of them. Sends nothing.

import { isSafeMethod } from '../../contract/operation-kinds.ts';
import type { Exchange } from '../../http/client/client.ts';
import type { Call } from '../../model/message/call.ts';
import type { Exchanged } from '../report.ts';
import { mayPass, whatFailed } from './failures.ts';

/** An answer that did not come again. */
export interface Passed {
  readonly exchanged: Exchanged;
  /** The exchange as it came. */
  readonly exchange: Exchange;
  /** `401`, `503`, or `no answer`. */
  readonly what: string;
}

/** An answer that may pass, and what came of sending the call again. */
interface Repeated extends Omit<Passed, 'what'> {
  readonly call: Call;
  readonly isSame: boolean;
  /** Whether nothing else was written meanwhile. */
  readonly isAlone: boolean;
}

export class Passing {
  private readonly passed: Passed[] = [];
  /** How often an answer came again at once, by method and what it was. */
  private readonly lasting = new Map<string, number>();
  private isAccepted = false;
  /** Whether the run only removes what it made from now on. */
  isEnding = false;
  private readonly retries: number;

  /** `retries` is how often a failing call is sent again. */
  constructor(retries: number) {
    this.retries = retries;
  }

  get all(): readonly Passed[] {
    return this.passed;
  }

  /** Whether answers of a kind have passed so often that one more says nothing else. */
  isUsual(what: string): boolean {
    return this.passed.filter((one) => one.what === what).length >= USUAL;
  }

  /**
   * How often a call may be sent again after an answer: 0 if the answer stands. `isOwn` tells that it was
   * sent with the credentials of the run.
   */
  timesAgain(call: Call, exchange: Exchange, isOwn: boolean): number {
    const what = whatMayPass(exchange);
    if (isOwn && exchange.kind === 'received') this.isAccepted ||= exchange.received.status < 300;
    if (what === null) return 0;
    // A lost answer may be that of a write that was done (RFC 9110, 9.2.2).
    if (!REFUSALS.has(what)) {
      if (this.isEnding && call.method === 'DELETE') return REPEATS_MAX;
      return isSafeMethod(call.method) || call.method === 'PUT' ? this.retries : 0;
    }
    if (this.passed.some((one) => one.what === what)) return REPEATS_MAX;
    const isLasting = (this.lasting.get(keyOf(call, what)) ?? 0) >= LASTING;
    return isOwn && this.isAccepted && !isLasting ? 1 : 0;
  }

  see({ call, exchange, exchanged, isSame, isAlone }: Repeated): void {
    const what = whatMayPass(exchange);
    if (what === null) return;
    const key = keyOf(call, what);
    if (isSame) this.lasting.set(key, (this.lasting.get(key) ?? 0) + 1);
    // A refusal of access may be about what other writes have just changed, such as a quota.
    else if (what !== FORBIDDEN || isAlone) this.passed.push({ exchange, exchanged, what });
  }
}

/** Returns what an answer is, if it is one of those that may pass; else `null`. */
export function whatMayPass(exchange: Exchange): string | null {
  if (exchange.kind === 'trouble')
    return exchange.trouble === 'reset' ? whatFailed(exchange) : null;
  const what = String(exchange.received.status);
  return REFUSALS.has(what) || mayPass(what) ? what : null;
}

const FORBIDDEN = '403';

/** Answers that refuse credentials. */
export const REFUSALS: ReadonlySet<string> = new Set(['401', FORBIDDEN]);

function keyOf({ method }: Call, what: string): string {
  return `${method} ${what}`;
}

/** How often a refused call is sent again once refusals have passed, and a removal in the clean-up. */
const REPEATS_MAX = 3;

/** After how many refusals that came again no such call is sent again, unless some have passed. */
const LASTING = 2;

/** How many answers that passed make one more nothing new. */
const USUAL = 2;
