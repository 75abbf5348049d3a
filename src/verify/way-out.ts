// The way out while nobody has stopped the run. Counts what was made and what of it was found, so that the end knows what to look for.

import type { Exchange } from '../http/client.ts';
import type { Call } from '../model/call.ts';
import type { Guard } from './guard.ts';

/** Thrown in place of whatever would be sent once somebody has stopped the run. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export class WayOut {
  private readonly guard: Guard;
  private readonly isStopped: () => boolean;
  private isEnding = false;
  /** Creations that were not refused, and items that were taken as the run's. */
  private creations = 0;
  private claims = 0;

  constructor(guard: Guard, isStopped: () => boolean) {
    this.guard = guard;
    this.isStopped = isStopped;
  }

  /** Sends a call. Rejects with `Interrupted` where somebody has stopped the run. */
  async send(call: Call): Promise<Exchange> {
    if (!this.isEnding && this.isStopped()) throw new Interrupted();
    const exchange = await this.guard.send(call);
    const isRefused = exchange.kind === 'received' && exchange.received.status >= 400 && exchange.received.status < 500;
    if (call.method === 'POST' && !isRefused) this.creations++;
    return exchange;
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
}
