// The parts that the two base services are put together from: seams, in any of which a fault can be
// planted. Holds the storage that both use; how they number, accept, represent and answer is each
// one's own.

import type { Correct, Service, StoredUser } from './service.ts';

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a request asks for. */
export type Operation = 'list' | 'create' | 'read' | 'update' | 'remove' | 'other';

/** A request, as the parts see it. */
export interface Call {
  readonly operation: Operation;
  /** The id in the path; NaN if there is none, or if it is not a number. */
  readonly id: number;
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
  /** The bytes as they arrived. */
  readonly pieces: readonly Buffer[];
  /** Header fields by lower-case name. */
  readonly headers: Fields;
  /** No request came over its connection before. */
  readonly isFirst: boolean;
}

/** A reply. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value; undefined sends no body. */
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly raw?: string;
}

/** The result of checking the fields of a request: fields to store, or a refusal. */
export type Accepted =
  | { readonly kind: 'taken'; readonly fields: Fields }
  | { readonly kind: 'refused'; readonly why: string; readonly sent: Fields };

/** The seams of a service. A fault wraps or replaces some of them. */
export interface Parts {
  /** Everything between a request and its reply. */
  around(call: Call, next: (call: Call) => Promise<Reply>): Promise<Reply>;
  /** Cleans and checks the fields that were sent. */
  accept(sent: Fields, operation: Operation): Accepted;
  /** An id for a new user. */
  nextId(): number | Promise<number>;
  /** All users, the oldest first. */
  all(): readonly StoredUser[];
  find(id: number, operation: Operation): StoredUser | undefined;
  insert(user: StoredUser): void | Promise<void>;
  /** The user after a PUT of these fields. */
  change(before: StoredUser, fields: Fields): StoredUser;
  save(user: StoredUser): void | Promise<void>;
  erase(id: number): void | Promise<void>;
  /** A user as GET /users/{user_id} shows it. */
  one(user: StoredUser): unknown;
  /** A user as an element of the list. */
  element(user: StoredUser): Fields;
  /** The body of GET /users. */
  list(elements: readonly Fields[]): unknown;
  /** A user as the answer to a POST or a PUT shows it, in a service that shows it there. */
  echo(user: StoredUser): unknown;
}

/**
 * Puts a fault into the parts; called once for each service, so what it remembers is that service's
 * alone.
 */
export type Plant = (parts: Parts) => Parts;

/** A correct service that a fault can be planted in. */
export interface Base extends Correct {
  readonly startPlanted: (users: readonly StoredUser[], plant: Plant) => Promise<Service>;
}

/** The seams that only pass on or store, over the storage given. */
export function createStorage(
  storage: Map<number, StoredUser>,
): Pick<Parts, 'around' | 'all' | 'find' | 'insert' | 'save' | 'erase' | 'list'> {
  const put = (user: StoredUser): void => void storage.set(user.id, user);
  return {
    around: (call, next) => next(call),
    all: () => [...storage.values()],
    find: (id) => storage.get(id),
    insert: put,
    save: put,
    erase: (id) => void storage.delete(id),
    list: (elements) => elements,
  };
}

/** The fields with the id, as a user to be stored. */
export function toUser(id: number, fields: Fields): StoredUser {
  return { ...fields, id, name: String(fields['name']) };
}

/** The text as a JSON object; an empty one if it is anything else. */
export function parseFields(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

/** True for a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a JSON array of strings. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
