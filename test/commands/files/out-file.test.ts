// What the commands write over: reports replace files, but for those of the project.

import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkOutFile, writeOut } from '../../../src/commands/files/out-file.ts';
import type { Outputs } from '../../../src/commands/shared/outlets.ts';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { copyProject, runToEnd } from '../../support/cli.ts';
import { runVerify } from '../../support/verifying.ts';

describe('checkOutFile', () => {
  it('replaces an existing file unless it is told to refuse', () => {
    using folder = copyProject();
    const file = folder.at('mine');
    writeOut({ file, option: '--out', existing: 'refuse' }, 'one');
    expect(() => writeOut({ file, option: '--out', existing: 'refuse' }, 'two')).toThrow(
      `${file} exists already`,
    );
    expect(readFileSync(file, 'utf8')).toBe('one');
    writeOut({ file, option: '--out', existing: 'replace' }, 'two');
    expect(readFileSync(file, 'utf8')).toBe('two');
  });

  it('refuses to replace a folder, a pipe or a device', () => {
    using folder = copyProject();
    mkdirSync(folder.at('folder'));
    execFileSync('mkfifo', [folder.at('pipe')]);
    symlinkSync('loop', folder.at('loop'));
    const check = (file: string) => (): void =>
      checkOutFile({ file, option: '--json', existing: 'replace' });
    for (const file of [folder.at('folder'), folder.at('pipe'), '/dev/null'])
      expect(check(file)).toThrow(`${file} is not a file`);
    expect(check(folder.at('loop'))).toThrow('cannot be written (ELOOP)');
  });
});

const REPORTS = [
  ['json', (file) => ({ json: { file } })],
  ['junit', (file) => ({ junit: file })],
  ['html', (file) => ({ html: file })],
  ['summary', (file) => ({ summary: { file, how: 'whole' } })],
] satisfies readonly (readonly [string, (file: string) => Partial<Outputs>])[];

describe('standin verify, if a file exists', () => {
  it.each(REPORTS)('replaces it with the report of --%s', async (_, given) => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const file = folder.at('report');
    writeFileSync(file, 'mine\n');
    expect(await runVerify(service.baseUrl, given(file))).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).not.toContain('mine');
  });

  it.each(REPORTS)(
    'refuses --%s for a file of the project, and sends nothing',
    async (option, given) => {
      using folder = copyProject();
      await using service = await started(plain.start(USERS));
      writeFileSync(folder.at('contracts/pacts/web.json'), '{}');
      symlinkSync('schemas/user.json', folder.at('link'));
      const names = ['contracts/users.json', 'schemas/user.json', 'db.json', 'link'];
      for (const file of [...names, 'contracts/pacts/web.json'].map((name) => folder.at(name))) {
        const before = readFileSync(file, 'utf8');
        const contract = folder.at('contracts');
        const pacts = 'leave-out';
        expect(await runVerify(service.baseUrl, { ...given(file), contract, pacts })).toEqual({
          code: 2,
          stdout: '',
          stderr: `standin: --${option} ${file} would replace a file that Standin reads\nName another file with --${option}.\n`,
        });
        expect(readFileSync(file, 'utf8')).toBe(before);
      }
      expect(service.answered()).toBe(0);
    },
  );

  it('replaces reports, and knows no --force', async () => {
    using folder = copyProject();
    const forced = await runToEnd(['verify', 'http://127.0.0.1:1', '--force'], {
      cwd: folder.path,
    });
    expect(forced).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Leave it out: files of reports are always replaced.'),
    });
    const args = ['verify', 'http://127.0.0.1:1', '--json'];
    const refused = await runToEnd([...args, 'db.json'], { cwd: folder.path });
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('db.json would replace a file that Standin reads'),
    });
    await runToEnd([...args, 'report.json'], { cwd: folder.path });
    expect(JSON.parse(readFileSync(folder.at('report.json'), 'utf8'))).toMatchObject({
      format: 1,
      verdict: 'unjudged',
    });
  });
});

