// The files of ledgers: what is on the disk, also after a crash, and what happens where nothing can
// be.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createLedgerLines,
  LEDGER_FOLDER,
  readLedgerLines,
} from '../../../src/project/files/ledger.ts';
import { createLedger, readLedger } from '../../../src/verify/guard/ledger.ts';

const home = process.cwd();
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});

const BASE = 'http://127.0.0.1:3000';
const REMEDY =
  'Use a writable folder. A run records there what it creates, so that `standin clean` can remove it after a crash.';

function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

describe('createLedgerLines', () => {
  it('writes nothing before the first line, and then each line before it resolves', async () => {
    const lines = createLedgerLines(BASE, 'sk7f3q9x2');
    expect(existsSync(LEDGER_FOLDER)).toBe(false);
    await lines.append({ a: 1 });
    expect(readFileSync(lines.file, 'utf8')).toBe('{"a":1}\n');
    await lines.append({ b: 'é\n' });
    expect(readFileSync(lines.file, 'utf8')).toBe('{"a":1}\n{"b":"é\\n"}\n');
    expect(lines.file).toMatch(/^\.standin[\\/][0-9a-v]{10}-sk7f3q9x2\.jsonl$/);
    await lines.remove();
  });

  it.skipIf(process.platform === 'win32')('lets only its owner read it', async () => {
    const lines = createLedgerLines(BASE, 'sk7f3q9x2');
    await lines.append({});
    expect([statSync(lines.file).mode & 0o777, statSync(LEDGER_FOLDER).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    await lines.remove();
  });

  it('keeps the order of many lines at once', async () => {
    const lines = createLedgerLines(BASE, 'sk7f3q9x2');
    const all = Array.from({ length: 200 }, async (_, n) => {
      if (n % 7 === 0) await new Promise((resolve) => setTimeout(resolve, n % 5));
      await lines.append({ n });
      expect(readFileSync(lines.file, 'utf8')).toContain(`{"n":${n}}\n`);
    });
    await Promise.all(all);
    const numbers = readLedgerLines()[0]?.entries.map((entry) => (entry as { n: number }).n) ?? [];
    expect(new Set(numbers).size).toBe(200);
    const early = numbers.filter((n) => n % 7 !== 0);
    expect(early).toEqual([...early].sort((a, b) => a - b));
    await lines.remove();
  });

  it('leaves nothing when it is removed, also twice or unused, except other ledgers', async () => {
    const [mine, other] = [createLedgerLines(BASE, 'mine'), createLedgerLines(BASE, 'other')];
    await createLedgerLines(BASE, 'unused').remove();
    await Promise.all([mine.append({}), other.append({})]);
    await mine.remove();
    await mine.remove();
    expect(readdirSync(LEDGER_FOLDER)).toHaveLength(1);
    await other.remove();
    expect(existsSync(LEDGER_FOLDER)).toBe(false);
  });

  it('creates the folder again if another run has removed it', async () => {
    await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const lines = createLedgerLines(BASE, `t${n}`);
        await lines.append({ n });
        await lines.remove();
      }),
    );
    expect(existsSync(LEDGER_FOLDER)).toBe(false);
  });

  it('keeps what it wrote when it is closed, also twice or unused, and writes no more', async () => {
    const lines = createLedgerLines(BASE, 'sk7f3q9x2');
    await createLedgerLines(BASE, 'unused').close();
    void lines.append({ a: 1 });
    await lines.close();
    await lines.close();
    await expect(lines.append({ b: 2 })).rejects.toMatchObject({ code: 'file-unwritable' });
    expect(readFileSync(lines.file, 'utf8')).toBe('{"a":1}\n');
    await lines.remove();
    expect(existsSync(LEDGER_FOLDER)).toBe(false);
  });

  it.runIf(existsSync('/proc/self/fd'))('has no file open when it is closed', async () => {
    const lines = createLedgerLines(BASE, 'sk7f3q9x2');
    await lines.append({});
    const isOpen = (): boolean => openFiles().some((name) => name.endsWith(lines.file));
    expect(isOpen()).toBe(true);
    await lines.close();
    expect(isOpen()).toBe(false);
  });

  it('never writes into an existing file', async () => {
    const lines = createLedgerLines(BASE, 'sk7f3q9x2');
    mkdirSync(LEDGER_FOLDER);
    writeFileSync(lines.file, 'mine\n');
    await expect(lines.append({})).rejects.toMatchObject({
      code: 'file-unwritable',
      message: `${lines.file} cannot be written (EEXIST)`,
    });
    expect(readFileSync(lines.file, 'utf8')).toBe('mine\n');
  });

  it('reports each time where it cannot be written', async () => {
    writeFileSync(LEDGER_FOLDER, 'a file');
    const lines = createLedgerLines(BASE, 'sk7f3q9x2');
    const expected = {
      code: 'file-unwritable',
      message: `${lines.file} cannot be written (EEXIST)`,
      remedy: REMEDY,
    };
    await expect(lines.append({})).rejects.toMatchObject(expected);
    rmSync(LEDGER_FOLDER);
    await expect(lines.append({})).rejects.toMatchObject(expected);
    await lines.remove();
  });
});

