// JSON Schemas (2020-12) by name, and what can be read from them without validating: members,
// types, `x-` marks. Does not use ajv.

import { isObject, type Json, type JsonObject, objectOf, own } from '../base/json.ts';
import { tryPercentDecode } from '../base/percent.ts';
import { parsePointer, valueAt } from '../base/pointer.ts';
import { remember } from '../base/remember.ts';
import { keywordsWith, listKeywords, otherMembers } from './keywords/keyword-table.ts';
import { schemasAt } from './keywords/subschemas.ts';
import { mergeSchemas } from './merge.ts';

/** The name of a schema: its file name without `.json`. */
export type SchemaName = string;
export type Schema = JsonObject | boolean;

const LIST_KEYWORDS = [...listKeywords, 'not', 'enum', 'const'];

/** The schemas of a project by name. A `$ref` names a file in the same folder: `user.json`. */
export class Schemas {
  private readonly byName: ReadonlyMap<SchemaName, Schema>;

  constructor(byName: ReadonlyMap<SchemaName, Schema>) {
    this.byName = byName;
  }

  names(): readonly SchemaName[] {
    return [...this.byName.keys()];
  }

  /** The schemas by name, as plain data. */
  all(): ReadonlyMap<SchemaName, Schema> {
    return this.byName;
  }

  get(name: SchemaName): Schema | undefined {
    return this.byName.get(name);
  }

  /** Returns these schemas and others. One that is here already stays. */
  with(others: ReadonlyMap<SchemaName, Schema>): Schemas {
    return others.size === 0 ? this : new Schemas(new Map([...others, ...this.byName]));
  }

  /** The schema of a member below a schema, by the names on the way to it; `undefined` if none. */
  memberAt(name: SchemaName, steps: readonly string[]): JsonObject | undefined {
    const parts = this.partsBelow(name, steps);
    return parts.length === 0 ? undefined : mergeSchemas(parts);
  }

  /** The name of the schema that a member refers to as a whole; `undefined` if it has its own. */
  fileAt(name: SchemaName, steps: readonly string[]): SchemaName | undefined {
    const [first] = this.partsBelow(name, steps);
    const ref = first === undefined ? undefined : own(first, '$ref');
    return typeof ref === 'string' && ref.endsWith('.json') && Object.keys(first ?? {}).length === 1
      ? ref.slice(0, -'.json'.length)
      : undefined;
  }

  private partsBelow(name: SchemaName, steps: readonly string[]): readonly JsonObject[] {
    return steps.reduce<readonly JsonObject[]>(
      (parts, step) =>
        parts.flatMap((part) => {
          const properties = own(part, 'properties');
          return isObject(properties) ? this.partsOf(own(properties, step)) : [];
        }),
      this.partsByName(name),
    );
  }

  /**
   * The members that a schema names, with their schemas; those that it only requires may have any
   * value. Follows `$ref` and `allOf`.
   */
  readonly membersOf = remember((name: SchemaName): ReadonlyMap<string, JsonObject> => {
    const found = new Map<string, JsonObject>();
    const parts = this.partsByName(name);
    for (const part of parts) {
      const properties = own(part, 'properties');
      if (!isObject(properties)) continue;
      for (const [key, schema] of Object.entries(properties)) {
        const known = found.get(key);
        found.set(
          key,
          mergeSchemas([...(known === undefined ? [] : [known]), ...this.partsOf(schema)]),
        );
      }
    }
    if (!parts.some(namesOthers))
      for (const key of requiredIn(parts)) if (!found.has(key)) found.set(key, {});
    return found;
  });

  /** The default values of members that have a `default`. */
  readonly defaultsOf = remember((name: SchemaName): readonly (readonly [string, Json])[] =>
    [...this.membersOf(name)].flatMap(([key, schema]) =>
      Object.hasOwn(schema, 'default') ? [[key, own(schema, 'default') as Json] as const] : [],
    ),
  );

  /** The members of a schema that are marked with `"x-unique": true`. */
  readonly uniqueOf = remember((name: SchemaName): readonly string[] =>
    [...this.membersOf(name)].flatMap(([key, schema]) =>
      own(schema, 'x-unique') === true ? [key] : [],
    ),
  );

  /** Returns whether a list schema limits the list itself, not only its elements. */
  readonly limitsList = remember((list: SchemaName): boolean =>
    this.mentionsByName(list).some((part) =>
      LIST_KEYWORDS.some((keyword) => own(part, keyword) !== undefined),
    ),
  );

  /** Returns whether a list schema includes the item schema, so that it checks the elements. */
  listIncludes(list: SchemaName, item: SchemaName): boolean {
    return this.includedIn(list)(item);
  }

  private readonly includedIn = remember((list: SchemaName) =>
    remember((item: SchemaName): boolean => {
      const schema = this.absolute(item);
      return this.partsByName(list).some((part) =>
        this.partsOf(own(part, 'items')).some((one) => one === schema),
      );
    }),
  );

  /** The members that a schema requires. */
  readonly requiredOf = remember((name: SchemaName): readonly string[] =>
    requiredIn(this.partsByName(name)),
  );

