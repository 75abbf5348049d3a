// What the commands can be told, as data: how an option is written, what it does, and how its text
// is read. Declares nothing itself.

import type { Profile } from '../contract/choices.ts';
import { readPin } from '../contract/profile.ts';
import { readField } from '../mock/directives/directive-fields.ts';
import { HOST_NAME } from '../record/proxy/unsafe-message.ts';
import { SHARDS_MAX, type Shard } from '../verify/shards/shard.ts';
import { brokerOptions } from './pact-broker/broker-options.ts';

/** What became of the text of an option: its value, or why it has none. */
export type Read<T> = { readonly value: T } | { readonly why: string };

export interface OptionDeclaration {
  /** `--port <number>`. */
  readonly flags: string;
  readonly about: string;
  /** The heading under which the help of a command lists it. */
  readonly group?: string;
  readonly preset?: string | number;
  readonly options?: readonly string[];
  /** `before` is what the same option gave before, where it may be repeated. */
  readonly read?: (text: string, before: unknown) => Read<unknown>;
}

const contract: OptionDeclaration = {
  flags: '--contract <path>',
  about: 'folder of contracts, or one contract file',
  preset: 'contracts',
};

const pin: OptionDeclaration = {
  flags: '--pin <key=option>',
  about: 'decide one choice here; repeatable',
  read: (text, before) => readPinned(text, before as Partial<Profile> | undefined),
};

/** What a recording can be written as. */
export const exportForms = ['har', 'curl', 'fetch', 'pact', 'rows'] as const;
export type ExportForm = (typeof exportForms)[number];

/** Where the rules of a mock are. */
export const placeOptions: readonly OptionDeclaration[] = [
  contract,
  { flags: '--db <file>', about: 'seed data: {"<resource>": [<rows>]}', preset: 'db.json' },
  {
    flags: '--profile <name>',
    about: 'profile in contracts/profiles or of Standin, or a file',
    preset: 'standin',
  },
  pin,
];

/** Where interactions are recorded, and what is hidden of them. */
const recordingOptions: readonly OptionDeclaration[] = [
  { flags: '--record <file>', about: 'record into a file, or on into it' },
  {
    flags: '--redact <what>',
    about: 'hide also: ssn, /address/city, X-Customer:; repeatable',
    read: gather,
  },
  {
    flags: '--keep <what>',
    about: 'show all the same: as above, or @example.com; repeatable',
    read: gather,
  },
];

const host: OptionDeclaration = {
  flags: '--host <address>',
  about: 'address to listen on',
  preset: '127.0.0.1',
  read: readHost,
};

/** Where the mock listens. */
const listenOptions: readonly OptionDeclaration[] = [
  {
    flags: '--port <number>',
    about: 'port, else 3000 or the next free one; 0 for any free one',
    read: readPort,
  },
  host,
];

const header: OptionDeclaration = {
  flags: '--header <field>',
  about: 'sent with every request, as "Name: value"; repeatable; or STANDIN_HEADER',
  read: gather,
};

/** How a service is talked to. */
const targetOptions: readonly OptionDeclaration[] = [
  header,
  {
    flags: '--timeout <seconds>',
    about: 'how long one answer may take',
    preset: 10,
    read: (text) => readNumber(text, 'A time is a number of seconds above 0, at most 3600.', 3_600),
  },
  {
    flags: '--rate <number>',
    about: 'requests a second, at most',
    read: (text) =>
      readNumber(text, 'A rate is a number of requests a second, above 0, at most 10000.', 10_000),
  },
];

/** Where the report of a run goes. */
const reportOptions: readonly OptionDeclaration[] = [
  {
    flags: '--json [file]',
    about: 'the report as JSON, printed in place of the text, or into a file',
  },
  { flags: '--junit <file>', about: 'the report as JUnit XML' },
  { flags: '--html <file>', about: 'the report as one page' },
  {
    flags: '--summary <file>',
    about: 'the report as Markdown; in GitHub Actions also without it, as the summary of the step',
  },
];

const quiet: OptionDeclaration = {
  flags: '--quiet',
  about: 'no progress, and nothing of a service that conforms',
};

const force: OptionDeclaration = {
  flags: '--force',
  about: 'write over files that are there, whatever they hold',
};

export const mergeOptions: readonly OptionDeclaration[] = [...reportOptions, force, quiet];

