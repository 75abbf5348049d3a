// Machines that share the laws of one contract through a real database: they find what one machine
// finds, fail no correct service, and the laws of one that is killed are taken over.

import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JsonReport } from '../../src/verify/print/json.ts';
import { correctServices } from '../bed/correct/index.ts';
import { faults, type PlantedFault, startFaulty } from '../bed/faults/index.ts';
import { clauseOf, SEEDS } from '../bed/hold.ts';
import { plain } from '../bed/plain.ts';
import type { Service } from '../bed/service.ts';
import { copyProject, type Folder, type Running, run, runToEnd } from '../support/cli.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

let database: Postgres;
let folder: Folder;
const services: Service[] = [];

beforeAll(async () => {
  database = await startPostgres();
  folder = copyProject();
}, 60_000);

afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

afterAll(async () => {
  folder?.[Symbol.dispose]();
  await database?.close();
});

let runs = 0;

/** A run can be used once: a test that is tried again has another one. */
function storeOf(name: string, more = ''): string {
  const host = encodeURIComponent(database.socket);
  return `postgres://postgres@/postgres?host=${host}&schema=laws&run=${name}-${++runs}${more}`;
}

async function query<T extends object>(text: string): Promise<readonly T[]> {
  const client = new pg.Client({ host: database.socket, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

async function correct(name: string): Promise<Service> {
  const found = correctServices.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no service ${name}`);
  return started(await found.start(SEEDS));
}

function faultOf(name: string): PlantedFault {
  const found = faults.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no fault ${name}`);
  return found;
}

function started(service: Service): Service {
  services.push(service);
  return service;
}

const argsFor = ({ baseUrl }: Service, ...more: readonly string[]): readonly string[] => [
  ...['verify', baseUrl, '--no-pacts', '--seed', '1'],
  ...more,
];

const machine = (service: Service, store: string): Running =>
  run(argsFor(service, '--store', store), { cwd: folder.path });

const partsIn = (stderr: string): number =>
  [...stderr.matchAll(/part \d of \d, is done: /g)].length +
  (stderr.includes('1 contract of 1') ? 1 : 0);

async function merged(
  store: string,
): Promise<{ readonly code: number; readonly report: JsonReport }> {
  const file = folder.at('merged.json');
  const { code, stderr } = await runToEnd(['merge', store, '--json', file], { cwd: folder.path });
  if (!existsSync(file)) throw new Error(stderr);
  return { code: code ?? -1, report: JSON.parse(readFileSync(file, 'utf8')) as JsonReport };
}

/** The report of one machine that does all. */
async function single(service: Service): Promise<JsonReport> {
  const file = folder.at('single.json');
  await runToEnd(argsFor(service, '--json', file), { cwd: folder.path });
  return JSON.parse(readFileSync(file, 'utf8')) as JsonReport;
}

/** Several machines count ids up faster: then none may be the beginning of another. */
const BY_CHANCE = 'ids-that-begin-alike';

const resultsOf = ({ laws }: JsonReport): readonly string[] =>
  laws.filter(({ name }) => name !== BY_CHANCE).map(({ name, result }) => `${name} ${result}`);
const optionsOf = ({ observations }: JsonReport): ReadonlyMap<string, unknown> =>
  new Map(observations.map(({ choice, option }) => [choice, option]));

describe('verify --store with one contract', () => {
  it.each([
    ['two', 'whole-body', 2],
    ['three', 'created-word', 3],
  ] as const)(
    '%s machines report what one does of %s',
    async (_, name, count) => {
      const alone = await single(await correct(name));
      const service = await correct(name);
      const before = JSON.stringify(service.stored());
      const store = storeOf(`correct-${count}`);
      const machines = Array.from({ length: count }, () => machine(service, store));
      const ends = await Promise.all(machines.map(({ ended }) => ended));
      const told = machines.map((one) => one.stderr());
      expect(
        ends.map(({ code }) => code),
        told.join('\n'),
      ).toEqual(machines.map(() => 0));
      expect(told.map(partsIn).reduce((sum, one) => sum + one, 0)).toBe(3);
      const { code, report } = await merged(store);
      expect([code, report.verdict]).toEqual([0, alone.verdict]);
      expect(resultsOf(report)).toEqual(resultsOf(alone));
      expect(report.coverage).toEqual(alone.coverage);
      expect(optionsOf(report)).toEqual(optionsOf(alone));
      expect(report.walks).toMatchObject({ planned: 2, run: 2, why: null });
      expect(report.notes.filter((note) => note.includes('machine'))).toEqual([]);
      expect(JSON.stringify(service.stored())).toBe(before);
    },
    120_000,
  );

  it.each([
    [2, 'put-does-nothing', 'named'],
    // It shows only in items of other machines: the operation that is named may be another one. What
    // needs ids that begin alike is found by chance: machines share the ids, and a note says so.
    [2, 'unknown-put-changes-the-newest', 'found'],
    [3, 'put-slips-after-a-delete', 'named'],
    [3, 'puts-at-once-lose-one', 'named'],
  ])(
    '%i machines find that %s',
    async (count, name, how) => {
      const fault = faultOf(name);
      const service = started(await startFaulty(plain, fault, SEEDS));
      const store = storeOf(name);
      const machines = Array.from({ length: count }, () => machine(service, store));
      const ends = await Promise.all(machines.map(({ ended }) => ended));
      // Only the machine that tries alone what broke tells it.
      const codes = ends.map(({ code }) => code).toSorted();
      expect(codes).toEqual([...machines.slice(1).map(() => 0), 1]);
      const { code, report } = await merged(store);
      expect([code, report.verdict]).toEqual([1, 'violates']);
      const named = report.findings.map((finding) => clauseOf(finding as never));
      if (how === 'named')
        expect(named.filter((clause) => fault.clauses.includes(clause))).not.toEqual([]);
    },
    120_000,
  );

  it('takes over the laws of a machine that was killed', async () => {
    const alone = await single(await correct('whole-body'));
    const service = await correct('whole-body');
    const store = storeOf('killed', '&lease=2');
    await using dead = machine(service, store);
    const text = `SELECT 1 FROM laws.parts JOIN laws.runs ON runs.id = parts.run
      WHERE runs.name LIKE 'killed-%' AND NOT is_last AND worker IS NOT NULL AND report IS NULL`;
    await expect.poll(() => query(text).catch(() => []), { timeout: 30_000 }).not.toEqual([]);
    dead.child.kill('SIGKILL');
    await dead.ended;
    const machines = [machine(service, store), machine(service, store)];
    const ends = await Promise.all(machines.map(({ ended }) => ended));
    const told = machines.map((one) => one.stderr()).join('\n');
    expect(
      ends.map(({ code }) => code),
      told,
    ).toEqual([0, 0]);
    expect(told).toMatch(/Run killed-\d+: users, part \d of 3, is taken over from \S+:\d+\n/);
    const { code, report } = await merged(store);
    expect([code, report.verdict]).toEqual([0, alone.verdict]);
    expect(resultsOf(report)).toEqual(resultsOf(alone));
  }, 120_000);
});
