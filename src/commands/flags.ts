// From what was written on the command line to what `verify`, `merge`, `learn`, `record` and
// `clean` do. Tells no argument back: it may hold credentials.

import { StandinError } from '../base/errors.ts';
import type { Profile } from '../contract/choices.ts';
import { LEDGER_FOLDER } from '../project/ledger.ts';
import type { CleanServiceOptions } from './clean/clean.ts';
import type { LearnServiceOptions } from './learn/learn.ts';
import {
  BROKER_URL,
  type BrokerFlags,
  type BrokerOptions,
  toBrokerOptions,
} from './pact-broker/broker-flags.ts';
import type { RecordServiceOptions } from './record/record.ts';
import type { TargetOptions } from './shared/target.ts';
import type { MergeOptions } from './verify/merge.ts';
import type { VerifyOptions } from './verify/verify.ts';

interface TargetFlags {
  readonly contract: string;
  readonly header?: readonly string[];
  readonly timeout: number;
  readonly rate?: number;
}

export interface CleanFlags extends TargetFlags {
  readonly force?: boolean;
}

export interface VerifyFlags extends TargetFlags, BrokerFlags {
  readonly profile?: string;
  readonly pin?: Partial<Profile>;
  readonly budget: VerifyOptions['budget'];
  readonly maxTime: number;
  readonly seed?: number;
  readonly readOnly?: boolean;
  readonly law?: readonly string[];
  readonly shard?: VerifyOptions['shard'];
  readonly pacts?: boolean;
  readonly json?: string | true;
  readonly junit?: string;
  readonly html?: string;
  readonly summary?: string;
  readonly writeTest?: string;
  readonly force?: boolean;
  readonly quiet?: boolean;
  readonly record?: string;
  readonly redact?: readonly string[];
  readonly keep?: readonly string[];
  readonly inspect?: boolean;
  readonly port?: number;
}

export type MergeFlags = Pick<
  VerifyFlags,
  'json' | 'junit' | 'html' | 'summary' | 'force' | 'quiet'
>;

