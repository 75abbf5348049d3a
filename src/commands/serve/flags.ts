// What `standin serve` can be told.

import type { Profile } from '../../contract/choices.ts';
import { readField } from '../../mock/directives/directive-fields.ts';
import { hostOption } from '../shared/listen-address.ts';
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
import { findProject, projectOptions, sourceArgument } from '../shared/project-flags.ts';
import { recordingOptions } from '../shared/recording-flags.ts';

export interface ServeOptions {
  readonly host: string;
  /** `null` for 3000, or the next free one. */
  readonly port: number | null;
  readonly contract: string;
  readonly db: string;
  readonly profile: string;
  readonly pins: Partial<Profile>;
  /** What the contract leaves open: as the profile has it (the default), or varied. */
  readonly undefined?: 'profile' | 'vary';
  /** Seed of all that is varied and drawn; absent or `null` for a new one. */
  readonly seed?: number | null;
  readonly basePath: string;
  readonly explanation: 'explained' | 'silent';
  readonly form: 'lines' | 'json' | 'quiet';
  readonly saving: 'save' | 'keep';
  /**
   * Over TLS, with the certificate and key of these files or, if they are `null`, with a
   * certificate that Standin makes; plain HTTP without it.
   */
  readonly https?: { readonly cert: string | null; readonly key: string | null } | null;
  /** The credentials that are accepted; without any, all that are well formed. */
  readonly credentials?: readonly string[];
  /** Addresses that get an event for each change, and the secret that signs the events. */
  readonly webhooks?: readonly string[];
  readonly webhookSecret?: string | null;
  /** The file that is recorded into; `null` to keep the recording in memory. */
  readonly record: string | null;
  /** What is redacted besides the usual, and what is not, as on the command line. */
  readonly redact: readonly string[];
  readonly keep: readonly string[];
  /** Overrides that apply from the start, as `create code=503 times=3`. */
  readonly overrides?: readonly string[];
  /** The version of Standin. */
  readonly version: string;
  /** Seconds without use after which a world expires. Defaults to one hour. */
  readonly worldTtlSeconds?: number;
}

/** The options in groups: each heading of the help fits one screen. */
export const serveCommand = {
  about: 'serve a mock of contracts, OpenAPI, or rows',
  ...sourceArgument,
  options: {
    port: {
      heading: 'Where',
      flags: '--port <number>',
      about: 'port; 0 for any free one',
      details: 'a port that you name and that is taken is an error; 0 takes any free one',
      presetText: '3000, or the next free one',
      read: readPort,
    },
    host: hostOption,
    basePath: {
      flags: '--base-path <path>',
      about: 'prefix of every path of the contracts, for example /api/v1',
      details: 'prefix of every path of the contracts, for example `/api/v1`',
      read: readBasePath,
    },
    contract: { ...projectOptions.contract, heading: 'Rules' },
    db: {
      ...projectOptions.db,
      details: 'seed rows: `{"<resource>": [<rows>]}`; never written without `--save`',
    },
    profile: projectOptions.profile,
    pin: projectOptions.pin,
    readOnly: {
      flags: '--read-only',
      about: 'refuse every change by a client',
      details: 'refuse every change by a client; the page and the API can still change rows',
    },
    save: {
      flags: '--save',
      about: 'write changes back to the seed file',
      details:
        'write changes back to the seed file: whole or not at all, 200 ms after each change and at the end. Each change, by a client, the page or the API, is first logged in `.db.json.changes`: if the process is killed, the next one with `--save` restores what was not saved. Only one process saves to a file',
    },
    explain: {
      flags: '--explain',
      about: 'name who decided each part of an answer, in the header Standin-Decided-By',
      details: 'send the header `Standin-Decided-By` with every answer',
    },
    override: {
      heading: 'Conditions',
      flags: '--override <rule>',
      about:
        'change some answers, for example "create code=503 times=3" or "read fault=reset rate=10%"; repeatable',
      details:
        'another answer, a delay or a fault for some calls: [Overrides](worlds-and-faults.md#overrides); repeatable',
      read: gather,
    },
    delay: {
      flags: '--delay <ms>',
      about: 'delay every answer: 200, or 200..800 at random',
      details: 'delay every answer: `200`, or `200..800` at random',
      read: readDelay,
    },
    undefined: {
      flags: '--undefined <how>',
      about: 'what the contract leaves unspecified: as the profile chooses, or varied',
      details:
        '`profile` or `vary`: [Vary what is unspecified](worlds-and-faults.md#vary-what-is-unspecified)',
      preset: 'profile',
      choices: ['profile', 'vary'],
    },
    seed: {
      flags: '--seed <number>',
      about: 'seed for all random values',
      presetText: 'a new one',
      read: readSeed,
    },
    credential: {
      flags: '--credential <text>',
      about:
        'accept only this token (and its scopes), key or user:password; repeatable; with --pin auth.scheme=<scheme>',
      details:
        'with `--pin auth.scheme=bearer` (`basic`, `api-key`): accept only this token, `user:password` or key; behind a token its [scopes](contract.md#scopes): `"<token> users:read"`; repeatable',
      presetText: 'any',
      read: readCredential,
    },
    worldTtl: {
      flags: '--world-ttl <seconds>',
      about: 'how long an unused world is kept',
      details: 'how long an unused [world](worlds-and-faults.md#worlds) is kept',
      preset: 3_600,
      read: readWorldTtl,
    },
    record: { ...recordingOptions.record, heading: 'Recording' },
    redact: recordingOptions.redact,
    keep: recordingOptions.keep,
    webhook: {
      heading: 'Events',
      flags: '--webhook <url>',
      about: 'post each change to this address as a CloudEvent; repeatable',
      details:
        'post each change to this address as an [event](worlds-and-faults.md#events); repeatable',
      read: gather,
    },
    webhookSecret: {
      flags: '--webhook-secret <text>',
      about: 'sign the events (Standard Webhooks); or STANDIN_WEBHOOK_SECRET',
      details: 'sign the events with this secret; or `STANDIN_WEBHOOK_SECRET`',
    },
    https: {
      heading: 'Network',
      flags: '--https',
      about: 'HTTPS with HTTP/2, with a self-signed certificate',
      details:
        '[HTTPS](worlds-and-faults.md#https) with HTTP/2, and HTTP/1.1 for clients that do not speak it',
    },
    cert: {
      flags: '--cert <file>',
      about: 'HTTPS with this certificate (PEM)',
    },
    key: {
      flags: '--key <file>',
      about: 'private key of --cert (PEM)',
      details: 'the private key of `--cert` (PEM)',
    },
    quiet: {
      heading: 'Options',
      flags: '--quiet',
      about: 'print only errors',
      conflicts: 'json',
    },
    json: { flags: '--json', about: 'print one JSON object per line' },
  },
} as const satisfies CommandDeclaration;

