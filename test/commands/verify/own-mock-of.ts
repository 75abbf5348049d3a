// Runs `verify` against the mock of the same document, and tells which laws it exercised.

import type { JsonObject } from '../../../src/base/json.ts';
import type { VerifyOptions } from '../../../src/commands/verify/flags.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { startServing } from '../../support/serving.ts';
import type { TempFolder } from '../../support/temp-folder.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';

export interface OwnMockRun extends CommandRun {
  /** Why laws were not exercised, each reason once, by resource. */
  readonly untried: Readonly<Record<string, readonly string[]>>;
  /** The codes of the findings, by resource; none for those without. */
  readonly findings: Readonly<Record<string, readonly string[]>>;
  /** How many laws held, by resource. */
  readonly held: Readonly<Record<string, number>>;
}

/** How the mock is served. */
interface Served {
  readonly undefined?: 'profile' | 'vary';
  readonly served?: Partial<Profile>;
}

interface PrintedReport {
  readonly resource: string;
  readonly findings: readonly { readonly code: string }[];
  readonly laws: readonly { readonly result: string; readonly why: string | null }[];
}

/** Serves a document, verifies the mock against it, and ends the mock. */
export async function verifyOwnMock(
  folder: TempFolder,
  document: JsonObject,
  {
    undefined: open = 'profile',
    seed = 1,
    served = {},
    ...options
  }: Partial<VerifyOptions> & Served = {},
): Promise<OwnMockRun> {
  folder.write('openapi.json', document);
  const serving = await startServing({
    contract: 'openapi.json',
    profile: 'standin',
    undefined: open,
    seed,
    pins: served,
  });
  try {
    const run = await runVerify(serving.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      seed,
      ledgerFolder: '.standin',
      json: 'print',
      ...options,
    });
    const reports = run.stdout
      .split(/^(?=\{$)/m)
      .filter((one) => one.trim() !== '')
      .map((one) => JSON.parse(one) as PrintedReport);
    const by = <Value>(of: (report: PrintedReport) => Value): Record<string, Value> =>
      Object.fromEntries(reports.map((report) => [report.resource, of(report)]));
    return {
      ...run,
      untried: by(({ laws }) => [...new Set(laws.flatMap(({ why }) => why ?? []))]),
      findings: Object.fromEntries(
        Object.entries(by(({ findings }) => findings.map(({ code }) => code))).filter(
          ([, codes]) => codes.length > 0,
        ),
      ),
      held: by(({ laws }) => laws.filter(({ result }) => result === 'held').length),
    };
  } finally {
    await serving.close();
  }
}
