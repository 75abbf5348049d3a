// What a run of `verify` has to do with a Pact Broker: before it, the pacts and what the broker
// says of them; after it, the results.

import { StandinError } from '../../base/errors.ts';
import { printableLines } from '../../base/printable.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Project } from '../../project/load/project.ts';
import { type FetchedPact, fetchPacts } from '../../verify/pacts/broker/fetch-pacts.ts';
import { type BrokerPact, readBrokerPact } from '../../verify/pacts/broker/read-pact.ts';
import { verdictOf } from '../../verify/pacts/broker/results.ts';
import type { Pact } from '../../verify/pacts/read-pact-files.ts';
import type { PactResult } from '../../verify/report.ts';
import { hideIn } from '../shared/credentials.ts';
import type { ExitCode } from '../shared/exit-code.ts';
import { fenced, type Outlets, type Outputs, tellErrors } from '../shared/outlets.ts';
import type { BrokerOptions } from './broker-flags.ts';
import { type Judged, nameOf } from './judged-pact.ts';
import { type OpenBroker, openBroker } from './open-broker.ts';
import { publishVerdicts } from './publish-verdicts.ts';

export interface BrokerRunOptions {
  readonly options: BrokerOptions;
  readonly outputs: Pick<Outputs, 'ci' | 'form' | 'json'>;
  readonly outlets: Outlets;
  readonly project: Pick<Project, 'contracts' | 'schemas'>;
  /** The version of Standin. */
  readonly version: string;
  /** Ends whatever the broker is asked. */
  readonly stop: AbortSignal;
}

export interface BrokerRun {
  /** The address of the broker without credentials. */
  readonly shown: string;
  /** Those that can be verified, at least in part. */
  readonly pacts: readonly Pact[];
  /** Gives a text without the credentials of the broker. */
  readonly hide: (text: string) => string;
  /** Why pacts on a contract cannot be verified, a sentence each. */
  troublesOf(contract: Contract): readonly string[];
  /** Takes what came of interactions. */
  collect(results: readonly PactResult[]): void;
  /**
   * Publishes what there is to publish, tells what was not verified, and gives the code that the
   * command ends with.
   */
  finish(code: ExitCode, end: 'whole' | 'interrupted'): Promise<ExitCode>;
  close(): void;
}

/**
 * Fetches the pacts and tells what the broker says of them. What is wrong with them, or with the
 * broker, is told, and keeps no run from going on.
 */
export async function openBrokerRun(given: BrokerRunOptions): Promise<BrokerRun> {
  const { options, outputs, outlets } = given;
  const open = openBroker(options, given.stop);
  const close = closingOn(given.stop, open);
  const { pacts, troubles, asked } = await fetchAll(given, open).catch((error: unknown) => {
    close();
    throw error;
  });
  const results: PactResult[] = [];
  const say = teller(outputs, outlets, open.hide);
  // What is wrong with the broker is wrong for each of its providers.
  tellErrors(
    [...new Map(troubles.map(({ error }) => [sentenceOf(error), error])).values()],
    outlets.errors,
  );
  for (const pact of pacts) {
    tellErrors(faultsOf(pact), outlets.errors);
    say(noticesOf(pact, (when) => when === 'before_verification'));
  }
  return {
    shown: open.broker.shown,
    hide: open.hide,
    close,
    pacts: pacts.flatMap((pact) => pact.pacts),
    troublesOf: ({ resource }) => troublesOf(options.provider ?? resource, pacts, troubles),
    collect: (more) => void results.push(...more),
    async finish(code, end) {
      const judged = pacts.map((pact): Judged => {
        const own = results.filter(({ origin }) => origin?.number === pact.number);
        return { pact, results: own, verdict: verdictOf(pact, own) };
      });
      const published = await publishVerdicts({ ...given, open, judged, end });
      tellErrors(published.errors, outlets.errors);
      say([...published.lines, ...judged.flatMap((one) => after(one, published.done.has(one)))]);
      const isWhole = asked === 'all' && published.errors.length === 0 && judged.every(isDone);
      tellErrors(
        judged.filter((one) => options.publish === null && !isDone(one)).map(unverified),
        outlets.errors,
      );
      return code === 0 && !isWhole ? 2 : code;
    },
  };
}

/** Gives what closes the broker, which the end of the run does as well. */
function closingOn(stop: AbortSignal, { broker }: OpenBroker): () => void {
  const close = (): void => {
    stop.removeEventListener('abort', close);
    broker.close();
  };
  stop.addEventListener('abort', close);
  if (stop.aborted) close();
  return close;
}

