// Judges one reply against every ruling that the contract admits for its call: does the contract,
// or any choice, allow this answer? Does not judge what a record holds, which takes more than one
// look.

import type { Refusal } from '../contract/situations.ts';
import type { Checker } from '../schema/check.ts';
import { isStatusDeclared } from './declared-answer.ts';
import type { Finding } from './finding.ts';
import {
  accepted,
  failure,
  failureToRefuse,
  type OperationReply,
  refusal,
  statusFinding,
} from './reply-findings.ts';
import type { Admissible } from './rulings.ts';
import { shownFindings, shownFindingsOfAny, shownOutcome } from './shown-outcome.ts';

export interface ReplyToJudge extends OperationReply {
  readonly checker: Checker;
  readonly rulings: readonly Admissible[];
  /** `unusual`: the call holds values without a specified format, which a service may refuse. */
  readonly values: 'plain' | 'unusual';
}

/** A call that was made so that the service must refuse it. */
export interface Provocation {
  /** The situations that the flaw can be taken for; the contract specifies an outcome of each. */
  readonly situations: readonly [Refusal, ...Refusal[]];
  /** The flaw, as an object of "accepted": `a body that is not JSON`. */
  readonly what: string;
  /** `any`: with whichever status, 4xx. As the contract specifies it if absent. */
  readonly refusal?: 'any';
}

export interface Judgement {
  /** `not-shown`: the contract does not specify such an answer. */
  readonly verdict: 'conforms' | 'violates' | 'not-shown';
  /** Whether the service reports that it did what the client asked. */
  readonly answer: 'granted' | 'refused';
  readonly findings: readonly Finding[];
  /** The rulings that the reply fits. */
  readonly fitting: readonly Admissible[];
}

/** Judges a reply. */
export function judge(reply: ReplyToJudge): Judgement {
  const { received, rulings, checker } = reply;
  const isElsewhere = isSeeOther(reply);
  const answer = isElsewhere ? 'granted' : answerOf(received.status);
  const granted = rulings.filter(({ ruling }) => ruling.situation.value === 'ok');
  const refused = rulings.filter(({ ruling }) => ruling.situation.value !== 'ok');
  if (answer === 'granted') {
    // The contract does not say what a service does with a request that it cannot understand. The
    // result shows when the item is read.
    if (granted.length === 0) {
      // It may show what it should not have taken; all else is as declared.
      const findings = shownFindings(reply, 'ok', checker).filter(({ code }) => isOfHead(code));
      const verdict = findings.length > 0 ? 'violates' : 'not-shown';
      return { verdict, answer, findings, fitting: refused };
    }
    const shown = shownFindings(reply, 'ok', checker);
    const findings = isElsewhere ? shown.filter(({ code }) => code === 'status') : shown;
    return {
      verdict: findings.length > 0 ? 'violates' : 'conforms',
      answer,
      findings,
      fitting: granted,
    };
  }
  const isFailure = answer === 'failed';
  const isOpen = refused.length > 0 && (!isFailure || granted.length === 0);
  if (isOpen || (reply.values === 'unusual' && !isFailure))
    return judgeRefusal(reply, refused, granted.length === 0);
  return {
    verdict: 'violates',
    answer: 'refused',
    findings: [isFailure ? failure(reply) : refusal(reply)],
    fitting: [],
  };
}

/** What findings about the head of an answer are. */
const HEAD: ReadonlySet<Finding['code']> = new Set(['status', 'header', 'media-type']);

/** Whether a finding is about the head of an answer, and says nothing of what became of an item. */
export function isOfHead(code: Finding['code']): boolean {
  return HEAD.has(code);
}

/** Judges the reply to a call that must be refused. */
export function judgeProvoked(
  reply: OperationReply & { readonly checker: Checker },
  { situations, what, refusal: admitted }: Provocation,
): readonly Finding[] {
  const [first] = situations;
  const { status } = reply.received;
  const answer = isSeeOther(reply) ? 'granted' : answerOf(status);
  if (answer === 'granted') return [accepted(reply, first, what)];
  const isAccess = first === 'unauthorized' || first === 'forbidden';
  if (isAccess && status >= 500) return [failure(reply)];
  if (admitted === 'any') return [];
  const isOpen = shownOutcome(reply, first) === undefined;
  if (isOpen && status >= 500 && !isDeclaredFailure(reply))
    return [failureToRefuse(reply, first, what)];
  if (isAccess && isOpen && status >= 400 && !UNAUTHORIZED.has(status))
    return [statusFinding(reply, first, [first === 'unauthorized' ? 401 : 403])];
  return shownFindingsOfAny(reply, situations, reply.checker);
}

/** 507 is a refusal, and 503 is of the moment; a range or `default` only says what a failure looks like. */
function isDeclaredFailure(reply: OperationReply): boolean {
  const { contract, kind, received } = reply;
  const { outcomes = {}, answers = {} } = contract.operations[kind] ?? {};
  const isShown = Object.values(outcomes).some(({ status, statuses = [status] }) =>
    statuses.includes(received.status),
  );
  return (
    received.status === 503 ||
    received.status === 507 ||
    isShown ||
    answers[received.status] !== undefined
  );
}

/** RFC 9110 sections 15.5.2 and 15.5.4: a service may hide what there is, with 404. */
const UNAUTHORIZED: ReadonlySet<number> = new Set([401, 403, 404]);

/** Compares the refusal of a call that had to be refused. Any of several reasons will do. */
function judgeRefusal(
  reply: ReplyToJudge,
  refused: readonly Admissible[],
  isCertain: boolean,
): Judgement {
  const situations = refused.flatMap(({ ruling: { situation } }) =>
    situation.value === 'directed' ? [] : [situation.value],
  );
  const isComparable =
    isCertain && situations.length > 0 && !BEFORE_THE_CALL.has(reply.received.status);
  const findings = isComparable ? shownFindingsOfAny(reply, situations, reply.checker) : [];
  const isShown = isComparable && situations.every((one) => shownOutcome(reply, one) !== undefined);
  return {
    verdict: findings.length > 0 ? 'violates' : isShown ? 'conforms' : 'not-shown',
    answer: 'refused',
    findings,
    fitting: refused,
  };
}

/** Statuses of what stands before the service, or of reasons that a call does not show. */
const BEFORE_THE_CALL: ReadonlySet<number> = new Set([401, 403, 407, 408, 413, 429, 503]);

/**
 * A write may point to its answer (303, RFC 9110 section 15.4.4), and any operation to what its
 * specification declares; the body is for people.
 */
function isSeeOther(reply: OperationReply): boolean {
  const { kind, received } = reply;
  if (received.status < 300 || received.status >= 400) return false;
  return (
    (received.status === 303 && kind !== 'list' && kind !== 'read') ||
    isStatusDeclared(reply, received.status)
  );
}

/** 4xx is a refusal, and so is 507, "insufficient storage" (RFC 4918 section 11.5). */
function answerOf(status: number): 'granted' | 'refused' | 'failed' {
  if (status >= 200 && status < 300) return 'granted';
  return (status >= 400 && status < 500) || status === 507 ? 'refused' : 'failed';
}
