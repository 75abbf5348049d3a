// Reads without anything to compare with: the list, the only item at a path, documents, and reads
// below an item. Only the answer itself is judged, by the contract.

import { isObject, own } from '../../base/json.ts';
import type { Pointer } from '../../base/pointer.ts';
import { choices } from '../../contract/choices.ts';
import type { Action, Contract } from '../../contract/contract.ts';
import { filledPath, parametersOf } from '../../contract/nested-path.ts';
import { idParameterOf } from '../../contract/operation-way.ts';
import { bareReply } from '../../model/message/bare-body.ts';
import { type Call, header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { aboutAction, alone } from '../../oracle/action.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { astrayLocation, type OperationReply } from '../../oracle/reply-findings.ts';
import { shownFindings } from '../../oracle/shown-outcome.ts';
import { isStillSilent } from '../../oracle/streams/stream-findings.ts';
import { isActionRead } from '../move.ts';
import { broken, done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { unusedIds } from '../scenario/unused-ids.ts';
import { type OwnedItem, recordOf } from '../session/owned-item.ts';
import { withBody } from './body-of-action.ts';
import { asksOfNothing, type JudgedRead, judgeRead, locationOf, readCall } from './judge-read.ts';
import { lackingIds } from './lacking-ids.ts';
import { unmarkedInList } from './list-of-marked.ts';
import { askForTypes, otherTypes } from './other-media-types.ts';
import { wrongTotal } from './told-total.ts';
import { tryWithoutAccess } from './try-without-access.ts';
import { filledWithValues } from './values-in-path.ts';

/** Reads the list, or the only item at a path, which need not be there. */
export async function readPlainly(scenario: Scenario, kind: 'list' | 'read'): Promise<MoveResult> {
  const { service } = scenario.session;
  const { contract, checker } = service;
  if (kind === 'read' && contract.isSingle !== true) return notExercised('there are many items');
  const read = await scenario.receive(kind, service.call(kind, null, null));
  if (read.kind !== 'done') return read;
  const received = read.value;
  const isGone = kind === 'read' && isMissing(contract, received.status);
  const outcome = isGone ? 'missing' : 'ok';
  const isUnset = (at: Pointer): boolean => scenario.showsUnset(kind, received, at);
  const findings = shownFindings({ contract, kind, received, isUnset }, outcome, checker);
  if (findings.length > 0) return broken(findings);
  if (isGone) service.notes.add(`GET ${contract.path}: nothing was there, so no item was judged`);
  return done;
}

/** Below a parent that the run made, nothing may be there yet; other statuses for that are a choice. */
function isMissing({ template, operations }: Contract, status: number): boolean {
  const stated = operations.read?.outcomes.missing?.status;
  const options: readonly unknown[] = choices['missing.status'].options;
  return (
    status === 404 || (template !== undefined && stated === undefined && options.includes(status))
  );
}

/**
 * Reads each GET that is of neither a list nor an item, and needs no id or only that of `item`. Other
 * values in a path are those that the contract names, or numbers and dates: what a service makes of
 * them is open if it refuses them, for they may be ids.
 */
export async function readActions(scenario: Scenario, item: OwnedItem | null): Promise<MoveResult> {
  const { contract, schemas } = scenario.session.service;
  const findings: Finding[] = [];
  let count = 0;
  const reads = (contract.actions ?? []).filter(isActionRead);
  let why = lackingIds(contract, reads);
  for (const action of reads) {
    const sure = pathFor(contract, action, item);
    const paths =
      sure === null ? filledWithValues(schemas, action, boundPath(contract, action, item)) : [sure];
    for (const path of paths) {
      const mayRefuse = sure === null || lacksValues(action, item);
      const read = await readAction(scenario, action, { path, mayRefuse, item });
      if (read.kind === 'broken') findings.push(...read.findings);
      if (read.kind === 'not-exercised') why = read.why;
      else count++;
      if (read.kind === 'broken') break;
    }
  }
  if (findings.length > 0) return broken(findings);
  return count > 0 ? done : notExercised(why);
}

/** The path with the ids of parents and of the item; `null` if another id is needed. */
export function pathFor(contract: Contract, action: Action, item: OwnedItem | null): string | null {
  const path = boundPath(contract, action, item);
  return parametersOf(path).length === 0 ? path : null;
}

/** The path with the ids of parents, the id and members of the item, as far as they are known. */
function boundPath(contract: Contract, action: Action, item: OwnedItem | null): string {
  const template = contract.template ?? contract;
  const path = item === null ? action.path : withMembersOf(contract, action, item);
  const bound = path.startsWith(template.path)
    ? contract.path + path.slice(template.path.length)
    : path;
  const [first = ''] = parametersOf(bound);
  const isOfItem = bound.startsWith(`${contract.path}/{${first}}`);
  return isOfItem && item !== null
    ? bound.replace(`{${first}}`, encodeURIComponent(item.key))
    : bound;
}

/** The path of an action about items with some members, with those of an item. */
function withMembersOf(contract: Contract, action: Action, item: OwnedItem): string {
  return filledPath(action.path, valuesOf(contract, action, item));
}

/** The values of an item that name it in the path or the query of an action, by parameter. */
function valuesOf(
  { id }: Contract,
  { path, does, by = {} }: Action,
  item: OwnedItem,
): ReadonlyMap<string, string> {
  const record = recordOf(item, id);
  const names: Readonly<Record<string, string>> =
    does === undefined || Object.keys(by).length > 0 ? by : { [idParameterOf(path)]: id };
  const values = Object.entries(names).flatMap(([parameter, member]): [string, string][] => {
    const value = own(record, member) ?? null;
    const isPlain = value !== null && typeof value !== 'object' && value !== '';
    return isPlain ? [[parameter, String(value)]] : [];
  });
  return new Map(values);
}

/** The parameters in the query that name the item of a read. */
function keysInQuery({ does, by = {}, parameters = [] }: Action): readonly string[] {
  if (does !== 'read') return [];
  return parameters.filter((one) => one.in === 'query' && by[one.name]).map(({ name }) => name);
}

/** Whether a read of one item takes more than is known: it may refuse what does not name an item. */
function lacksValues(action: Action, item: OwnedItem | null): boolean {
  const keys = keysInQuery(action);
  const others = (action.parameters ?? []).filter((one) => one.in === 'query').length > keys.length;
  return keys.length > 0 && (item === null || others);
}

function queryOf(contract: Contract, action: Action, item: OwnedItem | null): string {
  const keys = keysInQuery(action);
  if (item === null || keys.length === 0) return '';
  const values = valuesOf(contract, action, item);
  const pairs = keys.map((name) => [name, values.get(name) ?? ''].map(encodeURIComponent));
  return pairs.map((pair) => pair.join('=')).join('&');
}

interface ReadOfAction {
  readonly path: string;
  readonly mayRefuse: boolean;
  readonly item: OwnedItem | null;
}

/** Reads what an operation of neither a list nor an item shows, and judges it alone. */
export async function readAction(
  scenario: Scenario,
  action: Action,
  { path, mayRefuse, item }: ReadOfAction,
): Promise<MoveResult> {
  const { service, sender } = scenario.session;
  const query = queryOf(service.contract, action, item);
  const call = withBody(scenario, action, { ...readCall(action, path), query });
  const read = await scenario.receive('read', call);
  if (read.kind === 'broken') return broken(read.findings.map((one) => unanswered(one, action)));
  if (read.kind !== 'done') return read;
  const { contract, checker } = service;
  const received = read.value;
  if (mayRefuse && received.status >= 400 && received.status < 500) {
    sender.guard.failures.judge(received, 'open');
    return notExercised(lackingIds(contract, [action]));
  }
  // Where it shows items, what none has set may be null as in other reads.
  const isUnset = (at: Pointer): boolean =>
    action.outcomes.ok?.body === contract.item && scenario.showsUnset('read', received, at);
  const { credentials } = sender.guard;
  const ofNothing = asksOfNothing(action, received) ? await statusOfNothing(scenario) : undefined;
  const judge = (answer: Received): JudgedRead =>
    judgeRead({ contract, action, received: answer, checker, isUnset, credentials, ofNothing });
  const judged = judge(received);
  sender.guard.failures.judge(received, judged.findings.length > 0 ? 'breach' : 'open');
  const reply = { contract: alone(contract, action), kind: 'read', checker } as const;
  const astray = await followed(scenario, call, { ...reply, received });
  const granted = await tryWithoutAccess(scenario, action, call, reply);
  const isAnswered = judged.findings.length === 0 && received.status < 300;
  const typed = isAnswered
    ? await askForTypes(scenario, {
        name: `${action.method} ${action.path}`,
        call,
        types: otherTypes(action, header(received.headers, 'content-type') ?? ''),
        judge: (other) => judge(other).findings,
      })
    : [];
  // A query may ask for another page than the first.
  const total = isAnswered && query === '' ? wrongTotal(contract, received) : [];
  const unmarked = isAnswered ? await unmarkedInList(scenario, action, received) : [];
  const another = item === null ? [] : shownAnother(scenario, action, received, item);
  const findings = [...judged.findings, ...total, ...another, ...astray, ...granted, ...typed];
  if (findings.length + unmarked.length > 0)
    return broken([...findings.map((finding) => aboutAction(finding, action)), ...unmarked]);
  if (isStillSilent(received)) service.notes.add(`${action.method} ${action.path}: ${SILENT}`);
  if (judged.refused === null) return done;
  const why = `${action.method} ${action.path} was refused with ${judged.refused}, so its success was not judged`;
  service.notes.add(why);
  return notExercised(why);
}

/** A read by members of an item that answers another item. */
function shownAnother(
  { session: { service } }: Scenario,
  action: Action,
  received: Received,
  item: OwnedItem,
): readonly Finding[] {
  if (action.does !== 'read' || received.status !== 200) return [];
  const { body } = bareReply(action, received);
  const id = body.kind === 'json' && isObject(body.value) ? service.keyOf(body.value) : null;
  if (id === null || id === item.key) return [];
  const { contract } = service;
  const facts = { item: itemName(contract, item.key), actual: `an item with the id ${id}` };
  return [itemFinding(contract, { code: 'describes-another', operation: 'read' }, facts)];
}

const SILENT = 'no item of its stream came in time, so that none was judged';

/** Follows a redirection within the service: where it leads, there must be something. */
async function followed(
  { session: { sender } }: Scenario,
  { sending: _, ...call }: Call,
  reply: OperationReply,
): Promise<readonly Finding[]> {
  const location = locationOf(reply.received);
  if (location === null) return [];
  const exchange = await sender.sendUnlessStopped(call);
  if (exchange.kind !== 'received' || !exchange.redirected) return [];
  const { status } = exchange.received;
  const isAstray = status === 404 || status === 410 || status >= 500;
  const expected = 'an address that answers';
  return isAstray ? [astrayLocation(reply, { expected, location, status })] : [];
}

/** The status for an id that no item has; `undefined` if that cannot be asked. */
async function statusOfNothing(scenario: Scenario): Promise<number | undefined> {
  const { service } = scenario.session;
  const [key] = unusedIds(scenario, service.latestList ?? []);
  if (!service.offers('read') || key === undefined) return;
  const read = await scenario.receive('read', service.call('read', key, null));
  return read.kind === 'done' ? read.value.status : undefined;
}

/** A read that got no answer; a run that had to stop says why in its own words. */
function unanswered(finding: Finding, action: Action): Finding {
  return finding.code.startsWith('answer-')
    ? { ...aboutAction(finding, action), clause: action.source }
    : finding;
}
