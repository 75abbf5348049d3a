// Files of the first form are read for ever: reports, shards, ledgers, logs, recordings, profiles
// and what stands beside a document.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { readShards } from '../../src/commands/verify/read-shards.ts';
import { openDatabase } from '../../src/database/database.ts';
import { prepareTables } from '../../src/database/layout.ts';
import { openDatabaseArchive } from '../../src/journal/database/open-database-recording.ts';
import { openRecording } from '../../src/journal/file/open-recording.ts';
import { openAnswersFile } from '../../src/project/save/answers-file.ts';
import { openChangeLog } from '../../src/project/save/change-log.ts';
import { readOverrides } from '../../src/project/source/overrides.ts';
import { readLedger } from '../../src/verify/guard/ledger.ts';
import { fromJson } from '../../src/verify/print/read-json.ts';
import { toText } from '../../src/verify/print/text/text.ts';
import { runToEnd } from '../support/cli.ts';
import { startPostgres } from '../support/postgres.ts';
import { useTempFolder } from '../support/temp-folder.ts';
import { firstFile, firstText, flawsIn } from './files.ts';

const folder = useTempFolder();

describe('reports', () => {
  it('of one run have the published form, and are written in other forms', () => {
    const report = JSON.parse(firstText('report.json'));
    expect(flawsIn('report-1', report)).toEqual([]);
    expect(toText(fromJson(report), { columns: 100, colour: false })).toContain(
      'users/21 was removed but is still there',
    );
  });

  it('of shards have the published form, and are merged', () => {
    const files = ['shard-1.json', 'shard-2.json'];
    for (const file of files) expect(flawsIn('shard-1', JSON.parse(firstText(file)))).toEqual([]);
    const shards = readShards(files.map(firstFile), '0.1.0');
    expect(shards.map(({ shard }) => shard.index)).toEqual([1, 2]);
    expect(shards.flatMap(({ parts }) => parts.map(({ report }) => report.verdict))).toEqual([
      'partly',
    ]);
  });

  it('of changes have the published form', () => {
    expect(flawsIn('since-1', JSON.parse(firstText('drift.json')))).toEqual([]);
  });
});

describe('standin.json', () => {
  const given = { '/users': { id: 'key' }, 'GET /users/{id}': { summary: 'One' } };

  it.each([
    ['without a version', given],
    ['of version 1', { $schema: 'standin-1.json', version: 1, ...given }],
  ])('%s has the published form, and is read', (_, text) => {
    expect(flawsIn('standin-1', text)).toEqual([]);
    folder.write('standin.json', text);
    expect(readOverrides('standin.json')?.json).toMatchObject(given);
    expect(readOverrides('standin.json')?.json).not.toHaveProperty('version');
  });

  it('with a member that no path has, or a version that never was, has not', () => {
    expect(flawsIn('standin-1', { '/users': { iid: 'key' } })).not.toEqual([]);
    expect(flawsIn('standin-1', { version: 'one' })).not.toEqual([]);
    folder.write('standin.json', { version: 'one' });
    expect(() => readOverrides('standin.json')).toThrow(
      'standin.json at /version: must be 1, is "one"\n    Omit it, or write "version": 1.',
    );
  });
});

describe('a ledger', () => {
  it('is read by clean', () => {
    const lines = firstText('ledger.jsonl').trim().split('\n');
    const left = readLedger(
      lines.map((line) => JSON.parse(line) as Json),
      async () => undefined,
    );
    expect(left).toMatchObject({ path: '/users', token: 'snlysolhpods', spared: ['1'] });
    expect(left?.keys).toEqual(['2', '3', '4', '5']);
  });
});

describe('what is saved beside rows', () => {
  const owner = { pid: 1, host: 'here', began: null };

  it('changes of a process that was killed', () => {
    folder.write('db.json', { users: [] });
    writeFileSync('.db.json.changes', firstText('changes.jsonl').replace('HOST', hostname()));
    const log = openChangeLog({ db: 'db.json', owner, isAlive: () => false });
    expect(log.left).toMatchObject([
      { kind: 'put', resource: 'users', row: { id: 6, name: 'Zoe' }, answer: { status: 201 } },
      { kind: 'remove', resource: 'users', key: '2' },
    ]);
    log.release();
    expect(JSON.parse(readFileSync('.db.json.changes', 'utf8').split('\n')[0] ?? '')).toMatchObject(
      {
        ...owner,
        version: 1,
      },
    );
  });

  it('answers to idempotency keys', () => {
    folder.write('db.json', { users: [] });
    copyFileSync(firstFile('answers.json'), '.db.json.answers');
    const { answers, save } = openAnswersFile('db.json');
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(save(answers.slice(1))).toBe(true);
    expect(JSON.parse(readFileSync('.db.json.answers', 'utf8'))).toMatchObject({
      version: 1,
      answers: [{ status: 201 }],
    });
    expect(openAnswersFile('db.json').answers).toEqual(answers.slice(1));
  });
});

describe('a learned profile', () => {
  it('is served', async () => {
    const cwd = process.cwd();
    expect(await runToEnd(['init'], { cwd })).toMatchObject({ code: 0 });
    mkdirSync('contracts/profiles', { recursive: true });
    copyFileSync(firstFile('profile.json'), 'contracts/profiles/theirs.json');
    const told = await runToEnd(['contract', '--choices', '--json', '--profile', 'theirs'], {
      cwd,
    });
    expect([told.code, told.stderr]).toEqual([0, '']);
  });
});

describe('recordings', () => {
  it('in a file are read, and continued', async () => {
    writeFileSync('first.standin', gunzipSync(readFileSync(firstFile('recording.standin.gz'))));
    const archive = await openRecording('first.standin', { mode: 'read' });
    expect(await archive.totals()).toMatchObject({ newest: 3 });
    expect(await archive.find(1)).toMatchObject({ recorded: { request: { path: '/users' } } });
    await archive.close();
    const writing = await openRecording('first.standin', { mode: 'append' });
    expect(await writing.totals()).toMatchObject({ newest: 3 });
    await writing.close();
  });

  it('in a database are read, and its tables are those of today', async () => {
    const postgres = await startPostgres();
    const client = new pg.Client({ host: postgres.socket, user: 'postgres', database: 'postgres' });
    try {
      await client.connect();
      await client.query(firstText('recording.sql'));
      const host = encodeURIComponent(postgres.socket);
      const connectionString = `postgres://postgres@/postgres?host=${host}`;
      const place = {
        ...{ connectionString, schema: 'first', recording: 'calls', shown: 'postgres://db/first' },
        ...{ days: null, megachars: null },
      };
      const archive = await openDatabaseArchive(place);
      expect(await archive.totals()).toMatchObject({ newest: 2 });
      expect(await archive.find(2)).toMatchObject({ recorded: { request: { path: '/users/77' } } });
      await archive.close();
      const database = await openDatabase({ connection: { connectionString }, schema: 'first' });
      expect(['there', 'upgraded']).toContain(await prepareTables(database));
      await database.close();
    } finally {
      await client.end();
      await postgres.close();
    }
  });
});