/** Why pacts of a provider cannot be verified; a pending one is nobody's trouble. */
function troublesOf(
  name: string,
  pacts: readonly BrokerPact[],
  troubles: readonly Trouble[],
): readonly string[] {
  const own = pacts.filter(({ fetched }) => fetched.provider === name && !fetched.isPending);
  return [
    ...troubles.filter(({ provider }) => provider === name).map(({ error }) => sentenceOf(error)),
    ...own.flatMap((pact) => faultsOf(pact).map(sentenceOf)),
  ];
}

interface Trouble {
  readonly provider: string;
  readonly error: StandinError;
}

interface FetchedAll {
  readonly pacts: readonly BrokerPact[];
  readonly troubles: readonly Trouble[];
  /** `all`: every pact that the broker has to offer is there. */
  readonly asked: 'all' | 'some';
}

async function fetchAll(
  { options, project }: BrokerRunOptions,
  { broker, hideLong }: OpenBroker,
): Promise<FetchedAll> {
  const { contracts, schemas } = project;
  const { provider } = options;
  const sought =
    provider === null
      ? contracts.map((contract) => ({ name: contract.resource, contracts: [contract] }))
      : [{ name: provider, contracts }];
  const pacts: BrokerPact[] = [];
  const troubles: Trouble[] = [];
  for (const one of sought) {
    try {
      const fetched = await fetchPacts(broker, { ...options, provider: one.name });
      for (const pact of fetched.pacts) {
        // What stands in a pact is sent to the service, and recorded.
        const document = hideIn(pact.document, { hide: hideLong });
        pacts.push(readBrokerPact({ ...pact, document }, pacts.length, one.contracts, schemas));
      }
      troubles.push(...fetched.troubles.map((error) => ({ provider: one.name, error })));
      if (fetched.pacts.length + fetched.troubles.length === 0)
        troubles.push({ provider: one.name, error: none(broker.shown, one.name) });
    } catch (error) {
      if (!(error instanceof StandinError)) throw error;
      troubles.push({ provider: one.name, error });
    }
  }
  return { pacts, troubles, asked: troubles.length === 0 ? 'all' : 'some' };
}

/** Nothing to verify must not look like everything verified. */
function none(shown: string, provider: string): StandinError {
  const remedy =
    'See whether consumers publish theirs with a branch, select others with --consumer-selector, or leave out --broker.';
  return new StandinError(
    'broker-unusable',
    `the broker ${shown} selects no pact of ${provider}`,
    remedy,
  );
}

/** A pending pact fails nobody, also where it cannot be verified. */
function isDone({ pact, verdict }: Judged): boolean {
  return verdict.kind !== 'withheld' || pact.fetched.isPending;
}

function unverified({ pact, verdict }: Judged): StandinError {
  const why = verdict.kind === 'withheld' ? verdict.why : '';
  return new StandinError(
    'pact-invalid',
    `${nameOf(pact)} was not verified whole: ${why}`,
    'Mend that, or select other pacts.',
  );
}

function faultsOf(pact: BrokerPact): readonly StandinError[] {
  const pending = pact.fetched.isPending ? 'pending: ' : '';
  return pact.faults.map(({ file, at, message, remedy }) => {
    return new StandinError(
      'pact-invalid',
      `${pending}${nameOf(pact)}${at === '' ? '' : ` at ${at}`}: ${message} (${file})`,
      remedy,
    );
  });
}

function sentenceOf({ message, remedy }: StandinError): string {
  return `${message}. ${remedy}`;
}

function noticesOf(pact: BrokerPact, isDue: (when: string) => boolean): readonly string[] {
  const { notices }: FetchedPact = pact.fetched;
  return notices.filter(({ when }) => isDue(when)).map(({ text }) => `broker: ${indented(text)}`);
}

/** Lines after the first stand under it. */
function indented(text: string): string {
  return text.split(/\r?\n/).join('\n        ');
}

/**
 * What a broker wants to be said depends on what came of a pact and on whether that was published.
 */
function after({ pact, verdict }: Judged, isPublished: boolean): readonly string[] {
  if (verdict.kind === 'withheld') return [];
  const due = `after_verification:success_${verdict.kind === 'passed'}_published_${isPublished}`;
  return noticesOf(pact, (when) => when === due || when === 'after_verification');
}

/** What a broker says goes where the report goes, unless that is JSON alone. */
function teller(
  { form, json, ci }: BrokerRunOptions['outputs'],
  { output, errors }: Outlets,
  hide: OpenBroker['hide'],
) {
  const screen = json === 'print' ? errors : output;
  return (lines: readonly string[]): void => {
    if (form === 'quiet' || lines.length === 0) return;
    screen.write(fenced(`${lines.map((line) => printableLines(hide(line))).join('\n')}\n`, { ci }));
  };
}
