// `standin verify` with choices that are pinned: what departs from them is drift, and what cannot
// be seen of them is said.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../src/contract/choices.ts';
import { correctServices } from '../../bed/correct/index.ts';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { copyProject } from '../../support/cli.ts';
import { serveProject } from '../../support/served.ts';
import { runLearn, runVerify } from '../../support/verifying.ts';

interface Told {
  readonly verdict: string;
  readonly findings: readonly {
    readonly code: string;
    readonly by: string;
    readonly law: string;
  }[];
  readonly observations: readonly { readonly choice: string; readonly option: unknown }[];
  readonly notes: readonly string[];
}

interface Shown {
  readonly by: string;
  readonly curl: readonly string[];
  readonly trace: readonly {
    readonly call: { readonly method: string };
    readonly received: { readonly status: number } | null;
  }[];
}

/**
 * Verifies the plain service, which creates with 201, the whole user and Location, with choices
 * pinned.
 */
async function verifyPlain(
  pins: Partial<Profile>,
  laws: readonly string[],
): Promise<{ code: number; told: Told }> {
  using folder = copyProject();
  await using service = await started(plain.start(USERS));
  const run = await runVerify(service.baseUrl, {
    mode: 'write',
    pins,
    laws,
    ledgerFolder: folder.at('.standin'),
    json: 'print',
  });
  expect(service.stored()).toEqual(USERS);
  return { code: run.code, told: JSON.parse(run.stdout) as Told };
}

const FEW = ['created-is-there', 'removed-is-gone'];

describe('verifyService, with pinned choices', () => {
  it('ends with 1 if the service deviates from a pin, and reports the pinned and the observed option', async () => {
    const { code, told } = await verifyPlain({ 'create.status': 200 }, FEW);
    expect({ code, verdict: told.verdict }).toEqual({ code: 1, verdict: 'violates' });
    expect(told.findings).toHaveLength(1);
    expect(told.findings[0]).toMatchObject({
      code: 'drifted',
      breach: 'drifted',
      by: 'create.status',
      law: 'drift',
      expected: '200',
      actual: expect.stringMatching(/^201, \d+ times$/) as string,
    });
  });

  it('shows what was sent, with commands to send it again', async () => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const pins = {
      'removed.status': 410,
      'auth.scheme': 'bearer',
      'id.numbers': 'random',
    } as const;
    const given = { mode: 'write', pins, laws: FEW, ledgerFolder: folder.at('.standin') } as const;
    const run = await runVerify(service.baseUrl, {
      ...given,
      json: 'print',
      headers: ['Authorization: Bearer s3cr3t-token'],
    });
    const { findings } = JSON.parse(run.stdout) as { findings: readonly Shown[] };
    const shown = (choice: string): Shown | undefined => findings.find(({ by }) => by === choice);
    const methods = shown('removed.status')?.trace.map(
      ({ call, received }) => `${call.method} ${received?.status}`,
    );
    expect(methods).toEqual(['POST 201', 'DELETE 204', 'GET 404']);
    const lines = shown('removed.status')?.curl.filter((line) => !line.startsWith('#')) ?? [];
    expect(lines.map((line) => /ID1=|-X DELETE|\/users\/\$ID1/.exec(line)?.[0])).toEqual([
      undefined,
      'ID1=',
      '-X DELETE',
      '/users/$ID1',
    ]);
    expect(lines[3]).toContain('$STANDIN_AUTHORIZATION');
    expect(shown('auth.scheme')?.curl).toContain(
      `curl -sSi ${service.baseUrl}/users -H 'Accept: application/json'; echo`,
    );
    for (const { trace } of findings) expect(trace.length).toBeGreaterThan(0);
    expect(run.stdout).not.toContain('s3cr3t');
  });

  it('ends with 0 for a conforming service, and reports everything it learned, with the full budget', async () => {
    const { code, told } = await verifyPlain({ 'create.status': 201 }, []);
    expect({ code, findings: told.findings }).toEqual({ code: 0, findings: [] });
    expect(told.observations).toContainEqual(
      expect.objectContaining({ choice: 'missing.status', option: 404 }),
    );
  });

  it('reports each choice of an operation that drifted', async () => {
    const { told } = await verifyPlain({ 'create.status': 200, 'create.location': 'none' }, FEW);
    expect(told.findings.map(({ by }) => by)).toEqual(['create.status', 'create.location']);
  });

  it('says which pinned choice it could not see', async () => {
    const { code, told } = await verifyPlain({ 'limited.status': 503 }, FEW);
    expect(code).toBe(0);
    expect(told.notes.join('\n')).toMatch(
      /^pinned, but not observed: limited\.status \(rate limits are not tried/m,
    );
  });

  it('probes nothing if nothing is pinned, but reports what it saw', async () => {
    const { code, told } = await verifyPlain({}, []);
    expect(code).toBe(0);
    expect(told.observations.map(({ choice }) => choice)).not.toContain('missing.status');
    expect(told.observations.length).toBeGreaterThan(0);
  });
});

/** Services that differ most in what is learned of them; all of them would take minutes. */
const NAMES: readonly string[] = [
  'nested-body',
  'put-needs-id',
  'unknown-410',
  'pages-of-five',
  'bearer-token',
  'holds-none',
];
const SOME = correctServices.filter(({ name }) => NAMES.includes(name));

describe('verifyService, with a profile that was learned', () => {
  it('reports choices in the file that the service no longer follows, and asserts no default', async () => {
    using folder = copyProject();
    await using before = await serveProject({ pins: { 'create.status': 200 } });
    const given = { contract: folder.at('contracts'), ledgerFolder: folder.at('.standin') };
    const learned = await runLearn(`http://127.0.0.1:${before.port}`, { ...given, name: 'ours' });
    expect(learned.code, learned.stderr).toBe(0);
    const verifying = {
      ...given,
      mode: 'write',
      profile: 'ours',
      laws: FEW,
      json: 'print',
    } as const;
    const same = await runVerify(`http://127.0.0.1:${before.port}`, verifying);
    expect(same.code, same.stdout).toBe(0);
    await using after = await serveProject({
      pins: { 'create.status': 202, 'remove.status': 200, 'remove.body': 'record' },
    });
    const changed = await runVerify(`http://127.0.0.1:${after.port}`, verifying);
    const told = JSON.parse(changed.stdout) as Told;
    expect(changed.code).toBe(1);
    // `remove.body` was never seen, so that the file does not name it.
    expect(readFileSync(folder.at('contracts/profiles/ours.json'), 'utf8')).not.toContain(
      'remove.body',
    );
    expect(told.findings.map(({ code, by }) => `${code} ${by}`)).toEqual([
      'drifted create.status',
      'drifted remove.status',
    ]);
  });

  it.each(SOME)(
    'finds no drift in the service it was learned from: $name',
    async (correct) => {
      using folder = copyProject();
      await using service = await started(correct.start(USERS));
      const before = service.stored();
      const headers = correct.headers ?? [];
      const given = {
        contract: folder.at('contracts'),
        ledgerFolder: folder.at('.standin'),
        headers,
      };
      const learned = await runLearn(service.baseUrl, { ...given, name: 'theirs' });
      expect(learned.code, learned.stderr).toBe(0);
      const run = await runVerify(service.baseUrl, {
        ...given,
        mode: 'write',
        profile: 'theirs',
        budget: 'quick',
        json: 'print',
      });
      expect((JSON.parse(run.stdout) as Told).findings).toEqual([]);
      expect(run.code).toBe(0);
      expect(service.stored()).toEqual(before);
    },
    60_000,
  );
});
