// Replaces an item of the run, in whole or in part.

import { type JsonObject, own, pick } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Received } from '../../model/message/received.ts';
import { agrees, type Candidate, type Expectation } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { createdFinding } from '../../oracle/reply-findings.ts';
import type { Admissible } from '../../oracle/rulings.ts';
import { describedAnother, describedIn } from '../checks/described-item.ts';
import type { Move } from '../move.ts';
import { mannerOf } from '../scenario/mixed-values.ts';
import { broken, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { expectationAfter, noteRefusal } from '../scenario/record-write.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { type OwnedItem, recordOf, type Written } from '../session/owned-item.ts';
import { followAccepted, readAccepted } from './follow-accepted.ts';
import { followRename } from './follow-rename.ts';

/**
 * Replaces every member that the service accepts: those of the move, and the others unchanged.
 * Returns what the item should hold then; `null` if the replacement was refused.
 */
export async function replaceItem(
  scenario: Scenario,
  move: Extract<Move, { kind: 'replace' }>,
): Promise<MoveResult<Expectation | null>> {
  const { service } = scenario.session;
  const found = scenario.item(move.item);
  if (found.kind !== 'done') return found;
  const item = found.value;
  const whole = {
    ...item.sent,
    ...recordOf(item, service.contract.id),
    ...move.values,
    ...service.fixedOf(item),
  };
  const sent = service.sendable(
    'replace',
    service.withConditions('replace', whole, service.traits.replaceMembers),
  );
  return put(scenario, item, sent, move.manner);
}

/** What is known of an item before a write: nothing is certain after a write that was not read. */
export function beforeWrite(
  { session: { sender, service } }: Scenario,
  item: OwnedItem,
  sent: JsonObject,
): Omit<Written, 'kind'> {
  const before = item.touched.length > 0 ? null : recordOf(item, service.contract.id);
  const known = before === null ? [] : [...item.expectation].flatMap(certainMember);
  const unused = Object.keys(sent).filter((member) => !service.sent.has(member, sent[member]));
  return { sent, before, known, unused, mark: sender.guard.mark() };
}

/** The member if only one value of it is admitted. */
function certainMember([member, [first, ...others]]: readonly [
  string,
  readonly Candidate[],
]): readonly string[] {
  return first === undefined || first.isAny === true || others.length > 0 ? [] : [member];
}

/** Waits until a PUT or PATCH that was answered with 202 shows. */
export async function followWrite(
  { session }: Scenario,
  { key, before }: OwnedItem,
  { received, sent }: { readonly received: Received; readonly sent: JsonObject },
): Promise<void> {
  // What is sent as it was shows nothing, and a service may store one of several members alone.
  const changed = Object.keys(sent).filter((member) => !agrees(sent[member], before?.[member]));
  if (changed.length === 0) return;
  if (!session.service.offers('read')) return;
  await followAccepted(session, received, async () => {
    const record = await readAccepted(session, key);
    return (
      record !== null && changed.some((member) => !agrees(before?.[member], own(record, member)))
    );
  });
}

/** Replaces some members and leaves out the others. */
export async function replaceSome(
  scenario: Scenario,
  move: Extract<Move, { kind: 'replace-some' }>,
): Promise<MoveResult<Expectation | null>> {
  const item = scenario.item(move.item);
  if (item.kind !== 'done') return item;
  const { service } = scenario.session;
  const sent = service.sendable('replace', pick(move.values, service.traits.replaceMembers));
  if (Object.keys(sent).length === 0)
    return notExercised('a PUT takes none of the members that the law would send');
  return put(scenario, item.value, sent, 'unusual');
}

/**
 * The rulings by which a replacement may have been done. If the contract would have refused one of
 * them, the service has its own way to fill in what an item must have: none says what is left.
 */
function admittedModes(rulings: readonly Admissible[]): readonly Admissible[] {
  const isRefused = rulings.some(
    ({ ruling: { situation } }) => situation.value !== 'ok' && situation.by === 'contract',
  );
  return isRefused ? [] : rulings.filter(({ ruling }) => ruling.situation.value === 'ok');
}

/**
 * Sends a replacement, and records what the item should hold then. Returns that; `null` if it was
 * refused.
 */
export async function put(
  scenario: Scenario,
  item: OwnedItem,
  sent: JsonObject,
  manner: 'plain' | 'unusual',
): Promise<MoveResult<Expectation | null>> {
  const { service, items } = scenario.session;
  const body =
    service.traits.replaceId === 'sent' ? { [service.contract.id]: item.id, ...sent } : sent;
  const call = service.call('replace', item.key, JSON.stringify(body));
  const rulings = scenario.rulings(call);
  const before = recordOf(item, service.contract.id);
  const written = { kind: 'replace', ...beforeWrite(scenario, item, sent) } as const;
  service.sent.note(sent);
  const reply = await scenario.receive('replace', call);
  if (reply.kind !== 'done') return reply;
  const write = { kind: 'replace', before, sent, manner } as const;
  const judged = mannerOf(service, write, reply.value.status);
  const judgement = scenario.judge('replace', reply.value, rulings, judged, sent);
  // Also a write whose answer is wrong may have changed the item.
  scenario.wrote('replace', item);
  if (judgement.kind !== 'done') return judgement;
  if (judgement.value.answer === 'refused') {
    noteRefusal(scenario, 'replace', reply.value, sent, judged);
    item.refused = sent;
    return doneWith(null);
  }
  delete item.refused;
  delete item.refusedInvalid;
  const { key } = item;
  await followRename(scenario, item, { kind: 'replace', sent, received: reply.value });
  const created = key === item.key ? saysCreated(service.contract, reply.value) : null;
  if (created !== null) return broken([created]);
  const after = expectationAfter(
    scenario,
    'replace',
    sent,
    { record: before, prior: item.expectation },
    admittedModes(rulings),
  );
  item.before = before;
  item.written = written;
  item.sent = { ...item.sent, ...sent };
  item.expectation = after;
  item.lastWrite = 'replace';
  item.patched = null;
  item.rivals = [];
  items.keep(item);
  await followWrite(scenario, item, { received: reply.value, sent });
  const other = describedAnother(scenario, 'replace', reply.value, { item, known: null });
  if (other !== null) return broken([other]);
  item.answered = describedIn(service, 'replace', reply.value);
  return doneWith(after);
}

/**
 * The finding about a PUT of an item that is there, and whose answer says that it created it. Where the
 * contract shows 201 alone, it may.
 */
function saysCreated(contract: Contract, received: Received): Finding | null {
  if (received.status !== 201) return null;
  const others = replacedStatuses(contract).filter((one) => one !== 201);
  return others.length === 0
    ? null
    : createdFinding({ contract, kind: 'replace', received }, others);
}

function replacedStatuses({ operations: { replace } }: Contract): readonly number[] {
  const declared = Object.keys(replace?.answers ?? {}).filter((one) => /^2\d\d$/.test(one));
  return declared.length > 0 ? declared.map(Number) : (replace?.outcomes.ok?.statuses ?? []);
}
