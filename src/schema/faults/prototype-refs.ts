// References to members that every object inherits: ajv would find them and accept anything.

import type { Json } from '../../base/json.ts';
import { percentDecode } from '../../base/percent.ts';
import { parsePointer, valueAt } from '../../base/pointer.ts';
import type { SchemaName, Schemas } from '../schema.ts';

/** Returns whether the pointer of a reference names an inherited member that no schema defines. */
export function isPrototypeRef(ref: Json, name: SchemaName, schemas: Schemas): boolean {
  if (typeof ref !== 'string') return false;
  const [file = '', fragment = ''] = ref.split('#');
  const steps = parsePointer(percentDecode(fragment)) ?? [];
  if (!steps.some((step) => step in Object.prototype)) return false;
  const schema = schemas.get(file === '' ? name : file.replace(/\.json$/, ''));
  return schema === undefined || valueAt(schema, steps) === undefined;
}
