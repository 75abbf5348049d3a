// Judges the answer to an operation of neither a list nor an item, by what the contract specifies for
// it alone.

import type { Pointer } from '../base/pointer.ts';
import type { Contract, OtherOperation } from '../contract/contract.ts';
import { answerWith } from '../contract/declared.ts';
import { namedReply } from '../contract/is-specified.ts';
import { bareReply } from '../model/message/bare-body.ts';
import type { Received } from '../model/message/received.ts';
import type { Checker } from '../schema/check.ts';
import { isStatusDeclared, statusFindings } from './declared-answer.ts';
import type { Finding } from './finding.ts';
import { shownFindings, shownFindingsOfAny } from './shown-outcome.ts';

/** An answer, and the contract that has the operation. */
export interface OtherReply {
  readonly contract: Contract;
  readonly other: OtherOperation;
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
  other: OtherOperation,
  kind: 'read' | 'update' = 'read',
): Contract {
  const { requestOnly: _, hiddenBelow: __, ...rest } = contract;
  const { hiddenBelow } = other;
  const own = hiddenBelow === undefined ? {} : { hiddenBelow };
  return { ...rest, ...own, scope: [], clauses: {}, operations: { [kind]: other } };
}

/** Returns what differs in a success. A body that the contract does not show may be anything. */
export function successFindings(reply: OtherReply): readonly Finding[] {
  const { contract, other, checker, received, ...excuses } = reply;
  const declared = answerWith(other, received.status)?.answer;
  const isShown = other.outcomes.ok?.body !== undefined || (declared?.bodies ?? []).length > 0;
  return shownFindings(
    {
      contract: alone(contract, other),
      kind: 'read',
      received: bareReply(other, received),
      ...excuses,
    },
    'ok',
    checker,
  ).filter(({ code }) => isShown || code === 'status' || code === 'header');
}

/**
 * Returns what differs in an answer to a request of which nothing is known; `null` if the contract says
 * nothing of such an answer.
 */
export function answerFindings(reply: OtherReply): readonly Finding[] | null {
  const { contract, other, received, checker } = reply;
  const { status } = received;
  const one = { contract: alone(contract, other), kind: 'read', received } as const;
  if (status < 200 || status === 206 || status === 304) return null;
  if (status < 300 && (other.outcomes.ok !== undefined || other.answers !== undefined))
    return successFindings(reply);
  if (status < 400) {
    if (isStatusDeclared(one, status)) return successFindings(reply);
    const undeclared = statusFindings(one, 'ok');
    return undeclared.length > 0 ? undeclared : null;
  }
  const isDeclared = namedReply(other, status) !== undefined || isStatusDeclared(one, status);
  return isDeclared ? shownFindingsOfAny(one, [], checker) : null;
}

/** Returns a finding in words about the operation. */
export function aboutOther(finding: Finding, { method, path }: OtherOperation): Finding {
  const message = finding.message
    .replace(/the answer to (?:read|update)/, `the answer to ${method} ${path}`)
    .replace(/^(?:read|update) /, `${method} ${path} `);
  return { ...finding, route: `${method} ${path}`, message };
}
