// The fields of a form or of a query as JSON: names with brackets lead into objects and lists, and
// values are read by the types in a schema.

import {
  isObject,
  type Json,
  type JsonObject,
  numberFrom,
  objectOf,
  own,
} from '../../base/json.ts';
import { mergeSchemas } from '../../schema/merge.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { FormField } from './multipart.ts';

/** Returns fields as an object, whose members have the types in a schema. */
export function readFields(
  fields: readonly FormField[],
  schemas: Schemas,
  shape: JsonObject,
): JsonObject {
  const all = emptyFields();
  for (const { name, value } of fields) {
    let at = all;
    for (const step of stepsOf(name)) {
      if (step === '') at.isList = true;
      else {
        const next = at.inner.get(step) ?? emptyFields();
        at.inner.set(step, next);
        at = next;
      }
    }
    at.values.push(value);
  }
  return membersOf(all, new FieldReader(schemas), shape);
}

/** The fields of one name, and of names within it: `address[city]`, `tags[]`. */
interface Fields {
  readonly values: FormField['value'][];
  readonly inner: Map<string, Fields>;
  isList: boolean;
}

function emptyFields(): Fields {
  return { values: [], inner: new Map(), isList: false };
}

/** The steps in the name of a field. A name that is not closed is one step; depth has a limit. */
function stepsOf(name: string): readonly string[] {
  const [, first, inside] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (first === undefined || inside === undefined) return [name];
  const steps = [...inside.matchAll(/\[([^[\]]*)\]/g)].map(([, step = '']) => step);
  return steps.length > DEPTH_MAX ? [name] : [first, ...steps];
}

const DEPTH_MAX = 16;

function membersOf({ inner }: Fields, reader: FieldReader, schema: JsonObject): JsonObject {
  return objectOf(
    [...inner].map(([name, fields]) => [name, reader.read(fields, reader.memberOf(schema, name))]),
  );
}

/** Reads fields as the types of a schema say. */
export class FieldReader {
  private readonly schemas: Schemas;

  constructor(schemas: Schemas) {
    this.schemas = schemas;
  }

  read(fields: Fields, schema: JsonObject): Json {
    const { values, inner, isList } = fields;
    if (isList || values.length > 1 || (this.typesOf(schema).has('array') && !isJson(values[0]))) {
      const items = mergeSchemas(this.schemas.partsOf(own(schema, 'items')));
      return [
        ...values.map((value) => this.scalar(value, items)),
        ...[...inner.values()].map((one) => this.read(one, items)),
      ];
    }
    const [value] = values;
    return value === undefined ? membersOf(fields, this, schema) : this.scalar(value, schema);
  }

  memberOf(schema: JsonObject, name: string): JsonObject {
    const members = own(schema, 'properties');
    const member = isObject(members) ? own(members, name) : undefined;
    return mergeSchemas(this.schemas.partsOf(member));
  }

  scalar(value: FormField['value'], schema: JsonObject): Json {
    if (typeof value !== 'string') return value.json ?? value.url;
    const types = this.typesOf(schema);
    if ((types.has('number') || types.has('integer')) && NUMBER.test(value))
      return numberFrom(value);
    if (types.has('boolean') && (value === 'true' || value === 'false')) return value === 'true';
    return types.has('null') && !types.has('string') && value === '' ? null : value;
  }

  /** The types that a schema names, also by its constants. */
  typesOf(schema: JsonObject): ReadonlySet<string> {
    const named = this.schemas.mentionsOf(schema).flatMap((part) => {
      const values = own(part, 'enum') ?? [];
      const constant = own(part, 'const');
      return [
        own(part, 'type') ?? [],
        ...(Array.isArray(values) ? (values as readonly Json[]).map(typeName) : []),
        constant === undefined ? [] : typeName(constant),
      ].flat();
    });
    return new Set(named.map(String));
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function typeName(value: Json): string {
  return value === null ? 'null' : typeof value;
}

function isJson(value: FormField['value'] | undefined): boolean {
  return typeof value === 'object' && value.json !== undefined;
}
