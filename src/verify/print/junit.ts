// The report as JUnit XML. Each law, each interaction of a pact and the walks are test cases.

import { pluralize } from '../../base/pluralize.ts';
import { cut } from '../../base/printable.ts';
import { type Markup, markup } from '../../journal/print/markup.ts';
import { consumerOf, lawOfPact } from '../pacts/names.ts';
import type { LawResult, PactResult, Report, ReportedFinding, UnstableCalls } from '../report.ts';
import { coverageOf, seenShares, unseenOf } from './coverage.ts';
import {
  breachOf,
  deciderOf,
  exchangeOf,
  pactsOf,
  reasonsOf,
  untriedOf,
  verdictOf,
  walksOf,
} from './phrases.ts';

/** Returns well-formed XML 1.0. A finding that belongs to no test case gets its own. */
export function toJunit(report: Report): string {
  return junitDocument(suitesOf(report), report);
}

/** Returns suites as XML; those without cases are left out. */
export function junitDocument(
  given: readonly Suite[],
  { startedAt, elapsedMs }: Pick<Report, 'startedAt' | 'elapsedMs'>,
): string {
  const suites = given.filter(({ cases }) => cases.length > 0);
  const all = suites.flatMap(({ cases }) => cases);
  const seconds = (elapsedMs / 1000).toFixed(3);
  const document = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="standin verify" ${totals(all)} time="${seconds}">
${suites.map((suite) => suiteMarkup(suite, startedAt))}</testsuites>
`;
  return document.text;
}

type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'skipped'; readonly why: string }
  | {
      readonly kind: 'failure' | 'error';
      readonly type: string;
      readonly message: string;
      readonly text: string;
    };

export interface Case {
  readonly name: string;
  readonly elapsedMs: number;
  readonly outcome: Outcome;
}

export interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
  /** Facts about the whole run. */
  readonly properties?: Readonly<Record<string, string>>;
}

function suitesOf(report: Report): readonly Suite[] {
  const { target, seed, replay } = report;
  const verdict = verdictOf(report);
  const shares = seenShares(report);
  const consumers = [...new Set(report.pacts.interactions.map(consumerOf))];
  return [
    {
      name: 'run',
      cases: runCases(report),
      properties: {
        target,
        verdict,
        seed: String(seed),
        replay,
        ...(shares === null ? {} : { coverage: [shares, ...unseenOf(report)].join('; ') }),
      },
    },
    ...coverageOf(report.laws).map(({ name, laws }) => ({
      name: `laws: ${name}`,
      cases: laws.map((law) => testCase(law.name, lawOutcome(law, report), law.elapsedMs)),
    })),
    { name: 'pacts', cases: pactStageCases(report) },
    ...consumers.map((consumer) => ({
      name: `pacts: ${consumer}`,
      cases: report.pacts.interactions
        .filter((pact) => consumerOf(pact) === consumer)
        .map((pact) => pactCase(pact, report)),
    })),
    { name: 'walks', cases: [walkCase(report)] },
    { name: 'unstable', cases: (report.unstable ?? []).map(unstableCase) },
    {
      name: 'findings',
      cases: strayFindings(report).map((finding) => testCase(finding.law, failure([finding]))),
    },
  ];
}

function runCases(report: Report): readonly Case[] {
  const { verdict, untried } = report;
  const gaps = [...reasonsOf(report), ...untried.map(untriedOf)];
  const missing =
    verdict === 'unjudged' && gaps.length === 0 ? ['the service could not be judged'] : gaps;
  const tried: Outcome =
    missing.length === 0 ? { kind: 'passed' } : { kind: 'skipped', why: missing.join('; ') };
  return [runCase(report), testCase('everything in the contract is tried', tried)];
}

function runCase({ verdict, reason, remedy, untried, end }: Report): Case {
  const name = 'the service can be judged';
  // A pipeline that reads this file alone must not take an interrupted run for a whole one.
  if (verdict !== 'unjudged' && end === 'whole') return testCase(name, { kind: 'passed' });
  return testCase(name, {
    kind: 'error',
    type: end === 'whole' ? 'unjudged' : 'interrupted',
    message: reason ?? 'it could not be judged',
    text: [reason ?? 'it could not be judged', remedy ?? '', ...untried.map(untriedOf)]
      .filter((line) => line !== '')
      .join('\n'),
  });
}

function lawOutcome(law: LawResult, report: Report): Outcome {
  const found = report.findings.filter(
    (finding) => finding.law === law.name && lawOf(finding, report) === law,
  );
  if (found.length > 0) return failure(found);
  if (law.result === 'held') return { kind: 'passed' };
  if (law.result === 'not-exercised') return { kind: 'skipped', why: law.why ?? 'not exercised' };
  const references = law.brokenBy.flatMap((number) => referenceTo(report.findings[number - 1]));
  if (references.length > 0) return { kind: 'skipped', why: ['broken', ...references].join('; ') };
  const message = `${law.clause}: ${law.meaning}`;
  return { kind: 'failure', type: 'broken', message, text: law.why ?? message };
}

/** A finding is one failure, in the case of one law that it breaks; the others refer to it. */
function referenceTo(finding: ReportedFinding | undefined): readonly string[] {
  return finding === undefined ? [] : [`see ${finding.law}: ${finding.message}`];
}

function pactStageCases({ pacts }: Report): readonly Case[] {
  const troubles = (pacts.troubles ?? []).map((message, index) =>
    testCase(`pacts of the broker, trouble ${index + 1}`, {
      kind: 'error',
      type: 'broker',
      message,
      text: message,
    }),
  );
  return pacts.state === 'ran'
    ? troubles
    : [testCase('pacts', { kind: 'skipped', why: pactsOf(pacts) }), ...troubles];
}

function pactCase(pact: PactResult, report: Report): Case {
  const given =
    pact.providerStates.length === 0 ? '' : ` (given ${pact.providerStates.join(', ')})`;
  return testCase(`${pact.description}${given}`, pactOutcome(pact, report), pact.elapsedMs);
}

function pactOutcome(pact: PactResult, report: Report): Outcome {
  const from = pact.origin === undefined ? [] : [`pact: ${pact.file}`];
  const text = [...pact.mismatches, ...from, ...findingsOf(pact, report).map(textOf)].join('\n');
  const message = pact.mismatches[0] ?? pact.result;
  if (pact.result === 'failed') return { kind: 'failure', type: 'pact', message, text };
  if (pact.result === 'not-verified') return { kind: 'skipped', why: `not verified: ${message}` };
  if (findingsOf(pact, report).length > 0) return failure(findingsOf(pact, report));
  return pact.result === 'pending'
    ? { kind: 'skipped', why: ['pending', ...pact.mismatches].join(': ') }
    : { kind: 'passed' };
}

function walkCase(report: Report): Case {
  const found = report.findings.filter(({ law }) => law === 'walk');
  const name = 'random walks';
  if (found.length > 0) return testCase(name, failure(found));
  return testCase(
    name,
    report.walks.run === 0 ? { kind: 'skipped', why: walksOf(report.walks) } : { kind: 'passed' },
  );
}

/** Calls that failed and did not again fail no test, and pass none. */
function unstableCase({ operation, what, failed, calls }: UnstableCalls): Case {
  const why = `unstable: ${failed} of ${pluralize(calls, 'call')} failed, and did not again`;
  return testCase(`${operation} ${what}`, { kind: 'skipped', why });
}

/** The law that a finding belongs to; of several with that name, the one of its operation. */
function lawOf({ law, operation }: ReportedFinding, { laws }: Report): LawResult | undefined {
  const named = laws.filter(({ name }) => name === law);
  return named.find((one) => one.operation === operation) ?? named[0];
}

function findingsOf(pact: PactResult, { findings }: Report): readonly ReportedFinding[] {
  return findings.filter(({ law }) => law === lawOfPact(pact, pact.description));
}

function strayFindings(report: Report): readonly ReportedFinding[] {
  const ofPacts = new Set(report.pacts.interactions.flatMap((pact) => findingsOf(pact, report)));
  return report.findings.filter(
    (one) => one.law !== 'walk' && lawOf(one, report) === undefined && !ofPacts.has(one),
  );
}

function testCase(name: string, outcome: Outcome, elapsedMs = 0): Case {
  return { name, elapsedMs, outcome };
}

function failure(found: readonly ReportedFinding[]): Outcome {
  const [first] = found;
  const message = first === undefined ? '' : `${first.message} (${first.clause})`;
  return {
    kind: 'failure',
    type: first?.code ?? '',
    message,
    text: found.map(textOf).join('\n\n'),
  };
}

/** Maximum length of one text of a failure, in characters. */
const TEXT_CHARS_SHOWN = 2000;

function textOf(finding: ReportedFinding): string {
  const at =
    finding.at === null ? [] : [`at: ${finding.at === '' ? 'the whole body' : finding.at}`];
  const lines = [
    finding.message,
    `${breachOf(finding.breach)}: ${finding.clause}`,
    `expected: ${finding.expected}`,
    `actual: ${finding.actual}`,
    ...at,
    `decided by: ${deciderOf(finding)}`,
    `remedy: ${finding.remedy}`,
    ...finding.trace.map((exchanged) => `sent: ${exchangeOf(exchanged)}`),
  ];
  return [...lines.map((line) => cut(line, TEXT_CHARS_SHOWN)), ...finding.curl].join('\n');
}

function totals(cases: readonly Case[]): Markup {
  const count = (kind: Outcome['kind']): number =>
    cases.filter(({ outcome }) => outcome.kind === kind).length;
  return markup`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

function suiteMarkup({ name, cases, properties }: Suite, startedAt: string): Markup {
  const seconds = (cases.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0) / 1000).toFixed(3);
  const values = Object.entries(properties ?? {}).map(
    ([key, value]) => markup`      <property name="${key}" value="${oneLine(value)}"/>\n`,
  );
  return markup`  <testsuite name="${oneLine(name)}" ${totals(cases)} time="${seconds}" timestamp="${oneLine(startedAt)}">
${values.length === 0 ? '' : markup`    <properties>\n${values}    </properties>\n`}${cases.map((one) => caseMarkup(one, name))}  </testsuite>
`;
}

function caseMarkup({ name, elapsedMs, outcome }: Case, suite: string): Markup {
  const head = markup`    <testcase classname="standin.${oneLine(suite)}" name="${oneLine(name)}" time="${(elapsedMs / 1000).toFixed(3)}"`;
  switch (outcome.kind) {
    case 'passed':
      return markup`${head}/>\n`;
    case 'skipped':
      return markup`${head}><skipped message="${oneLine(outcome.why)}"/></testcase>\n`;
    case 'failure':
    case 'error': {
      const inner = markup`message="${oneLine(outcome.message)}" type="${oneLine(outcome.type)}">${outcome.text}`;
      return outcome.kind === 'failure'
        ? markup`${head}><failure ${inner}</failure></testcase>\n`
        : markup`${head}><error ${inner}</error></testcase>\n`;
    }
  }
}

/** A parser replaces line breaks in an attribute with spaces. */
function oneLine(text: string): string {
  return cut(text.replaceAll('\n', '\\n'), TEXT_CHARS_SHOWN);
}
