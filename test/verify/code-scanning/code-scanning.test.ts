// The files for tools that show findings beside the code.

import { describe, expect, it } from 'vitest';
import { toCodeQuality } from '../../../src/verify/code-scanning/code-quality.ts';
import { toSarif } from '../../../src/verify/code-scanning/sarif.ts';
import type { LineOfClause } from '../../../src/verify/print/github-annotations.ts';
import {
  conforming,
  driftFinding,
  hostile,
  putFinding,
  unjudged,
  violating,
} from '../print/reports.ts';

const lineOf: LineOfClause = (clause) =>
  clause === putFinding.clause ? { file: 'api/open api.yaml', line: 12 } : null;

interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly message: { readonly text: string };
      readonly partialFingerprints: Readonly<Record<string, string>>;
    }[];
  }[];
}

function sarifOf(...reports: Parameters<typeof toSarif>[0]): Sarif {
  return JSON.parse(toSarif(reports, { lineOf, version: '1.2.3' })) as Sarif;
}

describe('toSarif', () => {
  it('has one run with the findings of all reports, each with its rule and its place', () => {
    expect(
      sarifOf(conforming, { ...violating, findings: [putFinding, driftFinding] }),
    ).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'standin',
              version: '1.2.3',
              rules: [{ id: 'drifted' }, { id: 'value-changed' }],
            },
          },
          invocations: [{ executionSuccessful: true, toolExecutionNotifications: [] }],
          results: [
            {
              ruleId: 'value-changed',
              ruleIndex: 1,
              level: 'error',
              message: {
                text: expect.stringMatching(/^A PUT of another city .*\nExpected: "Ankara"\n/),
              },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'api/open%20api.yaml' },
                    region: { startLine: 12 },
                  },
                },
              ],
              partialFingerprints: { 'standin/v1': 'users replace value-changed /address/city' },
            },
            { ruleId: 'drifted', locations: [{ logicalLocations: [{}] }] },
          ],
        },
      ],
    });
  });

  it('tells what could not be judged, and suppresses what a baseline knows', () => {
    expect(sarifOf(unjudged)).toMatchObject({
      runs: [
        {
          invocations: [
            {
              executionSuccessful: false,
              toolExecutionNotifications: [
                { message: { text: 'users: Nothing listens at http://127.0.0.1:3000.' } },
              ],
            },
          ],
          results: [],
        },
      ],
    });
    const known = [{ finding: putFinding, reason: 'ticket 12', until: '2999-12-31' }];
    expect(sarifOf({ ...conforming, known })).toMatchObject({
      runs: [{ results: [{ suppressions: [{ kind: 'external', justification: 'ticket 12' }] }] }],
    });
  });

  it('tells two findings with the same fingerprint apart, and shows no control characters', () => {
    const [run] = sarifOf({ ...violating, findings: [putFinding, putFinding] }, hostile).runs;
    const marks = run?.results.map((one) => one.partialFingerprints['standin/v1']) ?? [];
    expect(new Set(marks).size).toBe(marks.length);
    for (const { message, ruleId, ruleIndex } of run?.results ?? []) {
      expect(message.text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    }
  });
});

describe('toCodeQuality', () => {
  it('lists the findings that no baseline knows', () => {
    const known = [{ finding: putFinding, reason: 'ticket 12', until: '2999-12-31' }];
    const reports = [
      { ...violating, findings: [putFinding, driftFinding] },
      { ...conforming, known },
    ];
    expect(JSON.parse(toCodeQuality(reports, lineOf))).toEqual([
      {
        description: putFinding.message,
        check_name: 'value-changed',
        fingerprint: 'users replace value-changed /address/city',
        severity: 'major',
        location: { path: 'api/open api.yaml', lines: { begin: 12 } },
      },
      {
        description: driftFinding.message,
        check_name: 'drifted',
        fingerprint: expect.any(String),
        severity: 'minor',
        location: { path: driftFinding.clause, lines: { begin: 1 } },
      },
    ]);
    expect(toCodeQuality([conforming], lineOf)).toBe('[]\n');
  });
});
