// Members that an answer must not show: those that only requests have, and values of the path that
// are not the values of this path.

import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { toPointer, valueAt } from '../base/pointer.ts';
import { truncate } from '../base/truncate.ts';
import type { Contract } from '../contract/contract.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import { placesOf, withoutSteps } from '../schema/walk/write-only.ts';
import { clauseOf } from './clause.ts';
import type { Finding } from './finding.ts';

/** Whether a member belongs to requests alone, so that an answer need not have it. */
export function isOfRequests({ hidden = [] }: Contract, member: string | undefined): boolean {
  return member !== undefined && hidden.includes(member);
}

/** Returns what an answer may show of members that a request sent. */
export function showable({ hiddenBelow = [] }: Contract, sent: JsonObject): JsonObject {
  return withoutSteps(sent, hiddenBelow) as JsonObject;
}

/** Returns what is wrong with the items in the body of a success, beside their schema. */
export function shownMemberFindings(
  contract: Contract,
  kind: Kind,
  body: Json,
): readonly Finding[] {
  const items = Array.isArray(body) ? (body as readonly Json[]) : [body];
  const found = items.flatMap((item, index) =>
    isObject(item) ? flawsOf(contract, kind, item, Array.isArray(body) ? `/${index}` : '') : [],
  );
  return found.slice(0, REPORTED_MAX);
}

const REPORTED_MAX = 3;

function flawsOf(
  contract: Contract,
  kind: Kind,
  item: JsonObject,
  before: string,
): readonly Finding[] {
  const { requestOnly = [], hiddenBelow = [], scope = [] } = contract;
  const clause = clauseOf(contract, 'item', kind);
  const base = { breach: 'violates', by: 'contract', operation: kind, clause } as const;
  const direct = requestOnly.filter((member) => Object.hasOwn(item, member));
  const shown = [...direct.map((member) => [member]), ...placesOf(item, hiddenBelow)].map(
    (steps): Finding => {
      const member = steps.join('.');
      return {
        ...base,
        code: 'write-only-shown',
        at: before + toPointer(steps),
        message: `the answer to ${kind} shows "${member}", which only requests have`,
        expected: `no member "${member}"`,
        actual: `a value of "${member}"`,
        remedy: 'Leave it out of every answer.',
      };
    },
  );
  const foreign = scope.flatMap(({ at, value }): readonly Finding[] => {
    const held = valueAt(item, at);
    if (held === undefined || belongs(held, value)) return [];
    return [
      {
        ...base,
        code: 'wrong-scope',
        at: before + toPointer(at),
        message: `the answer to ${kind} has an item that does not belong to ${contract.path}`,
        expected: `${at.join('.')} ${JSON.stringify(value)}`,
        actual: truncate(JSON.stringify(held), ACTUAL_CHARS_MAX),
        remedy: 'Answer only with the items that belong to the path.',
      },
    ];
  });
  return [...shown, ...foreign];
}

const ACTUAL_CHARS_MAX = 100;

/** A number in an item and its text in a path are the same. */
function belongs(held: Json, value: Json): boolean {
  const values = Array.isArray(held) ? (held as readonly Json[]) : [held];
  return values.some((one) => isObject(one) || String(one) === String(value));
}