describe('standin verify, if two options name one file', () => {
  /** What stands before, and two names of one file in a folder. */
  const SPELLINGS: readonly (readonly [
    string,
    (at: (name: string) => string) => readonly [one: string, other: string],
  ])[] = [
    ['word for word', (at) => [at('r'), at('r')]],
    ['by another way', (at) => [at('r'), at('contracts/../r')]],
    ['from this folder', (at) => [at('r'), relative('.', at('r'))]],
    [
      'by a folder that is a link',
      (at) => {
        symlinkSync('contracts', at('other'));
        return [at('contracts/r'), at('other/r')];
      },
    ],
    [
      'by a link',
      (at) => {
        writeFileSync(at('r'), '');
        symlinkSync('r', at('link'));
        return [at('r'), at('link')];
      },
    ],
    [
      'by a link to nothing',
      (at) => {
        symlinkSync('./r', at('link'));
        return [at('link'), at('r')];
      },
    ],
    [
      'by another name',
      (at) => {
        writeFileSync(at('r'), '');
        linkSync(at('r'), at('s'));
        return [at('r'), at('s')];
      },
    ],
    ['by capitals', (at) => [at('r'), at('R')]],
    ['in a folder that is not there', (at) => [at('nowhere/r'), at('nowhere/./r')]],
  ];

  it.each(SPELLINGS)('(%s) refuses them before it sends anything', async (_, spell) => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const [one, other] = spell((name) => folder.at(name));
    const before = readdirSync(folder.path);
    expect(await runVerify(service.baseUrl, { json: { file: one }, junit: other })).toEqual({
      code: 2,
      stdout: '',
      stderr: `standin: --json ${one} and --junit ${other} are the same file\nGive each option its own file.\n`,
    });
    expect(service.answered()).toBe(0);
    expect(readdirSync(folder.path)).toEqual(before);
  });

  it.each([
    ['--html', '--summary', (file) => ({ html: file, summary: { file, how: 'whole' } })],
    ['--html', 'GITHUB_STEP_SUMMARY', (file) => ({ html: file, summary: { file, how: 'append' } })],
    ['--json', '--record', (file) => ({ json: { file }, record: file })],
    ['--html', '--json', (file) => ({ json: { file }, html: file, shard: { index: 1, count: 1 } })],
  ] satisfies readonly (readonly [
    string,
    string,
    (file: string) => Parameters<typeof runVerify>[1],
  ])[])('refuses %s and %s with one file', async (one, other, given) => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const { code, stderr } = await runVerify(service.baseUrl, given(folder.at('r')));
    expect(code).toBe(2);
    expect(stderr).toContain(
      `${one} ${folder.at('r')} and ${other} ${folder.at('r')} are the same file`,
    );
    expect(service.answered()).toBe(0);
  });

  it('writes one file for each contract', async () => {
    using folder = copyProject();
    const users = readFileSync(folder.at('contracts/users.json'), 'utf8');
    writeFileSync(
      folder.at('contracts/others.json'),
      users.replace('"users"', '"others"').replace('"/users"', '"/others"'),
    );
    writeFileSync(folder.at('a-users.json'), '');
    symlinkSync('a-users.json', folder.at('a-others.json'));
    const given = { contract: folder.at('contracts'), json: { file: folder.at('a.json') } };
    const { stderr } = await runVerify('http://127.0.0.1:1', given);
    expect(stderr).toContain(
      `--json ${folder.at('a-others.json')} and --json ${folder.at('a-users.json')} are the same file`,
    );
    const summary = { file: folder.at('b-users.json'), how: 'whole' } as const;
    const other = await runVerify('http://127.0.0.1:1', {
      ...given,
      json: { file: folder.at('b.json') },
      summary,
    });
    expect(other.stderr).toContain(
      `--json ${folder.at('b-users.json')} and --summary ${folder.at('b-users.json')} are the same file`,
    );
  });
});
