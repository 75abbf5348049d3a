// The formats that are checked, those that answers must have, and those in a schema that are not known.
// Does not check values.

import type { Json } from '../../base/json.ts';
import { type Pointer, toPointer } from '../../base/pointer.ts';
import { suggest } from '../../base/suggest.ts';
import { holdsData, holdsNames } from './keyword-table.ts';

/** Formats that any text has. */
export const OPEN_FORMATS: ReadonlySet<Json | undefined> = new Set(['password', 'binary']);

/** The formats that are checked. */
export const KNOWN_FORMATS: readonly string[] =
  'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid json-pointer relative-json-pointer byte int32 int64 float double password binary'.split(
    ' ',
  );

/**
 * The formats that answers must have where a contract asserts formats. JSON Schema 2020-12 makes each
 * an annotation, and interfaces mean these.
 */
export const ASSERTED_FORMATS: ReadonlySet<string> = new Set([
  'date-time',
  'date',
  'time',
  'duration',
  'uuid',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'int32',
  'int64',
  'byte',
  // They exclude no value.
  'float',
  'double',
  'password',
  'binary',
]);

/** A format that this validator does not know. JSON Schema lets everybody name their own. */
export interface ForeignFormat {
  readonly at: Pointer;
  readonly format: string;
}

/** Returns the formats that are not known, and not like one that is: such a one is misspelt. */
export function foreignFormats(schema: Json): readonly ForeignFormat[] {
  return [...formatsBelow(schema, [])].filter(
    ({ format }) => !KNOWN_FORMATS.includes(format) && suggest(format, KNOWN_FORMATS) === null,
  );
}

function* formatsBelow(value: Json, steps: readonly string[]): Generator<ForeignFormat> {
  if (value === null || typeof value !== 'object') return;
  for (const [key, member] of Object.entries(value as Record<string, Json>)) {
    const isKeyword = !Array.isArray(value) && !holdsNames(steps.at(-1));
    if (isKeyword && key === 'format' && typeof member === 'string')
      yield { at: toPointer([...steps, key]), format: member };
    else if (!isKeyword || !holdsData(key)) yield* formatsBelow(member, [...steps, key]);
  }
}
