// A probe of `learn`: the choices that it is for, and what it sends.

import type { Trial } from '../../contract/choice-row.ts';
import type { ChoiceKey } from '../../contract/choices.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Call } from '../../model/message/call.ts';
import type { Observed } from '../../oracle/infer-choices.ts';
import { doneWith, type MoveResult } from '../scenario/move-result.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { ProbeContext } from './probe-context.ts';

/** A probe. Everything that its replies show counts, whatever the probe is for. */
export type Probe = {
  /** The choices that it is for. They remain unseen if the probe cannot run. */
  readonly tells: readonly ChoiceKey[];
  /** The probe runs only if the contract has this operation. */
  readonly needs?: Kind;
} & (
  | {
      readonly kind: 'calls';
      readonly trial: Trial;
      readonly calls: (context: ProbeContext) => MoveResult<readonly ProbeCall[]>;
    }
  | { readonly kind: 'steps'; readonly steps: Steps }
);

/** A call with the operation whose usual success it would show; else `null`. */
export type ProbeCall = readonly [operation: Kind | null, call: Call];

/** Returns what only the steps together show. */
export type Steps = (context: ProbeContext) => Promise<MoveResult<readonly Observed[]>>;

/** Runs steps on the item of the run that may be harmed. */
export function onSpare(
  steps: (context: ProbeContext, item: OwnedItem) => ReturnType<Steps>,
): Steps {
  return async (context) => {
    const item = context.spare();
    return item.kind === 'done' ? steps(context, item.value) : item;
  };
}

/** Turns a reply into the result of steps that show nothing else together. */
export function onlyReplies(reply: MoveResult): MoveResult<readonly Observed[]> {
  return reply.kind === 'done' ? doneWith([]) : reply;
}
