// The matching rules of a pact for the body of a reply: members that the schema names must exist,
// each with the recorded type.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';

export type PactRules = Readonly<Record<string, Json>>;

export interface BodyRules {
  readonly example: Json;
  /** By JSONPath: `$.id`, `$[*].name`. */
  readonly rules: PactRules;
}

/**
 * Returns example and rules for a body that the contract specifies; `null` if its schema requires
 * nothing. Elements of lists need only what the schema requires, as lists contain other items too.
 * Members that the schema does not name, and `null`, are left out.
 */
export function bodyRules(
  value: Json,
  shown: SchemaName,
  contract: Contract,
  schemas: Schemas,
): BodyRules | null {
  if (shown !== contract.list) {
    const named = [...schemas.membersOf(shown).keys()];
    if (!isObject(value) || named.length === 0) return null;
    const example = pick(value, named);
    return { example, rules: objectOf(memberRules(example, '$')) };
  }
  if (!Array.isArray(value)) return null;
  const required = schemas.requiredOfItems(contract.list);
  const first = (value as readonly Json[]).find(isObject);
  if (first === undefined) return null;
  const example = pick(first, required.length > 0 ? required : [contract.id]);
  return {
    example: [example],
    rules: objectOf([['$', rule({ match: 'type', min: 1 })], ...memberRules(example, '$[*]')]),
  };
}

function pick(value: JsonObject, members: readonly string[]): JsonObject {
  const kept = members.flatMap((member): (readonly [string, Json])[] => {
    const found = own(value, member);
    return found === undefined || found === null ? [] : [[member, found]];
  });
  return objectOf(kept);
}

function memberRules(value: JsonObject, at: string): readonly (readonly [string, Json])[] {
  return Object.entries(value).flatMap(([key, member]) => valueRules(member, `${at}${step(key)}`));
}

function valueRules(value: Json, at: string): readonly (readonly [string, Json])[] {
  if (isObject(value)) return [[at, rule({ match: 'type' })], ...memberRules(value, at)];
  if (Array.isArray(value)) return [[at, rule({ match: 'type', min: 0 })]];
  return [
    [
      at,
      rule({
        match:
          typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'type',
      }),
    ],
  ];
}

/** Names that JSONPath does not allow after a dot are in brackets. */
function step(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll(/[\\']/g, '\\$&')}']`;
}

function rule(matcher: JsonObject): Json {
  return { combine: 'AND', matchers: [matcher] };
}
