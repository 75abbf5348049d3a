// The states before recent writes, for a mock whose reads lag behind (`consistency.within`). Writes
// are ruled on by the present state.

import { choices, type Profile } from '../contract/choices.ts';
import type { Contract } from '../contract/contract.ts';
import type { Call } from '../model/message/call.ts';
import { rulableAs } from '../model/rules/rule.ts';
import type { Book } from '../model/rules/scene.ts';
import type { State } from '../model/state/state.ts';

/** A state as it was until a write. */
interface PastState {
  readonly state: State;
  readonly untilMs: number;
}

/** Whether any read of a mock lags behind its writes. */
export function readsLate(
  { contracts }: { readonly contracts: readonly Pick<Contract, 'shown'>[] },
  profile: Profile,
): boolean {
  return contracts.some(({ shown }) => (shown[KEY] ?? profile[KEY]) !== 0);
}

export class PastStates {
  private readonly past = new WeakMap<State, PastState[]>();

  /** Keeps a state before a write changes it. A fork copies nothing. */
  keep(state: State, nowMs: number): void {
    const all = this.past.get(state) ?? [];
    const recent = all.filter(({ untilMs }) => nowMs - untilMs <= LAG_MS_MAX);
    this.past.set(state, [...recent, { state: state.fork(), untilMs: nowMs }]);
  }

  /** Returns the book for a call: a read sees the state as it was before the lag. */
  bookFor(book: Book, call: Call, nowMs: number): Book {
    const { kind, contract } = rulableAs(book, call);
    if (kind !== 'list' && kind !== 'read') return book;
    const lagMs = book.decide(contract)[KEY].value;
    const seenAt = nowMs - lagMs;
    const seen = this.past.get(book.state)?.find(({ untilMs }) => untilMs > seenAt);
    return seen === undefined ? book : { ...book, state: seen.state };
  }
}

const KEY = 'consistency.within';
const LAG_MS_MAX = Math.max(...choices[KEY].options);
