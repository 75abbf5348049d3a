// What all parts of a contract file are about: its item and its list, the id, the form of bodies.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import type { Envelope } from '../contract.ts';
import { fileSchema } from '../envelopes/file-item.ts';
import type { FormName } from '../envelopes/item-form.ts';
import { type NamedForm, namedForm } from '../envelopes/named-forms.ts';
import { idSchemaOf, markedReferences } from '../relations/references.ts';
import { type GivenOperations, type GivenSchema, givenSchema } from './given-contract.ts';
import type { SchemaParts } from './schema-parts.ts';

/** The schema of the items of a contract that has none. */
const NO_ITEM = 'anything';

/** The member of a row that has the id if the item has none. */
const HIDDEN_ID = 'standin-id';

export class GivenResource {
  readonly document: JsonObject;
  readonly schemas: Schemas;
  readonly parts: SchemaParts;
  readonly name: string;
  readonly item: GivenSchema;
  readonly list: GivenSchema;
  /** The member that has the id; an item that does not show its id has it under a name of ours. */
  readonly id: string;
  /** Whether there is only one item, at the path itself. */
  readonly isOne: boolean;
  /** The media types of the item if it is a file, otherwise `null`. */
  readonly file: readonly string[] | null;
  /** The form of all bodies; `null` if the contract names none. */
  readonly form: NamedForm | null;

  constructor(document: JsonObject, schemas: Schemas, parts: SchemaParts) {
    this.document = document;
    this.schemas = schemas;
    this.parts = parts;
    this.name = String(own(document, 'resource'));
    this.isOne = own(document, 'one') === true;
    this.file = (own(document, 'file') ?? null) as readonly string[] | null;
    this.item = givenSchema(own(document, 'item')) ?? { schema: this.unnamedItem(), at: [] };
    const item = parts.inside(this.item);
    this.list = givenSchema(own(document, 'list')) ?? {
      schema: parts.add(`${item}.list`, { type: 'array', items: { $ref: `${item}.json` } }),
      at: [],
    };
    const id = own(document, 'id');
    this.id = id === null ? HIDDEN_ID : ((id as string | undefined) ?? 'id');
    this.form = this.namedForm();
  }

  /** The members of an item by name, with their schemas. */
  members(): JsonObject {
    return propertiesOf(this.schemas.memberAt(this.item.schema, this.item.at));
  }

  /** The schema of one member of an item; `undefined` if its schema names no such member. */
  member(steps: readonly string[]): JsonObject | undefined {
    return this.schemas.memberAt(this.item.schema, [...this.item.at, ...steps]);
  }

  idType(): 'number' | 'string' {
    const id = String(own(this.document, 'id') ?? 'id');
    return own(this.member([id]) ?? {}, 'type') === 'string' ? 'string' : 'number';
  }

  /**
   * A request has its item at the same place as an answer, if its schema has an object there and is
   * not the item itself, which may have a member with the name of the envelope.
   */
  isWrapped(schema: SchemaName): boolean {
    const { at } = this.item;
    const inside = at.length > 0 ? this.schemas.memberAt(schema, at) : undefined;
    const types = [own(inside ?? {}, 'type') ?? 'object'].flat() as readonly Json[];
    const isItem = schema === this.schemas.fileAt(this.item.schema, at);
    return inside !== undefined && types.includes('object') && !isItem;
  }

  /** Where a body of a request has its item: as the contract says, or as in answers. */
  bodyOf(schema: SchemaName): GivenSchema {
    const operations = (own(this.document, 'operations') ?? {}) as unknown as GivenOperations;
    const named = Object.values(operations).find(
      ({ body, bodyAt }) => body === schema && bodyAt !== undefined,
    )?.bodyAt;
    if (named !== undefined) return { schema, at: parsePointer(named) ?? [] };
    return { schema, at: this.isWrapped(schema) ? this.item.at : [] };
  }

  /** The envelope of the list; `null` if it has none. */
  listEnvelope(): Envelope | null {
    const { isOfNames, isKeyed, paging: _, filters: __, ...list } = this.list;
    if (isOfNames === true) return { ...list, names: this.id };
    if (isKeyed === true) return { ...list, keyed: this.id };
    return list.at.length === 0 ? null : list;
  }

  /** The schema of a list of items, inside its envelope. */
  listInside(): SchemaName {
    if (this.list.isKeyed === true) {
      const items = { $ref: `${this.parts.inside(this.item)}.json` };
      return this.parts.addInline(this.name, 'keyed', { type: 'array', items });
    }
    if (this.list.isOfNames !== true) return this.parts.inside(this.list);
    const properties = { [this.id]: this.member([this.id]) ?? {} };
    const items = { type: 'object', properties, required: [this.id] };
    return this.parts.addInline(this.name, 'named', { type: 'array', items });
  }

  /** The schema of an item that is a file, or of which nothing is said. */
  private unnamedItem(): SchemaName {
    return this.file === null
      ? this.parts.add(NO_ITEM, {})
      : this.parts.add(`${this.name}.file`, fileSchema(this.file));
  }

  private namedForm(): NamedForm | null {
    const name = own(this.document, 'envelope') as FormName | undefined;
    if (name === undefined) return null;
    const references = markedReferences(this.schemas, this.item).map(({ member, to, holds }) => {
      const schema = idSchemaOf(this.schemas, this.item.schema, { member, to, holds });
      return { member, to, holds, ids: idsIn(schema) };
    });
    const [resource, id] = [this.name, this.id];
    return namedForm(name, { resource, id, ids: this.idType(), references });
  }
}

/** The properties of a schema by name. */
export function propertiesOf(schema: JsonObject | undefined): JsonObject {
  const properties = own(schema ?? {}, 'properties');
  return isObject(properties) ? properties : {};
}

function idsIn(schema: JsonObject): 'number' | 'string' {
  const type = own(schema, 'type') ?? 'string';
  const types = (Array.isArray(type) ? type : [type]) as readonly Json[];
  return types.includes('integer') || types.includes('number') ? 'number' : 'string';
}
