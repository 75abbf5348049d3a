// A baseline: findings that a team knows do not fail a run, until the day that it gives.

import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { verify } from '../../../src/verify.ts';
import { plain } from '../../bed/plain.ts';
import { started, startFault, USERS } from '../../support/bed.ts';
import { copyProject } from '../../support/cli.ts';

const QUICK = { budget: 'quick', seed: 7 } as const;
const LAWS = { law: ['created-is-there', 'removed-is-gone'], seed: 7 } as const;

type Project = ReturnType<typeof copyProject>;

interface BaselineFile {
  readonly version: 1;
  readonly findings: readonly JsonObject[];
}

function read(folder: Project, file: string): BaselineFile {
  return JSON.parse(readFileSync(folder.at(file), 'utf8')) as BaselineFile;
}

function filled(folder: Project, more: JsonObject): void {
  const { findings } = read(folder, 'known.json');
  const all = findings.map((one) => ({
    ...one,
    reason: 'ticket 12',
    until: '2999-12-31',
    ...more,
  }));
  writeFileSync(folder.at('known.json'), JSON.stringify({ version: 1, findings: all }));
}

describe('a baseline', () => {
  it('is written, filled in, and then excuses what it names, with its reason in each report', async () => {
    using folder = copyProject();
    await using service = await started(startFault('skills-are-one-text'));
    const settings = { ...QUICK, source: folder.at('contracts') };
    const baseline = folder.at('known.json');
    const first = await verify(service.baseUrl, { ...settings, writeBaseline: baseline });
    expect(first.exitCode).toBe(1);
    expect(first.warnings).toContain('1 without a reason and a last day: fill them in');
    expect(read(folder, 'known.json').findings).toEqual([
      {
        resource: 'users',
        operation: expect.any(String),
        code: first.findings[0]?.code,
        at: expect.anything(),
        message: first.findings[0]?.message,
        reason: '',
        until: '',
      },
    ]);
    await expect(verify(service.baseUrl, { ...settings, baseline })).rejects.toThrow(
      '/findings/0/reason: it is missing',
    );
    filled(folder, {});
    const files = {
      json: folder.at('a.json'),
      junit: folder.at('a.xml'),
      html: folder.at('a.html'),
    };
    const known = await verify(service.baseUrl, { ...settings, ...files, baseline });
    expect(known, known.text).toMatchObject({ verdict: 'partly', exitCode: 0, findings: [] });
    expect(known.reports[0]?.known).toMatchObject([
      { finding: { code: first.findings[0]?.code }, reason: 'ticket 12', until: '2999-12-31' },
    ]);
    expect(known.text).toContain('known until 2999-12-31: ticket 12');
    expect(known.text).toContain(`--baseline ${baseline}`);
    const report = JSON.parse(readFileSync(files.json, 'utf8')) as object;
    expect(report).toMatchObject({ findings: [], known: [{ reason: 'ticket 12' }] });
    const junit = readFileSync(files.junit, 'utf8');
    expect(junit).toContain('known until 2999-12-31: ticket 12');
    expect(junit).not.toContain('<failure');
    expect(readFileSync(files.html, 'utf8')).toContain('known until 2999-12-31: ticket 12');
    const again = await verify(service.baseUrl, { ...settings, baseline, writeBaseline: baseline });
    expect(again.exitCode).toBe(0);
    expect(read(folder, 'known.json').findings).toMatchObject([{ reason: 'ticket 12' }]);
    expect(service.stored()).toEqual(USERS);
  });

  it('excuses nothing after its day, at another member, or of another kind', async () => {
    using folder = copyProject();
    await using service = await started(startFault('skills-are-one-text'));
    const settings = { ...LAWS, source: folder.at('contracts') };
    const baseline = folder.at('known.json');
    await verify(service.baseUrl, { ...settings, writeBaseline: baseline });
    for (const more of [
      { until: '2026-01-31' },
      { at: '/email' },
      { code: 'made-up' },
      { operation: 'GET /health' },
      { resource: 'orders' },
    ]) {
      filled(folder, more);
      const run = await verify(service.baseUrl, { ...settings, baseline });
      expect(run, JSON.stringify(more)).toMatchObject({ exitCode: 1, findings: [{}] });
      await verify(service.baseUrl, { ...settings, writeBaseline: baseline });
    }
  });

  it('keeps what it knows of a service that cannot be judged, or not to the end', async () => {
    using folder = copyProject();
    await using service = await started(startFault('skills-are-one-text'));
    const settings = { ...LAWS, source: folder.at('contracts') };
    const writeBaseline = folder.at('known.json');
    await verify(service.baseUrl, { ...settings, writeBaseline });
    filled(folder, {});
    const known = read(folder, 'known.json').findings;
    const stop = AbortSignal.abort();
    for (const [url, signal] of [
      ['http://127.0.0.1:9', undefined],
      [service.baseUrl, stop],
    ] as const) {
      const more = signal === undefined ? {} : { signal };
      const run = await verify(url, { ...settings, ...more, writeBaseline });
      expect(run.exitCode).toBe(2);
      expect(read(folder, 'known.json').findings).toEqual(known);
    }
  });

  it('tells what it names and the run does not find, and what has expired', async () => {
    using folder = copyProject();
    await using faulty = await started(startFault('skills-are-one-text'));
    const settings = { ...LAWS, source: folder.at('contracts') };
    const baseline = folder.at('known.json');
    await verify(faulty.baseUrl, { ...settings, writeBaseline: baseline });
    filled(folder, { until: '2026-01-31' });
    const expired = await verify(faulty.baseUrl, { ...settings, baseline });
    expect(expired.text).toMatch(/the baseline knew .* until 2026-01-31 \(ticket 12\)/);
    filled(folder, {});
    await using service = await started(plain.start(USERS));
    const mended = await verify(service.baseUrl, { ...settings, baseline });
    expect(mended.exitCode).toBe(0);
    expect(mended.text).toMatch(/the baseline names .*, which this run did not find/);
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /known\.json, line 1/],
    ['a list', [], /is no baseline/],
    ['another version', { version: 2, findings: [] }, /newer Standin/],
    ['no entries', { version: 1 }, /is no baseline/],
    ['an entry that is none', { version: 1, findings: [1] }, /findings\/0: an entry is an object/],
    ['a code that there is not', { code: 'wrong' }, /findings\/0\/code: there is no such code/],
    ['harm', { code: 'removed-another' }, /removed-another cannot be known/],
    ['what is left behind', { code: 'not-removed' }, /not-removed cannot be known/],
    ['a place that is none', { at: 1 }, /findings\/0\/at: /],
    ['no resource', { resource: null }, /findings\/0\/resource: it is missing/],
    ['a blank reason', { reason: ' ' }, /findings\/0\/reason: it is missing/],
    ['no day', { until: 'soon' }, /findings\/0\/until: it is no day/],
    ['a day that there is not', { until: '2026-02-30' }, /findings\/0\/until: it is no day/],
  ])('that is %s is refused before anything is sent', async (_what, given, message) => {
    using folder = copyProject();
    const entry = {
      resource: 'users',
      operation: 'create',
      code: 'made-up',
      at: null,
      reason: 'ticket 12',
      until: '2999-12-31',
    };
    const isEntry =
      typeof given === 'object' && !Array.isArray(given) && !('version' in (given ?? {}));
    const file = isEntry ? { version: 1, findings: [{ ...entry, ...(given as object) }] } : given;
    writeFileSync(folder.at('known.json'), typeof file === 'string' ? file : JSON.stringify(file));
    const settings = { source: folder.at('contracts'), baseline: folder.at('known.json') };
    await expect(verify('http://127.0.0.1:9', settings)).rejects.toThrow(message);
  });
});
