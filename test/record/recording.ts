// A recorder in front of a service, in this process, and traffic as clients send it.

import type { HoldSlot } from '../../src/base/hold.ts';
import { readBaseUrl } from '../../src/http/client/base-url.ts';
import type { Recorded } from '../../src/journal/interaction/recorded.ts';
import { loadProject } from '../../src/project/load/project.ts';
import { createProxy } from '../../src/record/proxy/proxy.ts';
import { acceptedHostNames } from '../../src/record/proxy/unsafe-message.ts';
import { Shadow, type ShadowOptions } from '../../src/record/shadow/shadow.ts';
import {
  createExchangeQueue,
  type ExchangeQueue,
  type ExchangeQueueOptions,
} from '../../src/record/worker/exchange-queue.ts';
import { createWorkerTransport } from '../../src/record/worker/worker-transport.ts';
import { createChecker } from '../../src/schema/check.ts';

const loaded = await loadProject({ contract: 'contracts', db: null, profile: 'standin' });

/** What a recorder judges by. */
export type RecorderRules = Omit<ShadowOptions, 'basePath'>;

const users: RecorderRules = { ...loaded, checker: createChecker(loaded.schemas) };

export interface Recording extends AsyncDisposable {
  /** With the base path of the service. */
  readonly url: string;
  readonly failures: readonly unknown[];
  /** The recorded interactions, after all exchanges have ended. */
  recorded(): Promise<readonly Recorded[]>;
}

/** A recorder by the contracts of this project, or by others. */
export function recorderOf(
  options: Partial<ExchangeQueueOptions> & { readonly basePath?: string } = {},
  { contracts, schemas, checker, profile }: RecorderRules = users,
): ExchangeQueue {
  const { basePath = '', ...given } = options;
  return createExchangeQueue({
    shadow: new Shadow({ contracts, schemas, checker, profile, basePath }),
    sink: { add: () => 1 },
    service: 'http://127.0.0.1:3000',
    redact: (one) => one,
    onRecorded: () => undefined,
    onSettled: () => undefined,
    onFailure: (error) => {
      throw error;
    },
    ...given,
  });
}

export async function recording(
  target: string,
  headers: readonly string[] = [],
  hold: HoldSlot = { current: null },
  rules: RecorderRules = users,
): Promise<Recording> {
  const base = readBaseUrl(target);
  const all: Recorded[] = [];
  const failures: unknown[] = [];
  const recorder = recorderOf(
    {
      basePath: base.basePath,
      sink: { add: () => all.length + 1 },
      onRecorded: (one) => all.push(one),
      onSettled: (settled) => transport.settled(settled),
      onFailure: (error) => failures.push(error),
    },
    rules,
  );
  const transport = createWorkerTransport((batch) => recorder.take(structuredClone(batch)));
  const added = headers.flatMap((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  const proxy = await createProxy({
    host: '127.0.0.1',
    port: 0,
    base,
    names: acceptedHostNames('127.0.0.1', base, []),
    added,
    answerMs: 60_000,
    hold,
    begin: transport.begin,
    onTrouble: () => undefined,
  });
  return {
    url: `http://127.0.0.1:${proxy.port}${base.basePath}`,
    failures,
    recorded: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      transport.flush();
      await recorder.drained();
      return all;
    },
    [Symbol.asyncDispose]: () => proxy.close(),
  };
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends one request; a limit that asks to wait is obeyed. */
export async function ask(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  for (;;) {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 429) {
      await new Promise((resolve) =>
        setTimeout(resolve, 1_000 * Number(response.headers.get('retry-after') ?? 1)),
      );
      continue;
    }
    return { status: response.status, headers: response.headers, body: jsonIn(text) };
  }
}

function jsonIn(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Returns the id of the created item: from the body, from Location, or from the list by its name.
 */
export async function create(users: string, user: Record<string, unknown>): Promise<string | null> {
  const { body, headers, status } = await ask(users, 'POST', user);
  if (status >= 300) return null;
  const inBody =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['id'] : undefined;
  if (typeof inBody === 'number' || typeof inBody === 'string') return String(inBody);
  const location = headers.get('location');
  if (location !== null) return location.split('/').at(-1) ?? null;
  const list = await ask(users, 'GET');
  const found = Array.isArray(list.body)
    ? (list.body as Record<string, unknown>[]).find(({ name }) => name === user['name'])
    : undefined;
  return found === undefined ? null : String(found['id']);
}

/** The requests of one client: it creates users, reads, changes, reads, removes, and reads. */
export async function round(users: string, name: string): Promise<void> {
  const person = (which: string): Record<string, unknown> => ({
    name: `${name} ${which}`,
    email: `${name}.${which}@example.com`.toLowerCase(),
    isPremium: which === 'Two',
    skills: ['reading', which],
    address: { city: 'Town', district: `District ${which}` },
  });
  await ask(users, 'GET');
  const ids: string[] = [];
  for (const which of ['One', 'Two', 'Three']) {
    const id = await create(users, person(which));
    if (id !== null) ids.push(id);
  }
  const lookAll = async (): Promise<void> => {
    await ask(users, 'GET');
    for (const id of ids) await ask(`${users}/${id}`, 'GET');
  };
  await lookAll();
  const [first, second, third] = ids;
  if (second === undefined) return;
  await ask(`${users}/${second}`, 'PUT', { ...person('Changed'), skills: ['writing'] });
  await lookAll();
  await ask(`${users}/${first}`, 'PUT', {
    name: `${name} Short`,
    email: `${name}.short@example.com`.toLowerCase(),
  });
  await lookAll();
  await ask(`${users}/${second}`, 'DELETE');
  await lookAll();
  await ask(`${users}/${third}`, 'DELETE');
  await lookAll();
  const again = await create(users, person('Again'));
  if (again !== null) ids.push(again);
  await lookAll();
  await ask(users, 'POST', { name: '' });
  for (const id of [first, again])
    if (id !== undefined && id !== null) await ask(`${users}/${id}`, 'DELETE');
  await lookAll();
}

/** Several clients at once, also at the same users. */
export async function crowd(users: string, name: string): Promise<void> {
  const id = await create(users, { name: `${name} shared`, email: `${name}.shared@example.com` });
  const own = async (client: number): Promise<void> => {
    if (id === null) return;
    for (let turn = 0; turn < 4; turn++) {
      await ask(`${users}/${id}`, 'PUT', {
        name: `${name} ${client} ${turn}`,
        email: `${name}.${client}.${turn}@example.com`,
      });
      await ask(`${users}/${id}`, 'GET');
      await ask(users, 'GET');
      if (turn === 2 && client === 1) await ask(`${users}/${id}`, 'DELETE');
    }
  };
  await Promise.all([
    ...[0, 1, 2, 3].map(own),
    ...['x', 'y'].map((one) => round(users, `${name}${one}`)),
  ]);
  if (id !== null) await ask(`${users}/${id}`, 'DELETE');
}

/** Returns the recorded findings, one line each. */
export function told(recorded: readonly Recorded[]): readonly string[] {
  return recorded.flatMap((one) =>
    one.findings.map(
      ({ code, clause, message, expected, actual }) =>
        `${one.seq} ${one.request.method} ${one.request.path}: ${code} (${clause}): ${message}; expected ${expected}, got ${actual}`,
    ),
  );
}
