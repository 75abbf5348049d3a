// The formats of texts in a schema, by place. Does not check values.

import { isObject, type Json, own } from '../base/json.ts';
import { type Pointer, toPointer } from '../base/pointer.ts';
import { suggest } from '../base/suggest.ts';
import { KNOWN_FORMATS } from './keywords.ts';
import type { FormatAt } from './normal-forms.ts';
import type { SchemaName, Schemas } from './schema.ts';

/** How deep schemas are read: they may contain themselves. */
const DEPTH_MAX = 6;

/** Returns a function that names the format of the texts at a place: `/address/city`, `/tags/*`. */
export function formatsOf(schemas: Schemas, name: SchemaName): FormatAt {
  const bySchema = known.get(schemas) ?? new Map<SchemaName, FormatAt>();
  known.set(schemas, bySchema);
  let formatAt = bySchema.get(name);
  if (formatAt === undefined) {
    const formats = new Map<string, string>();
    for (const [member, schema] of schemas.membersOf(name))
      gather(schemas, schema, `/${member}`, formats, 1);
    formatAt = (place) => formats.get(place) ?? null;
    bySchema.set(name, formatAt);
  }
  return formatAt;
}

const known = new WeakMap<Schemas, Map<SchemaName, FormatAt>>();

function gather(
  schemas: Schemas,
  schema: Json | undefined,
  place: string,
  formats: Map<string, string>,
  depth: number,
): void {
  if (depth > DEPTH_MAX) return;
  for (const part of schemas.mentionsOf(schema)) {
    const format = own(part, 'format');
    if (typeof format === 'string') formats.set(place, format);
    gather(schemas, own(part, 'items'), `${place}/*`, formats, depth + 1);
    const properties = own(part, 'properties');
    for (const [key, below] of isObject(properties) ? Object.entries(properties) : [])
      gather(schemas, below, `${place}/${key}`, formats, depth + 1);
  }
}

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
    const isKeyword = !Array.isArray(value) && !NAME_MAPS.has(steps.at(-1) ?? '');
    if (isKeyword && key === 'format' && typeof member === 'string')
      yield { at: toPointer([...steps, key]), format: member };
    else if (!isKeyword || !DATA.has(key)) yield* formatsBelow(member, [...steps, key]);
  }
}

/** Keywords whose members are names, not keywords, and those that hold data. */
const NAME_MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const DATA = new Set(['const', 'enum', 'default', 'examples']);
