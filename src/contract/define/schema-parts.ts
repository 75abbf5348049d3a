// Gives names to schemas that stand inside others or in a contract file itself.

import { equal } from '../../base/equal.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Schema, SchemaName, Schemas } from '../../schema/schema.ts';
import type { Envelope } from '../contract.ts';
import { innerName } from '../envelope.ts';

/** The schemas that the contracts of a project name parts of. */
export class SchemaParts {
  /** The parts named so far. */
  readonly named = new Map<SchemaName, Schema>();
  private readonly schemas: Schemas;

  constructor(schemas: Schemas) {
    this.schemas = schemas;
  }

  /** Names a schema. A name that is taken keeps its schema. */
  add(name: SchemaName, schema: Schema): SchemaName {
    if (this.schemas.get(name) === undefined) this.named.set(name, schema);
    return name;
  }

  /** Names a schema that stands in a contract file, with a number if the name has another schema. */
  addInline(resource: string, place: string, schema: JsonObject): SchemaName {
    // A name is part of references, in which a colon would end a scheme (`id:in`).
    const name = `${resource}.${encodeURIComponent(place)}`;
    const isFree = (one: SchemaName): boolean => {
      const known = this.named.get(one) ?? this.schemas.get(one);
      return known === undefined || equal(known, schema);
    };
    let free = name;
    for (let count = 2; !isFree(free); count++) free = `${name}.${count}`;
    return this.add(free, schema);
  }

  /** Returns the name of the schema inside an envelope. */
  inside(envelope: Envelope): SchemaName {
    const name = innerName(this.schemas, envelope);
    const schema = this.schemas.memberAt(envelope.schema, envelope.at);
    return envelope.at.length === 0 || schema === undefined ? name : this.add(name, schema);
  }
}
