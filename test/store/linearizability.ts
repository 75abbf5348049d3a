// Tells whether a history of concurrent calls could have come from one process that answers one
// call after the other: the algorithm of Wing and Gong (1993) with the cache of Lowe (2017): a set
// of calls that led to a state is not tried again.

/** One call of a client. Times are of one clock that all clients share. */
export interface Called<I, O> {
  readonly input: I;
  /** `null` if the client does not know whether it took effect. */
  readonly output: O | null;
  readonly began: number;
  /** Infinite if there was no answer. */
  readonly ended: number;
}

/** What one process would do. */
export interface Model<S, I, O> {
  readonly initial: S;
  /** The state after a call with an answer; `null` if no process in this state answers so. */
  step(state: S, input: I, output: O | null): S | null;
  /** The same text for equal states. */
  print(state: S): string;
}

/** Returns whether there is an order of all calls that fits their times and the model. */
export function isLinearizable<S, I, O>(
  history: readonly Called<I, O>[],
  model: Model<S, I, O>,
): boolean {
  // What nobody saw may never have happened: it needs no place in the order.
  const needed = history.filter(({ output }) => output !== null).length;
  const calls = history.toSorted((one, other) => one.began - other.began);
  const tried = new Set<string>();
  const isDone = new Array<boolean>(calls.length).fill(false);
  const search = (state: S, done: number): boolean => {
    if (done === needed) return true;
    const key = `${isDone.map((one) => (one ? 1 : 0)).join('')} ${model.print(state)}`;
    if (tried.has(key)) return false;
    tried.add(key);
    // The next one in the order began before any other that is left had ended.
    let firstEnd = Number.POSITIVE_INFINITY;
    for (const [index, call] of calls.entries())
      if (isDone[index] === false && call.output !== null)
        firstEnd = Math.min(firstEnd, call.ended);
    for (const [index, call] of calls.entries()) {
      if (call.began > firstEnd) break;
      if (isDone[index] === true) continue;
      const next = model.step(state, call.input, call.output);
      if (next === null) continue;
      isDone[index] = true;
      if (search(next, done + (call.output === null ? 0 : 1))) return true;
      isDone[index] = false;
    }
    return false;
  };
  return search(model.initial, 0);
}
