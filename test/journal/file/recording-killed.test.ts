// What a recording holds after its process was killed at any moment: all that was acknowledged,
// whole, and nothing half.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Archive } from '../../../src/journal/archive.ts';
import { openRecording } from '../../../src/journal/file/open-recording.ts';
import { everything } from '../../../src/journal/filter/filter.ts';
import { endlessOf } from '../../support/recorded.ts';
import { filterOf } from '../archive-suite.ts';

const CHILD = fileURLToPath(new URL('../../support/recorder-child.ts', import.meta.url));

/**
 * Runs a recorder, kills it so long after it has opened the file, and gives the last number that it
 * acknowledged.
 */
async function killedAfter(file: string, ms: number): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, [CHILD, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const ended = new Promise((resolve) => child.once('close', resolve));
  const opened = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      resolve();
    });
  });
  await opened;
  await new Promise((resolve) => setTimeout(resolve, ms));
  child.kill('SIGKILL');
  await ended;
  const whole = said.slice(0, said.lastIndexOf('\n')).split('\n');
  return Math.max(0, ...whole.map(Number).filter((number) => number > 0));
}

async function holdsAll(archive: Archive, from: number, acknowledged: number): Promise<number> {
  const { oldest, newest, total, dropped } = await archive.totals();
  expect([oldest, dropped]).toEqual([newest === 0 ? 0 : 1, 0]);
  expect(newest).toBeGreaterThanOrEqual(acknowledged);
  expect(total).toBe(newest);
  const { seqs } = await archive.search(everything);
  expect([seqs.length, seqs.at(-1) ?? 0]).toEqual([newest, newest]);
  const added = Array.from({ length: newest - from + 1 }, (_, index) => from + index);
  const found = await Promise.all(added.map((seq) => archive.find(seq)));
  for (const [index, seq] of added.entries())
    expect(found[index]?.recorded).toEqual({ seq, ...endlessOf(seq) });
  expect((await archive.search(filterOf('"user number"'))).seqs.length).toBe(newest);
  return newest;
}

describe('a recording of a killed process', () => {
  it('holds everything acknowledged, no partial interaction, and can be continued', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'standin-killed-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'killed.db');
    let newest = 0;
    for (let round = 0; round < 6; round++) {
      const acknowledged = await killedAfter(file, Math.random() * 400);
      const archive = await openRecording(file, { mode: 'read' });
      newest = await holdsAll(archive, newest + 1, acknowledged);
      await archive.close();
    }
    expect(newest).toBeGreaterThan(0);
    const recording = await openRecording(file, { mode: 'append' });
    expect(recording.add(endlessOf(newest + 1))).toBe(newest + 1);
    await recording.close();
    expect([existsSync(`${file}-wal`), existsSync(`${file}-lock`)]).toEqual([false, false]);
    const archive = await openRecording(file, { mode: 'read' });
    await holdsAll(archive, newest + 1, newest + 1);
    await archive.close();
  }, 120_000);
});
