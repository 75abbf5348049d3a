// Reads a contract file for those who look for its faults, and collects what they find.

import type { Fault } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer, valueAt } from '../../base/pointer.ts';
import { suggestOr } from '../../base/suggest.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { givenSchema } from '../define/given-contract.ts';

/** Finds the faults of schemas with some names: see `findSchemaFaults`. */
export type FindSchemaFaults = (
  schemas: Schemas,
  fileName: (name: SchemaName) => string,
  names: readonly SchemaName[],
) => readonly Fault[];

/** What to do about a contract file of another form. */
export const FORM_REMEDY =
  'docs/contract.md shows the form of a contract; "standin init <folder>" writes an example.';

/** Begins the names of schemas that stand in a contract: no schema file has such a name. */
const INLINE = '/';

export class ContractReader {
  /** The faults found so far. */
  readonly found: Fault[] = [];
  readonly document: JsonObject;
  readonly schemas: Schemas;
  private readonly file: string;
  /** The schemas in the contract itself, by a name that says where they stand. */
  private readonly inline = new Map<string, JsonObject>();

  constructor(document: JsonObject, file: string, schemas: Schemas) {
    this.document = document;
    this.file = file;
    this.schemas = schemas;
  }

  /** Collects a fault at a place of the contract. */
  addFault(steps: readonly string[], message: string, remedy: string): void {
    this.found.push({ file: this.file, at: toPointer(steps), message, remedy });
  }

  /** The object at a place of the contract; an empty one if nothing is there. */
  objectAt(steps: readonly string[]): JsonObject {
    const value = valueAt(this.document, steps);
    return isObject(value) ? value : {};
  }

  /** The name at a place is that of a schema. */
  expectSchema(steps: readonly string[]): void {
    const last = steps.at(-1) as string;
    const name = own(this.objectAt(steps.slice(0, -1)), last);
    if (typeof name !== 'string' || this.schemas.get(name) !== undefined) return;
    const remedy = suggestOr(
      name,
      this.schemas.names(),
      `The schemas are ${this.schemas.names().join(', ') || 'none'}.`,
    );
    this.addFault(steps, `there is no schema "${name}"`, remedy);
  }

  /** A name is that of a member of the item, as far as its schema says which there are. */
  expectMember(place: readonly string[], name: string): void {
    const item = givenSchema(own(this.document, 'item'));
    if (item === null || this.schemas.memberAt(item.schema, [...item.at, name]) !== undefined)
      return;
    const members = own(this.schemas.memberAt(item.schema, item.at) ?? {}, 'properties');
    if (members === undefined || !isObject(members)) return;
    const known = Object.keys(members);
    this.addFault(
      place,
      `an item has no member "${name}"`,
      suggestOr(name, known, `Its members are ${known.join(', ')}.`),
    );
  }

  /** Keeps a schema that stands in the contract, for `inlineFaults`. */
  keepInline(steps: readonly string[], schema: Json): void {
    this.inline.set(INLINE + toPointer(steps), schema as JsonObject);
  }

  /** The faults of the schemas in the contract, found together: a compiler is slow to set up. */
  inlineFaults(find: FindSchemaFaults): readonly Fault[] {
    if (this.inline.size === 0) return [];
    const all = this.schemas.with(this.inline);
    return find(all, (name) => name, [...this.inline.keys()]).map((fault) => ({
      ...fault,
      file: this.file,
      at: fault.file.slice(INLINE.length) + fault.at,
    }));
  }
}
