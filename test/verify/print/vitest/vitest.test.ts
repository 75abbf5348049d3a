// Written tests are run by vitest, as whoever gets one would: they fail on the service that they
// were written for, and on no correct one.

import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import {
  TEST_FILE_START,
  type TestFileOptions,
  toVitest,
} from '../../../../src/verify/print/vitest/vitest.ts';
import { randomWalk } from '../../../../src/verify/search/random-walk.ts';
import { shownIdAt } from '../../../../src/verify/session/issued-ids.ts';
import { correctServices } from '../../../bed/correct/index.ts';
import { faults, startFaulty } from '../../../bed/faults/index.ts';
import { odd } from '../../../bed/odd.ts';
import type { Base } from '../../../bed/parts.ts';
import { plain } from '../../../bed/plain.ts';
import type { Service } from '../../../bed/service.ts';
import { USERS } from '../../../support/bed.ts';
import { runWritten, type TestOutcome, vitestFolder } from '../../../support/written-tests.ts';
import { contract, withSession } from '../../search/walking.ts';
import { answer, call, exchange, HOSTILE, putFinding, putTrace } from '../reports.ts';

const folder = vitestFolder();
afterAll(() => folder[Symbol.dispose]());

/** Gives the test that is written of what a walk finds in a service. */
async function written(service: Service): Promise<string> {
  const text = await withSession(service, {}, async (opened) => {
    const { session } = opened;
    const { findings } = await randomWalk({
      session,
      budget: 'standard',
      size: { walks: 6, steps: 6 },
      seed: 1,
      isKnown: () => false,
    });
    const [first] = findings;
    if (first === undefined) throw new Error('nothing was found');
    const { finding, moves, trace } = first;
    const { baseUrl } = service;
    const { token } = session.items;
    return toVitest([{ ...finding, moves, trace }], {
      baseUrl,
      contract,
      idAt: shownIdAt(session.service.traits.idAt),
      token,
    })?.text;
  });
  if (text === undefined) throw new Error('no test can repeat it');
  return text;
}

/**
 * Runs the tests of the folder, each of which is the only one of its file. As whoever gets them
 * does on the services that they were written for; on others in one process.
 */
async function runTests(
  baseUrl: string | null,
  header = '',
): Promise<ReadonlyMap<string, TestOutcome>> {
  const outcomes = await runWritten(folder, {
    baseUrl,
    header,
    processes: baseUrl === null ? 'own' : 'shared',
  });
  return new Map(
    [...outcomes].map(([file, [first]]) => [file, first ?? { title: '', status: 'none' }]),
  );
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

/** Faults that only show while requests overlap, and how often they are tried. */
const OVERLAPS = /-at-once-/;
const TRIES = 4;

describe('toVitest', { timeout: 300_000 }, () => {
  it('writes tests that fail on the faulty service, pass on correct ones, and leave nothing behind', async () => {
    const services: Service[] = [];
    for (const [name, base] of PLANTED) {
      const fault = faults.find((one) => one.name === name);
      if (fault === undefined) throw new Error(`no fault ${name}`);
      const service = await startFaulty(base, fault, USERS);
      services.push(service);
      await writeFile(folder.at(`${name}.test.ts`), await written(service));
    }
    const files = PLANTED.map(([name]) => `${name}.test.ts`);
    const faulty = new Map(await runTests(null));
    const missed = (): string[] => files.filter((file) => faulty.get(file)?.status !== 'failed');
    // On a busy machine requests that are sent at once may arrive one after the other.
    for (let tries = 1; tries < TRIES && missed().some((file) => OVERLAPS.test(file)); tries++) {
      const again = await runTests(null);
      for (const file of missed()) {
        const outcome = again.get(file);
        if (outcome !== undefined && OVERLAPS.test(file)) faulty.set(file, outcome);
      }
    }
    expect(missed()).toEqual([]);
    for (const { title, failureMessages = [] } of faulty.values()) {
      expect(title).toMatch(/^section \d/);
      expect(failureMessages.join('\n')).toMatch(/^\w*Error: .+; expected: /);
    }
    const correct = await plain.start(USERS);
    services.push(correct);
    const passed = await runTests(correct.baseUrl);
    expect(files.filter((file) => passed.get(file)?.status !== 'passed')).toEqual([]);
    expect(correct.stored()).toEqual(USERS);
    for (const service of services) await service.close();
  });

  it('writes tests that take credentials from the environment', async () => {
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
    baseUrl: 'http://127.0.0.1:3000',
    token: 'sqtoken',
    contract,
    idAt: { kind: 'body', pointer: '/id' },
  };

  it('names the clause, the finding and the remedy, and holds no credentials', () => {
    const finding = { ...putFinding, message: 'replace of users/17 had no effect' };
    const text = toVitest([finding], options)?.text;
    expect(text).toContain(
      "it('section 4, PUT /users/{user_id}: replace of one of the users had no effect', ",
    );
    expect(text).toContain(
      '// What to do: Store every member that PUT sends, also those inside of address.',
    );
    expect(text).toContain(
      "expect(at(answer3.body, ['address', 'city']), because(finding)).toSatisfy((value) => ['Ankara']",
    );
    expect(text).not.toContain('s3cret');
    expect(text).toMatch(/process\.env\.STANDIN_BASE_URL \?\? 'http:\/\/127\.0\.0\.1:3000'/);
  });

  it('writes no test if replies cannot show the finding, or if it would write to items of others', () => {
    const finding = { ...putFinding, message: 'replace of users/17 had no effect' };
    expect(toVitest([], options)).toBeNull();
    expect(toVitest([{ ...finding, trace: [] }], options)).toBeNull();
    expect(toVitest([{ ...finding, breach: 'drifted' }], options)).toBeNull();
    expect(toVitest([{ ...finding, code: 'harmed-others' }], options)).toBeNull();
    const removal = exchange(call('DELETE', '/users/3'), answer(204));
    const foreign = [...putTrace.slice(0, 1), removal, ...putTrace.slice(1)];
    expect(toVitest([{ ...finding, trace: foreign }], options)).toBeNull();
  });

  it('writes a test for each finding that can be repeated, and no other', () => {
    const finding = { ...putFinding, message: 'replace of users/17 had no effect' };
    const written = toVitest(
      [finding, { ...finding, trace: [] }, { ...finding, clause: 'section 9' }],
      options,
    );
    expect(written?.tests).toBe(2);
    expect(written?.text.match(/^it\('section \d/gm)).toEqual(["it('section 4", "it('section 9"]);
    expect(written?.text.match(/^import /gm)).toHaveLength(1);
    expect(written?.text.startsWith(TEST_FILE_START)).toBe(true);
  });

  it('keeps all text inside string literals', () => {
    const body = JSON.stringify({
      name: `sqtoken\${process.exit()}\`'"\\ ${HOSTILE}`,
      ['__proto__']: { a: 1 },
    });
    const trace = [
      exchange(call('POST', '/users', body), answer(201, '{"id":17}')),
      ...putTrace.slice(1),
    ];
    const finding = { ...putFinding, message: `users/17 */ ${HOSTILE}`, clause: HOSTILE };
    const text = toVitest([{ ...finding, trace }], options)?.text;
    expect(text).toContain(['`$', '{run}\\$', '{process.exit()}\\`'].join(''));
    expect(text).toContain("['__proto__']: { a: 1 }");
    expect(text?.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});
