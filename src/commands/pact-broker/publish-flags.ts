// What `standin publish` can be told.

import type { CommandDeclaration, Environment, FlagsOf } from '../shared/option.ts';
import { accessOptions, BROKER_URL, type BrokerAccess, invalid, toAccess } from './access-flags.ts';
import { buildUrlOption, readName, readNames } from './version-flags.ts';

export interface PublishPactsOptions extends BrokerAccess {
  /** Files and folders. */
  readonly places: readonly string[];
  readonly consumerVersion: string;
  readonly branch: string | null;
  readonly tags: readonly string[];
  readonly buildUrl: string | null;
}

export const publishCommand = {
  about: 'publish the pacts of a consumer to a Pact Broker',
  argument: '[pacts...]',
  usage: '<pacts...> --consumer-version <text> [options]',
  options: {
    ...accessOptions,
    consumerVersion: {
      flags: '--consumer-version <text>',
      about: 'version of the consumer, such as its commit hash',
      details: 'version of the consumer, such as its commit hash; required',
      read: readName,
    },
    branch: {
      flags: '--branch <name>',
      about: 'branch of this version',
      read: readName,
    },
    tag: {
      flags: '--tag <name>',
      about: 'tag of this version; repeatable',
      read: readNames,
    },
    buildUrl: buildUrlOption,
  },
} as const satisfies CommandDeclaration;

/**
 * Reads what `publish` is to do. Throws a StandinError if the version of the consumer is missing: a
 * guess could be wrong for years.
 */
export function toPublishOptions(
  places: readonly string[],
  flags: FlagsOf<typeof publishCommand.options>,
  environment: Environment,
): PublishPactsOptions {
  const { consumerVersion, branch, tag, buildUrl } = flags;
  if (consumerVersion === undefined) {
    const remedy = 'Give it, for example: --consumer-version "$(git rev-parse HEAD)".';
    throw invalid('the version of the consumer is missing', remedy);
  }
  // `--broker <file>`: what is not an address is a pact.
  const file =
    typeof flags.broker === 'string' && !/^https?:\/\//i.test(flags.broker) ? [flags.broker] : [];
  if (file.length > 0 && (environment[BROKER_URL] ?? '') === '') {
    const remedy = `Write it with http:// or https://, for example --broker https://broker.example.com, or set ${BROKER_URL}.`;
    throw invalid('the value of --broker is not an address of a broker', remedy);
  }
  const access = toAccess(file.length === 0 ? flags : { ...flags, broker: true }, environment);
  const all = [...file, ...places];
  if (all.length === 0)
    throw invalid(
      'no pacts were named',
      'Name files or folders of pacts: standin publish <pacts...>',
    );
  return {
    ...access,
    consumerVersion,
    branch: branch ?? null,
    tags: tag ?? [],
    buildUrl: buildUrl ?? null,
    places: all,
  };
}
