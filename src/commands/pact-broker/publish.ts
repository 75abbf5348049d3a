// `standin publish`: publishes the pacts of a consumer to a Pact Broker, all at once.

import { type Fault, faultLines, StandinError, withoutCommands } from '../../base/errors.ts';
import { parseJson } from '../../base/parse.ts';
import { printableLines } from '../../base/printable.ts';
import { type PactFile, readPactsAt } from '../../project/load/pact-files.ts';
import type { Broker } from '../../verify/pacts/broker/broker.ts';
import { noticesIn } from '../../verify/pacts/broker/broker-errors.ts';
import { readFrame } from '../../verify/pacts/read-pact-files.ts';
import type { LogTarget } from '../shared/log.ts';
import { openBroker } from './open-broker.ts';
import type { PublishPactsOptions } from './publish-flags.ts';

/** A pact to publish. */
export interface Publishable extends PactFile {
  readonly consumer: string;
  readonly provider: string;
}

/**
 * Publishes pacts and prints the notices of the broker. Throws a StandinError if a file is not a
 * pact, before anything is sent, or if the broker refuses.
 */
export async function publishPacts(options: PublishPactsOptions, output: LogTarget): Promise<void> {
  const pacts = readPublishable(options.places);
  const { broker, hide } = openBroker(options);
  try {
    for (const consumer of new Set(pacts.map((pact) => pact.consumer))) {
      const own = pacts.filter((pact) => pact.consumer === consumer);
      const notices = await publishOf(broker, consumer, own, options);
      const lines = [
        `published: ${consumer} ${options.consumerVersion} with ${own.map(({ provider }) => provider).join(', ')}`,
        ...notices,
      ];
      // The runner of GitHub Actions must not take a notice for a command.
      output.write(
        `${lines.map((line) => withoutCommands(printableLines(hide(line)))).join('\n')}\n`,
      );
    }
  } finally {
    broker.close();
  }
}

async function publishOf(
  broker: Broker,
  consumer: string,
  pacts: readonly Publishable[],
  { consumerVersion, branch, tags, buildUrl }: PublishPactsOptions,
): Promise<readonly string[]> {
  const url = await broker.find('pb:publish-contracts', {}, 'version 2.86');
  const contracts = pacts.map(({ provider, text }) => ({
    consumerName: consumer,
    providerName: provider,
    specification: 'pact',
    contentType: 'application/json',
    content: Buffer.from(text).toString('base64'),
  }));
  const body = {
    pacticipantName: consumer,
    pacticipantVersionNumber: consumerVersion,
    ...(branch === null ? {} : { branch }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(buildUrl === null ? {} : { buildUrl }),
    contracts,
  };
  const purpose = `publishing the pacts of ${consumer} ${consumerVersion}`;
  const answer = await broker.send('POST', url, body, purpose);
  return noticesIn(answer).map((text) => `broker: ${text}`);
}

/** Maximum nesting of a pact. */
const DEPTH_MAX = 256;

/**
 * Reads the pacts in files and folders. Throws a StandinError if a file is not a pact, or if two
 * pacts have the same consumer and provider.
 */
export function readPublishable(places: readonly string[]): readonly Publishable[] {
  const files = readPactsAt(places);
  const faults: Fault[] = [];
  const seen = new Map<string, string>();
  const pacts = files.flatMap(({ file, text }): readonly Publishable[] => {
    const note = (at: string, message: string, remedy: string): void => {
      faults.push({ file, at, message, remedy });
    };
    const parsed = parseJson(text, DEPTH_MAX);
    const broken = parsed.kind === 'broken' ? parsed.broken : parsed.duplicate;
    if (broken !== null)
      note('', broken.message, 'Generate it again with the tests of the consumer.');
    if (parsed.kind === 'broken' || broken !== null) return [];
    const frame = readFrame(parsed.value);
    if ('why' in frame) note('', frame.why, frame.remedy);
    if ('why' in frame) return [];
    const { consumer, provider } = frame;
    if (consumer === null) note('/consumer/name', 'the consumer has no name', 'Give it a name.');
    if (provider === null)
      note('/provider/name', 'the provider has no name', 'Name it as the broker does.');
    if (consumer === null || provider === null) return [];
    const pair = JSON.stringify([consumer, provider]);
    const other = seen.get(pair);
    if (other !== undefined)
      note(
        '',
        `it has the same consumer and provider as ${other}`,
        'Keep one: a version of a consumer has one pact with each provider.',
      );
    seen.set(pair, file);
    return [{ file, text, consumer, provider }];
  });
  if (faults.length > 0) throw pactInvalid(faults);
  if (pacts.length === 0) {
    const message = 'no pacts were named';
    throw new StandinError('file-unreadable', message, 'Name files or folders of pacts.');
  }
  return pacts;
}

/** Number of faults that an error lists. */
const FAULTS_TOLD_MAX = 20;

function pactInvalid(faults: readonly Fault[]): StandinError {
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
  return new StandinError(
    'pact-invalid',
    [`${count} in the pacts`, ...faultLines(faults, FAULTS_TOLD_MAX)].join('\n  '),
    'Correct the pacts and run again.',
  );
}
