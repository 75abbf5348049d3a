// The changes noted beside the seed file: whose they are, what stands in them, and what is made of
// a file that is spoilt.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject, own } from '../../../src/base/json.ts';
import type { Effect } from '../../../src/model/ruling/ruling.ts';
import type { KeptAnswer } from '../../../src/model/state/kept-answers.ts';
import { State, StoredRecord } from '../../../src/model/state/state.ts';
import { type ChangeLog, openChangeLog } from '../../../src/project/save/change-log.ts';
import { root } from '../../support/root.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();
const owner = { pid: 1, host: 'here' };
const put = (id: number): Effect => ({
  kind: 'put',
  resource: 'users',
  record: new StoredRecord(String(id), { id }),
});
const remove = (key: string): Effect => ({
  kind: 'remove',
  resource: 'users',
  key,
  memory: 'forget',
});

let db: string;
let file: string;
beforeEach(() => {
  db = join(project.folder, 'db.json');
  file = join(project.folder, '.db.json.changes');
  writeFileSync(db, '{}');
});

const answer = (key: string): KeptAnswer => ({
  key,
  request: 'r',
  at: 1,
  status: 201,
  headers: [['location', '/users/7']],
  body: '{"id":7}',
});

const open = (isAlive: boolean = false): ChangeLog =>
  openChangeLog({ db, owner, isAlive: () => isAlive });

describe('openChangeLog', () => {
  it('passes unsettled changes to the next process, in order', () => {
    const log = open();
    log.note(put(7));
    log.note(remove('1'));
    log.note({ kind: 'none' });
    log.release();
    const next = open();
    expect(next.left).toEqual([
      { kind: 'put', resource: 'users', row: { id: 7 } },
      { kind: 'remove', resource: 'users', key: '1' },
    ]);
    // It is still there if this one is killed before it has saved.
    next.release();
    expect(open().left).toHaveLength(2);
  });

  it('notes what a removal does to other rows', () => {
    const log = open();
    log.note({
      ...remove('1'),
      also: [{ resource: 'notes', key: 'n' }],
      unset: [{ resource: 'pets', record: new StoredRecord('2', { id: 2, owner: null }) }],
    } as Effect);
    log.release();
    expect(open().left).toEqual([
      { kind: 'remove', resource: 'users', key: '1' },
      { kind: 'remove', resource: 'notes', key: 'n' },
      { kind: 'put', resource: 'pets', row: { id: 2, owner: null } },
    ]);
  });

  it('notes a replacement of all rows in one line', () => {
    const log = open();
    const state = State.of(['users', 'things']);
    state.collection('users').put(new StoredRecord('7', { id: 7, name: 'two\nlines' }));
    log.note(put(1));
    log.noteAll(state);
    log.release();
    expect(open().left).toEqual([
      { kind: 'put', resource: 'users', row: { id: 1 } },
      { kind: 'all', rows: { users: [{ id: 7, name: 'two\nlines' }], things: [] } },
    ]);
    // The next one had it to write again, and to read again.
    expect(open().left).toHaveLength(2);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -3));
    expect(open().left).toHaveLength(1);
  });

  it('forgets saved changes, and leaves nothing behind', () => {
    const log = open();
    log.note(put(7));
    log.settle([]);
    log.note(put(8));
    log.settle([]);
    log.release();
    expect(existsSync(file)).toBe(false);
    expect(open().left).toEqual([]);
  });

  it('passes the answers to idempotency keys on, saved or not', () => {
    const log = open();
    log.note({ ...put(7), answer: answer('a') } as Effect);
    log.settle([answer('a')]);
    log.note({ ...put(8), answer: answer('b') } as Effect);
    log.release();
    const next = open();
    expect(next.answers).toEqual([answer('a')]);
    const left = { kind: 'put', resource: 'users', row: { id: 8 }, answer: answer('b') };
    next.release();
    const again = open();
    expect([next.left, again.left]).toEqual([[left], [left]]);
    again.settle([answer('a'), answer('b')]);
    again.release();
    const last = open();
    expect([last.answers, last.left]).toEqual([[answer('a'), answer('b')], []]);
    last.settle([]);
    last.release();
    expect(readdirSync(project.folder).filter((name) => name.includes('db.json'))).toEqual([
      'db.json',
    ]);
  });

  it('notes the answers that go with a replacement of all rows', () => {
    const log = open();
    const state = State.of(['users']);
    state.answers.keep(answer('a'));
    log.noteAll(state);
    log.release();
    const left = [{ kind: 'all', rows: { users: [] }, answers: [answer('a')] }];
    expect([open().left, open().left]).toEqual([left, left]);
  });

  it('keeps its changes while the answers cannot be saved', () => {
    const log = open();
    log.note({ ...put(7), answer: answer('a') } as Effect);
    // A folder in the place of the file.
    mkdirSync(join(project.folder, '.db.json.answers', 'x'), { recursive: true });
    log.settle([answer('a')]);
    log.release();
    expect(open().left).toHaveLength(1);
  });

  it('refuses a file that another process saves to, and leaves its changes alone', () => {
    const log = open();
    log.note(put(7));
    const before = readFileSync(file, 'utf8');
    expect(() => open(true)).toThrow(
      expect.objectContaining({
        code: 'seed-taken',
        message: `another process already saves to ${db}`,
      }),
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
    log.release();
  });

  it('checks the process in the log', () => {
    open().note(put(1));
    const asked: unknown[] = [];
    openChangeLog({ db, owner, isAlive: (given) => asked.push(given) === 0 });
    expect(asked).toEqual([{ ...owner, version: 1 }]);
  });

  it('is the same for all names of a file', () => {
    const link = join(project.folder, 'link.json');
    symlinkSync(db, link);
    open().note(put(7));
    expect(openChangeLog({ db: link, owner, isAlive: () => false }).left).toHaveLength(1);
  });

  it('leaves out a torn line, and everything after an invalid one', () => {
    const log = open();
    log.note(put(7));
    appendFileSync(file, '{"put":"users","row":{"id":8}');
    expect(open().left).toHaveLength(1);
    writeFileSync(
      file,
      `${JSON.stringify(owner)}\n{"remove":"users","key":"3"}\nno json\n{"remove":"users","key":"4"}\n`,
    );
    expect(open().left).toEqual([{ kind: 'remove', resource: 'users', key: '3' }]);
  });

  it.each([
    ['nothing', ''],
    ['no line that is whole', '{"pid":1'],
    ['no JSON', 'x\n'],
    [
      'changes without form',
      '{"pid":1}\n{"put":1}\n{"all":[]}\n{"all":{"users":[1]}}\n[]\nnull\n{"remove":"users","key":7}\n',
    ],
  ])('takes over nothing from a file with %s', (_what, text) => {
    writeFileSync(file, text);
    expect(open().left).toEqual([]);
  });

  it('reports that it cannot write if something else has the name', () => {
    mkdirSync(file);
    expect(() => open()).toThrow(expect.objectContaining({ code: 'file-unwritable' }));
  });

  it('follows those that ended while they took over', () => {
    open().note(put(7));
    const [line = ''] = readFileSync(file, 'utf8').split('\n');
    const id = String(own(JSON.parse(line) as JsonObject, 'claim'));
    const claimed = `${file}.0-${id}`;
    // Killed before it had written the log, and one before it had written its name.
    writeFileSync(claimed, '{"pid":2,"host":"here","claim":"two"}\n');
    const asked: unknown[] = [];
    expect(() => openChangeLog({ db, owner, isAlive: (given) => asked.push(given) === 1 })).toThrow(
      expect.objectContaining({ code: 'seed-taken' }),
    );
    expect(asked).toEqual([{ pid: 2, host: 'here' }]);
    writeFileSync(`${file}.1-two`, '');
    const next = open();
    expect(next.left).toHaveLength(1);
    next.settle([]);
    next.release();
    expect(readdirSync(project.folder).filter((name) => name.includes('.changes'))).toEqual([]);
  });
});

