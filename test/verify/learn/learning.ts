// Learns from a service as the command does: a session of its own, probed first, and everything
// removed at the end.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Profile } from '../../../src/contract/choices.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { createClient } from '../../../src/http/client/client.ts';
import { listen } from '../../../src/http/server/listener.ts';
import { createMock } from '../../../src/mock/mock.ts';
import type { Headers } from '../../../src/model/message/call.ts';
import type { State } from '../../../src/model/state/state.ts';
import type { Checker } from '../../../src/schema/check.ts';
import type { Schemas } from '../../../src/schema/schema.ts';
import { removeOwnItems } from '../../../src/verify/cleanup/remove-own-items.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import { learn } from '../../../src/verify/learn/learn.ts';
import { type Learned, seenOf, unseenOf } from '../../../src/verify/learn/learned-profile.ts';
import {
  probeCreate,
  probeReplace,
  recordBystanders,
} from '../../../src/verify/run/probe-service.ts';
import { checkReachable } from '../../../src/verify/run/reach-service.ts';
import { probeUnlessLate } from '../../../src/verify/search/late-reads.ts';
import { createItemFactory } from '../../../src/verify/session/item-factory.ts';
import { createSession, type Session } from '../../../src/verify/session/session.ts';
import { type Project, stateOf, usersProject } from '../../support/users.ts';

export interface Lesson {
  readonly learned: Learned;
  /** Requests that `learn` itself sent. */
  readonly requests: number;
  /** Ids that could not be removed. */
  readonly left: readonly string[];
  /** Whether nothing else can be left, as far as is known. */
  readonly isSure: boolean;
}

export interface LessonOptions {
  readonly headers?: Headers;
  readonly contract?: Contract;
  readonly schemas?: Schemas;
  readonly checker?: Checker;
  readonly mode?: 'write' | 'read-only';
  /** When the run must be done, in milliseconds from now. */
  readonly ms?: number;
}

/** Learns from what answers at an address. */
export async function learnFrom(baseUrl: string, options: LessonOptions = {}): Promise<Lesson> {
  const [contract = usersProject.contracts[0] as Contract] = [options.contract];
  const {
    schemas = usersProject.schemas,
    checker = usersProject.checker,
    headers = {},
    mode = 'write',
    ms = 60_000,
  } = options;
  const token = `sq${Array.from({ length: 7 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')}`;
  const clients = [
    createClient({ baseUrl, headers, timeoutMs: 5_000 }),
    createClient({ baseUrl, timeoutMs: 5_000 }),
  ] as const;
  const deadline = Date.now() + ms;
  const wait = (milliseconds: number): Promise<void> => sleep(milliseconds);
  const guard = createGuard({
    contract,
    mode,
    wait,
    deadline,
    now: Date.now,
    ratePerSecond: null,
    onWaiting: () => undefined,
    send: clients[0].send,
    bare: { send: clients[1].send },
    ledger: noLedger(token),
  });
  const session = createSession({
    contract,
    schemas,
    checker,
    guard,
    token,
    pins: {},
    now: Date.now,
    wait,
    deadline,
  });
  const make = createItemFactory(session);
  try {
    await checkReachable(session);
    await recordBystanders(session);
    if (mode === 'write') await probed(session, make);
    const before = guard.requests();
    const learned = await learn({ session, make });
    const requests = guard.requests() - before;
    const { left, isSure } =
      mode === 'write' ? await removeOwnItems(session) : { left: [], isSure: true };
    return { learned, requests, left, isSure };
  } finally {
    for (const client of clients) client.close();
  }
}

/** A service that takes nothing is learned from as well. */
async function probed(session: Session, make: ReturnType<typeof createItemFactory>): Promise<void> {
  const created = await probeUnlessLate(session, make, () => probeCreate(session, make));
  if (created.kind === 'done')
    await probeUnlessLate(session, make, () => probeReplace(session, make));
}

/** Serves a mock of a project under some choices, on a free port. */
export async function serveMock(
  profile: Partial<Profile>,
  project: Project = usersProject,
): Promise<AsyncDisposable & { readonly baseUrl: string; readonly state: State }> {
  const { contracts, schemas, checker } = project;
  const state = stateOf(project);
  const whole: Profile = { ...defaultProfile, ...profile };
  const mock = createMock({ rules: { contracts, schemas, checker, profile: whole }, state });
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    answer: mock.answer,
    ready: () => null,
    requestMs: 30_000,
    bodyBytesMax: () => whole['limit.body'],
    shape: () => ({ error: whole['error.shape'], code: whole['error.code'] }),
    onFailure: (error) => {
      throw error;
    },
  });
  const baseUrl = `http://127.0.0.1:${listener.port}`;
  return { baseUrl, state, [Symbol.asyncDispose]: () => listener.close() };
}

/** The options that were seen, by choice. */
export function optionsOf(learned: Learned): Readonly<Record<string, unknown>> {
  return Object.fromEntries(seenOf(learned).map(({ choice, option }) => [choice, option]));
}

/** Why a choice remained unseen; `null` where it was seen. */
export function whyUnseen(learned: Learned, choice: string): string | null {
  return unseenOf(learned).find((one) => one.choice === choice)?.why ?? null;
}
