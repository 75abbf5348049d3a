// A schema with another schema for one of its members, or without it. What a run may send is narrowed
// so; the schemas of answers stay as they are.

import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  own,
  withMember,
} from '../../base/json.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';

/** Keywords whose schemas are about the value itself. */
const ALSO = ['allOf', 'anyOf', 'oneOf'] as const;
const BRANCHES = ['then', 'else'] as const;

/**
 * Returns a schema in which each schema of a member is another one, or gone if `rewrite` returns
 * `undefined`; `null` if it has no such member. `steps` lead to the member, also through lists.
 */
export function rewriteMember(
  schemas: Schemas,
  name: SchemaName,
  steps: readonly string[],
  rewrite: (member: Json) => Json | undefined,
): Json | null {
  const whole = schemas.absolute(name);
  const rewritten = inside(whole, steps, new Set());
  return rewritten === whole ? null : rewritten;

  /** Returns the schema itself if nothing in it is about the member. */
  function inside(schema: Json, [step = '', ...rest]: readonly string[], seen: Set<string>): Json {
    if (!isObject(schema)) return schema;
    const below = (one: Json): Json => inside(one, [step, ...rest], seen);
    let changed = schema;
    const put = (key: string, value: Json): void => {
      if (value !== own(changed, key)) changed = withMember(changed, key, value);
    };
    for (const keyword of ALSO) {
      const list = own(schema, keyword);
      if (!Array.isArray(list)) continue;
      const parts = (list as readonly Json[]).map(below);
      if (parts.some((part, index) => part !== list[index])) put(keyword, parts);
    }
    for (const keyword of [...BRANCHES, 'items']) {
      const part = own(schema, keyword);
      if (isObject(part)) put(keyword, below(part));
    }
    const ref = own(schema, '$ref');
    const target = typeof ref === 'string' && !seen.has(ref) ? schemas.referred(ref) : undefined;
    if (target !== undefined) {
      const part = inside(target, [step, ...rest], new Set([...seen, String(ref)]));
      if (part !== target) changed = joined(without(changed, '$ref'), part);
    }
    const properties = own(schema, 'properties');
    const member = isObject(properties) ? own(properties, step) : undefined;
    if (!isObject(properties) || member === undefined) return changed;
    const now = rest.length > 0 ? inside(member, rest, new Set()) : rewrite(member);
    if (now !== undefined) {
      if (now !== member) put('properties', withMember(properties, step, now));
      return changed;
    }
    put('properties', without(properties, step));
    const required = own(schema, 'required');
    if (Array.isArray(required))
      put(
        'required',
        required.filter((one) => one !== step),
      );
    return changed;
  }
}

/** Adds a schema to the others that apply. */
function joined(schema: JsonObject, part: Json): JsonObject {
  const others = own(schema, 'allOf');
  return withMember(schema, 'allOf', [...(Array.isArray(others) ? others : []), part]);
}

function without(object: JsonObject, key: string): JsonObject {
  return objectOf(Object.entries(object).filter(([name]) => name !== key));
}
