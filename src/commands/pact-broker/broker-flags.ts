// The options of `verify` for a Pact Broker.

import type { JsonObject } from '../../base/json.ts';
import { readSelector, recommendedSelectors } from '../../verify/pacts/broker/selectors.ts';
import type { Environment, FlagsOf, OptionDeclarations, Read } from '../shared/option.ts';
import { accessOptions, type BrokerAccess, invalid, toAccess } from './access-flags.ts';
import { buildUrlOption, readName, readNames } from './version-flags.ts';

/** What a run of `verify` has to do with a broker. */
export interface BrokerFlagOptions extends BrokerAccess {
  /** The name of the service in the broker; `null` if each contract is a provider. */
  readonly provider: string | null;
  readonly selectors: readonly JsonObject[];
  readonly pending: 'reported' | 'counted';
  readonly wipSince: string | null;
  readonly branch: string | null;
  readonly tags: readonly string[];
  /** `null` if no results are published. */
  readonly publish: { readonly providerVersion: string; readonly buildUrl: string | null } | null;
}

export const brokerOptions = {
  ...accessOptions,
  broker: { ...accessOptions.broker, heading: 'Pact Broker' },
  provider: {
    flags: '--provider <name>',
    about: 'name of the service in the broker',
    presetText: 'each contract is a provider',
    read: readName,
  },
  consumerSelector: {
    flags: '--consumer-selector <words>',
    about:
      'versions whose pacts to verify: mainBranch, deployedOrReleased, matchingBranch, latest, branch=, tag=, environment=; repeatable',
    details: '[versions whose pacts to verify](broker.md#the-service-verify-them); repeatable',
    read: readSelectors,
  },
  pending: {
    flags: '--pending',
    about: 'do not fail for pacts that were never verified before',
  },
  wipSince: {
    flags: '--wip-since <date>',
    about:
      'also verify work-in-progress pacts since this date, for example 2026-01-31; implies --pending',
    details:
      'also verify work-in-progress pacts since this date, for example `2026-01-31`; implies `--pending`',
    read: readDate,
  },
  publish: {
    flags: '--publish',
    about: 'publish the results; requires --provider-version',
    details: '[publish the results](broker.md#publish-the-results); requires `--provider-version`',
  },
  providerVersion: {
    flags: '--provider-version <text>',
    about: 'version of the service, such as its commit hash',
    read: readName,
  },
  providerBranch: {
    flags: '--provider-branch <name>',
    about: 'branch of this version',
    read: readName,
  },
  providerTag: {
    flags: '--provider-tag <name>',
    about: 'tag of this version; repeatable',
    read: readNames,
  },
  buildUrl: buildUrlOption,
} as const satisfies OptionDeclarations;

type BrokerFlags = FlagsOf<typeof brokerOptions>;

/**
 * Reads what `verify` has to do with a broker; `null` if none was asked for. Throws a StandinError
 * if the options do not fit together.
 */
export function toBrokerOptions(
  flags: BrokerFlags,
  environment: Environment,
): BrokerFlagOptions | null {
  if (flags.broker === undefined) {
    refuseIdle(flags);
    return null;
  }
  const { consumerSelector: selectors = recommendedSelectors, wipSince, providerBranch } = flags;
  if (
    selectors.some(({ matchingBranch }) => matchingBranch === true) &&
    providerBranch === undefined
  ) {
    throw invalid(
      'matchingBranch has no branch to match',
      'Name that of the service with --provider-branch.',
    );
  }
  return {
    ...toAccess(flags, environment),
    provider: flags.provider ?? null,
    selectors,
    wipSince: wipSince ?? null,
    branch: providerBranch ?? null,
    // A pact in work is always pending, so --wip-since implies that pending pacts fail no run.
    pending: flags.pending === true || wipSince !== undefined ? 'reported' : 'counted',
    tags: flags.providerTag ?? [],
    publish: publishOf(flags),
  };
}

function publishOf({
  publish,
  providerVersion,
  buildUrl,
}: BrokerFlags): BrokerFlagOptions['publish'] {
  if (publish !== true) return null;
  if (providerVersion === undefined) {
    throw invalid(
      '--publish requires the version of the service',
      'Give it, for example: --provider-version "$(git rev-parse HEAD)".',
    );
  }
  return { providerVersion, buildUrl: buildUrl ?? null };
}

/** Throws a StandinError if an option is given that means nothing without a broker. */
function refuseIdle(flags: BrokerFlags): void {
  const given: Readonly<Record<string, unknown>> = flags;
  const idle = Object.entries(brokerOptions).find(([key]) => given[key] !== undefined);
  if (idle === undefined) return;
  const [flag = ''] = idle[1].flags.split(' ');
  throw invalid(
    `${flag} has no effect without a broker`,
    'Name one with --broker, or leave it out.',
  );
}

function readSelectors(
  text: string,
  before: readonly JsonObject[] | undefined,
): Read<readonly JsonObject[]> {
  const read = readSelector(text);
  return 'why' in read ? read : { value: [...(before ?? []), read.selector] };
}

function readDate(text: string): Read<string> {
  const isDate =
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString().startsWith(text);
  return isDate ? { value: text } : { why: 'Write a date like this: 2026-01-31.' };
}
