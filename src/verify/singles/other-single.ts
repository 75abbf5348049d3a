// The single item of another parent, which no write may change, and that of a removed parent.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { show } from '../../oracle/expectation.ts';
import { itemFinding } from '../../oracle/item-findings.ts';
import { broken, done, type MoveResult } from '../scenario/move-result.ts';
import type { Session } from '../session/session.ts';

/** Reads the single item at a path; `null` if nothing is there. */
export async function readSingleAt(session: Session, path: string): Promise<JsonObject | null> {
  const { service, sender } = session;
  const exchange = await sender.sendUnlessStopped({ ...service.call('read', '', null), path });
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return null;
  const { body } = exchange.received;
  return body.kind === 'json' && isObject(body.value) ? body.value : null;
}

/** Compares the single item of another parent with what it was. */
export async function checkOtherSingle(
  session: Session,
  path: string,
  before: JsonObject | null,
): Promise<MoveResult> {
  const { contract } = session.service;
  const after = await readSingleAt(session, path);
  const made = session.service.madeMembers();
  const members = session.service.members.filter((member) => !made.includes(member));
  const changed = members.find(
    (member) => !same(own(before ?? {}, member), own(after ?? {}, member)),
  );
  if (changed === undefined) return done;
  const operation = contract.operations.replace === undefined ? 'update' : 'replace';
  const blame = { code: 'changed-another', operation, at: toPointer([changed]) } as const;
  const facts = {
    item: `the item at ${path}`,
    after: `when the run wrote to ${contract.path}`,
    expected: show(own(before ?? {}, changed)),
    actual: show(own(after ?? {}, changed)),
  };
  return broken([itemFinding(contract, blame, facts)]);
}

/** Looks whether the single item is still shown after the item above it was removed. */
export async function checkOrphan(session: Session): Promise<MoveResult> {
  const { contract } = session.service;
  const { single } = session.items;
  const record = await readSingleAt(session, contract.path);
  if (record === null || single === null) return done;
  // Usual values are none of the removed item.
  const isOld = session.service
    .membersOf(contract.operations.replace === undefined ? 'update' : 'replace')
    .every((member) => same(own(record, member), own(single.sent, member)));
  if (!isOld) return done;
  const blame = { code: 'still-readable', operation: 'remove' } as const;
  const facts = { item: `the item at ${contract.path}`, request: null, actual: show(record) };
  const finding = itemFinding(contract, blame, facts);
  return broken([
    {
      ...finding,
      message: `the item at ${contract.path} is still readable, although the one above it was removed`,
      remedy: 'Remove what belongs to an item together with it.',
    },
  ]);
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && equal(one, other));
}
