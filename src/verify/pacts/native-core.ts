// The native core of Pact as a run uses it: one interaction at a time. It may be missing. This file
// does not say where it is installed.

/** The addresses that the core uses for one interaction, all on the loopback interface. */
export interface PactJob {
  /** A pact that holds the one interaction. */
  readonly pactUrl: string;
  /** Returns the values to inject for any provider state. */
  readonly statesUrl: string;
  /** Receives the request of the interaction. */
  readonly serviceUrl: string;
  /** Whether the reply may be that at the end of redirections. */
  readonly redirections: 'followed' | 'kept';
}

export interface PactCore {
  /** Verifies one interaction. Returns the core's verdict as JSON. Rejects with `CoreFailed`. */
  verify(job: PactJob): Promise<string>;
  /** Stops the core at once. */
  close(): Promise<void>;
}

/** Rejects with `CoreMissing` if there is no core. */
export type StartCore = () => Promise<PactCore>;

/** Thrown if Pact is not installed or has no native part for this machine; `message` says which. */
export class CoreMissing extends Error {
  override readonly name = 'CoreMissing';
}

/** Thrown if the core ended without a verdict, which is not the service's fault. */
export class CoreFailed extends Error {
  override readonly name = 'CoreFailed';
}
