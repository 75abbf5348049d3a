// The status of an answer that nothing refuses: a success if the specification declares one, else what
// it declares.

import { type Declared, onlySwitches } from '../../contract/declared.ts';

/** Returns `chosen`, the status of a success, or the one that is declared in place of successes. */
export function answeredStatus({ answers }: Declared, chosen: number): number {
  if (answers === undefined || Object.hasOwn(answers, chosen)) return chosen;
  const keys = Object.keys(answers);
  if (keys.length === 0 || keys.includes('2XX')) return chosen;
  if (onlySwitches({ answers })) return UPGRADE_REQUIRED;
  const named = keys.map(statusOf).filter((one) => one !== null);
  const of = (family: number): number | undefined =>
    named.filter((one) => Math.floor(one / 100) === family).toSorted(laterLast)[0];
  const moved = of(2) ?? of(3);
  return moved ?? (keys.includes('default') ? chosen : (of(4) ?? of(5) ?? chosen));
}

/** Of an operation that only switches to another protocol, which needs a connection (RFC 9110 section 15.5.22). */
export const UPGRADE_REQUIRED = 426;

/** The status of a key; of a range the one that says least. */
function statusOf(key: string): number | null {
  if (/^\d{3}$/.test(key)) return Number(key);
  return key === '3XX' ? 302 : /^[45]XX$/.test(key) ? Number(`${key[0]}00`) : null;
}

/** A client gets 304 only if it asks whether something has changed. */
function laterLast(one: number, other: number): number {
  return Number(one === 304) - Number(other === 304) || one - other;
}
