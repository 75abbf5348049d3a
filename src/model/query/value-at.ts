// The value at a path in a record, and its text.

import { type Json, type JsonObject, own } from '../../base/json.ts';

/**
 * Prepares the lookup of a path. A member of exactly that name comes first; otherwise dots lead
 * from member to member, to array elements by number, and to the `length` of arrays and texts. The
 * lookup returns `undefined` if nothing is there.
 */
export function lookUp(path: string): (record: JsonObject) => Json | undefined {
  if (!path.includes('.')) return (record) => own(record, path);
  const steps = path.split('.');
  return (record) => {
    const whole = own(record, path);
    if (whole !== undefined) return whole;
    let value: Json | undefined = record;
    for (const step of steps) {
      if (value === undefined || value === null) return undefined;
      value = stepInto(value, step);
    }
    return value;
  };
}

function stepInto(value: Json, step: string): Json | undefined {
  if (typeof value === 'string') return step === 'length' ? value.length : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as JsonObject)[step]
    : undefined;
}

/** Formats a value as JavaScript does: elements separated by commas, all objects alike. */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return String(value);
  if (!Array.isArray(value)) return '[object Object]';
  return (value as readonly Json[]).map((one) => (one === null ? '' : textOf(one))).join();
}
