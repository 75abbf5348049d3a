// Reads what does not belong to the run: unused ids, and items of others. Writes nothing.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { type Pointer, parsePointer, valueAt } from '../../base/pointer.ts';
import { idTypeOf } from '../../model/ids/ids.ts';
import type { Received } from '../../model/message/received.ts';
import { agrees, show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { judgeProvoked } from '../../oracle/judge.ts';
import {
  isSpecified,
  notAnObject,
  type OperationReply,
  schemaFinding,
} from '../../oracle/reply-findings.ts';
import { shownOutcome } from '../../oracle/shown-outcome.ts';
import { nullMemberAt } from '../../oracle/unset-members.ts';
import { inapplicable } from '../scenario/inapplicable.ts';
import { broken, done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { readList } from '../scenario/read-list.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { unusedIds } from '../scenario/unused-ids.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';

/** Reads unused ids: the reply must not be an item. */
export async function readUnknownItem(
  scenario: Scenario,
  most = Number.POSITIVE_INFINITY,
): Promise<MoveResult> {
  const { service, items } = scenario.session;
  const list = await knownElements(scenario);
  if (list.kind !== 'done') return list;
  const keys = unusedIds(scenario, list.value);
  // A service that cannot read a number must not take it for the id of some item.
  const isText = idTypeOf(service.contract, service.schemas) === 'string';
  const all = isText ? keys : [...keys, items.token];
  // One far above the others tells most.
  for (const key of most < all.length ? all.slice(1, 1 + most) : all) {
    const reply = await scenario.receive('read', service.call('read', key, null));
    if (reply.kind !== 'done') return reply;
    const { status, body } = reply.value;
    if (status >= 300 || body.kind !== 'json' || !isObject(body.value)) continue;
    const found = service.keyOf(body.value);
    // A list of ids says that nothing is there.
    if (found === null && (service.showsIds || !service.listsIds)) {
      const flaws = flawsOfNobody(scenario, reply.value);
      if (flaws.length > 0) return broken(flaws);
      continue;
    }
    service.unusedIds = 'answered';
    const actual = show(body.value);
    const { contract } = service;
    const finding =
      found === key || found === null
        ? itemFinding(contract, { code: 'made-up', operation: 'read' }, { key, actual })
        : itemFinding(
            contract,
            { code: 'wrong-item', operation: 'read' },
            { item: `the unused id ${key}`, expected: 'a refusal', actual },
          );
    return broken([finding]);
  }
  service.unusedIds = 'refused';
  return done;
}

/** What is wrong with a success that shows no item, where the contract specifies a refusal. */
function flawsOfNobody({ session }: Scenario, received: Received): readonly Finding[] {
  const { contract, checker } = session.service;
  const reply = { contract, kind: 'read', received } as const;
  if (shownOutcome(reply, 'missing') === undefined) return [];
  const provoked = { situations: ['missing'], what: 'an id that no item has' } as const;
  return judgeProvoked({ ...reply, checker }, provoked);
}

/**
 * Reads the id that comes next if ids count up. A service that remembers that nothing was there must
 * not miss the item that gets the id. If the service shows an item at any id, the next creation would
 * seem to get the id of another item.
 */
export async function readNextId(scenario: Scenario): Promise<MoveResult> {
  const { service, items } = scenario.session;
  if (service.unusedIds === 'answered') return done;
  const ids = [...items.everOwned].map(Number).sort((one, other) => one - other);
  const [before = 0, last = 0] = ids.slice(-2);
  const step = Number.isSafeInteger(last - before) && last > before ? last - before : 1;
  if (!Number.isSafeInteger(last) || last === 0 || step > STEP_MAX) return done;
  // Creations under way beside this law have got the ids before it.
  const next = String(last + step * (items.creating + 1));
  items.foreseen.add(next);
  const reply = await scenario.receive('read', service.call('read', next, null));
  return reply.kind === 'done' ? done : reply;
}

/** By how much ids may count up. */
const STEP_MAX = 100;

/** Reads some items of others, from both ends of the list, and compares them with the list. */
export async function readForeignItems(
  scenario: Scenario,
  most = FOREIGN_MAX,
): Promise<MoveResult> {
  const { service, items, bystanders } = scenario.session;
  const list = await knownElements(scenario);
  if (list.kind !== 'done') return list;
  if (!service.showsIds) return notExercised(inapplicable.noIdsShown);
  const foreign = list.value.filter(
    (element) => !items.everOwned.has(service.keyOf(element) ?? ''),
  );
  if (foreign.length === 0) return notExercised(inapplicable.onlyOwnItems);
  const doubled = await findDoubled(scenario, foreign, 1);
  if (doubled.kind !== 'done') return doubled;
  const chosen = new Set(
    [
      ...foreign.slice(-3),
      ...foreign.slice(0, 2),
      ...foreign.slice(Math.floor(foreign.length / 2)).slice(0, 1),
    ].slice(0, most),
  );
  for (const element of chosen) {
    const verdict = await compare(scenario, element, 1);
    if (verdict.kind !== 'done') return verdict;
    bystanders.countRead(service.keyOf(element) ?? '');
  }
  if (chosen.size < foreign.length)
    service.notes.add(
      `${chosen.size} of ${foreign.length} foreign ${service.contract.resource} ${chosen.size === 1 ? 'was' : 'were'} read singly; of the others, the list was checked`,
    );
  return done;
}

/** How many items of others are read. */
const FOREIGN_MAX = 6;

/** The elements of the list as it was last read: items of others stay there as a rule. */
async function knownElements(scenario: Scenario): Promise<MoveResult<readonly JsonObject[]>> {
  const { latestList } = scenario.session.service;
  if (latestList !== null) return doneWith(latestList);
  const list = await readList(scenario, () => false);
  return list.kind === 'done' ? doneWith(list.value.elements) : list;
}

/** Broken if the list holds an item of others twice, each time that it is read. */
async function findDoubled(
  scenario: Scenario,
  elements: readonly JsonObject[],
  attempt: number,
): Promise<MoveResult> {
  const { service } = scenario.session;
  const keys = elements.flatMap((element) => service.keyOf(element) ?? []);
  const key = keys.find((one, place) => keys.indexOf(one) !== place);
  if (key === undefined) return done;
  if (attempt < TRIES) {
    const list = await readList(scenario, () => false);
    if (list.kind !== 'done') return list;
    const again = list.value.elements.filter((element) =>
      keys.includes(service.keyOf(element) ?? ''),
    );
    return findDoubled(scenario, again, attempt + 1);
  }
  const { contract } = service;
  const times = keys.filter((one) => one === key).length;
  const blame = { code: 'listed-twice', operation: 'list' } as const;
  return broken([itemFinding(contract, blame, { item: itemName(contract, key), times })]);
}

/**
 * How often list and item are compared before they count as different: others may write meanwhile.
 */
const TRIES = 3;

async function compare(
  scenario: Scenario,
  element: JsonObject,
  attempt: number,
): Promise<MoveResult> {
  const { service } = scenario.session;
  const { contract } = service;
  const key = service.keyOf(element) ?? '';
  const item = itemName(contract, key);
  const read = await readItem(scenario, key);
  if (read.kind !== 'done') return read;
  const before = read.value;
  if (before !== null && service.keyOf(before) !== key && service.keyOf(before) !== null) {
    const actual = show(own(before, contract.id));
    const blame = { code: 'wrong-item', operation: 'read' } as const;
    return broken([itemFinding(contract, blame, { item, expected: key, actual })]);
  }
  const member = before === null ? null : disagreement(scenario, element, before);
  if (before !== null && member === null) return done;
  const list = await readList(scenario, () => false);
  if (list.kind !== 'done') return list;
  const again = list.value.elements.find((one) => service.keyOf(one) === key);
  const reread = await readItem(scenario, key);
  if (reread.kind !== 'done') return reread;
  const after = reread.value;
  // It was removed or written to meanwhile: the comparison shows nothing.
  if (
    again === undefined ||
    (before !== null && (after === null || JSON.stringify(after) !== JSON.stringify(before)))
  )
    return done;
  if (attempt < TRIES) return compare(scenario, again, attempt + 1);
  if (before === null) {
    const blame = { code: 'not-readable', operation: 'read' } as const;
    return broken([itemFinding(contract, blame, { item, actual: 'a refusal' })]);
  }
  const differs = disagreement(scenario, again, before);
  if (differs === null) return done;
  const blame = { code: 'list-differs', operation: 'list' } as const;
  const values = { expected: show(own(before, differs)), actual: show(own(again, differs)) };
  return broken([itemFinding(contract, blame, { item, ...values })]);
}

/** Returns the item, or `null` if the service refuses to show it. */
async function readItem(scenario: Scenario, key: string): Promise<MoveResult<JsonObject | null>> {
  const { service } = scenario.session;
  const read = await scenario.receive('read', service.call('read', key, null));
  if (read.kind !== 'done') return read;
  const received = read.value;
  if (received.status >= 400) return doneWith(null);
  const { checker, contract } = service;
  const reply: OperationReply = { contract, kind: 'read', received };
  const { body } = received;
  if (body.kind !== 'json' || !isObject(body.value)) return broken([notAnObject(reply)]);
  const schema = contract.operations.read?.outcomes.ok?.body;
  const violation =
    typeof schema === 'string'
      ? checker
          .check(schema, body.value)
          .find(
            (one) =>
              one.facet !== 'required' &&
              isSpecified(one, contract) &&
              !mayBeUnset(service, body.value, one.at),
          )
      : undefined;
  if (typeof schema === 'string' && violation !== undefined)
    return broken([schemaFinding(reply, schema, violation, body.value)]);
  return doneWith(body.value);
}

/**
 * Whether a null may stand for a member that was never set: the run did not write the item. An
 * element of a list is no member.
 */
function mayBeUnset(service: ServiceKnowledge, body: Json, at: Pointer): boolean {
  const holder = valueAt(body, (parsePointer(at) ?? []).slice(0, -1));
  return (
    service.settled['fields.unset'] !== 'absent' &&
    holder !== undefined &&
    isObject(holder) &&
    nullMemberAt(service, 'read', body, at) !== null
  );
}

/** A member that both show with different values. */
function disagreement(scenario: Scenario, element: JsonObject, record: JsonObject): string | null {
  const { service } = scenario.session;
  const shared = service.members.filter(
    (member) =>
      Object.hasOwn(element, member) &&
      Object.hasOwn(record, member) &&
      !service.isUnlikeInList(member),
  );
  return (
    shared.find(
      (member) => !agrees(own(element, member), own(record, member), service.forms.lists),
    ) ?? null
  );
}
