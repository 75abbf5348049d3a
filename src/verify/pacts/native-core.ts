// The native core of Pact, as a run uses it: it is asked about one interaction at a time. Where it
// lives is not said here, and it may be missing.

/** Where the core finds what it needs for one interaction; all of it on the loopback interface. */
export interface PactJob {
  /** A pact that holds the one interaction. */
  readonly pactUrl: string;
  /** Answers every provider state with the values to be injected. */
  readonly statesUrl: string;
  /** Where the interaction is sent. */
  readonly serviceUrl: string;
}

export interface PactCore {
  /**
   * Verifies one interaction. Gives the verdict as the core writes it, JSON text. Rejects with
   * `CoreFailed` where there is none.
   */
  verify(job: PactJob): Promise<string>;
  /** Ends it, whatever it is doing. */
  close(): Promise<void>;
}

/** Rejects with `CoreMissing` where there is no core. */
export type StartCore = () => Promise<PactCore>;

/**
 * Thrown where Pact is not installed or has no native part for this machine; `message` says which.
 */
export class CoreMissing extends Error {
  override readonly name = 'CoreMissing';
}

/**
 * Thrown where the core ended or gave no verdict; `message` says what happened. It is no fault of
 * the service.
 */
export class CoreFailed extends Error {
  override readonly name = 'CoreFailed';
}
