// What `standin verify` can be told. No message repeats an argument: it may hold credentials.

import { existsSync } from 'node:fs';
import { StandinError } from '../../base/errors.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Report } from '../../verify/report.ts';
import type { Required } from '../../verify/run/required.ts';
import { SHARDS_MAX, type Shard } from '../../verify/shards/shard.ts';
import { isOlderSource } from '../files/is-older-source.ts';
import type { NarrowingOptions } from '../narrowing/narrowed-project.ts';
import { BROKER_URL } from '../pact-broker/access-flags.ts';
import {
  type BrokerFlagOptions,
  brokerOptions,
  toBrokerOptions,
} from '../pact-broker/broker-flags.ts';
import { checkHandlerPlace } from '../pact-states/handler-place.ts';
import { recordingOptions } from '../recording/recording-flags.ts';
import { type QueueAddress, readStoreAddress, toQueueAddress } from '../recording/store-address.ts';
import {
  type CommandDeclaration,
  type Environment,
  type FlagsOf,
  gather,
  type Read,
  readNumber,
  readPort,
  readSeed,
} from '../shared/option.ts';
import type { Outputs } from '../shared/outlets.ts';
import {
  contractOption,
  findProject,
  paramOption,
  pinOption,
  serviceUsage,
  splitSource,
} from '../shared/project-flags.ts';
import type { TargetOptions } from '../shared/target.ts';
import { readToken, targetOptions, toTargetOptions } from '../shared/target-flags.ts';
import { outputsBesideRun, reportOptions, toOutputs } from './report-flags.ts';
import type { SinceOptions } from './since.ts';

export interface VerifyOptions extends TargetOptions, Outputs, NarrowingOptions {
  /** The version of Standin. */
  readonly version: string;
  readonly contract: string;
  /** The profile whose choices are asserted; `null` for none. */
  readonly profile: string | null;
  /** Choices that are asserted as well. */
  readonly pins: Partial<Profile>;
  readonly budget: Report['budget'];
  /** For each contract. */
  readonly timeMaxSeconds: number;
  /** For all contracts together; `null` or absent for the usual number. */
  readonly requestsMax?: number | null;
  /** `null` for any. */
  readonly seed: number | null;
  readonly mode: 'write' | 'read-only';
  /** The only laws to test, by name; empty for all. */
  readonly laws: readonly string[];
  /** Laws not to test, by name; absent or empty for none. */
  readonly skipLaws?: readonly string[];
  /** How much must be exercised; `null` for anything. */
  readonly required: Required;
  /** The part of the contracts that is verified; `null` for all. */
  readonly shard: Shard | null;
  /** The run in a store whose parts several machines share; absent or `null` without. */
  readonly queue?: QueueAddress | null;
  /** How many items a run may leave of each contract where it can remove none; absent for 3. */
  readonly leave?: number;
  /** How often an attempt is made again that met only failures which may pass; absent for once. */
  readonly retries?: number;
  /** Whether failures that did not come again are findings; absent if they are not. */
  readonly unstable?: 'told' | 'fails';
  /** Whether the run writes to single items of the service, and restores them. */
  readonly singles: 'read' | 'write';
  /** Whether the run sends actions that may change something. */
  readonly actions: 'read' | 'write';
  /** Pacts of a broker are verified in any case. */
  readonly pacts: 'verify' | 'leave-out';
  /** Files and folders with more pacts; none if absent. */
  readonly pactPlaces?: readonly string[];
  /** The team's own handler of provider states, a URL or a module; `null` or absent without. */
  readonly stateHandler?: { readonly place: string; readonly reach: 'loopback' | 'any' } | null;
  /** The Pact Broker that has more pacts and gets the results; `null` for none. */
  readonly broker: BrokerFlagOptions | null;
  /** The file that all traffic is recorded into; `null` for none. */
  readonly record: string | null;
  readonly redact: readonly string[];
  readonly keep: readonly string[];
  /** The file with the findings that the team knows; `null` or absent without. */
  readonly baseline?: string | null;
  /** The file that the findings are written into as a baseline; `null` or absent for none. */
  readonly writeBaseline?: string | null;
  /** Where the Inspector is served, 0 for any free port; `null` if it is not. */
  readonly inspect: { readonly port: number } | null;
}

