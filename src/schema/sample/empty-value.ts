// The plainest value that fits a schema: null, false, an empty list or 0 if it admits one.

import { type Json, type JsonObject, own } from '../../base/json.ts';
import type { Schemas } from '../schema.ts';
import { sampleValue } from './sample.ts';

/** Returns the plainest value of a member; `undefined` if none can be made. */
export function emptyValue(schemas: Schemas, name: string, schema: JsonObject): Json | undefined {
  const type = own(schema, 'type');
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  const fixed = own(schema, 'const') ?? own(schema, 'default');
  if (fixed !== undefined) return fixed;
  if (types.includes('null')) return null;
  if (own(schema, 'enum') === undefined) {
    if (types.includes('boolean')) return false;
    if (types.includes('array') && own(schema, 'minItems') === undefined) return [];
    if (types.some((one) => one === 'integer' || one === 'number') && admitsZero(schema)) return 0;
  }
  return sampleValue(schemas, name, schema, { serial: 1, token: '', marked: [], readOnly: 'made' });
}

function admitsZero(schema: JsonObject): boolean {
  const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
  const [least, most, above, below] = bounds.map((bound) => own(schema, bound));
  return (
    (typeof least !== 'number' || least <= 0) &&
    (typeof most !== 'number' || most >= 0) &&
    (typeof above !== 'number' || above < 0) &&
    (typeof below !== 'number' || below > 0)
  );
}
