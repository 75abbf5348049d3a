// The service that a command is about: the way to it, and what goes with every request. `verify`
// and `clean` share it.

import { setTimeout as sleep } from 'node:timers/promises';
import { StandinError } from '../../base/errors.ts';
import { type Client, createClient } from '../../http/client/client.ts';
import { type Credentials, readCredentials } from './credentials.ts';

export interface TargetOptions {
  readonly baseUrl: string;
  /** What `--header` was given, `Name: value` each. */
  readonly headers: readonly string[];
  /** The environment variable STANDIN_HEADER. */
  readonly environment: string;
  readonly timeoutSeconds: number;
  /** `null` for any number. */
  readonly ratePerSecond: number | null;
  /** Where runs note what they create. Defaults to `.standin`. */
  readonly ledgerFolder?: string;
}

export interface Target {
  readonly client: Client;
  readonly credentials: Credentials;
}

/**
 * Gives the way to a service. Throws a StandinError where its address or a header field cannot be
 * used.
 */
export function openTarget(options: TargetOptions): Target {
  const credentials = readCredentials(options);
  const { baseUrl, timeoutSeconds } = options;
  return {
    credentials,
    client: createClient({
      baseUrl,
      headers: credentials.headers,
      timeoutMs: timeoutSeconds * 1_000,
    }),
  };
}

/**
 * Gives a way to wait that `stop` ends by rejecting with `reason()`. What begins to wait after that
 * waits to the end.
 */
export function waiting(stop: AbortSignal, reason: () => Error): (ms: number) => Promise<void> {
  return async (ms) => {
    if (stop.aborted) return sleep(ms);
    try {
      await sleep(ms, undefined, { signal: stop });
    } catch {
      throw reason();
    }
  };
}

/** Gives an error of which neither sentence holds a secret. */
export function withoutSecrets(
  { code, message, remedy }: StandinError,
  { hide }: Pick<Credentials, 'hide'>,
): StandinError {
  return new StandinError(code, hide(message), hide(remedy));
}