/** Seconds after which nothing new is begun, for each contract. */
export const TIME_MAX_SECONDS = 60;

/** How many items of a contract a run leaves at most where it can remove none. */
export const LEAVE = 3;
const LEAVE_MAX = 100_000;

/** How often an attempt is made again that met only failures which may pass. */
export const RETRIES = 1;

export const verifyCommand = {
  about: 'check a real service against the contracts',
  ...serviceUsage,
  options: {
    contract: {
      ...contractOption,
      details:
        'the [source](begin.md), the same as the argument; each contract is verified in turn, with its own report',
    },
    profile: {
      flags: '--profile <name>',
      about: 'assert the choices of this profile: a name in contracts/profiles, or a file',
      details: 'assert the choices that this [profile](profiles.md) names',
    },
    pin: {
      ...pinOption,
      about: 'assert one choice; repeatable',
      details: 'assert one [choice](choices.md); repeatable',
    },
    ...targetOptions,
    param: paramOption,
    restrictedToken: {
      flags: '--restricted-token <text>',
      about:
        'a token that lacks scopes, then the scopes that it has; better in STANDIN_RESTRICTED_TOKEN',
      details:
        'a second token, which lacks [scopes](contract.md#scopes), and behind it the scopes that it has: `"<token> read:users"`. Operations that need others must refuse it. Better in the environment variable `STANDIN_RESTRICTED_TOKEN`. Never printed or written',
    },
    secondLoginAs: {
      flags: '--second-login-as <name>',
      about: 'the user of the file of --login who is the second user',
      details: 'the [second user](pipeline.md#a-second-user), as a user of the file of `--login`',
    },
    secondUser: {
      flags: '--second-user <field>',
      about:
        'a header field with the credentials of a second user, as "Name: value"; repeatable; better in STANDIN_SECOND_USER',
      details:
        '`"Name: value"`, the credentials of a [second user](pipeline.md#a-second-user) in place of those of the run; repeatable. What that user cannot read, it must neither list, change nor remove. Better one field per line in the environment variable `STANDIN_SECOND_USER`. Never printed or written',
      read: gather,
    },
    budget: {
      flags: '--budget <name>',
      about: 'how much to test',
      details: 'how much to test: `quick`, `standard` or `thorough`',
      preset: 'standard',
      choices: ['quick', 'standard', 'thorough'],
    },
    maxTime: {
      flags: '--max-time <seconds>',
      about: 'stop starting new checks after this time, per contract',
      details:
        'stop starting new checks after this time, per contract; what finds the most comes first if there is no time for all; the clean-up takes at most 30 s more',
      preset: TIME_MAX_SECONDS,
      read: readTimeMax,
    },
    maxRequests: {
      flags: '--max-requests <number>',
      about: 'stop starting new checks after this many requests, of all contracts',
      details:
        'stop starting new checks after this many requests, of all contracts together; each gets [a share](pipeline.md#how-many-requests), and what finds the most comes first if there are too few for all. With `--budget thorough` or `--require` there is no limit',
      presetText: '1000, or 75 for each contract that creates items',
      read: readRequestsMax,
    },
    seed: {
      flags: '--seed <number>',
      about: 'seed for all random values',
      details: 'seed for all random values; the last line of the report repeats it',
      presetText: 'a new one',
      read: readSeed,
    },
    readOnly: {
      flags: '--read-only',
      about: 'send only GET requests',
      details:
        'send only GET requests, on existing items: test the form of the list and of its items, and that unknown ids give no item',
    },
    leave: {
      flags: '--leave <number>',
      about: 'how many items of each contract may stay where none can be removed',
      details:
        'how many items of each contract may [stay where none can be removed](pipeline.md#what-is-left-behind): without DELETE, or if DELETE does not remove the first one',
      preset: LEAVE,
      read: readLeave,
    },
    retries: {
      flags: '--retries <number>',
      about: 'how often to try again what met only resets, timeouts, 502, 503 or 504',
      details:
        'how often to try again after [failures that may pass](troubleshooting.md#failed) (no answer, 502, 503, 504), from 0 to 10. A failure that does not come again is reported as *unstable*, not as a finding; with 0, the first one is a finding',
      preset: RETRIES,
      read: readRetries,
    },
    failOn: {
      flags: '--fail-on <what>',
      about: 'end with 1 also for what is told as unstable',
      details: 'end with 1 also for `unstable`: calls that failed and did not fail again',
      choices: ['unstable'],
    },
    writeSingles: {
      flags: '--write-singles',
      about: 'write to single items of the service, too, and restore them',
      details:
        'write to [single items](contract.md#items-below-others) of the service, such as `/settings`, too, and restore them at the end; what a crash left, `standin clean` restores',
    },
    writeActions: {
      flags: '--write-actions',
      about: 'send actions that may change something, too',
      details:
        'send [actions](contract.md#actions) that may change something, too, such as `POST /search`: at the end, those below an item to items of the run, several times; before that with credentials that they must refuse. What they change is not undone',
    },
    since: {
      flags: '--since <source>',
      about:
        'list what changed since this older version: a source, git:<version>, or - for a pipe; without <base_url>, do nothing else',
      details:
        'list what [changed for clients](pipeline.md#has-the-document-changed) since an older version of the source: breaking, compatible or neutral. `git:main` is the same file in that branch, tag or commit (`git:main:old/path.yaml` another one), `-` what comes by a pipe. Without `<base_url>`, only that',
    },
    allowBreaking: {
      flags: '--allow-breaking',
      about: 'end with 0 if --since finds breaking changes',
      details: 'end with 0 if `--since` finds breaking changes, not with 1',
    },
    law: {
      flags: '--law <name>',
      about: 'test only this law; repeatable',
      details: 'test only this [law](laws.md), whatever the budget; repeatable',
      presetText: 'all',
      read: gather,
    },
    skipLaw: {
      flags: '--skip-law <name>',
      about: 'do not test this law; the report says so; repeatable',
      details:
        'do not test this [law](laws.md); the report says so, and the service conforms *as far as tried*; repeatable. A file [beside a document](pipeline.md#laws-that-you-skip) gives the reason, too',
      read: gather,
    },
    skipOperation: {
      flags: '--skip-operation <name>',
      about: 'never send this operation, such as "DELETE /users/{id}" or "* /admin/*"; repeatable',
      details:
        'never send this operation: `"DELETE /users/{id}"`, or all that fit `"* /admin/*"`; the report says so, and the service conforms *as far as tried*; repeatable. Or in a file [beside the document](pipeline.md#operations-members-and-values)',
      read: gather,
    },
    skipMember: {
      flags: '--skip-member <name>',
      about: 'never send this member, such as users.nickname; repeatable',
      details:
        'never send this member of the requests of a resource, `users.nickname` or `users.address.city`, or this parameter or member of an operation, `"GET /users.sort"`; the report says so; repeatable. Or in a [file](pipeline.md#operations-members-and-values)',
      read: gather,
    },
    value: {
      flags: '--value <name=value>',
      about: 'send only this value for a member: users.country=DE; repeat it for several values',
      details:
        'send only this value for a member of the requests of a resource (`users.country=DE`, `users.address.city=Bonn`), or for a parameter or a member of an operation (`"GET /reports.year=2026"`); repeat it for several values. Or in a [file](pipeline.md#operations-members-and-values)',
      read: readValues,
    },
    require: {
      flags: '--require <share>',
      about: 'fail if less is verified: all, pacts, or a share of the laws as 80% or 0.8',
      details:
        'end with 2 if fewer [laws](laws.md) are exercised: a share, as `80%` or `0.8`; `pacts` requires every interaction of the [pacts](pipeline.md#pacts), and `all` both, and that the contract has no operation without a law',
      read: readShare,
    },
    pacts: {
      flags: '--pacts <place>',
      about: 'verify the pacts in this file or folder, too; repeatable',
      details:
        'verify the [pacts](pipeline.md#pacts) in this file or folder, too, besides those in `contracts/pacts`, and in `pacts` beside a document; repeatable',
      read: gather,
    },
    noPacts: {
      flags: '--no-pacts',
      about: 'leave out all pacts but those of a broker',
      details:
        'leave out all pacts but those of a broker; the verdict names them, and with `--require pacts` or `all` the run ends with 2',
    },
    stateHandler: {
      flags: '--state-handler <place>',
      about: 'your own handler of provider states: a URL or a module',
      details:
        'your own [handler of provider states](pipeline.md#provider-states): a URL that gets each state, or a module with a function for each',
    },
    allowRemoteHandler: {
      flags: '--allow-remote-handler',
      about: 'allow a --state-handler on another machine',
      details: 'allow a `--state-handler` on another machine',
    },
    baseline: {
      flags: '--baseline <file>',
      about: 'do not fail for the findings that this file names',
      details:
        'do not fail for the findings that this [baseline](pipeline.md#findings-that-you-know) names, until the day that it gives',
      conflicts: 'store',
    },
    writeBaseline: {
      flags: '--write-baseline <file>',
      about: 'write the findings into this file, for --baseline',
      details:
        'write the findings into this file, for `--baseline`; entries that it has keep their reason and their day',
      conflicts: 'store',
    },
    shard: {
      flags: '--shard <i/n>',
      about: 'verify part i of n of the contracts; "standin merge" merges the reports',
      details: 'verify part i of n of the contracts: [shards](ci.md#many-contracts-shards)',
      read: readShard,
    },
    store: {
      flags: '--store <url>',
      about: 'share a run with other machines: postgres://...?run=<name>',
      details:
        'share the contracts of a run, and their laws, with other machines, through a database (`postgres://user@host/database?run=name`): [shards from a store](ci.md#shards-from-a-store)',
      read: readStoreAddress,
      conflicts: 'shard',
    },
    json: reportOptions.json,
    junit: reportOptions.junit,
    html: reportOptions.html,
    summary: reportOptions.summary,
    sarif: reportOptions.sarif,
    codeQuality: reportOptions.codeQuality,
    writeTest: {
      flags: '--write-test <file>',
      about: 'write Vitest tests that reproduce the findings',
      details:
        'write [tests for Vitest](pipeline.md#findings-as-tests) that reproduce the findings, for example `findings.test.ts`',
      read: readTestFile,
    },
    quiet: reportOptions.quiet,
    ...recordingOptions,
    inspect: {
      flags: '--inspect',
      about: 'serve the Inspector during the run, and after it until Ctrl-C',
      details:
        'serve the [Inspector](qa.md) during the run, and after it with the report until Ctrl-C',
    },
    port: {
      flags: '--port <number>',
      about: 'port of the Inspector',
      presetText: 'any free one',
      read: readPort,
    },
    ...brokerOptions,
  },
} as const satisfies CommandDeclaration;

