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
  flags: '--header <field>',
  about: 'send this field with every request, as "Name: value"; repeatable; or STANDIN_HEADER',
  details:
    '`"Name: value"`, sent with every request; repeatable. Or one field per line in the environment variable `STANDIN_HEADER`. Neither is printed or written anywhere',
  read: gather,
} as const;

export const targetOptions = {
  header: headerOption,
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
  { header, timeout, rate }: FlagsOf<typeof targetOptions>,
  environment: Environment,
): TargetOptions {
  return {
    ...toCredentialOptions(args, header, environment),
    timeoutSeconds: timeout,
    ratePerSecond: rate ?? null,
  };
}

/** The address and the header fields. Throws a StandinError unless there is exactly one address. */
export function toCredentialOptions(
  args: readonly string[],
  headers: readonly string[] = [],
  environment: Environment = {},
): Pick<TargetOptions, 'baseUrl' | 'headers' | 'environment'> {
  const [baseUrl] = args;
  if (baseUrl === undefined || args.length > 1) {
    const message =
      baseUrl === undefined
        ? 'the address of the service is missing'
        : `${args.length} addresses are too many`;
    const remedy =
      'Give one, for example http://127.0.0.1:3000, and each header field in quotes: --header "Name: value".';
    throw new StandinError('option-invalid', message, remedy);
  }
  return { baseUrl, headers, environment: environment['STANDIN_HEADER'] ?? '' };
}

export function readTimeout(text: string): ReturnType<typeof readNumber> {
  return readNumber(text, 'A time is a number of seconds above 0, at most 3600.', 3_600);
}