describe('a log that another process took over, though its owner lives', () => {
  it('passes on all that its owner noted, and refuses what comes later', () => {
    const first = open();
    first.note(put(7));
    const second = open();
    expect(second.left).toHaveLength(1);
    expect(first.isHeld).toBe(false);
    expect(() => first.note(put(8))).toThrow(
      `another process has taken over saving to ${db}: changes are refused here`,
    );
    expect(first.retry()?.code).toBe('seed-taken');
    expect(second.isHeld).toBe(true);
    second.note(put(9));
    // Nothing of the first one may touch what the second one has.
    first.settle([]);
    first.release();
    second.release();
    expect(open().left.map((change) => 'row' in change && change.row['id'])).toEqual([7, 9]);
  });

  it('is held though somebody removed its file', () => {
    const log = open();
    rmSync(file);
    log.note(put(7));
    expect(log.isHeld).toBe(true);
    log.release();
  });
});

describe('openChangeLog in several processes', () => {
  // Processes that wait for one moment each, and then open the log as fast as they can.
  it('lets one of them in, over 60 tries', async () => {
    const worker = join(root, 'test/support/open-change-log.ts');
    const children = Array.from({ length: 3 }, (_, n) =>
      fork(worker, [db, String(n)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
    );
    const answers = (): Promise<readonly unknown[]> =>
      Promise.all(
        children.map((child) => once(child, 'message').then(([message]) => message as unknown)),
      );
    const ask = async (what: 'ready' | 'close' | number): Promise<readonly unknown[]> => {
      const all = answers();
      for (const child of children) child.send(what);
      return all;
    };
    try {
      await ask('ready');
      for (let round = 0; round < 60; round++) {
        // Every third time no log is there, else one of a process that has ended.
        if (round % 3 > 0) writeFileSync(file, `{"pid":1,"host":"gone","claim":"r${round}"}\n`);
        const opened = await ask(Date.now() + 15);
        expect([round, opened.toSorted()]).toEqual([round, ['open', 'seed-taken', 'seed-taken']]);
        await ask('close');
      }
    } finally {
      for (const child of children) child.kill();
    }
  }, 60_000);
});
