// The service of a command: the client, and the header fields of every request.

import { setTimeout as sleep } from 'node:timers/promises';
import { StandinError } from '../../base/errors.ts';
import { type Client, createClient } from '../../http/client/client.ts';
import type { Headers } from '../../model/message/call.ts';
import type { LoginChoice, Session } from '../login/session.ts';
import {
  type Credentials,
  type QuerySources,
  readCredentials,
  type SecondUser,
} from './credentials.ts';

export interface TargetOptions {
  readonly baseUrl: string;
  /** The values of `--header`, `Name: value` each. */
  readonly headers: readonly string[];
  /** The environment variable STANDIN_HEADER. */
  readonly environment: string;
  /** A token that lacks scopes, and behind it those that it has; absent if none was given. */
  readonly restrictedToken?: string;
  /** How the run logs in; absent if it does not. */
  readonly login?: LoginChoice;
  /** The credentials of a second user; absent if none were given. */
  readonly secondUser?: SecondUser;
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
  /** Opens a client with the credentials of the second user; `null` without one. */
  readonly openSecond: () => Client | null;
  /** Closes the client and returns one for another address of the service. */
  at(baseUrl: string): Target;
}

/**
 * Opens a client for a service, logged in if the options say how. Rejects with a StandinError for an
 * invalid address or header field, and for a login that fails. `tell` gets what stays at the service.
 */
export async function openTarget(
  options: TargetOptions,
  tell: (line: string) => void = () => undefined,
): Promise<Target> {
  const { login, baseUrl, timeoutSeconds } = options;
  if (login === undefined) return targetOf(options, NOBODY, (_, open) => open());
  const { openSession, renewingClient } = await import('../login/session.ts');
  const place = { baseUrl, timeoutMs: timeoutSeconds * 1_000 };
  const session = await openSession(login, place);
  const second =
    login.second == null ? null : await openSession({ ...login, name: login.second }, place);
  if (second !== null && second.name === session.name)
    throw new StandinError(
      'option-invalid',
      `the second user is ${second.name}, as whom the run is logged in`,
      'Name another user of the file: --second-login-as <name>.',
    );
  for (const one of [session, second]) if (one?.made != null) tell(one.made);
  let isTold = false;
  const tellRenewed = (): void => {
    if (!isTold) tell('The credentials expired during the run, which logged in again.\n');
    isTold = true;
  };
  return targetOf(options, { session, second }, (who, open) =>
    who === null ? open() : renewingClient(who, open, tellRenewed),
  );
}

/** Who a run is logged in as, and its second user. */
interface Sessions {
  readonly session: Session | null;
  readonly second: Session | null;
}

const NOBODY: Sessions = { session: null, second: null };

/** `make` makes the client of a run of one that has the credentials of now. */
function targetOf(
  options: TargetOptions,
  sessions: Sessions,
  make: (who: Session | null, open: () => Client) => Client,
): Target {
  const timeoutMs = options.timeoutSeconds * 1_000;
  const read = (session: Session | null): Credentials => readCredentials({ ...options, session });
  const open = (pick: (credentials: Credentials) => Headers | null, who: Session | null): Client =>
    make(who, () => {
      const credentials = read(who);
      const headers = pick(credentials) ?? {};
      return createClient({
        baseUrl: options.baseUrl,
        headers,
        query: credentials.query,
        timeoutMs,
      });
    });
  const { session, second } = sessions;
  const own = read(session);
  const other = second === null ? null : read(second);
  const client = open(({ headers }) => headers, session);
  return {
    client,
    credentials:
      other === null
        ? own
        : { ...own, second: other.headers, hide: (text) => other.hide(own.hide(text)) },
    openSecond() {
      if (second !== null) return open(({ headers }) => headers, second);
      return own.second === null ? null : open((credentials) => credentials.second, session);
    },
    at(baseUrl) {
      client.close();
      return targetOf({ ...options, baseUrl }, sessions, make);
    },
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
