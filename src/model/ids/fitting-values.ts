// Values that requests may have and items may not: an address without its format, null for an object,
// an object without its type. The mock shows values that fit, and makes no others itself; what no
// request may have stays refused.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Checker } from '../../schema/check.ts';
import { sampleValue } from '../../schema/sample/sample.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { itemInRow } from '../state/rows-of.ts';
import { shownValue } from './shown-values.ts';

export interface FittingOptions {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly checker: Checker;
  /** The schema of the body of the request. */
  readonly body: SchemaName;
  /** What the request sent of the record. */
  readonly sent: JsonObject;
}

/** Returns a record whose members fit the item; `null` if what was sent is at fault, or nothing fits. */
export function withFittingValues(
  { contract, schemas, checker, body, sent }: FittingOptions,
  record: JsonObject,
): JsonObject | null {
  const { item, id } = contract;
  const wrong = flawedIn(checker, body, sent);
  const unfit = (one: JsonObject): ReadonlySet<string> =>
    flawedIn(checker, item, itemInRow(contract, schemas, one));
  const members = schemas.membersOf(item);
  let whole = record;
  const before = unfit(record);
  for (const member of before) {
    const value = own(record, member);
    if (member === id || value === undefined || wrong.has(member)) return null;
    const found = candidates(schemas, member, members.get(member) ?? {}, value)
      .map((shown) => withValue(whole, member, shown))
      .find((one) => {
        const after = unfit(one);
        // Without a member, an item may be wrong as a whole.
        return !after.has(member) && (!after.has('') || before.has(''));
      });
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
