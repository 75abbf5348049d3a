// One of several processes that answer from the same rows. A write is ruled on in memory, on top of
// what this replica has seen, and counts once its changes stand in the log under the next number; if
// another replica was first, its changes are taken in and the write is ruled on again. A read waits
// until everything is taken in that was there when it came. So any answer is seen by every later
// call, on each replica.

import { jsonText } from '../base/json.ts';
import { StoreError } from '../database/database.ts';
import { apply } from '../model/ruling/apply.ts';
import { applyLines, linesOf, type StateChange } from '../model/ruling/change-lines.ts';
import type { State } from '../model/state/state.ts';
import { SharedReading } from './shared-reading.ts';
import { type AuditLine, type ChangeStore, type Entry, isKept, type News } from './store.ts';

/** The rows of a mock. */
export interface ReplicaRows {
  /** Returns the rows of a world as this replica has them; the name is empty for the shared one. */
  readonly stateOf: (world: string) => State;
  /** Returns the rows that every world begins with. */
  readonly seed: () => State;
  /** How long a world stays in the store that nobody uses, in milliseconds. */
  readonly idleMs: number;
}

export interface ReplicaOptions extends ReplicaRows {
  readonly store: ChangeStore;
  readonly id?: () => string;
  /**
   * What calls of all worlds are ruled by. It is taken in with each world, and what was ruled before
   * it changed is ruled again.
   */
  readonly conditions?: {
    readonly world: string;
    readonly state: State;
    /** Called after it has changed. */
    readonly onChange: () => void;
  };
  /**
   * `confirmed` (the default): a read waits for the store. `local`: it shows what was taken in last,
   * and the worlds that are read are followed in the background.
   */
  readonly reads?: 'confirmed' | 'local';
  /** Called with what went wrong while no call waited for it. */
  readonly onTrouble?: (error: unknown) => void;
}

/** What a write decided on some rows. */
export interface Decided<T> {
  readonly change: StateChange;
  readonly result: T;
}

interface Write {
  readonly world: string;
  readonly decide: (state: State) => Decided<unknown>;
  readonly settle: (result: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/** The writes to one world that go out together, decided one on top of the other. */
interface Batch {
  readonly world: string;
  readonly base: State;
  readonly writes: readonly Write[];
  readonly results: readonly unknown[];
  readonly changes: readonly StateChange[];
  /** `null` if nothing changes. */
  readonly entry: Entry | null;
  /** The number that the base has seen, and that of the conditions. */
  readonly seen: number;
  readonly ground: number;
}

export class Replica {
  private readonly options: ReplicaOptions;
  /** Up to which number each state has taken in the log of its world; unknown states have nothing. */
  private readonly seen = new WeakMap<State, number>();
  /** When what each state has was asked for, by `performance.now()`. */
  private readonly askedAt = new WeakMap<State, number>();
  /** The worlds that are followed, and when they were read last. */
  private readonly followed = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** The worlds that were used since the store was told. */
  private used = new Set<string>();
  private tidying: ReturnType<typeof setTimeout> | null = null;
  private waiting: Write[] = [];
  private isWriting = false;
  private readonly reading = new SharedReading((worlds) => this.takeIn(worlds));

  constructor(options: ReplicaOptions) {
    this.options = options;
  }

  /** Why the store did not do what it was asked; `null` for what is no failure of the store. */
  whyAway(error: unknown): string | null {
    return error instanceof StoreError ? error.message : null;
  }

  /** Resolves once everything is taken in that was in the log of a world at the time of the call. */
  confirm(world: string): Promise<void> {
    this.use(world);
    return this.reading.join(world, 'patient');
  }

  /**
   * Decides a write on the rows of a world, and makes its change. `decide` changes nothing itself,
   * and is called again whenever another replica was first. Resolves with the result that counts.
   */
  write<T>(world: string, decide: (state: State) => Decided<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.waiting.push({
        world,
        decide,
        settle: (result) => resolve(result as T),
        fail: reject,
      });
      this.use(world);
      if (this.isWriting) return;
      this.isWriting = true;
      // Writes that come in the same turn go out together.
      setImmediate(() => void this.writeAll());
    });
  }

  /**
   * Returns how old the rows of a world may be, in milliseconds; `null` if a read must be confirmed.
   * Follows the world from now on.
   */
  ageOf(world: string): number | null {
    if (this.options.reads !== 'local') return null;
    const at = this.askedAt.get(this.stateOf(world));
    const now = performance.now();
    this.followed.set(world, now);
    this.use(world);
    this.followLater();
    return at === undefined ? null : now - at;
  }

