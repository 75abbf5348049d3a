// The XML is well-formed whatever the report holds, its counts are right, and no finding is lost.

import { describe, expect, it } from 'vitest';
import { toJunit } from '../../../src/verify/print/junit.ts';
import type { Report } from '../../../src/verify/report.ts';
import {
  conforming,
  driftFinding,
  hostile,
  laws,
  partly,
  putFinding,
  unjudged,
  violating,
} from './reports.ts';
import { all, type Element, readMarkup } from './well-formed.ts';

/** Each test case in a line: suite, name, and what came of it. */
function cases(report: Report): readonly string[] {
  return all(readMarkup(toJunit(report)), 'testsuite').flatMap((suite) =>
    all(suite, 'testcase').map((one) => {
      const [outcome] = one.children;
      const text =
        outcome === undefined ? 'passed' : `${outcome.name} (${outcome.attributes['message']})`;
      return `${suite.attributes['name']} | ${one.attributes['name']} | ${text}`;
    }),
  );
}

function expectRightCounts(element: Element): void {
  const count = (name: string): string => String(all(element, name).length);
  expect(element.attributes).toMatchObject({
    tests: count('testcase'),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  });
}

describe('toJunit', () => {
  it('writes laws, pacts and walks as test cases', () => {
    expect(cases(violating)).toEqual([
      'run | the service can be judged | passed',
      'run | everything in the contract is tried | skipped (1 law not exercised: the specification shows no path and no payload of PATCH)',
      'laws: GET list | list-is-an-array | passed',
      'laws: GET list | list-elements-have-id-and-name | passed',
      'laws: POST | created-user-is-read | passed',
      'laws: POST | ids-are-unique | passed',
      'laws: PUT | replaced-address-is-read | failure (A PUT of another city was answered 204, and the user read afterwards still has the old one. (section 4, PUT /users/{user_id}))',
      'laws: PUT | put-twice-is-put-once | passed',
      'laws: PATCH | patch-changes-its-target | skipped (the specification shows no path and no payload of PATCH)',
      'laws: DELETE | removed-user-is-gone | passed',
      'pacts: web | a request for the users (given a user exists) | passed',
      'pacts: web | a request for one user (given a user exists) | failure ($.name: expected a string, found null)',
      'pacts: web | a removal (given a user exists) | skipped (not verified: the service refused to create the user)',
      'pacts: web | a wish (given a user exists) | skipped (pending)',
      'walks | random walks | failure (A creation was answered 200. (section 4, rule 8))',
    ]);
  });

  it('writes the duration of each law and of each operation', () => {
    const text = toJunit(violating);
    expect(text).toContain('name="ids-are-unique" time="0.007"/>');
    expect(text).toMatch(/<testsuite name="laws: POST" tests="2" [^>]* time="0\.014"/);
  });

  it('holds everything to understand and repeat a failure', () => {
    const failure = all(readMarkup(toJunit(violating)), 'failure')[0];
    expect(failure?.attributes['type']).toBe('value-changed');
    expect(failure?.text).toBe(
      [
        putFinding.message,
        'violates the contract: section 4, PUT /users/{user_id}',
        'expected: "Ankara"',
        'actual: "Izmir"',
        'at: /address/city',
        'decided by: the contract',
        'remedy: Store every member that PUT sends, also those inside of address.',
        'sent: POST /users 201',
        'sent: PUT /users/17 204',
        'sent: GET /users/17 200',
        ...putFinding.curl,
      ].join('\n'),
    );
  });

  it('writes a finding that broke several laws as one failure, to which the other laws refer', () => {
    const broken = laws.map((law) => ({ ...law, result: 'broken' as const, brokenBy: [1] }));
    const report = { ...conforming, laws: broken, findings: [putFinding] };
    const written = cases({ ...report, verdict: 'violates' });
    expect(written.filter((line) => line.includes('failure ('))).toHaveLength(1);
    expect(written).toContain(
      `laws: PUT | put-twice-is-put-once | skipped (broken; see replaced-address-is-read: ${putFinding.message})`,
    );
  });

  it('writes no failure and no error without a text', () => {
    const broken = laws.map((law) => ({ ...law, result: 'broken' as const, brokenBy: [] }));
    const pacts = { ...violating.pacts, troubles: ['The broker does not answer.'] };
    const unsaid = { ...unjudged, reason: null, remedy: null };
    for (const report of [{ ...violating, laws: broken, pacts }, unjudged, unsaid]) {
      const root = readMarkup(toJunit(report));
      const texts = [...all(root, 'failure'), ...all(root, 'error')].map(({ text }) => text.trim());
      expect(texts).not.toContain('');
      expect(texts.length).toBeGreaterThan(0);
    }
  });

  it('writes a run that could not be judged as an error', () => {
    expect(cases(unjudged)).toEqual([
      'run | the service can be judged | error (Nothing listens at http://127.0.0.1:3000.)',
      'run | everything in the contract is tried | skipped (the service could not be judged)',
      'pacts | pacts | skipped (not run: there are none in contracts/pacts)',
      'walks | random walks | skipped (0 of 20 run, 0 steps: the service could not be judged)',
    ]);
  });

  it('keeps findings of an unknown law, of a law that held, of a pact that passed', () => {
    const findings = [
      { ...putFinding, law: 'unknown-law' },
      { ...putFinding, law: 'ids-are-unique' },
      { ...driftFinding, law: 'pact: web: a request for the users' },
    ];
    const unlinked = laws.map((law) => ({ ...law, brokenBy: [] }));
    const found = cases({ ...violating, laws: unlinked, findings }).filter((line) =>
      line.includes('| failure ('),
    );
    expect(found.map((line) => line.replace(/ \((?:section|A (?:PUT|creation)).*/, ''))).toEqual([
      'laws: POST | ids-are-unique | failure',
      'laws: PUT | replaced-address-is-read | failure',
      'pacts: web | a request for the users (given a user exists) | failure',
      'pacts: web | a request for one user (given a user exists) | failure ($.name: expected a string, found null)',
      'findings | unknown-law | failure',
    ]);
  });

  it.each(Object.entries({ conforming, partly, violating, unjudged, hostile }))(
    'is well-formed and counts right: %s',
    (_name, report) => {
      const root = readMarkup(toJunit(report));
      expect(root.name).toBe('testsuites');
      expectRightCounts(root);
      for (const suite of all(root, 'testsuite')) expectRightCounts(suite);
    },
  );

  it('holds everything to run the same again', () => {
    const properties = all(readMarkup(toJunit(conforming)), 'property').map(
      ({ attributes }) => attributes,
    );
    expect(properties).toEqual([
      { name: 'target', value: 'http://127.0.0.1:3000' },
      { name: 'verdict', value: 'conforms to the contract' },
      { name: 'seed', value: '42' },
      { name: 'replay', value: 'standin verify http://127.0.0.1:3000 --seed 42' },
    ]);
  });
});
