// Recordings in a real PostgreSQL: an archive as all are, of several writers.

import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StandinError } from '../../../src/base/errors.ts';
import {
  type DatabaseRecording,
  openDatabaseArchive,
  openDatabaseRecording,
} from '../../../src/journal/database/open-database-recording.ts';
import type { RecordingPlace } from '../../../src/journal/database/questions.ts';
import { RecordedRing } from '../../../src/journal/memory/recorded-ring.ts';
import { createRingArchive } from '../../../src/journal/memory/ring-archive.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { printFilter } from '../../support/print-filter.ts';
import {
  annotationArbitrary,
  filterArbitrary,
  NOON,
  recordedArbitrary,
  recordedOf,
  replyOf,
  textOf,
} from '../../support/recorded.ts';
import { behavesAsArchive, filterOf } from '../archive-suite.ts';

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
}, 60_000);
afterAll(() => database.close());

let recordings = 0;
function placeOf(given: Partial<RecordingPlace> = {}): RecordingPlace {
  const host = encodeURIComponent(database.socket);
  const connectionString = `postgres://postgres@/postgres?host=${host}`;
  const recording = `recording_${++recordings}`;
  const limits = { days: null, megachars: null };
  return {
    connectionString,
    schema: 'recorded',
    recording,
    shown: 'postgres://db/mocks',
    ...limits,
    ...given,
  };
}

