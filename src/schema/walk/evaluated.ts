// Which members and items of a value the keywords of a schema evaluate, as `unevaluatedProperties` and
// `unevaluatedItems` ask (JSON Schema 2020-12, 11). Judges nothing itself.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { patternMatcher } from '../match-pattern.ts';

interface Asked {
  readonly isMet: (schema: Json, value: Json) => boolean;
  readonly referred: (ref: string) => Json;
}

/** The schemas that the keywords for members have for one: by name, by pattern, else for all others. */
export function schemasOfMember(schema: JsonObject, name: string): readonly Json[] {
  const [properties, patterns] = [own(schema, 'properties'), own(schema, 'patternProperties')];
  const named =
    properties !== undefined && isObject(properties) ? own(properties, name) : undefined;
  const found = [
    ...(named === undefined ? [] : [named]),
    ...Object.entries(patterns !== undefined && isObject(patterns) ? patterns : {}).flatMap(
      ([pattern, one]) => (patternMatcher(pattern)(name) ? [one] : []),
    ),
  ];
  if (found.length > 0) return found;
  const others = own(schema, 'additionalProperties');
  return others === undefined ? [] : [others];
}

/** Returns the names of the members, or the indexes of the items, that a schema evaluates. */
export function evaluatedIn(
  schema: Json,
  value: JsonObject | readonly Json[],
  asked: Asked,
): ReadonlySet<string> {
  const found = new Set<string>();
  if (!isObject(schema)) return found;
  addOwn(found, schema, value, asked);
  for (const part of besideIn(schema, value, asked)) {
    addAll(found, evaluatedIn(part, value, asked));
    const rest = Array.isArray(value) ? 'unevaluatedItems' : 'unevaluatedProperties';
    if (isObject(part) && own(part, rest) !== undefined) addAll(found, Object.keys(value));
  }
  return found;
}

function addOwn(
  found: Set<string>,
  schema: JsonObject,
  value: JsonObject | readonly Json[],
  { isMet }: Asked,
): void {
  if (!Array.isArray(value)) {
    const names = Object.keys(value);
    addAll(
      found,
      names.filter((name) => schemasOfMember(schema, name).length > 0),
    );
    return;
  }
  const first = own(schema, 'prefixItems');
  const count = Array.isArray(first) ? first.length : 0;
  const [items, wanted] = [own(schema, 'items'), own(schema, 'contains')];
  for (const [index, one] of (value as readonly Json[]).entries())
    if (index < count || items !== undefined || (wanted !== undefined && isMet(wanted, one)))
      found.add(String(index));
}

/** The schemas beside one that the value fits: what the others evaluate does not count. */
function besideIn(schema: JsonObject, value: Json, { isMet, referred }: Asked): readonly Json[] {
  const [ref, asked] = [own(schema, '$ref'), own(schema, 'if')];
  const all = (keyword: string): readonly Json[] => {
    const list = own(schema, keyword);
    return Array.isArray(list) ? (list as readonly Json[]) : [];
  };
  const dependent = own(schema, 'dependentSchemas');
  const isFound = asked !== undefined && isMet(asked, value);
  const answer = own(schema, isFound ? 'then' : 'else');
  return [
    ...(typeof ref === 'string' ? [referred(ref)] : []),
    ...['allOf', 'anyOf', 'oneOf'].flatMap(all).filter((one) => isMet(one, value)),
    ...(isFound ? [asked] : []),
    ...(asked === undefined || answer === undefined ? [] : [answer]),
    ...Object.entries(dependent !== undefined && isObject(dependent) ? dependent : {}).flatMap(
      ([name, one]) => (isObject(value) && Object.hasOwn(value, name) ? [one] : []),
    ),
  ];
}

function addAll(found: Set<string>, names: Iterable<string>): void {
  for (const name of names) found.add(name);
}
