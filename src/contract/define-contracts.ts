// Fills in what contract files may omit, and gives names to the schemas that stand inside others:
// the item in its envelope, the elements of a list.

import { isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { parsePointer } from '../base/pointer.ts';
import { type Schema, type SchemaName, Schemas } from '../schema/schema.ts';
import type { Contract, Envelope, Operation, Outcome } from './contract.ts';
import { innerName } from './envelope.ts';
import { type Kind, kinds, methods } from './operation-kinds.ts';
import { settledChoices } from './settled-choices.ts';

/** Contracts, and the schemas with those that they name parts of. */
export interface Defined {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
}

/** Reads contract files that passed `findContractFaults`. */
export function defineContracts(documents: readonly Json[], schemas: Schemas): Defined {
  const parts = new Map<SchemaName, Schema>();
  const contracts = documents.map((document) => new Definer(document, schemas, parts).contract());
  return { contracts, schemas: schemas.with(parts) };
}

/** Reads one contract file. Its schemas are only needed if it has envelopes. */
export function readContract(document: Json, schemas: Schemas = NO_SCHEMAS): Contract {
  return defineContracts([document], schemas).contracts[0] as Contract;
}

const NO_SCHEMAS: Schemas = new Schemas(new Map());

/** The schema of an item or a list in a contract file: its name, or where it stands in a body. */
export interface GivenSchema {
  readonly schema: SchemaName;
  readonly at: readonly string[];
  readonly total?: readonly string[];
}

/** Returns what a contract file says about the schema of the item or the list. */
export function givenSchema(given: Json | undefined): GivenSchema | null {
  if (typeof given === 'string') return { schema: given, at: [] };
  if (given === undefined || !isObject(given)) return null;
  const steps = (member: string): readonly string[] | null => {
    const pointer = own(given, member);
    return typeof pointer === 'string' ? parsePointer(pointer) : null;
  };
  const total = steps('total');
  return {
    schema: String(own(given, 'schema')),
    at: steps('at') ?? [],
    ...(total === null ? {} : { total }),
  };
}

type GivenContract = Omit<Contract, 'title' | 'id' | 'open' | 'clauses'> &
  Partial<Contract> & { readonly source?: string };

class Definer {
  private readonly document: JsonObject;
  private readonly schemas: Schemas;
  private readonly parts: Map<SchemaName, Schema>;
  private readonly item: GivenSchema;
  private readonly list: GivenSchema;

  constructor(document: Json, schemas: Schemas, parts: Map<SchemaName, Schema>) {
    this.document = document as JsonObject;
    this.schemas = schemas;
    this.parts = parts;
    this.item = givenSchema(own(this.document, 'item')) as GivenSchema;
    const item = this.inner(this.item);
    this.list = givenSchema(own(this.document, 'list')) ?? {
      schema: this.part(`${item}.list`, { type: 'array', items: { $ref: `${item}.json` } }),
      at: [],
    };
  }

  contract(): Contract {
    const { source: _, ...given } = this.document as unknown as GivenContract;
    const operations = this.operations();
    const filled = { title: given.resource, id: 'id', open: [], clauses: {}, ...given };
    return {
      ...filled,
      item: this.inner(this.item),
      list: this.inner(this.list),
      operations,
      shown: { ...settledChoices(operations), ...given.shown },
    };
  }

  private operations(): Contract['operations'] {
    const given = own(this.document, 'operations') as unknown as Contract['operations'];
    return Object.fromEntries(
      kinds.flatMap((kind) => {
        const operation = given[kind];
        return operation === undefined ? [] : [[kind, this.operation(kind, operation)]];
      }),
    );
  }

  private operation(kind: Kind, given: Operation): Operation {
    const source = given.source ?? (own(this.document, 'source') as string);
    const outcomes = Object.fromEntries(
      Object.entries(given.outcomes).map(([situation, outcome]) => [
        situation,
        { ...outcome, source: outcome.source ?? source } as Outcome,
      ]),
    );
    const envelope = this.envelopeOf(kind, outcomes['ok']?.body);
    const ok = outcomes['ok'];
    if (ok !== undefined && envelope !== null && ok.body === envelope.schema)
      outcomes['ok'] = { ...ok, body: this.inner(envelope) };
    const body = given.body === undefined ? null : this.bodyOf(given.body);
    return {
      ...given,
      summary: given.summary ?? `${methods[kind].method} ${String(own(this.document, 'path'))}`,
      source,
      outcomes,
      ...(envelope === null ? {} : { envelope }),
      ...(body === null ? {} : { body: this.inner(body) }),
      ...(body === null || body.at.length === 0 ? {} : { bodyEnvelope: body }),
    };
  }

  /** The envelope of the answer to a success; `null` if it has none. */
  private envelopeOf(kind: Kind, body: SchemaName | null | undefined): Envelope | null {
    const usual = kind === 'list' ? this.list : this.item;
    if (usual.at.length === 0 || body === null) return null;
    return body === undefined || body === usual.schema ? usual : null;
  }

  /** A request has its item at the same place as an answer, if its schema has something there. */
  private bodyOf(schema: SchemaName): Envelope {
    const { at } = this.item;
    const isWrapped = at.length > 0 && this.schemas.memberAt(schema, at) !== undefined;
    return { schema, at: isWrapped ? at : [] };
  }

  private inner(envelope: GivenSchema): SchemaName {
    const name = innerName(this.schemas, envelope);
    const schema = this.schemas.memberAt(envelope.schema, envelope.at);
    return envelope.at.length === 0 || schema === undefined ? name : this.part(name, schema);
  }

  private part(name: SchemaName, schema: Schema): SchemaName {
    if (this.schemas.get(name) === undefined) this.parts.set(name, schema);
    return name;
  }
}
