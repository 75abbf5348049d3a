// The way out while nobody has stopped the run. Counts what was made and what of it was found, so
// that the end knows what to look for.

import type { Call } from '../../model/message/call.ts';
import type { Guard, GuardedExchange } from './guard.ts';

/** Thrown in place of whatever would be sent once somebody has stopped the run. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export class InterruptibleSender {
  private readonly guard: Guard;
  private readonly isStopped: () => boolean;
  private isEnding = false;
  /**
   * Creations that were not refused, those of them that succeeded, and items that were taken as the
   * run's.
   */
  private creations = 0;
  private successes = 0;
  private claims = 0;
  /** Whether a creation was answered with 202: what it makes may come at any time. */
  hasLate = false;

  constructor(guard: Guard, isStopped: () => boolean) {
    this.guard = guard;
    this.isStopped = isStopped;
  }

  /** Sends a call. Rejects with `Interrupted` where somebody has stopped the run. */
  async send(call: Call): Promise<GuardedExchange> {
    if (!this.isEnding && this.isStopped()) throw new Interrupted();
    const exchange = await this.guard.send(call);
    if (call.method === 'POST' && exchange.kind !== 'withheld') this.count(exchange);
    return exchange;
  }

  private count(exchange: GuardedExchange): void {
    const status = exchange.kind === 'received' ? exchange.received.status : null;
    if (status !== null && status >= 400 && status < 500) return;
    this.creations++;
    if (status !== null && status < 400) this.successes++;
    this.hasLate ||= status === 202;
  }

  claimed(): void {
    this.claims++;
  }

  /** From now on the run only removes what it made, and that is sent whoever stopped it. */
  beginEnd(): void {
    this.isEnding = true;
  }

  /** Something may have been made whose id is not known. */
  hasUnclaimed(): boolean {
    return this.creations > this.claims;
  }
  /** Something was made, for its creation was answered with a success, and its id is not known. */
  hasLost(): boolean {
    return this.successes > this.claims;
  }
}
