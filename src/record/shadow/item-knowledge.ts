// What the recorder knows about one item: its values, its writer, its viewers and its history.

import type { Json, JsonObject } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type Expectation, likely, show } from '../../oracle/expectation.ts';

/** A recorded write. */
export interface SeenWrite {
  readonly seq: number;
  readonly kind: Kind;
  /** `refused`: the service reported that it did nothing. */
  readonly manner: 'done' | 'refused';
}

/** A PATCH whose form is known, of an item that was known. */
export interface KnownPatch {
  /** `update application/json`: a service may take some media types alone. */
  readonly kind: string;
  /** The members that it names, with the values that they should have; without those it removes. */
  readonly sent: JsonObject;
  readonly touched: readonly string[];
  /** What the named members may hold if the service takes the patch. */
  readonly taken: Expectation;
}

export interface ItemKnowledge {
  readonly key: string;
  id: Json;
  /** `unsure`: requests overlapped, or something failed. */
  state: 'there' | 'gone' | 'unsure';
  /** The end of the request that showed this state, in ticks. */
  since: number;
  /** The end of the last request that confirmed it, in ticks and in milliseconds since 1970. */
  seenAt: number;
  at: number;
  /** The user or world that sees it so: services may show each one different data. */
  viewer: string;
  expectation: Expectation;
  /** The values before the last write, if they are certain. */
  before: JsonObject | null;
  /** Whether the last write made the item. */
  isNew: boolean;
  /** The values in the last write, if they are clear. */
  sent: JsonObject | null;
  /** The last write, if it was a PATCH that is clear. */
  patch: KnownPatch | null;
  /** The recorded write that caused this state, if there is one. */
  write: SeenWrite | null;
  /** A refused write to it since it was last seen. */
  refused: SeenWrite | null;
  /** The last requests since that write that confirmed it, a read and a list; 0 for none. */
  readBy: number;
  listedBy: number;
  /** How often a list contradicted the state before a read confirmed it: either may be at fault. */
  doubts: number;
  /** Whether all members are known, not only those in a list. */
  isFull: boolean;
  readonly history: RequestHistory;
}

interface RequestHistory {
  created: number;
  replaced: number;
  updated: number;
  deleted: number;
  missing: number;
  seen: number;
  shown: string;
}

export const NO_HISTORY: Readonly<RequestHistory> = {
  created: 0,
  replaced: 0,
  updated: 0,
  deleted: 0,
  missing: 0,
  seen: 0,
  shown: '',
};

/** Returns the knowledge of an item that no request has shown yet. */
export function unknownItem(key: string): ItemKnowledge {
  return {
    key,
    id: key,
    state: 'unsure',
    since: 0,
    seenAt: 0,
    at: 0,
    viewer: '',
    expectation: new Map(),
    before: null,
    isNew: false,
    sent: null,
    patch: null,
    write: null,
    refused: null,
    readBy: 0,
    listedBy: 0,
    doubts: 0,
    isFull: false,
    history: { ...NO_HISTORY },
  };
}

/** Notes that a request showed the item. */
export function noteSeen(known: ItemKnowledge, seq: number, record: JsonObject): void {
  known.history.seen = seq;
  known.history.shown = show(record);
}

/** Tells whether a request has shown the item since it was last written. */
export function isSeen(known: ItemKnowledge): boolean {
  return known.readBy > 0 || known.listedBy > 0;
}

/** Returns the most likely values of the item. */
export function recordOf(known: ItemKnowledge, idMember: string): JsonObject {
  return { [idMember]: known.id, ...likely(known.expectation) };
}

/** Returns the history of the item, one sentence each, in the order of the requests. */
export function historyOf(
  { key, history, state }: ItemKnowledge,
  idMember: string,
): readonly string[] {
  const name = `${idMember} ${key}`;
  const events: readonly (readonly [number, string])[] = [
    [history.created, `${name} was created by request ${history.created}`],
    [history.replaced, `${name} was replaced by request ${history.replaced}`],
    [history.updated, `${name} was updated by request ${history.updated}`],
    [history.seen, `${name} was last seen in request ${history.seen} as ${history.shown}`],
    [history.missing, `${name} was missing in request ${history.missing}`],
    [history.deleted, `${name} was removed by request ${history.deleted}`],
  ];
  const happened = events
    .filter(([seq]) => seq > 0)
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text);
  return state === 'unsure' && happened.length > 0
    ? [...happened, `the current state of ${name} is uncertain`]
    : happened;
}
