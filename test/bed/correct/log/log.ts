// The storage of the fourth server: a log of what happened to each user. Entries are added and
// never removed. The state of a user is computed from the log each time.

import type { StoredUser } from '../../service.ts';

export type Told = Readonly<Record<string, unknown>>;

type Entry =
  | { readonly kind: 'joined'; readonly id: number; readonly told: Told }
  | { readonly kind: 'changed'; readonly id: number; readonly told: Told }
  | { readonly kind: 'rewritten'; readonly id: number; readonly told: Told }
  | { readonly kind: 'left'; readonly id: number };

/** A user, computed from the log. */
export interface Member {
  readonly id: number;
  readonly told: Told;
}

export class Log {
  readonly #entries: Entry[];

  constructor(users: readonly StoredUser[]) {
    this.#entries = users.map(({ id, ...told }) => ({ kind: 'joined', id, told }));
  }

  /** Adds an entry. */
  write(entry: Entry): void {
    this.#entries.push(entry);
  }

  /** Everybody who is there now, in the order in which they joined. */
  members(): readonly Member[] {
    const now = new Map<number, Told>();
    for (const entry of this.#entries) {
      if (entry.kind === 'left') now.delete(entry.id);
      else
        now.set(
          entry.id,
          entry.kind === 'changed' ? { ...now.get(entry.id), ...entry.told } : entry.told,
        );
    }
    return [...now].map(([id, told]) => ({ id, told }));
  }

  /** An id that no user ever had. */
  freshId(): number {
    return this.#entries.reduce((highest, entry) => Math.max(highest, Math.ceil(entry.id)), 0) + 1;
  }
}
