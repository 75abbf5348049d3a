// Writes interactions into the file of a recording, a batch in one transaction. Runs in a worker.

import type { DatabaseSync } from 'node:sqlite';
import { fold } from '../filter/fold.ts';
import { sourceCode, verdictCode } from '../filter/sql.ts';
import { headText, replyText, requestText } from '../filter/texts.ts';
import { tidy } from '../interaction/annotation.ts';
import type { Annotation, Recorded } from '../interaction/recorded.ts';
import { bytesOf, problemOf, targetOf } from '../interaction/row.ts';
import { type Prepared, prepareAll } from './schema.ts';

/** Some interactions on their way to the file. */
export interface RecordingBatch {
  /** Each as JSON, divided by line feeds. */
  readonly lines: string;
  /** How many there have been, and how many of them were dropped. */
  readonly total: number;
  readonly dropped: number;
  /** `behind`: more arrive than can be written; they are searched one by one, not indexed. */
  readonly pace: 'even' | 'behind';
}

export class RecordingWriter {
  private readonly operations = new Map<string, number>();
  /** The time of the latest call, and the maximum by which a later number was earlier, in ms. */
  private latestAt: number;
  private skewMs: number;
  private readonly database: DatabaseSync;
  private readonly indexedCharsMax: number;
  private readonly statements: Prepared<typeof sql>;

  constructor(database: DatabaseSync, indexedCharsMax: number) {
    this.database = database;
    this.indexedCharsMax = indexedCharsMax;
    this.statements = prepareAll(database, sql);
    const time = database
      .prepare(
        `select (select max(at) from interaction) as at, (select value from meta where key = 'skew') as skew`,
      )
      .get();
    this.latestAt = Number(time?.['at'] ?? 0);
    this.skewMs = Number(time?.['skew'] ?? 0);
    for (const row of database.prepare('select id, resource, operation from operation').all()) {
      this.operations.set(JSON.stringify([row['resource'], row['operation']]), Number(row['id']));
    }
  }

  /** Writes a whole batch, or writes nothing and throws. */
  write({ lines, total, dropped, pace }: RecordingBatch): void {
    this.transact(() => {
      for (const line of lines === '' ? [] : lines.split('\n')) this.insert(line, pace);
      this.statements.meta.run('total', total);
      this.statements.meta.run('dropped', dropped);
      this.statements.meta.run('skew', this.skewMs);
    });
  }

  /** Replaces tags and note. `false` if there is no such interaction. */
  annotate(seq: number, annotation: Annotation): boolean {
    const { tags, note } = tidy(annotation);
    if (this.statements.exists.get(seq) === undefined) return false;
    this.transact(() => {
      this.statements.unannotate.run(seq);
      this.statements.untag.run(seq);
      for (const tag of tags) this.statements.tag.run(tag, seq);
      if (tags.length > 0 || note !== '')
        this.statements.annotate.run(seq, JSON.stringify(tags), JSON.stringify(note), fold(note));
    });
    return true;
  }

  private insert(line: string, pace: RecordingBatch['pace']): void {
    const recorded = JSON.parse(line) as Recorded; // as the main thread printed it
    const { seq, at, request, reply, law } = recorded;
    this.skewMs = Math.max(this.skewMs, this.latestAt - at);
    this.latestAt = Math.max(this.latestAt, at);
    const words = [headText(recorded), requestText(recorded), replyText(recorded)];
    const isIndexed = pace === 'even' && words.every((text) => text.length <= this.indexedCharsMax);
    this.statements.interaction.run(
      seq,
      at,
      recorded.elapsedMs,
      this.operationId(recorded),
      sourceCode[recorded.source],
      verdictCode[recorded.verdict],
      reply?.status ?? null,
      request.method,
      targetOf(request),
      fold(request.path),
      fold(request.query),
      law === null ? null : fold(law),
      problemOf(recorded),
      bytesOf(request.body),
      bytesOf(reply?.body),
      recorded.original === null ? 0 : 1,
      isIndexed ? 0 : 1,
      recorded.world,
      recorded.firstByteMs ?? null,
    );
    this.statements.detail.run(seq, line);
    for (const { code, clause } of recorded.findings)
      this.statements.finding.run(fold(code), fold(clause), seq);
    if (isIndexed) this.statements.words.run(seq, words.join('\n'));
  }

  private operationId({ resource, operation }: Recorded): number {
    const key = JSON.stringify([resource, operation]);
    const known = this.operations.get(key);
    if (known !== undefined) return known;
    const id = this.operations.size + 1;
    this.statements.operation.run(id, resource, operation);
    this.operations.set(key, id);
    return id;
  }

  private transact(change: () => void): void {
    const known = new Map(this.operations);
    this.database.exec('begin immediate');
    try {
      change();
      this.database.exec('commit');
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('rollback');
      this.operations.clear();
      for (const [key, id] of known) this.operations.set(key, id);
      throw error;
    }
  }
}

const sql = {
  interaction: `insert into interaction (seq, at, elapsed, operation, source, verdict, status, method, target, path, query, law, problem,
    request_bytes, reply_bytes, altered, unindexed, world, first_byte) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  detail: 'insert into detail (seq, recorded) values (?, ?)',
  finding: 'insert into finding (code, clause, seq) values (?, ?, ?)',
  words: 'insert into words (rowid, text) values (?, ?)',
  operation: 'insert into operation (id, resource, operation) values (?, ?, ?)',
  meta: 'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
  unannotate: 'delete from annotation where seq = ?',
  untag: 'delete from tag where seq = ?',
  annotate: 'insert into annotation (seq, tags, note, folded) values (?, ?, ?, ?)',
  tag: 'insert into tag (tag, seq) values (?, ?)',
  exists: 'select 1 from interaction where seq = ?',
};
