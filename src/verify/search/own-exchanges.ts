// The exchanges of a step that a finding is about: a step may try many operations, and each finding
// shows only those of its own.

import { matchPattern, patternOf } from '../../contract/nested-path.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { Exchanged } from '../report.ts';

/** Returns the exchanges with the route of a finding; all if it names none, or none has it. */
export function ownExchanges(
  { route }: Pick<Finding, 'route'>,
  trace: readonly Exchanged[],
): readonly Exchanged[] {
  if (route === undefined) return trace;
  const [method, path = ''] = route.split(' ');
  const pattern = patternOf({ path }, '');
  const own = trace.filter(
    ({ call }) =>
      call.method === method && matchPattern(pattern, call.path.slice(1).split('/')) !== null,
  );
  return own.length === 0 ? trace : own;
}
