// What a run did not try: laws, by reason, and operations of the contract that no law is about.

import type { Contract } from '../../contract/contract.ts';
import { isSpecified } from '../../contract/is-specified.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { wayOf } from '../../contract/operation-way.ts';
import type { LawResult, Untried } from '../report.ts';
import { isInapplicable } from '../scenario/inapplicable.ts';
import { laws } from './all-laws.ts';

export interface UntriedOptions {
  readonly contract: Contract;
  /** The results of all laws of the run. */
  readonly results: readonly Pick<LawResult, 'name' | 'operation' | 'result' | 'why'>[];
  /** The names of the only laws to try; `null` for all. */
  readonly only: readonly string[] | null;
  /** Why the only item at the path was not written; absent if it was, or there are many. */
  readonly whyUnwritten?: string | null;
}

/** Returns what was not tried, most laws first. */
export function untriedOf(options: UntriedOptions): readonly Untried[] {
  const counted = options.only === null ? options.results.filter(isCounted) : options.results;
  return [...notExercised(counted), ...notAsked(options)];
}

/** Whether a law counts: not if it cannot apply, unless you asked for it by name. */
export function isCounted({ result, why }: Pick<LawResult, 'result' | 'why'>): boolean {
  return result !== 'not-exercised' || !isInapplicable(why);
}

/** Names the laws that do not apply, a sentence for each reason. */
export function notesOnInapplicable(
  results: readonly Pick<LawResult, 'name' | 'result' | 'why'>[],
): readonly string[] {
  return notExercised(results.filter((one) => !isCounted(one))).map(
    ({ why, laws: names }) => `does not apply: ${names.join(', ')}, for ${why}`,
  );
}

function notExercised(
  results: readonly Pick<LawResult, 'name' | 'result' | 'why'>[],
): readonly Untried[] {
  const reasons = new Map<string, string[]>();
  for (const { name, result, why } of results) {
    if (result !== 'not-exercised') continue;
    const reason = why ?? 'unknown reason';
    reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
  }
  return [...reasons]
    .map(([why, names]) => ({ why, laws: names }))
    .toSorted((one, other) => other.laws.length - one.laws.length);
}

/**
 * The laws that --law left out, or the operations without a law. Of an operation whose outcomes the
 * contract leaves open, there is nothing to verify.
 */
function notAsked({
  contract,
  results,
  only,
  whyUnwritten = null,
}: UntriedOptions): readonly Untried[] {
  const offered = kinds.filter((kind) => isSpecified(contract, kind));
  const known = laws.filter(({ operation }) => offered.includes(operation));
  if (only !== null) {
    return results.length >= known.length
      ? []
      : [{ why: `--law chose ${results.length} of ${known.length} laws`, laws: [] }];
  }
  return offered
    .filter((kind) => Object.keys(contract.operations[kind]?.outcomes ?? {}).length > 0)
    .filter((kind) => !results.some(({ operation }) => operation === kind))
    .map((kind) => ({ why: whyNone(contract, kind, whyUnwritten), laws: [] }));
}

function whyNone(contract: Contract, kind: Kind, whyUnwritten: string | null): string {
  const { method } = wayOf(contract, kind);
  if (whyUnwritten !== null && kind !== 'read')
    return `${method} was not verified: ${whyUnwritten}`;
  return laws.some(({ operation }) => operation === kind)
    ? `${method} was not verified: the quick budget has no law about it`
    : `${method} was not verified: there is no law about it`;
}
