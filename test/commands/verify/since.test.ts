// `verify --since`: what changed between two versions of a source, in each form, and its exit code.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import {
  toVerifyOptions,
  toVerifyWork,
  type VerifyFlags,
  type VerifyWork,
} from '../../../src/commands/verify/flags.ts';
import { runVerify } from '../../../src/commands/verify/verify.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();
const FLAGS: VerifyFlags = { timeout: 10, budget: 'quick', maxTime: 20, leave: 3, retries: 1 };

function documentWith(values: readonly string[]): JsonObject {
  const schema = {
    type: 'object',
    required: ['id', 'state'],
    properties: { id: { type: 'integer' }, state: { type: 'string', enum: values } },
  };
  const content = { 'application/json': { schema: { type: 'array', items: schema } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Jobs', version: '1' },
    paths: { '/jobs': { get: { responses: { 200: { description: '', content } } } } },
  };
}

async function run(
  args: readonly string[],
  flags: Partial<VerifyFlags>,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly text: string }> {
  const printed: string[] = [];
  const screen = { write: (text: string) => printed.push(text) > 0 };
  const work: VerifyWork = toVerifyWork(args, { ...FLAGS, ...flags }, environment, '1.0.0');
  const outlets = { output: screen, errors: { write: () => true } };
  const code = await runVerify(work, outlets, new AbortController().signal);
  return { code, text: printed.join('') };
}

describe('runVerify with --since', () => {
  it('prints each change, and ends with 1 if one is breaking', async () => {
    folder.write('openapi.json', documentWith(['done', 'late']));
    folder.write('old.json', documentWith(['done']));
    expect(await run([], { since: 'old.json' })).toEqual({
      code: 1,
      text: `openapi.json since old.json

breaking
  GET /jobs
      in answers: the value "late" is new
      at /paths/~1jobs/get/responses/200/content/application~1json/schema/items/properties/state

1 breaking change: clients of the older version may fail
`,
    });
    expect((await run(['openapi.json'], { since: 'old.json', allowBreaking: true })).code).toBe(0);
  });

  it('ends with 0 if nothing is breaking, and prints nothing then with --quiet', async () => {
    folder.write('new.json', documentWith(['done']));
    folder.write('old.json', documentWith(['done', 'late']));
    const whole = await run(['new.json'], { since: 'old.json' });
    expect(whole.code).toBe(0);
    expect(whole.text).toContain(
      '1 compatible change: clients of the older version need no change',
    );
    expect(await run(['new.json'], { since: 'old.json', quiet: true })).toEqual({
      code: 0,
      text: '',
    });
    expect((await run(['new.json'], { since: 'new.json' })).text).toBe(
      'new.json since new.json\n\nnothing changed for clients\n',
    );
  });

  it('writes each form of the report', async () => {
    folder.write('new.json', documentWith(['done', 'late']));
    folder.write('old.json', documentWith(['done']));
    const files = { json: 'a.json', junit: 'a.xml', html: 'a.html', summary: 'a.md' };
    await run(['new.json'], { since: 'old.json', ...files });
    expect(JSON.parse(folder.read('a.json'))).toMatchObject({
      format: 2,
      older: 'old.json',
      newer: 'new.json',
      verdict: 'breaking',
      counts: { breaking: 1, compatible: 0, neutral: 0 },
      changes: [{ operations: ['GET /jobs'], verdict: 'breaking' }],
    });
    expect(folder.read('a.xml')).toContain(
      '<testsuites name="standin verify" tests="2" failures="1"',
    );
    expect(folder.read('a.html')).toContain('<p>in answers: the value &quot;late&quot; is new</p>');
    expect(folder.read('a.md')).toContain('| ❌ breaking | GET /jobs | in answers&#58; the value');
    const printed = await run(['new.json'], { since: 'old.json', json: true });
    expect(JSON.parse(printed.text)).toMatchObject({ verdict: 'breaking' });
    await run(['new.json'], { since: 'old.json', allowBreaking: true, junit: 'b.xml' });
    expect(folder.read('b.xml')).toContain('<skipped message="breaking, and allowed"/>');
  });

  it('annotates breaking changes in GitHub Actions, and appends to the summary of the step', async () => {
    folder.write('new.json', documentWith(['done', 'late']));
    folder.write('old.json', documentWith(['done']));
    folder.write('step.md', 'before\n');
    const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 'step.md' };
    const { text } = await run(['new.json'], { since: 'old.json' }, environment);
    expect(text).toContain(
      '::error title=breaking%3A GET /jobs::in answers: the value "late" is new',
    );
    expect(folder.read('step.md')).toMatch(/^before\n## new&#46;json since/);
    const same = await run(['new.json'], { since: 'new.json' }, environment);
    expect(same.text).toContain(
      '::notice title=standin verify --since::nothing changed for clients',
    );
  });

  it('compares contracts, as documents', async () => {
    const user = {
      type: 'object',
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
    };
    for (const version of ['old', 'new']) {
      const isNew = version === 'new';
      folder.write(`${version}/schemas/job.json`, {
        ...user,
        required: isNew ? ['id', 'name'] : ['id'],
      });
      const read = { outcomes: { ok: { status: 200, body: 'job' } } };
      folder.write(`${version}/contracts/jobs.json`, {
        title: 'Jobs',
        source: 'jobs',
        resource: 'jobs',
        path: '/jobs',
        id: 'id',
        item: 'job',
        operations: { read },
      });
    }
    const { text } = await run(['new'], { since: 'old' });
    expect(text).toContain('in answers: the member "name" is required now');
  });

  it('verifies the service as well if it is named, with reports of both', async () => {
    folder.write('openapi.json', documentWith(['done', 'late']));
    folder.write('old.json', documentWith(['done']));
    const serving = await startServing({ contract: 'openapi.json' });
    const given = { since: 'old.json', json: 'report.json' };
    const both = await run(['openapi.json', serving.url], given);
    expect(both.code).toBe(1);
    expect(both.text).toContain('1 breaking change');
    expect(both.text).toContain(`standin verify ${serving.url}`);
    expect(JSON.parse(folder.read('report-since.json'))).toMatchObject({ verdict: 'breaking' });
    expect(JSON.parse(folder.read('report.json'))).toMatchObject({ target: expect.any(String) });
    expect(
      (await run(['openapi.json', serving.url], { ...given, allowBreaking: true })).code,
    ).not.toBe(1);
    await serving.close();
  });
});

describe('toVerifyWork', () => {
  it('verifies alone without --since', () => {
    const service = toVerifyOptions(['http://h'], FLAGS, {}, '');
    expect(toVerifyWork(['http://h'], FLAGS, {}, '')).toEqual({ since: null, service });
  });

  it('refuses --allow-breaking alone', () => {
    expect(() => toVerifyWork(['http://h'], { ...FLAGS, allowBreaking: true }, {}, '')).toThrow(
      '--allow-breaking is about the changes that --since finds',
    );
  });

  it('needs an address without --since', () => {
    expect(() => toVerifyWork([], FLAGS, {}, '')).toThrow('the address of the service is missing');
    for (const form of [{ sarif: 'a.sarif' }, { codeQuality: 'a.json' }])
      expect(() => toVerifyWork([], { ...FLAGS, since: 'contracts', ...form }, {}, '')).toThrow(
        '--sarif and --code-quality are about the findings of a run',
      );
  });
});
