// `standin verify` on another resource: nothing in it is about users, and a contract may lack
// operations.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { VerifyOptions } from '../../../src/commands/verify/flags.ts';
import {
  BOOKS,
  type BooksProject,
  createBooksProject,
  OPERATIONS,
  startMock,
} from '../../support/books.ts';
import { type BookFault, startBooks } from '../../support/faulty-books.ts';
import { type CommandRun, runClean, runVerify } from '../../support/verifying.ts';

function runBooks(
  project: BooksProject,
  baseUrl: string,
  more: Partial<VerifyOptions> = {},
): Promise<CommandRun> {
  const { contract, folder } = project;
  return runVerify(baseUrl, {
    mode: 'write',
    contract,
    ledgerFolder: join(folder, '.standin'),
    ...more,
  });
}

const without = (...names: readonly string[]): readonly (typeof OPERATIONS)[number][] =>
  OPERATIONS.filter((operation) => !names.includes(operation));

describe('verifyService, with another resource', () => {
  it.each([
    { operations: OPERATIONS, rows: ['GET list', 'POST', 'GET one', 'PUT', 'DELETE'] },
    { operations: without('replace'), rows: ['GET list', 'POST', 'GET one', 'DELETE'] },
    { operations: without('list'), rows: ['POST', 'GET one', 'PUT', 'DELETE'] },
    { operations: without('read'), rows: ['GET list', 'POST', 'PUT', 'DELETE'] },
    { operations: without('list', 'replace'), rows: ['POST', 'GET one', 'DELETE'] },
  ])(
    'raises no false alarm at a mock with $rows, and leaves nothing behind',
    { timeout: 60_000 },
    async ({ operations, rows }) => {
      using project = createBooksProject(operations);
      const serving = await startMock(project);
      const files = {
        json: { file: join(project.folder, 'a.json') },
        html: join(project.folder, 'a.html'),
      };
      const run = await runBooks(project, serving.url, files);
      const left: unknown = await fetch(`${serving.url}/library/books`).then((response) =>
        response.json(),
      );
      await serving.close();
      expect(run, run.stdout).toMatchObject({ code: 0, stderr: '' });
      expect(
        [...run.stdout.matchAll(/^ {2}[✓–] (\S+(?: \S+)?) +\d+ of/gm)].map(([, name]) => name),
      ).toEqual(rows);
      if (rows.includes('GET list')) expect(left).toEqual(BOOKS);
      expect(existsSync(join(project.folder, '.standin'))).toBe(false);
      for (const text of [
        run.stdout,
        ...['a.json', 'a.html'].map((file) => readFileSync(join(project.folder, file), 'utf8')),
      ])
        expect(text).not.toMatch(/user/i);
    },
  );

  it('finds nothing wrong in a service written by hand', { timeout: 60_000 }, async () => {
    using project = createBooksProject();
    await using service = await startBooks('none');
    const run = await runBooks(project, service.baseUrl);
    expect(run, run.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(service.stored()).toEqual(BOOKS.map(({ isbn }) => isbn));
  });

  it.each<[BookFault, RegExp]>([
    ['pages-as-text', /\/pages/],
    ['price-rounded', /price/],
    ['day-before', /published/],
    ['authors-cut', /authors/],
    ['subtitle-lost', /subtitle/],
    ['language-list-differs', /GET list violates/],
    ['removes-two', /DELETE violates/],
    ['keys-in-list-missing', /isbn/],
  ])('finds a planted fault: %s', { timeout: 60_000 }, async (fault, told) => {
    using project = createBooksProject();
    await using service = await startBooks(fault);
    const run = await runBooks(project, service.baseUrl);
    expect(run.code, run.stdout).toBe(1);
    expect(run.stdout).toMatch(told);
    expect(run.stdout).not.toMatch(/user/i);
  });

  it('warns first that it can remove nothing without DELETE, and reports afterwards what is left', {
    timeout: 60_000,
  }, async () => {
    using project = createBooksProject(without('remove'));
    await using service = await startBooks('none', ['DELETE']);
    const run = await runBooks(project, service.baseUrl);
    expect(run.code, run.stdout).toBe(0);
    expect(run.stderr).toBe(
      'standin: books: the contract has no DELETE, so the items of the run stay there: 3 at most\n--leave <n> allows more, --read-only creates nothing, Ctrl-C ends the run.\n',
    );
    expect(run.stdout).toContain(
      `Left behind: ${service.stored().length - BOOKS.length}; they stay, because the contract has no DELETE\n`,
    );
    expect(service.stored().length - BOOKS.length).toBe(3);
    // A law about an operation that the contract lacks is not reported.
    expect(run.stdout).toMatch(/PUT +10 of 11 laws held/);
    expect(run.stdout).not.toMatch(/DELETE +\d+ of/);
    const cleaned = await runClean(service.baseUrl, {
      contract: project.contract,
      ledgerFolder: join(project.folder, '.standin'),
    });
    expect(cleaned).toMatchObject({ code: 1, stderr: '' });
    expect(cleaned.stdout.match(/could not be removed: the contract has no DELETE/g)?.length).toBe(
      3,
    );
    expect(cleaned.stdout).toContain('/library/books: 3 left\n');
    const reading = await runBooks(project, service.baseUrl, { mode: 'read-only' });
    expect(reading, reading.stdout).toMatchObject({ code: 0, stderr: '' });
  });

  it('only reads if there is no POST, and misses the laws about writes', async () => {
    using project = createBooksProject(without('create'));
    await using service = await startBooks('none', ['POST']);
    const run = await runBooks(project, service.baseUrl);
    expect(run, run.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('conforms as far as tried');
    expect(run.stdout).toContain(
      'not exercised: the contract shows no operation that creates books',
    );
  });

  it('conforms if the contract only reads: laws that need items of the run do not apply', async () => {
    using project = createBooksProject(['list', 'read']);
    await using service = await startBooks('none', ['POST', 'PUT', 'DELETE']);
    const run = await runBooks(project, service.baseUrl, { required: 'all' });
    expect(run, run.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('conforms to the contract');
    expect(run.stdout.replaceAll(/\n +/g, ' ')).toMatch(
      /does not apply: .*list-follows.*, for no operation of the contract creates items/,
    );
    const choosing = await runBooks(project, service.baseUrl, { mode: 'read-only' });
    expect(choosing.stdout).toContain('the run only reads');
  });

  it('writes nothing if it cannot make a valid item, and says how to supply one', async () => {
    using project = createBooksProject();
    const file = join(project.folder, 'schemas', 'book.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('^[A-Z]{2}', '^(?=SF|HI)[A-Z]{2}'));
    await using service = await startBooks('none');
    const run = await runBooks(project, service.baseUrl);
    expect(run, run.stdout).toMatchObject({ code: 0, stderr: '' });
    const why = 'no valid value could be made for "shelf"; add "examples" to book-new.json';
    expect(run.stdout.replaceAll(/\n +/g, ' ')).toContain(`not exercised: ${why}`);
    expect(service.stored()).toHaveLength(BOOKS.length);
  });
});
