// Ids: how one is written in a path, and how a new one is assigned.

import { isNumber, type Json, jsonText, numberFrom, own } from '../../base/json.ts';
import type { Choose, Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { idParameterOf } from '../../contract/operation-way.ts';
import type { Schemas } from '../../schema/schema.ts';
import { type Collection, SEQUENCE_MAX } from '../state/state.ts';

/** The source of what the rule book must not produce itself. */
export interface Draw {
  /** Random number, at least 0 and below 1. */
  random(): number;
  /** A UUID (RFC 9562). */
  uuid(): string;
  /** Number of calls in this minute, this one included, and of seconds until the next minute. */
  traffic(): { readonly calls: number; readonly secondsLeft: number };
  /**
   * `as-chosen`: for a judge, who learns from the service the real ids, which may break the schema,
   * and the members that it adds.
   */
  readonly ids?: 'as-chosen';
  /** The time of day in milliseconds and in UTC; absent for a judge, who makes no values. */
  time?(): { readonly ms: number; readonly iso: string };
}

export type IdType = 'number' | 'integer' | 'string';

/** Returns the type of the id in the item schema, or, if no item shows it, in its path. */
export function idTypeOf(contract: Contract, schemas: Schemas): IdType {
  const [shown = typeInPath(contract, schemas)] = schemas.typesOf(contract.item, contract.id);
  return shown as IdType;
}

function typeInPath({ path, template, operations, actions = [] }: Contract, schemas: Schemas) {
  const { read, replace, update, remove } = operations;
  const above = parametersOf(template?.path ?? path);
  const ofItems = actions.filter((one) => OF_ITEM.has(one.does ?? '') && one.by === undefined);
  const schema = [
    ...[read, replace, update, remove].flatMap((one) => one?.parameters ?? []),
    ...ofItems.flatMap(({ path: text, parameters = [] }) =>
      parameters.filter((one) => one.name === idParameterOf(text)),
    ),
  ].find((one) => one.in === 'path' && !above.includes(one.name))?.schema;
  const types = schema == null ? [] : schemas.partsByName(schema).map((part) => own(part, 'type'));
  return types.find((one) => one === 'integer' || one === 'number') ?? 'string';
}

const OF_ITEM: ReadonlySet<string> = new Set(['read', 'replace', 'update', 'remove']);

/** Reads an id from a path, or `null`. `007` is not a number: each record has one path. */
export function readKey(key: string, type: IdType): string | number | bigint | null {
  if (key === '') return null;
  if (type === 'string') return key;
  const number = numberFrom(key);
  const isWhole = typeof number === 'bigint' || Number.isInteger(number);
  const isWritten = (isWhole || Number.isFinite(number)) && String(number) === key;
  return isWritten && (type === 'number' || isWhole) ? number : null;
}

/** Ids that do not survive in a path: empty, or the steps `.` and `..` (RFC 3986 section 5.2.4). */
export const UNROUTABLE = /^(?:|\.|\.\.)$|\p{Surrogate}/u;

/** Writes an id as in a path. */
export function toKey(id: Json): string {
  if (typeof id === 'string') return id;
  return isNumber(id) ? String(id) : jsonText(id);
}

/** Returns a new id that no record of the collection has. */
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

/** The length for 64 bits. */
const TEXT_ID_CHARS = 11;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The number after the highest ever is free; only above `SEQUENCE_MAX` it has to be looked up. */
function nextInSequence(collection: Collection): number {
  const next = collection.highestEver + 1;
  return next <= SEQUENCE_MAX ? next : nextFree(collection, next);
}

/** Beyond the safe integers it returns to the sequence. */
function nextFree(collection: Collection, from: number): number {
  let id = from > Number.MAX_SAFE_INTEGER ? collection.highestEver + 1 : from;
  while (collection.find(String(id)) !== undefined) id++;
  return id;
}

/** The highest whole number that is an id now. Walks over all if the highest was removed. */
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
