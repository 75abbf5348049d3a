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
    const path = Object.hasOwn(filters, name) ? filters[name]?.member : undefined;
    const test = { op: 'is', operands: [value] } as const;
    return path === undefined || value === ''
      ? []
      : [{ kind: 'field', path, test, counts: 'always' }];
  });
  return of.length === 0 ? null : { kind: 'all', of };
}
