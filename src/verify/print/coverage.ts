// The results of the laws by operation. Laws that were not exercised are counted too.

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

/** Groups the laws by operation. An operation without a law is absent. */
export function coverageOf(laws: readonly LawResult[]): readonly OperationCoverage[] {
  return kinds.flatMap((kind) => {
    const ofKind = laws.filter((law) => law.operation === kind);
    if (ofKind.length === 0) return [];
    const withResult = (result: LawResult['result']): readonly LawResult[] =>
      ofKind.filter((law) => law.result === result);
    return [
      {
        name: nameOf(kind),
        laws: ofKind,
        held: withResult('held'),
        broken: withResult('broken'),
        notExercised: withResult('not-exercised'),
      },
    ];
  });
}

/** Returns the method of an operation; for GET also whether it reads the list or one item. */
export function nameOf(kind: Kind): string {
  const { method } = methods[kind];
  if (kind === 'list') return `${method} list`;
  return kind === 'read' ? `${method} one` : method;
}

/** Sums up the laws of an operation: `11 of 14 laws held, 1 broken, 2 not exercised`. */
export function tally({ laws, held, broken, notExercised }: OperationCoverage): string {
  const parts = [`${held.length} of ${laws.length} laws held`];
  if (broken.length > 0) parts.push(`${broken.length} broken`);
  if (notExercised.length > 0) parts.push(`${notExercised.length} not exercised`);
  return parts.join(', ');
}
