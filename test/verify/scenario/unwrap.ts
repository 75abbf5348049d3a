// Unwraps verdicts in tests: anything but `done` fails the test.

import { reasonOf, type Verdict } from '../../../src/verify/scenario/verdict.ts';

export function unwrap<T>(verdict: Verdict<T>): T {
  if (verdict.kind === 'done') return verdict.value;
  throw new Error(`${verdict.kind}: ${reasonOf(verdict)}`);
}
