// The worlds: private copies of the seed rows, by name, so that parallel tests do not see each
// other's writes. A call that names a new world creates it. A world is removed after some time
// without use, or when newer ones need its room. There are no timers: the next call in a world
// removes the expired ones. The shared world is not among them.

import type { Router } from '../contract/route.ts';
import { rowsKey } from '../contract/rows.ts';
import type { Call } from '../model/message/call.ts';
import type { NamedWorld } from '../model/message/find-world.ts';
import { SHARED_WORLD } from '../model/message/world-name.ts';
import type { Book } from '../model/rules/scene.ts';
import type { Ruling } from '../model/ruling/ruling.ts';
import type { State } from '../model/state/state.ts';
import { LruMap } from './lru-map.ts';
import { refuseName } from './refuse.ts';
import { createRequestCounter, type RequestCounter } from './request-counter.ts';

/** Maximum number of worlds. A new one beyond it replaces the least recently used. */
export const WORLDS_MAX = 10_000;
/** Time after which an unused world is removed, in milliseconds: one hour. */
export const WORLD_IDLE_MS = 3_600_000;

/** Where a call is answered. */
export interface WorldContext {
  readonly book: Book;
  readonly traffic: RequestCounter;
  /** `null` for the shared world. */
  readonly world: string | null;
  /** The refusal of a call with an invalid world name; else `null`. */
  readonly refusal: Ruling | null;
}

export interface WorldsOptions {
  /** The shared world. */
  readonly shared: WorldContext;
  /** The rows that every world starts with. Must not change afterwards. */
  readonly seed: State;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  readonly max?: number;
  readonly idleMs?: number;
  /** Called when a world was removed for a newer one; `evicted` is how many there were so far. */
  readonly onEviction?: (name: string, evicted: number) => void;
}

/** The facts of a world. Times in milliseconds since 1970. */
export interface WorldFacts {
  readonly name: string;
  readonly records: number;
  readonly createdAt: number;
  readonly usedAt: number;
  readonly calls: number;
}

/** The worlds of one mock. Entering one costs the same however many there are. */
export class Worlds {
  readonly max: number;
  readonly idleMs: number;
  /** How many were removed for newer ones, and how many because they were unused. */
  evicted = 0;
  expired = 0;
  private readonly shared: WorldContext;
  private readonly now: () => number;
  private readonly onEviction: WorldsOptions['onEviction'];
  private readonly worlds = new LruMap<World>();
  private origin: State;

  constructor({
    shared,
    seed,
    now,
    max = WORLDS_MAX,
    idleMs = WORLD_IDLE_MS,
    onEviction,
  }: WorldsOptions) {
    this.shared = shared;
    this.origin = seed;
    this.now = now;
    this.max = max;
    this.idleMs = idleMs;
    this.onEviction = onEviction;
  }

  /** How many there are. */
  get size(): number {
    this.expire(this.now());
    return this.worlds.size;
  }

  /** Returns a state with the rows that every world starts with. */
  seed(): State {
    return this.origin.fork();
  }

  /** Returns the context of a call that names a world. Creates the world if there is none. */
  enter({ place, name, given, prefix }: NamedWorld, call: Call, at: number): WorldContext {
    const { shared } = this;
    // A contract may have a path that looks like a world.
    if (prefix !== '' && shared.book.router.find(call.path) !== null) return shared;
    if (name === null)
      return {
        ...shared,
        refusal: refuseName(shared.book, call, `${PLACES[place]} ${JSON.stringify(given)}`),
      };
    if (name === SHARED_WORLD)
      return prefix === '' ? shared : { ...shared, book: below(shared.book, prefix) };
    const world = this.use(name, at);
    world.calls++;
    if (prefix === '') return world;
    world.prefixed ??= {
      book: below(world.book, prefix),
      traffic: world.traffic,
      world: name,
      refusal: null,
    };
    return world.prefixed;
  }

  /** Returns rules and rows of a named world without using it; `null` if there is no such world. */
  bookOf({ name, prefix }: NamedWorld, call: Call): Book | null {
    const { book } = this.shared;
    if (prefix !== '' && book.router.find(call.path) !== null) return book;
    const own =
      name === SHARED_WORLD ? book : name === null ? null : (this.worlds.find(name)?.book ?? null);
    return own === null || prefix === '' ? own : below(own, prefix);
  }

  /** Returns the rows of a world without using it; the seed's if there is no such world. */
  look(name: string): State {
    this.expire(this.now());
    return this.worlds.find(name)?.book.state ?? this.seed();
  }

