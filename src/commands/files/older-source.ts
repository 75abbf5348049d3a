// The older version that `--since` compares with, if it is not a file: a version in git, or what comes
// by a pipe. It is written to a folder of its own; the working tree and the index of git stay as they are.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isatty } from 'node:tty';
import { StandinError } from '../../base/errors.ts';
import { GIT, isOlderSource } from './is-older-source.ts';

/** Calls `use` with the place of the older version. In git that is the path of `source`, unless `since` names another. */
export async function withOlderSource<T>(
  since: string,
  source: string,
  use: (place: string) => Promise<T>,
): Promise<T> {
  if (!isOlderSource(since)) return use(since);
  const folder = mkdtempSync(join(tmpdir(), 'standin-since-'));
  try {
    return await use(since === '-' ? fromPipe(folder) : fromGit(since, source, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fromPipe(folder: string): string {
  const text = isatty(0) ? '' : readFileSync(0, 'utf8');
  if (text.trim() === '')
    throw invalid(
      'nothing came by the pipe for --since -',
      'Pipe a document in: git show main:openapi.yaml | standin verify openapi.yaml --since -',
    );
  const file = join(folder, text.trimStart().startsWith('{') ? 'older.json' : 'older.yaml');
  writeFileSync(file, text);
  return file;
}

/** Writes the documents of a version beside each other, as one may refer to others. */
function fromGit(since: string, source: string, folder: string): string {
  const [ref = '', ...rest] = since.slice(GIT.length).split(':');
  if (!/^[\w@][\w./@^~{}+-]*$/.test(ref))
    throw invalid(
      `--since ${since} names no version`,
      'Name a branch, a tag or a commit: --since git:main.',
    );
  const place = realPath(resolve(source));
  const top = git(dirname(place), ['rev-parse', '--show-toplevel'], () =>
    invalid(`${source} is in no repository of git`, 'Name a file in place of git:<version>.'),
  );
  const commit = git(top, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], () =>
    invalid(
      `git has no version ${ref} here`,
      `Fetch it first: git fetch origin ${ref}. The checkout of a pipeline often has one commit alone.`,
    ),
  );
  const path = (rest.join(':') || relative(realPath(top), place)).replaceAll(sep, '/');
  const missing = invalid(
    `git has no ${path} in ${ref}`,
    `Name the path that it had there: --since ${GIT}${ref}:<path>.`,
  );
  if (git(top, ['ls-tree', commit, '--', path], () => missing) === '') throw missing;
  // The schemas of contracts are beside their folder.
  const around = dirname(path) === '.' ? [] : ['--', `${dirname(path)}/`];
  const files = git(top, ['ls-tree', '-r', '-z', '--name-only', commit, ...around])
    .split('\0')
    .filter((file) => file === path || (DOCUMENTS.test(file) && !file.includes('\n')));
  for (const [file, bytes] of filesOf(top, commit, files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), bytes);
  }
  return join(folder, path);
}

const DOCUMENTS = /\.(?:json|ya?ml|har)$/i;

/** Reads files of a version. Git prints `<hash> blob <size>`, a line break, and the bytes of each. */
function* filesOf(
  top: string,
  commit: string,
  files: readonly string[],
): Iterable<readonly [file: string, bytes: Buffer]> {
  const asked = files.map((file) => `${commit}:${file}\n`).join('');
  const printed = run(top, ['cat-file', '--batch'], asked);
  let at = 0;
  for (const file of files) {
    const lineEnd = printed.indexOf('\n', at);
    const [, , size = ''] = printed.subarray(at, lineEnd).toString().split(' ');
    at = lineEnd + 1 + Number(size) + 1;
    yield [file, printed.subarray(lineEnd + 1, at - 1)];
  }
}

function realPath(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    return place;
  }
}

/** Returns what git prints. Throws what `onFailure` returns if it fails. */
function git(folder: string, words: readonly string[], onFailure?: () => StandinError): string {
  try {
    return run(folder, words).toString().replace(/\n$/, '');
  } catch (error) {
    if (error instanceof StandinError || onFailure === undefined) throw error;
    throw onFailure();
  }
}

function run(folder: string, words: readonly string[], input = ''): Buffer {
  try {
    const stdio = 'pipe';
    return execFileSync('git', ['-C', folder, ...words], { stdio, input, maxBuffer: BYTES_MAX });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== 'ENOENT') throw error;
    throw invalid('git is not installed', 'Install it, or name a file in place of git:<version>.');
  }
}

/** The most that git may print, in bytes. */
const BYTES_MAX = 256 * 2 ** 20;

function invalid(message: string, remedy: string): StandinError {
  return new StandinError('option-invalid', message, remedy);
}
