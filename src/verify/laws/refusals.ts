// Laws about refusals: each that the contract specifies is provoked. One law for each operation.

import { refusesStale } from '../../contract/is-specified.ts';
import { declaresConflicts, refusesTakenIds } from '../../contract/item-members.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { refusals } from '../../contract/situations.ts';
import { needsCredentials, needsScopes } from '../guard/declared-credentials.ts';
import type { Move } from '../move.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { defineLaw, type Law } from './law.ts';
import { create, given, look, remove } from './shorthand.ts';

export const refusalLaws: readonly Law[] = kinds.map((kind) =>
  defineLaw({
    name: `${kind}-is-refused-as-specified`,
    isExclusive: true,
    requests: 20,
    operation: kind,
    isOfOne: kind === 'read',
    meaning: `Each refusal of ${kind} that the contract specifies comes with the specified status, header fields and body, and changes nothing.`,
    applies: (contract, credentials) => {
      const operation = contract.operations[kind];
      return (
        refusals.some((refusal) => operation?.outcomes[refusal] !== undefined) ||
        needsCredentials(operation, credentials) ||
        needsScopes(operation) ||
        (kind === 'create' && (refusesTakenIds(contract) || declaresConflicts(operation))) ||
        (kind !== 'remove' && WRITES.has(kind) && declaresConflicts(operation)) ||
        (WRITES.has(kind) && refusesStale(operation ?? {}))
      );
    },
    moves: (make) =>
      kind === 'list'
        ? [provoke(kind, make)]
        : [
            create('a', make.plain()),
            create('b', make.plain()),
            given('c', make.plain()),
            look,
            remove('c'),
            provoke(kind, make),
            { kind: 'look', scope: 'all' },
          ],
    ...(kind === 'list' || kind === 'read'
      ? { reading: [{ kind: 'provoke', operation: kind, values: {}, flawed: [] }] as const }
      : {}),
  }),
);

/** The writes that can have a condition. */
const WRITES: ReadonlySet<Kind> = new Set(['replace', 'update', 'remove']);

function provoke(operation: Kind, make: ItemFactory): Move {
  const flawed =
    operation === 'create' || operation === 'replace' || operation === 'update'
      ? make.flawedByKeyword(operation)
      : [];
  const values = operation === 'update' ? make.changes() : make.plain();
  const others = operation === 'create' ? { others: make.plain() } : {};
  return { kind: 'provoke', operation, values, flawed, ...others };
}
