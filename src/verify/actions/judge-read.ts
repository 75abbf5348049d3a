// What one read of an operation without rows shows: a success or redirection as it is declared, a
// refusal or failure of a request that is valid, or one that the specification declares.

import type { Pointer } from '../../base/pointer.ts';
import type { Action, Contract } from '../../contract/contract.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { acceptOf } from '../../model/answers/accept-of.ts';
import { type Call, header, noBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { alone, successFindings } from '../../oracle/action.ts';
import { isStatusDeclared } from '../../oracle/declared-answer.ts';
import type { Finding } from '../../oracle/finding.ts';
import { failure, refusal, statusFinding } from '../../oracle/reply-findings.ts';
import { shownFindingsOfAny } from '../../oracle/shown-outcome.ts';
import type { Checker } from '../../schema/check.ts';
import { lackingCredentials } from '../guard/declared-credentials.ts';

/** Returns the request: it accepts what is declared, and does not follow a declared redirection. */
export function readCall(action: Action, path: string): Call {
  const keys = Object.keys(action.answers ?? {});
  const isRedirected = keys.some((key) => key.startsWith('3'));
  return {
    method: action.method,
    path,
    query: '',
    headers: { accept: acceptOf(action) },
    body: noBody,
    ...(isRedirected ? { sending: { redirection: 'kept', varied: [] } as const } : {}),
  };
}

export interface ActionRead {
  readonly contract: Contract;
  readonly action: Action;
  readonly received: Received;
  readonly checker: Checker;
  readonly isUnset: (at: Pointer) => boolean;
  /** The names of the credentials of the run. */
  readonly credentials: readonly string[];
  /** The status for an id that no item has, where it is known. */
  readonly ofNothing?: number | undefined;
}

/** What a read shows. `refused`: the status, which the specification declares or leaves open. */
export interface JudgedRead {
  readonly findings: readonly Finding[];
  readonly refused: number | null;
}

/** Judges a read. */
export function judgeRead(read: ActionRead): JudgedRead {
  const { contract, action, received, checker, credentials } = read;
  const { status } = received;
  const reply = { contract: alone(contract, action), kind: 'read', received } as const;
  const keys = Object.keys(action.answers ?? {});
  const hasSuccess = keys.length === 0 || keys.some((key) => /^2|^default$/.test(key));
  if (status < 400) return { findings: successFindings(read), refused: null };
  if (isStatusDeclared(reply, status)) {
    const isFailure = status >= 500 && !keys.includes(String(status)) && hasSuccess;
    const findings = isFailure ? [failure(reply)] : shownFindingsOfAny(reply, [], checker);
    return { findings, refused: hasSuccess ? status : null };
  }
  if (!hasSuccess) return { findings: [statusFinding(reply, 'ok', keys)], refused: null };
  if (status >= 500) return { findings: [failure(reply)], refused: null };
  const isLocked = OF_ACCESS.has(status) && lackingCredentials(action, credentials).length > 0;
  return isLocked || isOpen(read)
    ? { findings: [], refused: status }
    : { findings: [refusal(reply)], refused: null };
}

/**
 * Whether a refusal may be right: below an item there may be nothing, and what a request must have
 * is not known of each parameter.
 */
function isOpen({ action, received, ofNothing }: ActionRead): boolean {
  const { status } = received;
  const needsMore = (action.parameters ?? []).some((one) => one.required && one.in !== 'path');
  return needsMore || (isBelow(action) && (ABSENT.has(status) || status === ofNothing));
}

/** Whether the status for what is not there decides on this answer: none declares or excuses it. */
export function asksOfNothing(action: Action, { status }: Received): boolean {
  const isRefusal = status >= 400 && status < 500;
  return isRefusal && isBelow(action) && !ABSENT.has(status) && !OF_ACCESS.has(status);
}

function isBelow({ path }: Action): boolean {
  return parametersOf(path).length > 0;
}

/** Refusals of who asks. */
const OF_ACCESS: ReadonlySet<number> = new Set([401, 403, 407]);

const ABSENT: ReadonlySet<number> = new Set([404, 409, 410]);

/** Returns where a redirection leads, if it says so. */
export function locationOf({ status, headers }: Received): string | null {
  const isRedirection = status >= 300 && status < 400 && status !== 304;
  return isRedirection ? (header(headers, 'location') ?? null) : null;
}
