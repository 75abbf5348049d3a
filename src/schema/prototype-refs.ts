// References that name what every object inherits: ajv would find it there, and take it for a
// schema that admits anything.

import type { Json } from '../base/json.ts';
import { percentDecode } from '../base/percent.ts';
import { parsePointer, valueAt } from '../base/pointer.ts';
import type { SchemaName, Schemas } from './schema.ts';

/**
 * Says whether a reference in a schema names by its pointer what is inherited, and is no member of
 * a schema.
 */
export function isPrototypeRef(ref: Json, name: SchemaName, schemas: Schemas): boolean {
  if (typeof ref !== 'string') return false;
  const [file = '', fragment = ''] = ref.split('#');
  const steps = parsePointer(percentDecode(fragment)) ?? [];
  if (!steps.some((step) => step in Object.prototype)) return false;
  const schema = schemas.get(file === '' ? name : file.replace(/\.json$/, ''));
  return schema === undefined || valueAt(schema, steps) === undefined;
}
