// Values of header fields and their schemas. A field has text; a schema may ask for a number, a truth
// value or a list.

import { isObject, type Json } from '../base/json.ts';
import type { Checker } from './check.ts';
import type { SchemaName } from './schema.ts';
import type { Violation } from './violation.ts';
import { inWords } from './violations-of.ts';

/**
 * Returns what is wrong with the text of a field, in words; `null` if it fits its schema. `counts`
 * says which violations matter: all if absent.
 */
export function flawOfField(
  checker: Checker,
  schema: SchemaName,
  text: string,
  counts: (violation: Violation) => boolean = () => true,
): string | null {
  const flaws = readingsOf(text.trim()).map((value) => checker.check(schema, value).filter(counts));
  if (flaws.some((all) => all.length === 0)) return null;
  // A value of the right type tells more.
  const first = flaws.flatMap(([flaw]) => flaw ?? []);
  const told = first.find(({ keyword }) => keyword !== 'type') ?? first.at(-1);
  return told === undefined ? null : inWords(told.plain);
}

/** Returns what a text may stand for where a schema asks for a text, a number or a truth value. */
export function readingsOfText(text: string): readonly Json[] {
  const one = typed(text.trim());
  return typeof one === 'string' ? [text] : [text, one];
}

/** Returns the text of a field with a value. */
export function fieldTextOf(value: Json): string {
  const text = Array.isArray(value)
    ? value.map((one) => fieldTextOf(one as Json)).join(', ')
    : isObject(value)
      ? JSON.stringify(value)
      : String(value);
  return text.replaceAll(/[^\t\x20-\x7e]/g, '?');
}

function readingsOf(text: string): readonly Json[] {
  const parts = text.split(',').map((part) => part.trim());
  const one = typed(text);
  const lists = [parts, parts.map(typed)];
  return one === text ? [...lists, text] : [...lists, text, one];
}

function typed(text: string): Json {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
