// Runs the checks of an operation in the order of the table of situations.

import type { Kind } from '../../contract/operation-kinds.ts';
import { type Step, stepsOf } from '../../contract/situation-order.ts';
import type { OperationRefusal } from '../../contract/situations.ts';
import { decide, type Refused, type Scene } from './scene.ts';

/** Returns why a call is refused; `null` if not for this reason. Asks for no other check first. */
type Check<A> = (attempt: A, place: Step['place']) => Refused | null;

/** The checks of an operation, one for each situation that refuses it. */
export type Checks<K extends Kind, A> = Readonly<Record<OperationRefusal<K>, Check<A>>>;

/** Returns the function that finds the first refusal of a call; its result is `null` if none is. */
export function inOrder<K extends Kind, A extends { readonly scene: Scene }>(
  kind: K,
  checks: Checks<K, A>,
): (attempt: A) => Refused | null {
  const steps = stepsOf(kind).map(({ situation, place, applies }) => ({
    check: checks[situation],
    place,
    applies,
  }));
  return (attempt) => {
    for (const { check, place, applies } of steps) {
      const refused = check(attempt, place);
      if (refused === null) continue;
      if (applies === null || applies((key) => decide(attempt.scene, key).value)) return refused;
    }
    return null;
  };
}
