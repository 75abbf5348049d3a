// How long a large recording takes to answer, from the question to the answer on the main thread.

import { rmSync, statSync } from 'node:fs';
import { openRecording } from '../src/journal/file/open-recording.ts';
import { parseFilter } from '../src/journal/filter/parse-filter.ts';
import { BenchFailure } from './failure.ts';
import { type Spread, spreadOf } from './figures.ts';
import { BEGAN_AT, recordedUser } from './recorded.ts';

export interface SearchFigures {
  readonly interactions: number;
  readonly fileBytes: number;
  /** What making the file took, for each interaction. */
  readonly madeUs: number;
  readonly questions: readonly {
    readonly question: string;
    readonly found: number;
    readonly ms: Spread | null;
  }[];
}

const BODY_CHARS = 20;
const ADDED_AT_ONCE = 10_000;
const TURNS = 9;

/**
 * Makes a recording of so many small interactions and asks it. It is made without the index of
 * texts, which is not asked for here.
 */
export async function measureSearch(file: string, interactions: number): Promise<SearchFigures> {
  const began = performance.now();
  const recording = await openRecording(file, { mode: 'create', indexedCharsMax: 0 });
  for (let number = 1; number <= interactions; ) {
    for (let count = 0; count < ADDED_AT_ONCE && number <= interactions; count++)
      recording.add(recordedUser(number++, BODY_CHARS));
    await recording.flushed();
  }
  const { dropped } = await recording.totals();
  await recording.close();
  if (dropped > 0)
    throw new BenchFailure(`${dropped} interactions were dropped while the recording was made`);
  const madeUs = ((performance.now() - began) * 1_000) / interactions;
  const archive = await openRecording(file, { mode: 'read' });
  const questions: SearchFigures['questions'][number][] = [];
  const ask = async (question: string, answer: () => Promise<number>): Promise<void> => {
    const ms: number[] = [];
    let found = 0;
    for (let turn = 0; turn < TURNS; turn++) {
      const asked = performance.now();
      found = await answer();
      ms.push(performance.now() - asked);
    }
    questions.push({ question, found, ms: spreadOf(ms) });
  };
  const middle = Math.floor(interactions / 2);
  await ask('one by its number', async () => ((await archive.find(middle)) === null ? 0 : 1));
  await ask(
    '200 lines of the list',
    async () => (await archive.rows(Array.from({ length: 200 }, (_, n) => middle + n))).length,
  );
  for (const filter of filtersOf(middle)) {
    const parsed = parseFilter(filter);
    if (parsed.kind === 'flawed') throw new BenchFailure(parsed.flaw.detail);
    await ask(
      filter === '' ? 'all' : filter,
      async () => (await archive.search(parsed.filter)).seqs.length,
    );
  }
  await archive.close();
  const fileBytes = statSync(file).size;
  rmSync(file, { force: true });
  return { interactions, fileBytes, madeUs, questions };
}

function filtersOf(middle: number): readonly string[] {
  const time = (from: number, to: number): string =>
    `time:${new Date(BEGAN_AT + from).toISOString()}..${new Date(BEGAN_AT + to).toISOString()}`;
  return [
    '',
    `seq:${middle}`,
    time(middle, middle + 60_000),
    time(0, middle),
    'op:remove',
    'op:read',
    `op:create ${time(middle, middle + 60_000)}`,
    'status:5xx',
    'is:violating',
    `path:/users/${middle}`,
  ];
}
