// What all kinds of a thing have in common, written beside them: each reader of members finds the id
// of a vessel that is a tug or a barge. The same values fit.

import { equal } from '../../../base/equal.ts';
import { isObject, type Json, type JsonObject, objectOf, own } from '../../../base/json.ts';
import { type KindMark, kindsIn } from '../../../schema/keywords/kinds.ts';
import { withSubschemas } from '../../../schema/keywords/subschemas.ts';
import { mergedSchema } from '../../../schema/keywords.ts';
import { requiredIn, type Schema, type SchemaName, Schemas } from '../../../schema/schema.ts';

type Book = Map<SchemaName, Schema>;

/** Writes into some schemas of a book what their kinds have in common. */
export function shareCommonMembers(book: Book, names: readonly SchemaName[]): void {
  const left = new Set(names);
  const visit = (name: SchemaName): void => {
    const schema = book.get(name);
    if (!left.delete(name) || schema === undefined) return;
    const changed = shared(schema);
    if (changed !== schema) book.set(name, changed as Schema);
  };
  const shared = (schema: Json): Json => {
    if (!isObject(schema)) return schema;
    const changed = withSubschemas(schema, shared);
    const kinds = kindsIn(changed);
    if (kinds === null) return changed;
    // A kind may have kinds itself.
    for (const ref of kindsOf(changed).flatMap(refsIn)) visit(ref.replace(/\.json$/, ''));
    return withCommon(book, changed, kinds);
  };
  for (const name of names) visit(name);
}

function withCommon(book: Book, schema: JsonObject, { member }: KindMark): JsonObject {
  const schemas = new Schemas(book);
  const all = kindsOf(schema).map((kind) => mergedSchema(schemas, kind));
  const [first = {}, ...others] = all;
  const named = (one: JsonObject): JsonObject => {
    const properties = own(one, 'properties');
    return properties !== undefined && isObject(properties) ? properties : {};
  };
  const whole = (one: JsonObject, name: string): JsonObject | null => {
    const found = own(named(one), name);
    return found === undefined ? null : mergedSchema(schemas, found);
  };
  const given = named(schema);
  const told = (members: readonly (JsonObject | null)[]): readonly [string, Json][] => {
    const options = members.map((one) => own(one ?? {}, 'enum'));
    if (!options.every((one) => Array.isArray(one))) return [];
    return [[member, { type: 'string', enum: [...new Set(options.flat())] as Json }]];
  };
  const common = Object.keys(named(first)).flatMap((name): readonly [string, Json][] => {
    const mine = whole(first, name);
    if (mine === null || Object.hasOwn(given, name)) return [];
    if (name === member) return told(all.map((one) => whole(one, name)));
    return others.every((one) => equal(whole(one, name) ?? null, mine)) ? [[name, mine]] : [];
  });
  const required = requiredIn([schema, first]).filter((name) =>
    others.every((one) => requiredIn([schema, one]).includes(name)),
  );
  const isOfObjects = all.every((one) => own(one, 'type') === 'object');
  return {
    ...(isOfObjects && !isNullable(schema) ? { type: 'object' } : {}),
    ...schema,
    ...(common.length === 0 ? {} : { properties: { ...given, ...objectOf(common) } }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The schemas that are told apart; null is none of them. */
function kindsOf(schema: JsonObject): readonly Json[] {
  const all = own(schema, 'anyOf');
  return (Array.isArray(all) ? (all as readonly Json[]) : []).filter((one) => !isNull(one));
}

function isNullable(schema: JsonObject): boolean {
  const all = own(schema, 'anyOf');
  return Array.isArray(all) && (all as readonly Json[]).some(isNull);
}

function isNull(schema: Json): boolean {
  return isObject(schema) && own(schema, 'type') === 'null';
}

/** The references of one kind, at its own place. */
function refsIn(kind: Json): readonly string[] {
  if (!isObject(kind)) return [];
  const [ref, parts] = [own(kind, '$ref'), own(kind, 'allOf')];
  return [
    ...(typeof ref === 'string' ? [ref] : []),
    ...(Array.isArray(parts) ? (parts as readonly Json[]).flatMap(refsIn) : []),
  ];
}
