// The log of worlds in the memory of one process, for several mocks in it.

import type { AuditLine, ChangeStore, Entry, Ground, News } from './store.ts';

interface World {
  snapshot: { readonly number: number; readonly image: string } | null;
  readonly entries: Map<number, Entry>;
  newest: number;
}

export class MemoryStore implements ChangeStore {
  readonly entriesMax: number;
  private readonly worlds = new Map<string, World>();
  /** What was noted, oldest first. */
  readonly lines: AuditLine[] = [];
  private seed: string | null = null;

  constructor(entriesMax = 500) {
    this.entriesMax = entriesMax;
  }

  begin(seed: string): Promise<string> {
    this.seed ??= seed;
    return Promise.resolve(this.seed);
  }

  readAfter(seen: ReadonlyMap<string, number>): Promise<readonly News[]> {
    const news: News[] = [];
    for (const [name, number] of seen) {
      const world = this.worlds.get(name);
      if (world === undefined || world.newest <= number) continue;
      const { snapshot } = world;
      const isCut = snapshot !== null && snapshot.number > number;
      const from = (isCut ? snapshot.number : number) + 1;
      const entries: Entry[] = [];
      for (let next = from; next <= world.newest; next++)
        entries.push(world.entries.get(next) as Entry);
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
      }
      if (world.entries.get(entry.number)?.id === entry.id) taken.add(entry.world);
    }
    return Promise.resolve(taken);
  }

  compact(name: string, number: number, image: string): Promise<void> {
    const world = this.worldOf(name);
    if (number > (world.snapshot?.number ?? 0) && number <= world.newest) {
      world.snapshot = { number, image };
      for (const old of world.entries.keys()) if (old <= number) world.entries.delete(old);
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
    const known = this.worlds.get(name);
    if (known !== undefined) return known;
    const world: World = { snapshot: null, entries: new Map(), newest: 0 };
    this.worlds.set(name, world);
    return world;
  }
}
