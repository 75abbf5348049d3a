// A Pact Broker in a run of `verify`. The report gets its problems and none of its secrets.

import type { Contract } from '../../contract/contract.ts';
import { recommendedSelectors } from '../../verify/pacts/broker/selectors.ts';
import type { Report } from '../../verify/report.ts';
import { quoted } from '../shared/quoted.ts';
import type { Target } from '../shared/target.ts';
import type { BrokerFlagOptions } from './broker-flags.ts';
import { type BrokerRun, type BrokerRunOptions, openBrokerRun } from './broker-run.ts';

interface Asking extends Pick<BrokerRunOptions, 'version'> {
  readonly broker: BrokerFlagOptions | null;
}

/** Opens the broker of a run; `null` if none is given. */
export async function brokerRunOf(
  options: Asking & BrokerRunOptions['outputs'],
  given: Pick<BrokerRunOptions, 'outlets' | 'project' | 'handler' | 'stop'>,
): Promise<BrokerRun | null> {
  const { broker, version } = options;
  return broker === null
    ? null
    : openBrokerRun({ options: broker, outputs: options, version, ...given });
}

/** Returns the target; its texts hold no secret of the broker either. */
export function hideBrokerSecrets(target: Target, broker: BrokerRun | null): Target {
  if (broker === null) return target;
  const { credentials } = target;
  return {
    ...target,
    credentials: { ...credentials, hide: (text) => broker.hide(credentials.hide(text)) },
  };
}

/** Returns the report, with the problems of the broker's pacts. */
export function withBrokerProblems(
  report: Report,
  broker: BrokerRun | null,
  contract: Contract,
): Report {
  return broker === null
    ? report
    : { ...report, pacts: { ...report.pacts, troubles: broker.troublesOf(contract) } };
}

/**
 * Returns the options that select the same pacts again: without credentials, which come from the
 * environment, and without publishing.
 */
export function brokerReplay(options: BrokerFlagOptions, shown: string): readonly string[] {
  const { provider, selectors, branch, tags, pending, wipSince } = options;
  return [
    `--broker ${quoted(shown)}`,
    ...(provider === null ? [] : [`--provider ${quoted(provider)}`]),
    ...(selectors === recommendedSelectors
      ? []
      : selectors.map((one) => `--consumer-selector ${quoted(JSON.stringify(one))}`)),
    ...(pending === 'reported' && wipSince === null ? ['--pending'] : []),
    ...(wipSince === null ? [] : [`--wip-since ${wipSince}`]),
    ...(branch === null ? [] : [`--provider-branch ${quoted(branch)}`]),
    ...tags.map((tag) => `--provider-tag ${quoted(tag)}`),
  ];
}
