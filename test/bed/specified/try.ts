// Verifies a service that lies about what its contract specifies, or keeps to it.

import { isDeepStrictEqual } from 'node:util';
import type { Interface } from './contracts.ts';
import { type HeldSpecified, type HoldSpecified, hold } from './hold.ts';
import { type Lie, startSpecified } from './service.ts';

export interface TriedLie extends HeldSpecified {
  /** Whether all rows that were there before are there still, unchanged. */
  readonly isUnharmed: boolean;
}

export async function tryLie(
  face: Interface,
  lie: Lie,
  options: HoldSpecified = {},
): Promise<TriedLie> {
  const service = await startSpecified(face, lie);
  try {
    const held = await hold(face, service.baseUrl, options);
    const rows = service.rows();
    const isUnharmed = face.rows.every((row) => rows.some((one) => isDeepStrictEqual(one, row)));
    return { ...held, isUnharmed };
  } finally {
    await service.close();
  }
}