  /** The members that a list schema requires of its elements. */
  readonly requiredOfItems = remember((list: SchemaName): readonly string[] =>
    requiredIn(this.partsByName(list).flatMap((part) => this.partsOf(own(part, 'items')))),
  );

  /** The members that a list schema may require of its elements: also those of alternatives. */
  readonly requirableOfItems = remember((list: SchemaName): readonly string[] =>
    requiredIn(this.partsByName(list).flatMap((part) => this.mentionsOf(own(part, 'items')))),
  );

  /** The members that a list schema names for its elements, with their schemas. */
  readonly membersOfItems = remember((name: SchemaName): ReadonlyMap<string, JsonObject> => {
    const found = new Map<string, JsonObject>();
    for (const part of this.partsByName(name).flatMap((one) => this.partsOf(own(one, 'items')))) {
      const properties = own(part, 'properties');
      for (const [key, schema] of Object.entries(isObject(properties) ? properties : {}))
        found.set(key, mergeSchemas(this.partsOf(schema)));
    }
    return found;
  });

  /** The JSON types that a member admits; empty if the schema names none. */
  typesOf(name: SchemaName, member: string): readonly string[] {
    const schema = this.membersOf(name).get(member);
    const type = schema === undefined ? undefined : own(schema, 'type');
    if (typeof type === 'string') return [type];
    return Array.isArray(type)
      ? (type as readonly Json[]).filter((one) => typeof one === 'string')
      : [];
  }

  /** A schema by name and everything it includes. */
  partsByName(name: SchemaName): readonly JsonObject[] {
    return this.partsOf(this.absolute(name));
  }

  /**
   * A schema and everything it includes through `$ref` and `allOf`. The schema must come from this
   * object, so that its references are complete.
   */
  partsOf(schema: Json | undefined): readonly JsonObject[] {
    return this.gather(schema, [], new Set());
  }

  /** A schema and everything it includes, as one. The schema must come from this object. */
  readonly wholeOf = remember(
    (schema: JsonObject): JsonObject => mergeSchemas(this.partsOf(schema)),
    new WeakMap(),
  );

  /** Like `partsOf`, with what may also apply: `anyOf`, `then`, `dependentSchemas` and so on. */
  mentionsOf(schema: Json | undefined): readonly JsonObject[] {
    return this.gather(schema, PERHAPS, new Set());
  }

  /** A schema by name and everything that may apply. */
  mentionsByName(name: SchemaName): readonly JsonObject[] {
    return this.mentionsOf(this.absolute(name));
  }

  private gather(
    schema: Json | undefined,
    also: readonly string[],
    seen: Set<string>,
  ): readonly JsonObject[] {
    if (schema === false) return [NOTHING];
    if (!isObject(schema)) return [];
    const parts: JsonObject[] = [schema];
    const ref = own(schema, '$ref');
    if (typeof ref === 'string' && !seen.has(ref)) {
      seen.add(ref);
      parts.push(...this.gather(this.referred(ref), also, seen));
    }
    for (const keyword of ['allOf', ...also]) {
      const below = own(schema, keyword);
      for (const part of below === undefined ? [] : schemasAt(keyword, below))
        parts.push(...this.gather(part, also, seen));
    }
    return parts;
  }

  /** The schema that a complete reference leads to. */
  referred(ref: string): Json | undefined {
    const [file = '', pointer = ''] = ref.split('#');
    const steps = parsePointer(tryPercentDecode(pointer) ?? 'none');
    const schema = file.endsWith('.json') ? this.absolute(file.slice(0, -'.json'.length)) : null;
    return steps === null ? undefined : valueAt(schema, steps);
  }

  /** A schema by name in which references name their file too: its parts can be read anywhere. */
  readonly absolute = remember((name: SchemaName): Json => {
    const given = this.byName.get(name);
    if (given === undefined) return null;
    const isWhole = !JSON.stringify(given).includes('"$ref":"#');
    return isWhole ? given : withWholeReferences(given, `${name}.json`);
  });
}

/** The keywords whose schemas may apply to the value itself. A denial says nothing of it. */
const PERHAPS = ['if', ...keywordsWith(({ about }) => about === 'perhaps')];

/** What no value fits. */
const NOTHING: JsonObject = { not: true };

/** Whether a schema says elsewhere what members there may be besides `properties`. */
function namesOthers(part: JsonObject): boolean {
  return OTHER_MEMBERS.some((keyword) => own(part, keyword) !== undefined);
}

const OTHER_MEMBERS = ['anyOf', 'oneOf', 'if', ...otherMembers];

/** The members that any of some schemas requires. */
export function requiredIn(parts: readonly JsonObject[]): readonly string[] {
  const names = parts.flatMap((part) => {
    const required = own(part, 'required');
    return Array.isArray(required) ? (required as readonly Json[]) : [];
  });
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

function withWholeReferences(schema: Json, file: string): Json {
  if (Array.isArray(schema))
    return (schema as readonly Json[]).map((item) => withWholeReferences(item, file));
  if (!isObject(schema)) return schema;
  const members = Object.entries(schema).map(([key, value]): [string, Json] => {
    const isLocal = key === '$ref' && typeof value === 'string' && value.startsWith('#');
    return [key, isLocal ? `${file}${value}` : withWholeReferences(value, file)];
  });
  return objectOf(members);
}
