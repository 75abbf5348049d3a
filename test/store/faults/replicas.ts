// The processes of `serve` that share one store. Those that are killed are started again.

import { setTimeout as pause } from 'node:timers/promises';
import { type RunOptions, type Serving, serve } from '../../support/cli.ts';

export const REPLICAS = 3;

export class Replicas implements AsyncDisposable {
  private readonly store: string;
  /** How the one at each place is run. */
  private readonly how: (place: number) => RunOptions;
  private all: Serving[] = [];

  constructor(store: string, how: (place: number) => RunOptions = () => ({})) {
    this.store = store;
    this.how = how;
  }

  /** Starts all at once, or the last one once the others answer. */
  async start(order: 'at once' | 'last later' = 'at once'): Promise<void> {
    if (order === 'last later') {
      for (let place = 0; place < REPLICAS; place++) this.all.push(await this.one(place));
      return;
    }
    const started = await Promise.allSettled(
      Array.from({ length: REPLICAS }, (_, place) => this.one(place)),
    );
    this.all = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = started.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  at(place: number): Serving {
    return this.all[place % REPLICAS] as Serving;
  }

  /** Kills one as the machine would, and starts another. */
  async crash(place: number): Promise<void> {
    this.at(place).child.kill('SIGKILL');
    await this.at(place).ended;
    this.all[place % REPLICAS] = await this.one(place);
  }

  /** Holds one up for a while. */
  async stop(place: number, ms: number): Promise<void> {
    const { child } = this.at(place);
    child.kill('SIGSTOP');
    await pause(ms);
    child.kill('SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all.map((one) => one[Symbol.asyncDispose]()));
  }

  private one(place: number): Promise<Serving> {
    return serve(['--store', this.store], this.how(place));
  }
}
