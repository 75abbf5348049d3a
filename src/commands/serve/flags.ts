// What `standin serve` can be told.

import { StandinError } from '../../base/errors.ts';
import { readBasePath } from '../../project/load/base-path.ts';
import type { ServerPaths } from '../../source/openapi/api-paths.ts';
import { readStoreAddress, type StoreAddress } from '../recording/store-address.ts';
import { hostOption } from '../shared/listen-address.ts';
import {
  type CommandDeclaration,
  type Environment,
  type FlagsOf,
  type Read,
  readNumber,
  readPort,
} from '../shared/option.ts';
import { findProject, projectOptions, sourceArgument } from '../shared/project-flags.ts';
import { type Conditions, conditions, toConditions } from './conditions.ts';

/** Lines that name people with their roles and tokens. */
export type AccessSource =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'text'; readonly text: string };

export interface ServeOptions extends Conditions {
  readonly host: string;
  /** `null` for 3000, or the next free one. */
  readonly port: number | null;
  readonly contract: string;
  readonly db: string;
  readonly profile: string;
  readonly basePath: string;
  /** Whether the base path replaces the path of a document's server. */
  readonly servers?: ServerPaths;
  readonly form: 'lines' | 'json' | 'quiet';
  readonly saving: 'save' | 'keep';
  /**
   * Over TLS, with the certificate and key of these files or, if they are `null`, with a
   * certificate that Standin makes; plain HTTP without it.
   */
  readonly https?: { readonly cert: string | null; readonly key: string | null } | null;
  /** The database whose rows are served; absent or `null` for rows of this process alone. */
  readonly store?: StoreAddress | null;
  /** Whether reads ask the store first. */
  readonly reads?: 'confirmed' | 'local';
  /** Who may use the page and the API, from a file or as text; absent or `null` if nothing says so. */
  readonly access?: AccessSource | null;
  /** How long calls are answered after SIGTERM; absent or 0 for not at all. */
  readonly drainSeconds?: number;
  /** The version of Standin. */
  readonly version: string;
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
      about:
        'prefix of every path, for example /api/v1; of a document, in place of the path of its server',
      details:
        'prefix of every path, for example `/api/v1`; [of an OpenAPI document](begin.md#an-openapi-document) it takes the place of the path of its server, and `/` takes that away',
      presetText: 'none, or that of the server of a document',
      read: readBasePath,
    },
    contract: { ...projectOptions.contract, heading: 'Rules' },
    db: {
      ...projectOptions.db,
      details: 'seed rows: `{"<resource>": [<rows>]}`; never written without `--save`',
    },
    profile: projectOptions.profile,
    pin: projectOptions.pin,
    readOnly: conditions.readOnly,
    save: {
      flags: '--save',
      about: 'write changes back to the seed file',
      details:
        'write changes back to the seed file: whole or not at all, 200 ms after each change and at the end. Each change, by a client, the page or the API, is first logged in `.db.json.changes`: if the process is killed, the next one with `--save` restores what was not saved. Answers to idempotency keys are kept in `.db.json.answers`. Only one process saves to a file',
    },
    store: {
      flags: '--store <url>',
      about: 'share rows with other mocks through PostgreSQL; or STANDIN_STORE',
      details:
        '[share the rows and worlds](worlds-and-faults.md#one-mock-for-a-team) with other mocks through a PostgreSQL database (`postgres://user@host/database?schema=name`); or `STANDIN_STORE`. The password can be in `PGPASSWORD` or a `.pgpass` file',
      read: readStoreAddress,
      conflicts: 'save',
    },
    reads: {
      flags: '--reads <how>',
      about: 'with --store: ask it before each read (confirmed), or answer from memory (local)',
      details:
        'with `--store`: `confirmed` asks it before each read, `local` answers from memory and says how old the rows may be: [One mock for a team](worlds-and-faults.md#one-mock-for-a-team)',
      preset: 'confirmed',
      choices: ['confirmed', 'local'],
    },
    explain: conditions.explain,
    override: { ...conditions.override, heading: 'Conditions' },
    delay: conditions.delay,
    undefined: conditions.undefined,
    seed: conditions.seed,
    credential: conditions.credential,
    worldTtl: conditions.worldTtl,
    record: { ...conditions.record, heading: 'Recording' },
    redact: conditions.redact,
    keep: conditions.keep,
    webhook: { ...conditions.webhook, heading: 'Events' },
    webhookSecret: conditions.webhookSecret,
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
    access: {
      flags: '--access <file>',
      about: 'who may use the page and the API, with tokens; or STANDIN_ACCESS',
      details:
        '[who may use the page and the API](security.md#a-team), a line each: role, name, token; or the lines themselves in `STANDIN_ACCESS`',
    },
    drain: {
      flags: '--drain <seconds>',
      about: 'how long to keep answering after SIGTERM, while not ready',
      details:
        'after SIGTERM [`/__standin/ready`](ci.md#docker) returns 503, and calls are answered for so long, then those under way as long again; Ctrl-C ends at once',
      presetText: 'ends at once',
      read: readDrain,
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
  const store = flags.store ?? (flags.save === true ? null : storeIn(environment));
  if (flags.reads === 'local' && store === null) {
    const remedy = 'Name a store with --store, or leave --reads out.';
    throw new StandinError('option-invalid', '--reads local needs a store', remedy);
  }
  return {
    ...toConditions(flags, environment),
    host: flags.host,
    ...findProject(args, flags),
    version,
    port: flags.port ?? null,
    basePath: flags.basePath ?? '',
    servers: flags.basePath === undefined ? 'declared' : 'replaced',
    form: flags.json === true ? 'json' : flags.quiet === true ? 'quiet' : 'lines',
    saving: flags.save === true ? 'save' : 'keep',
    https: httpsOf(flags),
    store,
    drainSeconds: flags.drain ?? 0,
    access: accessOf(flags.access, environment),
    reads: flags.reads,
    record: flags.record ?? (store?.recording === undefined ? null : store.text),
  };
}

function accessOf(file: string | undefined, environment: Environment): AccessSource | null {
  if (file !== undefined) return { kind: 'file', file };
  const text = environment['STANDIN_ACCESS'] ?? '';
  return text.trim() === '' ? null : { kind: 'text', text };
}

function storeIn(environment: Environment): StoreAddress | null {
  const text = environment['STANDIN_STORE'] ?? '';
  if (text === '') return null;
  const read = readStoreAddress(text);
  if ('value' in read) return read.value;
  throw new StandinError('store-unusable', read.why, 'Correct STANDIN_STORE, or remove it.');
}

/** A certificate that is named asks for HTTPS as well. */
function httpsOf({ https, cert, key }: ServeFlags): Exclude<ServeOptions['https'], undefined> {
  if (https !== true && cert === undefined && key === undefined) return null;
  return { cert: cert ?? null, key: key ?? null };
}

function readDrain(text: string): Read<number> {
  return readNumber(text, 'A time is a number of seconds above 0, at most 600.', 600);
}
