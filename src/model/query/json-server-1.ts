// Queries of json-server 1: field:op=v or field_op=v, _where, _sort, _page and _per_page;
// relations.ts reads _embed. If json-server answers by mistake (id=1 does not find an id "1"), this follows
// the meaning, not the mistake.

import { isObject, type Json, type JsonObject, numberFrom } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import { JSON_DEPTH_MAX } from '../message/call.ts';
import { readPairs } from './pairs.ts';
import type { Condition, ReadQuery, RecordRange, Scalar, SortKey, ValueTest } from './query.ts';

/** Reads a query string, which is never invalid: a `_where` other than a JSON object is ignored. */
export function readJsonServer1(text: string): ReadQuery {
  const first = new Map<string, string>();
  const filters = new Map<string, Condition>();
  for (const [name, value] of readPairs(text)) {
    if (RESERVED.has(name)) {
      if (!first.has(name)) first.set(name, value);
    } else {
      const [path, op] = splitName(name);
      const test = testOf(op, value);
      // Of two equal conditions on one field the last one counts.
      if (test !== null)
        filters.set(JSON.stringify([path, op]), { kind: 'field', path, test, counts: 'always' });
    }
  }
  const where = readWhere(first.get('_where') ?? '') ?? { kind: 'all', of: [...filters.values()] };
  return {
    kind: 'query',
    query: {
      where,
      sort: sortOf(first.get('_sort') ?? ''),
      collation: 'alphabet',
      cut: cutOf(first),
    },
  };
}

const RESERVED = new Set(['_where', '_sort', '_page', '_per_page', '_embed']);
const COMPARES = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
const SEARCHES = { contains: 'contains', startsWith: 'starts', endsWith: 'ends' } as const;
type Operator = 'eq' | 'ne' | 'in' | keyof typeof COMPARES | keyof typeof SEARCHES;
const OPERATORS = ['eq', 'ne', 'in', ...Object.keys(COMPARES), ...Object.keys(SEARCHES)];

/** Returns whether a parameter has an effect: those with unknown operators have none. */
export function readsParameter1(name: string): boolean {
  return RESERVED.has(name) || isOperator(splitName(name)[1]);
}

/** Returns the member of the items that a parameter filters by; `null` if it filters by none. */
export function filteredMember1(name: string): string | null {
  const [path, op] = splitName(name);
  return RESERVED.has(name) || !isOperator(op) ? null : (path.split('.', 1)[0] ?? null);
}

/** Splits `age:gt` or `age_gt` into field and operator. After a colon it may be unknown. */
function splitName(name: string): readonly [path: string, op: string] {
  const colon = /^(.*):(\w+)$/s.exec(name);
  if (colon !== null) return [colon[1] ?? '', colon[2] ?? ''];
  const [, path = '', op = ''] = /^(.*)_([A-Za-z]+)$/s.exec(name) ?? [];
  return isOperator(op) ? [path, op] : [name, 'eq'];
}

function isOperator(op: string): op is Operator {
  return OPERATORS.includes(op);
}

/** Returns the condition of a parameter; `null` if its operator is unknown. */
function testOf(op: string, text: string): ValueTest | null {
  if (!isOperator(op)) return null;
  if (op === 'in')
    return { op: 'is', operands: text.split(',').flatMap((one) => formsOf(one.trim())) };
  if (op === 'eq' || op === 'ne')
    return { op: op === 'eq' ? 'is' : 'is-not', operands: formsOf(text) };
  return sided(op, formsOf(text).at(-1) ?? text, text);
}

/** Returns a condition that compares with one operand, or searches a text. */
function sided(
  op: Exclude<Operator, 'in' | 'eq' | 'ne'>,
  operand: Scalar,
  text: string,
): ValueTest {
  return op in COMPARES
    ? { op: COMPARES[op as keyof typeof COMPARES], operands: [operand] }
    : { op: SEARCHES[op as keyof typeof SEARCHES], text: text.toLowerCase() };
}

/** Returns what a text may mean: itself, and the boolean, null or number that it spells. */
function formsOf(text: string): readonly Scalar[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  if (text === 'null') return [text, null];
  const number = numberFrom(text);
  const isNumeral = text.trim() !== '' && (typeof number === 'bigint' || Number.isFinite(number));
  return isNumeral ? [text, number] : [text];
}

/** Reads `_where`; `null` if it is not a JSON object. */
function readWhere(text: string): Condition | null {
  if (text === '') return null;
  const parsed = parseJson(text, JSON_DEPTH_MAX, 'kept');
  return parsed.kind === 'value' && isObject(parsed.value) ? whereOf(parsed.value, '') : null;
}

function whereOf(where: JsonObject, above: string): Condition {
  const of = Object.entries(where).map(([key, value]): Condition => {
    if ((key === 'or' || key === 'and') && Array.isArray(value)) {
      const parts = (value as readonly Json[]).map((one) =>
        isObject(one) ? whereOf(one, above) : NOTHING,
      );
      return { kind: key === 'or' ? 'any' : 'all', of: parts };
    }
    if (above !== '' && isOperator(key))
      return { kind: 'field', path: above, test: typedTest(key, value), counts: 'always' };
    const path = above === '' ? key : `${above}.${key}`;
    if (isObject(value)) return whereOf(value, path);
    return { kind: 'field', path, test: typedTest('eq', value), counts: 'always' };
  });
  return { kind: 'all', of };
}

const NOTHING: Condition = { kind: 'any', of: [] };

/** Returns the condition of a value of `_where`. An object or array equals nothing. */
function typedTest(op: Operator, value: Json): ValueTest {
  const operands = (
    Array.isArray(value) && op === 'in' ? (value as readonly Json[]) : [value]
  ).filter(isScalar);
  if (op === 'in' || op === 'eq') return { op: 'is', operands };
  if (op === 'ne') return { op: 'is-not', operands };
  const [operand = null] = operands;
  return sided(op, operand, String(operand));
}

function isScalar(value: Json): value is Scalar {
  return value === null || typeof value !== 'object';
}

function sortOf(text: string): readonly SortKey[] {
  if (text === '') return [];
  return text
    .split(',')
    .map((path) =>
      path.startsWith('-') ? { path: path.slice(1), direction: 'down' } : { path, direction: 'up' },
    );
}

function cutOf(first: ReadonlyMap<string, string>): RecordRange {
  const page = Number.parseInt(first.get('_page') ?? '', 10);
  if (Number.isNaN(page)) return { kind: 'whole' };
  const size = Number.parseInt(first.get('_per_page') ?? '', 10);
  return { kind: 'enveloped', page, size: Number.isNaN(size) ? PAGE_RECORDS : Math.max(1, size) };
}

/** Default page size. */
const PAGE_RECORDS = 10;
