// The query parameters of a call that nothing reads, so that a client can be told.

import type { Operation } from '../../contract/contract.ts';
import { parametersOfPages } from '../../contract/envelopes/pages.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { namedParameters } from './contract-filters.ts';
import type { Dialect } from './dialects.ts';
import { readsParameter0 } from './json-server-0.ts';
import { filteredMember1, readsParameter1 } from './json-server-1.ts';
import { readPairs } from './pairs.ts';

export interface QueryReading {
  readonly kind: Kind | null;
  readonly operation: Operation | undefined;
  readonly dialect: Dialect | null;
  /** Whether items have a member of this name. */
  readonly isMember: (name: string) => boolean;
}

/** Returns the names of the parameters that have no part in the answer, each once, in order. */
export function ignoredParameters(query: string, reading: QueryReading): readonly string[] {
  const names = new Set(readPairs(query).map(([name]) => name));
  return [...names].filter((name) => !isRead(name, reading));
}

/**
 * Returns the filters of the newer json-server by members that no item is known to have, each once,
 * in order: parameters of another dialect are filters there, which nothing fits.
 */
export function unknownFilters(
  query: string,
  { kind, dialect, isMember }: QueryReading,
): readonly string[] {
  if (kind !== 'list' || dialect !== 'json-server-1') return [];
  const names = new Set(readPairs(query).map(([name]) => name));
  return [...names].filter((name) => {
    const member = filteredMember1(name);
    return member !== null && !isMember(member);
  });
}

function isRead(name: string, { kind, operation, dialect, isMember }: QueryReading): boolean {
  if (operation !== undefined && isOfContract(name, kind, operation)) return true;
  if (dialect === null) return false;
  if (RELATED[dialect].includes(name.replace(/\[\d*\]$/, ''))) return true;
  if (kind !== 'list') return false;
  return dialect === 'json-server-0' ? readsParameter0(name, isMember) : readsParameter1(name);
}

/** What stands beside a list is read in every kind of call. */
const RELATED: Readonly<Record<Dialect, readonly string[]>> = {
  'json-server-0': ['_embed', '_expand'],
  'json-server-1': ['_embed', '_dependent'],
};

/** A list is selected by filters and pages alone; other operations read what is described. */
function isOfContract(name: string, kind: Kind | null, operation: Operation): boolean {
  const { filters = {}, parameters = [], paging } = operation;
  if (kind !== 'list')
    return parameters.some(
      (one) =>
        one.in === 'querystring' || (one.in === 'query' && baseOf(one.name) === baseOf(name)),
    );
  return (
    Object.hasOwn(filters, name) ||
    parametersOfPages(paging).includes(name) ||
    namedParameters(operation).includes(name)
  );
}

/** The name without what stands in brackets behind it: `tags[]`, `filter[size]`. */
function baseOf(name: string): string {
  return name.replace(/(?<=.)\[.*$/, '');
}
