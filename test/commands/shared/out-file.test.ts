// What the commands write over: what they wrote before, and nothing else without --force.

import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OutKind, refuseForeign, writeOut } from '../../../src/commands/shared/out-file.ts';
import type { Outputs } from '../../../src/commands/shared/outlets.ts';
import { toHar } from '../../../src/journal/export/har.ts';
import { toHtml } from '../../../src/verify/print/html/html.ts';
import { toJson } from '../../../src/verify/print/json.ts';
import { toJunit } from '../../../src/verify/print/junit.ts';
import { toMarkdown } from '../../../src/verify/print/markdown.ts';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { copyProject, runToEnd } from '../../support/cli.ts';
import { runVerify } from '../../support/verifying.ts';
import { conforming, hostile, unjudged, violating } from '../../verify/print/reports.ts';

const PRINTED: readonly (readonly [OutKind, (report: typeof conforming) => string])[] = [
  ['json', (report) => toJson(report)],
  ['junit', (report) => toJunit(report)],
  ['html', (report) => toHtml(report)],
  ['summary', (report) => toMarkdown([report], 100_000)],
];

describe('refuseForeign', () => {
  it.each(PRINTED)('knows what --%s wrote, and takes nothing else for it', (kind, print) => {
    using folder = copyProject();
    const file = folder.at('report');
    for (const report of [conforming, violating, unjudged, hostile]) {
      writeOut({ file, kind }, print(report), 'own');
      for (const [other] of PRINTED) {
        const look = (): void => refuseForeign({ file, kind: other }, 'own');
        if (other === kind) expect(look).not.toThrow();
        else expect(look).toThrow(`${file} is there already, and --${other} did not write it`);
      }
    }
  });

  it.each([
    'json',
    'junit',
    'html',
    'summary',
    'tests',
    'har',
    'curl',
    'fetch',
    'pact',
    'rows',
    'profile',
  ] as const)('leaves the files of a project alone, as %s', (kind) => {
    using folder = copyProject();
    for (const name of ['db.json', 'contracts/users.json', 'schemas/user.json']) {
      const before = readFileSync(folder.at(name), 'utf8');
      expect(() => writeOut({ file: folder.at(name), kind }, 'x', 'own')).toThrow(
        `${folder.at(name)} is there already`,
      );
      symlinkSync(folder.at(name), folder.at('link'));
      expect(() => writeOut({ file: folder.at('link'), kind }, 'x', 'own')).toThrow(
        'is there already',
      );
      rmSync(folder.at('link'));
      expect(readFileSync(folder.at(name), 'utf8')).toBe(before);
    }
  });

  it('takes an empty file for none, where a report goes', () => {
    using folder = copyProject();
    writeFileSync(folder.at('empty'), '');
    expect(() => refuseForeign({ file: folder.at('empty'), kind: 'junit' }, 'own')).not.toThrow();
    expect(() => refuseForeign({ file: folder.at('empty'), kind: 'rows' }, 'own')).toThrow(
      'is there already',
    );
  });

  it('knows HAR of its own from that of browsers', async () => {
    using folder = copyProject();
    const file = folder.at('a.har');
    let text = '';
    for await (const piece of toHar([], { version: '1.2.3' })) text += piece;
    writeFileSync(file, text);
    expect(() => refuseForeign({ file, kind: 'har' }, 'own')).not.toThrow();
    writeFileSync(file, text.replace('standin', 'Firefox'));
    expect(() => refuseForeign({ file, kind: 'har' }, 'own')).toThrow(
      'and --form har did not write it',
    );
  });

  it('replaces nothing that is no file, whatever is given', () => {
    using folder = copyProject();
    mkdirSync(folder.at('folder'));
    execFileSync('mkfifo', [folder.at('pipe')]);
    symlinkSync('loop', folder.at('loop'));
    for (const file of [folder.at('folder'), folder.at('pipe'), '/dev/null'])
      expect(() => refuseForeign({ file, kind: 'json' }, 'any')).toThrow(`${file} is no file`);
    expect(() => refuseForeign({ file: folder.at('loop'), kind: 'json' }, 'any')).toThrow(
      'cannot be written (ELOOP)',
    );
  });
});

describe('standin verify, where a file is there', () => {
  it.each([
    ['json', (file) => ({ json: { file } })],
    ['junit', (file) => ({ junit: file })],
    ['html', (file) => ({ html: file })],
    ['summary', (file) => ({ summary: { file, how: 'whole' } })],
  ] satisfies readonly (readonly [string, (file: string) => Partial<Outputs>])[])(
    'refuses --%s before it asks anything, and writes over its own report and with --force',
    async (option, given) => {
      using folder = copyProject();
      await using service = await started(plain.start(USERS));
      const file = folder.at('db.json');
      const before = readFileSync(file, 'utf8');
      expect(await runVerify(service.baseUrl, given(file))).toEqual({
        code: 2,
        stdout: '',
        stderr: `standin: ${file} is there already, and --${option} did not write it\nName another file with --${option}, or give --force to write over it.\n`,
      });
      expect(service.answered()).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(before);
      for (const replacing of ['any', 'own'] as const)
        expect(await runVerify(service.baseUrl, { ...given(file), replacing })).toMatchObject({
          code: 0,
          stderr: '',
        });
    },
  );

  it('reads --force on the command line', async () => {
    using folder = copyProject();
    const args = ['verify', 'http://127.0.0.1:1', '--json', 'db.json'];
    const refused = await runToEnd(args, { cwd: folder.path });
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('db.json is there already'),
    });
    await runToEnd([...args, '--force'], { cwd: folder.path });
    expect(JSON.parse(readFileSync(folder.at('db.json'), 'utf8'))).toMatchObject({
      format: 1,
      verdict: 'unjudged',
    });
  });
});

describe('standin verify, where two options name one file', () => {
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

  it.each(SPELLINGS)('(%s) refuses them before it asks anything', async (_, spell) => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const [one, other] = spell((name) => folder.at(name));
    const before = readdirSync(folder.path);
    expect(
      await runVerify(service.baseUrl, { json: { file: one }, junit: other, replacing: 'any' }),
    ).toEqual({
      code: 2,
      stdout: '',
      stderr: `standin: --json ${one} and --junit ${other} are one file\nGive each of them a file of its own.\n`,
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
  ])[])('holds %s apart from %s', async (one, other, given) => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const { code, stderr } = await runVerify(service.baseUrl, given(folder.at('r')));
    expect(code).toBe(2);
    expect(stderr).toContain(
      `${one} ${folder.at('r')} and ${other} ${folder.at('r')} are one file`,
    );
    expect(service.answered()).toBe(0);
  });

  it('holds apart what several contracts are written to', async () => {
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
      `--json ${folder.at('a-others.json')} and --json ${folder.at('a-users.json')} are one file`,
    );
    const summary = { file: folder.at('b-users.json'), how: 'whole' } as const;
    const other = await runVerify('http://127.0.0.1:1', {
      ...given,
      json: { file: folder.at('b.json') },
      summary,
    });
    expect(other.stderr).toContain(
      `--json ${folder.at('b-users.json')} and --summary ${folder.at('b-users.json')} are one file`,
    );
  });
});
