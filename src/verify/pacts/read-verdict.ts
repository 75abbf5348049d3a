// Reads the verdict of Pact's core on one interaction.

import type { Json, JsonObject } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import { describeMismatch, type PactMismatch, quote, withoutColour } from './describe-mismatch.ts';
import { arrayAt, memberAt, textAt } from './members.ts';
import type { Obstacle } from './read-interaction.ts';

export type PactVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly mismatches: readonly [PactMismatch, ...PactMismatch[]] }
  /** It was not judged, which is not the service's fault. */
  | ({ readonly kind: 'unprepared' } & Obstacle);

const REMEDY = 'Correct the pact, or verify it with the tools of Pact.';

const DEPTH_MAX = 256;

/** Reads a verdict. `interaction` is the verified one, for what it expected. */
export function readVerdict(text: string, interaction: JsonObject): PactVerdict {
  const parsed = parseJson(text, DEPTH_MAX);
  if (parsed.kind === 'broken')
    return { kind: 'unprepared', why: `Pact said ${quote(text)}`, remedy: REMEDY };
  const verdict = parsed.value;
  const [result] = arrayAt(verdict, 'interactionResults');
  if (result === undefined)
    return {
      kind: 'unprepared',
      why: `Pact could not read it: ${firstError(verdict)}`,
      remedy: REMEDY,
    };
  if (textAt(result, 'result') === 'OK') return { kind: 'passed' };
  const mismatch = memberAt(result, 'mismatch');
  if (textAt(mismatch, 'type') !== 'mismatches') {
    return {
      kind: 'unprepared',
      why: `Pact could not verify it: ${textAt(mismatch, 'message') ?? firstError(verdict)}`,
      remedy: REMEDY,
    };
  }
  const all = arrayAt(mismatch, 'mismatches');
  const unknown = all
    .map((one) => textAt(one, 'mismatch') ?? '')
    .find((one) => /catalogue entry|not a valid regular expression/i.test(one));
  if (unknown !== undefined)
    return {
      kind: 'unprepared',
      why: `Pact cannot use one of its matchers: ${unknown}`,
      remedy: REMEDY,
    };
  const [first, ...rest] = all
    .map((json) => ({ rank: rankOf(json), mismatch: describeMismatch(json, interaction) }))
    .toSorted(inOrder);
  if (first === undefined)
    return {
      kind: 'unprepared',
      why: `Pact did not say why: ${firstError(verdict)}`,
      remedy: REMEDY,
    };
  return {
    kind: 'failed',
    mismatches: [
      first.mismatch,
      ...rest.slice(0, MISMATCHES_MAX - 1).map(({ mismatch: one }) => one),
    ],
  };
}

/** Number of mismatches reported for one interaction: all elements of a list may have the same. */
const MISMATCHES_MAX = 5;

interface RankedMismatch {
  readonly rank: number;
  readonly mismatch: PactMismatch;
}

/** The status comes first, because it explains the rest; then the body from its beginning. */
function inOrder(one: RankedMismatch, other: RankedMismatch): number {
  const [a, b] = [one.mismatch.at ?? '', other.mismatch.at ?? ''];
  return one.rank - other.rank || a.localeCompare(b, 'en', { numeric: true });
}

function rankOf(json: Json): number {
  const types = ['StatusMismatch', 'HeaderMismatch', 'BodyTypeMismatch'];
  const place = types.indexOf(textAt(json, 'type') ?? '');
  return place < 0 ? types.length : place;
}

function firstError(verdict: Json): string {
  const [error] = arrayAt(verdict, 'errors').concat(arrayAt(verdict, 'pendingErrors'));
  return withoutColour(textAt(memberAt(error, 'mismatch'), 'message') ?? 'it did not say why');
}
