// What the answer to an operation of neither a list nor an item shows: a success that the contract
// does not declare, or a body or header field that differs from what it declares.

import type { Verdict } from '../../journal/interaction/recorded.ts';
import { type ActionReply, aboutAction, answerFindings } from '../../oracle/action.ts';
import type { Finding } from '../../oracle/finding.ts';

/** Judges an answer whose body can be read. */
export function judgeAction(answer: ActionReply): {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
} {
  const found = answerFindings(answer);
  if (found === null) return { verdict: 'not-shown', findings: [] };
  const findings = found.map((one) => aboutAction(one, answer.action));
  return { verdict: findings.length > 0 ? 'violates' : 'conforms', findings };
}
