// Writes interactions into a recording in a database: a batch in one transaction, once, however
// often it is sent. The row of the recording gives the numbers, so they are without gaps, and nobody
// sees one before those below it. Runs in a worker.

import type { Connection, Database } from '../../database/database.ts';
import type { RecordingBatch } from '../file/write-recording.ts';
import { fold } from '../filter/fold.ts';
import { storable } from '../filter/postgres-sql.ts';
import { sourceCode, verdictCode } from '../filter/sql.ts';
import { headText, replyText, requestText } from '../filter/texts.ts';
import { tidy } from '../interaction/annotation.ts';
import type { Annotation, Recorded } from '../interaction/recorded.ts';
import { bytesOf, problemOf, targetOf } from '../interaction/row.ts';
import type { RecordingPlace } from './questions.ts';

export class RecordingWriter {
  private readonly writer = crypto.randomUUID();
  private batches = 0;
  /** How many this process has dropped, as far as the database knows. */
  private dropped = 0;
  /** Batches go one after the other: their numbers tell which are there. */
  private last: Promise<unknown> = Promise.resolve();
  private tidiedAt = Number.NEGATIVE_INFINITY;
  private readonly database: Database;
  private readonly recording: number;
  private readonly limits: Pick<RecordingPlace, 'days' | 'megachars'>;

  constructor(
    database: Database,
    recording: number,
    limits: Pick<RecordingPlace, 'days' | 'megachars'>,
  ) {
    this.database = database;
    this.recording = recording;
    this.limits = limits;
  }

  write(batch: RecordingBatch): Promise<void> {
    const written = this.last.then(() => this.writeNext(batch));
    this.last = written.catch(() => undefined);
    return written;
  }

  private async writeNext({ lines, dropped }: RecordingBatch): Promise<void> {
    const calls = lines === '' ? [] : lines.split('\n').map(columnsOf);
    const batch = ++this.batches;
    const chars = calls.reduce((sum, call) => sum + call.chars, 0);
    await this.database.transact(async (connection) => {
      const { rows } = await connection.query(TAKE_BATCH, [this.writer, batch]);
      // It was sent before, and is there.
      if (rows.length === 0) return;
      const counted = await connection.query<{ total: number }>(COUNT, [
        this.recording,
        calls.length,
        dropped - this.dropped,
        chars,
      ]);
      const before = (counted.rows[0]?.total ?? 0) - calls.length;
      if (calls.length > 0)
        await connection.query(INSERT, [this.recording, before, JSON.stringify(calls)]);
    });
    this.dropped = dropped;
    // Who reads may hold a table of a day: the next minute tries again.
    await this.tidySometimes().catch(() => undefined);
  }

  /** Replaces tags and note. `false` if there is no such interaction. */
  annotate(seq: number, annotation: Annotation): Promise<boolean> {
    const { tags, note } = tidy(annotation);
    const at = [this.recording, seq];
    return this.database.transact(async (connection) => {
      const { rows } = await connection.query(EXISTS, at);
      if (rows.length === 0) return false;
      await connection.query('DELETE FROM notes WHERE recording = $1 AND seq = $2', at);
      if (tags.length > 0 || note !== '')
        await connection.query(ANNOTATE, [
          ...at,
          tags.map(storable),
          JSON.stringify(note),
          fold(note),
        ]);
      return true;
    });
  }

  /** Removes what is too old or too much, at the start and once a minute: whole days if it can. */
  private async tidySometimes(): Promise<void> {
    const { days, megachars } = this.limits;
    const now = performance.now();
    if (now - this.tidiedAt < TIDY_MS) return;
    this.tidiedAt = now;
    await this.database.transact(async (connection) => {
      await makeDays(connection);
      if (days === null && megachars === null) return;
      // Who records at the same time waits.
      const { rows } = await connection.query<{ chars: string }>(LOCK, [this.recording]);
      const surplus =
        megachars === null ? 0 : Math.ceil(Number(rows[0]?.chars) - megachars * 1_000_000);
      const freed =
        (await this.remove(connection, DROP_DAYS, [days, Math.max(0, surplus)])) +
        (days === null ? 0 : await this.remove(connection, TOO_OLD, [days]));
      if (surplus > freed) await this.remove(connection, TOO_MUCH, [surplus - freed]);
    });
  }

  /** Returns how many characters were removed. */
  private async remove(
    connection: Connection,
    statement: string,
    values: readonly (number | null)[],
  ): Promise<number> {
    const { rows } = await connection.query<{ chars: string | null }>(statement, [
      this.recording,
      ...values,
    ]);
    const chars = Number(rows[0]?.chars ?? 0);
    await connection.query('UPDATE recordings SET chars = chars - $2 WHERE id = $1', [
      this.recording,
      chars,
    ]);
    return chars;
  }
}