  /** Returns the rows of a world to change. Creates the world if there is none. */
  open(name: string): State {
    return this.use(name, this.now()).book.state;
  }

  has(name: string): boolean {
    this.expire(this.now());
    return this.worlds.has(name);
  }

  /** Creates or replaces a world. It owns the rows from now on. */
  put(name: string, state: State): void {
    const at = this.now();
    this.remove(name);
    this.expire(at);
    this.make(name, state, at);
  }

  /** Returns whether there was such a world. */
  remove(name: string): boolean {
    return this.worlds.remove(name);
  }

  /** Returns the facts of each world, least recently used first. */
  list(): readonly WorldFacts[] {
    this.expire(this.now());
    return this.worlds.values().map(factsOf);
  }

  /** Takes over the rules of the shared world. Worlds that lack one of their resources restart. */
  follow(): void {
    const { book } = this.shared;
    const fits = (state: State): boolean =>
      book.router.contracts.every((one) => state.resources().includes(rowsKey(one)));
    if (!fits(this.origin)) this.restart(book.state.fork());
    for (const world of this.worlds.values())
      world.follow(book, fits(world.book.state) ? world.book.state : this.seed());
  }

  /** Restarts all worlds with other rows. Returns how many there were. */
  restart(seed: State): number {
    const count = this.worlds.size;
    this.origin = seed;
    this.worlds.clear();
    return count;
  }

  private use(name: string, at: number): World {
    this.expire(at);
    const world = this.worlds.use(name);
    if (world === undefined) return this.make(name, this.seed(), at);
    world.usedAt = at;
    return world;
  }

  private make(name: string, state: State, at: number): World {
    const { oldest } = this.worlds;
    if (oldest !== null && this.worlds.size >= this.max) {
      this.worlds.remove(oldest.name);
      this.evicted++;
      this.onEviction?.(oldest.name, this.evicted);
    }
    const world = new World(name, this.shared.book, state, at, this.now);
    this.worlds.add(name, world);
    return world;
  }

  private expire(at: number): void {
    for (
      let { oldest } = this.worlds;
      oldest !== null && at - oldest.value.usedAt >= this.idleMs;
      oldest = this.worlds.oldest
    ) {
      this.worlds.remove(oldest.name);
      this.expired++;
    }
  }
}

class World implements WorldContext {
  readonly world: string;
  readonly refusal = null;
  readonly traffic: RequestCounter;
  readonly createdAt: number;
  book: Book;
  /** The same for calls whose path names the world; `null` until the first one. */
  prefixed: WorldContext | null = null;
  usedAt: number;
  calls = 0;

  constructor(name: string, shared: Book, state: State, at: number, now: () => number) {
    this.world = name;
    this.traffic = createRequestCounter(now);
    this.createdAt = at;
    this.usedAt = at;
    this.book = bookWith(shared, state, { ...shared.draw, traffic: this.traffic.look });
  }

  follow(shared: Book, state: State): void {
    this.book = bookWith(shared, state, { ...shared.draw, traffic: this.traffic.look });
    this.prefixed = null;
  }
}

function factsOf({ world, book, createdAt, usedAt, calls }: World): WorldFacts {
  const records = book.state
    .resources()
    .reduce((sum, resource) => sum + book.state.collection(resource).size, 0);
  return { name: world, records, createdAt, usedAt, calls };
}

/** The members in the order that every book has them in. */
function bookWith(
  { router, schemas, checker, decide }: Book,
  state: State,
  draw: Book['draw'],
): Book {
  return { router, schemas, checker, state, decide, draw };
}

/** Returns a book that reads and writes paths below a prefix. */
function below(book: Book, prefix: string): Book {
  const { contracts, basePath, methods, find, findAction } = book.router;
  const { length } = prefix;
  const router: Router = {
    contracts,
    methods,
    basePath: prefix.toLowerCase() + basePath,
    find: (path, isMeant) => find(path.slice(length), isMeant),
    findAction:
      findAction === null
        ? null
        : (method, path, isMeant) => findAction(method, path.slice(length), isMeant),
  };
  return { ...book, router };
}

const PLACES: Readonly<Record<NamedWorld['place'], string>> = {
  path: 'the first segment of the path names the world',
  header: 'the header field Standin-World names the world',
  baggage: 'the member standin.world of the header field baggage names the world',
  cookie: 'the cookie standin-world names the world',
  subdomain: 'the host name names the world',
};
