// Pacts that came from a broker, and trouble with it, in each form of the report: where each came
// from, and that nothing is passed over.

import { describe, expect, it } from 'vitest';
import { toHtml } from '../../../src/verify/print/html/html.ts';
import { toJson } from '../../../src/verify/print/json.ts';
import { toJunit } from '../../../src/verify/print/junit.ts';
import { toText } from '../../../src/verify/print/text/text.ts';
import type { PactResult, Report } from '../../../src/verify/report.ts';
import { conforming } from './reports.ts';
import { all, readMarkup } from './well-formed.ts';

const TROUBLE =
  'the broker http://b answered 404 (fetching a pact of users). Check <the> names.\u001b[2J';

function resultOf(version: string, number: number, result: PactResult['result']): PactResult {
  const file = `http://b/pacts/provider/users/consumer/web/version/${version}`;
  const origin = { consumerVersion: version, number, index: 0, interactionId: null };
  const mismatches = result === 'passed' ? [] : ['the status was 500'];
  return {
    file,
    consumer: 'web',
    description: 'a request',
    providerStates: [],
    result,
    elapsedMs: 1,
    mismatches,
    origin,
  };
}

const report: Report = {
  ...conforming,
  pacts: {
    state: 'ran',
    why: null,
    interactions: [resultOf('1', 0, 'passed'), resultOf('2', 1, 'failed')],
    troubles: [TROUBLE],
  },
};

describe('the forms of the report', () => {
  it('name the version of the consumer, the address of the pact, and the error', () => {
    const text = toText(report, { colour: false, columns: 100 });
    expect(text).toContain('  ✗ failed: web 2: a request\n');
    expect(text).toContain('http://b/pacts/provider/users/consumer/web/version/2\n');
    expect(text).toContain(
      '  ✗ the broker http://b answered 404 (fetching a pact of users). Check <the> names.\\u001b[2J\n',
    );
    const html = toHtml(report, { credentials: [] });
    for (const version of ['1', '2'])
      expect(html).toContain(
        `<code>http://b/pacts/provider/users/consumer/web/version/${version}</code>`,
      );
    expect(html).toContain('web 1: a request');
    expect(html).toContain('Check &lt;the&gt; names.');
    expect(html).not.toContain('\u001b');
    expect(JSON.parse(toJson(report, { credentials: [] }))).toMatchObject({
      pacts: { troubles: [TROUBLE], interactions: [{ origin: { consumerVersion: '1' } }, {}] },
    });
  });

  it('keep the versions of one consumer apart in JUnit, and count a failed fetch as an error', () => {
    const suites = all(readMarkup(toJunit(report)), 'testsuite').map(({ attributes }) => [
      attributes['name'],
      attributes['failures'],
      attributes['errors'],
    ]);
    expect(suites).toEqual(
      expect.arrayContaining([
        ['pacts', '0', '1'],
        ['pacts: web 1', '0', '0'],
        ['pacts: web 2', '1', '0'],
      ]),
    );
    const idle: Report = {
      ...report,
      pacts: { state: 'not-run', why: 'none', interactions: [], troubles: [TROUBLE] },
    };
    const [first, second] = all(readMarkup(toJunit(idle)), 'testsuite')
      .filter(({ attributes }) => attributes['name'] === 'pacts')
      .flatMap((suite) => all(suite, 'testcase'));
    expect([first?.children[0]?.name, second?.children[0]?.name]).toEqual(['skipped', 'error']);
  });
});
