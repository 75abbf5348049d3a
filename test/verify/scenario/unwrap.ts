// Unwraps verdicts in tests: anything but `done` fails the test.

import { type MoveResult, reasonOf } from '../../../src/verify/scenario/move-result.ts';

export function unwrap<T>(verdict: MoveResult<T>): T {
  if (verdict.kind === 'done') return verdict.value;
  throw new Error(`${verdict.kind}: ${reasonOf(verdict)}`);
}