describe('readLedgerLines', () => {
  it('returns the ledger of a killed run', async () => {
    const run = {
      token: 'sk7f3q9x2',
      baseUrl: BASE,
      path: '/users',
      startedAt: '2026-01-01T00:00:00.000Z',
      runner: null,
    };
    const ledger = createLedger(createLedgerLines(BASE, run.token), run);
    await Promise.all([ledger.intend(), ledger.intend()]);
    await Promise.all([ledger.own('7', 'a'), ledger.own('8', 'b'), ledger.release('7')]);
    const [left] = readLedgerLines().map(({ entries, remove }) => readLedger(entries, remove));
    expect(left).toMatchObject({ ...run, keys: ['8'] });
    await ledger.close();
    await left?.remove();
    expect(readLedgerLines()).toEqual([]);
  });

  it('returns nothing without a folder, and leaves other files alone', () => {
    expect(readLedgerLines()).toEqual([]);
    mkdirSync(LEDGER_FOLDER);
    writeFileSync(join(LEDGER_FOLDER, 'notes.txt'), 'mine');
    expect(readLedgerLines()).toEqual([]);
  });

  it.each([
    ['torn', '{"a":1}\n{"b":2', [{ a: 1 }]],
    ['torn in a number, which would still be JSON', '{"a":1}\n12', [{ a: 1 }]],
    ['torn in its first line', '{"a', []],
    ['empty', '', []],
    ['damaged within', '{"a":1}\n\0\0\0\n{"b":2}\n', [{ a: 1 }, { b: 2 }]],
  ])('reads the complete lines of a file that is %s', async (_how, text, entries) => {
    mkdirSync(LEDGER_FOLDER);
    writeFileSync(join(LEDGER_FOLDER, 'x.jsonl'), text);
    const [left] = readLedgerLines();
    expect(left?.entries).toEqual(entries);
    expect(left?.file).toBe(join(LEDGER_FOLDER, 'x.jsonl'));
    await left?.remove();
    await left?.remove();
    expect(existsSync(LEDGER_FOLDER)).toBe(false);
  });

  it('reports which file or folder cannot be read', () => {
    mkdirSync(join(LEDGER_FOLDER, 'x.jsonl'), { recursive: true });
    expect(() => readLedgerLines()).toThrow(
      `${join(LEDGER_FOLDER, 'x.jsonl')} cannot be read (EISDIR)`,
    );
    rmSync(LEDGER_FOLDER, { recursive: true });
    writeFileSync(LEDGER_FOLDER, '');
    expect(() => readLedgerLines()).toThrow('.standin cannot be read (ENOTDIR)');
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'reports which file cannot be removed',
    async () => {
      mkdirSync(LEDGER_FOLDER);
      writeFileSync(join(LEDGER_FOLDER, 'x.jsonl'), '');
      const [left] = readLedgerLines();
      chmodSync(LEDGER_FOLDER, 0o500);
      expect(() => left?.remove()).toThrow('cannot be written (EACCES)');
      chmodSync(LEDGER_FOLDER, 0o700);
    },
  );
});
