// Mismatches that Standin itself has caused: it has made up the values of an item that a provider
// state names, and the pact expects others. That is no fault of the service.

import { equal } from '../../base/equal.ts';
import type { JsonObject } from '../../base/json.ts';
import { parsePointer, valueAt } from '../../base/pointer.ts';
import type { PactMismatch } from './describe-mismatch.ts';
import type { PactInteraction } from './read-interaction.ts';
import type { PactVerdict } from './read-verdict.ts';

/** Returns a verdict without them: not judged if there is nothing else. */
export function withoutMadeUp(
  verdict: PactVerdict,
  interaction: PactInteraction,
  values: JsonObject,
): PactVerdict {
  if (verdict.kind !== 'failed' || !isSetUpByStandin(interaction)) return verdict;
  const isCaused = (one: PactMismatch): boolean =>
    one.differs !== null && (isOfOthers(one, interaction) || isOf(values, one));
  const [first, ...others] = verdict.mismatches.filter((one) => !isCaused(one));
  if (first !== undefined) return { kind: 'failed', mismatches: [first, ...others] };
  return {
    kind: 'unprepared',
    why: `it expects values that its provider state does not give: ${verdict.mismatches[0].message}`,
    remedy:
      'Set it up with --state-handler, or have the consumer expect the type of the value (a matcher).',
  };
}

function isSetUpByStandin({ states, setUpBy }: PactInteraction): boolean {
  return setUpBy === 'standin' && states.length > 0;
}

/** Whether a value may be that of an item of someone else: a list shows those of others, too. */
function isOfOthers({ differs }: PactMismatch, { kind }: PactInteraction): boolean {
  return kind === 'list' && differs !== 'pattern';
}

/** Whether the service shows the value that Standin has given, in the item or in a list. */
function isOf(values: JsonObject, { at, value }: PactMismatch): boolean {
  const steps = parsePointer(at ?? '') ?? [];
  return [steps, steps.slice(1)].some((one) => {
    const given = one.length === 0 ? undefined : valueAt(values, one);
    return given !== undefined && equal(given, value);
  });
}
