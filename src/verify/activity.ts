// What a run does something for: a law, a walk, a pact, or a stage. Only told on to whoever wants
// to know; nothing here remembers it.

/**
 * Does something for a law, and says so to whoever records what is sent meanwhile. What is done for
 * another one within counts for that.
 */
export type Activity = <T>(law: string, use: () => Promise<T>) => Promise<T>;

/** Tells nobody. */
export const unwatched: Activity = (_law, use) => use();
