// From what was written on the command line, and what stands in the environment, to what a command
// has to do with a Pact Broker. The names in the environment are those that every tool for Pact
// reads. Tells no value back: it may hold credentials.

import { StandinError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { readBaseUrl } from '../../http/client/base-url.ts';
import { recommendedSelectors } from '../../verify/pacts/broker/selectors.ts';
import type { Environment } from '../flags.ts';
import { quoted } from '../verify/build-report.ts';
import { BROKER_TIMEOUT_SECONDS } from './broker-options.ts';

/** How a broker is talked to. */
export interface BrokerAccess {
  readonly baseUrl: string;
  /** The header field Authorization; `null` where there are no credentials. */
  readonly authorization: string | null;
  readonly timeoutSeconds: number;
}

/** What a run of `verify` has to do with a broker. */
export interface BrokerOptions extends BrokerAccess {
  /**
   * The name of the service in the broker; `null` where each contract is a provider of its own
   * name.
   */
  readonly provider: string | null;
  readonly selectors: readonly JsonObject[];
  readonly pending: 'told' | 'counted';
  readonly wipSince: string | null;
  readonly branch: string | null;
  readonly tags: readonly string[];
  /** `null` where no results are published. */
  readonly publish: { readonly providerVersion: string; readonly buildUrl: string | null } | null;
}

export interface AccessFlags {
  readonly broker?: string | true;
  readonly brokerToken?: string;
  readonly brokerUsername?: string;
  readonly brokerPassword?: string;
  readonly brokerTimeout?: number;
}

export interface BrokerFlags extends AccessFlags {
  readonly provider?: string;
  readonly consumerSelector?: readonly JsonObject[];
  readonly pending?: boolean;
  readonly wipSince?: string;
  readonly publish?: boolean;
  readonly providerVersion?: string;
  readonly providerBranch?: string;
  readonly providerTag?: readonly string[];
  readonly buildUrl?: string;
}

/** The variable that holds the address of the broker. */
export const BROKER_URL = 'PACT_BROKER_BASE_URL';

/** Options that say nothing without a broker, as they are written. */
const NEED_BROKER: readonly (readonly [keyof BrokerFlags, string])[] = [
  ['brokerToken', '--broker-token'],
  ['brokerUsername', '--broker-username'],
  ['brokerPassword', '--broker-password'],
  ['brokerTimeout', '--broker-timeout'],
  ['provider', '--provider'],
  ['consumerSelector', '--consumer-selector'],
  ['pending', '--pending'],
  ['wipSince', '--wip-since'],
  ['publish', '--publish'],
  ['providerVersion', '--provider-version'],
  ['providerBranch', '--provider-branch'],
  ['providerTag', '--provider-tag'],
  ['buildUrl', '--build-url'],
];

/**
 * Reads what `verify` has to do with a broker; `null` where none was asked for. Throws a
 * StandinError where the options do not fit.
 */
export function toBrokerOptions(
  given: BrokerFlags,
  environment: Environment,
): BrokerOptions | null {
  if (given.broker === undefined) {
    const idle = NEED_BROKER.find(([name]) => given[name] !== undefined);
    if (idle === undefined) return null;
    throw invalid(
      `${idle[1]} says nothing without a broker`,
      'Name one with --broker, or leave it out.',
    );
  }
  const {
    provider,
    consumerSelector: selectors = recommendedSelectors,
    pending,
    wipSince,
    providerVersion,
    providerBranch,
  } = given;
  if (
    selectors.some(({ matchingBranch }) => matchingBranch === true) &&
    providerBranch === undefined
  ) {
    throw invalid(
      'matchingBranch has no branch to match',
      'Name that of the service with --provider-branch.',
    );
  }
  if (given.publish === true && providerVersion === undefined) {
    throw invalid(
      '--publish wants the version of the service',
      'Give it with --provider-version, as --provider-version "$(git rev-parse HEAD)".',
    );
  }
  const isPublished = given.publish === true && providerVersion !== undefined;
  return {
    ...toAccess(given, environment),
    provider: provider ?? null,
    selectors,
    wipSince: wipSince ?? null,
    branch: providerBranch ?? null,
    // A pact in work is pending by what it is; whoever lets those in does not want to be failed by
    // them.
    pending: pending === true || wipSince !== undefined ? 'told' : 'counted',
    tags: given.providerTag ?? [],
    publish: isPublished ? { providerVersion, buildUrl: given.buildUrl ?? null } : null,
  };
}

/** What `publish` is to do. */
export interface PublishPactsOptions extends BrokerAccess {
  /** Files and folders. */
  readonly places: readonly string[];
  readonly consumerVersion: string;
  readonly branch: string | null;
  readonly tags: readonly string[];
  readonly buildUrl: string | null;
}

export interface PublishFlags extends AccessFlags {
  readonly consumerVersion?: string;
  readonly branch?: string;
  readonly tag?: readonly string[];
  readonly buildUrl?: string;
}

/**
 * Reads what `publish` is to do. Throws a StandinError where the version of the consumer is
 * missing: a guess could be wrong for years.
 */
export function toPublishOptions(
  places: readonly string[],
  given: PublishFlags,
  environment: Environment,
): PublishPactsOptions {
  const { consumerVersion, branch, tag, buildUrl } = given;
  if (consumerVersion === undefined) {
    const remedy =
      'Give it with --consumer-version, as --consumer-version "$(git rev-parse HEAD)".';
    throw invalid('it is not said of which version of the consumer these pacts are', remedy);
  }
  const names = { branch: branch ?? null, tags: tag ?? [], buildUrl: buildUrl ?? null };
  // `--broker <file>`: what is no address is a pact.
  const file =
    typeof given.broker === 'string' && !/^https?:\/\//i.test(given.broker) ? [given.broker] : [];
  if (file.length > 0 && (environment[BROKER_URL] ?? '') === '') {
    const remedy = `Write it with http:// or https://, as --broker https://broker.example.com, or set ${BROKER_URL}.`;
    throw invalid('what stands after --broker is no address of a broker', remedy);
  }
  const access = toAccess(file.length === 0 ? given : { ...given, broker: true }, environment);
  const all = [...file, ...places];
  if (all.length === 0)
    throw invalid(
      'no pacts were named',
      'Name files or folders of pacts: standin publish <pacts...>',
    );
  return { ...access, ...names, consumerVersion, places: all };
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

/**
 * Reads where a broker is and who asks it. Throws a StandinError where it is not said where, or in
 * two ways who.
 */
export function toAccess(given: AccessFlags, environment: Environment): BrokerAccess {
  const baseUrl =
    typeof given.broker === 'string' ? given.broker : environment['PACT_BROKER_BASE_URL'];
  if (baseUrl === undefined || baseUrl === '') {
    throw invalid(
      'it is not said where the broker is',
      'Give its address after --broker, or set PACT_BROKER_BASE_URL.',
    );
  }
  const { authorization: inAddress } = readBaseUrl(baseUrl);
  const fromFlags = authorizationOf(
    given.brokerToken,
    given.brokerUsername,
    given.brokerPassword,
    '--broker-token and --broker-username',
  );
  const {
    PACT_BROKER_TOKEN: token,
    PACT_BROKER_USERNAME: username,
    PACT_BROKER_PASSWORD: password,
  } = environment as Readonly<Record<string, string | undefined>>;
  const both = 'PACT_BROKER_TOKEN and PACT_BROKER_USERNAME';
  const authorization = fromFlags ?? inAddress ?? authorizationOf(token, username, password, both);
  return { baseUrl, authorization, timeoutSeconds: given.brokerTimeout ?? BROKER_TIMEOUT_SECONDS };
}

/** A variable that is empty is one that is not set: pipelines cannot always leave one out. */
function authorizationOf(token = '', username = '', password = '', both = ''): string | null {
  if (token !== '' && username !== '')
    throw invalid(`${both} are both given`, 'Keep the one that the broker wants.');
  if (token !== '') return `Bearer ${token}`;
  if (username === '' && password !== '')
    throw invalid('there is a password for the broker, and no user name', 'Give both.');
  return username === ''
    ? null
    : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function invalid(message: string, remedy: string): StandinError {
  return new StandinError('option-invalid', message, remedy);
}
