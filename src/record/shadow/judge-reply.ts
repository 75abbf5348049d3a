// What one reply shows by itself: a status that no ruling admits, or a wrong body.

import type { Pointer } from '../../base/pointer.ts';
import { answerWith, type Declared } from '../../contract/declared.ts';
import { namedReply } from '../../contract/is-specified.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { refusals } from '../../contract/situations.ts';
import { type Call, header } from '../../model/message/call.ts';
import { chooseBody } from '../../model/message/choose-body.ts';
import type { Received } from '../../model/message/received.ts';
import type { Finding } from '../../oracle/finding.ts';
import { judge } from '../../oracle/judge.ts';
import { notOffered } from '../../oracle/reply-findings.ts';
import type { Admissible } from '../../oracle/rulings.ts';
import { shownFindingsOfAny } from '../../oracle/shown-outcome.ts';
import type { ContractRules } from './contract-rules.ts';

export interface ShadowReply {
  readonly call: Call;
  readonly received: Received;
  readonly kind: Kind;
  readonly rulings: readonly Admissible[];
  readonly isReadable: boolean;
  /** Whether a null at a place of the body may stand for a member that was never set. */
  readonly isUnset: (at: Pointer) => boolean;
  /** Whether a place of the body shows a value of a client that breaks a format or a bound. */
  readonly isOwnDoing?: (at: Pointer) => boolean;
}

export interface JudgedReply {
  readonly verdict: 'conforms' | 'violates' | 'not-shown';
  readonly findings: readonly Finding[];
  readonly fitting: readonly Admissible[];
  /** Whether its body is JSON as requested. */
  readonly isJson: boolean;
}

/** Judges a reply to an operation of the contract. */
export function judgeReply(
  rules: ContractRules,
  { call, received, kind, rulings, isReadable, isUnset, isOwnDoing }: ShadowReply,
): JudgedReply {
  const { contract, checker } = rules;
  const { status } = received;
  const isShown = contract.operations[kind]?.outcomes.ok !== undefined;
  if (isShown && call.method !== 'HEAD' && (status === 405 || status === 501))
    return violation(notOffered({ contract, kind, received }));
  // A redirection, a partial body and a busy service show nothing about the operation.
  const isGranted = status >= 200 && status < 300 && status !== 206;
  const isFailure = status >= 500 && status !== 503 && status !== 507;
  const isNowhere = kind === 'list' && status === 404 && call.query === '';
  // The specification names exactly this media type, without a charset.
  const isUntaken =
    isShown &&
    status === 415 &&
    call.body.kind === 'json' &&
    header(call.headers, 'content-type') === JSON_TYPE;
  const isOpen = isBodyOpen({ call, isReadable });
  const isRefusal = status >= 400 && status < 500 && !isNowhere && !isUntaken;
  if (isRefusal && !isOpen) {
    const reply = { contract, checker, kind, received, rulings, values: 'unusual' } as const;
    // What a PATCH makes of an item is known only as far as the item is.
    const judged = kind === 'update' ? null : judge(reply);
    if (judged !== null && judged.verdict !== 'not-shown') return { ...judged, isJson: false };
    const likely = refusals.filter(
      (refusal) => contract.operations[kind]?.outcomes[refusal]?.status === status,
    );
    const findings = shownFindingsOfAny(reply, likely, checker);
    // The contract may declare an answer without saying when it comes.
    const isDeclared =
      likely.length > 0 || namedReply(contract.operations[kind], status) !== undefined;
    if (isDeclared || findings.length > 0)
      return {
        verdict: findings.length > 0 ? 'violates' : 'conforms',
        findings,
        fitting: [],
        isJson: false,
      };
  }
  if (!isGranted && !isNowhere && !isUntaken && (!isFailure || !isShown))
    return { ...NOT_SHOWN, fitting: [] };
  if (isGranted && isOpen) {
    const fitting = rulings.filter(({ ruling }) => ruling.situation.value === 'ok');
    return {
      ...NOT_SHOWN,
      verdict: call.method === 'HEAD' && fitting.length > 0 ? 'conforms' : 'not-shown',
      fitting,
    };
  }
  const values = isNowhere || isUntaken ? 'plain' : 'unusual';
  const { verdict, findings, fitting } = judge({
    contract,
    checker,
    kind,
    received,
    rulings,
    values,
    isUnset,
    ...(isOwnDoing === undefined ? {} : { isOwnDoing }),
  });
  return {
    verdict,
    findings,
    fitting,
    isJson: isGranted && received.body.kind === 'json' && findings.length === 0,
  };
}

const JSON_TYPE = 'application/json';

const NOT_SHOWN = { verdict: 'not-shown', findings: [], isJson: false } as const;

function violation(finding: Finding): JudgedReply {
  return { verdict: 'violates', findings: [finding], fitting: [], isJson: false };
}

/** Whether a reply has no body that can be judged. */
export function isUnread({ call, isReadable }: Pick<ShadowReply, 'call' | 'isReadable'>): boolean {
  return call.method === 'HEAD' || !isReadable;
}

/** Whether nothing can be said of the body of a reply. */
export function isBodyOpen({
  call,
  isReadable,
}: Pick<ShadowReply, 'call' | 'isReadable'>): boolean {
  return isUnread({ call, isReadable }) || wantsOther(call);
}

/** Whether an operation declares an answer that the client accepts, whatever its media type is. */
export function isDeclaredFor(operation: Declared, { headers }: Call, status: number): boolean {
  const { bodies = [] } = answerWith(operation, status)?.answer ?? {};
  const accept = header(headers, 'accept') ?? '';
  const wantsPage = /text\/html/i.test(accept) && !bodies.some(({ type }) => type === 'text/html');
  return !wantsPage && chooseBody(bodies, accept) !== null;
}

/** Whether the client accepts a page, or does not accept JSON: the answer is then unspecified. */
function wantsOther({ headers }: Call): boolean {
  const accept = header(headers, 'accept') ?? '';
  return (
    /text\/html/i.test(accept) || (accept !== '' && !/\*\/\*|application\/\*|json/i.test(accept))
  );
}
