// `standin compare` as a script uses it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareFiles } from '../../../src/commands/compare/compare.ts';
import type { CompareOptions } from '../../../src/commands/compare/flags.ts';
import { openRecordings } from '../../../src/commands/export/open-recording.ts';
import { runToEnd } from '../../support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a HAR file of calls, as `GET /users/1 200 {"id":1} 12`: the last is the time. */
function har(name: string, calls: readonly string[]): string {
  const entries = calls.map((call) => {
    const [method, path, status, text, time] = call.split(' ');
    return {
      startedDateTime: '2026-11-20T10:00:00.000Z',
      time: Number(time),
      request: { method, url: `http://api.test${path}`, headers: [] },
      response: {
        status: Number(status),
        headers: [],
        content: { mimeType: 'application/json', text },
      },
    };
  });
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries } }));
  return file;
}

const older = har('older.har', [
  ...Array.from({ length: 6 }, (_, index) => `GET /users/${index} 200 {"id":1,"name":"A"} 10`),
  'GET /gone 200 {} 1',
]);
const newer = har('newer.har', [
  ...Array.from({ length: 6 }, (_, index) => `GET /users/${index} 200 {"id":"1"} 50`),
  'GET /users/9 503 {} 50',
  'POST /n\u202eew 201 {} 1',
]);

async function compare(
  given: Partial<CompareOptions>,
  terminal: { readonly isTTY?: boolean } = {},
): Promise<{ readonly code: number; readonly text: string }> {
  let text = '';
  const options = { older, newer, filter: '', contract: 'none', form: 'text', ...given } as const;
  const code = await compareFiles(options, openRecordings, {
    output: {
      write(part) {
        text += part;
        return true;
      },
      ...terminal,
    },
    errors: { write: () => true },
  });
  return { code, text };
}

describe('standin compare', () => {
  it('prints what differs by operation, and fails if answers do', async () => {
    expect(await runToEnd(['compare', older, newer], { cwd: folder })).toMatchObject({
      code: 1,
      stdout: [
        'newer.har (8 interactions), compared with older.har (7 interactions)',
        '',
        'GET /users/{userId}  7 calls, before 6',
        '  status   answers 503 in 1 of 7, before in none of 6  #7, before #1',
        '  answer   200: "id" has the type string in 6 of 6, before number  #1, before #1',
        '  answer   200: "name" is gone, before in 6 of 6  #1, before #1',
        '  slower   takes 50 ms (median), before 10 ms, 5.0 times as long  #7, before #6',
        '',
        'GET /gone  0 calls, before 1',
        '  gone     is not called any more  before #7',
        '',
        'POST /n\\u202eew  1 call, before 0',
        '  new      was not called before  #8',
        '',
        '1 operation with other answers, 1 slower, 1 new, 1 gone; 3 operations compared.',
        '',
      ].join('\n'),
    });
  });

  it('succeeds if only other operations were called', async () => {
    const { code, text } = await compare({ filter: '-path:/users' });
    expect(code).toBe(0);
    expect(text).toContain('0 operations with other answers, 0 slower, 1 new, 1 gone');
    expect((await compare({ newer: older })).code).toBe(0);
  });

  it('prints JSON, and colours for a terminal alone', async () => {
    const { code, text } = await compare({ form: 'json' });
    expect([code, JSON.parse(text)]).toMatchObject([1, { newer: { name: 'newer.har', count: 8 } }]);
    expect((await compare({}, { isTTY: true })).text).toContain('\u001b[31mstatus');
  });

  it('says what is wrong with a filter or a file', async () => {
    await expect(compare({ filter: 'statsu:1' })).rejects.toMatchObject({
      message: expect.stringMatching(/^--filter at character 1, "statsu:"/),
    });
    const missing = await runToEnd(['compare', older, join(folder, 'none.har')]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read') });
    expect((await runToEnd(['compare', older])).stderr).toContain(
      "missing required argument 'newer'",
    );
  });
});
