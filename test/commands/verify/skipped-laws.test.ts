// Laws that the user skips: never tried, never held, and named with the reason in each report.

import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { type Verification, verify } from '../../../src/verify.ts';
import { plain } from '../../bed/plain.ts';
import { started, startFault, USERS } from '../../support/bed.ts';
import { copyProject } from '../../support/cli.ts';

type Project = ReturnType<typeof copyProject>;

/** The law that this fault breaks, and no other one of those for a document without PUT. */
const [FAULT, LAW] = ['skills-split-at-commas', 'unusual-values-survive'] as const;
const SEED = { seed: 7 } as const;

const SKIPPED = 'skipped with --skip-law removed-is-gone';

/** Markdown has no mark-up but its own. */
function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

function skippedOf({ reports }: Verification): readonly string[] {
  return reports.flatMap(({ laws }) =>
    laws.flatMap(({ name, why }) =>
      why !== null && /^skipped with|skips/.test(why) ? [name] : [],
    ),
  );
}

const USER: JsonObject = {
  type: 'object',
  required: ['id', 'name', 'email'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    email: { type: 'string', format: 'email' },
    skills: { type: 'array', items: { type: 'string' } },
  },
};
const { id: _, ...MEMBERS } = USER['properties'] as JsonObject;

function answer(status: string, schema: JsonObject | null): JsonObject {
  const content = schema === null ? {} : { content: { 'application/json': { schema } } };
  return { [status]: { description: 'as it is', ...content } };
}

const BODY = {
  content: {
    'application/json': { schema: { type: 'object', required: ['name'], properties: MEMBERS } },
  },
};

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  paths: {
    '/users': {
      get: { responses: answer('200', { type: 'array', items: USER }) },
      post: { requestBody: BODY, responses: answer('201', null) },
    },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: answer('200', USER) },
      delete: { responses: { '2XX': { description: 'gone' } } },
    },
  },
};

function documentIn(folder: Project, overrides: object): string {
  writeFileSync(folder.at('openapi.json'), JSON.stringify(DOCUMENT));
  writeFileSync(folder.at('standin.json'), JSON.stringify(overrides));
  return folder.at('openapi.json');
}

describe('--skip-law', () => {
  it.each(['quick', 'standard'] as const)(
    'leaves out a law, says so in each report, and finds other faults (%s)',
    async (budget) => {
      using folder = copyProject();
      const files = {
        json: folder.at('a.json'),
        junit: folder.at('a.xml'),
        html: folder.at('a.html'),
        summary: folder.at('a.md'),
      };
      const settings = { budget, ...SEED, source: folder.at('contracts') };
      await using faulty = await started(startFault('put-changes-equal-names'));
      const skipping = { ...settings, skipLaw: ['removed-is-gone', 'removed-is-gone'] };
      const found = await verify(faulty.baseUrl, skipping);
      expect(found).toMatchObject({ exitCode: 1, verdict: 'violates' });
      await using service = await started(plain.start(USERS));
      const run = await verify(service.baseUrl, { ...skipping, ...files });
      expect(run, run.text).toMatchObject({ exitCode: 0, verdict: 'partly', findings: [] });
      expect(skippedOf(run)).toEqual(['removed-is-gone']);
      expect(run.text).toContain(`1 law not exercised: ${SKIPPED}`);
      expect(run.reports[0]?.replay).toMatch(
        /contracts(?: --budget quick)? --skip-law removed-is-gone --seed 7$/,
      );
      for (const file of Object.values(files))
        expect(unescaped(readFileSync(file, 'utf8')), file).toContain(SKIPPED);
      const required = await verify(service.baseUrl, { ...skipping, require: 'all' });
      expect(required.exitCode).toBe(2);
    },
  );

  it('takes older names, and refuses names that there are not', async () => {
    const say = (skipLaw: string): Promise<Verification> =>
      verify('http://127.0.0.1:9', { skipLaw, source: 'contracts' });
    await expect(say('removed-is-gon')).rejects.toMatchObject({
      message: 'there is no law "removed-is-gon"',
      remedy: 'Did you mean "removed-is-gone"?',
    });
    const old = await say('other-reads-fit');
    expect(old.warnings).toContain('use --skip-law read-actions-fit');
    await expect(
      verify('http://127.0.0.1:9', { skipLaw: 'equal-names', law: 'equal-names' }),
    ).rejects.toThrow('--law and --skip-law both name equal-names');
  });

  it('skips also what the probe does where few items may be made', async () => {
    using folder = copyProject();
    const { delete: __, ...item } = DOCUMENT.paths['/users/{id}'];
    const source = documentIn(folder, {});
    const paths = { ...DOCUMENT.paths, '/users/{id}': item };
    writeFileSync(source, JSON.stringify({ ...DOCUMENT, paths }));
    await using service = await started(plain.start(USERS));
    const run = await verify(service.baseUrl, { ...SEED, source, skipLaw: 'created-is-there' });
    expect(skippedOf(run), run.text).toEqual(['created-is-there']);
  });
});

describe('skipLaws in standin.json', () => {
  it('skips a law for the reason of the team; a law that --law names is tried all the same', async () => {
    using folder = copyProject();
    const source = documentIn(folder, { skipLaws: { [LAW]: ' ticket 12: texts ' } });
    await using service = await started(startFault(FAULT));
    const run = await verify(service.baseUrl, { budget: 'quick', ...SEED, source });
    expect(skippedOf(run), run.text).toEqual([LAW]);
    expect(run.text).toContain(`standin.json skips ${LAW}: ticket 12: texts`);
    expect(run.text).not.toContain('--skip-law');
    const alone = await verify(service.baseUrl, { ...SEED, source, law: LAW });
    expect(alone, alone.text).toMatchObject({ exitCode: 1 });
    expect(skippedOf(alone)).toEqual([]);
  });

  it.each<[unknown, string, string]>([
    [
      { 'unusual-value-survives': 'ticket 12' },
      '/skipLaws/unusual-value-survives',
      'unusual-values-survive',
    ],
    [{ [LAW]: ' ' }, `/skipLaws/${LAW}: the reason is missing`, 'ticket 12'],
    [{ [LAW]: { reason: 'ticket 12' } }, `/skipLaws/${LAW}: the reason is missing`, 'ticket 12'],
    [[LAW], '/skipLaws: skipLaws must be an object, is an array', 'ticket 12'],
  ])('refuses %j', async (skipLaws, fault, remedy) => {
    using folder = copyProject();
    const source = documentIn(folder, { version: 1, skipLaws });
    const error = await verify('http://127.0.0.1:9', { source }).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(JSON.stringify(error, ['code', 'message', 'remedy', 'faults', 'at'])).toContain(
      'project-invalid',
    );
    expect(String((error as Error).message)).toContain(fault);
    expect(`${(error as Error).message}${(error as { remedy?: string }).remedy}`).toContain(remedy);
  });
});
