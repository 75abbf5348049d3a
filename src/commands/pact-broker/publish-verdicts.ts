// Publishes results to a Pact Broker: first branch and tags of the provider, then each result.

import { StandinError } from '../../base/errors.ts';
import { resultsOf } from '../../verify/pacts/broker/results.ts';
import type { BrokerFlagOptions } from './broker-flags.ts';
import { type Judged, nameOf } from './judged-pact.ts';
import type { OpenBroker } from './open-broker.ts';

export interface PublishOptions {
  readonly options: BrokerFlagOptions;
  /** The version of Standin. */
  readonly version: string;
  readonly open: OpenBroker;
  readonly judged: readonly Judged[];
  /** An interrupted run publishes nothing: you ended it to end it. */
  readonly end: 'whole' | 'interrupted';
}

export interface Published {
  /** The pacts whose results are published. */
  readonly done: ReadonlySet<Judged>;
  /** What was published, one line each. */
  readonly lines: readonly string[];
  /** Why something was not published. */
  readonly errors: readonly StandinError[];
}

/** Publishes the results, if `--publish` was given. */
export async function publishVerdicts(given: PublishOptions): Promise<Published> {
  const { options, judged, end, version } = given;
  const [done, lines, errors] = [new Set<Judged>(), [] as string[], [] as StandinError[]];
  if (options.publish === null) return { done, lines, errors };
  if (end === 'interrupted') {
    const message = 'nothing was published to the broker: the run was interrupted';
    errors.push(new StandinError('pact-invalid', message, 'Run it again to the end.'));
    return { done, lines, errors };
  }
  const publisher = { ...options.publish, version };
  const marked = new Map<string, StandinError | null>();
  for (const one of judged) {
    const { pact, verdict, results } = one;
    const { provider, resultsUrl, isPending } = pact.fetched;
    if (verdict.kind === 'withheld') {
      const told = `${nameOf(pact)} has no results to publish: ${verdict.why}`;
      const remedy =
        'Standin publishes results only for completely verified pacts. Fix the cause, and run again.';
      if (isPending) lines.push(told);
      else errors.push(new StandinError('pact-invalid', told, remedy));
      continue;
    }
    if (!marked.has(provider)) marked.set(provider, await refusalOf(() => mark(given, provider)));
    const trouble =
      marked.get(provider) ??
      (await refusalOf(() =>
        post(given, nameOf(pact), resultsUrl, resultsOf(verdict, results, publisher)),
      ));
    if (trouble === null) done.add(one);
    if (trouble === null)
      lines.push(
        `published: ${nameOf(pact)} ${verdict.kind} with ${provider} ${publisher.providerVersion}`,
      );
    else if (!errors.includes(trouble)) errors.push(trouble);
  }
  return { done, lines, errors };
}

/**
 * A broker notifies its listeners of each result immediately, so the branch and tags come first
 * (documentation of `pb:pacticipant-version-tag`).
 */
async function mark(
  { options, open: { broker } }: PublishOptions,
  provider: string,
): Promise<void> {
  const { branch, tags, publish } = options;
  const names = { pacticipant: provider, version: publish?.providerVersion ?? '' };
  if (branch !== null) {
    const place = { ...names, branch };
    const url = await broker.find('pb:pacticipant-branch-version', place, 'version 2.86');
    const purpose = `putting ${provider} ${names.version} on the branch ${branch}`;
    await broker.send('PUT', url, {}, purpose);
  }
  for (const tag of tags) {
    const url = await broker.find('pb:pacticipant-version-tag', { ...names, tag }, 'version 2.0');
    await broker.send('PUT', url, {}, `tagging ${provider} ${names.version} as ${tag}`);
  }
}

async function post(
  { open }: PublishOptions,
  name: string,
  url: string | null,
  results: ReturnType<typeof resultsOf>,
): Promise<void> {
  if (url === null) {
    const message = `the broker ${open.broker.shown} does not say where to publish results of ${name}: pb:publish-verification-results is missing`;
    throw new StandinError(
      'broker-unusable',
      message,
      'Check that this is a Pact Broker, and that the credentials may publish.',
    );
  }
  await open.broker.send('POST', url, results, `publishing results of ${name}`);
}

/** Returns why the broker refused, `null` if it did not. */
async function refusalOf(act: () => Promise<void>): Promise<StandinError | null> {
  try {
    await act();
    return null;
  } catch (error) {
    if (error instanceof StandinError) return error;
    throw error;
  }
}
