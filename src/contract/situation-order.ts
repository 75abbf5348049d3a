// The order in which the rule book looks for situations, as the rows of their table say.

import type { Choose } from './choices.ts';
import { type Kind, methods } from './operation-kinds.ts';
import {
  type OperationRefusal,
  preconditions,
  type Refusal,
  refusals,
  type SecondPlace,
  type Situation,
  situationRow,
} from './situations.ts';

/** One check of an operation. */
export interface Step<S extends Refusal = Refusal> {
  readonly situation: S;
  readonly place: 'row' | SecondPlace['place'];
  /** Whether a refusal at this place counts; `null` if it always does. */
  readonly applies: ((choose: Choose) => boolean) | null;
}

/** Returns the checks of an operation after the preconditions, in order. */
export function stepsOf<K extends Kind>(kind: K): readonly Step<OperationRefusal<K>>[] {
  const rows = refusals.filter((refusal): refusal is OperationRefusal<K> => {
    const { kinds: among, foundIn } = situationRow(refusal);
    return among.includes(kind) && (foundIn === 'body' || foundIn === 'store');
  });
  const inPlace = rows.map(
    (situation): Step<OperationRefusal<K>> => ({ situation, place: 'row', applies: null }),
  );
  const again = rows.flatMap((situation): readonly Step<OperationRefusal<K>>[] => {
    const { also } = situationRow(situation);
    if (also === undefined) return [];
    const { place } = also;
    return [{ situation, place, applies: place === 'before-body' ? also.applies : null }];
  });
  return [
    ...(methods[kind].hasBody ? again.filter(({ place }) => place === 'before-body') : []),
    ...inPlace,
    ...again.filter(({ place }) => place === 'last'),
  ];
}

/** Returns every situation of an operation, in the order in which the rule book looks for it. */
export function situationsOf(kind: Kind, choose: Choose): readonly Situation[] {
  const steps = stepsOf(kind).filter(({ applies }) => applies === null || applies(choose));
  const before = preconditions.filter((key) => situationRow(key).kinds.includes(kind));
  return ['ok', ...before, ...new Set(steps.map(({ situation }) => situation))];
}
