// The items that show whether a list is filtered, and the queries that ask for them. Sends nothing.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import type { Filter } from '../../contract/contract.ts';
import { parametersOfPages } from '../../contract/envelopes/pages.ts';
import { queryText } from '../../model/parameters/write-parameter.ts';
import { isOfOrder } from '../../model/query/asked-order.ts';
import { filterCondition } from '../../model/query/contract-filters.ts';
import { lookUp } from '../../model/query/value-at.ts';
import { flawOfField } from '../../schema/header-values.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';
import { sortTrials } from './sort-trials.ts';

export interface FilterTrial {
  /** The query of a list. */
  readonly query: string;
  /** `nobody`: no item has what the query asks for. `page`: it asks for the first page alone. */
  readonly asks: 'items' | 'nobody' | 'page' | 'anything';
  /** How many items it asks for on a page; absent if it does not say. */
  readonly pageSize?: number;
}

/** Returns the parameters of a contract that filter its list. */
export function filtersIn({ contract }: ServiceKnowledge): readonly (readonly [string, Filter])[] {
  return Object.entries(contract.operations.list?.filters ?? {});
}

/**
 * Returns values of items, by those of items that differ in every member. What the filters ask for
 * is the same in the first two; one of the next two has another value, in turn, which begins alike
 * if it can. The last has values that are hard to write in a query.
 */
export function filteredItems(
  service: ServiceKnowledge,
  plain: readonly JsonObject[],
  token: string,
): readonly JsonObject[] {
  const [like = {}] = plain;
  const items = plain.map((one) => new Map(Object.entries(one)));
  const last = items[LAST];
  for (const [index, member] of settableMembers(service).entries()) {
    const value = own(like, member);
    if (value === undefined) continue;
    for (const item of items) if (item !== last) item.set(member, value);
    const [other] = othersThan(service, like, member);
    if (other !== undefined) items[index % 2 === 0 ? 2 : 3]?.set(member, other);
    const hard = hardToWrite(service, like, member, token);
    if (hard !== undefined) last?.set(member, hard);
  }
  return items.map((item) => Object.fromEntries(item));
}

/** The place of the item with values that are hard to write. */
const LAST = 4;

/** The members that filters ask for, and a creation may give any value. */
function settableMembers(service: ServiceKnowledge): readonly string[] {
  const settable = service.membersOf('create');
  const unique = service.uniqueMembers;
  const asked = new Set(filtersIn(service).map(([, { member }]) => member));
  return [...asked].filter(
    (member) =>
      settable.includes(member) && !unique.includes(member) && !service.referable.has(member),
  );
}

/** Other values that a member may have: those first that begin like its value. */
function othersThan(service: ServiceKnowledge, item: JsonObject, member: string): readonly Json[] {
  const value = own(item, member) as Json;
  const named = own(memberSchema(service, member), 'enum');
  const near: Json[] = Array.isArray(named) ? [...(named as readonly Json[])] : [];
  if (typeof value === 'string') near.push(`${value}x`, `x${value}`);
  const filters = filtersIn(service).filter(([, filter]) => filter.member === member);
  // A border has no parts; as texts, numbers are in another order.
  if (typeof value === 'number' && filters.every(([, filter]) => isBorder(filter)))
    near.push(...turnedAsText(value));
  if (typeof value === 'number') near.push(value * 10 + 1, value * 10, value + 1, value - 1);
  if (typeof value === 'boolean') near.push(!value);
  return near.filter(
    (one) =>
      one !== value && one !== null && isAdmitted(service, { ...item, [member]: one }, member),
  );
}

function isBorder({ finds }: Filter): boolean {
  return finds === 'least' || finds === 'most';
}

/** A number that as a text is on the other side of one: 1000 of 541, 9 of 17. */
function turnedAsText(value: number): readonly number[] {
  const text = String(Math.trunc(value));
  if (!/^[1-9]\d{0,8}$/.test(text)) return [];
  if (!text.startsWith('1')) return [10 ** text.length];
  return text.length === 1 ? [] : [Number('9'.repeat(text.length - 1))];
}

/** A value with signs that have a meaning in queries, or an empty one; `undefined` for none. */
function hardToWrite(
  service: ServiceKnowledge,
  item: JsonObject,
  member: string,
  token: string,
): Json | undefined {
  const value = own(item, member);
  const isFree = own(memberSchema(service, member), 'enum') === undefined;
  const hard: readonly Json[] =
    typeof value === 'string' && isFree
      ? [`${value} a+b&c=%41 é/#?`, `${value} a b`, `${token} b`]
      : typeof value === 'number'
        ? [0]
        : [];
  return hard.find((one) => isAdmitted(service, { ...item, [member]: one }, member));
}

function isAdmitted(
  { contract, checker }: ServiceKnowledge,
  item: JsonObject,
  member: string,
): boolean {
  const schema = contract.operations.create?.body ?? contract.item;
  return checker.check(schema, item).every(({ at }) => parsePointer(at)?.[0] !== member);
}

function memberSchema({ contract, schemas }: ServiceKnowledge, member: string): JsonObject {
  return schemas.memberAt(contract.item, member.split('.')) ?? {};
}

