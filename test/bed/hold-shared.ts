// Holds one service of the bed to the contract as several machines do: each tries some laws and walks
// beside the others, and one the rest when those are done.

import { restPart } from '../../src/verify/shards/run-part.ts';
import { besideOf, type Held, type HoldOptions, hold } from './hold.ts';

export interface HeldShared {
  /** What was held beside each other, by part. */
  readonly beside: readonly Held[];
  readonly rest: Held;
  /** The requests of all parts. */
  readonly requests: number;
}

/** Verifies a service, all parts that can be beside each other at once. */
export async function holdShared(baseUrl: string, options: HoldOptions = {}): Promise<HeldShared> {
  const parts = besideOf(options.budget ?? 'standard');
  const beside = await Promise.all(
    parts.map((part, index) =>
      hold(baseUrl, {
        ...options,
        isEnough: () => false,
        token: tokenOf(index),
        part: { kind: 'beside', ...part },
      }),
    ),
  );
  const token = tokenOf(parts.length);
  const rest = await hold(baseUrl, { ...options, token, part: restPart(parts, beside) });
  const requests = [...beside, rest].reduce((sum, one) => sum + one.requests, 0);
  return { beside, rest, requests };
}

/** Tokens that begin alike. */
function tokenOf(index: number): string {
  return `snqwertpart${String.fromCharCode(97 + index)}`;
}