export const verifyOptions: readonly OptionDeclaration[] = [
  contract,
  {
    flags: '--profile <name>',
    about: 'hold it to the choices of a profile in contracts/profiles, or of a file',
  },
  { ...pin, about: 'hold it to one choice; repeatable' },
  ...targetOptions,
  {
    flags: '--budget <name>',
    about: 'how much is tried',
    preset: 'standard',
    options: ['quick', 'standard', 'thorough'],
  },
  {
    flags: '--max-time <seconds>',
    about: 'when nothing new is begun, for each contract',
    preset: 60,
    read: (text) =>
      readNumber(text, 'A time is a number of seconds above 0, at most 86400.', 86_400),
  },
  {
    flags: '--seed <number>',
    about: 'of all that is random; without it a new one',
    read: readSeed,
  },
  { flags: '--read-only', about: 'send GET alone' },
  {
    flags: '--law <name>',
    about: 'try this law and no other; repeatable',
    read: gather,
  },
  { flags: '--no-pacts', about: 'leave out the pacts beside the contracts' },
  {
    flags: '--shard <i/n>',
    about: 'part i of n of the contracts; "standin merge" makes one report of all',
    read: readShard,
  },
  ...reportOptions,
  {
    flags: '--write-test <file>',
    about: 'tests for vitest that repeat what was found',
    read: readTestFile,
  },
  force,
  quiet,
  ...recordingOptions,
  {
    flags: '--inspect',
    about: 'serve the Inspector while the run goes on, and after it until Ctrl-C',
  },
  {
    flags: '--port <number>',
    about: 'port of the Inspector; without it any free one',
    read: readPort,
  },
  ...brokerOptions,
];

export const learnOptions: readonly OptionDeclaration[] = [
  contract,
  { flags: '--name <name>', about: 'name of the profile; without it that of --out, or learned' },
  {
    flags: '--out <file>',
    about: 'where it is written, in place of contracts/profiles/<name>.json',
  },
  { flags: '--force', about: 'write over a file that is there' },
  ...targetOptions,
  { flags: '--json', about: 'print what was learned as JSON' },
];

export const cleanOptions: readonly OptionDeclaration[] = [
  contract,
  ...targetOptions,
  { flags: '--force', about: 'also what a run made that still goes on' },
];

/** The options of `serve` by what they are about: each heading fits one screen. */
export const serveOptions: readonly OptionDeclaration[] = [
  ...grouped('Where', [
    ...listenOptions,
    {
      flags: '--base-path <path>',
      about: 'path before every path of the contracts, as /api/v1',
      read: readBasePath,
    },
  ]),
  ...grouped('Rules', [
    ...placeOptions,
    { flags: '--read-only', about: 'refuse every change' },
    { flags: '--save', about: 'write changes back to the seed file' },
    { flags: '--explain', about: 'say in the header Standin-Decided-By who decided what' },
  ]),
  ...grouped('Conditions', [
    {
      flags: '--override <rule>',
      about:
        'answer otherwise, as "create code=503 times=3" or "read fault=reset rate=10%"; repeatable',
      read: gather,
    },
    {
      flags: '--delay <ms>',
      about: 'answer everything later: 200, or 200..800 at random',
      read: readDelay,
    },
    {
      flags: '--undefined <how>',
      about: 'what no contract shows: as chosen, or varied',
      preset: 'profile',
      options: ['profile', 'vary'],
    },
    {
      flags: '--seed <number>',
      about: 'of what is varied and drawn; without it a new one',
      read: readSeed,
    },
    {
      flags: '--credential <text>',
      about:
        'accept this token, key or user:password and no other; repeatable; with --pin auth.scheme=<scheme>',
      read: readCredential,
    },
    {
      flags: '--world-ttl <seconds>',
      about: 'how long a world stays that nobody uses',
      preset: 3_600,
      read: (text) =>
        readNumber(
          text,
          'A time is a number of seconds above 0, at most 604800, which is a week.',
          604_800,
        ),
    },
  ]),
  ...grouped('Recording', recordingOptions),
  ...grouped('Events', [
    {
      flags: '--webhook <url>',
      about: 'post each change to this address as a CloudEvent; repeatable',
      read: gather,
    },
    {
      flags: '--webhook-secret <text>',
      about: 'sign them (Standard Webhooks); or STANDIN_WEBHOOK_SECRET',
    },
  ]),
  ...grouped('Network', [
    { flags: '--https', about: 'HTTPS with HTTP/2, with a certificate of its own' },
    { flags: '--cert <file>', about: 'HTTPS with this certificate (PEM)' },
    { flags: '--key <file>', about: 'the private key of --cert (PEM)' },
  ]),
];

/** Puts options under a heading of the help. */
function grouped(
  group: string,
  options: readonly OptionDeclaration[],
): readonly OptionDeclaration[] {
  return options.map((option) => ({ ...option, group: `${group}:` }));
}

export const recordOptions: readonly OptionDeclaration[] = [
  {
    flags: '--port <number>',
    about: 'port, else 4000 or the next free one; 0 for any free one',
    read: readPort,
  },
  host,
  {
    flags: '--allow-host <name>',
    about: 'a name under which it may be asked besides localhost; repeatable',
    read: readAllowedHost,
  },
  header,
  {
    flags: '--timeout <seconds>',
    about: 'how long the service may be silent before it answers',
    preset: 60,
    read: (text) => readNumber(text, 'A time is a number of seconds above 0, at most 3600.', 3_600),
  },
  contract,
  {
    flags: '--profile <name>',
    about: 'what the mock would choose: profile in contracts/profiles, or a file',
    preset: 'standin',
  },
  { ...pin, about: 'decide one choice of the mock; repeatable' },
  ...recordingOptions,
];

