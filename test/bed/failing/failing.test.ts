// No call that fails is in neither a finding nor a note, wherever in a run it fails: in the probe, in a
// law, between laws, in the clean-up.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VerifyOptions } from '../../../src/commands/verify/flags.ts';
import type { JsonReport } from '../../../src/verify/print/json.ts';
import { toJunit } from '../../../src/verify/print/junit.ts';
import { fromJson } from '../../../src/verify/print/read-json.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';
import {
  contract,
  document,
  type Gateway,
  type Kites,
  type Operation,
  operations,
  schemas,
  startKites,
} from './kites.ts';

const folder = useTempFolder();
const running: Kites[] = [];

beforeEach(() => {
  folder.write('openapi.json', document);
  folder.write('contracts/kites.json', contract);
  for (const [name, schema] of Object.entries(schemas))
    folder.write(`schemas/${name}.json`, schema);
});

afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

interface Judged extends Pick<CommandRun, 'code'> {
  readonly kites: Kites;
  readonly report: JsonReport;
  /** What the report says of calls that failed, and of nothing else. */
  readonly told: readonly string[];
}

async function verify(
  source: string,
  gateway: Gateway,
  given: Pick<VerifyOptions, 'retries' | 'unstable'> = {},
): Promise<Judged> {
  const kites = await startKites(gateway);
  running.push(kites);
  const { code, stdout, stderr } = await runVerify(kites.url, {
    contract: source,
    budget: 'quick',
    mode: 'write',
    ledgerFolder: '.standin',
    json: 'print',
    ...given,
  });
  if (stdout === '') throw new Error(stderr);
  const report = JSON.parse(stdout) as JsonReport;
  const notes = report.notes.filter((note) => /^(?:\d+ failures?,|unstable:) /.test(note));
  const findings = report.findings.map(({ operation, actual }) => `${operation}: ${actual}`);
  return { code, kites, report, told: [...notes, ...findings] };
}

/** Answers one call of an operation. */
function once(operation: Operation, nth: number, status: number | 'reset'): Gateway {
  return (called, count) => (called === operation && count === nth ? status : null);
}

const kindOf: Readonly<Record<Operation, string>> = {
  'GET /kites': 'list',
  'POST /kites': 'create',
  'GET /kites/{id}': 'read',
  'PUT /kites/{id}': 'replace',
  'PATCH /kites/{id}': 'update',
  'DELETE /kites/{id}': 'remove',
};

const places = operations.flatMap((operation) => [1, 5].map((nth) => [operation, nth] as const));

describe.each(['openapi.json', 'contracts'])('verify, of %s', (source) => {
  it('tells nothing of failures if there are none', { timeout: 60_000 }, async () => {
    const { code, told } = await verify(source, () => null);
    expect([code, told]).toEqual([0, []]);
  });

  it.each(places)('notes one 502 to %s, call %i', { timeout: 60_000 }, async (operation, nth) => {
    const { code, kites, told, report } = await verify(source, once(operation, nth, 502));
    expect(kites.failed()).toEqual([`${operation} 502`]);
    const sent = kites.calls(operation);
    expect(told).toEqual([
      expect.stringMatching(/^unstable: 1 of \d+ calls failed, and did not again: /),
    ]);
    expect(told[0]).toContain(`again: ${operation} 502 (1 of ${sent} calls)`);
    expect(report.unstable).toEqual([{ operation, what: '502', failed: 1, calls: sent }]);
    expect(toJunit(fromJson(report))).toContain(
      `name="${operation} 502" time="0.000"><skipped message="unstable: 1 of ${sent} calls failed, and did not again"/>`,
    );
    expect(code).toBe(0);
    expect(kites.stored()).toHaveLength(3);
  });

  it('fails for one 502 with --fail-on unstable, and with --retries 0', {
    timeout: 60_000,
  }, async () => {
    const [operation, nth] = ['PUT /kites/{id}', 5] as const;
    for (const given of [{ unstable: 'fails' }, { retries: 0 }] as const) {
      const { code, told } = await verify(source, once(operation, nth, 502), given);
      expect(told.join('\n')).toContain('replace: status 502');
      expect(code).toBe(1);
    }
  });

  it('tries again as often as --retries says', { timeout: 60_000 }, async () => {
    // With the attempt that is made again, the same call fails twice.
    const twice: Gateway = (called, count) =>
      called === 'GET /kites' && (count === 1 || count === 2) ? 502 : null;
    const { code, told } = await verify(source, twice, { retries: 2 });
    expect([code, told]).toEqual([0, [expect.stringMatching(/^unstable: 2 of \d+ calls/)]]);
  });

  it.each(places)('finds one 500 to %s, call %i', { timeout: 60_000 }, async (operation, nth) => {
    const { code, kites, told } = await verify(source, once(operation, nth, 500));
    expect(kites.failed()).toEqual([`${operation} 500`]);
    // Some requests are for what is not there.
    const isOpen = told.includes(
      `1 failure, of requests that need not succeed: ${operation} 500 (1 of ${kites.calls(operation)} calls)`,
    );
    expect(isOpen && !operation.endsWith('{id}')).toBe(false);
    if (!isOpen) expect(told.join('\n')).toContain(`${kindOf[operation]}: status 500`);
    expect(code).toBe(isOpen ? 0 : 1);
  });

  it.each(operations)(
    'finds that each fourth call of %s gets 503',
    {
      timeout: 60_000,
    },
    async (operation) => {
      const { code, kites, told } = await verify(source, (called, count) =>
        called === operation && count % 4 === 0 ? 503 : null,
      );
      expect(kites.failed().length).toBeGreaterThan(2);
      expect(told.join('\n')).toContain(`${kindOf[operation]}: status 503`);
      expect(code).toBe(1);
    },
  );

  it('finds each of two operations of which every call gets 500', { timeout: 60_000 }, async () => {
    const { told } = await verify(source, (called) => (called.startsWith('GET') ? 500 : null));
    expect(told).toHaveLength(2);
    for (const kind of ['list', 'read']) expect(told.join('\n')).toContain(`${kind}: status 500`);
  });

  it.each(operations)(
    'finds that every call of %s gets 500',
    { timeout: 60_000 },
    async (operation) => {
      const { code, told } = await verify(source, (called) => (called === operation ? 500 : null));
      expect(told.join('\n')).toContain(`${kindOf[operation]}: status 500`);
      expect(code).toBe(1);
    },
  );

  it.each(operations)(
    'notes one call of %s without an answer',
    {
      timeout: 60_000,
    },
    async (operation) => {
      const { code, kites, told } = await verify(source, once(operation, 3, 'reset'));
      expect(kites.failed()).toEqual([`${operation} reset`]);
      // Node sends what is idempotent again, as RFC 9110 allows.
      const isSeen = operation === 'POST /kites' || operation === 'PATCH /kites/{id}';
      const note = `again: ${operation} no answer (1 of ${kites.calls(operation)} calls)`;
      if (isSeen) expect(told).toEqual([expect.stringContaining(note)]);
      expect(code).toBe(0);
      expect(kites.stored()).toHaveLength(3);
    },
  );
});
