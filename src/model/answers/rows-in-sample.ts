// Rows in a made answer: what has the schema of a resource is a row of it, the one that the call is
// about if it says so. An answer that makes something new has none.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { singularOf } from '../../base/names.ts';
import { remember } from '../../base/remember.ts';
import type { Contract } from '../../contract/contract.ts';
import { rowsKey } from '../../contract/rows.ts';
import { requiredIn, type SchemaName, type Schemas } from '../../schema/schema.ts';
import { shownRecord } from '../ruling/shown-record.ts';
import { allRowsOf } from '../state/rows-of.ts';
import type { State, StoredRecord } from '../state/state.ts';
import type { CallValues } from './call-values.ts';

export interface RowSources {
  readonly schemas: Schemas;
  readonly contracts: readonly Contract[];
  readonly state: State;
  readonly values: CallValues;
  /** `must-agree`: a row that the call contradicts is none, as with a search. */
  readonly rows: 'must-agree' | 'may-differ';
  /** The row that the answer is about, as it is afterwards; absent if the call does not tell. */
  readonly about?: { readonly contract: Contract; readonly record: StoredRecord };
}

/** Returns the resource whose items have a schema; `null` if none has. */
export function resourceOfSchema(
  contracts: readonly Contract[],
  schema: SchemaName,
): Contract | null {
  return resourcesOf(contracts).get(schema) ?? null;
}

const resourcesOf = remember((contracts: readonly Contract[]) => {
  const found = new Map<SchemaName, Contract>();
  // Those with rows of their own come first, and those at the shortest paths.
  const ordered = contracts
    .filter((one) => Object.keys(one.operations).length > 0 && one.file === undefined)
    .toSorted(
      (one, other) =>
        Number(one.rows !== undefined) - Number(other.rows !== undefined) ||
        one.path.length - other.path.length,
    );
  for (const contract of ordered) if (!found.has(contract.item)) found.set(contract.item, contract);
  return found;
}, new WeakMap());

/** Returns the rows that a call asks for, if a schema is that of a resource; else `null`. */
export function rowsOfSchema(sources: RowSources, schema: SchemaName): readonly Json[] | null {
  const contract = contractOf(sources, partsIn(sources.schemas, { $ref: `${schema}.json` }));
  return contract === null ? null : (rowsFor(sources, contract)?.slice(0, LIST_MAX) ?? null);
}

/** Returns a sample with rows wherever its schema is that of a resource. */
export function withRows(sources: RowSources, schema: SchemaName, sample: Json): Json {
  return placed(sources, { $ref: `${schema}.json` }, sample, 0);
}

/** Rows have their own nested items. */
const DEPTH_MAX = 5;

function placed(sources: RowSources, schema: Json, sample: Json, depth: number): Json {
  if (depth > DEPTH_MAX || sample === null || typeof sample !== 'object') return sample;
  const parts = partsIn(sources.schemas, schema);
  if (Array.isArray(sample)) return placedList(sources, parts, sample as readonly Json[], depth);
  if (!isObject(sample)) return sample;
  const contract = contractOf(sources, parts);
  const row = contract === null ? null : rowFor(sources, contract);
  if (contract !== null)
    return row === null ? sample : { ...besideRow(sources, contract, parts, sample), ...row };
  return objectOf(
    Object.entries(sample).map(([name, value]): [string, Json] => {
      const member = parts
        .map((part) => own(part, 'properties'))
        .map((all) => (isObject(all) ? own(all, name) : undefined))
        .find((one) => one !== undefined);
      return [name, member === undefined ? value : placed(sources, member, value, depth + 1)];
    }),
  );
}

function placedList(
  sources: RowSources,
  parts: readonly JsonObject[],
  sample: readonly Json[],
  depth: number,
): Json {
  const items = parts.map((part) => own(part, 'items')).find((one) => one !== undefined);
  if (items === undefined) return sample;
  const inside = partsIn(sources.schemas, items);
  const contract = contractOf(sources, inside);
  if (contract === null) return sample.map((one) => placed(sources, items, one, depth + 1));
  const rows = rowsFor(sources, contract);
  if (rows === null) return sample;
  const most = Math.min(LIST_MAX, ...parts.flatMap((part) => numberAt(part, 'maxItems')));
  return rows.slice(0, most).map((row) => {
    const [first] = sample;
    return first !== undefined && isObject(first)
      ? { ...besideRow(sources, contract, inside, first), ...row }
      : row;
  });
}

/** The members of a sample that a row has not and must have, or that its resource does not know. */
function besideRow(
  { schemas }: RowSources,
  { item }: Contract,
  parts: readonly JsonObject[],
  sample: JsonObject,
): JsonObject {
  const [known, required] = [schemas.membersOf(item), requiredIn(parts)];
  return objectOf(
    Object.entries(sample).filter(([name]) => !known.has(name) || required.includes(name)),
  );
}

