// Actions: operations below an item that set members of it. They are sent for items of the run alone;
// what they leave open, and actions whose effect the contract does not say, is not tried.

import { equal } from '../../base/equal.ts';
import { isObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Action } from '../../contract/contract.ts';
import { acceptOf } from '../../model/answers/accept-of.ts';
import { bareReply } from '../../model/message/bare-body.ts';
import { noBody } from '../../model/message/call.ts';
import { aboutAction, alone } from '../../oracle/action.ts';
import { expectAfterUpdate } from '../../oracle/expect-after-update.ts';
import { show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { refusal } from '../../oracle/reply-findings.ts';
import { shownFindings } from '../../oracle/shown-outcome.ts';
import { isAction } from '../move.ts';
import { broken, done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { pathFor } from './read-actions.ts';
import { tryWithoutAccess } from './try-without-access.ts';

/** Sends each action to an item of the run, and reads the item. */
export async function performActions(scenario: Scenario, item: OwnedItem): Promise<MoveResult> {
  const { contract } = scenario.session.service;
  let count = 0;
  for (const action of (contract.actions ?? []).filter(isAction)) {
    const path = pathFor(contract, action, item);
    if (path === null || path === action.path) continue;
    const result = await performAction(scenario, item, action, path);
    if (result.kind !== 'done') return result;
    count++;
  }
  return count > 0 ? done : notExercised('each needs an id that the run does not have');
}

async function performAction(
  scenario: Scenario,
  item: OwnedItem,
  action: Action,
  path: string,
): Promise<MoveResult> {
  const { service, sender } = scenario.session;
  const before = await scenario.receive('read', service.call('read', item.key, null));
  if (before.kind !== 'done') return before;
  const contract = alone(service.contract, action, 'update');
  const headers = { accept: acceptOf(action) };
  const call = { method: action.method, path, query: '', headers, body: noBody };
  const access = { contract, kind: 'update', checker: service.checker } as const;
  const granted = await tryWithoutAccess(scenario, action, call, access);
  if (granted.length > 0) return broken(granted.map((one) => aboutAction(one, action)));
  // It creates nothing, which a POST does otherwise.
  const sent = await scenario.receive('read', call, (one) => sender.guard.sendIfAllowed(one));
  if (sent.kind !== 'done') return sent;
  scenario.wrote('update', item);
  item.expectation = expectAfterUpdate(
    {
      form: 'merge-patch',
      sent: action.sets ?? {},
      before: item.expectation,
      merge: null,
      written: [...service.unsettableMembers, ...(action.times ?? [])],
    },
    service.habits,
  );
  const received = bareReply(action, sent.value);
  const reply = { contract, kind: 'update', received } as const;
  const findings = shownFindings(reply, 'ok', service.checker);
  const isRefused = received.status >= 400 && findings.length === 0;
  const flaws = isRefused ? [refusal(reply)] : findings;
  if (flaws.length > 0) return broken(flaws.map((one) => aboutAction(one, action)));
  const after = await scenario.receive('read', service.call('read', item.key, null));
  if (after.kind !== 'done') return after;
  const effects = effectsOf(scenario, item, action, { before: before.value, after: after.value });
  return effects.length === 0 ? done : broken(effects);
}

/** What an action did not set, or changed besides. Members that the service makes may change. */
function effectsOf(
  { session: { service } }: Scenario,
  item: OwnedItem,
  action: Action,
  shown: Readonly<Record<'before' | 'after', Parameters<typeof bareReply>[1]>>,
): readonly Finding[] {
  const { contract } = service;
  const [before, after] = [shown.before.body, shown.after.body].map((body) =>
    body.kind === 'json' && isObject(body.value) ? body.value : {},
  );
  const { sets = {}, times = [] } = action;
  const written = contract.operations.create === undefined ? [] : service.membersOf('create');
  const members = [...new Set([...Object.keys(sets), ...times, ...written])];
  return members.flatMap((member): readonly Finding[] => {
    const isTime = times.includes(member);
    const expected = own(sets, member) ?? own(before ?? {}, member);
    const actual = own(after ?? {}, member);
    if (actual === undefined || (isTime && actual !== null)) return [];
    if (!isTime && (expected === undefined || equal(expected, actual))) return [];
    const isSet = isTime || own(sets, member) !== undefined;
    const code = isSet ? 'not-replaced' : 'changed-unsent';
    const facts = {
      item: itemName(contract, item.key),
      expected: isTime ? 'the time of the call' : show(expected ?? null),
      actual: show(actual),
    };
    const blame = { code, operation: 'update', at: toPointer([member]) } as const;
    const name = `${action.method} ${action.path}`;
    return [
      {
        ...itemFinding(contract, blame, facts),
        clause: action.source,
        message:
          code === 'not-replaced'
            ? `${name} did not set ${JSON.stringify(member)} of ${facts.item}`
            : `${name} changed ${JSON.stringify(member)} of ${facts.item}, which it does not set`,
        remedy: 'Set the members that the contract names, and no others.',
      },
    ];
  });
}
