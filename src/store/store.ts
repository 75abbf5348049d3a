// What replicas share: for each world an ordered log of changes. A replica appends under the next
// number after those that it has seen; two cannot append under the same one. Adapters are in this
// folder; nothing here knows what the changes are.

/** Changes that one replica appends to the log of a world, whole or not at all. */
export interface Entry {
  /** The name of the world; empty for the shared one. */
  readonly world: string;
  /** From 1 on, without gaps. */
  readonly number: number;
  /** Identifies the entry: appended twice under one number, it is there once. */
  readonly id: string;
  readonly changes: string;
}

/** What a replica has ruled by: the newest number that it has seen of a world. */
export interface Ground {
  readonly world: string;
  readonly number: number;
}

/** What a replica has not seen of a world, in order. */
export interface News {
  readonly world: string;
  /**
   * Everything up to a number, if the changes before are no longer there; else `null`. Without an
   * image the world begins again, with the rows that every world begins with: it was forgotten.
   */
  readonly snapshot: { readonly number: number; readonly image: string | null } | null;
  /** What comes after the snapshot, or after what the replica has seen. */
  readonly entries: readonly { readonly number: number; readonly changes: string }[];
}

/** What was changed, by whom, and which replica was told. */
export interface AuditLine {
  /** `null` if nobody said. */
  readonly who: string | null;
  readonly replica: string;
  readonly what: string;
}

/** The shared world, whose name is empty, and those that no client can name stay for ever. */
export function isKept(world: string): boolean {
  return world === '' || world.startsWith('*');
}

/**
 * The log of all worlds. Every call may be made again if it failed: an entry that was appended
 * already counts as taken. Each rejects with a `StoreError` if the store cannot be reached.
 */
export interface ChangeStore {
  /** How many entries a log may have before an image takes their place. */
  readonly entriesMax: number;
  /** Returns the rows that every world begins with: `seed`, unless another replica was first. */
  begin(seed: string): Promise<string>;
  /**
   * Returns what came after the numbers that a replica has seen, for worlds that have anything
   * newer. All that was taken before the call is in it.
   */
  readAfter(seen: ReadonlyMap<string, number>): Promise<readonly News[]>;
  /**
   * Appends entries. Returns the worlds that took theirs: in the others, somebody was first. If the
   * world of `ground` has anything newer than its number, only that world takes its own.
   */
  append(entries: readonly Entry[], ground?: Ground): Promise<ReadonlySet<string>>;
  /** Keeps an image in place of the changes up to a number, unless there is a newer one. */
  compact(world: string, number: number, image: string): Promise<void>;
  /**
   * Notes that worlds are in use, and forgets those that nobody has noted or changed for some time,
   * in milliseconds of the store's clock. Later numbers of a forgotten world are above all that it
   * ever had, so that whoever knew it begins again. The worlds of `isKept` are never forgotten.
   */
  tidy(used: readonly string[], idleMs: number): Promise<void>;
  /** Keeps a line about what somebody has changed, with the time of the store. */
  note(line: AuditLine): Promise<void>;
  close(): Promise<void>;
}