/** Makes the tables of today and tomorrow. Without one its calls are with the rest. */
async function makeDays(connection: Connection): Promise<void> {
  await connection.query('SAVEPOINT days');
  await connection
    .query('SELECT make_days()')
    .catch(() => connection.query('ROLLBACK TO SAVEPOINT days'));
}

/** How often a recording is tidied, in milliseconds. */
const TIDY_MS = 60_000;
/** Longer texts are compared one by one: to index them costs more than to read them. */
const INDEXED_CHARS_MAX = 16_384;

/** The columns of one interaction, as the queue printed it. */
function columnsOf(line: string) {
  const recorded = JSON.parse(line) as Recorded;
  const { at, request, reply, law } = recorded;
  const words = storable(
    [headText(recorded), requestText(recorded), replyText(recorded)].join('\n'),
  );
  const isLong = words.length > INDEXED_CHARS_MAX;
  return {
    at,
    elapsed: recorded.elapsedMs,
    first_byte: recorded.firstByteMs ?? null,
    resource: textOrNull(recorded.resource),
    operation: recorded.operation,
    source: sourceCode[recorded.source],
    verdict: verdictCode[recorded.verdict],
    status: reply?.status ?? null,
    method: storable(request.method),
    target: storable(targetOf(request)),
    path: fold(request.path),
    query: fold(request.query),
    law: law === null ? null : fold(law),
    problem: textOrNull(problemOf(recorded)),
    request_bytes: bytesOf(request.body),
    reply_bytes: bytesOf(reply?.body),
    altered: recorded.original !== null,
    world: textOrNull(recorded.world),
    replica: textOrNull(recorded.replica ?? null),
    chars: line.length + words.length,
    words: isLong ? null : words,
    long_words: isLong ? words : null,
    recorded: line,
  };
}

function textOrNull(text: string | null): string | null {
  return text === null ? null : storable(text);
}

const TAKE_BATCH = `
  INSERT INTO writers (id, batch) VALUES ($1, $2)
  ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, at = now()
  WHERE writers.batch < excluded.batch RETURNING batch`;
const COUNT = `
  UPDATE recordings SET total = total + $2, dropped = dropped + $3, chars = chars + $4
  WHERE id = $1 RETURNING total`;
const COLUMNS = `at, elapsed, first_byte, resource, operation, source, verdict, status, method, target, path, query,
  law, problem, request_bytes, reply_bytes, altered, world, replica, chars, words, long_words, recorded`;
const INSERT = `
  INSERT INTO calls (recording, seq, ${COLUMNS})
  SELECT $1::integer, $2::integer + place::integer, ${COLUMNS}
  FROM ROWS FROM (json_to_recordset($3::json) AS (
    at double precision, elapsed double precision, first_byte double precision, resource text, operation text, source smallint,
    verdict smallint, status integer, method text, target text, path text, query text, law text,
    problem text, request_bytes double precision, reply_bytes double precision, altered boolean,
    world text, replica text, chars integer, words text, long_words text, recorded text
  )) WITH ORDINALITY AS sent (${COLUMNS}, place)`;
const EXISTS = 'SELECT seq FROM calls WHERE recording = $1 AND seq = $2';
const ANNOTATE =
  'INSERT INTO notes (recording, seq, tags, note, folded) VALUES ($1, $2, $3, $4, $5)';
const LOCK = 'SELECT chars FROM recordings WHERE id = $1 FOR UPDATE';
const REMOVE = `
  , removed AS (
    DELETE FROM calls WHERE recording = $1 AND seq <= (SELECT seq FROM newest) RETURNING seq, chars
  ), unnoted AS (DELETE FROM notes USING removed WHERE recording = $1 AND notes.seq = removed.seq)
  SELECT sum(chars) AS chars FROM removed`;
/** By the clock of the database, which all share. */
const CUT = `now() - $2::double precision * interval '1 day'`;
const DROP_DAYS = `SELECT drop_days($1, ${CUT}, $3) AS chars`;
/** What is older, and with no table of its day, or too old before its day is over. */
const TOO_OLD = `
  WITH newest AS (
    SELECT max(seq) AS seq FROM calls WHERE recording = $1 AND kept < ${CUT}
      AND ($2::double precision < 1 OR tableoid = 'calls_rest'::regclass)
  ) ${REMOVE}`;
const TOO_MUCH = `
  WITH newest AS (
    SELECT seq FROM (
      SELECT seq, sum(chars) OVER (ORDER BY seq) AS freed FROM calls WHERE recording = $1
      ORDER BY seq LIMIT 100000
    ) AS oldest WHERE freed >= $2::bigint OR seq = (SELECT max(seq) FROM calls WHERE recording = $1)
    ORDER BY seq LIMIT 1
  ) ${REMOVE}`;
