// The way to a Pact Broker for a command, and what must be seen of its credentials nowhere.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Broker, createBroker } from '../../verify/pacts/broker/broker.ts';
import { readCredentials } from '../shared/credentials.ts';
import type { BrokerAccess } from './access-flags.ts';

export interface OpenBroker {
  readonly broker: Broker;
  /** Gives a text without the credentials. */
  readonly hide: (text: string) => string;
  /**
   * The same for what is sent on, as the texts of a pact: there a short password could be an honest
   * word, and stays.
   */
  readonly hideLong: (text: string) => string;
}

/** A secret of so many characters stands in no pact by chance. */
const LONG_CHARS = 16;

/**
 * Opens the way to a broker; nothing is sent yet. Once `stop` is aborted, nothing is waited for.
 * Throws a StandinError where its address or the credentials cannot be used.
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
