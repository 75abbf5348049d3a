// Reads without anything to compare with: the list, the only item at a path, documents, and reads
// below an item. Only the answer itself is judged, by the contract.

import type { Pointer } from '../../base/pointer.ts';
import { choices } from '../../contract/choices.ts';
import type { Contract, OtherOperation } from '../../contract/contract.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { acceptOf } from '../../model/answers/accept-of.ts';
import { noBody } from '../../model/message/call.ts';
import type { Finding } from '../../oracle/finding.ts';
import { aboutOther, alone, successFindings } from '../../oracle/other-operation.ts';
import { failure, type OperationReply, refusal } from '../../oracle/reply-findings.ts';
import { shownFindings } from '../../oracle/shown-outcome.ts';
import { broken, done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { lackingIds } from './lacking-ids.ts';
import { tryWithoutAccess } from './try-without-access.ts';

/** Reads the list, or the only item at a path, which need not be there. */
export async function readPlainly(scenario: Scenario, kind: 'list' | 'read'): Promise<MoveResult> {
  const { service } = scenario.session;
  const { contract, checker } = service;
  if (kind === 'read' && contract.one !== true) return notExercised('there are many items');
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

/** Reads each GET that is of neither a list nor an item, and needs no id or only that of `item`. */
export async function readOthers(scenario: Scenario, item: OwnedItem | null): Promise<MoveResult> {
  const { contract } = scenario.session.service;
  const findings: Finding[] = [];
  let count = 0;
  const reads = (contract.others ?? []).filter(({ method }) => method === 'GET');
  for (const other of reads) {
    const path = pathFor(contract, other, item);
    if (path === null) continue;
    const read = await readOther(scenario, other, path);
    if (read.kind === 'broken') findings.push(...read.findings);
    count++;
  }
  if (findings.length > 0) return broken(findings);
  return count > 0 ? done : notExercised(lackingIds(contract, reads));
}

/** The path with the ids of parents and of the item; `null` if another id is needed. */
export function pathFor(
  contract: Contract,
  { path }: OtherOperation,
  item: OwnedItem | null,
): string | null {
  const template = contract.template ?? contract;
  const bound = path.startsWith(template.path)
    ? contract.path + path.slice(template.path.length)
    : path;
  const [first, second] = parametersOf(bound);
  if (first === undefined) return bound;
  const isOfItem = bound.startsWith(`${contract.path}/{${first}}`);
  if (!isOfItem || second !== undefined || item === null) return null;
  return bound.replace(`{${first}}`, encodeURIComponent(item.key));
}

async function readOther(
  scenario: Scenario,
  other: OtherOperation,
  path: string,
): Promise<MoveResult> {
  const { service } = scenario.session;
  const call = {
    method: 'GET',
    path,
    query: '',
    headers: { accept: acceptOf(other) },
    body: noBody,
  };
  const read = await scenario.receive('read', call);
  if (read.kind === 'broken') return broken(read.findings.map((one) => unanswered(one, other)));
  if (read.kind !== 'done') return read;
  const { contract, checker } = service;
  // Where it shows items, what none has set may be null as in other reads.
  const isUnset = (at: Pointer): boolean =>
    other.outcomes.ok?.body === contract.item && scenario.showsUnset('read', read.value, at);
  const reply = { contract: alone(contract, other), kind: 'read', checker } as const;
  const received = read.value;
  const shown = successFindings({ contract, other, received, checker, isUnset }).map((finding) =>
    finding.code === 'status' ? withoutSuccess({ ...reply, received }, finding) : finding,
  );
  scenario.session.sender.guard.failures.judge(received, shown.length > 0 ? 'breach' : 'open');
  const granted = await tryWithoutAccess(scenario, other, call, reply);
  const findings = [...shown, ...granted].map((finding) => aboutOther(finding, other));
  return findings.length === 0 ? done : broken(findings);
}

/** A read that was not granted has failed, or was refused: another status than the expected one tells less. */
function withoutSuccess(reply: OperationReply, finding: Finding): Finding {
  const { status } = reply.received;
  if (status >= 500) return failure(reply);
  return status >= 400 ? refusal(reply) : finding;
}

/** A read that got no answer; a run that had to stop says why in its own words. */
function unanswered(finding: Finding, other: OtherOperation): Finding {
  return finding.code.startsWith('answer-')
    ? { ...aboutOther(finding, other), clause: other.source }
    : finding;
}