  /** Follows nothing any more. */
  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.tidying !== null) clearTimeout(this.tidying);
    this.followed.clear();
  }

  /** The rows of a world are in another state from now on, up to the same number. */
  moved(from: State, to: State): void {
    this.seen.set(to, this.seenBy(from));
    const at = this.askedAt.get(from);
    if (at !== undefined) this.askedAt.set(to, at);
  }

  /** Tells the store now and then which worlds are used, so that it forgets the others. */
  private use(world: string): void {
    if (isKept(world)) return;
    this.used.add(world);
    const { store, idleMs, onTrouble } = this.options;
    const everyMs = Math.min(idleMs / 4, TIDY_MS);
    this.tidying ??= setTimeout(() => {
      this.tidying = null;
      const used = [...this.used];
      this.used.clear();
      // What is used now may be told of by others only some time later.
      store.tidy(used, idleMs + 2 * everyMs).catch((error: unknown) => onTrouble?.(error));
    }, everyMs);
    this.tidying.unref?.();
  }

  private followLater(): void {
    this.timer ??= setTimeout(() => {
      const oldest = performance.now() - FOLLOWED_MS;
      for (const [world, at] of this.followed) if (at < oldest) this.followed.delete(world);
      const readings = [...this.followed.keys()].map((world) => this.confirm(world));
      void Promise.allSettled(readings).then(() => {
        this.timer = null;
        if (this.followed.size > 0) this.followLater();
      });
    }, FOLLOW_MS);
    this.timer.unref?.();
  }

  /** The newest number of the conditions that calls are ruled by; 0 without any. */
  get ground(): number {
    const { conditions } = this.options;
    return conditions === undefined ? 0 : this.seenBy(conditions.state);
  }

  /** Keeps a line about what somebody has changed. */
  note(line: AuditLine): Promise<void> {
    return this.options.store.note(line);
  }

  private stateOf(world: string): State {
    const { conditions, stateOf } = this.options;
    return world === conditions?.world ? conditions.state : stateOf(world);
  }

  private seenBy(state: State): number {
    return this.seen.get(state) ?? 0;
  }

  private async takeIn(worlds: ReadonlySet<string>): Promise<void> {
    const { store, conditions } = this.options;
    const states = new Map([...worlds].map((world) => [world, this.stateOf(world)] as const));
    if (conditions !== undefined) states.set(conditions.world, conditions.state);
    const seen = new Map([...states].map(([world, state]) => [world, this.seenBy(state)] as const));
    const asked = performance.now();
    for (const news of await store.readAfter(seen)) {
      const state = states.get(news.world);
      if (state !== undefined) this.take(state, news);
    }
    for (const state of states.values()) this.askedAt.set(state, asked);
  }

  /** Readings overlap: what was taken in meanwhile is left out. */
  private take(state: State, { world, snapshot, entries }: News): void {
    let number = this.seenBy(state);
    if (snapshot !== null && snapshot.number > number) {
      if (snapshot.image !== null) applyLines(state, `{"all":${snapshot.image}}`);
      else state.become(this.options.seed().image());
      number = snapshot.number;
    }
    for (const entry of entries) {
      if (entry.number <= number) continue;
      if (entry.number !== number + 1)
        throw new Error(`change ${number + 1} of world "${world}" is missing in the store`);
      applyLines(state, entry.changes);
      number = entry.number;
    }
    if (number === this.seenBy(state)) return;
    this.seen.set(state, number);
    this.tellOf(world);
  }

  private tellOf(world: string): void {
    const { conditions } = this.options;
    if (world === conditions?.world) conditions.onChange();
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const writes = this.waiting;
      this.waiting = [];
      const undone = await this.send(this.decideAll(writes));
      // Whoever was there first stays first.
      this.waiting.unshift(...undone);
    }
    this.isWriting = false;
  }

  private decideAll(writes: readonly Write[]): readonly Batch[] {
    const { id = () => crypto.randomUUID() } = this.options;
    const { ground } = this;
    const byWorld = Map.groupBy(writes, ({ world }) => world);
    return [...byWorld].map(([world, all]) => {
      const base = this.stateOf(world);
      const seen = this.seenBy(base);
      const tip = base.fork();
      const results: unknown[] = [];
      const changes: StateChange[] = [];
      for (const { decide } of all) {
        const { change, result } = decide(tip);
        make(tip, change);
        results.push(result);
        changes.push(change);
      }
      const lines = changes.map(linesOf).join('');
      const entry = lines === '' ? null : { world, number: seen + 1, id: id(), changes: lines };
      return { world, base, writes: all, results, changes, entry, seen, ground };
    });
  }

  /** Sends what some batches change. Returns the writes that must be decided again. */
  private async send(batches: readonly Batch[]): Promise<readonly Write[]> {
    const entries = batches.flatMap(({ entry }) => (entry === null ? [] : [entry]));
    const { store, conditions } = this.options;
    const ground =
      conditions === undefined ? undefined : { world: conditions.world, number: this.ground };
    const taken = entries.length === 0 ? null : store.append(entries, ground);
    const undone = await Promise.all(
      batches.map(async (batch) => {
        try {
          if (batch.entry !== null && (await taken)?.has(batch.world) === true) {
            this.finish(batch);
            return [];
          }
          // Somebody else was first, or nothing changes: what is newest decides.
          await this.reading.join(batch.world, 'urgent');
          const isNewest =
            batch.entry === null &&
            this.seenBy(batch.base) === batch.seen &&
            this.ground === batch.ground;
          if (!isNewest) return batch.writes;
          this.finish(batch);
        } catch (error) {
          for (const { fail } of batch.writes) fail(error);
        }
        return [];
      }),
    );
    return undone.flat();
  }

  private finish({ world, base, entry, changes, writes, results, seen }: Batch): void {
    // A reading may have brought the entry already.
    if (entry !== null && this.seenBy(base) === seen) {
      for (const change of changes) make(base, change);
      this.seen.set(base, entry.number);
      this.tellOf(world);
      this.compactSometimes(world, base, entry.number);
    }
    for (const [index, { settle }] of writes.entries()) settle(results[index]);
  }

  private compactSometimes(world: string, state: State, number: number): void {
    const { store, onTrouble } = this.options;
    if (number % store.entriesMax !== 0) return;
    const image = jsonText(state.image());
    store.compact(world, number, image).catch((error: unknown) => onTrouble?.(error));
  }
}

function make(state: State, change: StateChange): void {
  if (change.kind === 'all') state.become(change.image);
  else apply(state, change);
}

/** How often worlds are followed that are read without asking the store, in milliseconds. */
const FOLLOW_MS = 100;
/** How often the store is told which worlds are used, in milliseconds. */
const TIDY_MS = 60_000;
/** How long a world is followed that nobody reads, in milliseconds. */
const FOLLOWED_MS = 60_000;
