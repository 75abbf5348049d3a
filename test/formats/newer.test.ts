// A file that a newer version wrote is refused in plain words, and stays as it is. For ledgers see
// commands/clean, for recordings journal/file, for the tables of a store store/stores.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isObject, type Json } from '../../src/base/json.ts';
import { reportsIn } from '../../src/commands/inspect/report-source.ts';
import { readShardText } from '../../src/commands/verify/read-shards.ts';
import { openAnswersFile } from '../../src/project/save/answers-file.ts';
import { openChangeLog } from '../../src/project/save/change-log.ts';
import { readOverrides } from '../../src/project/source/overrides.ts';
import { useTempFolder } from '../support/temp-folder.ts';
import { firstText } from './files.ts';

const folder = useTempFolder();

/** The same file, with another number in a member. */
function changed(name: string, member: 'format' | 'version', number: number): Json {
  const value = JSON.parse(firstText(name)) as Json;
  return isObject(value) ? { ...value, [member]: number } : value;
}

const newer = (file: string, found: number): string =>
  `${file} was written by a newer Standin: its form is ${found}, and this version reads up to 1`;

describe('a newer file', () => {
  it('a report, alone or of a shard', () => {
    expect(() => reportsIn(changed('report.json', 'format', 2), 'next.json')).toThrow(
      newer('next.json', 2),
    );
    const shard = JSON.stringify(changed('shard-1.json', 'format', 3));
    expect(() => readShardText(shard, 'shard.json')).toThrow(
      'shard.json has the format 3, but only 1 is supported',
    );
  });

  it('standin.json', () => {
    folder.write('standin.json', { version: 7, '/users': { id: 'key' } });
    expect(() => readOverrides('standin.json')).toThrow(newer('standin.json', 7));
  });

  it('the changes and answers beside rows, which stay', () => {
    folder.write('db.json', { users: [] });
    const log = firstText('changes.jsonl').replace('{"pid"', '{"version":2,"pid"');
    writeFileSync('.db.json.changes', log);
    const open = () =>
      openChangeLog({ db: 'db.json', owner: { pid: 1, host: 'here' }, isAlive: () => false });
    expect(open).toThrow(newer(join(process.cwd(), '.db.json.changes'), 2));
    expect(readFileSync('.db.json.changes', 'utf8')).toBe(log);
    writeFileSync('.db.json.answers', '{"version":4,"answers":[]}');
    expect(() => openAnswersFile('db.json')).toThrow(
      newer(join(process.cwd(), '.db.json.answers'), 4),
    );
  });
});