export type VerifyFlags = FlagsOf<typeof verifyCommand.options>;

/** What `standin verify` does: compares two versions, verifies a service, or both. */
export interface VerifyWork {
  readonly since: SinceOptions | null;
  /** `null` if no service is named, which only a comparison needs not. */
  readonly service: VerifyOptions | null;
}

/** Throws a StandinError unless there is one address, or none and `--since`. */
export function toVerifyWork(
  args: readonly string[],
  flags: VerifyFlags,
  environment: Environment,
  version: string,
): VerifyWork {
  const { since, allowBreaking } = flags;
  if (since === undefined) {
    if (allowBreaking === true)
      throw new StandinError(
        'option-invalid',
        '--allow-breaking is about the changes that --since finds',
        'Name an older version with --since, or leave out --allow-breaking.',
      );
    return { since: null, service: toVerifyOptions(args, flags, environment, version) };
  }
  const isAlone = args.length === 0 || (args.length === 1 && existsSync(args[0] ?? ''));
  const service = isAlone ? null : toVerifyOptions(args, flags, environment, version);
  if (service === null && (flags.sarif ?? flags.codeQuality) !== undefined)
    throw new StandinError(
      'option-invalid',
      '--sarif and --code-quality are about the findings of a run',
      'Name the address of a service, or leave them out.',
    );
  const outputs = { ...toOutputs(flags, environment), tests: null };
  return {
    since: {
      version,
      since: isOlderSource(since) ? since : findProject([since], {}).contract,
      contract: service?.contract ?? findProject(args, { contract: flags.contract }).contract,
      breaking: allowBreaking === true ? 'allowed' : 'refused',
      outputs: service === null ? outputs : outputsBesideRun(outputs),
    },
    service,
  };
}

