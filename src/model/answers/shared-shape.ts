// The shape that a document has for its refusals: what most of those have that are not about values.

import { jsonText } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import type { Contract } from '../../contract/contract.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';

/** Statuses whose bodies may be about the values of a request alone. */
const ABOUT_VALUES = new Set(['400', '422']);

/**
 * Returns a schema of most refusals that the operations of a document declare; `null` if there is
 * none, or if it is only that of invalid values. What items look like says nothing of a refusal.
 */
export function sharedShape(contracts: readonly Contract[], schemas: Schemas): SchemaName | null {
  return shapes(schemas)(contracts);
}

const shapes = remember(
  (schemas: Schemas) =>
    remember((contracts: readonly Contract[]): SchemaName | null => {
      const all = contracts
        .flatMap(({ operations, actions = [] }) => [...Object.values(operations), ...actions])
        .flatMap(({ answers, refusals = {} }) =>
          answers === undefined ? [] : Object.entries(refusals),
        )
        .flatMap(([status, { body }]) =>
          typeof body === 'string' && !ABOUT_VALUES.has(status) ? [body] : [],
        );
      // The same schema may be written at each of them.
      const textOf = (name: SchemaName): string => jsonText(schemas.get(name) ?? null);
      const alike = Map.groupBy(all, textOf);
      const most = [...alike.values()].find((names) => names.length * 2 > all.length);
      const [first = null] = most ?? [];
      if (first !== null && contracts.some(({ item }) => textOf(item) === textOf(first)))
        return null;
      return first !== null && schemas.membersOf(first).size > 0 ? first : null;
    }, new WeakMap()),
  new WeakMap(),
);
