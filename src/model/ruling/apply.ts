// Applies a ruling to the state.

import type { State } from '../state/state.ts';
import type { Effect } from './ruling.ts';

/** Applies the effect of a ruling to the state that it was ruled on. */
export function apply(state: State, effect: Effect): void {
  switch (effect.kind) {
    case 'none':
      return;
    case 'put':
      state.collection(effect.resource).put(effect.record);
      for (const { resource, record } of effect.also ?? []) state.collection(resource).put(record);
      if (effect.answer !== undefined) state.answers.keep(effect.answer);
      return;
    case 'remove':
      state.collection(effect.resource).remove(effect.key, effect.memory);
      for (const { resource, key } of effect.also ?? [])
        state.collection(resource).remove(key, effect.memory);
      for (const { resource, record } of effect.unset ?? []) state.collection(resource).put(record);
  }
}
