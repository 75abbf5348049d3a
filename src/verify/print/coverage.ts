// What the laws came to, by operation. What was not exercised is counted, never passed over.

import { type Kind, kinds, methods } from '../../contract/operation-kinds.ts';
import type { LawResult } from '../report.ts';

export interface OperationCoverage {
  /** `POST`, `GET list`, `GET one`. */
  readonly name: string;
  readonly laws: readonly LawResult[];
  readonly held: readonly LawResult[];
  readonly broken: readonly LawResult[];
  readonly notExercised: readonly LawResult[];
}

/** Gives the laws by operation, in the order of the operations; those without a law are absent. */
export function coverageOf(laws: readonly LawResult[]): readonly OperationCoverage[] {
  return kinds.flatMap((kind) => {
    const own = laws.filter((law) => law.operation === kind);
    const those = (result: LawResult['result']): readonly LawResult[] =>
      own.filter((law) => law.result === result);
    const [held, broken, notExercised] = [those('held'), those('broken'), those('not-exercised')];
    return own.length === 0 ? [] : [{ name: nameOf(kind), laws: own, held, broken, notExercised }];
  });
}

/**
 * Names an operation by its method, and by what it acts on where the method alone would not tell.
 */
export function nameOf(kind: Kind): string {
  const { method } = methods[kind];
  if (kind === 'list') return `${method} list`;
  return kind === 'read' ? `${method} one` : method;
}

/**
 * Says in a few words what the laws of an operation came to: `11 of 14 laws held, 1 broken, 2 not
 * exercised`.
 */
export function tally({ laws, held, broken, notExercised }: OperationCoverage): string {
  const parts = [`${held.length} of ${laws.length} laws held`];
  if (broken.length > 0) parts.push(`${broken.length} broken`);
  if (notExercised.length > 0) parts.push(`${notExercised.length} not exercised`);
  return parts.join(', ');
}
