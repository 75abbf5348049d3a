// The contracts of an OpenAPI document: reads its operations, recognises resources, writes contracts.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { defineContracts } from '../../contract/define-contracts.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { Schemas } from '../../schema/schema.ts';
import type { SourceContracts, TakenOperation } from '../source-contracts.ts';
import { checkExamples } from './check-examples.ts';
import { Notes } from './notes.ts';
import { type ApiOperation, readOperations } from './operations.ts';
import { SourceFiles } from './places.ts';
import { envelopeOf, type Resource, recognise } from './resources.ts';
import { type RowsWish, rowsOf } from './rows.ts';
import { SchemaBook } from './schema-book.ts';
import { type WrittenContract, writeContracts } from './write-contracts.ts';

/** Reads a document. */
export function readOpenApi(
  document: Json,
  options: { readonly name: string; readonly documents?: ReadonlyMap<string, Json> },
): SourceContracts {
  const notes = new Notes();
  const files = new SourceFiles(document, options.documents);
  const book = new SchemaBook(files, notes);
  const whole = isObject(document) ? document : {};
  const operations = readOperations({ document: whole, files, book, notes });
  checkExamples(book, notes);
  const schemas = new Schemas(book.schemas);
  const recognised = recognise(operations.read, book);
  const written = writeContracts(recognised, options.name, { book, schemas });
  const taken = new Map(written.flatMap((one) => takenBy(one, written)));
  return {
    contracts: written.map(({ place, document: contract }) => ({ place, document: contract })),
    schemas: book.schemas,
    rows: rowsOfWritten(written, schemas),
    taken: [
      ...operations.read.flatMap((operation) => taken.get(operation) ?? []),
      ...operations.unread.map(
        ({ method, path, at, why }): TakenOperation => ({
          ...NOTHING,
          method,
          path,
          at,
          as: 'unanswered',
          why,
        }),
      ),
    ],
    notes: notes.all(),
  };
}

/** The rows of the contracts that have their own. */
function rowsOfWritten(written: readonly WrittenContract[], given: Schemas): JsonObject {
  const { contracts, schemas } = defineContracts(
    written.map(({ document }) => document),
    given,
  );
  const wishes = written.flatMap(({ resource }, index): readonly RowsWish[] => {
    const contract = contracts[index];
    return resource === null || resource.rows !== null || contract === undefined
      ? []
      : [{ contract, resource }];
  });
  return rowsOf(wishes, contracts, schemas);
}

const NOTHING = { resource: null, rows: null, envelope: null, id: null, made: [] } as const;

/** Returns how each operation of a contract was taken. */
function takenBy(
  { name, resource, others }: WrittenContract,
  all: readonly WrittenContract[],
): readonly (readonly [ApiOperation, TakenOperation])[] {
  const plain = ({ method, path, at }: ApiOperation) => ({ method, path: path.text, at });
  const ofItems = [...(resource?.operations ?? [])].map(([kind, operation]) => {
    const one = resource as Resource;
    const owner = all.find((other) => other.resource === (one.rows ?? one));
    const shape = kind === 'list' ? one.list : one.item;
    return [
      operation,
      {
        ...plain(operation),
        as: one.isOne ? 'singleton' : one.rows !== null && kind === 'list' ? 'view' : kind,
        resource: name,
        rows: owner?.name ?? name,
        envelope: shape === null ? null : envelopeOf(shape),
        id: one.id.member,
        made: [],
        why: whyOf(one, kind),
      },
    ] as const;
  });
  const rest = others.map(
    ({ operation, why }) =>
      [operation, { ...NOTHING, ...plain(operation), as: 'other', resource: name, why }] as const,
  );
  return [...ofItems, ...rest];
}

function whyOf({ id, rows, isOne }: Resource, kind: Kind): string {
  if (isOne) return 'it is read and written at a path without a parameter at its end';
  if (rows !== null && kind === 'list') return `its elements are the items of ${rows.path}`;
  return kind === 'list' ? 'it answers a list of items' : id.why;
}
