// Runs the machine of a regular expression over a text: one step for each character and state.

import type { Machine, MachineStep } from './machine.ts';
import type { RegexFlag } from './parse.ts';

/** Returns whether a text matches anywhere. `false` after `stepsMax` steps, of some 10 ns each. */
export function isFound(
  machine: Machine,
  text: string,
  stepsMax: number = Number.POSITIVE_INFINITY,
): boolean {
  const run: Run = { text, flag: machine.flag, left: stepsMax };
  return reachesEnd(machine.steps, 0, 'anywhere', run) && run.left > 0;
}

interface Run {
  readonly text: string;
  readonly flag: RegexFlag;
  /** How many steps may still be taken. */
  left: number;
}

/** Returns whether the steps reach their end, started at an index or at every index from there. */
function reachesEnd(
  steps: readonly MachineStep[],
  from: number,
  begin: 'here' | 'anywhere',
  run: Run,
): boolean {
  const { text, flag } = run;
  const seenAt = new Int32Array(steps.length).fill(-1);
  const pending: number[] = [0];
  for (let at = from; at <= text.length && run.left > 0; ) {
    const current: number[] = [];
    // The steps that took the last character, and all that follow without a character.
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (seenAt[index] === at) continue;
      seenAt[index] = at;
      run.left--;
      const step = steps[index];
      if (step === undefined) return true;
      if (step.kind === 'character') current.push(index);
      else if (step.kind === 'split') pending.push(step.one, step.other);
      else if (holds(step, at, run)) pending.push(index + 1);
    }
    if (at === text.length || (current.length === 0 && begin === 'here')) return false;
    const character = (flag === 'u' ? text.codePointAt(at) : text.charCodeAt(at)) ?? 0;
    for (const index of current) {
      const step = steps[index];
      if (step?.kind === 'character' && step.takes(character)) pending.push(index + 1);
    }
    if (begin === 'anywhere') pending.push(0);
    at += character > 0xffff ? 2 : 1;
  }
  return false;
}

function holds(
  step: MachineStep & { readonly kind: 'place' | 'ahead' },
  at: number,
  run: Run,
): boolean {
  if (step.kind === 'place') return step.holds(run.text, at);
  return reachesEnd(step.steps, at, 'here', run) === step.wants;
}
