// What goes wrong with files of recordings: each with its exact words.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import type { StandinError } from '../../../src/base/errors.ts';
import type { Archive } from '../../../src/journal/archive.ts';
import { openRecording } from '../../../src/journal/file/open-recording.ts';
import { everything } from '../../../src/journal/filter/filter.ts';
import type { Recorded } from '../../../src/journal/interaction/recorded.ts';
import { findingOf, numbered, recordedOf, replyOf, textOf } from '../../support/recorded.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-trouble-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
let files = 0;
const newFile = (): string => at(`${++files}.db`);

/** Gives code, message and remedy, with the folder left out. */
async function troubleOf(opening: Promise<unknown>): Promise<readonly string[]> {
  const error = (await opening.then(
    () => new Error('it resolved'),
    (reason: unknown) => reason,
  )) as StandinError;
  return [error.code, error.message, error.remedy].map((text) =>
    String(text).replaceAll(`${folder}/`, ''),
  );
}

async function recordedFile(count = 50): Promise<string> {
  const file = newFile();
  const recording = await openRecording(file, { mode: 'create' });
  for (let n = 0; n < count; n++)
    recording.add(recordedOf({ reply: replyOf({ body: textOf(`${n} `.repeat(500)) }) }));
  await recording.close();
  return file;
}

const NAME = 'Check the name and the permissions.';
const RECORD = 'Use a file written with --record.';
const FOLDER = 'Choose a folder that exists and is writable.';

