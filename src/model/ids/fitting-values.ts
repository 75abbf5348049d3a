// Values that requests may have and items may not: an address without its format, null for an object,
// an object without its type. The mock shows values that fit; what no request may have stays refused.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Checker } from '../../schema/check.ts';
import { sampleValue } from '../../schema/sample/sample.ts';
import type { Schemas } from '../../schema/schema.ts';
import { itemInRow } from '../state/rows-of.ts';
import { shownValue } from './shown-values.ts';

export interface FittingOptions {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly kind: 'create' | 'replace' | 'update';
}

/** Returns a record whose members fit the item; `null` if what was sent is at fault, or nothing fits. */
export function withFittingValues(options: FittingOptions, record: JsonObject): JsonObject | null {
  const { contract, schemas, checker, kind } = options;
  const { item, id } = contract;
  const body = contract.operations[kind]?.body ?? item;
  if (body === item) return null;
  const sendable = schemas.membersOf(body);
  const sent = objectOf(Object.entries(record).filter(([member]) => sendable.has(member)));
  const wrong = flawedIn(checker, body, sent);
  const unfit = (one: JsonObject): ReadonlySet<string> =>
    flawedIn(checker, item, itemInRow(contract, schemas, one));
  const members = schemas.membersOf(item);
  let whole = record;
  for (const member of unfit(record)) {
    if (member === id || !Object.hasOwn(sent, member) || wrong.has(member)) return null;
    const found = candidates(schemas, member, members.get(member) ?? {}, own(sent, member) ?? null)
      .map((value) => withValue(whole, member, value))
      .find((one) => !unfit(one).has(member));
    if (found === undefined) return null;
    whole = found;
  }
  return whole;
}

/** The members in which a value does not fit; an empty name is the value as a whole. */
function flawedIn(checker: Checker, schema: string, value: JsonObject): ReadonlySet<string> {
  return new Set(checker.check(schema, value).map(({ at }) => parsePointer(at)?.[0] ?? ''));
}

/** What an item may show in place of a value: the first that fits. `undefined` leaves it out. */
function candidates(
  schemas: Schemas,
  member: string,
  schema: JsonObject,
  value: Json,
): readonly (Json | undefined)[] {
  const draft = {
    serial: 1,
    token: '',
    marked: [],
    readOnly: 'made',
    optional: 'left-out',
  } as const;
  const sample = sampleValue(schemas, member, schema, draft);
  const joined =
    isObject(value) && isObject(sample ?? null) ? [{ ...(sample as JsonObject), ...value }] : [];
  const others = value === null ? [undefined, sample] : [sample, undefined];
  return [shownValue(schemas, member, schema, value), ...joined, ...others];
}

function withValue(record: JsonObject, member: string, value: Json | undefined): JsonObject {
  const entries = Object.entries(record).flatMap(([name, old]): readonly [string, Json][] =>
    name !== member ? [[name, old]] : value === undefined ? [] : [[name, value]],
  );
  return objectOf(entries);
}
