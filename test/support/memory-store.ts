// The log of worlds in the memory of one process, for several mocks in it.

import {
  type AuditLine,
  type ChangeStore,
  type Entry,
  type Ground,
  isKept,
  type News,
} from '../../src/store/store.ts';

interface World {
  /** Without an image: as every world begins. */
  snapshot: { readonly number: number; readonly image: string | null };
  readonly entries: Map<number, Entry>;
  newest: number;
}

export class MemoryStore implements ChangeStore {
  readonly entriesMax: number;
  /** Those that anything was written to. */
  private readonly worlds = new Map<string, World>();
  /** What was noted, oldest first. */
  readonly lines: AuditLine[] = [];
  private seed: string | null = null;
  /** When worlds were used last. */
  private readonly usedAt = new Map<string, number>();
  /** Above all numbers of forgotten worlds. */
  private floor = 0;
  private readonly now: () => number;

  constructor(entriesMax = 500, now: () => number = () => performance.now()) {
    this.entriesMax = entriesMax;
    this.now = now;
  }

  begin(seed: string): Promise<string> {
    this.seed ??= seed;
    return Promise.resolve(this.seed);
  }

  readAfter(seen: ReadonlyMap<string, number>): Promise<readonly News[]> {
    const news: News[] = [];
    for (const [name, number] of seen) {
      const { snapshot, newest, entries: all } = this.worldOf(name);
      if (newest <= number) continue;
      const isCut = snapshot.number > number;
      const entries: Entry[] = [];
      for (let next = (isCut ? snapshot.number : number) + 1; next <= newest; next++)
        entries.push(all.get(next) as Entry);
      news.push({ world: name, snapshot: isCut ? snapshot : null, entries });
    }
    return Promise.resolve(news);
  }

  append(entries: readonly Entry[], ground?: Ground): Promise<ReadonlySet<string>> {
    const taken = new Set<string>();
    const isOld = ground !== undefined && this.worldOf(ground.world).newest > ground.number;
    for (const entry of entries) {
      const world = this.worldOf(entry.world);
      const mayStand = !isOld || entry.world === ground.world;
      if (mayStand && entry.number === world.newest + 1) {
        world.entries.set(entry.number, entry);
        world.newest = entry.number;
        this.worlds.set(entry.world, world);
        this.usedAt.set(entry.world, this.now());
      }
      if (world.entries.get(entry.number)?.id === entry.id) taken.add(entry.world);
    }
    return Promise.resolve(taken);
  }

  compact(name: string, number: number, image: string): Promise<void> {
    const world = this.worldOf(name);
    if (number > world.snapshot.number && number <= world.newest) {
      world.snapshot = { number, image };
      for (const old of world.entries.keys()) if (old <= number) world.entries.delete(old);
    }
    return Promise.resolve();
  }

  tidy(used: readonly string[], idleMs: number): Promise<void> {
    for (const name of used) this.usedAt.set(name, this.now());
    for (const [name, at] of this.usedAt) {
      if (isKept(name) || this.now() - at < idleMs) continue;
      this.usedAt.delete(name);
      this.floor = Math.max(this.floor, (this.worlds.get(name)?.newest ?? 0) + 1);
      this.worlds.delete(name);
    }
    return Promise.resolve();
  }

  note(line: AuditLine): Promise<void> {
    this.lines.push(line);
    return Promise.resolve();
  }

  /** The log stays: others may use it. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  private worldOf(name: string): World {
    const number = isKept(name) ? 0 : this.floor;
    return (
      this.worlds.get(name) ?? {
        snapshot: { number, image: null },
        entries: new Map(),
        newest: number,
      }
    );
  }
}
