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

/** What several steps show together, besides what each reply shows. */
export type Probed = MoveResult<readonly Observed[]>;

export type Steps = (context: ProbeContext) => Promise<Probed>;
export type ItemSteps = (context: ProbeContext, item: OwnedItem) => Promise<Probed>;

/** A probe of some calls, each of which shows something by itself. */
export function callsProbe(
  trial: Trial,
  tells: readonly ChoiceKey[],
  calls: (context: ProbeContext) => MoveResult<readonly ProbeCall[]>,
): Probe {
  return { kind: 'calls', tells, trial, calls };
}

/** A probe of steps on the item of the run that may be harmed. */
export function spareProbe(needs: Kind, tells: readonly ChoiceKey[], steps: ItemSteps): Probe {
  const onSpare: Steps = async (context) => {
    const item = context.spare();
    return item.kind === 'done' ? steps(context, item.value) : item;
  };
  return { kind: 'steps', needs, tells, steps: onSpare };
}

/** Turns a reply into the result of steps that show nothing else together. */
export function onlyReplies(reply: MoveResult): Probed {
  return reply.kind === 'done' ? doneWith([]) : reply;
}
