// Pages of a list that are requested before it is known that the list has them: if replies take
// long, all pages take as long as one.

import type { Call } from '../../model/message/call.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import type { Sender } from './sender.ts';

export class ReadAhead {
  private readonly sender: Sender;
  private readonly answers = new Map<string, Promise<GuardedExchange>>();

  constructor(sender: Sender) {
    this.sender = sender;
  }

  /** Takes an answer that is already there. */
  put(call: Call, exchange: GuardedExchange): void {
    this.answers.set(targetOf(call), Promise.resolve(exchange));
  }

  /** Sends calls, but those that were sent before. */
  request(calls: readonly Call[]): void {
    for (const call of calls) {
      if (this.has(call)) continue;
      const answer = this.sender.sendUnlessStopped(call);
      answer.catch(() => undefined);
      this.answers.set(targetOf(call), answer);
    }
  }

  has(call: Call): boolean {
    return this.answers.has(targetOf(call));
  }

  /** Returns the answer to a call that was sent ahead; `undefined` if it was not. */
  answerTo(call: Call): Promise<GuardedExchange> | undefined {
    return this.answers.get(targetOf(call));
  }

  /** Waits until nothing is under way. */
  async end(): Promise<void> {
    await Promise.allSettled(this.answers.values());
  }
}

function targetOf({ path, query }: Call): string {
  return `${path}?${query}`;
}
