// `verify` judges each operation of a document by what the document says of it, and names each that
// is wrong. The services answer the same to every call.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { type CannedAnswer, documentOf, jsonOf, reads, startCanned } from '../../support/canned.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

async function verified(
  paths: JsonObject,
  answers: Readonly<Record<string, CannedAnswer>>,
  options: Parameters<typeof runVerify>[1] = {},
): Promise<CommandRun> {
  folder.write('openapi.json', documentOf(paths));
  const service = await startCanned(answers);
  const run = await runVerify(service.url, { contract: 'openapi.json', ...options });
  await service.close();
  return run;
}

/** The codes of the findings by operation. */
function codesIn({ stdout }: CommandRun): Readonly<Record<string, string>> {
  const lines = [
    ...stdout.matchAll(/^\d+ {2}(.+?) violates the contract: [\s\S]*? {2}code +(\S+)/gm),
  ];
  return Object.fromEntries(lines.map(([, name = '', code = '']) => [name, code]));
}

const gauge = jsonOf({
  type: 'object',
  required: ['level'],
  properties: { level: { type: 'integer' } },
});

describe('verify, of operations that are about no rows', () => {
  it('names each operation that is wrong, also if several are wrong in the same way', async () => {
    const answers: Readonly<Record<string, CannedAnswer>> = {
      '/tide': { body: { level: 'high' } },
      '/wind': { body: { level: 'low' } },
      '/rain': { status: 404, body: { level: 1 } },
      '/snow': { status: 500, body: { level: 1 } },
      '/hail': { status: 500, body: { level: 1 } },
      '/fog': { status: 202, body: { level: 1 } },
      '/dust': { body: '{"level": Infinity}' },
      '/smoke': { body: '{"level": 1}}' },
      '/dew': { body: { level: 3 } },
    };
    const paths = Object.fromEntries(
      Object.keys(answers).map((path) => [path, reads({ 200: gauge })]),
    );
    const run = await verified(paths, answers);
    expect(codesIn(run)).toEqual({
      'GET /tide': 'member-type',
      'GET /wind': 'member-type',
      'GET /rain': 'refused',
      'GET /snow': 'failed',
      'GET /hail': 'failed',
      'GET /fog': 'status',
      'GET /dust': 'body-not-json',
      'GET /smoke': 'body-not-json',
    });
    expect(run.code).toBe(1);
  });

  it('shows with a finding only what was sent to its operation', async () => {
    const run = await verified(
      { '/tide': reads({ 200: gauge }), '/wind': reads({ 200: gauge }) },
      { '/tide': { body: { level: 1 } }, '/wind': { body: {} } },
    );
    const [finding = ''] =
      /^1 {2}GET \/wind violates[\s\S]*?\n\n {3}repeat/m.exec(run.stdout) ?? [];
    expect(finding).toContain('sent      GET /wind 200');
    expect(finding).not.toContain('/tide');
  });
});
