// From rows alone to contracts, as json-server takes them: five operations and PATCH for each list,
// a single item for each object. The schemas are inferred and promise nothing that was not seen.

import { isObject, isWhole, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { singularOf } from '../../base/names.ts';
import { toPointer } from '../../base/pointer.ts';
import { type Kind, methods } from '../../contract/operation-kinds.ts';
import { REFERENCE_MARK } from '../../contract/relations/references.ts';
import type { Schema, SchemaName } from '../../schema/schema.ts';
import { type Certainty, schemaOf, shapeOf } from '../shape-of-values.ts';
import type { SourceContracts, TakenOperation } from '../source-contracts.ts';
import type { RowsOfResource } from './complete-rows.ts';

export interface RowsOptions {
  /** The name of the file in messages: `db.json`. */
  readonly name: string;
  /** How much the schemas of items say. Those of requests always say all that is usual. */
  readonly certainty: Certainty;
  /** More rows that the schemas must admit, by resource. */
  readonly further?: ReadonlyMap<string, readonly JsonObject[]>;
}

/** Returns the contracts of rows: their types, ids and references, inferred from what is there. */
export function contractsOfRows(
  resources: readonly RowsOfResource[],
  options: RowsOptions,
): SourceContracts {
  const made = resources.map((one) => new ResourceReader(one, resources, options));
  const rows = resources.map(({ resource, rows: all, isSingle }): [string, Json] => [
    resource,
    isSingle ? (all[0] ?? {}) : all,
  ]);
  return {
    contracts: made.map((one) => one.contract()),
    schemas: new Map(made.flatMap((one) => one.schemas())),
    rows: objectOf(rows),
    taken: made.flatMap((one) => one.taken()),
    notes: [],
  };
}

const OF_LISTS = ['list', 'create', 'read', 'replace', 'update', 'remove'] as const;
const OF_UNKNOWN = ['list', 'read'] as const;
const OF_ONE = ['read', 'replace', 'update'] as const;
const WRITES: readonly Kind[] = ['create', 'replace', 'update'];

class ResourceReader {
  private readonly one: RowsOfResource;
  private readonly all: readonly RowsOfResource[];
  private readonly options: RowsOptions;
  private readonly item: SchemaName;
  private readonly body: SchemaName;
  private readonly list: SchemaName;

  constructor(one: RowsOfResource, all: readonly RowsOfResource[], options: RowsOptions) {
    this.one = one;
    this.all = all;
    this.options = options;
    const names = new Set(all.map(({ resource }) => resource));
    const single = singularOf(one.resource);
    const isFree = !one.isSingle && single !== one.resource && !names.has(single);
    this.item = isFree ? single : one.resource;
    this.body = `new-${this.item}`;
    this.list = `all-${this.item}`;
  }

  contract(): SourceContracts['contracts'][number] {
    const { resource, isSingle, id } = this.one;
    const operations = this.kinds().map((kind) => [
      kind,
      {
        ...(WRITES.includes(kind) ? { body: this.body } : {}),
        outcomes: { ok: this.shown(kind) },
      },
    ]);
    const at = toPointer([resource]);
    return {
      place: `${this.options.name}#${at}`,
      document: {
        resource,
        path: `/${resource}`,
        ...(isSingle ? { one: true } : {}),
        ...(id === 'id' ? {} : { id }),
        item: this.item,
        ...(this.isSure() ? { list: this.list } : {}),
        source: `the rows at ${at}`,
        operations: Object.fromEntries(operations) as JsonObject,
        open: [
          {
            clause: `the rows at ${at}`,
            what: 'The members that requests may hold',
            choices: ['create.takes', 'replace.takes'],
          },
        ],
      },
    };
  }

  schemas(): readonly (readonly [SchemaName, Schema])[] {
    const { rows, resource, isSingle, id } = this.one;
    const shape = shapeOf([...rows, ...(this.options.further?.get(resource) ?? [])]);
    const item = withoutRequired(schemaOf(shape, this.options.certainty));
    const body = schemaOf(shape, 'usual');
    const members = this.marked(properties(item));
    const own = isSingle ? {} : { [id]: this.idSchema() };
    const needed = ((body['required'] ?? []) as readonly string[]).filter((name) => name !== id);
    const sent = this.referring(
      Object.entries(this.marked(properties(body))).filter(([name]) => name !== id),
    );
    return [
      [
        this.item,
        {
          type: 'object',
          properties: { ...own, ...members, ...own },
          ...(isSingle ? {} : { required: [id] }),
        },
      ],
      ...(this.isSure()
        ? ([[this.list, { type: 'array', items: { $ref: `${this.item}.json` } }]] as const)
        : []),
      [
        this.body,
        { type: 'object', properties: sent, ...(needed.length === 0 ? {} : { required: needed }) },
      ],
    ];
  }

  taken(): readonly TakenOperation[] {
    const { resource, isSingle, id, rows } = this.one;
    const found = this.references();
    const refers = found.map(([member, target]) => `"${member}" refers to ${target.resource}`);
    const why = isSingle
      ? `"${resource}" is one object`
      : [
          `"${resource}" is a list of ${rows.length === 1 ? '1 row' : `${rows.length} rows`}`,
          ...refers,
        ].join('; ');
    return this.kinds().map((kind) => ({
      method: methods[kind].method,
      path:
        isSingle || kind === 'list' || kind === 'create' ? `/${resource}` : `/${resource}/{${id}}`,
      at: toPointer([resource]),
      statuses: [],
      as: isSingle ? 'singleton' : kind,
      resource,
      rows: resource,
      envelope: null,
      id: isSingle ? null : id,
      made: [],
      why,
    }));
  }

  /** What rows are sure of shows in what is read; other answers stay open. */
  private shown(kind: Kind): JsonObject {
    if (!this.isSure()) return {};
    return kind === 'list' ? { body: this.list } : kind === 'read' ? { body: this.item } : {};
  }

  private isSure(): boolean {
    return this.options.certainty === 'sure' && !this.one.isSingle;
  }

  private kinds(): readonly Kind[] {
    if (this.one.isSingle) return OF_ONE;
    // An empty list does not show what a creation needs: nothing is sure of it.
    const isUnknown = this.isSure() && this.one.rows.length === 0;
    return isUnknown ? OF_UNKNOWN : OF_LISTS;
  }

  /** Ids are what is certain: all rows have them, of one type. */
  private idSchema(): JsonObject {
    const { rows, id } = this.one;
    const ids = rows.map((row) => own(row, id) as Json);
    const texts = ids.filter((one) => typeof one === 'string');
    if (ids.length === 0) return { type: this.typeOfReferences() };
    if (texts.length === 0)
      return {
        type: ids.every(isWhole) ? 'integer' : 'number',
      };
    const { type = 'string', format } = schemaOf(shapeOf(texts), 'usual');
    return format === 'uuid' ? { type, format } : { type };
  }

  /** The type of the ids of an empty list: that of the members that refer to it, else numbers. */
  private typeOfReferences(): string {
    const values = this.all.flatMap((other) =>
      referencesIn(other, this.all).flatMap(([member, target]) =>
        target === this.one ? other.rows.map((row) => own(row, member) ?? null) : [],
      ),
    );
    return values.some((value) => typeof value === 'string') ? 'string' : 'integer';
  }

  private references(): readonly (readonly [string, RowsOfResource])[] {
    return referencesIn(this.one, this.all);
  }

  /** Marks the members of an item that refer to other rows. */
  private marked(members: JsonObject): JsonObject {
    const targets = new Map(this.references());
    return objectOf(
      Object.entries(members).map(([name, schema]) => {
        const target = targets.get(name);
        const mark = target === undefined ? {} : { [REFERENCE_MARK]: target.resource };
        return [name, { ...(schema as JsonObject), ...mark }];
      }),
    );
  }

  /** Members that refer to other rows have the ids of those as examples. */
  private referring(members: readonly (readonly [string, Json])[]): JsonObject {
    const targets = new Map(this.references());
    return objectOf(
      members.map(([name, schema]) => {
        const target = targets.get(name);
        // A schema has no numbers that other readers of it would round.
        const ids = target?.rows
          .slice(0, EXAMPLES_MAX)
          .map((row) => own(row, target.id) as Json)
          .filter((value) => typeof value !== 'bigint');
        return [name, ids === undefined ? schema : { ...(schema as JsonObject), examples: ids }];
      }),
    );
  }
}

const EXAMPLES_MAX = 20;

/**
 * Returns a schema that requires no member, at any depth: a mock would make up what a client leaves
 * out, and rows belong to their user.
 */
function withoutRequired({ required: _, ...schema }: JsonObject): JsonObject {
  const [members, items] = [own(schema, 'properties'), own(schema, 'items')];
  return {
    ...schema,
    ...(isObject(members)
      ? {
          properties: objectOf(
            Object.entries(members).map(([name, one]) => [
              name,
              isObject(one) ? withoutRequired(one) : one,
            ]),
          ),
        }
      : {}),
    ...(isObject(items) ? { items: withoutRequired(items) } : {}),
  };
}

function properties(schema: JsonObject): JsonObject {
  return (schema['properties'] ?? {}) as JsonObject;
}

/** Returns the members of rows that hold ids of another list: `postId` of `posts`. */
function referencesIn(
  { rows }: RowsOfResource,
  all: readonly RowsOfResource[],
): readonly (readonly [string, RowsOfResource])[] {
  const members = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...members].flatMap((member) => {
    const [, name] = /^(.+?)(?:Id|_id)$/.exec(member) ?? [];
    if (name === undefined) return [];
    const target = all.find(
      ({ resource, isSingle }) => !isSingle && (resource === name || singularOf(resource) === name),
    );
    return target === undefined || target.rows.length === 0 ? [] : [[member, target] as const];
  });
}
