// Faults of a service of the document, one each, and the codes that may name it.

import type { FindingCode } from '../../../src/oracle/finding-codes.ts';
import type { Credentials, Operation, Seams } from './service.ts';

export interface DocumentFault {
  readonly name: string;
  readonly codes: readonly FindingCode[];
  readonly seams: () => Partial<Seams>;
}

const SECURED = ['create', 'read', 'replace', 'remove', 'report'] as const;

const lets = (operation: Operation, without: Credentials): Partial<Seams> => ({
  allows: (one, credentials, isSo) => isSo || (one === operation && credentials === without),
});

export const faults: readonly DocumentFault[] = [
  {
    name: 'the action has no effect',
    codes: ['not-replaced'],
    seams: () => ({ archived: (before) => before }),
  },
  {
    name: 'the action sets another value',
    codes: ['not-replaced', 'changed-another', 'read-differs'],
    seams: () => ({
      archived: (before, after) => ({
        ...after,
        isArchived: before.isArchived && before.pages < 0,
      }),
    }),
  },
  {
    name: 'the action empties another member',
    codes: ['changed-unsent'],
    seams: () => ({ archived: (_, after) => ({ ...after, pages: 0 }) }),
  },
  {
    name: 'the answer to the action lacks a member',
    codes: ['member-missing'],
    seams: () => ({ told: ({ id, title, pages }) => ({ id, title, pages }) }),
  },
  {
    name: 'the action is answered with another status',
    codes: ['status'],
    seams: () => ({ done: () => 201 }),
  },
  ...[202, 207].map((status) => ({
    name: `a book goes with ${status}, which the document does not name`,
    codes: ['status'] as const,
    seams: () => ({ gone: () => status }),
  })),
  {
    name: 'the action is refused',
    codes: ['refused', 'status'],
    seams: () => ({ done: () => 409 }),
  },
  ...SECURED.map((operation) => ({
    name: `${operation} needs no credentials`,
    codes: ['accepted'] as const,
    seams: () => lets(operation, 'none'),
  })),
  ...SECURED.map((operation) => ({
    name: `${operation} takes any credentials`,
    codes: ['accepted'] as const,
    seams: () => lets(operation, 'wrong'),
  })),
  ...(['list', 'status'] as const).map((operation) => ({
    name: `${operation} is public, and asks for credentials`,
    codes: ['refused', 'status'] as const,
    seams: (): Partial<Seams> => ({
      allows: (one, credentials, isSo) => isSo && (one !== operation || credentials === 'right'),
    }),
  })),
  {
    name: 'credentials that are missing are an invalid request',
    codes: ['status'],
    seams: () => ({
      refusal: (operation, credentials, status) =>
        operation === 'create' && credentials === 'none' ? 400 : status,
    }),
  },
  {
    name: 'wrong credentials end in a failure',
    codes: ['failed'],
    seams: () => ({
      refusal: (operation, credentials, status) =>
        operation === 'read' && credentials === 'wrong' ? 500 : status,
    }),
  },
  {
    name: 'a removal without credentials is refused, and removes',
    codes: ['lost', 'refused-and-changed', 'not-readable', 'all-lost', 'refused'],
    seams: () => ({ leaks: (operation) => operation === 'remove' }),
  },
  {
    name: 'a replacement without credentials is refused, and replaces',
    codes: ['refused-and-changed', 'read-differs', 'changed-another', 'value-changed'],
    seams: () => ({ leaks: (operation) => operation === 'replace' }),
  },
  {
    name: 'a creation without credentials is refused, and creates',
    codes: ['refused-and-created', 'made-twice', 'made-a-copy'],
    seams: () => ({ leaks: (operation) => operation === 'create' }),
  },
  {
    name: 'the total is one too high',
    codes: ['wrong-total'],
    seams: () => ({ counted: (total) => total + 1 }),
  },
  {
    name: 'the total is one too low',
    codes: ['wrong-total'],
    seams: () => ({ counted: (total) => total - 1 }),
  },
  {
    name: 'the total stays as it was',
    codes: ['wrong-total'],
    seams: () => {
      let first: number | null = null;
      return { counted: (total) => (first ??= total) };
    },
  },
];
