// `npm run bench:worlds`: what 10,000 worlds over 100,000 users cost: making one, holding one, and
// naming one in a call. In this process, from the sources. Exit code 0 whatever the numbers are.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMock, type Mock } from '../src/mock/mock.ts';
import { WORLDS_MAX } from '../src/mock/worlds.ts';
import { type Call, noBody } from '../src/model/message/call.ts';
import { StoredRecord } from '../src/model/state/state.ts';
import { loadProject } from '../src/project/load/project.ts';
import { seedState } from '../src/project/save/seed-state.ts';
import { createLazyChecker } from '../src/schema/lazy-checker.ts';
import { type Spread, spreadOf } from './figures.ts';
import { draftOf, userOf } from './users.ts';

const USERS = 100_000;
const ROUNDS = 9;
const CALLS = 20_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const mock = await makeMock();
const names = Array.from({ length: WORLDS_MAX }, (_, number) => `world-${number}`);
const plain = callOf('/users/50000');
for (let turn = 0; turn < CALLS; turn++) mock.answer(plain);

const rounds = Array.from({ length: ROUNDS }, () => {
  mock.worlds.restart(mock.worlds.seed());
  const before = heapBytes();
  const madeUs = timeUs(names.length, (index) => void mock.worlds.open(names[index] ?? ''));
  const made = heapBytes();
  const wroteUs = timeUs(names.length, (index) => void put(index));
  const wrote = heapBytes();
  return {
    madeUs,
    wroteUs,
    madeBytes: (made - before) / names.length,
    wroteBytes: (wrote - made) / names.length,
  };
});
const ways: readonly (readonly [string, Call])[] = [
  ['none', plain],
  ['header', callOf('/users/50000', { 'standin-world': 'world-9999' })],
  ['path', callOf('/~world-9999/users/50000')],
  ['baggage', callOf('/users/50000', { baggage: 'a=1,standin.world=world-9999' })],
  ['cookie', callOf('/users/50000', { cookie: 'a=1; standin-world=world-9999' })],
  ['subdomain', callOf('/users/50000', { host: 'world-9999.localhost:3000' })],
];
const calls = ways.map(([way]) => ({ way, us: [] as number[] }));
for (let round = 0; round < ROUNDS; round++)
  for (const [index, [, call]] of ways.entries())
    calls[index]?.us.push(timeUs(CALLS, () => void mock.answer(call)));
const spread = names.map((name) => callOf('/users/50000', { 'standin-world': name }));
const turnsUs = Array.from({ length: ROUNDS }, () =>
  timeUs(spread.length, (index) => void mock.answer(spread[index] as Call)),
);

process.stdout.write(
  [
    `${WORLDS_MAX} worlds over ${USERS} users, median (lowest to highest) of ${ROUNDS} rounds:`,
    `  making one            ${print(spreadOf(rounds.map(({ madeUs }) => madeUs)))} µs, ${print(spreadOf(rounds.map(({ madeBytes }) => madeBytes)))} bytes`,
    `  the first change      ${print(spreadOf(rounds.map(({ wroteUs }) => wroteUs)))} µs, ${print(spreadOf(rounds.map(({ wroteBytes }) => wroteBytes)))} bytes`,
    ...calls.map(({ way, us }) => `  GET one, by ${way.padEnd(9)} ${print(spreadOf(us))} µs`),
    `  GET one, each in another world  ${print(spreadOf(turnsUs))} µs`,
    '',
  ].join('\n'),
);

async function makeMock(): Promise<Mock> {
  const project = await loadProject({ contract: 'contracts', db: 'db.json', profile: 'standin' });
  const checker = createLazyChecker(project.schemas);
  await checker.load();
  const state = seedState(project);
  for (let id = 1; id <= USERS; id++)
    state.collection('users').put(new StoredRecord(String(id), { ...userOf(id) }));
  return createMock({ rules: { ...project, checker }, state });
}

/** Replaces a user in a world, another one each time. */
function put(index: number): void {
  const id = 1 + ((index * 9) % USERS);
  const record = new StoredRecord(String(id), { id, ...draftOf(0) });
  mock.worlds
    .open(names[index] ?? '')
    .collection('users')
    .put(record);
}

function callOf(path: string, headers: Call['headers'] = {}): Call {
  return {
    method: 'GET',
    path,
    query: '',
    headers: { host: '127.0.0.1:3000', ...headers },
    body: noBody,
  };
}

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function timeUs(count: number, one: (index: number) => void): number {
  const began = performance.now();
  for (let index = 0; index < count; index++) one(index);
  return ((performance.now() - began) * 1_000) / count;
}

function print(spread: Spread | null): string {
  if (spread === null) return '?';
  const digits = spread.median < 100 ? 2 : 0;
  const [median, min, max] = [spread.median, spread.min, spread.max].map((value) =>
    value.toFixed(digits),
  );
  return `${median} (${min} to ${max})`;
}
