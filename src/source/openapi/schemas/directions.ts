// Schemas as a request or an answer has them: a member that is `readOnly` need not be sent, and one
// that is `writeOnly` need not be shown, even if it is required (OpenAPI 3.0, Schema Object).

import { isObject, type Json, type JsonObject, objectOf, own } from '../../../base/json.ts';
import { subschemasOf, withSubschemas } from '../../../schema/keywords/subschemas.ts';
import type { Schema, SchemaName } from '../../../schema/schema.ts';
import type { SchemaBook } from './schema-book.ts';

export type Direction = 'request' | 'answer';

const MARKS = { request: 'readOnly', answer: 'writeOnly' } as const;

/** Makes the schemas of one direction. Those that are the same in both keep their names. */
export class DirectedSchemas {
  private readonly names = new Map<SchemaName, SchemaName>();
  /** The schemas that are the same in both directions, with all that they refer to. */
  private readonly same = new Set<SchemaName>();
  private readonly book: SchemaBook;
  private readonly direction: Direction;

  constructor(book: SchemaBook, direction: Direction) {
    this.book = book;
    this.direction = direction;
  }

  /** Returns the name of a schema as this direction has it. */
  nameOf(name: SchemaName): SchemaName {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    if (!this.reaches(name)) {
      this.names.set(name, name);
      return name;
    }
    const schema = this.book.schemas.get(name) ?? true;
    const own = this.book.add(`${name}.${this.direction}`, true);
    this.names.set(name, own);
    this.book.schemas.set(own, this.written(schema) as Schema);
    return own;
  }

  /** Whether a schema, or one that it refers to, differs in this direction. */
  private reaches(start: SchemaName): boolean {
    if (!this.book.farReaching.has(MARKS[this.direction])) return false;
    const seen = new Set<SchemaName>([start]);
    for (const name of seen) {
      if (this.same.has(name)) continue;
      const schema = this.book.schemas.get(name) ?? true;
      if (this.differs(schema)) return true;
      for (const ref of referencesIn(schema)) seen.add(ref);
    }
    for (const name of seen) this.same.add(name);
    return false;
  }

  private differs(schema: Json): boolean {
    if (!isObject(schema)) return false;
    return this.released(schema).size > 0 || subschemasOf(schema).some((one) => this.differs(one));
  }

  /** The members that a schema requires, and that this direction need not have. */
  private released(schema: JsonObject): ReadonlySet<Json> {
    const [required, properties] = [own(schema, 'required'), own(schema, 'properties')];
    if (!Array.isArray(required) || !isObject(properties)) return new Set();
    return new Set(
      required.filter((name: Json) => this.isMarked(own(properties, String(name)) ?? true)),
    );
  }

  private isMarked(member: Json): boolean {
    if (!isObject(member)) return false;
    if (own(member, MARKS[this.direction]) === true) return true;
    const ref = own(member, '$ref');
    const target = typeof ref === 'string' ? this.book.schemas.get(nameIn(ref)) : undefined;
    return isObject(target) && own(target, MARKS[this.direction]) === true;
  }

  private written(schema: Json): Json {
    if (!isObject(schema)) return schema;
    const released = this.released(schema);
    const directed = withSubschemas(schema, (one) => this.written(one));
    return objectOf(
      Object.entries(directed).map(([key, value]): [string, Json] => {
        if (key === 'required' && Array.isArray(value))
          return [key, value.filter((name: Json) => !released.has(name))];
        if (key === '$ref' && typeof value === 'string')
          return [key, `${this.nameOf(nameIn(value))}.json`];
        return [key, value];
      }),
    );
  }
}

function referencesIn(schema: Json): readonly SchemaName[] {
  if (!isObject(schema)) return [];
  const ref = own(schema, '$ref');
  const below = subschemasOf(schema).flatMap(referencesIn);
  return typeof ref === 'string' ? [nameIn(ref), ...below] : below;
}

function nameIn(ref: string): SchemaName {
  return ref.replace(/\.json$/, '');
}
