// What the answer to an operation of neither a list nor an item shows: a success that the contract
// does not declare, or a body or header field that differs from what it declares.

import { namedReply } from '../../contract/is-specified.ts';
import type { Verdict } from '../../journal/interaction/recorded.ts';
import type { Finding } from '../../oracle/finding.ts';
import {
  aboutOther,
  alone,
  type OtherReply,
  successFindings,
} from '../../oracle/other-operation.ts';
import { shownFindingsOfAny } from '../../oracle/shown-outcome.ts';

/** Judges an answer whose body can be read. */
export function judgeOther(answer: OtherReply): {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
} {
  const found = findingsIn(answer);
  if (found === null) return { verdict: 'not-shown', findings: [] };
  const findings = found.map((one) => aboutOther(one, answer.other));
  return { verdict: findings.length > 0 ? 'violates' : 'conforms', findings };
}

/** `null` if the contract says nothing of such an answer. */
function findingsIn(answer: OtherReply): readonly Finding[] | null {
  const { contract, other, received, checker } = answer;
  const { status } = received;
  const { ok } = other.outcomes;
  if (status >= 200 && status < 300 && status !== 206)
    return ok === undefined ? null : successFindings(answer);
  if (status < 400 || namedReply(other, status) === undefined) return null;
  return shownFindingsOfAny(
    { contract: alone(contract, other), kind: 'read', received },
    [],
    checker,
  );
}
