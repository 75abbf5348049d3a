// The requests of a run: a document with many collections gives each a share, and a fault in the
// last one is found all the same.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { documentOf, NAMES, startThings } from '../../support/things.ts';
import { runVerify } from '../../support/verifying.ts';
import { verifyOwnMock } from './own-mock-of.ts';

const folder = useTempFolder();

/** How many requests a collection of this document takes at most, beyond its share: its clean-up. */
const BEYOND = 30;

interface PrintedReport {
  readonly resource: string;
  readonly requests: number;
  readonly verdict: string;
  readonly findings: readonly {
    readonly operation: string;
    readonly code: string;
    readonly reproduced: string;
  }[];
  readonly laws: readonly {
    readonly name: string;
    readonly result: string;
    readonly why: string | null;
  }[];
}

function reportsOf(stdout: string): readonly PrintedReport[] {
  return stdout
    .trim()
    .split(/\n(?=\{)/)
    .map((line) => JSON.parse(line) as PrintedReport);
}

function sum(reports: readonly PrintedReport[]): number {
  return reports.reduce((all, { requests }) => all + requests, 0);
}

describe('the requests of a run', () => {
  const document = documentOf(NAMES);
  const told = { contract: 'openapi.json', mode: 'write', seed: 1, json: 'print' } as const;

  it('are shared out, and few leave out few laws', { timeout: 120_000 }, async () => {
    folder.write('openapi.json', document);
    await using things = await startThings();
    const run = await runVerify(things.url, told);
    const reports = reportsOf(run.stdout);
    expect(run.code).toBe(0);
    expect(reports.map(({ resource }) => resource)).toEqual(NAMES);
    expect(sum(reports)).toBeLessThan(1_000 + NAMES.length * BEYOND);
    // Each has most of its laws: those that share their looks come first.
    for (const { laws } of reports) {
      const held = laws.filter(({ result }) => result === 'held').length;
      expect(held / laws.length).toBeGreaterThan(0.7);
      for (const { why } of laws.filter(({ result }) => result !== 'held'))
        expect(why).toContain('--max-requests allows more');
    }
  });

  it('are left by what needs few to what needs many, which comes last', {
    timeout: 60_000,
  }, async () => {
    const { paths, ...rest } = documentOf(['cars', 'boats']) as { paths: JsonObject };
    const { put: _, patch: __, ...item } = paths['/boats/{id}'] as JsonObject;
    folder.write('openapi.json', { ...rest, paths: { ...paths, '/boats/{id}': item } });
    await using things = await startThings();
    const run = await runVerify(things.url, { ...told, requestsMax: 300 });
    expect(reportsOf(run.stdout).map(({ resource }) => resource)).toEqual(['boats', 'cars']);
    expect(sum(reportsOf(run.stdout))).toBeLessThan(300 + 2 * BEYOND);
  });

  it('leave no fault of the last collection unseen', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', document);
    await using things = await startThings({ lost: 'trees' });
    const run = await runVerify(things.url, told);
    expect(run.code).toBe(1);
    const found = reportsOf(run.stdout).flatMap(({ resource, findings }) =>
      findings.map(({ operation, code }) => `${resource} ${operation} ${code}`),
    );
    expect(found).toEqual(['trees replace value-changed']);
  });

  it.each([
    ['a member of another type', { odd: 'boats' }, 'member-type', 'yes'],
    ['a creation that fails', { failing: 'boats' }, 'failed', 'yes'],
    ['and nothing that passes', { shifty: 'boats' }, 'value-changed', 'untried'],
  ])(
    'show again what the first look saw: %s',
    {
      timeout: 60_000,
    },
    async (_what, faults, code, reproduced) => {
      folder.write('openapi.json', documentOf(['boats']));
      await using things = await startThings(faults);
      const [report] = reportsOf((await runVerify(things.url, told)).stdout);
      expect(report?.findings[0]).toMatchObject({ operation: 'create', code, reproduced });
    },
  );

  it('are enough for most laws if answers have another form', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf(['boats']));
    await using things = await startThings({ odd: 'boats' });
    const [report] = reportsOf((await runVerify(things.url, { ...told, requestsMax: 320 })).stdout);
    expect(report?.findings.map(({ code }) => code)).toEqual(['member-type']);
    expect(report?.requests).toBeLessThan(320 + BEYOND);
    const held = report?.laws.filter(({ result }) => result === 'held').length ?? 0;
    expect(held / (report?.laws.length ?? 1)).toBeGreaterThan(0.8);
  });

  it.each([110, 130, 150, 170])(
    'leave no law held that nobody looked for: %i',
    {
      timeout: 60_000,
    },
    async (requestsMax) => {
      folder.write('openapi.json', documentOf(['boats']));
      await using things = await startThings({ harmful: 'boats' });
      const [report] = reportsOf((await runVerify(things.url, { ...told, requestsMax })).stdout);
      const refused = report?.laws.find(({ name }) => name === 'refused-creation-changes-nothing');
      const isFound = report?.findings.some(({ code }) => code === 'changed-another') === true;
      expect(isFound || refused?.result !== 'held').toBe(true);
    },
  );

  it('tell of a PUT that loses a member once, and leave no law to it', {
    timeout: 60_000,
  }, async () => {
    folder.write('openapi.json', documentOf(['boats']));
    await using things = await startThings({ lost: 'boats' });
    const [report] = reportsOf((await runVerify(things.url, told)).stdout);
    expect(report?.findings.map(({ operation, code }) => `${operation} ${code}`)).toEqual([
      'replace value-changed',
    ]);
    expect(report?.requests).toBeLessThan(800);
    const broken = report?.laws.filter(({ result }) => result !== 'held') ?? [];
    expect(broken.map(({ name }) => name)).toEqual(['replaced-is-there']);
  });

  it('hide no refused PUT that changes what another PUT loses', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf(['boats']));
    await using things = await startThings({ lost: 'boats', noting: 'boats' });
    const [report] = reportsOf((await runVerify(things.url, told)).stdout);
    expect(report?.findings.map(({ operation, code }) => `${operation} ${code}`)).toEqual([
      'replace value-changed',
      'replace refused-and-changed',
    ]);
  });

  it('show which law harms the items of others, and leave no other law to it', {
    timeout: 60_000,
  }, async () => {
    folder.write('openapi.json', documentOf(['boats']));
    await using things = await startThings({ harmful: 'boats' });
    const [report] = reportsOf((await runVerify(things.url, told)).stdout);
    expect(report?.findings).toMatchObject([
      { operation: 'create', code: 'changed-another', reproduced: 'yes' },
    ]);
    const broken = report?.laws.filter(({ result }) => result !== 'held') ?? [];
    expect(broken.map(({ name }) => name)).toEqual(['refused-creation-changes-nothing']);
  });

  it('hide no PUT that loses a member behind such harm', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf(['boats']));
    await using things = await startThings({ harmful: 'boats', lost: 'boats' });
    const [report] = reportsOf((await runVerify(things.url, told)).stdout);
    expect(report?.findings.map(({ operation, code }) => `${operation} ${code}`).sort()).toEqual([
      'create changed-another',
      'replace value-changed',
    ]);
  });

  it('are not spent on asking again what a creation takes', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf(['boats']));
    await using things = await startThings({ picky: 'boats', shifty: 'boats' });
    const [report] = reportsOf((await runVerify(things.url, told)).stdout);
    expect(report?.findings.map(({ code }) => code)).toContain('value-changed');
    expect(things.picked()).toBeLessThan(31);
  });

  it('are enough to show a fault, and little more is sent', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf(['boats']));
    await using things = await startThings({ lost: 'boats' });
    const [report] = reportsOf((await runVerify(things.url, { ...told, requestsMax: 320 })).stdout);
    expect(report?.findings.map(({ code }) => code)).toEqual(['value-changed']);
    expect(report?.requests).toBeLessThan(320 + 2 * BEYOND);
  });

  it('go into laws, not into late reads that explain nothing', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf(['boats']));
    await using things = await startThings({ lost: 'boats' });
    const [report] = reportsOf((await runVerify(things.url, { ...told, requestsMax: 130 })).stdout);
    expect(report?.findings.map(({ code }) => code)).toEqual(['value-changed']);
    const held = report?.laws.filter(({ result }) => result === 'held');
    expect(held?.length).toBeGreaterThan(10);
    // The look that shows the fault of PUT shows the items of others as well.
    expect(held?.map(({ name }) => name)).toContain('created-with-what-is-shown');
  });

  it('show a second fault beside one that each look shows', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf(['boats']));
    await using things = await startThings({ lost: 'boats', cut: 'boats' });
    const [report] = reportsOf((await runVerify(things.url, { ...told, requestsMax: 130 })).stdout);
    expect(report?.findings.map(({ operation, code }) => `${operation} ${code}`).sort()).toEqual([
      'create value-changed',
      'replace value-changed',
    ]);
  });

  it('end a run that may send few, with what is left named', { timeout: 60_000 }, async () => {
    const run = await verifyOwnMock(folder, documentOf(NAMES.slice(0, 2)), {
      budget: 'standard',
      requestsMax: 240,
    });
    expect(run.code).toBe(0);
    expect(Object.values(run.findings).flat()).toEqual([]);
    expect(sum(reportsOf(run.stdout))).toBeLessThan(240 + 2 * BEYOND);
    for (const whys of Object.values(run.untried))
      expect(whys).toEqual([
        'the requests that the run may send were used up (--max-requests allows more)',
      ]);
  });

  it('are any number if much is required', { timeout: 120_000 }, async () => {
    folder.write('openapi.json', document);
    await using things = await startThings();
    const run = await runVerify(things.url, { ...told, budget: 'quick', required: 'all' });
    expect(run.stderr).not.toContain('--max-requests');
    expect(reportsOf(run.stdout).flatMap(({ laws }) => laws.map(({ why }) => why))).toEqual(
      reportsOf(run.stdout).flatMap(({ laws }) => laws.map(() => null)),
    );
  });
});
