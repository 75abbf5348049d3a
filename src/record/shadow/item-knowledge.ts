// What is known of one item from what passed: what it should hold, who wrote it, who saw it since,
// and what is told of it.

import type { Json, JsonObject } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type Expectation, likely, show } from '../../oracle/expectation.ts';

/** A write that passed. */
export interface SeenWrite {
  readonly seq: number;
  readonly kind: Kind;
  /** `refused`: the service said that it did nothing. */
  readonly manner: 'done' | 'refused';
}

export interface ItemKnowledge {
  readonly key: string;
  id: Json;
  /** `unsure`: requests overlapped, or something failed. */
  state: 'there' | 'gone' | 'unsure';
  /** The end of the request that told, in ticks. */
  since: number;
  /** The end of the last request that saw it so, in ticks and in milliseconds since 1970. */
  seenAt: number;
  at: number;
  /** Whose view it is: services may show each user something else. */
  viewer: string;
  expectation: Expectation;
  /** What it held before the last write, where that is known for certain. */
  before: JsonObject | null;
  /** What the last write sent, where that can be told. */
  sent: JsonObject | null;
  /** The write that made it so, where one through this proxy did. */
  write: SeenWrite | null;
  /** A write to it that was refused since it was last seen. */
  refused: SeenWrite | null;
  /**
   * The last request since that write which saw it so (there, or gone) by its address, and in the
   * list; 0 where none did.
   */
  readBy: number;
  listedBy: number;
  /**
   * How often a list showed it otherwise, or not, before anybody read it: either the list is at
   * fault, or the write.
   */
  doubts: number;
  /** Whether all members are known, not only those that a list shows. */
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

/** Begins with an item of which nothing is known. */
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
    sent: null,
    write: null,
    refused: null,
    readBy: 0,
    listedBy: 0,
    doubts: 0,
    isFull: false,
    history: { created: 0, replaced: 0, updated: 0, deleted: 0, missing: 0, seen: 0, shown: '' },
  };
}

/** Notes that it was seen. */
export function noteSeen(known: ItemKnowledge, seq: number, record: JsonObject): void {
  known.history.seen = seq;
  known.history.shown = show(record);
}

/** Says whether it was seen since it was written last. */
export function isSeen(known: ItemKnowledge): boolean {
  return known.readBy > 0 || known.listedBy > 0;
}

/** Gives what it most likely holds. */
export function recordOf(known: ItemKnowledge, idMember: string): JsonObject {
  return { [idMember]: known.id, ...likely(known.expectation) };
}

/** Gives what happened to it, a sentence each, in the order of the requests. */
export function historyOf(
  { key, history, state }: ItemKnowledge,
  idMember: string,
): readonly string[] {
  const name = `${idMember} ${key}`;
  const told: readonly (readonly [number, string])[] = [
    [history.created, `${name} was created by request ${history.created}`],
    [history.replaced, `${name} was replaced by request ${history.replaced}`],
    [history.updated, `${name} was updated by request ${history.updated}`],
    [history.seen, `${name} was last seen in request ${history.seen} as ${history.shown}`],
    [history.missing, `${name} was missing in request ${history.missing}`],
    [history.deleted, `${name} was removed by request ${history.deleted}`],
  ];
  const happened = told
    .filter(([seq]) => seq > 0)
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text);
  return state === 'unsure' && happened.length > 0
    ? [...happened, `the current state of ${name} is uncertain`]
    : happened;
}
