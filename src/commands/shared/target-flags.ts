// The options for the service of a command. No message repeats an argument: it may be secret.

import { StandinError } from '../../base/errors.ts';
import {
  type Environment,
  type FlagsOf,
  gather,
  type OptionDeclarations,
  readNumber,
} from './option.ts';
import type { TargetOptions } from './target.ts';

/** Seconds that a reply may take. */
export const TIMEOUT_SECONDS = 10;

export const headerOption = {
  flags: '-H, --header <field>',
  about: 'send this field with every request, as "Name: value"; repeatable; or STANDIN_HEADER',
  details:
    '`"Name: value"`, sent with every request; repeatable. Or one field per line in the environment variable `STANDIN_HEADER`. Neither is printed or written anywhere',
  read: gather,
} as const;

export const tokenOption = {
  flags: '--token <text>',
  about: 'send "Authorization: Bearer <text>" with every request; better in STANDIN_TOKEN',
  details:
    'bearer token, sent with every request as `Authorization: Bearer <text>`; better in the environment variable `STANDIN_TOKEN`, which no list of processes shows. Never printed or written',
} as const;

export const queryOption = {
  flags: '--query <parameter>',
  about: 'add this query parameter to every request, as "name=value"; repeatable; or STANDIN_QUERY',
  details:
    '`"name=value"`, unencoded, added to the query of every request; repeatable; for a key that the service takes there. Or one parameter per line in the environment variable `STANDIN_QUERY`. Neither is printed or written anywhere',
  read: gather,
} as const;

const loginOptions = {
  login: {
    flags: '--login <file>',
    about: 'log in as this file says: YAML or JSON in the form of Web Fuzzing Commons',
    details:
      '[log in](pipeline.md#log-in) as this file says, YAML or JSON in the form of [Web Fuzzing Commons](https://github.com/WebFuzzing/Commons/blob/master/auth.md), and again when the token has expired. Passwords may be variables of the environment',
  },
  loginAs: {
    flags: '--login-as <name>',
    about: 'the user of that file',
    presetText: 'the first in the file',
  },
} as const satisfies OptionDeclarations;

export const targetOptions = {
  header: headerOption,
  token: tokenOption,
  ...loginOptions,
  query: queryOption,
  timeout: {
    flags: '--timeout <seconds>',
    about: 'how long one reply may take',
    preset: TIMEOUT_SECONDS,
    read: readTimeout,
  },
  rate: {
    flags: '--rate <number>',
    about: 'requests per second, at most',
    details: 'requests per second, at most; 429 and 503 with `Retry-After` are obeyed in any case',
    read: (text: string) =>
      readNumber(text, 'A rate is a number of requests a second, above 0, at most 10000.', 10_000),
  },
} as const satisfies OptionDeclarations;

/** Throws a StandinError unless there is exactly one address. */
export function toTargetOptions(
  args: readonly string[],
  { header, token, query, timeout, rate, login, loginAs }: FlagsOf<typeof targetOptions>,
  environment: Environment,
): TargetOptions {
  if (login === undefined && loginAs !== undefined)
    throw new StandinError(
      'option-invalid',
      '--login-as names a user, and no file says how it logs in',
      'Give the file: --login <file>.',
    );
  return {
    ...toCredentialOptions(args, { header, token, query }, environment),
    ...(login === undefined ? {} : { login: { file: login, name: loginAs ?? null, environment } }),
    timeoutSeconds: timeout,
    ratePerSecond: rate ?? null,
  };
}

/** The address and the header fields. Throws a StandinError unless there is exactly one address. */
export function toCredentialOptions(
  args: readonly string[],
  { header = [], token, query = [] }: GivenCredentials,
  environment: Environment = {},
): Pick<TargetOptions, 'baseUrl' | 'headers' | 'environment' | 'query'> {
  const [baseUrl] = args;
  if (baseUrl === undefined || args.length > 1) {
    const message =
      baseUrl === undefined
        ? 'the address of the service is missing'
        : args.length === 2
          ? 'the first argument names no file and no folder'
          : `${args.length} addresses are too many`;
    const remedy =
      'Give one address, for example http://127.0.0.1:3000, and each header field in quotes: --header "Name: value".';
    throw new StandinError('option-invalid', message, remedy);
  }
  const fields = environment['STANDIN_HEADER'] ?? '';
  return {
    baseUrl,
    headers: withToken(header, token, ['--token', '--header']),
    query: { given: query, environment: environment['STANDIN_QUERY'] ?? '' },
    environment: withToken(fields.split('\n'), environment['STANDIN_TOKEN'], [
      'STANDIN_TOKEN',
      'STANDIN_HEADER',
    ]).join('\n'),
  };
}

/** The options with credentials, as the command line gives them. */
export interface GivenCredentials {
  readonly header?: readonly string[] | undefined;
  readonly token?: string | undefined;
  readonly query?: readonly string[] | undefined;
}

/** Returns a token, checked. Throws a StandinError, without it, if no client could send it. */
export function readToken(token: string, name: string): string {
  if (/^\s*[!-~]+\s*$/.test(token)) return token.trim();
  throw new StandinError(
    'option-invalid',
    `${name} is no token`,
    'A token is one word of ASCII characters, without "Bearer".',
  );
}

/** Adds a bearer token to header fields. Throws a StandinError if they have one already. */
function withToken(
  fields: readonly string[],
  token: string | undefined,
  [name, other]: readonly [name: string, other: string],
): readonly string[] {
  if (token === undefined || token.trim() === '') return fields;
  if (fields.some((field) => /^\s*authorization\s*:/i.test(field)))
    throw new StandinError(
      'option-invalid',
      `${name} and the field Authorization of ${other} exclude each other`,
      'Leave out one of them.',
    );
  return [...fields, `Authorization: Bearer ${readToken(token, name)}`];
}

export function readTimeout(text: string): ReturnType<typeof readNumber> {
  return readNumber(text, 'A time is a number of seconds above 0, at most 3600.', 3_600);
}
