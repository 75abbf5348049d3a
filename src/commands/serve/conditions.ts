// The conditions of a mock: what `serve` and the Vite plugin can both be told, and how it is read.
// Not where a mock listens, what it prints, and where its files are.

import type { Profile } from '../../contract/choices.ts';
import { readField } from '../../mock/directives/directive-fields.ts';
import { recordingOptions } from '../recording/recording-flags.ts';
import {
  type Environment,
  type FlagsOf,
  gather,
  type OptionDeclaration,
  type Read,
  readNumber,
  readSeed,
} from '../shared/option.ts';
import type { pinOption } from '../shared/project-flags.ts';

interface ConditionDeclaration extends OptionDeclaration {
  /** The option of programs for the same: its name, and what it takes. */
  readonly program: { readonly name: string; readonly takes: ConditionType };
}

/** What an option of programs takes. Each text is read as on the command line. */
export type ConditionType = 'boolean' | 'text' | 'number' | 'number or text' | 'texts';

export const conditions = {
  readOnly: {
    flags: '--read-only',
    about: 'refuse every change by a client',
    details: 'refuse every change by a client; the page and the API can still change rows',
    program: { name: 'readOnly', takes: 'boolean' },
  },
  explain: {
    flags: '--explain',
    about: 'name who decided each part of an answer, in the header Standin-Decided-By',
    details: 'send the header `Standin-Decided-By` with every answer',
    program: { name: 'explain', takes: 'boolean' },
  },
  override: {
    flags: '--override <rule>',
    about:
      'change some answers, for example "create code=503 times=3" or "read fault=reset rate=10%"; repeatable',
    details:
      'another answer, a delay or a fault for some calls: [Overrides](worlds-and-faults.md#overrides); repeatable',
    read: gather,
    program: { name: 'overrides', takes: 'texts' },
  },
  delay: {
    flags: '--delay <ms>',
    about: 'delay every answer: 200, or 200..800 at random',
    details: 'delay every answer: `200`, or `200..800` at random',
    read: readDelay,
    program: { name: 'delay', takes: 'number or text' },
  },
  undefined: {
    flags: '--undefined <how>',
    about: 'answer what is unspecified as the profile says, or vary it',
    details:
      '`profile` or `vary`: [Vary what is unspecified](worlds-and-faults.md#vary-what-is-unspecified)',
    preset: 'profile',
    choices: ['profile', 'vary'],
    program: { name: 'undefined', takes: 'text' },
  },
  seed: {
    flags: '--seed <number>',
    about: 'seed for all random values',
    presetText: 'a new one',
    read: readSeed,
    program: { name: 'seed', takes: 'number' },
  },
  credential: {
    flags: '--credential <text>',
    about:
      'accept only this token (and its scopes), key or user:password; repeatable; with --pin auth.scheme=<scheme>',
    details:
      'with `--pin auth.scheme=bearer` (`basic`, `api-key`): accept only this token, `user:password` or key; behind a token its [scopes](contract.md#scopes): `"<token> users:read"`; repeatable',
    presetText: 'any',
    read: readCredential,
    program: { name: 'credentials', takes: 'texts' },
  },
  worldTtl: {
    flags: '--world-ttl <seconds>',
    about: 'how long an unused world is kept',
    details: 'how long an unused [world](worlds-and-faults.md#worlds) is kept',
    preset: 3_600,
    read: readWorldTtl,
    program: { name: 'worldTtl', takes: 'number' },
  },
  record: { ...recordingOptions.record, program: { name: 'record', takes: 'text' } },
  redact: { ...recordingOptions.redact, program: { name: 'redact', takes: 'texts' } },
  keep: { ...recordingOptions.keep, program: { name: 'keep', takes: 'texts' } },
  webhook: {
    flags: '--webhook <url>',
    about: 'post each change to this address as a CloudEvent; repeatable',
    details:
      'post each change to this address as an [event](worlds-and-faults.md#events); repeatable',
    read: gather,
    program: { name: 'webhooks', takes: 'texts' },
  },
  webhookSecret: {
    flags: '--webhook-secret <text>',
    about: 'sign the events (Standard Webhooks); or STANDIN_WEBHOOK_SECRET',
    details: 'sign the events with this secret; or `STANDIN_WEBHOOK_SECRET`',
    program: { name: 'webhookSecret', takes: 'text' },
  },
} as const satisfies Readonly<Record<string, ConditionDeclaration>>;

export type ConditionFlags = FlagsOf<typeof conditions & { readonly pin: typeof pinOption }>;

/** The conditions, as a mock takes them. */
export interface Conditions {
  readonly pins: Partial<Profile>;
  /** What the contract leaves open: as the profile has it (the default), or varied. */
  readonly undefined?: 'profile' | 'vary';
  /** Seed of all that is varied and drawn; absent or `null` for a new one. */
  readonly seed?: number | null;
  readonly explanation: 'explained' | 'silent';
  /** Overrides that apply from the start, as `create code=503 times=3`. */
  readonly overrides?: readonly string[];
  /** The credentials that are accepted; without any, all that are well formed. */
  readonly credentials?: readonly string[];
  /** Seconds without use after which a world expires. Defaults to one hour. */
  readonly worldTtlSeconds?: number;
  /** The file that is recorded into; `null` to keep the recording in memory. */
  readonly record: string | null;
  /** What is redacted besides the usual, and what is not, as on the command line. */
  readonly redact: readonly string[];
  readonly keep: readonly string[];
  /** Addresses that get an event for each change, and the secret that signs the events. */
  readonly webhooks?: readonly string[];
  readonly webhookSecret?: string | null;
}

/** `environment` may hold the secret that signs events. */
export function toConditions(flags: ConditionFlags, environment: Environment): Conditions {
  const events: Partial<Profile> =
    flags.webhook === undefined ? {} : { 'events.delivery': 'webhook' };
  const readOnly: Partial<Profile> = flags.readOnly === true ? { 'access.writes': 'refuse' } : {};
  return {
    pins: { ...events, ...flags.pin, ...readOnly },
    undefined: flags.undefined,
    seed: flags.seed ?? null,
    explanation: flags.explain === true ? 'explained' : 'silent',
    overrides: [
      ...(flags.override ?? []),
      ...(flags.delay === undefined ? [] : [`* delay=${flags.delay}`]),
    ],
    credentials: flags.credential ?? [],
    worldTtlSeconds: flags.worldTtl,
    record: flags.record ?? null,
    redact: flags.redact ?? [],
    keep: flags.keep ?? [],
    webhooks: flags.webhook ?? [],
    webhookSecret: secretOf(flags, environment),
  };
}

/** The variable of the environment counts only if there are webhooks to sign for. */
function secretOf(
  { webhook, webhookSecret }: ConditionFlags,
  environment: Environment,
): string | null {
  return (
    webhookSecret ??
    (webhook === undefined ? null : (environment['STANDIN_WEBHOOK_SECRET'] ?? null))
  );
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
