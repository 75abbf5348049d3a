// Whether a place of a recorded reply shows what a client stored there: a service need not refuse a
// value that breaks a format or a bound, and then shows it.

import { isObject, type Json, type JsonObject, objectOf, own, pick } from '../../base/json.ts';
import { type Pointer, parsePointer, valueAt } from '../../base/pointer.ts';
import { methods } from '../../contract/operation-kinds.ts';
import type { ShadowState } from './shadow-state.ts';
import type { UnsetReply } from './unset-members.ts';

/** Remembers the values of a write that break a format or a bound of the item. */
export function noteClientsValues(
  { rules: { contract, checker }, outOfBounds }: ShadowState,
  { kind, call: { body } }: Pick<UnsetReply, 'kind' | 'call'>,
): void {
  if (!methods[kind].method.startsWith('P') || body.kind !== 'json') return;
  const values = isObject(body.value) ? body.value : valuesOfSteps(body.value);
  const broken = checker
    .check(contract.item, values)
    .filter(({ facet }) => facet === 'format' || facet === 'bounds')
    .flatMap(({ at }) => parsePointer(at)?.[0] ?? []);
  if (broken.length > 0) outOfBounds.note(pick(values, broken));
}

/** The members that a JSON Patch sets, with their last values. */
function valuesOfSteps(body: Json): JsonObject {
  const steps = Array.isArray(body) ? (body as readonly Json[]).filter(isObject) : [];
  return objectOf(
    steps.flatMap((step): [string, Json][] => {
      const [member, below] = parsePointer(String(own(step, 'path'))) ?? [];
      const value = own(step, 'value');
      return member === undefined || below !== undefined || value === undefined
        ? []
        : [[member, value]];
    }),
  );
}

/** Tells whether the member of the item at a place has a value that a client sent for that member. */
export function isClientsValue(
  shadowState: ShadowState,
  { received }: Pick<UnsetReply, 'received'>,
  at: Pointer,
): boolean {
  if (received.body.kind !== 'json') return false;
  const body = received.body.value;
  const steps = parsePointer(at) ?? [];
  const [item, member] = Array.isArray(body)
    ? [valueAt(body, steps.slice(0, 1)), steps[1]]
    : [body, steps[0]];
  if (member === undefined || item === undefined || !isObject(item)) return false;
  return shadowState.outOfBounds.has(member, own(item, member));
}
