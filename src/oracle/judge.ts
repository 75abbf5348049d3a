// Judges one reply against every ruling that the contract admits for its call: does the contract,
// or any choice, allow this answer? Does not judge what a record holds, which takes more than one
// look.

import type { Checker } from '../schema/check.ts';
import type { Finding } from './finding.ts';
import { bodyFindings, failure, type OperationReply, refusal } from './reply-findings.ts';
import type { Admissible } from './rulings.ts';

export interface ReplyToJudge extends OperationReply {
  readonly checker: Checker;
  readonly rulings: readonly Admissible[];
  /**
   * With `unusual`, the call holds values that a service may refuse: the specification sets no
   * format for them.
   */
  readonly values: 'plain' | 'unusual';
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
  const { received, rulings } = reply;
  const isElsewhere = received.status === 303 && reply.kind !== 'list' && reply.kind !== 'read';
  const answer = isElsewhere ? 'granted' : answerOf(received.status);
  const granted = rulings.filter(({ ruling }) => ruling.situation.value === 'ok');
  const refused = rulings.filter(({ ruling }) => ruling.situation.value !== 'ok');
  if (answer === 'granted') {
    // The contract does not say what a service does with a request that it cannot understand. The
    // result shows when the item is read.
    if (granted.length === 0)
      return { verdict: 'not-shown', answer, findings: [], fitting: refused };
    // A write may point to its answer elsewhere (303, RFC 9110 section 15.4.4); the body is then a
    // note for people.
    const findings = isElsewhere ? [] : bodyFindings(reply, reply.checker);
    return {
      verdict: findings.length > 0 ? 'violates' : 'conforms',
      answer,
      findings,
      fitting: granted,
    };
  }
  const isFailure = answer === 'failed';
  const isOpen = refused.length > 0 && (!isFailure || granted.length === 0);
  if (isOpen || (reply.values === 'unusual' && !isFailure)) {
    return { verdict: 'not-shown', answer: 'refused', findings: [], fitting: refused };
  }
  return {
    verdict: 'violates',
    answer: 'refused',
    findings: [isFailure ? failure(reply) : refusal(reply)],
    fitting: [],
  };
}

/**
 * 2xx is a success. 4xx is a refusal, and so is 507, "insufficient storage" (RFC 4918 section
 * 11.5). All else is a failure.
 */
function answerOf(status: number): 'granted' | 'refused' | 'failed' {
  if (status >= 200 && status < 300) return 'granted';
  return (status >= 400 && status < 500) || status === 507 ? 'refused' : 'failed';
}
