// Correct services of the contracts with shapes: what each does where its contract leaves it open.

import { resources } from './contracts.ts';
import type { Habits } from './service.ts';

export interface Correct {
  readonly name: string;
  /** The contracts that it is verified by. */
  readonly resources: readonly string[];
  readonly habits: () => Habits;
}

export const correct: readonly Correct[] = [
  { name: 'the plain service', resources, habits: () => ({}) },
  {
    name: 'pages of three, the newest first',
    resources: ['articles', 'members-of-club', 'members'],
    habits: () => ({ pageSize: 3, newestFirst: true }),
  },
  {
    name: 'an archived item of others can be read, and is in neither the pages nor the total',
    resources: ['articles', 'members'],
    habits: () => ({
      pageSize: 2,
      seams: {
        cut: (_, __, rows) => rows.filter(({ id }) => id !== 2),
        counted: (_, total) => total - 1,
      },
    }),
  },
  {
    name: 'what is missing is gone',
    resources: ['notes', 'fees'],
    habits: () => ({ missing: 410 }),
  },
  {
    name: 'a count that lags, which the contract does not name',
    resources: ['notes'],
    habits: () => {
      let before = 2;
      const counted = (_: unknown, total: number): number => {
        const late = before;
        before = total;
        return late;
      };
      return { seams: { counted } };
    },
  },
  {
    name: 'a member goes, and its fees stay where nothing shows them',
    resources: ['fees'],
    habits: () => ({ seams: { cascades: false } }),
  },
  {
    name: 'PUT renews createdAt, which belongs to the service',
    resources: ['articles'],
    habits: () => ({
      seams: {
        stored: ({ operation }, _, row) =>
          operation === 'replace' ? { ...row, createdAt: row.updatedAt } : row,
      },
    }),
  },
  {
    name: 'an item is taken without its envelope as well',
    resources: ['articles', 'members'],
    habits: () => ({
      seams: {
        taken: (_, body, fields) =>
          fields ?? (typeof body === 'object' ? (body as Record<string, unknown> | null) : null),
      },
    }),
  },
];
