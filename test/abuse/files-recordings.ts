// Damaged recordings: bytes of the file, the files next to it, and tables and values that Standin
// never wrote.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { openRecording } from '../../src/journal/file/open-recording.ts';
import { recordedOf } from '../support/recorded.ts';
import { mutate, mutations } from './files-mutate.ts';
import type { Reader, Spoilt } from './files-readers.ts';
import { useSource } from './files-use.ts';

const FILE = 'recording.db';
const ROWS = 30;

/** Makes a recording, and returns its readers. */
export async function recordingReaders(): Promise<readonly Reader[]> {
  const recording = await openRecording(FILE, { mode: 'create' });
  for (let n = 0; n < ROWS; n++) recording.add(recordedOf({ elapsedMs: n }));
  await recording.annotate(2, { tags: ['odd'], note: 'look at this' });
  await recording.close();
  const good = readFileSync(FILE);
  rmSync(FILE);
  const told = /recording\.db|interaction \d+|\d+ in the recording/;
  const common = { file: FILE, told, read: useSource };
  return [
    { ...common, what: 'the bytes of a recording', cases: spoiltBytes(good) },
    { ...common, what: 'the tables of a recording', cases: spoiltTables(good) },
  ];
}

function spoiltBytes(good: Buffer): fc.Arbitrary<Spoilt> {
  const place = fc.nat(good.length - 1);
  // The head of the file, and of its pages, decides how all else is read.
  const weighty = fc.oneof(
    place,
    fc.nat(99),
    fc.tuple(fc.nat(good.length / 4096 - 1), fc.nat(12)).map(([page, at]) => page * 4096 + at),
  );
  const cuts = place.map((length) => ({ how: { cut: length }, bytes: good.subarray(0, length) }));
  const flips = fc
    .array(fc.tuple(weighty, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 8 })
    .map((all) => {
      const bytes = Uint8Array.from(good);
      for (const [at, bits] of all) bytes[at] = (bytes[at] ?? 0) ^ bits;
      return { how: { flips: all }, bytes };
    });
  const over = fc
    .tuple(place, fc.uint8Array({ minLength: 1, maxLength: 5_000 }))
    .map(([at, what]) => {
      const bytes = Uint8Array.from(good);
      bytes.set(what.subarray(0, bytes.length - at), at);
      return { how: { over: at, length: what.length }, bytes };
    });
  const beside = fc
    .tuple(
      fc.constantFrom('-wal', '-shm', '-journal', '-lock'),
      fc.uint8Array({ maxLength: 300 }),
      fc.boolean(),
    )
    .map(([name, junk, isLike]) => {
      // Heads of a log and of a journal, as SQLite writes them, with junk behind.
      const head =
        name === '-wal'
          ? [0x37, 0x7f, 6, 0x82, 0, 45, 0xe2, 0x18, 0, 0, 0x10, 0]
          : [0xd9, 0xd5, 5, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
      return {
        how: { beside: name, junk: [...junk], isLike },
        bytes: good,
        beside: { [name]: Uint8Array.from([...(isLike ? head : []), ...junk]) },
      };
    });
  const junk = fc.uint8Array({ maxLength: 200 }).map((bytes) => ({
    how: { junk: [...bytes] },
    bytes: Buffer.concat([good.subarray(0, 16), bytes]),
  }));
  return fc.oneof(
    { weight: 2, arbitrary: cuts },
    { weight: 6, arbitrary: flips },
    { weight: 3, arbitrary: over },
    beside,
    junk,
  );
}

const COLUMNS = [
  'at',
  'elapsed',
  'operation',
  'source',
  'verdict',
  'status',
  'method',
  'target',
  'path',
  'query',
  'problem',
  'request_bytes',
  'altered',
  'world',
];
const ODD = [
  'null',
  '-1',
  '9e999',
  '-9e999',
  '9007199254740993',
  "''",
  'char(0)',
  "'__proto__'",
  'zeroblob(10)',
  "char(27) || '[2J'",
  "printf('%.*c', 3000000, 'x')",
];

/** Each is done to a copy of a good recording. */
const STATEMENTS: readonly string[] = [
  ...['interaction', 'detail', 'operation', 'meta', 'finding', 'annotation', 'tag', 'words'].map(
    (table) => `drop table ${table}`,
  ),
  ...['world', 'target', 'law'].map(
    (column) => `drop index interaction_world; alter table interaction drop column ${column}`,
  ),
  ...[0, 1, 3, -1, 2_000_000_000].map((version) => `pragma user_version = ${version}`),
  'pragma application_id = 7',
  'delete from operation',
  'delete from detail',
  'delete from interaction',
  'delete from meta',
  "update meta set value = 'many'",
  'update meta set value = -5',
  'update meta set value = 9e999',
  'update interaction set seq = -seq',
  'update interaction set seq = seq + 9007199254740000',
  'update interaction set seq = 2147483647 where seq = 3',
  "update annotation set tags = '{'",
  "update annotation set tags = '5'",
  "update annotation set note = '['",
  "update annotation set tags = '[{}]'",
  "update detail set recorded = '{}'",
  "update detail set recorded = printf('%.*c', 3000000, '[')",
  "update operation set operation = 'fly'",
  `drop table interaction; create view interaction as with recursive n(seq) as (select 1 union all select seq + 1 from n) select * from n`,
  `drop table detail; create view detail as with recursive n(seq) as (select 1 union all select seq + 1 from n) select seq, '' as recorded from n`,
  `drop table annotation; create view annotation as with recursive n(seq) as (select 1 union all select seq + 1 from n where seq <> 0) select seq, '' as tags, '' as note, '' as folded from n where seq < 0`,
  `create trigger looks after insert on meta begin delete from interaction; end`,
  `drop table words; create table words (text text)`,
];

function spoiltTables(good: Buffer): fc.Arbitrary<Spoilt> {
  const detailed = mutations(1).map((how) => {
    const text = JSON.stringify({ seq: 3, ...recordedOf() });
    return {
      how,
      sql: 'update detail set recorded = ? where seq = 3',
      value: Buffer.from(mutate(text, how)).toString(),
    };
  });
  const odd = fc
    .tuple(fc.constantFrom(...COLUMNS), fc.constantFrom(...ODD))
    .map(([column, value]) => {
      const sql = `update or ignore interaction set ${column} = ${value} where seq % 2`;
      return { how: sql, sql, value: null };
    });
  const statements = fc.constantFrom(...STATEMENTS).map((sql) => ({ how: sql, sql, value: null }));
  return fc
    .oneof({ weight: 2, arbitrary: detailed }, odd, { weight: 2, arbitrary: statements })
    .map(({ how, sql, value }) => ({
      how,
      bytes: changedBy(good, sql, value),
    }));
}

function changedBy(good: Buffer, sql: string, value: string | null): Uint8Array {
  const file = 'making.db';
  writeFileSync(file, good);
  const database = new DatabaseSync(file);
  try {
    if (value === null) database.exec(sql);
    else database.prepare(sql).run(value);
  } catch {
    // A column that takes no such value: the file stays as it was.
  } finally {
    database.close();
  }
  const bytes = readFileSync(file);
  rmSync(file);
  return bytes;
}
