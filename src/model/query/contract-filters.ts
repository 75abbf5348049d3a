// What the query parameters of a contract ask of the items in a list. The mock selects by it, and
// the verifier compares.

import type { Operation } from '../../contract/contract.ts';
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