export interface LearnFlags extends TargetFlags {
  readonly name?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export interface RecordFlags {
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly timeout: number;
  readonly port?: number;
  readonly header?: readonly string[];
  readonly record?: string;
  readonly contract: string;
  readonly profile: string;
  readonly pin?: Partial<Profile>;
  readonly redact?: readonly string[];
  readonly keep?: readonly string[];
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** The variables of the environment that count. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/** Gives what `verify` is to do. Throws a StandinError where there is not one address. */
export function toVerifyOptions(
  args: readonly string[],
  given: VerifyFlags,
  environment: Environment,
  version: string,
): VerifyOptions {
  const { json } = given;
  // `--json <address>`: an address is no file.
  const isSwallowed = args.length === 0 && typeof json === 'string' && /^https?:\/\//i.test(json);
  const file = typeof json === 'string' && !isSwallowed ? { file: json } : 'print';
  // `--broker <address>`: of one address alone it is that of the service, if the environment knows
  // the broker.
  const isService =
    args.length === 0 &&
    !isSwallowed &&
    typeof given.broker === 'string' &&
    (environment[BROKER_URL] ?? '') !== '';
  const addresses = isSwallowed ? [json] : isService ? [String(given.broker)] : args;
  return {
    ...targetOf(addresses, given, environment),
    version,
    contract: given.contract,
    profile: given.profile ?? null,
    pins: given.pin ?? {},
    budget: given.budget,
    timeMaxSeconds: given.maxTime,
    seed: given.seed ?? null,
    mode: given.readOnly === true ? 'read-only' : 'write',
    laws: given.law ?? [],
    shard: given.shard ?? null,
    pacts: given.pacts === false ? 'leave-out' : 'verify',
    broker: brokerOf(isService ? { ...given, broker: true } : given, environment),
    json: json === undefined ? null : file,
    junit: given.junit ?? null,
    html: given.html ?? null,
    summary: summaryOf(given.summary, environment),
    tests: given.writeTest ?? null,
    replacing: given.force === true ? 'any' : 'own',
    form: given.quiet === true ? 'quiet' : 'told',
    record: given.record ?? null,
    redact: given.redact ?? [],
    keep: given.keep ?? [],
    inspect: given.inspect === true ? { port: given.port ?? 0 } : null,
    ci: ciOf(environment),
  };
}

/** What is asked of a broker wants to be verified, and that takes writes. */
function brokerOf(given: VerifyFlags, environment: Environment): BrokerOptions | null {
  const broker = toBrokerOptions(given, environment);
  const excludes = [
    ...(given.readOnly === true ? ['--read-only'] : []),
    ...((given.law ?? []).length > 0 ? ['--law'] : []),
    ...(given.shard === undefined ? [] : ['--shard']),
  ][0];
  if (broker === null || excludes === undefined) return broker;
  const message = `--broker and ${excludes} exclude each other: pacts are verified whole, in one run, and by writing`;
  throw new StandinError('option-invalid', message, `Leave out ${excludes}, or --broker.`);
}

/** Gives what `merge` is to do. */
export function toMergeOptions(
  files: readonly string[],
  given: MergeFlags,
  environment: Environment,
  version: string,
): MergeOptions {
  const { json } = given;
  return {
    files,
    version,
    json: json === undefined ? null : json === true ? 'print' : { file: json },
    junit: given.junit ?? null,
    html: given.html ?? null,
    summary: summaryOf(given.summary, environment),
    replacing: given.force === true ? 'any' : 'own',
    form: given.quiet === true ? 'quiet' : 'told',
    ci: ciOf(environment),
  };
}

function ciOf(environment: Environment): VerifyOptions['ci'] {
  return environment['GITHUB_ACTIONS'] === 'true' ? 'github' : 'none';
}

/** The page of a run in GitHub Actions shows the summary of each step without being asked. */
function summaryOf(file: string | undefined, environment: Environment): VerifyOptions['summary'] {
  if (file !== undefined) return { file, how: 'whole' };
  const step = environment['GITHUB_STEP_SUMMARY'] ?? '';
  return ciOf(environment) === 'github' && step !== '' ? { file: step, how: 'append' } : null;
}

/** Gives what `learn` is to do. Throws a StandinError where there is not one address. */
export function toLearnOptions(
  args: readonly string[],
  given: LearnFlags,
  environment: Environment,
): LearnServiceOptions {
  return {
    ...targetOf(args, given, environment),
    contract: given.contract,
    name: given.name ?? null,
    file: given.out ?? null,
    replacing: given.force === true ? 'any' : 'own',
    form: given.json === true ? 'json' : 'text',
  };
}

/** Gives what `clean` is to do. Throws a StandinError where there is not one address. */
export function toCleanOptions(
  args: readonly string[],
  given: CleanFlags,
  environment: Environment,
): CleanServiceOptions {
  return {
    ...targetOf(args, given, environment),
    contract: given.contract,
    running: given.force === true ? 'remove' : 'refuse',
  };
}

/** Gives what `record` is to do. Throws a StandinError where there is not one address. */
export function toRecordOptions(
  args: readonly string[],
  given: RecordFlags,
  environment: Environment,
  version: string,
): RecordServiceOptions {
  return {
    baseUrl: addressIn(args),
    headers: given.header ?? [],
    environment: environment['STANDIN_HEADER'] ?? '',
    host: given.host,
    allowedHosts: given.allowHost ?? [],
    port: given.port ?? null,
    timeoutSeconds: given.timeout,
    contract: given.contract,
    profile: given.profile,
    pins: given.pin ?? {},
    file: given.record ?? null,
    redact: given.redact ?? [],
    keep: given.keep ?? [],
    form: given.json === true ? 'json' : given.quiet === true ? 'quiet' : 'lines',
    version,
  };
}

function addressIn(args: readonly string[]): string {
  const [baseUrl] = args;
  if (baseUrl === undefined || args.length > 1) {
    const message =
      baseUrl === undefined
        ? 'the address of the service is missing'
        : `${args.length} addresses are too many`;
    const remedy =
      'Give one, as http://127.0.0.1:3000, and each header field in quotes: --header "Name: value".';
    throw new StandinError('option-invalid', message, remedy);
  }
  return baseUrl;
}

function targetOf(
  args: readonly string[],
  { header, timeout, rate }: TargetFlags,
  environment: Environment,
): TargetOptions {
  return {
    baseUrl: addressIn(args),
    headers: header ?? [],
    environment: environment['STANDIN_HEADER'] ?? '',
    timeoutSeconds: timeout,
    ratePerSecond: rate ?? null,
    ledgerFolder: LEDGER_FOLDER,
  };
}