/** Maximum number of rows in a made list. */
const LIST_MAX = 100;

function numberAt(schema: JsonObject, keyword: string): readonly number[] {
  const value = own(schema, keyword);
  return typeof value === 'number' ? [value] : [];
}

/** A schema and what it includes; of several branches the only one that is not null. */
function partsIn(schemas: Schemas, schema: Json): readonly JsonObject[] {
  const parts = schemas.partsOf(schema);
  const inside = parts.flatMap((part) => {
    const branches = own(part, 'anyOf') ?? own(part, 'oneOf');
    if (!Array.isArray(branches)) return [];
    const some = (branches as readonly Json[]).filter(
      (one) => !(isObject(one) && own(one, 'type') === 'null'),
    );
    return some.length === 1 ? schemas.partsOf(some[0]) : [];
  });
  return [...parts, ...inside];
}

/** The resource whose items have one of the schemas that a value has. */
function contractOf(
  { contracts, schemas }: RowSources,
  parts: readonly JsonObject[],
): Contract | null {
  for (const [name, contract] of resourcesOf(contracts)) {
    const [item] = schemas.partsByName(name);
    if (item !== undefined && parts.includes(item)) return contract;
  }
  return null;
}

/** The row that a call is about; `null` if there is none. */
function rowFor(sources: RowSources, contract: Contract): JsonObject | null {
  const { values, rows: kind, state, about } = sources;
  if (about !== undefined && rowsKey(about.contract) === rowsKey(contract))
    return shownRecord(about.record.value, contract);
  const named = values.items.find(({ collection }) => collection === nounOf(contract));
  const key = named?.key ?? keyNamed(values, contract);
  if (key !== undefined) {
    const found = allRowsOf(state, contract).find(key);
    return found === undefined ? null : shownRecord(found.value, contract);
  }
  const rows = someRows(sources, contract);
  const fitting = rows.filter((row) => !contradicts(values.path, row));
  if (kind === 'must-agree') return fitting.find((row) => !contradicts(values.query, row)) ?? null;
  const scored = fitting.map((row) => ({ row, score: scoreOf(values.sent, row) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored.find(({ score }) => score === best)?.row ?? null;
}

/** The rows that a call asks for; `null` if there are none at all. */
function rowsFor(sources: RowSources, contract: Contract): readonly JsonObject[] | null {
  const rows = someRows(sources, contract);
  if (rows.length === 0) return null;
  const { values, rows: kind } = sources;
  const fitting = rows.filter((row) => !contradicts(values.path, row));
  return kind === 'must-agree' ? fitting.filter((row) => !contradicts(values.query, row)) : fitting;
}

function nounOf({ path }: Contract): string {
  return path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
}

/** A value of the path by the name of the resource: `userId` of `users`. */
function keyNamed({ path }: CallValues, contract: Contract): string | undefined {
  const noun = singularOf(nounOf(contract)).toLowerCase();
  const found = Object.entries(path).find(
    ([name]) => noun !== '' && name.toLowerCase().replaceAll(/[^a-z0-9]/g, '') === `${noun}id`,
  );
  return found === undefined ? undefined : String(found[1]);
}

/** Whether a row has another value of a member that is named. */
function contradicts(named: JsonObject, row: JsonObject): boolean {
  return Object.entries(named).some(([name, value]) => {
    const held = own(row, name);
    return held !== undefined && !agrees(held, value);
  });
}

/** A text with commas names several values. */
function agrees(held: Json, value: Json): boolean {
  const values = String(value).split(',');
  const all = Array.isArray(held) ? (held as readonly Json[]) : [held];
  return all.some(
    (one) => isScalar(one) && (String(one) === String(value) || values.includes(String(one))),
  );
}

/** How many texts and numbers of a body a row has. */
function scoreOf(sent: JsonObject, row: JsonObject): number {
  return Object.entries(sent).filter(([name, value]) => {
    const held = own(row, name);
    return isScalar(value) && typeof value !== 'boolean' && held !== undefined && held === value;
  }).length;
}

function isScalar(value: Json): boolean {
  return value !== null && typeof value !== 'object';
}

/** Maximum number of rows that are looked at. */
const ROWS_MAX = 10_000;

function someRows({ state }: RowSources, contract: Contract): readonly JsonObject[] {
  const rows: JsonObject[] = [];
  const page = { offset: 0, count: ROWS_MAX, order: 'oldest-first' } as const;
  allRowsOf(state, contract).visit(page, (record) => {
    rows.push(shownRecord(record.value, contract));
  });
  return rows;
}
