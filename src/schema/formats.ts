// The formats of texts in a schema, by place. Does not check values.

import { isObject, type Json, own } from '../base/json.ts';
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
