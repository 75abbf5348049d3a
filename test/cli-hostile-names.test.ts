// Names and addresses that no file system and no encoding takes, and links that lead elsewhere.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './support/root.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-names-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]): { readonly code: number | null; readonly text: string } {
  const line = [join(root, 'src/cli.ts'), ...args];
  const ran = spawnSync(process.execPath, line, { cwd: folder, encoding: 'utf8', timeout: 30_000 });
  return { code: ran.status, text: `${ran.stdout}${ran.stderr}` };
}

const entry = (url: string): unknown => ({
  startedDateTime: '2026-01-01T00:00:00Z',
  time: 1,
  request: { method: 'GET', url, httpVersion: 'HTTP/1.1', headers: [], queryString: [] },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: 'HTTP/1.1',
    headers: [],
    content: { size: 8, mimeType: 'application/json', text: '{"id":1}' },
  },
});

describe('the command line', () => {
  it.each(['http://h/\\ud800', 'http://h/a\\udc00b/1', 'http://h/things/1?q=\\ud83d'])(
    'reads a HAR file with %s in an address',
    (url) => {
      const text = JSON.stringify({ log: { version: '1.2', entries: [entry('URL')] } });
      writeFileSync(join(folder, 'a.har'), text.replace('URL', url));
      const { text: told, code } = run('contract', 'a.har');
      expect(told).not.toContain('a bug in Standin');
      expect(code, told).toBe(0);
    },
    40_000,
  );

  it('says what is wrong with a name of 300 letters', () => {
    writeFileSync(join(folder, 'db.json'), JSON.stringify({ ['n'.repeat(300)]: [{ id: 1 }] }));
    const { code, text } = run('init', '--from', 'db.json', 'here');
    expect(code).toBe(2);
    expect(text).toContain('A name is longer than files may have here');
  });

  it('follows no reference through a link that leaves the folder of the document', () => {
    mkdirSync(join(folder, 'api'));
    writeFileSync(
      join(folder, 'secret.json'),
      '{"type":"object","properties":{"id":{"type":"integer"},"hush":{"type":"string"}}}',
    );
    symlinkSync('../secret.json', join(folder, 'api/link.json'));
    symlinkSync('inside.json', join(folder, 'api/near.json'));
    writeFileSync(
      join(folder, 'api/inside.json'),
      '{"type":"object","properties":{"id":{"type":"integer"},"seen":{"type":"string"}}}',
    );
    const get = (file: string): unknown => ({
      get: {
        responses: {
          200: {
            description: '',
            content: { 'application/json': { schema: { type: 'array', items: { $ref: file } } } },
          },
        },
      },
    });
    const paths = { '/far': get('link.json'), '/near': get('near.json') };
    writeFileSync(
      join(folder, 'api/openapi.json'),
      JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths }),
    );
    const { text } = run('openapi', 'api/openapi.json');
    expect(text).not.toContain('hush');
    expect(text).toContain('seen');
    expect(run('contract', 'api/openapi.json').text).toContain(
      'it is a link out of the folder of the document',
    );
  });

  it('writes no password of a server into a document', () => {
    writeFileSync(join(folder, 'db.json'), '{"users":[{"id":1}]}');
    const { code, text } = run(
      'openapi',
      'db.json',
      '--server',
      'http://me:s3cret@api.example.com/v1',
    );
    expect(code).toBe(0);
    expect(text).toContain('"http://api.example.com/v1"');
    expect(text).not.toContain('s3cret');
  });
});
