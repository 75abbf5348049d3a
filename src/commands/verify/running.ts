// What the runs of one command share.

import type { Project } from '../../project/load/project.ts';
import type { LazyChecker } from '../../schema/lazy-checker.ts';
import type { Pact } from '../../verify/pacts/read-pact-files.ts';
import type { BrokerRun } from '../pact-broker/broker-run.ts';
import type { Outlets } from '../shared/outlets.ts';
import type { Target } from '../shared/target.ts';
import type { VerifyOptions } from './flags.ts';
import type { RunRecording } from './recording.ts';

/** What the runs of one command share. */
export interface Running {
  readonly options: VerifyOptions;
  readonly target: Target;
  readonly project: Project;
  /** The pacts of all contracts. */
  readonly pacts: readonly Pact[];
  /** `null` without a broker. */
  readonly broker: BrokerRun | null;
  readonly checker: LazyChecker;
  readonly outlets: Outlets;
  readonly stop: AbortSignal;
  /** `null` if the run is not recorded. */
  readonly recording: RunRecording | null;
}
