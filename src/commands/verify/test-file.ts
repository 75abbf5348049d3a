// The file of tests that `standin verify` writes: checked before the run, written after it.

import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import { hasEnvelopes } from '../../contract/envelope.ts';
import { isFolder } from '../../project/files/make-folder.ts';
import { toVitest } from '../../verify/print/vitest/vitest.ts';
import type { Report } from '../../verify/report.ts';
import { writeOut } from '../files/out-file.ts';
import { fileOfResource } from '../shared/file-per-resource.ts';
import { quoted } from '../shared/quoted.ts';
import type { TestFacts } from './build-report.ts';
import { reportFile } from './out-files.ts';

/** Throws a StandinError if the file (`null` for none) could not be written, before the run. */
export function checkTestFile(given: string | null, resource: string | null): void {
  if (given === null) return;
  const file = fileOfResource(given, resource);
  const folder = dirname(file);
  if (!isFolder(folder)) throw unwritable(`there is no folder ${folder}`, MAKE_IT);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw unwritable(`${file} cannot be written: the folder is read-only`, ANOTHER);
  }
}

/**
 * Writes tests for the reproducible findings of a report, and returns a sentence about it. Throws a
 * StandinError if they cannot be written.
 */
export function writeTests(file: string, report: Report, facts: TestFacts | null): string {
  const { findings, target, verdict } = report;
  if (facts !== null && findings.length > 0 && hasEnvelopes(facts.contract))
    return `No test was written to ${printable(file)}: items in envelopes are not supported there yet; the report repeats each finding with curl.`;
  // A test for a finding that was not reproduced would pass.
  const steady = findings.filter(({ reproduced }) => reproduced !== 'no');
  const written = facts === null ? null : toVitest(steady, { ...facts, baseUrl: target });
  const name = printable(file);
  if (written === null) {
    const unheld = verdict === 'unjudged' ? 'the service could not be judged' : 'nothing was found';
    const why =
      findings.length === 0
        ? unheld
        : `none of ${pluralize(findings.length, 'finding')} can be repeated by a test`;
    return `No test was written to ${name}: ${why}.`;
  }
  writeOut(reportFile(file, '--write-test'), written.text);
  const others = findings.length - written.tests;
  const rest = others === 0 ? '' : `; ${pluralize(others, 'finding')} cannot be repeated by a test`;
  return `${pluralize(written.tests, 'test')} written to ${name}${rest}. To run: npx vitest run ${printable(quoted(file))}`;
}

const MAKE_IT = 'Create it, or name another file with --write-test.';
const ANOTHER = 'Name another file with --write-test.';

function unwritable(message: string, remedy: string): StandinError {
  return new StandinError('file-unwritable', message, remedy);
}
