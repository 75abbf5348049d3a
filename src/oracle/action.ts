// Judges the answer to an operation of neither a list nor an item, by what the contract specifies for
// it alone.

import type { Pointer } from '../base/pointer.ts';
import type { Action, Contract } from '../contract/contract.ts';
import { answerWith } from '../contract/declared.ts';
import { namedReply } from '../contract/is-specified.ts';
import { bareReply } from '../model/message/bare-body.ts';
import { header } from '../model/message/call.ts';
import type { Received } from '../model/message/received.ts';
import type { Checker } from '../schema/check.ts';
import { isStatusDeclared, statusFindings } from './declared-answer.ts';
import type { Finding } from './finding.ts';
import { headerFinding, type OperationReply } from './reply-findings.ts';
import { shownFindings, shownFindingsOfAny } from './shown-outcome.ts';

/** An answer, and the contract that has the operation. */
export interface ActionReply {
  readonly contract: Contract;
  readonly action: Action;
  readonly received: Received;
  readonly checker: Checker;
  /** Whether a null at a place of the body may stand for a member that was never set. */
  readonly isUnset: (at: Pointer) => boolean;
  /** Whether a place of the body shows what the client itself stored there. */
  readonly isOwnDoing?: (at: Pointer) => boolean;
}

/** Returns a contract whose only operation is this one, with its clause. */
export function alone(
  contract: Contract,
  action: Action,
  kind: 'read' | 'update' = 'read',
): Contract {
  const { requestOnly: _, hiddenBelow: __, ...rest } = contract;
  const { hiddenBelow } = action;
  const own = hiddenBelow === undefined ? {} : { hiddenBelow };
  return { ...rest, ...own, scope: [], clauses: {}, operations: { [kind]: action } };
}

/** Returns what differs in a success. A body that the contract does not show may be anything. */
export function successFindings(answer: ActionReply): readonly Finding[] {
  const { contract, action, checker, received, ...excuses } = answer;
  const declared = answerWith(action, received.status)?.answer;
  const isShown = action.outcomes.ok?.body !== undefined || (declared?.bodies ?? []).length > 0;
  const reply: OperationReply = {
    contract: alone(contract, action),
    kind: 'read',
    received: bareReply(action, received),
    ...excuses,
  };
  const shown = shownFindings(reply, 'ok', checker).filter(
    ({ code }) => isShown || code === 'status' || code === 'header',
  );
  return [...shown, ...allowFindings(reply, action)];
}

/** Returns the finding about an answer to OPTIONS that does not allow what the contract has at the path. */
function allowFindings(reply: OperationReply, { allows = [] }: Action): readonly Finding[] {
  const text = header(reply.received.headers, 'allow');
  if (text === undefined) return [];
  const allowed = text.split(',').map((one) => one.trim());
  if (allows.every((one) => allowed.includes(one))) return [];
  return [headerFinding(reply, 'ok', { name: 'Allow', value: `${allows.join(', ')}, or more` })];
}

/**
 * Returns what differs in an answer to a request of which nothing is known; `null` if the contract says
 * nothing of such an answer.
 */
export function answerFindings(reply: ActionReply): readonly Finding[] | null {
  const { contract, action, received, checker } = reply;
  const { status } = received;
  const one = { contract: alone(contract, action), kind: 'read', received } as const;
  if (status < 200 || status === 206 || status === 304) return null;
  if (status < 300 && (action.outcomes.ok !== undefined || action.answers !== undefined))
    return successFindings(reply);
  if (status < 400) {
    if (isStatusDeclared(one, status)) return successFindings(reply);
    const undeclared = statusFindings(one, 'ok');
    return undeclared.length > 0 ? undeclared : null;
  }
  const isDeclared = namedReply(action, status) !== undefined || isStatusDeclared(one, status);
  return isDeclared ? shownFindingsOfAny(one, [], checker) : null;
}

/** Returns a finding in words about the operation. */
export function aboutAction(finding: Finding, { method, path }: Action): Finding {
  const message = finding.message
    .replace(/the answer to (?:read|update)/, `the answer to ${method} ${path}`)
    .replace(/^(?:read|update) /, `${method} ${path} `);
  return { ...finding, route: `${method} ${path}`, message };
}
