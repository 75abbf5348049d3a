// Queries a recording in a database. What SQL cannot tell is compared here, some interactions at a
// time. Runs in a worker.

import type { Database } from '../../database/database.ts';
import {
  type FoundInteraction,
  type Matches,
  SEQS_MAX,
  type SearchOptions,
  type Totals,
} from '../archive.ts';
import type { Filter, FilterTerm } from '../filter/filter.ts';
import { matches } from '../filter/matches.ts';
import { postgresSqlOf, searchesWords } from '../filter/postgres-sql.ts';
import { sourceOf, verdictOfCode } from '../filter/sql.ts';
import { noAnnotation } from '../interaction/annotation.ts';
import { type Latency, latencyOf, type Timing } from '../interaction/latency.ts';
import { readRecorded } from '../interaction/read-recorded.ts';
import type { Row } from '../interaction/row.ts';

/** How many interactions are read at once. */
const READ_AT_ONCE = 500;
const SEQ_MAX = 2_147_483_647;

export class RecordingReader {
  private readonly database: Database;
  private readonly recording: number;

  constructor(database: Database, recording: number) {
    this.database = database;
    this.recording = recording;
  }

  async totals(): Promise<Totals> {
    const [row] = await this.ask<{ total: number; oldest: number | null; dropped: string }>(
      TOTALS,
      [],
    );
    const { total = 0, oldest = null, dropped = '0' } = row ?? {};
    return {
      total: total + Number(dropped),
      oldest: oldest ?? 0,
      newest: oldest === null ? 0 : total,
      dropped: Number(dropped),
    };
  }

  async search(
    filter: Filter,
    { after = 0, limit = SEQS_MAX }: SearchOptions = {},
  ): Promise<Matches> {
    const { where, values, rest } = postgresSqlOf(filter, this.recording);
    let place = 2;
    const condition = where.replaceAll('?', () => `$${++place}`);
    const found = `SELECT seq FROM calls WHERE recording = $1 AND seq > $2 AND ${condition}`;
    // In the order of the numbers, a rare word would be looked for in everything.
    const from = searchesWords(filter)
      ? `WITH found AS MATERIALIZED (${found}) SELECT seq FROM found`
      : found;
    const most = rest.length === 0 ? ` LIMIT ${limit + 1}` : '';
    const rows = await this.ask<{ seqs: string | null }>(
      `SELECT string_agg(seq::text, ',') AS seqs FROM (${from} ORDER BY seq DESC${most}) AS newest`,
      [Math.min(after, SEQ_MAX), ...values],
    );
    const text = rows[0]?.seqs ?? '';
    const candidates = text === '' ? [] : text.split(',').map(Number);
    const seqs = rest.length === 0 ? candidates : await this.sift(candidates, rest, limit + 1);
    return { seqs: Int32Array.from(seqs.slice(0, limit)).reverse(), isCut: seqs.length > limit };
  }

  async rows(seqs: readonly number[]): Promise<readonly Row[]> {
    const found = new Map(
      (await this.ask<CallRow>(ROWS, [known(seqs)])).map((row) => [row.seq, row]),
    );
    return seqs.flatMap((seq) => {
      const row = found.get(seq);
      return row === undefined ? [] : [rowOf(row)];
    });
  }

  async find(seq: number): Promise<FoundInteraction | null> {
    const [found] = await this.details([seq]);
    return found ?? null;
  }

  async latency(filter: Filter): Promise<readonly Latency[]> {
    const { seqs } = await this.search(filter);
    return latencyOf(await this.ask<Timing>(TIMINGS, [[...seqs]]));
  }

  /** Returns at most `most` of some numbers that match all terms, newest first. */
  private async sift(
    candidates: readonly number[],
    terms: readonly FilterTerm[],
    most: number,
  ): Promise<readonly number[]> {
    const seqs: number[] = [];
    for (let from = 0; from < candidates.length && seqs.length < most; from += READ_AT_ONCE) {
      const some = candidates.slice(from, from + READ_AT_ONCE);
      for (const { recorded, annotation } of await this.details(some))
        if (matches({ terms }, recorded, annotation)) seqs.push(recorded.seq);
    }
    return seqs.slice(0, most);
  }

  /** The newest first. */
  private async details(seqs: readonly number[]): Promise<readonly FoundInteraction[]> {
    const rows = await this.ask<DetailRow>(DETAILS, [known(seqs)]);
    return rows.flatMap(({ seq, recorded, tags, note }) => {
      const read = readRecorded(recorded);
      if (read === null) return [];
      const annotation =
        tags === null || note === null ? noAnnotation : { tags, note: JSON.parse(note) as string };
      return [{ recorded: { ...read, seq }, annotation }];
    });
  }

  private ask<R extends object>(text: string, values: readonly unknown[]): Promise<readonly R[]> {
    return this.database.run(
      async (connection) => (await connection.query<R>(text, [this.recording, ...values])).rows,
    );
  }
}

interface CallRow {
  readonly seq: number;
  readonly at: number;
  readonly elapsed: number;
  readonly first_byte: number | null;
  readonly source: number;
  readonly resource: string | null;
  readonly operation: string | null;
  readonly method: string;
  readonly target: string;
  readonly status: number | null;
  readonly verdict: number;
  readonly problem: string | null;
  readonly request_bytes: number;
  readonly reply_bytes: number;
  readonly tags: readonly string[] | null;
  readonly folded: string | null;
  readonly altered: boolean;
  readonly world: string | null;
  readonly replica: string | null;
}

interface DetailRow {
  readonly seq: number;
  readonly recorded: string;
  readonly tags: readonly string[] | null;
  readonly note: string | null;
}

function rowOf(row: CallRow): Row {
  return {
    seq: row.seq,
    at: row.at,
    elapsedMs: row.elapsed,
    source: sourceOf(row.source),
    resource: row.resource,
    operation: row.operation,
    method: row.method,
    target: row.target,
    status: row.status,
    verdict: verdictOfCode(row.verdict),
    problem: row.problem,
    requestBytes: row.request_bytes,
    replyBytes: row.reply_bytes,
    tags: row.tags ?? [],
    hasNote: (row.folded ?? '') !== '',
    isAltered: row.altered,
    world: row.world,
    ...(row.first_byte === null ? {} : { firstByteMs: row.first_byte }),
    ...(row.replica === null ? {} : { replica: row.replica }),
  };
}

/** The numbers that can be there at all. */
function known(seqs: readonly number[]): readonly number[] {
  return seqs.filter((seq) => Number.isInteger(seq) && seq > 0 && seq <= SEQ_MAX);
}

const TOTALS = `
  SELECT total, dropped, (SELECT min(seq) FROM calls WHERE recording = $1) AS oldest
  FROM recordings WHERE id = $1`;
const ROWS = `
  SELECT calls.seq, at, elapsed, first_byte, source, resource, operation, method, target, status, verdict,
    problem, request_bytes, reply_bytes, altered, world, replica, tags, folded
  FROM calls LEFT JOIN notes USING (recording, seq)
  WHERE recording = $1 AND calls.seq = ANY($2::integer[])`;
const DETAILS = `
  SELECT calls.seq, recorded, tags, note FROM calls LEFT JOIN notes USING (recording, seq)
  WHERE recording = $1 AND calls.seq = ANY($2::integer[]) ORDER BY calls.seq DESC`;
const TIMINGS = `
  SELECT at, elapsed AS "elapsedMs", resource, operation FROM calls
  WHERE recording = $1 AND seq = ANY($2::integer[]) ORDER BY seq`;
