// The error of an invalid project, from files or objects. No modules of Node.

import { type Fault, faultLines, StandinError } from '../../base/errors.ts';

/** Maximum number of faults in one error. */
export const FAULTS_TOLD_MAX = 20;

/** The remedy in addition to that of each fault. */
export const CORRECT = 'Correct the files and start again.';

/** Creates the error of an invalid project, with file, place, problem and remedy of each fault. */
export function projectInvalid(faults: readonly Fault[], remedy = CORRECT): StandinError {
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
  const message = [`${count} in the project`, ...faultLines(faults, FAULTS_TOLD_MAX)].join('\n  ');
  return new StandinError('project-invalid', message, remedy);
}