/** Returns the queries that ask for items as they are now, each with one filter, and one with two. */
export function filterTrials(
  service: ServiceKnowledge,
  records: readonly JsonObject[],
  token: string,
): readonly FilterTrial[] {
  const asked = filtersIn(service).map(([parameter, filter]) => {
    const find = lookUp(filter.member);
    const texts = [
      ...records.flatMap((record) => textOf(find(record))),
      ...namedBeside(service, filter),
      ...borderOfTexts(filter, find(records[0] ?? {})),
    ];
    const isFit = (text: string): boolean => isTaken(service, parameter, text);
    const queries = [...new Set(texts)].filter(isFit).map((text) => queryOf(parameter, text));
    const nobody = nobodyOf(service, filter, token).filter(isFit);
    return { filter, queries, nobody: nobody.map((text) => queryOf(parameter, text)) };
  });
  const exact = asked.filter(({ filter, queries }) => isExact(filter) && queries.length > 0);
  const [first] = exact;
  const second = exact.find(({ filter }) => filter.member !== first?.filter.member);
  const both = [first, second].flatMap((one) => one?.queries[0] ?? []);
  return [
    ...asked.flatMap(({ queries, nobody }) => [
      ...queries.map((query): FilterTrial => ({ query, asks: 'items' })),
      ...nobody.map((query): FilterTrial => ({ query, asks: 'nobody' })),
    ]),
    ...(both.length === 2 ? [{ query: both.join('&'), asks: 'items' } as const] : []),
    ...pageTrials(service, records.length),
    ...parameterTrials(service),
  ];
}

/** Values of a member that no creation can give, and that others may have. */
function namedBeside(service: ServiceKnowledge, filter: Filter): readonly string[] {
  const schema = memberSchema(service, filter.member);
  const named = own(schema, 'type') === 'boolean' ? [true, false] : own(schema, 'enum');
  if (!Array.isArray(named) || !isExact(filter)) return [];
  const isSet = settableMembers(service).includes(filter.member);
  return isSet ? [] : (named as readonly Json[]).flatMap(textOf).slice(0, NAMED_MAX);
}

/** A border that is on the other side of a number if both are compared as texts: 99 of 541, 10 of 7. */
function borderOfTexts(filter: Filter, value: Json | undefined): readonly string[] {
  if (!isBorder(filter) || typeof value !== 'number' || value < 2) return [];
  const digits = String(Math.trunc(value)).length;
  return [digits === 1 ? '10' : '9'.repeat(digits - 1)];
}

/** Whether a filter tells exactly which items there are. */
export function isExact({ finds }: Filter): boolean {
  return finds !== 'similar';
}

/** A page with fewer items than the list has, if clients can choose its size. */
function pageTrials(service: ServiceKnowledge, count: number): readonly FilterTrial[] {
  const { size, most = 0 } = service.contract.operations.list?.paging ?? {};
  const pageSize = Math.min(count - 1, most);
  if (size === undefined || pageSize < 1 || !isTaken(service, size, String(pageSize))) return [];
  return [{ query: queryOf(size, String(pageSize)), asks: 'page', pageSize }];
}

/** Values that the contract admits for parameters that filter nothing: each must be taken. */
function parameterTrials(service: ServiceKnowledge): readonly FilterTrial[] {
  const { contract, schemas } = service;
  const { parameters = [], filters = {}, paging } = contract.operations.list ?? {};
  const isSorted = (name: string): boolean => isOfOrder(name) && sortTrials(service).length > 0;
  return parameters.flatMap((parameter): readonly FilterTrial[] => {
    const { in: place, name, schema: named } = parameter;
    const isOfPages = parametersOfPages(paging).includes(name);
    if (place !== 'query' || isOfPages || Object.hasOwn(filters, name) || isSorted(name)) return [];
    const schema = named === null ? undefined : schemas.get(named);
    const options = isObject(schema) ? own(schema, 'enum') : undefined;
    const values = Array.isArray(options) ? (options as readonly Json[]).slice(0, NAMED_MAX) : [];
    return values
      .filter((value) => textOf(value).length > 0)
      .map((value) => ({ query: queryText(parameter, value), asks: 'anything' }));
  });
}

/** How many of the values are tried that a parameter can have. */
const NAMED_MAX = 3;

/** Values that no item has. */
function nobodyOf(
  service: ServiceKnowledge,
  { member, finds }: Filter,
  token: string,
): readonly string[] {
  const schema = memberSchema(service, member);
  const isPlain = ['enum', 'const', 'format', 'pattern'].every(
    (keyword) => own(schema, keyword) === undefined,
  );
  const type = own(schema, 'type');
  if (!isPlain) return [];
  if (type === 'string') return [`${token}nobody`];
  return type === 'integer' && finds === 'equal' ? ['987654321'] : [];
}

/** Whether the contract admits a value of a query parameter. */
function isTaken(
  { contract, checker }: ServiceKnowledge,
  parameter: string,
  text: string,
): boolean {
  const { parameters = [] } = contract.operations.list ?? {};
  const declared = parameters.find((one) => one.in === 'query' && one.name === parameter);
  const schema = declared?.schema ?? null;
  return schema === null || flawOfField(checker, schema, text) === null;
}

/** The text of a value in a query; one for each element of a list. */
function textOf(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textOf);
  const isScalar = value !== undefined && value !== null && typeof value !== 'object';
  return isScalar && value !== '' ? [String(value)] : [];
}

function queryOf(parameter: string, text: string): string {
  return `${encodeURIComponent(parameter)}=${encodeURIComponent(text)}`;
}

/** Whether a query asks for what other items may be like: then the list may have more. */
export function isSimilar({ contract }: ServiceKnowledge, query: string): boolean {
  const { filters = {} } = contract.operations.list ?? {};
  const equals = Object.entries(filters).filter(([, filter]) => isExact(filter));
  return filterCondition({ filters: Object.fromEntries(equals) }, query) === null;
}
