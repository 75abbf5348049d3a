// A probe of `learn`: what it is for, and what it sends.

import type { ChoiceKey } from '../../contract/choices.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Call } from '../../model/message/call.ts';
import type { Observed, Trial } from '../../oracle/infer-choices.ts';
import type { ProbeContext } from './probe-context.ts';

/** A probe. All that its answers show counts, whatever it is for. */
export type Probe = {
  /** The choices that it is for: they remain unseen where it cannot be done. */
  readonly tells: readonly ChoiceKey[];
} & (
  | {
      readonly kind: 'calls';
      readonly trial: Trial;
      /** What is sent, by the operation of which a success is a usual one. */
      readonly calls: (context: ProbeContext) => readonly (readonly [Kind | null, Call])[];
    }
  | {
      readonly kind: 'steps';
      /** Gives what only the steps together show. Throws `Untold` where they do not. */
      readonly steps: (context: ProbeContext) => Promise<readonly Observed[]>;
    }
);
