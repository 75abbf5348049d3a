// Queries the file of a recording. Runs in a worker. Scans run in pieces, so that other questions
// are answered in between.

import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type FoundInteraction,
  type Matches,
  SEQS_MAX,
  type SearchOptions,
  type Totals,
} from '../archive.ts';
import type { Filter, FilterTerm } from '../filter/filter.ts';
import { matches } from '../filter/matches.ts';
import { type NumberedOperation, sourceOf, sqlOf, verdictOfCode } from '../filter/sql.ts';
import { noAnnotation } from '../interaction/annotation.ts';
import { type Latency, latencyOf, type Timing } from '../interaction/latency.ts';
import { readRecorded } from '../interaction/read-recorded.ts';
import type { Annotation, Recorded } from '../interaction/recorded.ts';
import type { Row } from '../interaction/row.ts';
import { interactionDamaged, recordingErrorOf } from './recording-errors.ts';
import { type Prepared, prepareAll } from './schema.ts';

/** How many interactions to scan before other questions get a turn. */
const LOOKED_AT_ONCE = 500;

export class RecordingReader {
  private readonly database: DatabaseSync;
  private readonly statements: Prepared<typeof sql>;

  constructor(database: DatabaseSync) {
    this.database = database;
    this.statements = prepareAll(database, sql);
  }

  totals(): Totals {
    const row = this.statements.totals.get() ?? {};
    const newest = Number(row['newest'] ?? 0);
    const total = Math.max(newest, Number(row['total'] ?? 0));
    return {
      total,
      oldest: Number(row['oldest'] ?? 0),
      newest,
      dropped: Number(row['dropped'] ?? 0),
    };
  }

  async search(
    filter: Filter,
    { after = 0, limit = SEQS_MAX }: SearchOptions = {},
  ): Promise<Matches> {
    const { where, values, rest } = sqlOf(filter, this.operations());
    const most = rest.length === 0 ? limit + 1 : -1;
    const newest = `select seq from interaction where ${where} and seq > ? order by seq desc limit ?`;
    const found = this.database
      .prepare(`select json_group_array(seq) as seqs from (${newest})`)
      .get(...values, after, most);
    const candidates = JSON.parse(String(found?.['seqs'] ?? '[]')) as number[]; // as SQLite printed them
    const seqs = rest.length === 0 ? candidates : await this.sift(candidates, rest, limit + 1);
    return { seqs: Int32Array.from(seqs.slice(0, limit)).reverse(), isCut: seqs.length > limit };
  }

  rows(seqs: readonly number[]): readonly Row[] {
    return this.statements.rows.all(JSON.stringify(seqs)).map(rowOf);
  }

  find(seq: number): FoundInteraction | null {
    const row = this.detailOf(seq);
    if (row === undefined) return null;
    const recorded = recordedIn(row);
    if (recorded === null) throw interactionDamaged(seq);
    return { recorded, annotation: this.annotationOf(seq) };
  }

  async latency(filter: Filter): Promise<readonly Latency[]> {
    const { seqs } = await this.search(filter);
    return latencyOf(timingsIn(this.statements.timings.iterate(`[${seqs.join(',')}]`)));
  }

  /** Returns at most `most` interactions of some numbers that match all terms, newest first. */
  private async sift(
    candidates: readonly number[],
    terms: readonly FilterTerm[],
    most: number,
  ): Promise<readonly number[]> {
    const isAnyAnnotated = this.statements.annotated.get() !== undefined;
    const found: number[] = [];
    for (let from = 0; from < candidates.length && found.length < most; from += LOOKED_AT_ONCE) {
      if (from > 0) await turn();
      for (const row of this.statements.details.iterate(
        JSON.stringify(candidates.slice(from, from + LOOKED_AT_ONCE)),
      )) {
        const recorded = recordedIn(row);
        if (recorded === null) continue;
        const annotation = isAnyAnnotated ? this.annotationOf(recorded.seq) : noAnnotation;
        if (matches({ terms }, recorded, annotation)) found.push(recorded.seq);
      }
    }
    return found.slice(0, most);
  }

  private operations(): readonly NumberedOperation[] {
    return this.statements.operations.all().map((row) => ({
      id: Number(row['id']),
      resource: textOrNull(row['resource']),
      operation: textOrNull(row['operation']),
    }));
  }

  private detailOf(seq: number): Columns | undefined {
    try {
      return this.statements.detail.get(seq);
    } catch (error) {
      throw recordingErrorOf(error, '', 'read').code === 'recording-invalid'
        ? interactionDamaged(seq)
        : error;
    }
  }

  private annotationOf(seq: number): Annotation {
    const row = this.statements.annotation.get(seq);
    if (row === undefined) return noAnnotation;
    return { tags: tagsIn(row), note: JSON.parse(String(row['note'])) as string }; // as it was written
  }
}

type Columns = Readonly<Record<string, unknown>>;

function rowOf(row: Columns): Row {
  return {
    seq: Number(row['seq']),
    at: Number(row['at']),
    elapsedMs: Number(row['elapsed']),
    source: sourceOf(Number(row['source'])),
    resource: textOrNull(row['resource']),
    operation: textOrNull(row['kind']),
    method: String(row['method']),
    target: String(row['target']),
    status: row['status'] === null ? null : Number(row['status']),
    verdict: verdictOfCode(Number(row['verdict'])),
    problem: textOrNull(row['problem']),
    requestBytes: Number(row['request_bytes']),
    replyBytes: Number(row['reply_bytes']),
    tags: row['tags'] === null ? [] : tagsIn(row),
    hasNote: row['folded'] !== null && row['folded'] !== '',
    isAltered: row['altered'] === 1,
    world: textOrNull(row['world']),
    ...(row['first_byte'] === null ? {} : { firstByteMs: Number(row['first_byte']) }),
  };
}

function* timingsIn(rows: Iterable<Columns>): Iterable<Timing> {
  for (const { resource, kind, at, elapsed } of rows) {
    const [operation, elapsedMs] = [textOrNull(kind), Number(elapsed)];
    yield { resource: textOrNull(resource), operation, at: Number(at), elapsedMs };
  }
}

function recordedIn(row: Columns): Recorded | null {
  return readRecorded(String(row['recorded']));
}

function tagsIn(row: Columns): readonly string[] {
  return JSON.parse(String(row['tags'])) as string[]; // as they were written
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

const sql = {
  totals: `select (select min(seq) from interaction) as oldest, (select max(seq) from interaction) as newest,
    (select value from meta where key = 'total') as total, (select value from meta where key = 'dropped') as dropped`,
  rows: `select i.*, o.resource, o.operation as kind, a.tags, a.folded from json_each(?) as asked
    cross join interaction as i on i.seq = asked.value cross join operation as o on o.id = i.operation
    left join annotation as a on a.seq = i.seq order by asked.key`,
  details:
    'select d.recorded from json_each(?) as asked cross join detail as d on d.seq = asked.value order by asked.key',
  detail: 'select recorded from detail where seq = ?',
  annotation: 'select tags, note from annotation where seq = ?',
  operations: 'select id, resource, operation from operation',
  annotated: 'select 1 from annotation limit 1',
  timings: `select i.at, i.elapsed, o.resource, o.operation as kind from json_each(?) as asked
    cross join interaction as i on i.seq = asked.value cross join operation as o on o.id = i.operation`,
};
