// `verify --since` with a version in git, and with a pipe: the same changes as with a file, and what to
// do if there is no such version.

import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { withOlderSource } from '../../../src/commands/files/older-source.ts';
import { root } from '../../support/root.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();

function documentWith(parameters: readonly JsonObject[]): JsonObject {
  const get = { parameters, responses: { 200: { description: 'all' } } };
  return { openapi: '3.1.0', info: { title: 'Jobs', version: '1' }, paths: { '/jobs': { get } } };
}

const PAGE = { name: 'page', in: 'query', schema: { $ref: 'parts/page.yaml' } };

function git(...words: readonly string[]): string {
  const own = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  return execFileSync('git', [...own, ...words], { encoding: 'utf8', stdio: 'pipe' });
}

/** A repository whose branch `main` has an older document, and the working tree a newer one. */
function startRepository(): void {
  git('init', '-q', '-b', 'main');
  folder.write('api/openapi.json', documentWith([PAGE]));
  folder.write('api/parts/page.yaml', 'type: integer\n');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  git('tag', 'v1');
  folder.write('api/openapi.json', documentWith([{ ...PAGE, required: true }]));
}

function run(
  words: readonly string[],
  input = '',
): { readonly code: number | null; readonly text: string } {
  const ran = spawnSync(process.execPath, [`${root}/src/cli.ts`, 'verify', ...words], {
    input,
    encoding: 'utf8',
  });
  return { code: ran.status, text: ran.stdout + ran.stderr };
}

describe('--since git:<version>', () => {
  it.each(['git:main', 'git:v1', 'git:HEAD', 'git:main:api/openapi.json'])(
    'compares with the file of %s, and leaves the repository as it is',
    (since) => {
      startRepository();
      const before = git('status', '--porcelain');
      const { code, text } = run(['api/openapi.json', '--since', since]);
      expect(text).toContain(`api/openapi.json since ${since}`);
      expect(text).toContain('the parameter "query page" is required now');
      expect(code).toBe(1);
      expect(git('status', '--porcelain')).toBe(before);
    },
  );

  it('finds nothing where nothing changed, also in a document that it refers to', () => {
    startRepository();
    git('commit', '-qam', 'second');
    expect(run(['api/openapi.json', '--since', 'git:main']).code).toBe(0);
    folder.write('api/parts/page.yaml', 'type: integer\nmaximum: 9\n');
    expect(run(['api/openapi.json', '--since', 'git:main'])).toMatchObject({ code: 1 });
  });

  it('says what to do if there is no such version, file or repository', async () => {
    const refusal = (since: string, source: string): Promise<unknown> =>
      withOlderSource(since, source, (place) => Promise.resolve(place)).then(
        () => null,
        ({ message, remedy }) => `${message}. ${remedy}`,
      );
    folder.write('openapi.json', documentWith([]));
    expect(await refusal('git:main', 'openapi.json')).toBe(
      'openapi.json is in no repository of git. Name a file in place of git:<version>.',
    );
    startRepository();
    expect(await refusal('git:man', 'api/openapi.json')).toContain(
      'git has no version man here. Fetch it first: git fetch origin man.',
    );
    expect(await refusal('git:', 'api/openapi.json')).toContain('Name a branch, a tag or a commit');
    expect(await refusal('git:--output=x', 'api/openapi.json')).toContain('names no version');
    folder.write('api/new.json', documentWith([]));
    expect(await refusal('git:main', 'api/new.json')).toBe(
      'git has no api/new.json in main. Name the path that it had there: --since git:main:<path>.',
    );
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    try {
      expect(await refusal('git:main', 'api/openapi.json')).toContain('git is not installed');
    } finally {
      process.env['PATH'] = path;
    }
  });
});

describe('--since -', () => {
  it('compares with what comes by a pipe, in JSON or YAML', () => {
    folder.write('openapi.json', documentWith([{ ...PAGE, schema: {}, required: true }]));
    const older =
      'openapi: 3.1.0\ninfo: {title: Jobs, version: "1"}\npaths: {/jobs: {get: {responses: {"200": {description: all}}}}}\n';
    for (const input of [older, JSON.stringify(documentWith([]))]) {
      const { code, text } = run(['openapi.json', '--since', '-'], input);
      expect(text).toContain('openapi.json since the version from the pipe');
      expect(code).toBe(1);
    }
    const { code, text } = run(['openapi.json', '--since', '-']);
    expect([code, text]).toEqual([2, expect.stringContaining('nothing came by the pipe')]);
  });
});
