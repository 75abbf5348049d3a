// The goals, and what a run says about each. A missed goal is reported; the run does not fail.

import type { CompareFigures, CompareKind } from './compare.ts';
import { divide } from './figures.ts';
import type { GrowthKind } from './growth.ts';
import type { PageFigures } from './pages.ts';
import type { Result } from './result.ts';
import type { ServerName } from './servers.ts';
import { startFiguresOf } from './start.ts';
import { NOTHING, number } from './tables.ts';

export interface Verdict {
  readonly goal: string;
  readonly measured: string;
  readonly verdict: 'met' | 'missed' | 'not measured';
}

interface Goal {
  readonly goal: string;
  readonly measured: number | null | undefined;
  readonly isMet: (measured: number) => boolean;
}

/** Holds a result against the goals. */
export function judge(result: Result): readonly Verdict[] {
  return goalsOf(result).map(({ goal, measured, isMet }) => {
    if (measured === null || measured === undefined)
      return { goal, measured: NOTHING, verdict: 'not measured' };
    return { goal, measured: number(measured), verdict: isMet(measured) ? 'met' : 'missed' };
  });
}

function goalsOf(result: Result): readonly Goal[] {
  const cpu = (kind: CompareKind): number | undefined =>
    compared(result, kind, 'standin')?.cpuToBare?.median;
  const peer = (name: ServerName): number | undefined =>
    compared(result, 'read', name)?.cpuToStandin?.median;
  const start = startFiguresOf(result.starts, 'standin');
  const fresh = startFiguresOf(result.starts, 'standin', 'first');
  const peerStart = startFiguresOf(result.starts, 'json-server-1');
  return [
    {
      goal: 'GET one: CPU to bare, at most 1.15',
      measured: cpu('read'),
      isMet: (ratio) => ratio <= 1.15,
    },
    {
      goal: 'list of 100: CPU to bare, at most 1.2',
      measured: cpu('list'),
      isMet: (ratio) => ratio <= 1.2,
    },
    {
      goal: 'checked POST: CPU to bare, which parses and keeps nothing, at most 1.3',
      measured: cpu('create'),
      isMet: (ratio) => ratio <= 1.3,
    },
    {
      goal: 'GET one: CPU of json-server 1 to Standin, at least 4',
      measured: peer('json-server-1'),
      isMet: (ratio) => ratio >= 4,
    },
    {
      goal: 'GET one: CPU of Prism to Standin, at least 10',
      measured: peer('prism'),
      isMet: (ratio) => ratio >= 10,
    },
    ...GROWTHS.map(([kind, name]) => ({
      goal: `${name}: CPU with 100,000 users to 10 users, within 20 %`,
      measured: result.growth.find((figures) => figures.kind === kind && figures.users === 100_000)
        ?.cpuToFewest?.median,
      isMet: (ratio: number) => ratio <= 1.2,
    })),
    {
      goal: 'first answer, new files: time to bare, at most 1.8',
      measured: fresh?.answerToBare?.median,
      isMet: (ratio) => ratio <= 1.8,
    },
    {
      goal: 'first answer, new files: time to json-server 1, at most 1',
      measured: divide(fresh?.answerMs?.median ?? null, peerStart?.answerMs?.median ?? null),
      isMet: (ratio) => ratio <= 1,
    },
    {
      goal: 'first answer again: time to bare, at most 1.6',
      measured: start?.answerToBare?.median,
      isMet: (ratio) => ratio <= 1.6,
    },
    {
      goal: 'idle memory: to bare, at most 1.15',
      measured: start?.idleToBare?.median,
      isMet: (ratio) => ratio <= 1.15,
    },
    ...MIXED.map(([users, most]) => ({
      goal: `mixed load, ${users.toLocaleString('en-US')} users: CPU to bare, at most ${most}`,
      measured: pagesOf(result, users)?.cpuToBare?.median,
      isMet: (ratio: number) => ratio <= most,
    })),
    {
      goal: 'a page of 100,000 users: p99 below 5 ms',
      measured: pagesOf(result, 100_000)?.pageMs.p99,
      isMet: (ms) => ms < 5,
    },
    {
      goal: '100,000 users: bytes a user, at most 600',
      measured: result.held.find((one) => one.server === 'standin' && one.users === 100_000)
        ?.bytesPerUser,
      isMet: (bytes) => bytes <= 600,
    },
    {
      goal: 'fork of 100,000 users: below 100 µs',
      measured: result.fork?.forkUs?.median,
      isMet: (us) => us < 100,
    },
  ];
}

const GROWTHS: readonly (readonly [GrowthKind, string])[] = [
  ['read', 'GET one'],
  ['read-any', 'GET any'],
  ['create', 'POST'],
  ['replace', 'PUT'],
  ['remove', 'DELETE'],
];

/** The most that a mixed load may cost, by number of users. */
const MIXED = [
  [1_000, 1.5],
  [100_000, 1.8],
  [1_000_000, 1.8],
] as const;

function pagesOf({ pages }: Result, users: number): PageFigures | undefined {
  return pages.find((one) => one.users === users && one.kind === 'in order');
}

function compared(result: Result, kind: CompareKind, name: ServerName): CompareFigures | undefined {
  const operation = result.comparison.operations.find((one) => one.kind === kind);
  return operation?.figures.find(({ server }) => server === name);
}
