// What the query parameters of a contract ask of the items in a list. The mock selects by it, and
// the verifier compares what the contract says; what only the name of a parameter says is the mock's.

import type { Operation } from '../../contract/contract.ts';
import { isOfOrder } from './asked-order.ts';
import { readExpression } from './odata-filter.ts';
import { readPairs } from './pairs.ts';
import type { Condition } from './query.ts';

/** Returns what a query asks for; `null` if no filter is in it. An empty value asks for nothing. */
export function filterCondition(
  { filters = {} }: Pick<Operation, 'filters'>,
  query: string,
): Condition | null {
  if (query === '') return null;
  const of = readPairs(query).flatMap(([name, value]): readonly Condition[] => {
    const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (filter === undefined || value === '') return [];
    const op = OPERATORS[filter.finds];
    return [
      { kind: 'field', path: filter.member, test: { op, operands: [value] }, counts: 'always' },
    ];
  });
  return of.length === 0 ? null : { kind: 'all', of };
}

const OPERATORS = { equal: 'is', similar: 'is', least: '>=', most: '<=' } as const;

/** What a parameter asks for by its name alone, beside pages, filters and the order. */
const NAMED = [
  { asks: 'expression', names: /^\$filter$/ },
  {
    asks: 'text',
    names: /^(?:q|query|\$?search|search_?(?:text|term|query|string|for)?|keywords?|term)$/i,
  },
  { asks: 'count', names: /^\$count$/ },
  { asks: 'members', names: /^\$select$/ },
] as const;

type Asks = (typeof NAMED)[number]['asks'];

/** Whether a parameter of a list says by its name what it asks for. */
export function isNamed(name: string): boolean {
  return isOfOrder(name) || NAMED.some(({ names }) => names.test(name));
}

/** The names of the declared query parameters that have a part in a list by their names. */
export function namedParameters(
  operation: Pick<Operation, 'parameters' | 'filters'>,
): readonly string[] {
  return declaredNames(operation).filter(isNamed);
}

function declaredNames({
  parameters = [],
  filters = {},
}: Pick<Operation, 'parameters' | 'filters'>): readonly string[] {
  return parameters
    .filter(({ in: place, name }) => place === 'query' && !Object.hasOwn(filters, name))
    .map(({ name }) => name);
}

/** What a declared parameter of a name holds in a query; `undefined` if nothing. */
export function askedByName(
  operation: Pick<Operation, 'parameters' | 'filters'>,
  query: string,
  asks: Asks,
): string | undefined {
  const declared = declaredNames(operation);
  const { names } = NAMED.find((one) => one.asks === asks) ?? {};
  const found = readPairs(query).find(([name]) => names?.test(name) && declared.includes(name));
  return found?.[1].trim() || undefined;
}

/** The condition of the parameters that search; `flawed`: an expression that is not read. */
export function searchCondition(
  operation: Pick<Operation, 'parameters' | 'filters'>,
  query: string,
  unsearched: readonly string[],
): readonly Condition[] | { readonly flawed: string } {
  const expression = askedByName(operation, query, 'expression');
  const read = expression === undefined ? null : readExpression(expression);
  if (read?.kind === 'flawed') return { flawed: read.at };
  const words = askedByName(operation, query, 'text')?.toLowerCase().replaceAll('"', '');
  return [
    ...(read === null ? [] : [read.where]),
    ...(words === undefined
      ? []
      : [{ kind: 'anywhere', text: words, except: unsearched } as const]),
  ];
}
