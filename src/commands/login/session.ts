// Who a run is logged in as: the credentials of now, and new ones when they have expired.

import type { Client, Exchange } from '../../http/client/client.ts';
import type { Call } from '../../model/message/call.ts';
import { type Filling, type LoggedIn, type LoginPlace, logIn, makeUser } from './log-in.ts';
import { type Login, readLogin } from './login-file.ts';

/** The file of `--login`, and who of it. */
export interface LoginChoice {
  readonly file: string;
  /** `null` for the first. */
  readonly name: string | null;
  /** The name of the second user in the file; absent or `null` without one. */
  readonly second?: string | null;
  /** What `${NAME}` in the file stands for. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Session {
  /** The name that the file gives the user. */
  readonly name: string;
  /** The user that was made and stays, as a line; `null` if none was. */
  readonly made: string | null;
  /** The credentials of now. */
  readonly now: LoggedIn;
  /** All that no output may show, also of credentials that have expired. */
  readonly secrets: readonly string[];
  renew(): Promise<void>;
}

/** Logs in. Rejects with a StandinError if the file is wrong or the service refuses. */
export async function openSession(
  choice: Omit<LoginChoice, 'second'>,
  place: LoginPlace,
): Promise<Session> {
  const login: Login = await readLogin(choice.file, choice.name, choice.environment);
  const filling: Filling = await makeUser(login, place);
  const { creation } = login;
  const [named = login.name] = filling.values();
  let now = await logIn(login, filling, place);
  let { secrets } = now;
  return {
    name: login.name,
    made:
      creation === null
        ? null
        : `The run made the user ${named} (${creation.method} ${creation.place}), who stays.\n`,
    get now() {
      return now;
    },
    get secrets() {
      return secrets;
    },
    async renew() {
      now = await logIn(login, filling, place);
      secrets = [...new Set([...secrets, ...now.secrets])];
    },
  };
}

/**
 * Returns a client that has the credentials of now, and logs in again when they have expired: a call is
 * refused, and a read that they were good for is refused as well, before and after the new login. Any
 * other refusal is the answer. `tell` is called after each new login.
 */
export function renewingClient(session: Session, open: () => Client, tell: () => void): Client {
  const clients = [open()];
  let client = clients[0] as Client;
  let granted: Call | null = null;
  let renewal: Promise<void> | null = null;
  let allowed: number | null = null;
  async function renew(): Promise<void> {
    try {
      await session.renew();
      client = open();
      if (allowed !== null) client.allow(allowed);
      clients.push(client);
    } finally {
      renewal = null;
    }
  }
  /** Whether the credentials of a client have expired. */
  async function hasExpired(used: Client): Promise<boolean> {
    if (used !== client || renewal !== null) return true;
    return granted !== null && isRefused(await used.send(granted));
  }
  return {
    baseUrl: client.baseUrl,
    async send(call) {
      const used = client;
      const exchange = await used.send(call);
      if (isGranted(exchange)) granted = call.method === 'GET' ? call : granted;
      if (!isRefused(exchange) || !(await hasExpired(used))) return exchange;
      if (used === client) {
        renewal ??= renew();
        await renewal;
      }
      // One that is good after all was refused by mistake, which is for the run to judge.
      if (granted !== null && !isRefused(await used.send(granted))) return exchange;
      tell();
      const again = await client.send(call);
      return { ...again, requests: exchange.requests + again.requests };
    },
    allow(calls) {
      allowed = calls;
      client.allow(calls);
    },
    close() {
      for (const one of clients) one.close();
    },
  };
}

function isGranted(exchange: Exchange): boolean {
  return exchange.kind === 'received' && exchange.received.status < 300;
}

function isRefused(exchange: Exchange): boolean {
  if (exchange.kind !== 'received') return false;
  const { status } = exchange.received;
  return status === 401 || status === 403;
}
