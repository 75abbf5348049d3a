// `standin verify --write-test`: tests that fail on the service that they were written for and pass
// on a correct one; and what is said where none can be written.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  checkOutputsApart,
  fileOfResource,
} from '../../../src/commands/shared/file-per-resource.ts';
import { writeTests } from '../../../src/commands/verify/test-file.ts';
import { plain } from '../../bed/plain.ts';
import { started, startFault, USERS } from '../../support/bed.ts';
import { copyProject } from '../../support/cli.ts';
import { runVerify } from '../../support/verifying.ts';
import { runWritten, vitestFolder } from '../../support/written-tests.ts';
import { conforming, putFinding, unjudged, violating } from '../../verify/print/reports.ts';
import { contract } from '../../verify/search/walking.ts';

const FEW = { mode: 'write', laws: ['created-is-there', 'removed-is-gone'] } as const;

describe('verifyService, with --write-test', () => {
  it.each([
    ['skills-are-one-text', 'section 2, User'],
    ['delete-does-nothing', 'section 4, DELETE /users/{user_id}'],
    ['second-put-ignored', 'section 4, PUT /users/{user_id}'],
  ])(
    'writes tests that fail on %s and pass on a correct service',
    { timeout: 120_000 },
    async (fault, clause) => {
      using folder = vitestFolder();
      await using faulty = await started(startFault(fault));
      await using correct = await started(plain.start(USERS));
      const file = folder.at('findings.test.ts');
      const run = await runVerify(faulty.baseUrl, {
        mode: 'write',
        budget: 'quick',
        tests: file,
        // Where nothing can be removed, three items are too few to find what a test can repeat.
        leave: 1_000,
        ledgerFolder: folder.at('.standin'),
        headers: ['Authorization: Bearer s3cr3t-token'],
      });
      expect(run, run.stdout).toMatchObject({ code: 1, stderr: '' });
      expect(run.stdout).toMatch(
        /\n\d+ tests? written to \S+findings\.test\.ts[^\n]*\. To run: npx vitest run \S+findings\.test\.ts\n$/,
      );
      const text = readFileSync(file, 'utf8');
      expect(text).not.toContain('s3cr3t');
      expect(text.match(/^import .*$/gm)).toEqual([
        "import { afterEach, beforeEach, expect, it } from 'vitest';",
      ]);
      const failed = (await runWritten(folder, { baseUrl: null })).get('findings.test.ts') ?? [];
      expect(failed.map(({ title }) => title).join('\n')).toContain(clause);
      expect(failed.filter(({ status }) => status !== 'failed')).toEqual([]);
      const passed =
        (await runWritten(folder, { baseUrl: correct.baseUrl })).get('findings.test.ts') ?? [];
      expect(passed.map(({ status }) => status)).toEqual(failed.map(() => 'passed'));
      expect(correct.stored()).toEqual(USERS);
    },
  );

  it('reports that it found nothing, and writes nothing', async () => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const tests = folder.at('a.test.ts');
    const told = `No test was written to ${tests}: nothing was found.\n`;
    const run = await runVerify(service.baseUrl, { tests });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout.endsWith(`\n${told}`)).toBe(true);
    expect(await runVerify(service.baseUrl, { tests, json: 'print' })).toMatchObject({
      code: 0,
      stderr: told,
    });
    const quiet = await runVerify(service.baseUrl, { tests, form: 'quiet' });
    expect(quiet).toMatchObject({ code: 0, stderr: '' });
    expect(quiet.stdout).not.toContain('No test was written');
    expect(existsSync(tests)).toBe(false);
  });

  it('replaces the file that exists', async () => {
    using folder = copyProject();
    await using service = await started(startFault('delete-does-nothing'));
    const given = {
      ...FEW,
      leave: 1_000,
      ledgerFolder: folder.at('.standin'),
      tests: folder.at('a.test.ts'),
    };
    writeFileSync(given.tests, '// old\n');
    expect(await runVerify(service.baseUrl, given)).toMatchObject({ code: 1, stderr: '' });
    expect(readFileSync(given.tests, 'utf8')).toContain('\nit(');
    expect(readFileSync(given.tests, 'utf8')).not.toContain('// old');
  });

  it('sends nothing if it could not write the file', async () => {
    using folder = copyProject();
    const nowhere = await runVerify('http://127.0.0.1:1', {
      tests: folder.at('nowhere', 'a.test.ts'),
    });
    expect(nowhere).toEqual({
      code: 2,
      stdout: '',
      stderr: `standin: there is no folder ${folder.at('nowhere')}\nCreate it, or name another file with --write-test.\n`,
    });
    mkdirSync(folder.at('b.test.ts'));
    const taken = await runVerify('http://127.0.0.1:1', { tests: folder.at('b.test.ts') });
    expect(taken.stderr).toBe(
      `standin: ${folder.at('b.test.ts')} is not a file\nName another file with --write-test.\n`,
    );
  });

  // Whoever may do everything may write everywhere.
  it.skipIf(process.getuid?.() === 0)('sends nothing if the folder is read-only', async () => {
    using folder = copyProject();
    mkdirSync(folder.at('locked'), { mode: 0o555 });
    const { code, stderr } = await runVerify('http://127.0.0.1:1', {
      tests: folder.at('locked', 'a.test.ts'),
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^standin: \S+a\.test\.ts cannot be written: the folder is read-only\nName another file with --write-test\.\n$/,
    );
  });
});

