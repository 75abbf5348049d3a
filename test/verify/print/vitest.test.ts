// Written tests are run by vitest, as whoever gets one would: they fail on the service that they were written for, and on no correct one.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPointer } from '../../../src/base/pointer.ts';
import type { IdAt } from '../../../src/verify/print/issued.ts';
import { type TestFileOptions, toVitest } from '../../../src/verify/print/vitest.ts';
import type { Session } from '../../../src/verify/session.ts';
import { walk } from '../../../src/verify/walk.ts';
import { correctServices } from '../../bed/correct/index.ts';
import { faults, startFaulty } from '../../bed/faults/index.ts';
import { odd } from '../../bed/odd.ts';
import type { Base } from '../../bed/parts.ts';
import { plain } from '../../bed/plain.ts';
import type { Service } from '../../bed/service.ts';
import { USERS } from '../../support/bed.ts';
import { contract, withSession } from '../walking.ts';
import { answer, call, exchange, HOSTILE, putFinding, putTrace } from './reports.ts';

const root = join(import.meta.dirname, '../../..');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-written-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rm(folder, { recursive: true }));

function shownIdAt({ traits: { idAt } }: Session): IdAt {
  return idAt.kind === 'body' ? { kind: 'body', pointer: toPointer(idAt.steps) } : idAt;
}

/** Gives the test that is written of what a walk finds in a service. */
async function written(service: Service): Promise<string> {
  const text = await withSession(service, {}, async (opened) => {
    const { session } = opened;
    const { findings } = await walk({ session, budget: 'standard', size: { walks: 6, steps: 6 }, seed: 1, isKnown: () => false });
    const [first] = findings;
    if (first === undefined) throw new Error('nothing was found');
    const { finding, moves, trace } = first;
    const { baseUrl } = service;
    return toVitest({ finding, moves, trace, baseUrl, contract, idAt: shownIdAt(session), token: session.token });
  });
  if (text === null) throw new Error('no test can repeat it');
  return text;
}

interface Outcome {
  readonly name: string;
  readonly status: string;
}

/** Runs the tests of the folder, against the service that each was written for, or another one. */
async function runTests(baseUrl: string | null, header = ''): Promise<ReadonlyMap<string, Outcome>> {
  const out = join(folder, 'out.json');
  const { VITEST: _one, VITEST_MODE: _two, VITEST_WORKER_ID: _three, ...inherited } = process.env;
  const env = { ...inherited, STANDIN_HEADER: header, ...(baseUrl === null ? {} : { STANDIN_BASE_URL: baseUrl }) };
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--reporter=json', `--outputFile=${out}`];
  // It ends with 1 where a test fails; what failed stands in the report.
  await new Promise<void>((resolve) => execFile(process.execPath, args, { cwd: folder, env }, () => resolve()));
  const report = JSON.parse(await readFile(out, 'utf8')) as Report;
  return new Map(
    report.testResults.map(({ name, assertionResults: [first] }) => [
      name.replace(/^.*\//, ''),
      { name: first?.title ?? '', status: first?.status ?? 'none' },
    ]),
  );
}

/** What vitest writes. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const PLANTED: readonly [name: string, base: Base][] = [
  ['delete-does-nothing', plain],
  ['delete-fails-from-the-third', odd],
  ['second-put-ignored', plain],
  ['read-stale-after-put', odd],
  ['list-stale-after-delete', plain],
  ['put-undoes-the-put-before', plain],
  ['put-toggles-the-flag', odd],
  ['skills-cut-at-twelve', odd],
  ['body-read-as-latin-1', plain],
  ['posts-at-once-lose-one', plain],
  ['removed-is-a-page', plain],
];

describe('toVitest', { timeout: 180_000 }, () => {
  it('gives tests that fail on the faulty service, pass on correct ones, and leave nothing behind', async () => {
    const services: Service[] = [];
    for (const [name, base] of PLANTED) {
      const fault = faults.find((one) => one.name === name);
      if (fault === undefined) throw new Error(`no fault ${name}`);
      const service = await startFaulty(base, fault, USERS);
      services.push(service);
      await writeFile(join(folder, `${name}.test.ts`), await written(service));
    }
    const files = PLANTED.map(([name]) => `${name}.test.ts`);
    const faulty = await runTests(null);
    expect(files.filter((file) => faulty.get(file)?.status !== 'failed')).toEqual([]);
    for (const { name } of faulty.values()) expect(name).toMatch(/^section \d/);
    const correct = await plain.start(USERS);
    services.push(correct);
    const passed = await runTests(correct.baseUrl);
    expect(files.filter((file) => passed.get(file)?.status !== 'passed')).toEqual([]);
    expect(correct.stored()).toEqual(USERS);
    for (const service of services) await service.close();
  });

  it('gives tests that take credentials from the environment', async () => {
    const guarded = correctServices.find(({ headers }) => headers?.length === 1);
    const [header = ''] = guarded?.headers ?? [];
    const service = await guarded?.start(USERS);
    const files = PLANTED.map(([name]) => `${name}.test.ts`);
    const passed = await runTests(service?.baseUrl ?? '', header);
    const refused = await runTests(service?.baseUrl ?? '');
    expect(files.filter((file) => passed.get(file)?.status !== 'passed')).toEqual([]);
    expect(files.filter((file) => refused.get(file)?.status !== 'failed')).toEqual([]);
    await service?.close();
  });

  const options: TestFileOptions = {
    ...{ finding: putFinding, trace: putTrace, moves: [], baseUrl: 'http://127.0.0.1:3000', token: 'sqtoken' },
    ...{ contract, idAt: { kind: 'body', pointer: '/id' } },
  };

  it('names the clause, what was found and what to do, and holds no credentials', () => {
    const finding = { ...putFinding, message: 'replace of users 17 had no effect' };
    const text = toVitest({ ...options, finding });
    expect(text).toContain("it('section 4, PUT /users/{user_id}: replace of one of the users had no effect', ");
    expect(text).toContain('// What to do: Store every member that PUT sends, also those inside of address.');
    expect(text).toContain("expect(at(answer3.body, ['address', 'city'])).toSatisfy((value) => ['Ankara']");
    expect(text).not.toContain('s3cret');
    expect(text).toMatch(/process\.env\.STANDIN_BASE_URL \?\? 'http:\/\/127\.0\.0\.1:3000'/);
  });

  it('gives none where it could not tell, or would write to what is not its own', () => {
    const finding = { ...putFinding, message: 'replace of users 17 had no effect' };
    expect(toVitest({ ...options, finding, trace: [] })).toBeNull();
    expect(toVitest({ ...options, finding: { ...finding, breach: 'inconsistent' } })).toBeNull();
    expect(toVitest({ ...options, finding: { ...finding, code: 'harmed-others' } })).toBeNull();
    const foreign = [...putTrace, exchange(call('DELETE', '/users/3'), answer(204))];
    expect(toVitest({ ...options, finding, trace: foreign })).toBeNull();
  });

  it('lets nothing out of its strings', () => {
    const body = JSON.stringify({ name: `sqtoken\${process.exit()}\`'"\\ ${HOSTILE}`, ['__proto__']: { a: 1 } });
    const trace = [exchange(call('POST', '/users', body), answer(201, '{"id":17}')), ...putTrace.slice(1)];
    const finding = { ...putFinding, message: `users 17 */ ${HOSTILE}`, clause: HOSTILE };
    const text = toVitest({ ...options, finding, trace });
    expect(text).toContain(['`$', '{run}\\$', '{process.exit()}\\`'].join(''));
    expect(text).toContain("['__proto__']: { a: 1 }");
    expect(text?.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});
