// What the runs of one command share.

import type { Project } from '../../project/load/project.ts';
import type { LazyChecker } from '../../schema/lazy-checker.ts';
import type { KnownFinding } from '../../verify/known/known-findings.ts';
import type { Pact } from '../../verify/pacts/read-pact-files.ts';
import type { StateHandler } from '../../verify/pacts/state-handler.ts';
import type { NotVerified, Report } from '../../verify/report.ts';
import type { RunPart } from '../../verify/shards/run-part.ts';
import type { NarrowedProject } from '../narrowing/narrowed-project.ts';
import type { BrokerRun } from '../pact-broker/broker-run.ts';
import type { Outlets } from '../shared/outlets.ts';
import type { Target } from '../shared/target.ts';
import type { VerifyOptions } from './flags.ts';
import type { RunRecording } from './recording.ts';

/** What one machine does of one contract, while others may do other parts. */
export interface MachineShare {
  /** How the tokens of all machines of the run begin. */
  readonly family: string;
  /** Absent if the contract is verified whole. */
  readonly part?: RunPart;
  /** The reports of the parts that are done; they are joined into the one of the rest. */
  readonly earlier: readonly Report[];
}

/** What the runs of one command share. */
export interface Running {
  readonly options: VerifyOptions;
  readonly target: Target;
  readonly project: Project;
  /** The pacts of all contracts. */
  readonly pacts: readonly Pact[];
  /** The team's own handler of provider states; `null` without. */
  readonly handler: StateHandler | null;
  /** `null` without a broker. */
  readonly broker: BrokerRun | null;
  readonly checker: LazyChecker;
  readonly outlets: Outlets;
  readonly stop: AbortSignal;
  /** What the run leaves out of the source, and the resource whose report names it. */
  readonly leftOut?: { readonly toldBy: string; readonly parts: readonly NotVerified[] };
  /** The parameters that lists need, and which may select items, by resource; absent if there are none. */
  readonly narrowed?: ReadonlyMap<string, readonly string[]>;
  /** Why the team skips laws, by their name; absent if it skips none. */
  readonly skipped?: ReadonlyMap<string, string>;
  /** What the user leaves out of the requests, or gives; absent if nothing. */
  readonly narrowing?: Omit<NarrowedProject, 'project'>;
  /** How many requests may be sent for the contract; absent for as many as there are by default. */
  readonly requestsMax?: number;
  /** The findings that the team knows; absent or `null` without a baseline. */
  readonly baseline?: readonly KnownFinding[] | null;
  /** What this machine does of a run that several share; absent if the run is whole. */
  readonly share?: MachineShare;
  /** `null` if the run is not recorded. */
  readonly recording: RunRecording | null;
}
