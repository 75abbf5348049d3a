// The work of a run of `verify` with a Pact Broker: before it, fetch the pacts and the notices;
// after it, publish the results.

import { StandinError } from '../../base/errors.ts';
import { printableLines } from '../../base/printable.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Project } from '../../project/load/project.ts';
import { type FetchedPact, fetchPacts } from '../../verify/pacts/broker/fetch-pacts.ts';
import { type BrokerPact, readBrokerPact } from '../../verify/pacts/broker/read-pact.ts';
import { verdictOf } from '../../verify/pacts/broker/results.ts';
import type { Pact } from '../../verify/pacts/read-pact-files.ts';
import type { StateHandler } from '../../verify/pacts/state-handler.ts';
import type { PactResult } from '../../verify/report.ts';
import { hideIn } from '../shared/credentials.ts';
import type { ExitCode } from '../shared/exit-code.ts';
import { fenced, type Outlets, type Outputs, printErrors } from '../shared/outlets.ts';
import type { BrokerFlagOptions } from './broker-flags.ts';
import { type Judged, nameOf } from './judged-pact.ts';
import { type OpenBroker, openBroker } from './open-broker.ts';
import { publishVerdicts } from './publish-verdicts.ts';

export interface BrokerRunOptions {
  readonly options: BrokerFlagOptions;
  readonly outputs: Pick<Outputs, 'ci' | 'form' | 'json'>;
  readonly outlets: Outlets;
  readonly project: Pick<Project, 'contracts' | 'schemas'>;
  readonly handler: StateHandler | null;
  /** The version of Standin. */
  readonly version: string;
  /** Aborts requests to the broker. */
  readonly stop: AbortSignal;
}

export interface BrokerRun {
  /** The address of the broker without credentials. */
  readonly shown: string;
  /** Pacts that can be verified, at least in part. */
  readonly pacts: readonly Pact[];
  /** Returns a text without the credentials of the broker. */
  readonly hide: (text: string) => string;
  /** The reasons why pacts of a contract cannot be verified, one sentence each. */
  troublesOf(contract: Contract): readonly string[];
  /** Collects the results of interactions. */
  collect(results: readonly PactResult[]): void;
  /** Publishes the results, reports what was not verified, and returns the exit code. */
  finish(code: ExitCode, end: 'whole' | 'interrupted'): Promise<ExitCode>;
  close(): void;
}

/**
 * Fetches the pacts and prints the notices of the broker. Problems with the pacts or the broker are
 * reported, and do not stop the run.
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
  // A problem of the broker affects each of its providers.
  printErrors(
    [...new Map(troubles.map(({ error }) => [sentenceOf(error), error])).values()],
    outlets.errors,
  );
  for (const pact of pacts) say(noticesOf(pact, (when) => when === 'before_verification'));
  return {
    shown: open.broker.shown,
    hide: open.hide,
    close,
    pacts: pacts.flatMap((pact) => pact.pacts),
    troublesOf: ({ resource }) => troublesOf(options.provider ?? resource, troubles),
    collect: (more) => void results.push(...more),
    async finish(code, end) {
      const judged = pacts.map((pact): Judged => {
        const own = results.filter(({ origin }) => origin?.number === pact.number);
        return { pact, results: own, verdict: verdictOf(pact, own) };
      });
      const published = await publishVerdicts({ ...given, open, judged, end });
      printErrors(published.errors, outlets.errors);
      say([...published.lines, ...judged.flatMap((one) => after(one, published.done.has(one)))]);
      const isDone = options.publish === null ? isTried : isWhole;
      const isAll = asked === 'all' && published.errors.length === 0 && judged.every(isDone);
      printErrors(
        judged.filter((one) => options.publish === null && !isWhole(one)).map(unverified),
        outlets.errors,
      );
      return code === 0 && !isAll ? 2 : code;
    },
  };
}

/** Returns a function that closes the broker; the end of the run does so as well. */
function closingOn(stop: AbortSignal, { broker }: OpenBroker): () => void {
  const close = (): void => {
    stop.removeEventListener('abort', close);
    broker.close();
  };
  stop.addEventListener('abort', close);
  if (stop.aborted) close();
  return close;
}

/** The reasons why pacts of a provider could not be fetched. */
function troublesOf(name: string, troubles: readonly BrokerTrouble[]): readonly string[] {
  return troubles.filter(({ provider }) => provider === name).map(({ error }) => sentenceOf(error));
}

interface BrokerTrouble {
  readonly provider: string;
  readonly error: StandinError;
}

interface FetchedAll {
  readonly pacts: readonly BrokerPact[];
  readonly troubles: readonly BrokerTrouble[];
  /** `all`: every pact that the broker offers is there. */
  readonly asked: 'all' | 'some';
}

async function fetchAll(
  { options, project, handler }: BrokerRunOptions,
  { broker, hideLong }: OpenBroker,
): Promise<FetchedAll> {
  const { contracts, schemas } = project;
  const { provider } = options;
  const sought =
    provider === null
      ? contracts.map((contract) => ({ name: contract.resource, contracts: [contract] }))
      : [{ name: provider, contracts }];
  const pacts: BrokerPact[] = [];
  const troubles: BrokerTrouble[] = [];
  for (const one of sought) {
    try {
      const fetched = await fetchPacts(broker, { ...options, provider: one.name });
      for (const pact of fetched.pacts) {
        // The content of a pact is sent to the service, and recorded.
        const document = hideIn(pact.document, { hide: hideLong });
        const context = { contracts: one.contracts, schemas, handler };
        pacts.push(readBrokerPact({ ...pact, document }, pacts.length, context));
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

/** Verifying nothing must not look like verifying everything. */
function none(shown: string, provider: string): StandinError {
  const remedy =
    'Check that consumers publish their pacts with a branch, select others with --consumer-selector, or leave out --broker.';
  return new StandinError(
    'broker-unusable',
    `the broker ${shown} selects no pact of ${provider}`,
    remedy,
  );
}

/** Of a pact that is not pending at least one interaction must be verified. */
function isTried(one: Judged): boolean {
  return isWhole(one) || one.results.some(({ result }) => result !== 'not-verified');
}

/** A pending pact fails no run, even if it cannot be verified. */
function isWhole({ pact, verdict }: Judged): boolean {
  return verdict.kind !== 'withheld' || pact.fetched.isPending;
}

function unverified({ pact, verdict }: Judged): StandinError {
  const why = verdict.kind === 'withheld' ? verdict.why : '';
  const message = `${nameOf(pact)} was not verified completely: ${why}`;
  return new StandinError('pact-invalid', message, 'Fix that, or select other pacts.');
}

function sentenceOf({ message, remedy }: StandinError): string {
  return `${message}. ${remedy}`;
}

function noticesOf(pact: BrokerPact, isDue: (when: string) => boolean): readonly string[] {
  const { notices }: FetchedPact = pact.fetched;
  return notices.filter(({ when }) => isDue(when)).map(({ text }) => `broker: ${indented(text)}`);
}

/** Indents the lines after the first. */
function indented(text: string): string {
  return text.split(/\r?\n/).join('\n        ');
}

/** The notices of a broker depend on the result of the pact and on whether it was published. */
function after({ pact, verdict }: Judged, isPublished: boolean): readonly string[] {
  if (verdict.kind === 'withheld') return [];
  const due = `after_verification:success_${verdict.kind === 'passed'}_published_${isPublished}`;
  return noticesOf(pact, (when) => when === due || when === 'after_verification');
}

/** Notices go where the report goes, unless that is JSON only. */
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
