// The exchanges of a step that a finding is about: a step may try many operations, and each finding
// shows only those of its own.

import { matchPattern, patternOf } from '../../contract/nested-path.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { Exchanged } from '../report.ts';

/**
 * Returns the exchanges with the route of a finding; all if it names none, or none has it. Of many equal
 * reads in a row a few are shown.
 */
export function ownExchanges(
  { route }: Pick<Finding, 'route'>,
  trace: readonly Exchanged[],
): readonly Exchanged[] {
  if (route === undefined) return withoutWaiting(trace);
  const [method, path = ''] = route.split(' ');
  const pattern = patternOf({ path }, '');
  const own = trace.filter(
    ({ call }) =>
      call.method === method && matchPattern(pattern, call.path.slice(1).split('/')) !== null,
  );
  return own.length === 0 ? trace : own;
}

/** Leaves out most of the reads by which a run waited: each the same, with the same answer. */
function withoutWaiting(trace: readonly Exchanged[]): readonly Exchanged[] {
  let same = 0;
  return trace.filter((one, place) => {
    const [before, after] = [trace[place - 1], trace[place + 1]];
    same = before !== undefined && isSame(before, one) ? same + 1 : 0;
    return same < SAME_SHOWN || after === undefined || !isSame(one, after);
  });
}

/** How many equal reads in a row are shown, beside the last one. */
const SAME_SHOWN = 8;

function isSame(one: Exchanged, other: Exchanged): boolean {
  return (
    one.call.method === 'GET' &&
    other.call.method === 'GET' &&
    one.call.path === other.call.path &&
    one.call.query === other.call.query &&
    one.received?.status === other.received?.status &&
    textIn(one) === textIn(other)
  );
}

function textIn({ received }: Exchanged): string {
  const body = received?.body;
  return body?.kind === 'json' ? body.text : '';
}
