// Identifiers: how one stands in a path, and how a new one is given out.

import type { Json } from '../../base/json.ts';
import type { Choose, Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Schemas } from '../../schema/schema.ts';
import { type Collection, SEQUENCE_MAX } from '../state/state.ts';

/** Where the rule book gets what it must not make itself. */
export interface Draw {
  /** At random, at least 0 and below 1. */
  random(): number;
  /** A UUID (RFC 9562). */
  uuid(): string;
  /**
   * How many calls came in this minute, this one included, and in how many seconds the next one
   * begins.
   */
  traffic(): { readonly calls: number; readonly secondsLeft: number };
  /**
   * With `as-chosen`, ids are given out as chosen even where that does not meet the schema: whoever
   * judges a service is told its ids by it.
   */
  readonly ids?: 'as-chosen';
}

export type IdType = 'number' | 'integer' | 'string';

/** Gives the type that the item schema has for the identifier. */
export function idTypeOf(contract: Contract, schemas: Schemas): IdType {
  return (schemas.typesOf(contract.item, contract.id)[0] ?? 'string') as IdType;
}

/**
 * Reads an identifier from a path; `null` where it cannot be one. `007` is no number here: one
 * record has one path.
 */
export function readKey(key: string, type: IdType): string | number | null {
  if (key === '') return null;
  if (type === 'string') return key;
  const number = Number(key);
  const isWritten = Number.isFinite(number) && String(number) === key;
  return isWritten && (type === 'number' || Number.isInteger(number)) ? number : null;
}

/**
 * Ids that would not come back from a path: empty, or a step that means "here" or "above" (RFC 3986
 * section 5.2.4).
 */
export const UNROUTABLE = /^(?:|\.|\.\.)$|\p{Surrogate}/u;

/** Writes an identifier as it stands in a path. */
export function toKey(id: Json): string {
  if (typeof id === 'string') return id;
  return typeof id === 'number' ? String(id) : JSON.stringify(id);
}

/** Gives out an identifier that no record of the collection has. */
export function nextId(
  collection: Collection,
  type: IdType,
  choose: Choose,
  draw: Draw,
): string | number {
  if (type === 'string') return nextText(collection, choose('id.texts'), draw);
  switch (choose('id.numbers')) {
    case 'sequence':
      return nextInSequence(collection);
    case 'highest-plus-one':
      return nextFree(collection, highestOf(collection) + 1);
    case 'random': {
      let id = randomId(draw);
      while (collection.find(String(id)) !== undefined) id = randomId(draw);
      return id;
    }
  }
}

function nextText(collection: Collection, choice: Profile['id.texts'], draw: Draw): string {
  switch (choice) {
    case 'uuid':
      return draw.uuid();
    case 'sequence':
      return String(nextInSequence(collection));
    case 'base64url': {
      let id = randomText(draw);
      while (collection.find(id) !== undefined) id = randomText(draw);
      return id;
    }
  }
}

function randomText(draw: Draw): string {
  return Array.from(
    { length: TEXT_ID_CHARS },
    () => BASE64URL[Math.floor(draw.random() * BASE64URL.length)],
  ).join('');
}

/** As many as 64 bits need. */
const TEXT_ID_CHARS = 11;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The highest number that ever was an id is known, so the one after it is free; only beyond
 * `SEQUENCE_MAX` has that to be looked up.
 */
function nextInSequence(collection: Collection): number {
  const next = collection.highestEver + 1;
  return next <= SEQUENCE_MAX ? next : nextFree(collection, next);
}

/** Beyond the numbers that can be counted exactly it goes back to the sequence. */
function nextFree(collection: Collection, from: number): number {
  let id = from > Number.MAX_SAFE_INTEGER ? collection.highestEver + 1 : from;
  while (collection.find(String(id)) !== undefined) id++;
  return id;
}

/**
 * The highest whole number that is an id now. Walks over the collection where the highest one ever
 * is gone.
 */
function highestOf(collection: Collection): number {
  if (!collection.hasWildNumbers && collection.find(String(collection.highestEver)) !== undefined)
    return collection.highestEver;
  let highest = 0;
  collection.visit({ offset: 0, count: collection.size, order: 'oldest-first' }, (record) => {
    const number = Number(record.key);
    if (Number.isSafeInteger(number) && number > highest) highest = number;
  });
  return highest;
}

function randomId(draw: Draw): number {
  return 1 + Math.floor(draw.random() * RANDOM_ID_MAX);
}

const RANDOM_ID_MAX = 2 ** 40;
