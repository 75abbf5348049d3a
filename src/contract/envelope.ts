// Envelopes: where the item or the list stands in a body, if it is not the whole body. Everything
// else works on the bare item or list; bodies are unwrapped where they come in and wrapped where
// they go out.

import { isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { valueAt } from '../base/pointer.ts';
import type { SchemaName, Schemas } from '../schema/schema.ts';
import type { Contract, Envelope } from './contract.ts';
import { fromWire, toWire } from './envelopes/item-form.ts';

/** Whether any body of a contract has its item or list in an envelope. */
export function hasEnvelopes({ operations }: Pick<Contract, 'operations'>): boolean {
  return Object.values(operations).some(
    ({ envelope, bodyEnvelope }) => envelope !== undefined || bodyEnvelope !== undefined,
  );
}

/** Returns what is inside an envelope; `undefined` if the value is no such envelope. */
export function unwrap(whole: Json, { at, form, sole, names, keyed }: Envelope): Json | undefined {
  const inside = valueAt(whole, at);
  if (names !== undefined && Array.isArray(inside))
    return (inside as readonly Json[]).map((one) => (isObject(one) ? one : { [names]: one }));
  if (keyed !== undefined && isObject(inside ?? null))
    return Object.entries(inside as JsonObject).map(([id, one]) =>
      isObject(one) && !Object.hasOwn(one, keyed) ? { ...one, [keyed]: id } : one,
    );
  if (sole !== undefined) return { [sole]: inside ?? null };
  if (form === undefined || inside === undefined) return inside;
  return Array.isArray(inside)
    ? (inside as readonly Json[]).map((one) => fromWire(form, one))
    : fromWire(form, inside);
}

/** Puts a value into an otherwise empty envelope. */
export function wrap(
  value: Json,
  { at, form, sole }: Pick<Envelope, 'at' | 'form' | 'sole'>,
): Json {
  if (sole !== undefined) return isObject(value) ? (own(value, sole) ?? null) : value;
  const inside = form === undefined || !isObject(value) ? value : toWire(form, value, null);
  return at.reduceRight<Json>((inner, step) => ({ [step]: inner }), inside);
}

/** Returns the name of the schema of what is inside an envelope. */
export function innerName(
  schemas: Schemas,
  { schema, at }: Pick<Envelope, 'schema' | 'at'>,
): SchemaName {
  return at.length === 0 ? schema : (schemas.fileAt(schema, at) ?? [schema, ...at].join('.'));
}
