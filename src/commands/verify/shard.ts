// `standin verify --shard`: the contracts of this part, and its report for `merge`.

import { hash } from 'node:crypto';
import type { StandinError } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';
import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Project } from '../../project/load/project.ts';
import type { Pact } from '../../verify/pacts/read-pact-files.ts';
import { toShardJson } from '../../verify/print/shard-json.ts';
import type { Report } from '../../verify/report.ts';
import { shownShare } from '../../verify/run/required.ts';
import type { Shard, ShardPart, ShardReport } from '../../verify/shards/shard.ts';
import type { Screen } from '../shared/progress-line.ts';
import type { VerifyOptions } from './flags.ts';
import type { Running } from './running.ts';
import { pinsOf } from './verify-contract.ts';

export interface ShardRun {
  readonly shard: Shard;
  /** The contracts of all parts, in order. */
  readonly all: readonly Contract[];
  /** Those of this part. */
  readonly own: readonly Contract[];
  readonly options: VerifyOptions;
  readonly project: Project;
  readonly pacts: readonly Pact[];
  /** Without credentials. */
  readonly baseUrl: string;
  /** All choices that are asserted. */
  readonly pins: Partial<Profile>;
}

/** Collects the results of one part. */
export interface Gathering {
  add(report: Report, error: StandinError | null): void;
  /** Returns the report as JSON; `credentials` are names of header fields that hold secrets. */
  toJson(end: ShardReport['end'], credentials: readonly string[]): string;
}

/** Starts a part of what a command runs. */
export function gatherFor(
  { options, project, pacts, target }: Running,
  share: Pick<ShardRun, 'shard' | 'all' | 'own'>,
): Gathering {
  const pins = pinsOf(options, project);
  return gatherShard({ ...share, options, project, pacts, baseUrl: target.client.baseUrl, pins });
}

/** Starts a part of a run. */
function gatherShard(given: ShardRun): Gathering {
  const { shard, all, own, options, project, pacts, baseUrl, pins } = given;
  const parts: ShardPart[] = [];
  const facts: Omit<ShardReport, 'end' | 'parts'> = {
    version: options.version,
    shard,
    set: {
      resources: all.map(({ resource }) => resource),
      digest: digestOf(project, pacts),
      taken: project.files.source.taken.map(({ statuses }) => ({ statuses })),
    },
    terms: termsOf(options, baseUrl, pins),
    own: own.map(({ resource }) => resource),
  };
  return {
    add(report, error) {
      const told =
        error === null ? null : { code: error.code, message: error.message, remedy: error.remedy };
      parts.push({ report, error: told });
    },
    toJson: (end, credentials) => toShardJson({ ...facts, end, parts }, { credentials }),
  };
}

/** Prints the contracts of this part: of many parts some may have none. */
export function printShare(
  { index, count }: Shard,
  own: readonly Contract[],
  all: readonly Contract[],
  screen: Screen,
): void {
  const contracts = pluralize(all.length, 'contract');
  const names = own.map(({ resource }) => printable(resource)).join(', ');
  const share =
    own.length === 0
      ? `none of ${contracts}; nothing is sent`
      : `${names}: ${own.length} of ${contracts}`;
  screen.write(`Shard ${index}/${count}: ${share}\n`);
}

/** Digest of all contracts, schemas and pacts, independent of their layout. */
function digestOf({ files: { contracts, schemas } }: Project, pacts: readonly Pact[]): string {
  const all = [contracts, schemas].map((sources) => sources.map(({ name, json }) => [name, json]));
  return hash('sha256', JSON.stringify([...all, pacts.map(contentOf)]));
}

/** The other options that the parts of one run must share; each may have its own rate. */
function termsOf(
  options: VerifyOptions,
  baseUrl: string,
  pins: Partial<Profile>,
): ShardReport['terms'] {
  const { budget, mode, seed, laws, skipLaws = [], required, pacts } = options;
  const { skipOperations = [], skipMembers = [], values = [] } = options;
  const narrowed = [...skipOperations, ...skipMembers].map((name) => `without ${name}`);
  narrowed.push(...values);
  const { timeMaxSeconds, timeoutSeconds } = options;
  const without = skipLaws.length === 0 ? '' : ` without ${skipLaws.toSorted().join(', ')}`;
  const pinned = Object.entries(pins).map(([choice, option]) => `${choice}=${String(option)}`);
  return {
    target: baseUrl,
    budget,
    mode,
    pacts,
    'max-time': String(timeMaxSeconds),
    timeout: String(timeoutSeconds),
    seed: seed === null ? 'drawn' : String(seed),
    require: required === null ? 'nothing' : shownShare(required),
    laws: (laws.length === 0 ? 'all' : laws.toSorted().join(', ')) + without,
    ...(narrowed.length === 0 ? {} : { requests: narrowed.toSorted().join(', ') }),
    choices: pinned.length === 0 ? 'none' : pinned.toSorted().join(', '),
  };
}

function contentOf({ document, interactions, unverifiable }: Pact): Json {
  return [document, ...[...interactions, ...unverifiable].map(({ json }) => json)];
}
