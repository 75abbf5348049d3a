// `verify` and `clean` write to no row that is not theirs, whatever the service answers.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { createClient } from '../../src/http/client/client.ts';
import { type Call, noBody } from '../../src/model/message/call.ts';
import { clean } from '../../src/verify/cleanup/clean.ts';
import { removeOwnItems } from '../../src/verify/cleanup/remove-own-items.ts';
import { createGuard, type Guard } from '../../src/verify/guard/guard.ts';
import { createLedger, type Ledger, noLedger, readLedger } from '../../src/verify/guard/ledger.ts';
import { learn } from '../../src/verify/learn/learn.ts';
import { readAll } from '../../src/verify/pages/read-all-pages.ts';
import { probeCreate, probeReplace, recordBystanders } from '../../src/verify/run/probe-service.ts';
import { createItemFactory } from '../../src/verify/session/item-factory.ts';
import { createSession } from '../../src/verify/session/session.ts';
import { type Verified, verify } from '../../src/verify/verify.ts';
import { type Project, projectOf, usersContract, usersProject } from '../support/users.ts';
import { type HostileService, type Hostility, startHostile } from './hostile-rows.ts';
import { alikeIds, hostilities } from './hostilities.ts';

const SEEDS = [1, 2, 3] as const;

/** Users whose ids are texts. */
const textual: Project = projectOf([usersContract], {
  user: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      email: { type: 'string', format: 'email' },
    },
  },
  users: {
    type: 'array',
    items: { allOf: [{ $ref: 'user.json' }], required: ['id', 'name'] },
  },
  'user-create': { allOf: [{ $ref: 'user.json' }], required: ['name', 'email'] },
  'user-created': true,
  'user-update': { $ref: 'user.json' },
});

interface Trial {
  readonly service: HostileService;
  readonly project: Project;
  readonly token: string;
  /** What the run wrote to its ledger. */
  readonly entries: JsonObject[];
}

async function withService(
  hostility: Hostility,
  seed: number,
  project: Project,
  use: (trial: Trial) => Promise<void>,
): Promise<void> {
  const service = await startHostile(hostility, seed, project === textual);
  const token = `snhostile${'abc'[seed % 3]}`;
  try {
    await use({ service, project, token, entries: [] });
  } finally {
    await service.close();
  }
}

