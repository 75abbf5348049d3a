// A session with a service of the bed, probed and ready for walks; everything is removed at the
// end.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '../../../src/contract/contract.ts';
import { createClient } from '../../../src/http/client/client.ts';
import { removeOwnItems } from '../../../src/verify/cleanup/remove-own-items.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import {
  probeCreate,
  probeReplace,
  recordBystanders,
} from '../../../src/verify/run/probe-service.ts';
import { probeUpdate } from '../../../src/verify/run/probe-update.ts';
import { checkReachable } from '../../../src/verify/run/reach-service.ts';
import { createItemFactory, type ItemFactory } from '../../../src/verify/session/item-factory.ts';
import { createSession, type Session } from '../../../src/verify/session/session.ts';
import type { Service } from '../../bed/service.ts';
import { usersProject } from '../../support/users.ts';

export interface Opened {
  readonly session: Session;
  readonly make: ItemFactory;
  /** How many requests were sent. */
  requests(): number;
}

export interface OpenOptions {
  /** Header fields, as `Name: value`. */
  readonly headers?: readonly string[] | undefined;
  readonly token?: string;
  /** The users if absent. */
  readonly project?: Pick<typeof usersProject, 'contracts' | 'schemas' | 'checker'>;
  /** How long there is, in milliseconds. */
  readonly ms?: number;
}

/** The contract of the users. */
export const contract = usersProject.contracts[0] as Contract;

/** Opens a session with a service, hands it over, and removes what it made. */
export async function withSession<T>(
  service: Pick<Service, 'baseUrl'>,
  options: OpenOptions,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const { headers = [], token = 'sqwalking', ms = 60_000, project = usersProject } = options;
  const { schemas, checker } = project;
  const [contract] = project.contracts;
  if (contract === undefined) throw new Error('there is no contract');
  const fields = headers.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  const client = createClient({
    baseUrl: service.baseUrl,
    headers: Object.fromEntries(fields),
    timeoutMs: 10_000,
  });
  const wait = (milliseconds: number): Promise<void> => sleep(milliseconds);
  const deadline = Date.now() + ms;
  const common = { contract, wait, now: Date.now, deadline };
  const guard = createGuard({
    ...common,
    send: client.send,
    ledger: noLedger(token),
    mode: 'write',
    ratePerSecond: null,
    onWaiting: () => undefined,
  });
  const session = createSession({ ...common, schemas, checker, guard, token, pins: {} });
  const make = createItemFactory(session);
  try {
    await checkReachable(session);
    await recordBystanders(session);
    await probeCreate(session, make);
    if (session.service.offers('replace')) await probeReplace(session, make);
    if (session.service.offers('update')) await probeUpdate(session, make);
    return await use({ session, make, requests: guard.requests });
  } finally {
    await removeOwnItems(session);
    client.close();
  }
}
