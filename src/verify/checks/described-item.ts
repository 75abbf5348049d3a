// Whether the answer to a write describes the item that the write was about, and as it is stored.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { memberOfAnother } from '../../contract/item-members.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Received } from '../../model/message/received.ts';
import { agrees, show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { isWhole, without } from '../../oracle/member-places.ts';
import { markPattern } from '../../schema/sample/draft.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';

/** What a write was about. */
export interface Written {
  readonly item: Pick<OwnedItem, 'key'>;
  /**
   * All that was sent for the item, or is known of it: the answer may show any of it. `null` if
   * something else may be sent for it at the same time.
   */
  readonly known: readonly JsonObject[] | null;
}

/** Returns the finding if an answer describes another item; `null` if it does not. */
export function describedAnother(
  { session }: Scenario,
  operation: Kind,
  received: Received,
  { item, known }: Written,
): Finding | null {
  const { service, items } = session;
  const { body } = received;
  if (body.kind !== 'json') return null;
  const record = describedIn(service, operation, received);
  const id = record === null ? null : service.keyOf(record);
  // A removed item that shows its id is the right one: others may have written to it.
  const isRight = operation === 'remove' && id === item.key;
  const marks = known === null || isRight ? [] : marksIn(body.text, items.token);
  const own = marksIn(JSON.stringify(known), items.token);
  const [other] = marks.some((mark) => own.includes(mark)) ? [] : marks;
  const actual =
    id !== null && id !== item.key
      ? `an item with the id ${id}`
      : other === undefined
        ? null
        : `an item with ${other}, which the run sent for another item`;
  return actual === null
    ? null
    : itemFinding(
        service.contract,
        { code: 'describes-another', operation },
        { item: itemName(service.contract, item.key), actual },
      );
}

/**
 * Returns the item that an answer describes; `null` if it shows no member beside the id, or if the
 * contract has something else in the answer.
 */
export function describedIn(
  { contract, schemas, members }: ServiceKnowledge,
  operation: Kind,
  { body }: Received,
): JsonObject | null {
  if (body.kind !== 'json' || !isObject(body.value)) return null;
  if (memberOfAnother(contract, schemas, operation) !== null) return null;
  const { value } = body;
  return members.some((member) => Object.hasOwn(value, member)) ? value : null;
}

/** Returns the finding if the last write was answered with other values than are stored. */
export function answeredDifferently(
  { session }: Scenario,
  { key, answered, before, sent, lastWrite }: OwnedItem,
  record: JsonObject,
): Finding | null {
  const { contract, members, changedByReads, forms } = session.service;
  const { lists } = forms;
  if (answered == null) return null;
  const differs = members.find((member) => {
    const places = changedByReads.get(member) ?? [];
    if (places.some(isWhole)) return false;
    const valueIn = (item: JsonObject): Json | undefined => without(own(item, member), places);
    const [shown, stored] = [valueIn(answered), valueIn(record)];
    const isShown = shown !== undefined && shown !== null && stored !== undefined;
    if (!isShown || !isShowable(session.service, lastWrite, member, stored)) return false;
    // An answer may show the item as it was before.
    const old = before === null ? undefined : valueIn(before);
    return [stored, old].every((one) => !agrees(one, shown, lists) && !agrees(shown, one, lists));
  });
  if (differs === undefined) return null;
  const item = itemName(contract, key);
  const [stored, shown] = [show(own(record, differs)), show(own(answered, differs))];
  const at = `/${differs}`;
  // An answer that shows what was sent, and an item that is as before: the write had no effect.
  const isIdle =
    before !== null &&
    Object.keys(sent).every((member) => agrees(own(before, member), own(record, member), lists)) &&
    agrees(own(sent, differs), own(answered, differs), lists);
  return isIdle
    ? itemFinding(
        contract,
        { code: 'not-replaced', operation: lastWrite, at },
        { item, expected: shown, actual: stored },
      )
    : itemFinding(
        contract,
        { code: 'answer-differs', operation: lastWrite, at },
        { item, expected: stored, actual: shown },
      );
}

/** Whether the answer to a write may show a value: it may have a schema of its own. */
function isShowable(
  { contract, checker }: ServiceKnowledge,
  operation: Kind,
  member: string,
  value: Json,
): boolean {
  const schema = contract.operations[operation]?.outcomes.ok?.body;
  if (typeof schema !== 'string' || schema === contract.item) return true;
  const at = toPointer([member]);
  return !checker
    .check(schema, { [member]: value })
    .some((flaw) => flaw.at === at || flaw.at.startsWith(`${at}/`));
}

function marksIn(text: string, token: string): readonly string[] {
  const pattern = new RegExp(markPattern(token).source, 'gi');
  return [...text.matchAll(pattern)].map(([found]) => found.toLowerCase());
}