describe('openRecording', () => {
  it('reports a missing file or folder', async () => {
    expect(await troubleOf(openRecording(at('none.db'), { mode: 'read' }))).toEqual([
      'file-unreadable',
      'none.db cannot be read: it does not exist',
      NAME,
    ]);
    expect(await troubleOf(openRecording(at('none/a.db'), { mode: 'append' }))).toEqual([
      'file-unwritable',
      'none/a.db cannot be written: its folder does not exist',
      FOLDER,
    ]);
    mkdirSync(at('folder.db'));
    expect(await troubleOf(openRecording(at('folder.db'), { mode: 'read' }))).toEqual([
      'file-unreadable',
      'folder.db cannot be read: it is a folder',
      NAME,
    ]);
    expect(await troubleOf(openRecording(at('folder.db'), { mode: 'append' }))).toEqual([
      'file-unwritable',
      'folder.db cannot be written: it cannot be opened',
      FOLDER,
    ]);
  });

  it('refuses a file that is no recording, and leaves it unchanged', async () => {
    writeFileSync(
      at('notes.txt'),
      'Just some notes that are long enough to be a header of a file.\n'.repeat(20),
    );
    writeFileSync(at('empty.db'), '');
    const other = new DatabaseSync(at('other.db'));
    other.exec('create table a (b)');
    other.close();
    const before = readdirSync(folder).toSorted();
    for (const mode of ['read', 'append'] as const) {
      const opening = (name: string): Promise<readonly string[]> =>
        troubleOf(
          mode === 'read' ? openRecording(at(name), { mode }) : openRecording(at(name), { mode }),
        );
      expect(await opening('notes.txt')).toEqual([
        'recording-invalid',
        'notes.txt is not a recording of Standin: it is not a SQLite file',
        RECORD,
      ]);
      expect(await opening('other.db')).toEqual([
        'recording-invalid',
        'other.db is not a recording of Standin: it is a SQLite file of another program',
        RECORD,
      ]);
    }
    expect(await troubleOf(openRecording(at('empty.db'), { mode: 'read' }))).toEqual([
      'recording-invalid',
      'empty.db is not a recording of Standin: it is empty',
      RECORD,
    ]);
    expect(readdirSync(folder).toSorted()).toEqual(before);
    expect([statSync(at('empty.db')).size, statSync(at('notes.txt')).size]).toEqual([0, 1260]);
  });

  it('refuses a file with views or triggers, which would run when it is read', async () => {
    const file = await recordedFile();
    const database = new DatabaseSync(file);
    // It never ends: whoever asked it would hang.
    database.exec(`drop table interaction; create view interaction as
      with recursive n(seq) as (select 1 union all select seq + 1 from n) select * from n`);
    database.close();
    const why = [`${basename(file)} is not a recording of Standin: it contains a view`, RECORD];
    expect(await troubleOf(openRecording(file, { mode: 'read' }))).toEqual([
      'recording-invalid',
      ...why,
    ]);
    expect(await troubleOf(openRecording(file, { mode: 'append' }))).toEqual([
      'recording-invalid',
      ...why,
    ]);
  });

  it('refuses a file of a newer version, and a file with a missing part', async () => {
    const file = await recordedFile();
    const database = new DatabaseSync(file);
    database.exec('pragma user_version = 9');
    database.close();
    expect(await troubleOf(openRecording(file, { mode: 'read' }))).toEqual([
      'recording-invalid',
      `${basename(file)} was recorded by a newer Standin: its tables have version 9`,
      'Update Standin, or record to another file.',
    ]);
    const whole = await recordedFile();
    for (const [name, bytes] of [
      ['half.db', Math.floor(statSync(whole).size / 2)],
      ['page.db', 4096],
      ['scrap.db', 300],
    ] as const) {
      copyFileSync(whole, at(name));
      truncateSync(at(name), bytes);
      for (const mode of ['read', 'append'] as const) {
        const opening =
          mode === 'read' ? openRecording(at(name), { mode }) : openRecording(at(name), { mode });
        const [code, message] = await troubleOf(opening);
        expect(code).toBe('recording-invalid');
        expect([
          `${name} is damaged: part of it is missing or overwritten`,
          `${name} is not a recording of Standin: it is not a SQLite file`,
        ]).toContain(message);
      }
    }
    expect(await troubleOf(openRecording(at('half.db'), { mode: 'read' }))).toEqual([
      'recording-invalid',
      'half.db is damaged: part of it is missing or overwritten',
      'Use a copy, or recover what is left: sqlite3 half.db .recover',
    ]);
  });

  it.each([1, 2])(
    'reads a file of version %d, and upgrades it to continue recording',
    async (version) => {
      const file = await recordedFile(3);
      const database = new DatabaseSync(file);
      database.exec(
        `alter table interaction drop column first_byte; pragma user_version = ${version};`,
      );
      if (version === 1) {
        database.exec(
          'drop index interaction_world; alter table interaction drop column world;' +
            "update detail set recorded = json_remove(recorded, '$.world')",
        );
      }
      database.close();
      const bytes = readFileSync(file);
      const old = await openRecording(file, { mode: 'read' });
      expect((await old.rows([2]))[0]).toMatchObject({ seq: 2, world: null });
      expect((await old.find(2))?.recorded).toEqual(
        numbered(2, { reply: replyOf({ body: textOf('1 '.repeat(500)) }) }),
      );
      const seqs = async (from: Archive, world: string) => [
        ...(await from.search({ terms: [{ kind: 'world', world, isNegated: false }] })).seqs,
      ];
      expect([await seqs(old, 'main'), await seqs(old, 'alice')]).toEqual([[1, 2, 3], []]);
      expect((await old.latency(everything))[0]?.count).toBe(3);
      await old.close();
      expect(readFileSync(file).equals(bytes)).toBe(true);
      const recording = await openRecording(file, { mode: 'append' });
      recording.add(recordedOf({ world: 'alice', firstByteMs: 0.5 }));
      expect([await seqs(recording, 'main'), await seqs(recording, 'alice')]).toEqual([
        [1, 2, 3],
        [4],
      ]);
      const rows = await recording.rows([1, 4]);
      expect(rows.map(({ world }) => world)).toEqual([null, 'alice']);
      expect(rows.map(({ firstByteMs }) => firstByteMs)).toEqual([undefined, 0.5]);
      await recording.close();
    },
  );

  it('lets one process write at a time, and any number read', async () => {
    const file = await recordedFile(1);
    const first = await openRecording(file, { mode: 'append' });
    const beside = readdirSync(folder).filter((one) => one.startsWith(basename(file)));
    expect(beside.map((one) => one.slice(basename(file).length)).toSorted()).toEqual([
      '',
      '-lock',
      '-shm',
      '-wal',
    ]);
    const name = file.slice(folder.length + 1);
    expect(await troubleOf(openRecording(file, { mode: 'append' }))).toEqual([
      'recording-taken',
      `another process is recording to ${name}`,
      'Record to another file, or end the process that records to this one.',
    ]);
    const reader = await openRecording(file, { mode: 'read' });
    expect([first.add(recordedOf()), await first.flushed()]).toEqual([2, 2]);
    expect((await reader.totals()).newest).toBe(2);
    await first.close();
    expect([...(await reader.search(everything)).seqs]).toEqual([1, 2]);
    await reader.close();
    const second = await openRecording(file, { mode: 'append' });
    expect(second.add(recordedOf())).toBe(3);
    await second.close();
  });

  it('recognises a file that is in use under any of its names', async () => {
    const file = newFile();
    mkdirSync(at('elsewhere'));
    symlinkSync(folder, at('elsewhere/back'));
    symlinkSync(file, at('elsewhere/link.db'));
    const first = await openRecording(at('elsewhere/link.db'), { mode: 'append' });
    for (const name of [file, at('elsewhere/link.db'), at(`elsewhere/back/${basename(file)}`)]) {
      expect((await troubleOf(openRecording(name, { mode: 'append' })))[0]).toBe('recording-taken');
    }
    linkSync(file, at('hard.db'));
    expect(await troubleOf(openRecording(at('hard.db'), { mode: 'append' }))).toEqual([
      'file-unwritable',
      'hard.db cannot be written: the file has 2 names (hard links)',
      'Record to another file, or to a copy of this one; you can still read it.',
    ]);
    await first.close();
    expect(readdirSync(folder).filter((one) => one.endsWith('-lock'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'releases a file that could not be completed, and mentions limits',
    () => {
      const file = newFile();
      const module = new URL('../../../src/journal/file/open-recording.ts', import.meta.url).href;
      const script = `
      import { openRecording } from ${JSON.stringify(module)};
      const told = [];
      const onTrouble = ({ message, remedy }) => told.push(message, remedy);
      const recording = await openRecording(${JSON.stringify(file)}, { mode: 'create', onTrouble });
      const recorded = ${JSON.stringify(recordedOf({ reply: replyOf({ body: textOf('x'.repeat(20_000)) }) }))};
      for (let n = 0; n < 40; n++) { recording.add(recorded); await recording.flushed(); }
      await recording.close().catch(({ code }) => told.push(code));
      console.log(JSON.stringify(told));
    `;
      // In blocks of 1,024 bytes.
      const shell = [
        '-c',
        'ulimit -f 300; exec "$0" --input-type=module -e "$1"',
        process.execPath,
        script,
      ];
      const told = JSON.parse(execFileSync('bash', shell, { encoding: 'utf8' })) as string[];
      expect(told.slice(0, 2)).toEqual([
        `${file} cannot be written: disk I/O error`,
        'Free some space, or raise the limit on file sizes ("ulimit -f", a quota). Interactions since then are not in the file.',
      ]);
      expect(existsSync(`${file}-lock`)).toBe(false);
    },
  );

  it('names an interaction that is damaged, and reads the others', async () => {
    const file = await recordedFile(4);
    const database = new DatabaseSync(file);
    database.exec(
      "update detail set recorded = substr(recorded, 1, 40) where seq = 2; update detail set recorded = '{}' where seq = 3",
    );
    database.close();
    const archive = await openRecording(file, { mode: 'read' });
    for (const seq of [2, 3]) {
      expect(await troubleOf(archive.find(seq))).toEqual([
        'interaction-damaged',
        `interaction ${seq} cannot be read: its record is damaged`,
        'The others can be read. Use a copy of the file, if there is one.',
      ]);
    }
    expect((await archive.find(4))?.recorded.seq).toBe(4);
    const filter = {
      terms: [{ kind: 'header', name: 'x-none', text: '', isNegated: true }],
    } as const;
    expect([...(await archive.search(filter)).seqs]).toEqual([1, 4]);
    await archive.close();
  });

  it('treats too deep nesting as damage', async () => {
    // Without a bound, a few of these take minutes to be read for each filter.
    const file = await recordedFile(3);
    const database = new DatabaseSync(file);
    const nest = database.prepare(
      `update detail set recorded = replace(recorded, '"history":[]', ?) where seq = ?`,
    );
    for (const [seq, levels] of [
      [1, 999],
      [2, 1_000],
    ] as const)
      nest.run(`"history":${'['.repeat(levels)}${']'.repeat(levels)}`, seq);
    database.exec("update detail set recorded = printf('%.*c', 3000000, '[') where seq = 3");
    database.close();
    const archive = await openRecording(file, { mode: 'read' });
    expect((await archive.find(1))?.recorded.seq).toBe(1);
    for (const seq of [2, 3])
      expect((await troubleOf(archive.find(seq)))[0]).toBe('interaction-damaged');
    await archive.close();
  });

  it('creates a new file only on request', async () => {
    const file = await recordedFile(1);
    const name = file.slice(folder.length + 1);
    expect(await troubleOf(openRecording(file, { mode: 'create' }))).toEqual([
      'file-unwritable',
      `${name} already exists`,
      'Choose another file, or continue this recording.',
    ]);
    expect(readdirSync(folder).filter((one) => one.endsWith('-lock'))).toEqual([]);
  });

  it('adds nothing to a file opened for reading', async () => {
    const archive = await openRecording(await recordedFile(1), { mode: 'read' });
    const [code, message] = await troubleOf(archive.annotate(1, { tags: ['a'], note: '' }));
    expect([code, message?.includes('cannot be written: it was opened only for reading')]).toEqual([
      'file-unwritable',
      true,
    ]);
    await archive.close();
  });

  it('drops and counts interactions while the disk is full, reports it once, and continues once there is room', async () => {
    const file = newFile();
    const troubles: StandinError[] = [];
    const recording = await openRecording(file, {
      mode: 'create',
      fileBytesMax: 400_000,
      onTrouble: (trouble) => troubles.push(trouble),
    });
    const large = recordedOf({ reply: replyOf({ body: textOf('x'.repeat(300_000)) }) });
    for (let n = 0; n < 4; n++) {
      recording.add(large);
      await recording.flushed();
    }
    expect(troubles.map(({ code, message }) => [code, message.replace(file, 'it')])).toEqual([
      [
        'file-unwritable',
        'it cannot be written: the disk is full, or the file has reached its maximum size',
      ],
    ]);
    expect((await recording.totals()).dropped).toBe(3);
    recording.add(recordedOf({ findings: [findingOf()] }));
    expect(await recording.flushed()).toBe(5);
    await recording.close();
    const archive = await openRecording(file, { mode: 'read' });
    expect(await archive.totals()).toEqual({ total: 5, oldest: 1, newest: 5, dropped: 3 });
    expect([...(await archive.search(everything)).seqs]).toEqual([1, 5]);
    await archive.close();
  });

  it.skipIf(process.getuid?.() === 0)(
    'reports that a file or its folder is read-only, and still reads it',
    async () => {
      const file = await recordedFile(1);
      mkdirSync(at('locked'));
      copyFileSync(file, at('locked/a.db'));
      chmodSync(at('locked/a.db'), 0o444);
      chmodSync(at('locked'), 0o555);
      expect((await troubleOf(openRecording(at('locked/a.db'), { mode: 'append' })))[0]).toBe(
        'file-unwritable',
      );
      const archive = await openRecording(at('locked/a.db'), { mode: 'read' });
      expect((await archive.totals()).total).toBe(1);
      await archive.close();
      chmodSync(at('locked'), 0o755);
    },
  );

  it('drops and counts interactions that come too fast or cannot be redacted', async () => {
    const file = newFile();
    const redact = (recorded: Recorded): Recorded => {
      if (recorded.request.path === '/secret') throw new Error('no');
      return recorded;
    };
    const recording = await openRecording(file, {
      mode: 'create',
      queueInteractionsMax: 3,
      redact,
    });
    expect(Array.from({ length: 5 }, () => recording.add(recordedOf()))).toEqual([1, 2, 3, 4, 5]);
    expect(await recording.totals()).toEqual({ total: 5, oldest: 1, newest: 3, dropped: 2 });
    await recording.flushed();
    recording.add(recordedOf({ request: { ...recordedOf().request, path: '/secret' } }));
    await recording.flushed();
    expect((await recording.totals()).dropped).toBe(3);
    await recording.close();
    expect(recording.add(recordedOf())).toBe(7);
    const again = await openRecording(file, { mode: 'append' });
    expect((await again.totals()).total).toBe(6);
    expect(again.add(recordedOf())).toBe(7);
    await again.close();
  });
});
