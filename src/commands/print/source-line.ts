// What a source gives, in one line: rows by name, or how many operations of a document keep state.

import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Project } from '../../project/load/project.ts';
import type { TakenOperation } from '../../source/source-contracts.ts';

/** Maximum number of resources in the line. */
const RESOURCES_SHOWN_MAX = 12;

/** Returns what a document or rows gave; `null` for contract files. */
export function sourceLine({ files, contracts, rows }: Project): string | null {
  switch (files.source.kind) {
    case 'contracts':
      return null;
    case 'rows':
      return rowsLine(contracts, rows);
    case 'openapi':
    case 'traffic':
    case 'service':
      return documentLine(files.source.taken, contracts);
  }
}

/** `posts (3 rows), comments (2), profile (one)`. */
function rowsLine(contracts: readonly Contract[], rows: Project['rows']): string {
  let isFirst = true;
  const told = contracts.slice(0, RESOURCES_SHOWN_MAX).map(({ resource, isSingle }) => {
    if (isSingle === true) return `${resource} (one)`;
    const count = rows.get(resource)?.length ?? 0;
    const words = isFirst ? pluralize(count, 'row') : String(count);
    isFirst = false;
    return `${resource} (${words})`;
  });
  const more = contracts.length - told.length;
  return printable([...told, ...(more > 0 ? [`and ${more} more`] : [])].join(', '));
}

/** `41 resources keep state (180 of 221 operations), 12 by example, 26 by sample, 3 not answered`. */
function documentLine(taken: readonly TakenOperation[], contracts: readonly Contract[]): string {
  const kept = taken.filter(keepsState);
  const resources = new Set(kept.map(({ rows }) => rows)).size;
  const actions = taken.filter((one) => !keepsState(one) && one.as !== 'unanswered');
  const byExample = actions.filter((one) => hasExample(one, contracts)).length;
  const parts = [
    [byExample, 'by example'],
    [actions.length - byExample, 'by sample'],
    [taken.filter(({ as }) => as === 'unanswered').length, 'not answered'],
  ] as const;
  const keeping = `${pluralize(resources, 'resource')} ${resources === 1 ? 'keeps' : 'keep'} state (${kept.length} of ${pluralize(taken.length, 'operation')})`;
  return [
    keeping,
    ...parts.flatMap(([count, how]) => (count === 0 ? [] : [`${count} ${how}`])),
  ].join(', ');
}

/** Returns whether an operation reads or writes rows. */
export function keepsState({ as, rows }: TakenOperation): boolean {
  return as !== 'unanswered' && rows !== null;
}

/** Returns whether an operation without rows is answered with an example of the document. */
export function hasExample(
  { method, path }: TakenOperation,
  contracts: readonly Contract[],
): boolean {
  const operation = contracts
    .flatMap(({ actions = [] }) => actions)
    .find((one) => one.method === method && one.path === path.replace(/(?<=.)\/$/, ''));
  return Object.keys(operation?.outcomes.ok?.examples ?? {}).length > 0;
}
