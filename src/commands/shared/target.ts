// The service of a command: the client, and the header fields of every request.

import { setTimeout as sleep } from 'node:timers/promises';
import { StandinError } from '../../base/errors.ts';
import { type Client, createClient } from '../../http/client/client.ts';
import { type Credentials, type QuerySources, readCredentials } from './credentials.ts';

export interface TargetOptions {
  readonly baseUrl: string;
  /** The values of `--header`, `Name: value` each. */
  readonly headers: readonly string[];
  /** The environment variable STANDIN_HEADER. */
  readonly environment: string;
  /** A token that lacks scopes, and behind it those that it has; absent if none was given. */
  readonly restrictedToken?: string;
  /** Query parameters of every request; none if absent. */
  readonly query?: QuerySources;
  /** Values of parameters in paths that lead to no item of the source, by name; none if absent. */
  readonly pathValues?: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  /** `null` for no limit. */
  readonly ratePerSecond: number | null;
  /** Where runs note what they create. Defaults to `.standin`. */
  readonly ledgerFolder?: string;
}

export interface Target {
  readonly client: Client;
  readonly credentials: Credentials;
}

/** Opens a client for a service. Throws a StandinError for an invalid address or header field. */
export function openTarget(options: TargetOptions): Target {
  const credentials = readCredentials(options);
  const { baseUrl, timeoutSeconds } = options;
  return {
    credentials,
    client: createClient({
      baseUrl,
      headers: credentials.headers,
      query: credentials.query,
      timeoutMs: timeoutSeconds * 1_000,
    }),
  };
}

/** Returns a wait that `stop` rejects with `reason()`. One that begins later runs to its end. */
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

/** Returns the error without secrets. */
export function withoutSecrets(
  { code, message, remedy }: StandinError,
  { hide }: Pick<Credentials, 'hide'>,
): StandinError {
  return new StandinError(code, hide(message), hide(remedy));
}
