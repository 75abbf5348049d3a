// Directories that keep more of a user than a client sends, some of which changes by itself.

import type { StoredUser } from '../../service.ts';
import { Directory, type Input, type Question, type Row } from './directory.ts';

/** Stamps its rows: createdAt stays, updatedAt and version change at each PUT. */
export class StampedDirectory extends Directory {
  protected override keep(row: Row): Row {
    const before = this.rows.get(`${row.id}`);
    const now = new Date().toISOString();
    const version = typeof before?.['version'] === 'number' ? before['version'] + 1 : 1;
    return super.keep({
      ...row,
      createdAt: before === undefined ? now : (before['createdAt'] ?? null),
      updatedAt: now,
      version,
    });
  }
}

/** Adds when each user was last seen and how often; both change at each read. */
export class WatchedDirectory extends Directory {
  #looks = 0;

  protected override full(row: Row): Input {
    this.#looks += 1;
    return { ...row, lastSeen: new Date().toISOString(), looks: this.#looks };
  }
}

/** Lists the newest first, with a rank that changes as others come and go. */
export class RankedDirectory extends Directory {
  protected override list(_question: Question): Response {
    const rows = [...this.rows.values()].reverse();
    return Response.json(rows.map(({ id, name, ...row }, rank) => ({ rank, ...row, name, id })));
  }
}

/** Adds links to each user, and embeds what else could be found there. */
export class LinkedDirectory extends Directory {
  protected override full(row: Row): Input {
    return {
      _links: { self: { href: `/users/${row.id}` }, users: { href: '/users' } },
      ...row,
      _embedded: { orders: [], groups: [{ id: 7, name: 'everyone' }] },
    };
  }

  protected override brief({ id, name }: Row): Input {
    return { id, name, _links: { self: { href: `/users/${id}` } } };
  }
}

/** Flags what is removed instead of deleting it, and never shows it again. */
export class SoftDirectory extends Directory {
  readonly #removed = new Set<string>();

  override owned(): readonly StoredUser[] {
    return super.owned().filter((row) => !this.#removed.has(`${row.id}`));
  }

  protected override list(_question: Question): Response {
    return Response.json(this.owned().map((row) => ({ ...row, deleted: false })));
  }

  protected override found(key: string): Row {
    return super.found(this.#removed.has(key) ? 'removed' : key);
  }

  protected override remove(key: string, _question: Question): Response {
    const row = this.found(key);
    this.#removed.add(key);
    return Response.json({ ...row, deleted: true });
  }
}
