// Whether a run found the fault that was planted: it must name what no run without a fault names, and
// show a call whose answer the fault changed.

import type { Place } from './place.ts';
import type { PlantedFault } from './planting/planted-faults.ts';
import { type Finding, lineOf } from './run-verify.ts';

export type Outcome =
  | { readonly kind: 'found'; readonly by: string }
  /** The run met the fault, or never came to it. */
  | { readonly kind: 'missed'; readonly met: boolean }
  | { readonly kind: 'not applicable' };

export function isApplicable(fault: PlantedFault, places: readonly Place[]): boolean {
  return places.some((place) => fault.appliesTo(place));
}

/** Compares the findings of a run with a fault to those without one. */
export function outcomeOf(
  findings: readonly Finding[],
  known: readonly Finding[],
  changed: ReadonlySet<string>,
): Outcome {
  const found = findings.find(
    (one) => !known.some((other) => isSameFinding(one, other)) && showsOneOf(one, changed),
  );
  return found === undefined
    ? { kind: 'missed', met: changed.size > 0 }
    : { kind: 'found', by: lineOf(found) };
}

/** The same operation, code and place; a run that ends early may not find the place. */
function isSameFinding(one: Finding, other: Finding): boolean {
  const isSame = one.operation === other.operation && one.code === other.code;
  return isSame && (one.at === other.at || one.at === null || other.at === null);
}

/**
 * A finding of the first look at a service shows no calls, but its operation; and the calls of others
 * may stand there as the usual ones, such as POST of a list for an item that the client names.
 */
function showsOneOf({ calls, operation }: Finding, changed: ReadonlySet<string>): boolean {
  return [...calls, operation].some((call) => [...changed].some((one) => isSameCall(call, one)));
}

/** The report may leave out the base path of the address; `{id}` stands for any segment. */
function isSameCall(told: string, changed: string): boolean {
  const [method, path = ''] = told.split(' ');
  const [changedMethod, changedPath = ''] = changed.split(' ');
  const segments = segmentsOf(path);
  const others = segmentsOf(changedPath);
  return (
    method === changedMethod &&
    segments.every((one, index) => one === others[index] || one === '' || /^\{[^}]*\}$/.test(one))
  );
}

/** The segments of a path, the last one first. A report names no slash at the end. */
function segmentsOf(path: string): readonly string[] {
  return path
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .toReversed();
}
