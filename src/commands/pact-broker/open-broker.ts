// Connects a command to a Pact Broker, and hides its credentials.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Broker, createBroker } from '../../verify/pacts/broker/broker.ts';
import { readCredentials } from '../shared/credentials.ts';
import type { BrokerAccess } from './access-flags.ts';

export interface OpenBroker {
  readonly broker: Broker;
  /** Returns a text without the credentials. */
  readonly hide: (text: string) => string;
  /**
   * The same for texts that are passed on, as those of a pact: a short password could be an
   * ordinary word there, and stays.
   */
  readonly hideLong: (text: string) => string;
}

/** A secret of this length occurs in no pact by chance. */
const LONG_CHARS = 16;

/**
 * Opens a broker; nothing is sent yet. Once `stop` is aborted, it waits for nothing. Throws a
 * StandinError if the address or the credentials are invalid.
 */
export function openBroker(
  { baseUrl, authorization, timeoutSeconds }: BrokerAccess,
  stop?: AbortSignal,
): OpenBroker {
  const given = authorization === null ? [] : [`Authorization: ${authorization}`];
  const { headers, hide } = readCredentials({ headers: given, environment: '', baseUrl });
  const wait = (ms: number): Promise<void> =>
    sleep(ms, undefined, stop === undefined ? {} : { signal: stop }).catch(() => undefined);
  const secret = authorization?.startsWith('Basic ')
    ? Buffer.from(authorization.slice('Basic '.length), 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : (authorization ?? '').replace(/^Bearer /, '');
  const hideLong = secret.length >= LONG_CHARS ? hide : (text: string): string => text;
  return {
    hide,
    hideLong,
    broker: createBroker({ baseUrl, headers, hide, wait, timeoutMs: timeoutSeconds * 1_000 }),
  };
}
