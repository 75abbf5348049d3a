// `verify` for programs: the same run as that of the command, with its reports as values.

import { checkObject, misuse, typeOf } from '../../project/load/validate-options.ts';
import type { Report, ReportedFinding } from '../../verify/report.ts';
import type { ExitCode } from '../shared/exit-code.ts';
import type { VerifyEvent } from '../shared/outlets.ts';
import type { Screen } from '../shared/progress-line.ts';
import { VERSION } from '../shared/version.ts';
import { toVerifyOptions, verifyCommand } from '../verify/flags.ts';
import { verifyService } from '../verify/verify.ts';
import { readSettings } from './settings.ts';

/**
 * How to verify a service. Each member but `source`, `environment`, `signal` and `onEvent` is an
 * option of `standin verify`: `maxTime` is `--max-time`. All are optional.
 */
export interface VerifySettings {
  /**
   * What the service is verified against: a folder of contracts, a contract file, an OpenAPI
   * document (a file or an address) or rows. By default the source in this folder.
   */
  readonly source?: string;
  /** Fields that each request has, as `Name: value`. */
  readonly header?: string | readonly string[];
  /** Sent as `Authorization: Bearer <token>`. */
  readonly token?: string;
  /** The file that says how to log in, in the form of Web Fuzzing Commons. */
  readonly login?: string;
  /** Who of that file; the first by default. */
  readonly loginAs?: string;
  /** A second token, which lacks scopes, and behind it the scopes that it has. */
  readonly restrictedToken?: string;
  /** The second user, as a user of the file of `login`. */
  readonly secondLoginAs?: string;
  /** Fields with the credentials of a second user, as `Name: value`. */
  readonly secondUser?: string | readonly string[];
  /** Parameters that the query of each request has, as `name=value`. */
  readonly query?: string | readonly string[];
  /** Ids of items that the run cannot make, by the parameter of the path. */
  readonly param?: Readonly<Record<string, string | number>>;
  /** The profile whose choices are asserted: a name, or a file. */
  readonly profile?: string;
  /** Choices that are asserted as well, by their key. */
  readonly pin?: Readonly<Record<string, string | number | boolean>>;
  /** `standard` by default. */
  readonly budget?: 'quick' | 'standard' | 'thorough';
  /** Seconds after which nothing new is begun, for each contract; 60 by default. */
  readonly maxTime?: number;
  /** Requests after which nothing new is begun, for all contracts; at least 1,000 by default. */
  readonly maxRequests?: number;
  /** Seconds that a reply may take; 10 by default. */
  readonly timeout?: number;
  /** Requests a second, at most. */
  readonly rate?: number;
  /** Seed of all random values, below 2^31. A new one by default. */
  readonly seed?: number;
  /** Sends only GET requests. */
  readonly readOnly?: boolean;
  /** How many items of each contract may stay where none can be removed; 3 by default. */
  readonly leave?: number;
  /** How often is tried again what met only failures that may pass; 1 by default. */
  readonly retries?: number;
  /** Whether failures that did not come again count as findings. */
  readonly failOn?: 'unstable';
  /** Writes to single items of the service, too, and restores them. */
  readonly writeSingles?: boolean;
  /** Sends actions that may change something, too. */
  readonly writeActions?: boolean;
  /** The only laws to test. */
  readonly law?: string | readonly string[];
  /** Laws not to test. */
  readonly skipLaw?: string | readonly string[];
  /** Operations that are never sent: `DELETE /users/{id}`. */
  readonly skipOperation?: string | readonly string[];
  /** Members that are never sent: `users.nickname`. */
  readonly skipMember?: string | readonly string[];
  /** The only values of members: `users.country=DE`. */
  readonly value?: string | readonly string[];
  /** What must be exercised, else the service is not judged. */
  readonly require?: 'all' | 'pacts' | `${number}%` | number;
  /** Files and folders with pacts, besides those of the project. */
  readonly pacts?: string | readonly string[];
  /** Leaves out all pacts. */
  readonly noPacts?: boolean;
  /** Your own handler of provider states: a URL, or a module. */
  readonly stateHandler?: string;
  /** Allows a handler on another machine. */
  readonly allowRemoteHandler?: boolean;
  /** Files for the report, as JSON, as JUnit XML, as a page and as Markdown. */
  readonly json?: string;
  readonly junit?: string;
  readonly html?: string;
  readonly summary?: string;
  /** Files for the findings as SARIF, and as a Code Quality report of GitLab. */
  readonly sarif?: string;
  readonly codeQuality?: string;
  /** A file for tests that reproduce the findings: `findings.test.ts`. */
  readonly writeTest?: string;
  /** The file with the findings that you know. */
  readonly baseline?: string;
  /** The file that the findings are written into, for `baseline`. */
  readonly writeBaseline?: string;
  /** A new file that all traffic is recorded into. */
  readonly record?: string;
  /** Members whose values are not recorded. */
  readonly redact?: string | readonly string[];
  /** Members whose values are recorded although their names look secret. */
  readonly keep?: string | readonly string[];
  /** Where `STANDIN_TOKEN` and the like are read. Nothing is read by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Stops the run: what it made is removed, and the service is not judged. */
  readonly signal?: AbortSignal;
  /** Is told what the run does and finds. Must not throw. */
  onEvent?(event: VerifyEvent): void;
}

