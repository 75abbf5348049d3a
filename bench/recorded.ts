// Interactions to record: what clients ask a service of users, and its answers.

import type { Kind } from '../src/contract/operation-kinds.ts';
import type { Unnumbered } from '../src/journal/interaction/recorded.ts';

/** Which operation each of a hundred interactions is: most read, few remove. */
const OPERATIONS: readonly (readonly [
  upTo: number,
  operation: Kind,
  method: string,
  status: number,
])[] = [
  [70, 'read', 'GET', 200],
  [85, 'list', 'GET', 200],
  [94, 'create', 'POST', 201],
  [99, 'replace', 'PUT', 200],
  [100, 'remove', 'DELETE', 204],
];

/** The time of the first generated interaction; the next ones follow a millisecond apart. */
export const BEGAN_AT: number = Date.UTC(2026, 0, 1);

/** Returns an interaction with bodies of about so many characters. */
export function recordedUser(number: number, bodyChars: number): Unnumbered {
  const spread = (number * 37) % 100;
  const [, operation, method, status] = OPERATIONS.find(([upTo]) => spread < upTo) ?? [
    0,
    'read',
    'GET',
    200,
  ];
  const text = JSON.stringify({ id: number, name: `User ${number}`, note: 'x'.repeat(bodyChars) });
  const body = { kind: 'text', text, bytes: text.length, cut: false } as const;
  return {
    at: BEGAN_AT + number,
    elapsedMs: (number % 1_000) / 10,
    source: 'proxy',
    resource: 'users',
    operation,
    request: {
      method,
      path: operation === 'list' || operation === 'create' ? '/users' : `/users/${number}`,
      query: '',
      headers: [
        ['host', 'localhost:3000'],
        ['accept', 'application/json'],
      ],
      body: method === 'POST' || method === 'PUT' ? body : { kind: 'none' },
    },
    reply: {
      status,
      headers: [['content-type', 'application/json']],
      body: status === 204 ? { kind: 'none' } : body,
    },
    trouble: null,
    verdict: 'conforms',
    findings: [],
    ruled: null,
    mock: null,
    history: [],
    law: null,
    original: null,
    world: null,
    service: null,
  };
}
