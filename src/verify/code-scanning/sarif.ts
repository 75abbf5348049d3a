// The findings in SARIF 2.1.0 (OASIS), which GitHub and others show beside the code: one run, whatever the
// number of contracts. A finding of a clause that no file has is there without a place in one.

import { cut, printable } from '../../base/printable.ts';
import { type FindingCode, findingCodes } from '../../oracle/finding-codes.ts';
import type { LineOfClause } from '../print/github-annotations.ts';
import { headingOf } from '../print/phrases.ts';
import type { Report } from '../report.ts';
import { type ScannedFinding, scannedFindings } from './scanned-findings.ts';

/** Returns the file, with a newline at the end. */
export function toSarif(
  reports: readonly Report[],
  { lineOf, version }: { readonly lineOf: LineOfClause; readonly version: string },
): string {
  const findings = scannedFindings(reports, lineOf);
  const codes = [...new Set(findings.map(({ finding }) => finding.code))].toSorted();
  // A report of another version may have codes that this one does not know.
  const rules = codes.map((id) => ({ id, shortDescription: { text: findingCodes[id] ?? id } }));
  const unjudged = reports.flatMap(({ resource, reason }) =>
    reason === null ? [] : [`${resource}: ${reason}`],
  );
  const run = {
    tool: { driver: { name: 'standin', version, rules } },
    invocations: [
      {
        executionSuccessful: unjudged.length === 0,
        toolExecutionNotifications: unjudged.map((one) => ({
          level: 'error',
          message: { text: shown(one) },
        })),
      },
    ],
    results: findings.map((one) => resultOf(one, codes)),
  };
  const log = { $schema: SCHEMA, version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

function resultOf({ finding, place, mark, reason }: ScannedFinding, codes: readonly FindingCode[]) {
  const { code, message, expected, actual, remedy } = finding;
  const text = [
    `${message}.`.replace(/\.\.$/, '.'),
    `Expected: ${expected}`,
    `Actual: ${actual}`,
    remedy,
  ];
  const physical =
    place === null
      ? {}
      : {
          physicalLocation: {
            artifactLocation: { uri: encodeURI(place.file) },
            region: { startLine: place.line },
          },
        };
  const logicalLocations = [{ fullyQualifiedName: shown(headingOf(finding)) }];
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: 'error',
    message: { text: text.map(shown).join('\n') },
    locations: [{ ...physical, logicalLocations }],
    partialFingerprints: { 'standin/v1': mark },
    ...(reason === null
      ? {}
      : { suppressions: [{ kind: 'external', justification: shown(reason) }] }),
  };
}

/** Maximum length of one text, in characters. */
const TEXT_CHARS_SHOWN = 1_000;

function shown(text: string): string {
  return cut(printable(text), TEXT_CHARS_SHOWN);
}
