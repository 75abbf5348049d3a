// Whether a contract specifies an operation, and how it is refused. PATCH may be named without being
// shown: then the contract leaves open how it works, and nothing about it can be asserted.

import { remember } from '../base/remember.ts';
import type { Contract, Operation, Outcome } from './contract.ts';
import type { Declared } from './declared.ts';
import type { Kind } from './operation-kinds.ts';
import { type Refusal, situationRow } from './situations.ts';

/**
 * Returns whether a contract has an operation and shows how it works. PATCH is not shown if its
 * formats are an open question and no success is specified.
 */
export function isSpecified(contract: Contract, kind: Kind): boolean {
  const operation = contract.operations[kind];
  if (operation === undefined) return false;
  if (kind !== 'update') return true;
  const media = contract.shown['update.media'];
  if (media !== undefined) return media !== 'none';
  return operation.outcomes.ok !== undefined || !isOpen(contract);
}

/** Returns whether a contract says that it does not show PATCH: has none, or leaves it open. */
export function isUpdateUnspecified(contract: Contract): boolean {
  if (isSpecified(contract, 'update')) return false;
  return contract.operations.update === undefined || isOpen(contract);
}

function isOpen({ open }: Contract): boolean {
  return open.some(({ choices }) => choices.includes('update.media'));
}

/**
 * Returns the status that the contract gives to a reply; `undefined` if the choice decides, whose
 * status is `chosen`. It decides among several, too, if it has one of them.
 */
export function specifiedStatus(outcome: Outcome | undefined, chosen: number): number | undefined {
  const { status, statuses } = outcome ?? {};
  return status ?? (statuses?.includes(chosen) === true ? undefined : statuses?.[0]);
}

/** Returns whether an operation shows what comes without credentials, so that it demands them. */
export function demandsCredentials(
  operation: Pick<Operation, 'outcomes'> | null | undefined,
): boolean {
  const { unauthorized, forbidden } = operation?.outcomes ?? {};
  return unauthorized !== undefined || forbidden !== undefined;
}

/** Returns whether each operation of a contract names the credentials that it needs, or none. */
export const declaresSecurity = remember(
  ({ operations, actions = [] }: Contract): boolean =>
    [...Object.values(operations), ...actions].every(({ security }) => security !== undefined),
  new WeakMap(),
);

/** What an operation may say about its refusals. */
type Refusals = Pick<Operation, 'refusals'> | null | undefined;

/**
 * Returns how an operation is refused in a situation if it names statuses without saying when they
 * come: with `status` if it names that, else with one by which specifications mean the situation.
 */
export function namedRefusal(
  operation: Refusals,
  situation: Refusal,
  status: number,
): Outcome | undefined {
  const refusals = operation?.refusals;
  if (refusals === undefined) return undefined;
  const { statuses = [] } = situationRow(situation);
  const named = [status, ...statuses].find((one) => refusals[one] !== undefined);
  return namedReply(operation, named ?? status);
}

/** Whether a write is refused if its `If-Match` names no version: it takes the field, and declares 412. */
export function refusesStale({ parameters = [], answers = {} }: Declared): boolean {
  const takesCondition = parameters.some(
    (one) => one.in === 'header' && one.name.toLowerCase() === 'if-match',
  );
  return takesCondition && answers['412'] !== undefined;
}

/** Returns the condition that an operation requires of each request; `null` if it requires none. */
export function requiredCondition({ parameters = [] }: Declared): string | null {
  const found = parameters.find(
    (one) => one.in === 'header' && one.required && CONDITION.test(one.name),
  );
  return found?.name ?? null;
}

const CONDITION = /^if-(?:match|unmodified-since)$/i;

/** Whether an operation declares with a body how it refuses what is invalid: 400, 422 or all of 4XX. */
export function declaresInvalid(operation: Declared | null | undefined): boolean {
  return INVALID.some((status) => (operation?.answers?.[status]?.bodies.length ?? 0) > 0);
}

/** Whether an operation may answer that it goes on later with what it has accepted. */
export function declaresAccepted(operation: Operation | undefined): boolean {
  return operation?.outcomes.ok?.status === 202 || operation?.answers?.['202'] !== undefined;
}

/** The keys of answers to what is invalid. */
export const INVALID = ['422', '400', '4XX'] as const;

/** Returns what an operation says about a refusal with a status, whenever it comes. */
export function namedReply(operation: Refusals, status: number): Outcome | undefined {
  const { refusals } = operation ?? {};
  return refusals?.[status] ?? refusals?.[status < 500 ? '4XX' : '5XX'] ?? refusals?.['default'];
}
