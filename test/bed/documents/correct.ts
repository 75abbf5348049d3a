// Correct services of the document: what each does where the document leaves it open.

import type { Seams } from './service.ts';

export interface CorrectDocument {
  readonly name: string;
  readonly seams: () => Partial<Seams>;
}

export const correct: readonly CorrectDocument[] = [
  { name: 'the plain service', seams: () => ({}) },
  { name: 'a book that goes is shown', seams: () => ({ gone: () => 200 }) },
  { name: 'what may not be seen is not there', seams: () => ({ refusal: () => 404 }) },
  { name: 'missing credentials are forbidden', seams: () => ({ refusal: () => 403 }) },
  {
    name: 'wrong credentials are an invalid request, missing ones are not',
    seams: () => ({
      refusal: (_, credentials, status) => (credentials === 'wrong' ? 400 : status),
    }),
  },
  {
    name: 'who may not write may read reports',
    seams: () => ({
      refusal: (operation, credentials, status) =>
        credentials === 'wrong' && operation !== 'report' ? 403 : status,
    }),
  },
];
