// Envelopes: where the item or the list stands in a body, if it is not the whole body. Everything
// else works on the bare item or list; bodies are unwrapped where they come in and wrapped where
// they go out.

import { isObject, type Json, type JsonObject, objectOf, own } from '../base/json.ts';
import { valueAt } from '../base/pointer.ts';
import type { SchemaName, Schemas } from '../schema/schema.ts';
import type { Contract, Envelope } from './contract.ts';

/** Whether any body of a contract has its item or list in an envelope. */
export function hasEnvelopes({ operations }: Pick<Contract, 'operations'>): boolean {
  return Object.values(operations).some(
    ({ envelope, bodyEnvelope }) => envelope !== undefined || bodyEnvelope !== undefined,
  );
}

/** Returns what is inside an envelope; `undefined` if the value is no such envelope. */
export function unwrap(whole: Json, { at }: Envelope): Json | undefined {
  return valueAt(whole, at);
}

/** Puts a value into an otherwise empty envelope. */
export function wrap(value: Json, { at }: Pick<Envelope, 'at'>): Json {
  return at.reduceRight<Json>((inner, step) => ({ [step]: inner }), value);
}

/** Returns a copy of a value with another value at a place. Replaces what is no object on the way. */
export function withValueAt(whole: Json, [step, ...rest]: readonly string[], value: Json): Json {
  if (step === undefined) return value;
  const members: JsonObject = isObject(whole) ? whole : {};
  const inner = withValueAt(own(members, step) ?? {}, rest, value);
  const entries = Object.entries(members);
  return Object.hasOwn(members, step)
    ? objectOf(entries.map(([name, one]) => [name, name === step ? inner : one]))
    : objectOf([...entries, [step, inner]]);
}

/** Returns the name of the schema of what is inside an envelope. */
export function innerName(
  schemas: Schemas,
  { schema, at }: Pick<Envelope, 'schema' | 'at'>,
): SchemaName {
  return at.length === 0 ? schema : (schemas.fileAt(schema, at) ?? [schema, ...at].join('.'));
}
