// Parameters that sort a list by a member, the items that show whether they do, and whether a list is in the
// order that was asked for. Only what every collation orders alike is compared. Sends nothing.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import type { Parameter } from '../../contract/declared.ts';
import { queryText } from '../../model/parameters/write-parameter.ts';
import {
  directionOf,
  isSortDirection,
  isSortKey,
  sortedBy,
} from '../../model/query/asked-order.ts';
import { flawOfField } from '../../schema/header-values.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';

export interface SortTrial {
  /** The query of a list. */
  readonly query: string;
  readonly member: string;
  /** `either`: the source does not say which one it asks for. */
  readonly direction: 'up' | 'down' | 'either';
}

/** Returns the queries that sort by members of items, as the enums and patterns of parameters name them. */
export function sortTrials(service: ServiceKnowledge): readonly SortTrial[] {
  const { parameters = [] } = service.contract.operations.list ?? {};
  const inQuery = parameters.filter((one) => one.in === 'query');
  const directed = directionsIn(service, inQuery);
  const trials = inQuery
    .filter(({ name }) => isSortKey(name))
    .flatMap((parameter) => {
      const keys = optionsOf(service, parameter).flatMap((option) => {
        const key = keyIn(service, option);
        return key === null ? [] : [{ ...key, query: textOf(service, parameter, option) }];
      });
      const isSigned = keys.some(({ direction }) => direction !== null);
      return keys.flatMap(({ member, direction, query }): readonly SortTrial[] => {
        if (direction !== null || isSigned)
          return [{ query, member, direction: direction ?? 'up' }];
        if (directed.length === 0) return [{ query, member, direction: 'either' }];
        return directed.map((one) => ({ ...one, member, query: `${query}&${one.query}` }));
      });
    });
  return trials.slice(0, TRIALS_MAX);
}

const TRIALS_MAX = 8;

/** The two values of a parameter that names a direction; none if there is no such parameter. */
function directionsIn(
  service: ServiceKnowledge,
  parameters: readonly Parameter[],
): readonly Pick<SortTrial, 'query' | 'direction'>[] {
  return parameters
    .filter(({ name }) => isSortDirection(name))
    .flatMap((parameter) =>
      optionsOf(service, parameter).flatMap((option) => {
        const direction = directionOf(option);
        return direction === null
          ? []
          : [{ query: textOf(service, parameter, option), direction } as const];
      }),
    )
    .slice(0, 2);
}

/** What a parameter can be: the values of its enum, or what its pattern admits of the names of members. */
function optionsOf(service: ServiceKnowledge, { schema }: Parameter): readonly string[] {
  const found = schema === null ? undefined : service.schemas.get(schema);
  if (found === undefined || !isObject(found)) return [];
  const items = own(found, 'items');
  const one = items !== undefined && isObject(items) ? items : found;
  const named = own(one, 'enum');
  if (Array.isArray(named))
    return (named as readonly Json[]).filter((name) => typeof name === 'string');
  if (own(one, 'pattern') === undefined || schema === null || one !== found) return [];
  const isTaken = (text: string): boolean => flawOfField(service.checker, schema, text) === null;
  if (isTaken('nosuchmember')) return [];
  return service.members.flatMap((member) => [member, `-${member}`].filter(isTaken));
}

function textOf(service: ServiceKnowledge, parameter: Parameter, option: string): string {
  const found = parameter.schema === null ? undefined : service.schemas.get(parameter.schema);
  const isList = found !== undefined && isObject(found) && own(found, 'type') === 'array';
  return queryText(parameter, isList ? [option] : option);
}

/** The member that an option names, and its direction, if it says one: `-price`, `price:desc`, `price`. */
function keyIn(
  { members, contract, schemas }: ServiceKnowledge,
  option: string,
): { readonly member: string; readonly direction: 'up' | 'down' | null } | null {
  const key = sortedBy(option, [contract.id, ...members]);
  // Values of an enum may be in its order, or in that of the alphabet.
  const schema = schemas.memberAt(contract.item, key?.member.split('.') ?? []);
  return schema === undefined || own(schema, 'enum') !== undefined ? null : key;
}

/**
 * Returns items with numbers in place of those of the members that sort, which are in another order as
 * texts. Three of five are equal.
 */
export function sortedItems(
  { service, apart }: { readonly service: ServiceKnowledge; readonly apart: readonly string[] },
  items: readonly JsonObject[],
): readonly JsonObject[] {
  const { contract, checker } = service;
  const schema = contract.operations.create?.body ?? contract.item;
  const without = [contract.id, ...service.uniqueMembers, ...apart];
  const members = [...new Set(sortTrials(service).map(({ member }) => member))].filter(
    (member) => !without.includes(member) && !service.referable.has(member),
  );
  return items.map((item, index) => {
    let sorted = item;
    for (const member of members) {
      if (typeof own(item, member) !== 'number') continue;
      const fitting = NUMBERS.filter((value) =>
        checker
          .check(schema, { ...item, [member]: value })
          .every(({ at }) => parsePointer(at)?.[0] !== member),
      );
      const value = fitting[PLACES[index] ?? 0];
      if (value !== undefined) sorted = { ...sorted, [member]: value };
    }
    return sorted;
  });
}

const NUMBERS = [20, 3, 10, 100, 7];
/** Which of the numbers each item has. */
const PLACES = [0, 1, 2, 0, 0];

/** Returns two records of a list that are in the wrong order, in words; `null` if none are. */
export function wrongOrder(
  records: readonly JsonObject[],
  { member, direction }: Pick<SortTrial, 'member' | 'direction'>,
): string | null {
  const pairs = records.flatMap((one, index) =>
    records.slice(index + 1).flatMap((other) => {
      const [first, second] = [own(one, member), own(other, member)];
      const order = first === undefined || second === undefined ? 0 : compared(first, second);
      return order === 0
        ? []
        : [{ order, words: `${JSON.stringify(first)} before ${JSON.stringify(second)}` }];
    }),
  );
  const rising = pairs.find(({ order }) => order < 0);
  const falling = pairs.find(({ order }) => order > 0);
  if (direction === 'either')
    return rising !== undefined && falling !== undefined
      ? `${rising.words}, and ${falling.words}`
      : null;
  return (direction === 'up' ? falling : rising)?.words ?? null;
}

/** Compares numbers, moments, and texts whose first letters differ; 0 for all else. */
function compared(one: Json, other: Json): number {
  if (typeof one === 'number' && typeof other === 'number') return Math.sign(one - other);
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  if (MOMENT.test(one) && MOMENT.test(other))
    return Math.sign(Date.parse(one) - Date.parse(other)) || 0;
  const isAlike = (LOWER.test(one) && LOWER.test(other)) || (UPPER.test(one) && UPPER.test(other));
  return isAlike ? Math.sign(one.charCodeAt(0) - other.charCodeAt(0)) : 0;
}

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/i;
const LOWER = /^[a-z]{2}/;
const UPPER = /^[A-Z]{2}/;
