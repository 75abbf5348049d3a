// Actions whose effect no source says, sent for two items of the run: what reads show of one and of the
// other has to agree, the answer with the read, and a PUT or DELETE with itself when it is repeated.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { Action } from '../../contract/contract.ts';
import { isTakenBack } from '../../contract/item-members.ts';
import { acceptOf } from '../../model/answers/accept-of.ts';
import { bareReply } from '../../model/message/bare-body.ts';
import { type Call, noBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { aboutAction } from '../../oracle/action.ts';
import { show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { alternativesOf, typesOf } from '../../schema/alternatives.ts';
import { isOfItem } from '../move.ts';
import { broken, done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { sentMembers, withBody } from './body-of-action.ts';
import { readRecord } from './perform-actions.ts';
import { pathFor } from './read-actions.ts';
import {
  answerFlaws,
  type Change,
  type Flaw,
  movedIn,
  namedFlaws,
  neighbourFlaws,
  repeatedFlaws,
  sentFlaws,
  undoneFlaws,
  unlikeFlaws,
} from './told-effects.ts';

/** The items for which actions are sent. */
interface ComparedItems {
  /** Each action is sent for both; to the second pair in the opposite order. */
  readonly pairs: readonly (readonly OwnedItem[])[];
  /** For actions that were never refused, each as the first one. */
  readonly spare: readonly OwnedItem[];
}

/** Sends each action for two items, in order; once more at the end what may have come too early. */
export async function compareActions(
  scenario: Scenario,
  { pairs, spare }: ComparedItems,
  which: 'taken-back' | 'all',
): Promise<MoveResult> {
  const { contract } = scenario.session.service;
  const mine = (contract.actions ?? []).filter((one) =>
    which === 'all' ? isOfItem(one, contract) : isTakenBack(one, contract),
  );
  const trial = new ActionTrial(scenario);
  for (const [index, pair] of pairs.entries()) {
    trial.begin();
    const order = index % 2 === 0 ? mine : [...mine].reverse();
    const again = mine.filter(({ method }) => method !== 'DELETE');
    for (const [place, action] of [...order, ...again].entries()) {
      if (place >= order.length && !trial.isOpen()) break;
      const sent = await trial.perform(action, pair);
      if (sent.kind !== 'done') return sent;
      if (trial.findings.length > 0) return broken(trial.findings);
    }
  }
  const unrefused = mine.filter((one) => trial.neverRefuses(one)).slice(0, spare.length);
  for (const [index, action] of unrefused.entries()) {
    const item = spare[index];
    if (item === undefined) break;
    const sent = await trial.tryFirst(action, item);
    if (sent.kind !== 'done') return sent;
  }
  if (trial.findings.length > 0) return broken(trial.findings);
  return trial.succeeded.size > 0 ? done : notExercised('each action was refused');
}

class ActionTrial {
  readonly findings: Finding[] = [];
  readonly succeeded = new Set<Action>();
  private readonly refused = new Set<Action>();
  /** What the actions at each path have done to the pair, for what takes that back. */
  private readonly calls = new Map<Action, Call>();
  private done = new Map<string, readonly Change[]>();
  /** What items showed when an action was sent that the source refuses in some state. */
  private readonly states = new Map<Action, JsonObject[]>();
  /** The member with one of a few values that each action moves. */
  private readonly stages = new Map<Action, string>();
  private readonly scenario: Scenario;

  constructor(scenario: Scenario) {
    this.scenario = scenario;
  }

  /** Forgets what was done to the pair before. */
  begin(): void {
    this.done = new Map();
  }

  /** Whether an action was refused that may succeed in another state. */
  isOpen(): boolean {
    return [...this.refused].some((one) => !this.succeeded.has(one));
  }

  /** Whether an action that the source refuses in some state (409) has succeeded each time. */
  neverRefuses(action: Action): boolean {
    return (
      action.answers?.[CONFLICT] !== undefined &&
      this.stages.has(action) &&
      !this.refused.has(action)
    );
  }

  /** Sends an action as the first one for an item: no state is left in which it could be refused. */
  async tryFirst(action: Action, item: OwnedItem): Promise<MoveResult> {
    const sent = await this.send(action, item, null);
    if (sent.kind !== 'done' || !this.neverRefuses(action))
      return sent.kind === 'done' ? done : sent;
    const again = await this.send(action, item, null);
    if (again.kind !== 'done' || !this.neverRefuses(action))
      return again.kind === 'done' ? done : again;
    const stage = this.stages.get(action);
    if (stage === undefined || this.findings.length > 0) return done;
    const seen = (this.states.get(action) ?? []).map((one) => own(one, stage) ?? null);
    const { schemas, contract } = this.scenario.session.service;
    const options = optionsOf(schemas.membersOf(contract.item).get(stage));
    if (options.some((option) => !seen.includes(option))) return done;
    this.findings.push({
      code: 'accepted',
      breach: 'violates',
      operation: 'update',
      route: `${action.method} ${action.path}`,
      clause: action.source,
      at: null,
      by: 'contract',
      message: `${action.method} ${action.path} declares ${CONFLICT} and succeeded in each state: ${options.map((one) => show(one)).join(', ')} of ${JSON.stringify(stage)}`,
      expected: `status ${CONFLICT} in one of them`,
      actual: 'a success in all of them',
      remedy: 'Refuse the operation in the states in which it has no place.',
    });
    return done;
  }

  async perform(action: Action, [one, other]: readonly OwnedItem[]): Promise<MoveResult> {
    if (one === undefined || other === undefined) return done;
    const first = await this.send(action, one, other);
    if (first.kind !== 'done') return first;
    const second = await this.send(action, other, null);
    if (second.kind !== 'done') return second;
    if (first.value === null || second.value === null || this.findings.length > 0) return done;
    this.succeeded.add(action);
    return this.judge(action, one, [first.value, second.value]);
  }

  private async judge(
    action: Action,
    item: OwnedItem,
    changes: readonly [Change, Change],
  ): Promise<MoveResult> {
    const members = this.members(action, changes[0].sent);
    const [first, second] = changes;
    const flaws = [
      ...namedFlaws(action, members, changes),
      ...sentFlaws(action, this.stored(first.sent), changes),
      ...unlikeFlaws(members, first, second),
      ...(action.method === 'DELETE'
        ? undoneFlaws(members, this.settable(), this.done.get(action.path) ?? [], changes)
        : []),
    ];
    const moved = movedIn(members, first.before, first.after);
    for (const member of moved) this.noteStage(action, member);
    if (action.method !== 'DELETE') this.done.set(action.path, changes);
    this.report(action, item, flaws);
    if (this.findings.length > 0 || !REPEATABLE.has(action.method)) return done;
    return this.repeat(action, item, first);
  }

  /** Sends an action for an item, and reads it and the `neighbour`; `null` if it was refused. */
  private async send(
    action: Action,
    item: OwnedItem,
    neighbour: OwnedItem | null,
  ): Promise<MoveResult<Change | null>> {
    const before = await readRecord(this.scenario, item);
    if (before.kind !== 'done') return before;
    const beside = neighbour === null ? null : await readRecord(this.scenario, neighbour);
    if (beside !== null && beside.kind !== 'done') return beside;
    const call = this.callOf(action, item);
    if (call === null) return doneWith(null);
    if (neighbour !== null) this.calls.set(action, call);
    const reply = await this.scenario.receive('read', call, (it) =>
      this.scenario.session.sender.guard.sendIfAllowed(it),
    );
    if (reply.kind !== 'done') return reply;
    this.scenario.wrote('update', item);
    item.expectation = new Map();
    const after = await this.settled(item, action, before.value);
    if (after.kind !== 'done') return after;
    this.states.set(action, [...(this.states.get(action) ?? []), before.value]);
    const sent = sentMembers(action, call);
    const change = { before: before.value, after: after.value, sent };
    const members = this.members(action, sent);
    if (reply.value.status >= 300) {
      this.refused.add(action);
      this.reportRefused(action, item, members, change);
      return doneWith(null);
    }
    if (beside !== null && neighbour !== null) {
      const now = await readRecord(this.scenario, neighbour);
      if (now.kind !== 'done') return now;
      const other = { before: beside.value, after: now.value };
      const { counts } = action.suggests ?? {};
      const seen = counts === undefined ? members : [...members, counts];
      this.report(action, item, neighbourFlaws(seen, change, other));
    }
    this.report(
      action,
      item,
      answerFlaws(members, this.answered(action, item, reply.value), after.value),
    );
    return doneWith(change);
  }

  /** What an item shows after an action; once more after a pause if nothing has moved. */
  private async settled(
    item: OwnedItem,
    action: Action,
    before: JsonObject,
  ): Promise<MoveResult<JsonObject>> {
    const early = await readRecord(this.scenario, item);
    if (early.kind !== 'done') return early;
    if (movedIn(this.members(action, {}), before, early.value).length > 0) return early;
    await this.scenario.session.clock.wait(LATE_MS);
    return readRecord(this.scenario, item);
  }

  private async repeat(action: Action, item: OwnedItem, { after }: Change): Promise<MoveResult> {
    const call = this.calls.get(action);
    if (call === undefined) return done;
    const again = await this.scenario.session.sender.guard.sendIfAllowed(call);
    if (again.kind !== 'received') return done;
    const read = await readRecord(this.scenario, item);
    if (read.kind !== 'done') return read;
    this.report(action, item, repeatedFlaws(this.members(action, {}), after, read.value));
    return done;
  }

  /** The request for an item; `null` if its path needs another id. */
  private callOf(action: Action, item: OwnedItem): Call | null {
    const path = pathFor(this.scenario.session.service.contract, action, item);
    if (path === null || path === action.path) return null;
    const headers = { accept: acceptOf(action) };
    const call = { method: action.method, path, query: '', headers, body: noBody };
    return withBody(this.scenario, action, call);
  }

  /**
   * The members that only an action or a client changes: what is true or false, has one of a few values,
   * or is in requests. Times, counters and versions move with each write.
   */
  private members(action: Action, sent: JsonObject): readonly string[] {
    const { schemas, contract, changedByReads } = this.scenario.session.service;
    const settable = new Set([...Object.keys(sent), ...this.settable()]);
    if (action.body !== undefined)
      for (const member of schemas.membersOf(action.body).keys()) settable.add(member);
    return [...schemas.membersOf(contract.item)].flatMap(([member, schema]) => {
      const types = alternativesOf(schemas, schema).flatMap(typesOf);
      const isState = types.includes('boolean') || optionsOf(schema).length > 0;
      const isKnown = member !== contract.id && !changedByReads.has(member);
      return isKnown && (isState || settable.has(member)) ? [member] : [];
    });
  }

  private noteStage(action: Action, member: string): void {
    const { schemas, contract } = this.scenario.session.service;
    const isStage = optionsOf(schemas.membersOf(contract.item).get(member)).length > 0;
    if (isStage) this.stages.set(action, member);
  }

  private settable(): readonly string[] {
    const { service } = this.scenario.session;
    return (['create', 'replace', 'update'] as const).flatMap((kind) =>
      service.contract.operations[kind] === undefined ? [] : service.membersOf(kind),
    );
  }

  /** What was sent of the members that items have in the same type. */
  private stored(sent: JsonObject): readonly string[] {
    const { schemas, contract, checker } = this.scenario.session.service;
    const members = schemas.membersOf(contract.item);
    return Object.keys(sent).filter((member) => {
      const at = toPointer([member]);
      const value = own(sent, member) ?? null;
      const isPlace = members.has(member) && member !== contract.id;
      return (
        isPlace && checker.check(contract.item, { [member]: value }).every((it) => it.at !== at)
      );
    });
  }

  /** What an answer shows of the item; `null` if it shows something else, or tells of work to come. */
  private answered(action: Action, item: OwnedItem, received: Received): Json {
    const { service } = this.scenario.session;
    const { body } = bareReply(action, received);
    if (received.status === ACCEPTED || body.kind !== 'json' || !isObject(body.value)) return null;
    return service.keyOf(body.value) === item.key ? body.value : null;
  }

  private reportRefused(
    action: Action,
    item: OwnedItem,
    members: readonly string[],
    { before, after }: Change,
  ): void {
    const { contract } = this.scenario.session.service;
    const [member] = movedIn(members, before, after);
    if (member === undefined) return;
    const blame = {
      code: 'refused-and-changed',
      operation: 'update',
      at: toPointer([member]),
    } as const;
    const facts = {
      item: itemName(contract, item.key),
      expected: show(own(before, member) ?? null),
      actual: show(own(after, member) ?? null),
    };
    const found = itemFinding(contract, blame, facts);
    this.findings.push({ ...aboutAction(found, action), clause: action.source });
  }

  private report(action: Action, item: OwnedItem, flaws: readonly Flaw[]): void {
    const { contract } = this.scenario.session.service;
    const [flaw] = flaws;
    if (flaw === undefined || this.findings.length > 0) return;
    const { code, member, what, expected, actual } = flaw;
    const facts = {
      item: itemName(contract, item.key),
      expected: typeof expected === 'string' ? expected : show(expected),
      actual: typeof actual === 'string' ? actual : show(actual),
      after: '',
    };
    const at = member === null ? undefined : toPointer([member]);
    const found = itemFinding(contract, { code, operation: 'update', at }, facts);
    const name = `${action.method} ${action.path}`;
    this.findings.push({
      ...found,
      clause: action.source,
      route: name,
      message: `${name}${what.startsWith(',') ? '' : ' '}${what}`,
      remedy: REMEDIES[code],
    });
  }
}

const REMEDIES: Readonly<Record<Flaw['code'], string>> = {
  'not-replaced': 'Change the item that the path names each time the operation succeeds.',
  'changed-another': 'Change only the item that the path names.',
  'value-changed': 'Set the same state, however often the operation is sent.',
  'answer-differs': 'Answer with the item as it is stored.',
};

/** They leave the same state if they are repeated (RFC 9110 section 9.2.2). */
const REPEATABLE: ReadonlySet<string> = new Set(['PUT', 'DELETE']);
const ACCEPTED = 202;
const CONFLICT = '409';
const LATE_MS = 300;

function optionsOf(schema: JsonObject | undefined): readonly Json[] {
  const options = schema === undefined ? undefined : own(schema, 'enum');
  return Array.isArray(options) ? options.filter((one) => one !== null) : [];
}
