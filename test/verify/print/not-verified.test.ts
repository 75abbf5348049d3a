// What was not verified, in every form of a report: no form may look whole.

import { describe, expect, it } from 'vitest';
import { toGithubAnnotations } from '../../../src/verify/print/github-annotations.ts';
import { toHtml } from '../../../src/verify/print/html/html.ts';
import { type JsonReport, toJson } from '../../../src/verify/print/json.ts';
import { toJunit } from '../../../src/verify/print/junit.ts';
import { toMarkdown } from '../../../src/verify/print/markdown.ts';
import { fromJson } from '../../../src/verify/print/read-json.ts';
import { toText } from '../../../src/verify/print/text/text.ts';
import type { Report } from '../../../src/verify/report.ts';
import { conforming, notVerified, violating } from './reports.ts';

const forms: readonly [form: string, print: (report: Report) => string][] = [
  ['text', (report) => toText(report, { colour: false, columns: 1000 })],
  ['JSON', toJson],
  ['JUnit', toJunit],
  ['HTML', toHtml],
  ['Markdown', (report) => decoded(toMarkdown([report], 1_000_000))],
  ['annotations', toGithubAnnotations],
];

/** Markdown writes most signs as entities. */
function decoded(markdown: string): string {
  return markdown.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

const gaps: readonly [verdict: string, report: Report][] = [
  ['partly', { ...conforming, verdict: 'partly', notVerified }],
  ['violates', { ...violating, notVerified }],
  ['unjudged', { ...conforming, verdict: 'unjudged', reason: 'So.', remedy: 'Do.', notVerified }],
];

describe.each(forms)('%s', (_form, print) => {
  it.each(gaps)('names what was not verified, and why: %s', (_verdict, report) => {
    const shown = print(report);
    expect(shown).toContain('1 of 3 pact interactions');
    expect(shown).toMatch(report.verdict === 'unjudged' ? /So\./ : /web: a mail: it is a message/);
  });

  it('names what you left out, and nothing if nothing is missing', () => {
    const [, left] = notVerified;
    const shown = print({ ...conforming, notVerified: left === undefined ? [] : [left] });
    expect(shown).toContain('the pacts of the broker');
    expect(shown).toContain('--no-pacts leaves them out');
    expect(print(conforming)).not.toMatch(/not verified/i);
  });
});

describe('fromJson', () => {
  it('reads what older versions called an interaction that was not verified', () => {
    const json = JSON.parse(toJson(violating)) as JsonReport;
    const older = JSON.parse(JSON.stringify(json).replaceAll('"not-verified"', '"unprepared"'));
    expect(fromJson(older as JsonReport).pacts).toEqual(fromJson(json).pacts);
  });

  it('reads what was not verified; an older report names none', () => {
    const report = { ...conforming, notVerified };
    const json = JSON.parse(toJson(report)) as JsonReport;
    expect(fromJson(json).notVerified).toEqual(notVerified);
    const { notVerified: _, ...older } = json;
    expect(fromJson(older as JsonReport).notVerified).toEqual([]);
  });
});
