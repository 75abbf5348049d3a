// Lists that nothing else reads or changes: whether their elements are things, or numbers about things.

import { isParameter } from '../api-paths.ts';
import type { FoundId } from '../identify.ts';
import type { ApiOperation } from '../operations.ts';
import { lettersOf } from '../shapes.ts';
import { singularOf } from './resource.ts';

/** What tells that the elements of a list are things, and not numbers about things; `null` if nothing does. */
export function whyOfThings(id: FoundId, last: string): string | null {
  const name = id.member;
  if (name !== null && !id.isGuess) return `it answers a list of things with the id "${name}"`;
  const isPlural = singularOf(lettersOf(last)) !== lettersOf(last);
  return name !== null && isPlural
    ? `it answers a list of "${last}", and "${name}" names each`
    : null;
}

/** Steps of paths below which are numbers and extracts, and none of what they count. */
const COMPUTED =
  /^(?:reports?|stat(?:istic)?s|metrics|analytics|dashboards?|summar(?:y|ies)|counts?|density|aggregat\w+|charts?|trends?|insights|flags|histor(?:y|ies)|suggest\w*|autocomplete|external)$/i;

/** Last steps of paths that ask for some items: `/cities/search`. */
const ASKING = /^(?:search|find|query|lookup|filter|sok)$/i;

/** Whether an operation answers what is computed or asked for: by its path. */
export function isComputed({ path: { segments } }: ApiOperation): boolean {
  const last = segments.findLast((one) => !isParameter(one)) ?? '';
  return segments.some((one) => COMPUTED.test(one)) || ASKING.test(last);
}
