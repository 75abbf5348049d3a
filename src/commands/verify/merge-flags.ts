// What `standin merge` can be told.

import { isStoreAddress, type QueueAddress, readQueueAddress } from '../recording/store-address.ts';
import type { CommandDeclaration, Environment, FlagsOf } from '../shared/option.ts';
import type { Outputs } from '../shared/outlets.ts';
import { reportOptions, toOutputs } from './report-flags.ts';

export interface MergeOptions extends Omit<Outputs, 'tests'> {
  /** The reports of the shards, in any order. */
  readonly files: readonly string[];
  /** The run in a store that takes the place of files; absent or `null` without. */
  readonly queue?: QueueAddress | null;
  /** The version of Standin. */
  readonly version: string;
}

export const mergeCommand = {
  about: 'merge the reports of all shards into one',
  argument: '<report...>',
  argumentAbout: 'the reports of all shards, or the address of a store with ?run=<name>',
  options: reportOptions,
} as const satisfies CommandDeclaration;

export function toMergeOptions(
  files: readonly string[],
  flags: FlagsOf<typeof mergeCommand.options>,
  environment: Environment,
  version: string,
): MergeOptions {
  const [address = ''] = files;
  const queue = files.length === 1 && isStoreAddress(address) ? readQueueAddress(address) : null;
  const named = queue === null ? files : [];
  return { files: named, queue, version, ...toOutputs(flags, environment) };
}
