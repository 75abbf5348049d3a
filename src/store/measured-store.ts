// Counts what a replica asks of its store, and how long that takes.

import type { AuditLine, ChangeStore, Entry, Ground, News } from './store.ts';

export interface StoreFigures {
  /** By what was asked: how often it was answered, and how long that took together, in ms. */
  readonly answers: Readonly<Record<'read' | 'append', { count: number; ms: number }>>;
  /** How often the store did not answer in time, or refused. */
  failures: number;
  /** Entries for which another replica was first: their writes are ruled again. */
  conflicts: number;
  /** Entries of others that were taken in. */
  taken: number;
  /** When the store last answered, by `performance.now()`. */
  answeredAt: number;
}

export class MeasuredStore implements ChangeStore {
  readonly figures: StoreFigures = {
    answers: { read: { count: 0, ms: 0 }, append: { count: 0, ms: 0 } },
    failures: 0,
    conflicts: 0,
    taken: 0,
    answeredAt: performance.now(),
  };
  private readonly store: ChangeStore;

  constructor(store: ChangeStore) {
    this.store = store;
  }

  get entriesMax(): number {
    return this.store.entriesMax;
  }

  begin(seed: string): Promise<string> {
    return this.store.begin(seed);
  }

  async readAfter(seen: ReadonlyMap<string, number>): Promise<readonly News[]> {
    const news = await this.measure('read', () => this.store.readAfter(seen));
    for (const { entries } of news) this.figures.taken += entries.length;
    return news;
  }

  async append(entries: readonly Entry[], ground?: Ground): Promise<ReadonlySet<string>> {
    const taken = await this.measure('append', () => this.store.append(entries, ground));
    this.figures.conflicts += entries.length - taken.size;
    return taken;
  }

  compact(world: string, number: number, image: string): Promise<void> {
    return this.store.compact(world, number, image);
  }

  tidy(used: readonly string[], idleMs: number): Promise<void> {
    return this.store.tidy(used, idleMs);
  }

  note(line: AuditLine): Promise<void> {
    return this.store.note(line);
  }

  close(): Promise<void> {
    return this.store.close();
  }

  private async measure<T>(what: 'read' | 'append', work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const { figures } = this;
    try {
      const result = await work();
      figures.answeredAt = performance.now();
      figures.answers[what].count++;
      figures.answers[what].ms += figures.answeredAt - began;
      return result;
    } catch (error) {
      figures.failures++;
      throw error;
    }
  }
}