export const inspectOptions: readonly OptionDeclaration[] = [
  { flags: '--port <number>', about: 'port; without it any free one', read: readPort },
  host,
  {
    flags: '--contract <path>',
    about: 'folder of contracts, or one contract file; without it contracts, where that is there',
  },
];

export const lawsOptions: readonly OptionDeclaration[] = [
  contract,
  { flags: '--json', about: 'print JSON' },
];

export const exportOptions: readonly OptionDeclaration[] = [
  { flags: '--form <name>', about: 'what it is written as', preset: 'har', options: exportForms },
  { flags: '--out <file>', about: 'where it is written, in place of standard output' },
  force,
  {
    flags: '--filter <text>',
    about: 'which interactions, as the page has it: "status:5xx op:create"',
    preset: '',
  },
  { flags: '--consumer <name>', about: 'who relies on it, in a pact', preset: 'recording' },
  contract,
];

export const seedOptions: readonly OptionDeclaration[] = [
  contract,
  {
    flags: '--count <number>',
    about: 'how many rows each resource gets',
    preset: 100,
    read: readCount,
  },
  {
    flags: '--seed <number>',
    about: 'the same seed makes the same rows',
    preset: 1,
    read: readSeed,
  },
  { flags: '--resource <name>', about: 'rows of this one alone; without it of every contract' },
  {
    flags: '--out <file>',
    about: 'where they are written, as db.json, in place of standard output',
  },
  {
    flags: '--force',
    about: 'in a file that is there, replace the rows of these resources; all others stay',
  },
];

/** Of an option that may be repeated. */
function gather(text: string, before: unknown): Read<readonly string[]> {
  return { value: [...((before as readonly string[] | undefined) ?? []), text] };
}

function readPinned(text: string, before: Partial<Profile> | undefined): Read<Partial<Profile>> {
  const read = readPin(text);
  return 'pins' in read
    ? { value: { ...before, ...read.pins } }
    : { why: `${read.message}. ${read.remedy}` };
}

function readNumber(text: string, why: string, max: number): Read<number> {
  const number = Number(text);
  return /^\d{1,6}(\.\d{1,6})?$/.test(text) && number > 0 && number <= max
    ? { value: number }
    : { why };
}

function readSeed(text: string): Read<number> {
  const seed = Number(text);
  const why = 'A seed is a whole number from 0 to 2147483647.';
  return /^\d{1,10}$/.test(text) && seed < 2 ** 31 ? { value: seed } : { why };
}

function readShard(text: string): Read<Shard> {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  const why = `A shard is part i of n, as 2/3: i from 1 to n, n at most ${SHARDS_MAX}.`;
  return index >= 1 && index <= count && count <= SHARDS_MAX
    ? { value: { index, count } }
    : { why };
}

function readCount(text: string): Read<number> {
  const count = Number(text);
  if (/^\d{1,7}$/.test(text) && count <= ROWS_MAX) return { value: count };
  return { why: `A count is a whole number from 0 to ${ROWS_MAX}.` };
}

/** How many rows can be asked for at once. */
const ROWS_MAX = 1_000_000;

function readDelay(text: string): Read<string> {
  const read = readField('delay', text);
  return 'why' in read ? { why: `A delay: ${read.why}.` } : { value: text };
}

function readCredential(text: string, before: unknown): Read<readonly string[]> {
  return /\S/.test(text) ? gather(text, before) : { why: 'Give a token, a key, or user:password.' };
}

function readTestFile(text: string): Read<string> {
  if (/[^/\\]\.(?:test|spec)\.[cm]?ts$/.test(text)) return { value: text };
  return {
    why: 'Vitest runs files of TypeScript whose names end in .test.ts, as findings.test.ts.',
  };
}

export function readPort(text: string): Read<number> {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return { value: port };
  return { why: 'A port is a whole number from 0 to 65535.' };
}

export function readHost(text: string): Read<string> {
  return text.trim() === ''
    ? { why: 'Name an address, or leave it out for 127.0.0.1.' }
    : { value: text };
}

export function readAllowedHost(text: string, before: unknown): Read<readonly string[]> {
  return HOST_NAME.test(text)
    ? gather(text, before)
    : { why: 'Give a name alone, without scheme and port, as api.test.' };
}

export function readBasePath(text: string): Read<string> {
  const path = text === '/' ? '' : text.replace(/\/$/, '');
  if (/^\/__standin(?:\/|$)/.test(path))
    return { why: 'Paths below /__standin are those of Standin itself.' };
  const isAbove = path.split('/').some((step) => step === '.' || step === '..');
  if (!isAbove && (path === '' || /^(?:\/[\w.~-]+)+$/.test(path))) return { value: path };
  return { why: 'A base path begins with a slash, as /api/v1.' };
}
