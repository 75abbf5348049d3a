// Where a run of `verify` meets a Pact Broker: it is opened where one was asked for, and what is
// told of a run tells its troubles and no secret of it.

import type { Contract } from '../../contract/contract.ts';
import { recommendedSelectors } from '../../verify/pacts/broker/selectors.ts';
import type { Report } from '../../verify/report.ts';
import { quoted } from '../shared/quoted.ts';
import type { Target } from '../shared/target.ts';
import type { BrokerOptions } from './broker-flags.ts';
import { type BrokerRun, type BrokerRunOptions, openBrokerRun } from './broker-run.ts';

interface Asking extends Pick<BrokerRunOptions, 'version'> {
  readonly broker: BrokerOptions | null;
}

/** Opens what a run has to do with a broker; `null` where none is asked. */
export async function brokerRunOf(
  options: Asking & BrokerRunOptions['outputs'],
  given: Pick<BrokerRunOptions, 'outlets' | 'project' | 'stop'>,
): Promise<BrokerRun | null> {
  const { broker, version } = options;
  return broker === null
    ? null
    : openBrokerRun({ options: broker, outputs: options, version, ...given });
}

/** Gives the target whose texts hold no secret of the broker either. */
export function discreet(target: Target, broker: BrokerRun | null): Target {
  if (broker === null) return target;
  const { credentials } = target;
  return {
    ...target,
    credentials: { ...credentials, hide: (text) => broker.hide(credentials.hide(text)) },
  };
}

/** Gives the report with what was wrong with the pacts of the broker. */
export function withTroubles(report: Report, broker: BrokerRun | null, contract: Contract): Report {
  return broker === null
    ? report
    : { ...report, pacts: { ...report.pacts, troubles: broker.troublesOf(contract) } };
}

/**
 * Gives the options that ask a broker the same again: without credentials, which the environment
 * has, and without publishing.
 */
export function brokerReplay(options: BrokerOptions, shown: string): readonly string[] {
  const { provider, selectors, branch, tags, pending, wipSince } = options;
  return [
    `--broker ${quoted(shown)}`,
    ...(provider === null ? [] : [`--provider ${quoted(provider)}`]),
    ...(selectors === recommendedSelectors
      ? []
      : selectors.map((one) => `--consumer-selector ${quoted(JSON.stringify(one))}`)),
    ...(pending === 'told' && wipSince === null ? ['--pending'] : []),
    ...(wipSince === null ? [] : [`--wip-since ${wipSince}`]),
    ...(branch === null ? [] : [`--provider-branch ${quoted(branch)}`]),
    ...tags.map((tag) => `--provider-tag ${quoted(tag)}`),
  ];
}