/** What came of a run. */
export interface Verification {
  /**
   * `partly`: it conforms as far as it was tried. `unjudged`: it could not be judged, or not to the
   * end, or less was exercised than you require.
   */
  readonly verdict: Report['verdict'];
  /** What `standin verify` ends with: 0, 1 if it violates the contract, 2 if it is not judged. */
  readonly exitCode: 0 | 1 | 2;
  /** A report for each contract. */
  readonly reports: readonly Report[];
  /** The findings of all reports. */
  readonly findings: readonly ReportedFinding[];
  /** What `standin verify` prints: the reports as text. */
  readonly text: string;
  /** What it prints beside them: warnings, and what was left out. */
  readonly warnings: string;
}

/** Without those that print, share a run with other machines, or are about something else. */
const { contract, since, allowBreaking, shard, store, inspect, port, quiet, ...offered } =
  verifyCommand.options;

/**
 * Verifies the service at an address (`http://localhost:3000/v1`), as `standin verify` does, and
 * removes what it made. Resolves also if the service breaks the contract; rejects with a StandinError
 * if the run cannot start: a wrong setting, a source with faults.
 */
export async function verify(
  baseUrl: string,
  settings: VerifySettings = {},
): Promise<Verification> {
  if (typeof baseUrl !== 'string')
    throw misuse(
      `the address of the service must be a string, not ${typeOf(baseUrl)}`,
      'Pass one such as "http://localhost:3000".',
    );
  checkObject(settings, "verify('http://localhost:3000', { budget: 'quick' })");
  const { source, environment = {}, signal, onEvent, ...given } = settings;
  const flags = readSettings(offered, given);
  const named = source === undefined ? flags : { ...flags, contract: source };
  const options = toVerifyOptions([baseUrl], named, environment, VERSION);
  const reports: Report[] = [];
  const [output, errors] = [collector(), collector()];
  const outlets = {
    output,
    errors,
    onEvent(event: VerifyEvent) {
      if (event.kind === 'report') reports.push(event.report);
      onEvent?.(event);
    },
  };
  const exitCode = await verifyService(options, outlets, signal ?? new AbortController().signal);
  const isWhole = reports.every(({ verdict }) => verdict === 'conforms');
  return {
    verdict: ENDS[exitCode] ?? (isWhole ? 'conforms' : 'partly'),
    exitCode,
    reports,
    findings: reports.flatMap(({ findings }) => findings),
    text: output.text(),
    warnings: errors.text(),
  };
}

const ENDS = { 0: null, 1: 'violates', 2: 'unjudged' } as const satisfies Record<
  ExitCode,
  Report['verdict'] | null
>;

interface Collector extends Screen {
  text(): string;
}

function collector(): Collector {
  let all = '';
  return {
    write(text) {
      all += text;
    },
    text: () => all,
  };
}