type ServeFlags = FlagsOf<typeof serveCommand.options>;

/** `environment` may hold the secret that signs events. */
export function toServeOptions(
  flags: ServeFlags,
  args: readonly string[],
  environment: Environment,
  version: string,
): ServeOptions {
  const { host } = flags;
  const events: Partial<Profile> =
    flags.webhook === undefined ? {} : { 'events.delivery': 'webhook' };
  const readOnly: Partial<Profile> = flags.readOnly === true ? { 'access.writes': 'refuse' } : {};
  return {
    host,
    ...findProject(args, flags),
    version,
    port: flags.port ?? null,
    pins: { ...events, ...flags.pin, ...readOnly },
    undefined: flags.undefined,
    seed: flags.seed ?? null,
    basePath: flags.basePath ?? '',
    explanation: flags.explain === true ? 'explained' : 'silent',
    form: flags.json === true ? 'json' : flags.quiet === true ? 'quiet' : 'lines',
    saving: flags.save === true ? 'save' : 'keep',
    worldTtlSeconds: flags.worldTtl,
    https: httpsOf(flags),
    credentials: flags.credential ?? [],
    webhooks: flags.webhook ?? [],
    webhookSecret: secretOf(flags, environment),
    record: flags.record ?? null,
    redact: flags.redact ?? [],
    keep: flags.keep ?? [],
    overrides: [
      ...(flags.override ?? []),
      ...(flags.delay === undefined ? [] : [`* delay=${flags.delay}`]),
    ],
  };
}

/** The variable of the environment counts only if there are webhooks to sign for. */
function secretOf({ webhook, webhookSecret }: ServeFlags, environment: Environment): string | null {
  return (
    webhookSecret ??
    (webhook === undefined ? null : (environment['STANDIN_WEBHOOK_SECRET'] ?? null))
  );
}

/** A certificate that is named asks for HTTPS as well. */
function httpsOf({ https, cert, key }: ServeFlags): Exclude<ServeOptions['https'], undefined> {
  if (https !== true && cert === undefined && key === undefined) return null;
  return { cert: cert ?? null, key: key ?? null };
}

function readBasePath(text: string): Read<string> {
  const path = text === '/' ? '' : text.replace(/\/$/, '');
  if (/^\/__standin(?:\/|$)/.test(path))
    return { why: 'Paths below /__standin are reserved for Standin.' };
  const isAbove = path.split('/').some((step) => step === '.' || step === '..');
  if (!isAbove && (path === '' || /^(?:\/[\w.~-]+)+$/.test(path))) return { value: path };
  return { why: 'A base path begins with a slash, for example /api/v1.' };
}

function readDelay(text: string): Read<string> {
  const read = readField('delay', text);
  return 'why' in read ? { why: `A delay: ${read.why}.` } : { value: text };
}

function readCredential(
  text: string,
  before: readonly string[] | undefined,
): Read<readonly string[]> {
  return /\S/.test(text) ? gather(text, before) : { why: 'Give a token, a key, or user:password.' };
}

function readWorldTtl(text: string): Read<number> {
  const why = 'A time is a number of seconds above 0, at most 604800, which is a week.';
  return readNumber(text, why, 604_800);
}
