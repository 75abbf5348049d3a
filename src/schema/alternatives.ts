// A schema as those of which one applies, each with everything that it includes.

import { isObject, type Json, type JsonObject, own, typeName } from '../base/json.ts';
import { remember } from '../base/remember.ts';
import { branchesOf, mergedSchema, withBranch } from './keywords.ts';
import { mergeSchemas } from './merge.ts';
import type { SchemaName, Schemas } from './schema.ts';

/** Returns the schemas of which one applies, without those that admit null alone. */
export function alternativesOf(schemas: Schemas, schema: Json): readonly JsonObject[] {
  return isObject(schema) ? known(schemas)(schema) : findAlternatives(schemas, schema);
}

const known = remember(
  (schemas: Schemas) =>
    remember((schema: JsonObject) => findAlternatives(schemas, schema), new WeakMap()),
  new WeakMap(),
);

function findAlternatives(schemas: Schemas, schema: Json): readonly JsonObject[] {
  const all = leavesOf(schemas, schema, 0);
  const others = all.filter((one) => typesOf(one).length > 0 || own(one, 'type') === undefined);
  return others.length === 0 ? all : others;
}

function leavesOf(schemas: Schemas, schema: Json, depth: number): readonly JsonObject[] {
  const whole = mergedSchema(schemas, schema);
  const branches = depth > DEPTH_MAX ? undefined : branchesOf(whole);
  return branches === undefined
    ? [whole]
    : branches.flatMap((one) => leavesOf(schemas, withBranch(schemas, whole, one), depth + 1));
}

/** Branches may have branches, and refer to themselves without end. */
const DEPTH_MAX = 3;

/**
 * Returns the members of each of the schemas of which one applies, with those beside them; none if
 * no alternative adds any.
 */
export function membersOfAlternatives(
  schemas: Schemas,
  name: SchemaName,
): readonly ReadonlyMap<string, JsonObject>[] {
  const beside = schemas.membersOf(name);
  const all = alternativesOf(schemas, mergeSchemas(schemas.partsByName(name))).flatMap((one) => {
    const properties = own(one, 'properties');
    if (!isObject(properties)) return [];
    const members = Object.entries(properties).map(
      ([key, member]) => [key, mergedSchema(schemas, member)] as const,
    );
    return [new Map([...beside, ...members])];
  });
  return all.some(({ size }) => size > beside.size) ? all : [];
}

/** Returns the alternative that admits the type of a value; `undefined` if none does. */
export function alternativeFor(
  schemas: Schemas,
  schema: Json,
  value: Json,
): JsonObject | undefined {
  const type = value === null ? 'object' : typeName(value);
  return alternativesOf(schemas, schema).find((one) => {
    const types = typesOf(one);
    return types.length === 0 || types.includes(type);
  });
}

/** The types that a schema names, also by its options; without null, and integers as numbers. */
export function typesOf(schema: JsonObject): readonly string[] {
  const type = own(schema, 'type');
  const options = own(schema, 'enum');
  const named =
    type === undefined && Array.isArray(options)
      ? options.map((one: Json) => (one === null ? 'null' : typeof one))
      : type === undefined
        ? []
        : ([type].flat() as readonly Json[]);
  const types = named.map((one) => (one === 'integer' ? 'number' : String(one)));
  return [...new Set(types)].filter((one) => one !== 'null');
}

/** Whether null fits a schema, as far as types and options tell. */
export function admitsNull(schemas: Schemas, schema: JsonObject): boolean {
  const branches = branchesOf(schema);
  if (branches !== undefined)
    return branches.some((branch) => admitsNull(schemas, mergedSchema(schemas, branch)));
  const types = own(schema, 'type');
  const values = own(schema, 'enum');
  const admits = (all: Json | undefined, one: Json): boolean =>
    all === undefined ||
    (Array.isArray(all) ? (all as readonly Json[]).includes(one) : all === one);
  return admits(types, 'null') && admits(values, null);
}