async function ask<R extends object>(text: string): Promise<readonly R[]> {
  const client = new pg.Client({ host: database.socket, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

async function seqsOf(recording: DatabaseRecording, text: string): Promise<readonly number[]> {
  return [...(await recording.search(filterOf(text))).seqs];
}

behavesAsArchive('in a database', async (options = {}) => {
  const recording = await openDatabaseRecording(placeOf(), options);
  return { archive: recording, sink: recording };
});

describe('openDatabaseRecording', () => {
  it('numbers what several processes record, each once and without gaps', async () => {
    const place = placeOf();
    const all = await Promise.all([1, 2, 3].map(() => openDatabaseRecording(place)));
    for (let n = 0; n < 300; n++)
      for (const [index, one] of all.entries())
        one.add({ ...recordedOf({ elapsedMs: n }), replica: `replica-${index}` });
    await Promise.all(all.map((one) => one.flushed()));
    const [one, other] = all as [DatabaseRecording, DatabaseRecording];
    const { seqs } = await one.search(filterOf(''));
    expect([...seqs]).toEqual(Array.from({ length: 900 }, (_, index) => index + 1));
    expect(await other.totals()).toEqual({ total: 900, oldest: 1, newest: 900, dropped: 0 });
    const rows = await other.rows([...seqs]);
    for (const replica of ['replica-0', 'replica-1', 'replica-2'])
      expect(
        rows.filter((row) => row.replica === replica).map(({ elapsedMs }) => elapsedMs),
      ).toEqual(Array.from({ length: 300 }, (_, n) => n));
    expect(await seqsOf(one, 'replica:replica-1')).toHaveLength(300);
    await Promise.all(all.map((each) => each.close()));
  });

  it('writes what is pending when it is closed, and others read it', async () => {
    const place = placeOf();
    const recording = await openDatabaseRecording(place);
    recording.add(recordedOf());
    await recording.close();
    const archive = await openDatabaseArchive(place);
    expect(archive.place).toBe(place.recording);
    expect((await archive.find(1))?.recorded).toEqual({ seq: 1, ...recordedOf() });
    await archive.close();
  });

  it('says which recordings there are if the one to read is not', async () => {
    const schema = 'few';
    const recording = await openDatabaseRecording(placeOf({ schema, recording: 'calls' }));
    await recording.close();
    const wrong = openDatabaseArchive(placeOf({ schema, recording: 'cals' }));
    await expect(wrong).rejects.toMatchObject({
      code: 'store-unusable',
      message: 'postgres://db/mocks has no recording "cals"',
      remedy: 'It has calls.',
    });
  });

  it('finds texts by an index', async () => {
    const recording = await openDatabaseRecording(placeOf());
    expect(recording.findsWords).toBe(true);
    await recording.close();
    const [plan] = await ask<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE schemaname = 'recorded' AND indexname = 'calls_words'`,
    );
    expect(plan?.indexdef).toContain('gin_trgm_ops');
  });

  it('finds long texts that are not in the index, and what LIKE would take for a pattern', async () => {
    const recording = await openDatabaseRecording(placeOf());
    const long = `${'x'.repeat(20_000)} 100%_\\ sure`;
    recording.add(recordedOf({ reply: replyOf({ body: textOf(long) }) }));
    recording.add(recordedOf({ reply: replyOf({ body: textOf('100 percent \\ sure') }) }));
    recording.add(recordedOf({ reply: replyOf({ body: textOf('100%_\\ SURE') }) }));
    expect(await seqsOf(recording, '"100%_"')).toEqual([1, 3]);
    expect(await seqsOf(recording, 'sure')).toEqual([1, 2, 3]);
    expect(await seqsOf(recording, 'body:"100%_"')).toEqual([1, 3]);
    await recording.close();
  });

  /** Makes calls of a recording as old as so many days, by the clock of the database. */
  async function age(place: RecordingPlace, seqs: string, days: number): Promise<void> {
    await ask(
      `UPDATE recorded.calls SET kept = now() - interval '${days} days' WHERE seq IN (${seqs})
      AND recording = (SELECT id FROM recorded.recordings WHERE name = '${place.recording}')`,
    );
  }

  /** Makes the table of a day that is over, and returns its name. */
  async function tableOf(days: number): Promise<string> {
    const [row] = await ask<{ name: string; day: string }>(
      `SELECT 'calls_' || to_char(day, 'YYYYMMDD') AS name, day::date::text AS day
      FROM (SELECT (now() AT TIME ZONE 'UTC') - interval '${days} days' AS day) AS old`,
    );
    const { name = '', day = '' } = row ?? {};
    await ask(
      `CREATE TABLE recorded.${name} PARTITION OF recorded.calls
      FOR VALUES FROM ('${day} 00:00+00') TO (timestamptz '${day} 00:00+00' + interval '1 day')`,
    );
    return name;
  }

  async function isThere(table: string): Promise<boolean> {
    const [row] = await ask<{ oid: string | null }>(
      `SELECT to_regclass('recorded.${table}') AS oid`,
    );
    return row?.oid !== null;
  }

  it('removes what is older than it is to be kept, with its notes', async () => {
    const place = placeOf();
    const first = await openDatabaseRecording(place);
    // The clock of this process is far ahead.
    for (let n = 0; n < 3; n++) first.add(recordedOf({ at: Date.now() + 1e10 }));
    await first.annotate(1, { tags: ['old'], note: '' });
    await first.close();
    await age(place, '1', 9);
    await age(place, '2', 8);
    const second = await openDatabaseRecording({ ...place, days: 7 });
    second.add(recordedOf({ at: Date.now() - 1e10 }));
    await second.flushed();
    expect(await seqsOf(second, '')).toEqual([3, 4]);
    expect(await second.totals()).toMatchObject({ oldest: 3, newest: 4 });
    expect(await seqsOf(second, 'tag:old')).toEqual([]);
    await second.close();
    expect(
      await ask(`SELECT FROM recorded.notes JOIN recorded.recordings ON id = recording
      WHERE name = '${place.recording}'`),
    ).toEqual([]);
  });

  it('has a table for each day, and removes whole days', async () => {
    const place = placeOf();
    const [first, other] = [
      await openDatabaseRecording(place),
      await openDatabaseRecording(placeOf()),
    ];
    const [old, shared] = [await tableOf(20), await tableOf(10)];
    for (let n = 0; n < 4; n++) first.add(recordedOf({ at: NOON }));
    await first.annotate(1, { tags: ['old'], note: '' });
    other.add(recordedOf({ at: NOON }));
    await Promise.all([first.flushed(), other.flushed()]);
    expect(await ask(`SELECT FROM recorded.calls_rest`)).toEqual([]);
    await age(place, '1, 2', 20);
    await age(place, '3', 10);
    await ask(`UPDATE recorded.calls SET kept = now() - interval '10 days' WHERE recording =
      (SELECT max(id) FROM recorded.recordings)`);
    const second = await openDatabaseRecording({ ...place, days: 7 });
    second.add(recordedOf({ at: NOON }));
    await second.flushed();
    expect([await isThere(old), await isThere(shared)]).toEqual([false, true]);
    expect(await seqsOf(second, '')).toEqual([4, 5]);
    expect(await seqsOf(other, '')).toEqual([1]);
    expect(await seqsOf(second, 'tag:old')).toEqual([]);
    const [row] = await ask<{ stored: string; counted: string }>(
      `SELECT (SELECT sum(c.chars) FROM recorded.calls c WHERE c.recording = r.id) AS stored, r.chars AS counted
      FROM recorded.recordings r WHERE name = '${place.recording}'`,
    );
    expect(row?.counted).toBe(row?.stored);
    await Promise.all([first.close(), second.close(), other.close()]);
  });

  it('makes one table of an older layout into the rest', async () => {
    const place = placeOf({ schema: 'older' });
    const first = await openDatabaseRecording(place);
    first.add(recordedOf({ at: NOON }));
    await first.close();
    // As layout 3 had it.
    await ask(`SET search_path = older, public; ALTER TABLE calls RENAME TO parted;
      CREATE TABLE calls (LIKE parted INCLUDING DEFAULTS); ALTER TABLE calls DROP COLUMN kept, DROP COLUMN first_byte;
      INSERT INTO calls SELECT recording, seq, at, elapsed, resource, operation, source, verdict, status, method,
        target, path, query, law, problem, request_bytes, reply_bytes, altered, world, replica, chars, words,
        long_words, recorded FROM parted;
      DROP TABLE parted; ALTER TABLE calls ADD PRIMARY KEY (recording, seq);
      CREATE INDEX calls_at ON calls (recording, at);
      DROP FUNCTION make_days, drop_days; UPDATE facts SET value = '3' WHERE name = 'layout'`);
    const second = await openDatabaseRecording(place);
    second.add(recordedOf({ at: NOON }));
    await second.flushed();
    expect(await seqsOf(second, '')).toEqual([1, 2]);
    const [row] = await ask<{ kind: string; rest: string }>(
      `SELECT relkind AS kind, (SELECT count(*) FROM older.calls_rest) AS rest FROM pg_class
      WHERE oid = 'older.calls'::regclass`,
    );
    expect(row).toEqual({ kind: 'p', rest: '2' });
    await second.close();
  });

  it('shows phases of calls from layout 6 on, and older calls without them', async () => {
    const place = placeOf({ schema: 'phaseless' });
    const first = await openDatabaseRecording(place);
    first.add(recordedOf({ firstByteMs: 0.5 }));
    await first.close();
    await ask(`SET search_path = phaseless, public; ALTER TABLE calls DROP COLUMN first_byte;
      UPDATE facts SET value = '5' WHERE name = 'layout'`);
    const second = await openDatabaseRecording(place);
    second.add(recordedOf({ firstByteMs: 0.25 }));
    second.add(recordedOf());
    await second.flushed();
    const rows = await second.rows([1, 2, 3]);
    expect(rows.map(({ firstByteMs }) => firstByteMs)).toEqual([undefined, 0.25, undefined]);
    expect((await second.find(1))?.recorded.firstByteMs).toBe(0.5);
    await second.close();
  });

  it('removes the oldest beyond a size', async () => {
    const place = placeOf();
    const first = await openDatabaseRecording(place);
    const big = recordedOf({ reply: replyOf({ body: textOf('x'.repeat(300_000)) }) });
    for (let n = 0; n < 5; n++) first.add(big);
    await first.close();
    const second = await openDatabaseRecording({ ...place, megachars: 2 });
    second.add(big);
    await second.flushed();
    // Each has its body twice: as it was, and folded.
    expect(await seqsOf(second, '')).toEqual([4, 5, 6]);
    await second.close();
    const [row] = await ask<{ stored: string; counted: string }>(
      `SELECT (SELECT sum(c.chars) FROM recorded.calls c WHERE c.recording = r.id) AS stored, r.chars AS counted
      FROM recorded.recordings r WHERE name = '${place.recording}'`,
    );
    expect(row?.counted).toBe(row?.stored);
  });

  it('drops, counts and says what it could not write while the database was away', async () => {
    const troubles: string[] = [];
    const place = placeOf();
    const recording = await openDatabaseRecording(
      { ...place, patienceMs: 100 },
      { onTrouble: ({ message }: StandinError) => troubles.push(message), queueInteractionsMax: 3 },
    );
    recording.add(recordedOf());
    await recording.flushed();
    await database.kill();
    for (let n = 0; n < 5; n++) recording.add(recordedOf({ at: NOON }));
    // The queue is full: what comes then is dropped at once.
    expect(recording.lost()).toBe(2);
    await recording.flushed();
    expect([recording.lost(), troubles.length]).toEqual([5, 1]);
    expect(troubles[0]).toMatch(/^the store cannot be reached: /);
    await database.start();
    recording.add(recordedOf());
    await recording.flushed();
    expect(await recording.totals()).toMatchObject({ newest: 2, dropped: 5 });
    await recording.close();
  }, 60_000);

  it('writes once what a lost connection left open', async () => {
    const recording = await openDatabaseRecording(placeOf());
    recording.add(recordedOf());
    await recording.flushed();
    for (let n = 0; n < 5; n++) {
      for (let m = 0; m < 250; m++) recording.add(recordedOf());
      await ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'standin' AND pid <> pg_backend_pid()`);
    }
    await recording.flushed();
    expect(await recording.totals()).toEqual({
      total: 1_251,
      oldest: 1,
      newest: 1_251,
      dropped: 0,
    });
    await recording.close();
  });
});

describe('the archives in memory and in a database', () => {
  it('return the same numbers, lines and times for the same interactions and filters', async () => {
    const recording = await openDatabaseRecording(placeOf());
    const ring = new RecordedRing();
    const memory = createRingArchive(ring);
    let added = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(recordedArbitrary, { maxLength: 3 }),
        fc.array(annotationArbitrary, { maxLength: 2 }),
        fc.array(filterArbitrary, { minLength: 1, maxLength: 20 }),
        fc.nat(4),
        async (some, annotations, filters, limit) => {
          for (const one of added >= 60 ? [] : some) {
            added++;
            for (const sink of [ring, recording]) sink.add(one);
          }
          for (const [index, annotation] of annotations.entries())
            for (const archive of [memory, recording])
              await archive.annotate(index + 1, annotation);
          for (const filter of filters) {
            const options = limit === 0 ? {} : { limit, after: limit };
            const expected = await memory.search(filter, options);
            const found = await recording.search(filter, options);
            expect([printFilter(filter), found]).toEqual([printFilter(filter), expected]);
          }
          const seqs = Array.from({ length: added }, (_, index) => index + 1);
          // No text of the database holds NUL; the whole interaction does.
          const rows = (await memory.rows(seqs)).map((row) => ({
            ...row,
            target: row.target.replaceAll('\u0000', '\ufffd'),
            problem: row.problem?.replaceAll('\u0000', '\ufffd') ?? null,
          }));
          expect(await recording.rows(seqs)).toEqual(rows);
          expect(await recording.find(added)).toEqual(await memory.find(added));
          const [filter = { terms: [] }] = filters;
          expect(await recording.latency(filter)).toEqual(await memory.latency(filter));
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
    await recording.close();
  }, 120_000);
});
