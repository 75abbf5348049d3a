// What the optioned server can choose, as data and small functions, and its defaults.

import type { IncomingMessage } from 'node:http';
import type { StoredUser } from '../../service.ts';
import { counting, type NextId } from './ids.ts';
import type { Pager } from './pagers.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Users = ReadonlyMap<number, StoredUser>;

export interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What is asked before a request reaches the users; it lets the request pass by returning
 * undefined.
 */
export type Gate = (
  request: IncomingMessage,
  text: string,
) => Refusal | undefined | Promise<Refusal | undefined>;

export interface Choices {
  /** With a slash in front and none at the end, or empty. */
  readonly basePath: string;
  readonly contentType: string;
  readonly framing: 'length' | 'chunked' | 'gzip';

  readonly createStatus: number;
  readonly createBody: 'whole' | 'id' | 'nested' | 'empty' | 'ok' | 'word' | 'other-key';
  readonly location: 'none' | 'absolute' | 'path';

  readonly updateStatus: number;
  readonly updateBody: 'user' | 'count' | 'id' | 'none';
  readonly updateWay: 'merge' | 'merge deeply' | 'replace';
  readonly idInUpdate: 'ignored' | 'needed' | 'refused';

  /** The fields that PUT takes; it ignores the others. All if undefined. */
  readonly takenByUpdate: readonly string[] | undefined;
  /** With `needed`, PUT and DELETE take the entity tag of the user in If-Match: 428 without it. */
  readonly conditions: 'ignored' | 'needed';

  readonly removeStatus: number;
  readonly removeBody: 'user' | 'flag' | 'none';

  readonly unknownRead: number;
  /** A status, or `create` to make the user under that id with 201. */
  readonly unknownUpdate: number | 'create';
  readonly unknownRemove: number;
  /** The body of an error; undefined for none. */
  readonly errorBody: (status: number, text: string) => unknown;

  readonly ids: () => NextId;
  readonly order:
    | ((one: StoredUser, other: StoredUser) => number)
    | 'oldest first'
    | 'newest first';
  readonly pager: Pager | undefined;
  /** A user as an element of the list. */
  readonly element: (user: StoredUser) => unknown;
  /** A user as GET of one user returns it. */
  readonly view: (user: StoredUser) => unknown;

  /** What is stored of the fields that are sent, with POST and with PUT. */
  readonly normal: (fields: Fields) => Fields;
  readonly unknownFields: 'ignore' | 'keep' | 'refuse';
  /** What a new user may not be, beyond the types of the fields. */
  readonly refuseNew: (fields: Fields, users: Users) => Refusal | undefined;
  /** Asked in this order; made anew for each start. */
  readonly gates: readonly (() => Gate)[];
  /** How long each reply is on its way, once it is decided; made anew for each start. */
  readonly wayMs: () => () => number;
  readonly seeds: 'as given' | 'none' | '200 more';
  readonly neighbour: 'quiet' | 'busy';
}

export const usual: Choices = {
  basePath: '',
  contentType: 'application/json',
  framing: 'length',
  createStatus: 201,
  createBody: 'whole',
  location: 'none',
  updateStatus: 200,
  updateBody: 'user',
  updateWay: 'merge',
  idInUpdate: 'ignored',
  takenByUpdate: undefined,
  conditions: 'ignored',
  removeStatus: 204,
  removeBody: 'none',
  unknownRead: 404,
  unknownUpdate: 404,
  unknownRemove: 404,
  errorBody: (_status, text) => ({ error: text }),
  ids: () => counting(1, 1),
  order: 'oldest first',
  pager: undefined,
  element: (user) => user,
  view: (user) => user,
  normal: (fields) => fields,
  unknownFields: 'ignore',
  refuseNew: () => undefined,
  gates: [],
  wayMs: () => () => 0,
  seeds: 'as given',
  neighbour: 'quiet',
};
