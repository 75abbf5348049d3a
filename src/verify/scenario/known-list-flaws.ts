// What was wrong with the list before the run wrote anything: told once, and no law is to blame for
// it. What a law says cannot be judged where that is in the way.

import type { Finding } from '../../oracle/finding.ts';
import { NotExercised } from './scenario.ts';

/** Ends a reading of the list whose flaws are known. Who can go on without the list does. */
export class ListUnread extends NotExercised {}

/**
 * Gives why the list cannot be read, where all that is wrong with it was wrong already; `null`
 * where something else is.
 */
export function unreadFor(
  known: readonly Finding[],
  findings: readonly Finding[],
): ListUnread | null {
  const signs = new Set(known.map(signOf));
  const [first] = known;
  if (first === undefined || !findings.every((finding) => signs.has(signOf(finding)))) return null;
  return new ListUnread(
    `the list cannot be read, as before anything was written: ${first.message}`,
  );
}

/**
 * What a flaw is, wherever in the list the element stands: items are added before it and behind it.
 */
function signOf({ code, at }: Finding): string {
  return `${code} ${(at ?? '').replace(/^\/\d+/, '/*')}`;
}