/** Throws a StandinError unless there is exactly one address. */
export function toVerifyOptions(
  args: readonly string[],
  given: VerifyFlags,
  environment: Environment,
  version: string,
): VerifyOptions {
  const { source, addresses: named } = splitSource(args);
  const { addresses, flags } = withAddress(named, given, environment);
  return {
    ...toTargetOptions(addresses, flags, environment),
    ...restrictedToken(flags, environment),
    ...secondUser(flags, environment),
    ...secondLogin(flags, environment),
    ...(flags.param === undefined ? {} : { pathValues: flags.param }),
    ...toOutputs(flags, environment),
    version,
    contract: findProject(source, { contract: flags.contract }).contract,
    profile: flags.profile ?? null,
    pins: flags.pin ?? {},
    budget: flags.budget,
    timeMaxSeconds: flags.maxTime,
    requestsMax: flags.maxRequests ?? null,
    seed: flags.seed ?? null,
    mode: flags.readOnly === true ? 'read-only' : 'write',
    leave: flags.leave,
    retries: flags.retries,
    unstable: flags.failOn === 'unstable' ? 'fails' : 'told',
    singles: flags.writeSingles === true ? 'write' : 'read',
    actions: flags.writeActions === true ? 'write' : 'read',
    laws: flags.law ?? [],
    skipLaws: flags.skipLaw ?? [],
    skipOperations: flags.skipOperation ?? [],
    skipMembers: flags.skipMember ?? [],
    values: flags.value ?? [],
    required: flags.require ?? null,
    shard: flags.shard ?? null,
    queue: flags.store === undefined ? null : toQueueAddress(flags.store),
    pacts: flags.noPacts === true ? 'leave-out' : 'verify',
    // Also with --no-pacts: the verdict names those that are left out.
    pactPlaces: flags.pacts ?? [],
    stateHandler: stateHandlerOf(flags),
    broker: brokerOf(flags, environment),
    baseline: flags.baseline ?? null,
    writeBaseline: flags.writeBaseline ?? null,
    tests: flags.writeTest ?? null,
    record: flags.record ?? null,
    redact: flags.redact ?? [],
    keep: flags.keep ?? [],
    inspect: flags.inspect === true ? { port: flags.port ?? 0 } : null,
  };
}

