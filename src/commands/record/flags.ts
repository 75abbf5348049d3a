// The options of `standin record`.

import type { Profile } from '../../contract/choices.ts';
import { HOST_NAME } from '../../record/proxy/unsafe-message.ts';
import { recordingOptions } from '../recording/recording-flags.ts';
import { hostOption } from '../shared/listen-address.ts';
import {
  type CommandDeclaration,
  type Environment,
  type FlagsOf,
  gather,
  type Read,
  readPort,
} from '../shared/option.ts';
import {
  contractOption,
  findProjectIfAny,
  pinOption,
  serviceUsage,
  splitSource,
} from '../shared/project-flags.ts';
import type { TargetOptions } from '../shared/target.ts';
import {
  headerOption,
  queryOption,
  readTimeout,
  toCredentialOptions,
  tokenOption,
} from '../shared/target-flags.ts';

export interface RecordServiceOptions
  extends Pick<TargetOptions, 'baseUrl' | 'headers' | 'environment' | 'query'> {
  readonly host: string;
  /** Host names that are accepted in addition to the recorder's own. */
  readonly allowedHosts: readonly string[];
  /** `null` for 4000, or the next free one. */
  readonly port: number | null;
  /** How long the service may be silent before it replies. */
  readonly timeoutSeconds: number;
  /** Where the contracts are; `null` to judge nothing. */
  readonly contract: string | null;
  readonly profile: string;
  readonly pins: Partial<Profile>;
  /** The file that is recorded into; `null` to keep the recording in memory. */
  readonly file: string | null;
  readonly redact: readonly string[];
  readonly keep: readonly string[];
  readonly form: 'lines' | 'json' | 'quiet';
  /** The version of Standin. */
  readonly version: string;
}

export const recordCommand = {
  about: 'forward calls to a real service, and check them',
  ...serviceUsage,
  options: {
    port: {
      flags: '--port <number>',
      about: 'port; 0 for any free one',
      presetText: '4000, or the next free one',
      read: readPort,
    },
    host: hostOption,
    allowHost: {
      flags: '--allow-host <name>',
      about: 'accept this host name in addition to localhost; repeatable',
      details:
        'accept this host name in addition to localhost, the address and the name of the service; any other in the field Host is refused with 421; repeatable',
      read: readAllowedHost,
    },
    header: {
      ...headerOption,
      details:
        '`"Name: value"`, sent with every request in place of the client\'s field; never recorded or printed; or `STANDIN_HEADER`',
    },
    token: tokenOption,
    query: {
      ...queryOption,
      details:
        '`"name=value"`, unencoded, added to the query of every request in place of the client\'s parameter; never recorded or printed; or `STANDIN_QUERY`',
    },
    timeout: {
      flags: '--timeout <seconds>',
      about: 'how long the service may take to begin its reply',
      details: 'how long the service may take to begin its reply; then the client gets 504',
      preset: 60,
      read: readTimeout,
    },
    contract: { ...contractOption, presetText: 'the source in this folder, if there is one' },
    profile: {
      flags: '--profile <name>',
      about: 'profile of the mock that each reply is compared with: a name or a file',
      details: 'profile of the mock whose answer is recorded next to the reply: a name or a file',
      presetText: 'standin, or json-server-1 for rows alone',
    },
    pin: {
      ...pinOption,
      about: 'set one choice of that mock; repeatable',
      details: 'one choice of that mock; repeatable',
    },
    ...recordingOptions,
    quiet: { flags: '--quiet', about: 'print only the summary', conflicts: 'json' },
    json: { flags: '--json', about: 'print one JSON object per line' },
  },
} as const satisfies CommandDeclaration;

/** Throws a StandinError unless there is exactly one address. */
export function toRecordOptions(
  args: readonly string[],
  flags: FlagsOf<typeof recordCommand.options>,
  environment: Environment,
  version: string,
): RecordServiceOptions {
  const { source, addresses } = splitSource(args);
  const project = findProjectIfAny(source, flags);
  return {
    ...toCredentialOptions(addresses, flags, environment),
    host: flags.host,
    allowedHosts: flags.allowHost ?? [],
    port: flags.port ?? null,
    timeoutSeconds: flags.timeout,
    contract: project?.contract ?? null,
    profile: project?.profile ?? flags.profile ?? 'standin',
    pins: flags.pin ?? {},
    file: flags.record ?? null,
    redact: flags.redact ?? [],
    keep: flags.keep ?? [],
    form: flags.json === true ? 'json' : flags.quiet === true ? 'quiet' : 'lines',
    version,
  };
}

function readAllowedHost(
  text: string,
  before: readonly string[] | undefined,
): Read<readonly string[]> {
  return HOST_NAME.test(text)
    ? gather(text, before)
    : { why: 'Give a name alone, without scheme and port, for example api.test.' };
}
