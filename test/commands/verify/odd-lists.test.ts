// A list of another form than the document says is one finding; what reads of the items show is
// judged all the same.

import { describe, expect, it } from 'vitest';
import { useTempFolder } from '../../support/temp-folder.ts';
import { documentOf, type Faults, startThings } from '../../support/things.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

interface PrintedReport {
  readonly findings: readonly { readonly operation: string; readonly code: string }[];
  readonly laws: readonly { readonly name: string; readonly result: string }[];
}

const budgets = ['quick', 'standard'] as const;

async function verified(
  faults: Faults,
  given: Parameters<typeof runVerify>[1] = {},
): Promise<PrintedReport> {
  folder.write('openapi.json', documentOf(['boats']));
  await using things = await startThings(faults);
  const told = { contract: 'openapi.json', mode: 'write', seed: 1, json: 'print' } as const;
  return JSON.parse((await runVerify(things.url, { ...told, ...given })).stdout) as PrintedReport;
}

function found({ findings }: PrintedReport): readonly string[] {
  return findings.map(({ operation, code }) => `${operation} ${code}`);
}

describe.each(budgets)('a list in an object where the document says an array, %s', (budget) => {
  it('is one finding, and leaves out the laws about the list alone', async () => {
    const report = await verified({ wrapped: 'boats' }, { budget });
    expect(found(report)).toEqual(['list body-type']);
    const held = report.laws.filter(({ result }) => result === 'held').map(({ name }) => name);
    expect(held.length / report.laws.length).toBeGreaterThan(0.8);
    expect(held).not.toContain('list-follows');
    expect(held).not.toContain('listing-changes-nothing');
  }, 60_000);

  it('hides no PUT that loses a member', async () => {
    expect(found(await verified({ wrapped: 'boats', lost: 'boats' }, { budget }))).toEqual(
      expect.arrayContaining(['list body-type', expect.stringMatching(/^replace /)]),
    );
  }, 60_000);

  it('hides no refused creation that changes other items', async () => {
    expect(found(await verified({ wrapped: 'boats', harmful: 'boats' }, { budget }))).toEqual([
      'list body-type',
      'create changed-another',
    ]);
  }, 60_000);

  it('hides no PUT that does the same to them', async () => {
    const faults = { wrapped: 'boats', harmful: 'boats', spreading: 'boats' };
    expect(found(await verified(faults, { budget }))).toEqual(
      expect.arrayContaining(['create changed-another', 'replace changed-another']),
    );
  }, 60_000);
});