function stateHandlerOf({
  stateHandler: place,
  allowRemoteHandler,
}: VerifyFlags): NonNullable<VerifyOptions['stateHandler']> | null {
  if (place === undefined) return null;
  const reach = allowRemoteHandler === true ? 'any' : 'loopback';
  checkHandlerPlace(place, reach);
  return { place, reach };
}

function restrictedToken(
  { restrictedToken: given }: Pick<VerifyFlags, 'restrictedToken'>,
  environment: Environment,
): Pick<VerifyOptions, 'restrictedToken'> {
  const name = given === undefined ? 'STANDIN_RESTRICTED_TOKEN' : '--restricted-token';
  const text = (given ?? environment['STANDIN_RESTRICTED_TOKEN'] ?? '').trim();
  const [token = '', ...scopes] = text.split(/\s+/);
  if (token === '') return {};
  return { restrictedToken: [readToken(token, name), ...scopes].join(' ') };
}

/** The second user out of the file of the login. */
function secondLogin(
  { login, loginAs, secondLoginAs, secondUser: fields }: VerifyFlags,
  environment: Environment,
): Pick<VerifyOptions, 'login'> {
  if (secondLoginAs === undefined) return {};
  const what = '--second-login-as names a user';
  if (login === undefined)
    throw new StandinError(
      'option-invalid',
      `${what}, and no file says how it logs in`,
      'Give the file: --login <file>.',
    );
  if (fields !== undefined)
    throw new StandinError(
      'option-invalid',
      `${what}, and --second-user gives the fields of another`,
      'Leave out one of them.',
    );
  if (secondLoginAs === loginAs)
    throw new StandinError(
      'option-invalid',
      `${what} who is also that of --login-as`,
      'Name another user of the file.',
    );
  return { login: { file: login, name: loginAs ?? null, second: secondLoginAs, environment } };
}

