// What the commands write over: what they wrote before, and nothing else without --force.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type OutKind, refuseForeign, writeOut } from '../../src/commands/out-file.ts';
import type { Outputs } from '../../src/commands/verify-output.ts';
import { toHar } from '../../src/journal/export/har.ts';
import { toHtml } from '../../src/verify/print/html.ts';
import { toJson } from '../../src/verify/print/json.ts';
import { toJunit } from '../../src/verify/print/junit.ts';
import { toSummary } from '../../src/verify/print/summary.ts';
import { plain } from '../bed/plain.ts';
import { started, USERS } from '../support/bed.ts';
import { copyProject, runToEnd } from '../support/cli.ts';
import { runVerify } from '../support/verifying.ts';
import { conforming, hostile, unjudged, violating } from '../verify/print/reports.ts';

const PRINTED: readonly (readonly [OutKind, (report: typeof conforming) => string])[] = [
  ['json', (report) => toJson(report)],
  ['junit', (report) => toJunit(report)],
  ['html', (report) => toHtml(report)],
  ['summary', (report) => toSummary([report], 100_000)],
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

  it.each(['json', 'junit', 'html', 'summary', 'tests', 'har', 'curl', 'fetch', 'pact', 'rows', 'profile'] as const)(
    'leaves the files of a project alone, as %s',
    (kind) => {
      using folder = copyProject();
      for (const name of ['db.json', 'contracts/users.json', 'schemas/user.json']) {
        const before = readFileSync(folder.at(name), 'utf8');
        expect(() => writeOut({ file: folder.at(name), kind }, 'x', 'own')).toThrow(`${folder.at(name)} is there already`);
        symlinkSync(folder.at(name), folder.at('link'));
        expect(() => writeOut({ file: folder.at('link'), kind }, 'x', 'own')).toThrow('is there already');
        execFileSync('rm', [folder.at('link')]);
        expect(readFileSync(folder.at(name), 'utf8')).toBe(before);
      }
    },
  );

  it('takes an empty file for none, where a report goes', () => {
    using folder = copyProject();
    writeFileSync(folder.at('empty'), '');
    expect(() => refuseForeign({ file: folder.at('empty'), kind: 'junit' }, 'own')).not.toThrow();
    expect(() => refuseForeign({ file: folder.at('empty'), kind: 'rows' }, 'own')).toThrow('is there already');
  });

  it('knows HAR of its own from that of browsers', async () => {
    using folder = copyProject();
    const file = folder.at('a.har');
    let text = '';
    for await (const piece of toHar([], { version: '1.2.3' })) text += piece;
    writeFileSync(file, text);
    expect(() => refuseForeign({ file, kind: 'har' }, 'own')).not.toThrow();
    writeFileSync(file, text.replace('standin', 'Firefox'));
    expect(() => refuseForeign({ file, kind: 'har' }, 'own')).toThrow('and --form har did not write it');
  });

  it('replaces nothing that is no file, whatever is given', () => {
    using folder = copyProject();
    mkdirSync(folder.at('folder'));
    execFileSync('mkfifo', [folder.at('pipe')]);
    symlinkSync('loop', folder.at('loop'));
    for (const file of [folder.at('folder'), folder.at('pipe'), '/dev/null'])
      expect(() => refuseForeign({ file, kind: 'json' }, 'any')).toThrow(`${file} is no file`);
    expect(() => refuseForeign({ file: folder.at('loop'), kind: 'json' }, 'any')).toThrow('cannot be written (ELOOP)');
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
        ...{ code: 2, stdout: '' },
        stderr: `standin: ${file} is there already, and --${option} did not write it\nName another file with --${option}, or give --force to write over it.\n`,
      });
      expect(service.answered()).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(before);
      for (const replacing of ['any', 'own'] as const)
        expect(await runVerify(service.baseUrl, { ...given(file), replacing })).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it('reads --force on the command line', async () => {
    using folder = copyProject();
    const args = ['verify', 'http://127.0.0.1:1', '--json', 'db.json'];
    const refused = await runToEnd(args, { cwd: folder.path });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('db.json is there already') });
    await runToEnd([...args, '--force'], { cwd: folder.path });
    expect(JSON.parse(readFileSync(folder.at('db.json'), 'utf8'))).toMatchObject({ format: 1, verdict: 'unjudged' });
  });
});