describe('writeTests', () => {
  const facts = { contract, token: 'sqtoken', idAt: { kind: 'body', pointer: '/id' } } as const;
  const steady = { ...putFinding, message: 'replace of users/17 had no effect' };

  it('leaves out findings that did not recur, and those that no test can repeat', () => {
    using folder = copyProject();
    const file = folder.at('a.test.ts');
    const findings = [steady, { ...steady, reproduced: 'no' as const }, { ...steady, trace: [] }];
    const told = writeTests(file, { ...violating, findings }, facts);
    expect(told).toBe(
      `1 test written to ${file}; 2 findings cannot be repeated by a test. To run: npx vitest run ${file}`,
    );
    expect(readFileSync(file, 'utf8').match(/^it\(/gm)).toHaveLength(1);
  });

  it('says why it writes no test', () => {
    const findings = [{ ...steady, reproduced: 'no' as const }];
    expect(writeTests('a.test.ts', { ...violating, findings }, facts)).toBe(
      'No test was written to a.test.ts: none of 1 finding can be repeated by a test.',
    );
    expect(writeTests('a.test.ts', conforming, facts)).toBe(
      'No test was written to a.test.ts: nothing was found.',
    );
    expect(writeTests('a.test.ts', unjudged, null)).toBe(
      'No test was written to a.test.ts: the service could not be judged.',
    );
    expect(existsSync('a.test.ts')).toBe(false);
  });
});

describe('fileFor', () => {
  it.each([
    ['a.json', 'a-users.json'],
    ['out.d/report', 'out.d/report-users'],
    ['b/a.test.ts', 'b/a-users.test.ts'],
    ['a.b.spec.mts', 'a.b-users.spec.mts'],
    ['.hidden', '.hidden-users'],
  ])('returns for %s the name %s', (file, named) => {
    expect(fileOfResource(file, 'users')).toBe(named);
    expect(fileOfResource(file, null)).toBe(file);
  });
});

describe('checkOutputsApart', () => {
  const none = { json: null, junit: null, html: null, tests: null };

  it.each([
    [{ ...none, json: { file: 'r.json' } }, 'a/b', 'a:b', 'r-a_b.json'],
    [{ ...none, junit: 'r.xml' }, 'a\\b', 'a*b', 'r-a_b.xml'],
    [{ ...none, html: 'r.html' }, 'users', 'Users', 'r-Users.html'],
    [{ ...none, tests: 'r.test.ts' }, 'caf\u00e9', 'cafe\u0301', 'r-cafe\u0301.test.ts'],
  ])('refuses two resources with one file name: %j', (outputs, one, other, file) => {
    expect(() => checkOutputsApart(outputs, ['users1', one, other])).toThrow(
      `${JSON.stringify(one)} and ${JSON.stringify(other)} would both be written to ${file}`,
    );
    expect(() => checkOutputsApart(outputs, ['a/b', 'a/c', 'users'])).not.toThrow();
  });

  it('accepts reports without a file of their own', () => {
    expect(() => checkOutputsApart(none, ['a/b', 'a:b'])).not.toThrow();
    expect(() => checkOutputsApart({ ...none, json: 'print' }, ['a/b', 'a:b'])).not.toThrow();
  });
});