function secondUser(
  { secondUser: given = [] }: Pick<VerifyFlags, 'secondUser'>,
  environment: Environment,
): Pick<VerifyOptions, 'secondUser'> {
  const fields = given.length > 0 ? given : [environment['STANDIN_SECOND_USER'] ?? ''];
  const named = given.length > 0 ? '--second-user' : 'STANDIN_SECOND_USER';
  return fields.every((one) => one.trim() === '') ? {} : { secondUser: { fields, named } };
}

/** Finds the address of the service if an option with an optional value has swallowed it. */
function withAddress(
  args: readonly string[],
  flags: VerifyFlags,
  environment: Environment,
): { readonly addresses: readonly string[]; readonly flags: VerifyFlags } {
  const { json, broker } = flags;
  if (args.length > 0) return { addresses: args, flags };
  // `--json <address>`: an address is not a file.
  if (typeof json === 'string' && /^https?:\/\//i.test(json))
    return { addresses: [json], flags: { ...flags, json: true } };
  // `--broker <address>`: it is the service's if the environment knows the address of the broker.
  if (typeof broker === 'string' && (environment[BROKER_URL] ?? '') !== '')
    return { addresses: [broker], flags: { ...flags, broker: true } };
  return { addresses: args, flags };
}

/** Pacts of a broker are verified whole, and that needs writes. */
function brokerOf(flags: VerifyFlags, environment: Environment): BrokerFlagOptions | null {
  const broker = toBrokerOptions(flags, environment);
  const excludes = [
    ...(flags.readOnly === true ? ['--read-only'] : []),
    ...((flags.law ?? []).length > 0 ? ['--law'] : []),
    ...(flags.shard === undefined ? [] : ['--shard']),
    ...(flags.store === undefined ? [] : ['--store']),
  ][0];
  if (broker === null || excludes === undefined) return broker;
  const message = `--broker and ${excludes} exclude each other: pacts are verified completely, in one run, with writes`;
  throw new StandinError('option-invalid', message, `Leave out ${excludes}, or --broker.`);
}

function readTimeMax(text: string): Read<number> {
  return readNumber(text, 'A time is a number of seconds above 0, at most 86400.', 86_400);
}

function readRequestsMax(text: string): Read<number> {
  const why = 'A number of requests is a whole number from 1 to 1000000.';
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= 1_000_000 ? { value: number } : { why };
}

function readLeave(text: string): Read<number> {
  const why = `A number of items is a whole number from 1 to ${LEAVE_MAX}.`;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= LEAVE_MAX ? { value: number } : { why };
}

function readRetries(text: string): Read<number> {
  const value = Number(text);
  return /^\d{1,2}$/.test(text) && value <= RETRIES_MAX
    ? { value }
    : { why: `A number of retries is a whole number from 0 to ${RETRIES_MAX}.` };
}

const RETRIES_MAX = 10;

function readShard(text: string): Read<Shard> {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  const why = `A shard is part i of n, for example 2/3: i from 1 to n, n at most ${SHARDS_MAX}.`;
  return index >= 1 && index <= count && count <= SHARDS_MAX
    ? { value: { index, count } }
    : { why };
}

function readShare(text: string): Read<NonNullable<Required>> {
  if (text === 'all' || text === 'pacts') return { value: text };
  const [, number = '', percent = ''] = /^(\d{1,3}(?:\.\d{1,6})?)(%?)$/.exec(text) ?? [];
  const share = Number(number) / (percent === '' ? 1 : 100);
  return share > 0 && share <= 1
    ? { value: share }
    : { why: 'Name all, pacts, or a share of the laws above 0, as 80% or 0.8.' };
}

function readValues(text: string, before: readonly string[] | undefined): Read<readonly string[]> {
  if (/^[^=]*[^=\s.]\.[^=.\s][^=]*=/.test(text)) return gather(text, before);
  return { why: 'Name a member and its value, for example --value users.country=DE.' };
}

function readTestFile(text: string): Read<string> {
  if (/[^/\\]\.(?:test|spec)\.[cm]?ts$/.test(text)) return { value: text };
  return {
    why: 'Vitest runs TypeScript files whose names end in .test.ts, for example findings.test.ts.',
  };
}
