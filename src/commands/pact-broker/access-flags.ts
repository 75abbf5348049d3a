// The options that say where a Pact Broker is, and who asks it. The names in the environment are
// those that every tool for Pact reads. No message repeats a value: it may hold credentials.

import { StandinError } from '../../base/errors.ts';
import { readBaseUrl } from '../../http/client/base-url.ts';
import {
  type Environment,
  type FlagsOf,
  type OptionDeclarations,
  type Read,
  readNumber,
} from '../shared/option.ts';

/** How to reach a broker. */
export interface BrokerAccess {
  readonly baseUrl: string;
  /** The header field Authorization; `null` without credentials. */
  readonly authorization: string | null;
  readonly timeoutSeconds: number;
}

/** The variable that holds the address of the broker. */
export const BROKER_URL = 'PACT_BROKER_BASE_URL';

/** Seconds that one reply of a broker may take. */
const TIMEOUT_SECONDS = 30;

export const accessOptions = {
  broker: {
    flags: '--broker [url]',
    about: 'address of the Pact Broker; or PACT_BROKER_BASE_URL',
    details: '[where the Pact Broker is](broker.md#where-the-broker-is); or `PACT_BROKER_BASE_URL`',
  },
  brokerToken: {
    flags: '--broker-token <text>',
    about: 'bearer token; better in PACT_BROKER_TOKEN',
    details: 'bearer token; better in `PACT_BROKER_TOKEN`',
  },
  brokerUsername: {
    flags: '--broker-username <text>',
    about: 'user name; or PACT_BROKER_USERNAME',
    details: 'user name; or `PACT_BROKER_USERNAME`',
  },
  brokerPassword: {
    flags: '--broker-password <text>',
    about: 'password; better in PACT_BROKER_PASSWORD',
    details: 'password; better in `PACT_BROKER_PASSWORD`',
  },
  brokerTimeout: {
    flags: '--broker-timeout <seconds>',
    about: 'how long one reply of the broker may take',
    presetText: `${TIMEOUT_SECONDS}`,
    read: readSeconds,
  },
} as const satisfies OptionDeclarations;

/**
 * Reads where a broker is and who asks it. Throws a StandinError if the address is missing, or if
 * there are two kinds of credentials.
 */
export function toAccess(
  flags: FlagsOf<typeof accessOptions>,
  environment: Environment,
): BrokerAccess {
  const baseUrl = typeof flags.broker === 'string' ? flags.broker : environment[BROKER_URL];
  if (baseUrl === undefined || baseUrl === '') {
    throw invalid(
      'the address of the broker is missing',
      'Give its address after --broker, or set PACT_BROKER_BASE_URL.',
    );
  }
  const { authorization: inAddress } = readBaseUrl(baseUrl);
  const fromFlags = authorizationOf(
    flags.brokerToken,
    flags.brokerUsername,
    flags.brokerPassword,
    '--broker-token and --broker-username',
  );
  const authorization =
    fromFlags ??
    inAddress ??
    authorizationOf(
      environment['PACT_BROKER_TOKEN'],
      environment['PACT_BROKER_USERNAME'],
      environment['PACT_BROKER_PASSWORD'],
      'PACT_BROKER_TOKEN and PACT_BROKER_USERNAME',
    );
  return { baseUrl, authorization, timeoutSeconds: flags.brokerTimeout ?? TIMEOUT_SECONDS };
}

/** An empty variable counts as unset: pipelines cannot always leave one out. */
function authorizationOf(token = '', username = '', password = '', both = ''): string | null {
  if (token !== '' && username !== '')
    throw invalid(`${both} are both given`, 'Keep the one that the broker expects.');
  if (token !== '') return `Bearer ${token}`;
  if (username === '' && password !== '')
    throw invalid('there is a password for the broker, but no user name', 'Give both.');
  return username === ''
    ? null
    : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function readSeconds(text: string): Read<number> {
  return readNumber(text, 'A time is a number of seconds above 0, at most 3600.', 3_600);
}

export function invalid(message: string, remedy: string): StandinError {
  return new StandinError('option-invalid', message, remedy);
}
