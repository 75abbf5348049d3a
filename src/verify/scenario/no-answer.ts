// The finding about a call that got no answer.

import type { Contract } from '../../contract/contract.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Exchange } from '../../http/client/client.ts';
import { clauseOf } from '../../oracle/clause.ts';
import type { Finding } from '../../oracle/finding.ts';

/** Words that an operation got no answer. */
export function noAnswer(
  contract: Contract,
  kind: Kind,
  { trouble, message }: Extract<Exchange, { kind: 'trouble' }>,
): Finding {
  return {
    code: `answer-${trouble}`,
    breach: 'violates',
    operation: kind,
    clause: clauseOf(contract, kind),
    at: null,
    message: `${kind} got no answer: ${message}`,
    expected: 'an answer',
    actual: message,
    by: 'contract',
    remedy: 'Check how the service handles this request.',
  };
}
