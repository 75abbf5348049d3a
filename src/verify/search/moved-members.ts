// Members that the service writes when it makes an item, and that stay: when and by whom it was made. Data in,
// data out.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { madeMembers } from '../../contract/item-members.ts';
import { idsNamed } from '../../contract/relations/embedded-members.ts';
import { templateOf } from '../../contract/rows.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import type { Exchanged } from '../report.ts';
import { splitPath } from '../session/issued-ids.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';
import { operationFinder } from './undeclared-refusals.ts';

export interface MovedMember {
  readonly finding: Finding;
  readonly evidence: readonly Exchanged[];
}

/** Names of when and by whom an item was made. */
const OF_MAKING =
  /^(?:created?|creation|inserted|added|made)_?(?:at|on|date|time|timestamp|by|by_id)?$|^(?:date|time)_?(?:created|added)$|^(?:owner|author|creator)(?:_?id)?$/i;

/**
 * Returns a finding for each such member that a PATCH changes, though no request has it. A PUT may make
 * an item anew, with what the service makes.
 */
export function movedMembers(
  service: ServiceKnowledge,
  exchanges: readonly Exchanged[],
): readonly MovedMember[] {
  const { contract, schemas } = service;
  const operationOf = operationFinder(templateOf(contract));
  const { embeds = {} } = templateOf(contract);
  const sent = (['create', 'replace', 'update'] as const).flatMap((one) => service.membersOf(one));
  // An embedded item changes when a request changes the id beside it.
  const follows = (member: string): boolean =>
    Object.hasOwn(embeds, member) && idsNamed(sent, member, 'id') !== null;
  return madeMembers(contract, schemas)
    .filter((member) => OF_MAKING.test(member.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')))
    .filter((member) => !follows(member))
    .flatMap((member) => {
      const shown = new Map<string, { readonly value: Json; readonly by: Exchanged }>();
      const written = new Map<string, Exchanged>();
      for (const exchanged of exchanges) {
        const { call, received } = exchanged;
        const kind = operationOf(call)?.kind ?? null;
        const key = splitPath(call.path, contract.path)?.id ?? null;
        if ((kind === 'remove' || kind === 'replace') && key !== null) forget(key, shown, written);
        const status = received?.status ?? 0;
        if (key === null || status < 200 || status >= 300) continue;
        if (kind === 'update') written.set(key, exchanged);
        if (kind !== 'read') continue;
        const value = own(itemIn(exchanged) ?? {}, member);
        if (value === undefined || value === null) continue;
        const before = shown.get(key);
        const write = written.get(key);
        if (before !== undefined && write !== undefined && isMoved(before.value, value)) {
          const at = toPointer([member]);
          const blame = { code: 'changed-unsent', operation: 'update', at } as const;
          const facts = {
            item: itemName(contract, key),
            expected: JSON.stringify(before.value),
            actual: JSON.stringify(value),
          };
          const finding = itemFinding(contract, blame, facts);
          return [{ finding, evidence: [before.by, write, exchanged] }];
        }
        shown.set(key, { value, by: exchanged });
        written.delete(key);
      }
      return [];
    });
}

function forget(key: string, ...all: readonly Map<string, unknown>[]): void {
  for (const one of all) one.delete(key);
}

function itemIn({ received }: Exchanged): JsonObject | null {
  const value: Json = received?.body.kind === 'json' ? received.body.value : null;
  return isObject(value) ? value : null;
}

/**
 * Moments in the same form that are apart by more than what clocks and databases cut off; objects with
 * another id, for what else they show may change by itself; else any other value.
 */
function isMoved(before: Json, after: Json): boolean {
  if (isObject(before) && isObject(after))
    return ['id', '_id', 'uuid', 'username'].some((name) => {
      const [one, other] = [own(before, name), own(after, name)];
      return one !== undefined && other !== undefined && !equal(one, other);
    });
  if (typeof before !== 'string' || typeof after !== 'string') return before !== after;
  const [one, other] = [before, after].map((text) =>
    MOMENT.test(text) ? Date.parse(text) : Number.NaN,
  );
  if (Number.isNaN(one) !== Number.isNaN(other)) return false;
  if (Number.isNaN(one)) return before !== after;
  return before.length === after.length && before !== after && !isWhole(one, other);
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Whether one of two moments is the other in whole seconds. */
function isWhole(one = 0, other = 0): boolean {
  return Math.abs(one - other) < 1_000 && (one % 1_000 === 0 || other % 1_000 === 0);
}
