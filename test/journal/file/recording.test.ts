import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openRecording, type Recording } from '../../../src/journal/file/open-recording.ts';
import type { Annotation, Unnumbered } from '../../../src/journal/interaction/recorded.ts';
import { RecordedRing } from '../../../src/journal/memory/recorded-ring.ts';
import { createRingArchive } from '../../../src/journal/memory/ring-archive.ts';
import { printFilter } from '../../support/print-filter.ts';
import {
  annotationArbitrary,
  filterArbitrary,
  NOON,
  recordedArbitrary,
  recordedOf,
} from '../../support/recorded.ts';
import { behavesAsArchive, filterOf } from '../archive-suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-recording-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = (): string => join(folder, `${++files}.db`);

behavesAsArchive('in a file', async (options = {}) => {
  const recording = await openRecording(newFile(), { mode: 'create', ...options });
  return { archive: recording, sink: recording };
});

behavesAsArchive('in a file without an index', async (options = {}) => {
  const recording = await openRecording(newFile(), {
    mode: 'create',
    indexedCharsMax: 0,
    ...options,
  });
  return { archive: recording, sink: recording };
});

describe('openRecording', () => {
  it('writes pending interactions when it is closed, and continues its numbers', async () => {
    const file = newFile();
    const first = await openRecording(file, { mode: 'append' });
    for (let n = 0; n < 450; n++) first.add(recordedOf());
    await first.annotate(3, { tags: ['a'], note: '' });
    first.add(recordedOf());
    await first.close();
    const second = await openRecording(file, { mode: 'append' });
    expect(await second.totals()).toEqual({ total: 451, oldest: 1, newest: 451, dropped: 0 });
    expect(second.add(recordedOf({ resource: 'posts' }))).toBe(452);
    expect([...(await second.search(filterOf('op:posts.read'))).seqs]).toEqual([452]);
    expect([...(await second.search(filterOf('tag:a'))).seqs]).toEqual([3]);
    expect(second.place).toBe(basename(file));
    await second.close();
  });

  it('does not index interactions that come too fast, but still finds them', async () => {
    const file = newFile();
    const recording = await openRecording(file, { mode: 'create', queueInteractionsMax: 8 });
    recording.add(recordedOf());
    await recording.flushed();
    for (let n = 0; n < 5; n++) recording.add(recordedOf());
    expect([...(await recording.search(filterOf('ada'))).seqs]).toEqual([1, 2, 3, 4, 5, 6]);
    await recording.close();
    using database = new DatabaseSync(file, { readOnly: true });
    expect(database.prepare('select seq from interaction where unindexed = 1').all().length).toBe(
      5,
    );
  });

  it('finds a period even if the clock was changed', async () => {
    const recording = await openRecording(newFile(), { mode: 'create' });
    const minutes = [0, 1, 2, 60, 61, 3, 4, 5, -60, 6];
    for (const minute of minutes) recording.add(recordedOf({ at: NOON + minute * 60_000 }));
    const found = async (text: string): Promise<readonly number[]> => [
      ...(await recording.search(filterOf(text))).seqs,
    ];
    expect(await found('time:2026-11-20T12:02Z..2026-11-20T12:04Z')).toEqual([3, 6, 7]);
    expect(await found('before:2026-11-20T11:30Z')).toEqual([9]);
    expect(await found('after:2026-11-20T12:05Z')).toEqual([4, 5, 8, 10]);
    await recording.close();
  });
});

describe('the archives in memory and in a file', () => {
  it('return the same numbers, lines and times for the same interactions and filters', async () => {
    const recording: Recording = await openRecording(newFile(), {
      mode: 'create',
      indexedCharsMax: 12,
    });
    const whole = await openRecording(newFile(), { mode: 'create' });
    const ring = new RecordedRing();
    const memory = createRingArchive(ring);
    const archives = [memory, recording, whole];
    const added: Unnumbered[] = [];
    const annotate = async (annotations: readonly Annotation[]): Promise<void> => {
      for (const [index, annotation] of annotations.entries()) {
        for (const archive of archives) await archive.annotate(index + 1, annotation);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(recordedArbitrary, { maxLength: 3 }),
        fc.array(annotationArbitrary, { maxLength: 2 }),
        fc.array(filterArbitrary, { minLength: 1, maxLength: 20 }),
        fc.nat(4),
        async (some, annotations, filters, limit) => {
          for (const one of some) {
            if (added.length >= 60) break;
            added.push(one);
            for (const sink of [ring, recording, whole]) sink.add(one);
          }
          await annotate(annotations);
          for (const filter of filters) {
            const options = limit === 0 ? {} : { limit, after: limit };
            const [expected, ...found] = await Promise.all(
              archives.map((archive) => archive.search(filter, options)),
            );
            for (const one of found)
              expect([printFilter(filter), one]).toEqual([printFilter(filter), expected]);
          }
          const seqs = added.map((_, index) => index + 1);
          const [expected, ...found] = await Promise.all(
            archives.map((archive) => archive.rows(seqs)),
          );
          for (const rows of found) expect(rows).toEqual(expected);
          const last = added.length;
          const [one, ...others] = await Promise.all(archives.map((archive) => archive.find(last)));
          for (const other of others) expect(other).toEqual(one);
          const [times, ...moreTimes] = await Promise.all(
            archives.map((archive) => archive.latency(filters[0] ?? { terms: [] })),
          );
          for (const more of moreTimes) expect(more).toEqual(times);
        },
      ),
      { numRuns: 100, endOnFailure: true },
    );
    for (const archive of archives) await archive.close();
  }, 120_000);
});
