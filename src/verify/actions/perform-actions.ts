// Actions: operations below an item that set members of it, or mark it for the account that calls. They
// are sent for items of the run alone; actions whose effect the contract does not say are not tried.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Action } from '../../contract/contract.ts';
import { isMark } from '../../contract/item-members.ts';
import { acceptOf } from '../../model/answers/accept-of.ts';
import { bareReply } from '../../model/message/bare-body.ts';
import { type Call, noBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { aboutAction, alone } from '../../oracle/action.ts';
import { isStatusDeclared } from '../../oracle/declared-answer.ts';
import { expectAfterUpdate } from '../../oracle/expect-after-update.ts';
import { show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { failure, refusal } from '../../oracle/reply-findings.ts';
import { shownFindings } from '../../oracle/shown-outcome.ts';
import { isAction } from '../move.ts';
import { broken, done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { pathFor } from './read-actions.ts';
import { tryWithoutAccess } from './try-without-access.ts';

/** Sends each action to an item of the run, what takes a mark back last, and reads the item. */
export async function performActions(scenario: Scenario, item: OwnedItem): Promise<MoveResult> {
  const { contract } = scenario.session.service;
  const actions = (contract.actions ?? []).filter(isAction);
  const isLast = ({ does }: Action): boolean => does === 'unmark';
  const findings: Finding[] = [];
  let why = 'each needs an id that the run does not have';
  let count = 0;
  for (const action of [...actions.filter((one) => !isLast(one)), ...actions.filter(isLast)]) {
    const path = pathFor(contract, action, item);
    if (path === null || path === action.path) continue;
    const result = await performAction(scenario, item, action, path);
    if (result.kind === 'broken') findings.push(...result.findings);
    else if (result.kind === 'not-exercised') why = result.why;
    else count++;
  }
  if (findings.length > 0) return broken(findings);
  return count > 0 ? done : notExercised(why);
}

async function performAction(
  scenario: Scenario,
  item: OwnedItem,
  action: Action,
  path: string,
): Promise<MoveResult> {
  const { service } = scenario.session;
  const before = await readRecord(scenario, item);
  if (before.kind !== 'done') return before;
  const contract = alone(service.contract, action, 'update');
  const headers = { accept: acceptOf(action) };
  const call = { method: action.method, path, query: '', headers, body: noBody };
  const access = { contract, kind: 'update', checker: service.checker } as const;
  const open = await tryWithoutAccess(scenario, action, call, access);
  const granted = open.map((one) => aboutAction(one, action));
  // What took effect for others changes what is seen of it next.
  if (granted.some(({ code }) => code === 'accepted')) return broken(granted);
  const result = await performAsUser(scenario, { item, action, call, before: before.value });
  if (granted.length === 0) return result;
  return broken([...granted, ...(result.kind === 'broken' ? result.findings : [])]);
}

interface ToPerform {
  readonly item: OwnedItem;
  readonly action: Action;
  readonly call: Call;
  /** The item as it was read before. */
  readonly before: JsonObject;
}

/** Sends an action with the credentials of the run, and again if it may be repeated. */
async function performAsUser(
  scenario: Scenario,
  { item, action, call, before }: ToPerform,
): Promise<MoveResult> {
  const { service, sender } = scenario.session;
  const contract = alone(service.contract, action, 'update');
  // It creates nothing, which a POST does otherwise.
  const perform = () => scenario.receive('read', call, (one) => sender.guard.sendIfAllowed(one));
  const sent = await perform();
  if (sent.kind !== 'done') return sent;
  const { status } = sent.value;
  if (isOpenRefusal(action, status)) {
    const why = `${action.method} ${action.path} was refused with ${status}, so its success was not judged`;
    service.notes.add(why);
    return notExercised(why);
  }
  scenario.wrote('update', item);
  const sets = valuesSet(action, before);
  if (!isMark(action)) expectSet(scenario, item, sets);
  const received = bareReply(action, sent.value);
  const reply = { contract, kind: 'update', received } as const;
  const found = shownFindings(reply, 'ok', service.checker);
  const isRefused = status >= 400 && found.length === 0;
  const flaws = (isRefused ? [refusal(reply)] : found).map((one) => aboutAction(one, action));
  if (status >= 300) return flaws.length === 0 ? done : broken(flaws);
  const answered = isMark(action) ? memberValues(received) : {};
  const performed = { item, action, before, sets, answered };
  const effects = await effectsShown(scenario, performed);
  if (effects.kind !== 'done') return effects;
  const all = [...flaws, ...effects.value];
  if (all.length > 0) return broken(all);
  if (!REPEATABLE.has(action.method) && !isMark(action)) return done;
  const again = await perform();
  if (again.kind !== 'done') return again;
  const failed = { contract, kind: 'update', received: again.value } as const;
  if (again.value.status >= 500 && !isStatusDeclared(failed, again.value.status))
    return broken([aboutAction(failure(failed), action)]);
  const repeated = await effectsShown(scenario, { ...performed, answered: {}, often: TWICE });
  if (repeated.kind !== 'done') return repeated;
  return repeated.value.length === 0 ? done : broken(repeated.value);
}

/**
 * They leave the same state if they are repeated (RFC 9110 section 9.2.2). So does a mark by POST: an
 * account marks an item once. It may be refused the second time.
 */
const REPEATABLE: ReadonlySet<string> = new Set(['PUT', 'DELETE']);
const TWICE = ', sent twice,';

/** A refusal for the state of the item, which a source names and does not explain. */
function isOpenRefusal(action: Action, status: number): boolean {
  return OF_STATE.has(status) && (isMark(action) || action.answers?.[status] !== undefined);
}

const OF_STATE: ReadonlySet<number> = new Set([400, 404, 409, 412, 422, 423]);

/** Reads an item of the run as it is shown. */
export async function readRecord(
  scenario: Scenario,
  item: OwnedItem,
): Promise<MoveResult<JsonObject>> {
  const call = scenario.session.service.call('read', item.key, null);
  const read = await scenario.receive('read', call);
  return read.kind === 'done' ? doneWith(memberValues(read.value)) : read;
}

function memberValues({ body }: Pick<Received, 'body'>): JsonObject {
  return body.kind === 'json' && isObject(body.value) ? body.value : {};
}

/** What an item has to show after an action. What it showed before a mark says how that counts. */
function valuesSet({ sets = {}, does, member, counts }: Action, before: JsonObject): JsonObject {
  const was = member === undefined ? undefined : own(before, member);
  if (member === undefined || typeof was !== 'boolean') return sets;
  const is = does === 'mark';
  const count = counts === undefined ? undefined : own(before, counts);
  const moved = was === is ? 0 : is ? 1 : -1;
  // A read that does not know the account shows no mark to take back.
  const isKnown = does === 'mark' || moved !== 0;
  return typeof count === 'number' && counts !== undefined && isKnown
    ? { [member]: is, [counts]: count + moved }
    : { [member]: is };
}

function expectSet({ session: { service } }: Scenario, item: OwnedItem, sets: JsonObject): void {
  item.expectation = expectAfterUpdate(
    {
      form: 'merge-patch',
      sent: sets,
      before: item.expectation,
      merge: null,
      written: service.unsettableMembers,
    },
    service.habits,
  );
}

interface Performed {
  readonly item: OwnedItem;
  readonly action: Action;
  readonly before: JsonObject;
  /** What it has to set. */
  readonly sets: JsonObject;
  /** What the answer to a mark shows of the item. */
  readonly answered: JsonObject;
  readonly often?: string;
}

/** Reads the item, once more after a pause if it is not as it has to be: effects may come late. */
async function effectsShown(
  scenario: Scenario,
  performed: Performed,
): Promise<MoveResult<readonly Finding[]>> {
  const early = await readRecord(scenario, performed.item);
  if (early.kind !== 'done') return early;
  if (effectsOf(scenario, performed, early.value).length === 0) return doneWith([]);
  await scenario.session.clock.wait(LATE_MS);
  const late = await readRecord(scenario, performed.item);
  return late.kind === 'done' ? doneWith(effectsOf(scenario, performed, late.value)) : late;
}

const LATE_MS = 300;

/**
 * Whether a read may show a mark otherwise: if it needs no credentials, it may not know the account that
 * has set it. Then the answer to the mark alone shows it.
 */
function isUnseen(
  { session: { service } }: Scenario,
  { action, sets, answered }: Performed,
  member: string,
): boolean {
  const isPublic = service.contract.operations.read?.security?.length === 0;
  const told = own(answered, member);
  return isPublic && member === action.member && (told === undefined || told === own(sets, member));
}

/** What an action did not set, or changed besides. Members that the service makes may change. */
function effectsOf(
  scenario: Scenario,
  performed: Performed,
  after: JsonObject,
): readonly Finding[] {
  const { service } = scenario.session;
  const { contract } = service;
  const { item, action, before, sets, answered, often = '' } = performed;
  const { times = [] } = action;
  const written = contract.operations.create === undefined ? [] : service.membersOf('create');
  const members = [...new Set([...Object.keys(sets), ...times, ...written])];
  const found = members.flatMap((member): readonly Finding[] => {
    const isTime = times.includes(member);
    const isSet = isTime || own(sets, member) !== undefined;
    const expected = own(sets, member) ?? own(before, member);
    const isWrong = (value: Json | undefined): value is Json => {
      if (value === undefined) return false;
      return isTime ? value === null : expected !== undefined && !equal(expected, value);
    };
    const shown = isUnseen(scenario, performed, member) ? undefined : own(after, member);
    const actual = [shown, isSet ? own(answered, member) : undefined].find(isWrong);
    if (actual === undefined) return [];
    const code = isSet ? 'not-replaced' : 'changed-unsent';
    const facts = {
      item: itemName(contract, item.key),
      expected: isTime ? 'the time of the call' : show(expected ?? null),
      actual: show(actual),
    };
    const blame = { code, operation: 'update', at: toPointer([member]) } as const;
    const name = `${action.method} ${action.path}${often}`;
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
  // A mark that is not set is not counted, either: that is one fault.
  return isMark(action) ? found.slice(0, 1) : found;
}