function guardOf(
  { service, project, entries, token }: Trial,
  { ledger, kill = Infinity }: { readonly ledger?: Ledger; readonly kill?: number } = {},
): Guarded {
  const { baseUrl } = service;
  const client = createClient({ baseUrl, timeoutMs: 10_000 });
  const wait = (): Promise<void> => Promise.resolve();
  const run = { token, baseUrl, path: '/users', startedAt: '', runner: null };
  let sent = 0;
  const file = {
    append: (entry: JsonObject) => {
      entries.push(entry);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  };
  const common = { wait, now: Date.now, deadline: Date.now() + 60_000 };
  const guard = createGuard({
    ...common,
    send: (call) => (++sent > kill ? Promise.reject(new Error('killed')) : client.send(call)),
    ledger: ledger ?? createLedger(file, run),
    contract: project.contracts[0] ?? usersContract,
    mode: 'write',
    ratePerSecond: null,
    onWaiting: () => undefined,
  });
  return { guard, common, close: () => client.close() };
}

interface Guarded {
  readonly guard: Guard;
  readonly common: {
    readonly wait: (ms: number) => Promise<void>;
    readonly now: () => number;
    readonly deadline: number;
  };
  readonly close: () => void;
}

async function verifyOne(trial: Trial, kill = Infinity): Promise<Verified> {
  const { guard, common, close } = guardOf(trial, { kill });
  const { contracts, schemas, checker } = trial.project;
  try {
    return await verify({
      ...common,
      contract: contracts[0] ?? usersContract,
      schemas,
      checker,
      guard,
      token: trial.token,
      pins: {},
      budget: 'quick',
      only: null,
      seed: 1,
      shrinkTries: 4,
      onProgress: () => undefined,
    });
  } finally {
    close();
  }
}

async function learnOne(trial: Trial): Promise<void> {
  const { guard, common, close } = guardOf(trial);
  const { contracts, schemas, checker } = trial.project;
  const contract = contracts[0] ?? usersContract;
  const { token } = trial;
  const session = createSession({ ...common, contract, schemas, checker, guard, token, pins: {} });
  const make = createItemFactory(session);
  try {
    await recordBystanders(session);
    await probeCreate(session, make);
    await probeReplace(session, make);
    await learn({ session, make });
  } finally {
    session.sender.beginEnd();
    await removeOwnItems(session);
    close();
  }
}

/** Cleans up by what the ledger held at some time, as after `kill -9`. */
async function cleanOne(trial: Trial, entries: readonly JsonObject[]): Promise<void> {
  const left = readLedger(entries, () => Promise.resolve());
  if (left === null) return;
  const { guard, close } = guardOf(trial, { ledger: noLedger('') });
  const headers = { accept: 'application/json' };
  const call = { method: 'GET', path: '/users', query: '', headers, body: noBody };
  const send = (one: Call): ReturnType<Guard['sendIfAllowed']> => guard.sendIfAllowed(one);
  try {
    await clean({
      guard,
      ledgers: [left],
      contract: trial.project.contracts[0] ?? usersContract,
      readAll: async () => {
        const all = await readAll({ send, call, pager: null, isMissed: () => true });
        return all.kind === 'elements' ? all.elements : [];
      },
    });
  } finally {
    close();
  }
}

/** The rows of others that a write of the run named. */
function named({ journal }: HostileService): readonly string[] {
  return journal
    .filter(({ isForeign }) => isForeign)
    .map(({ method, named: id }) => `${method} ${id}`);
}

function diverted({ journal }: HostileService): number {
  return journal.reduce((sum, entry) => sum + entry.diverted.length, 0);
}

const everything: readonly (readonly [string, Hostility, Project])[] = [
  ...hostilities.map((one) => [one.name, one, usersProject] as const),
  ...alikeIds.map((one) => [one.name, one, textual] as const),
];

describe('verify', { timeout: 60_000 }, () => {
  it.each(everything)('names no foreign row: %s', async (_name, hostility, project) => {
    for (const seed of SEEDS)
      await withService(hostility, seed, project, async (trial) => {
        const { findings } = await verifyOne(trial);
        expect(named(trial.service), `seed ${seed}`).toEqual([]);
        expect(diverted(trial.service)).toBeLessThanOrEqual(hostility.divertedMax ?? 0);
        if (hostility.first.length > 0) expect(hostility.first).toContain(findings[0]?.code);
      });
  });

  it.each(
    hostilities.filter(({ first }) => first.length > 0).map((one) => [one.name, one] as const),
  )('creates and changes nothing more once it was seen: %s', async (_name, hostility) => {
    await withService(hostility, 1, usersProject, async (trial) => {
      const { session, laws } = await verifyOne(trial);
      const { guard } = session.sender;
      expect(guard.breach()).not.toBeNull();
      const writes = trial.service.journal.length;
      expect(await guard.sendIfAllowed(session.service.call('create', null, '{}'))).toMatchObject({
        kind: 'withheld',
      });
      expect(trial.service.journal).toHaveLength(writes);
      expect(laws.at(-1)).toMatchObject({ result: 'not-exercised' });
      expect(laws.at(-1)?.why).toMatch(/^the run writes nothing more: /);
    });
  });
});

describe('learn', { timeout: 60_000 }, () => {
  it.each(everything)('names no foreign row: %s', async (_name, hostility, project) => {
    await withService(hostility, 2, project, async (trial) => {
      await learnOne(trial);
      expect(named(trial.service)).toEqual([]);
      expect(diverted(trial.service)).toBeLessThanOrEqual(hostility.divertedMax ?? 0);
    });
  });
});

describe('clean', { timeout: 60_000 }, () => {
  it.each(everything)(
    'names no foreign row after the run: %s',
    async (_name, hostility, project) => {
      await withService(hostility, 3, project, async (trial) => {
        await verifyOne(trial);
        const before = diverted(trial.service);
        await cleanOne(trial, trial.entries);
        expect(named(trial.service)).toEqual([]);
        // A service whose DELETE removes other rows does so once more.
        expect(diverted(trial.service) - before).toBeLessThanOrEqual(hostility.divertedMax ?? 0);
      });
    },
  );

  it('removes what a killed run left, and nothing else, whenever it was killed', async () => {
    const harmless: Hostility = { name: 'a correct service', first: [] };
    for (const kill of [3, 10, 25, 45, 60, 75])
      await withService(harmless, kill, usersProject, async (trial) => {
        // The process is gone: its requests end, and what it noted before is all that is left.
        await expect(verifyOne(trial, kill)).rejects.toThrow('killed');
        await cleanOne(trial, [...trial.entries]);
        expect(named(trial.service)).toEqual([]);
        expect([...trial.service.rows.rows.keys()]).toEqual(['1', '2', '3', '4', '5']);
      });
  });
});
