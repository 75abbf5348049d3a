import { describe, expect, it } from 'vitest';
import type { Kind } from '../../src/contract/operation-kinds.ts';
import { statusFindings } from '../../src/oracle/declared-answer.ts';
import type { OperationReply } from '../../src/oracle/reply-findings.ts';

const refused = { bodies: [], headers: {} };

/** A reply to an operation that declares answers of these statuses. */
const replyOf = (kind: Kind, status: number, declared: readonly number[]) =>
  ({
    kind,
    contract: {
      operations: {
        [kind]: { answers: Object.fromEntries(declared.map((one) => [one, refused])) },
      },
      source: '',
    },
    received: { status, headers: {}, body: { kind: 'none' } },
  }) as unknown as OperationReply;

describe('statusFindings', () => {
  it.each(['create', 'replace', 'update', 'remove'] as const)(
    'leaves the success of a write open if refusals alone are named: %s',
    (kind) => {
      expect(statusFindings(replyOf(kind, 201, [400, 404]), 'ok')).toEqual([]);
    },
  );

  it.each([
    ['another success than the declared one', replyOf('remove', 204, [200, 404])],
    ['another success of a creation', replyOf('create', 201, [200, 400])],
    ['a redirection', replyOf('remove', 302, [400, 404])],
    ['a read of which refusals alone are named', replyOf('read', 200, [404])],
  ])('finds %s', (_what, reply) => {
    expect(statusFindings(reply, 'ok')).toHaveLength(1);
  });
});
