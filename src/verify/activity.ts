// What the run sends requests for: a law, a walk, a pact, or a stage.

/**
 * Runs a function for a law, and tells the recorder of the requests. A nested activity counts for
 * the inner law.
 */
export type Activity = <T>(law: string, use: () => Promise<T>) => Promise<T>;

/** Tells no one. */
export const unwatched: Activity = (_law, use) => use();
