// The options for the report of a run, which `verify` and `merge` share.

import { fileOfResource } from '../shared/file-per-resource.ts';
import type { Environment, FlagsOf, OptionDeclarations } from '../shared/option.ts';
import type { Outputs } from '../shared/outlets.ts';

export const reportOptions = {
  json: {
    flags: '--json [file]',
    about: 'write the report as JSON into this file, or print it in place of the text',
    details:
      'the report as JSON: into this file, or without one printed in place of the text. With several contracts `a.json` becomes `a-users.json`',
  },
  junit: { flags: '--junit <file>', about: 'write the report as JUnit XML' },
  html: { flags: '--html <file>', about: 'write the report as one HTML page' },
  summary: {
    flags: '--summary <file>',
    about: 'write the report as Markdown; in GitHub Actions, it is always the summary of the step',
    details:
      'the report as Markdown; in GitHub Actions it is also, without this, the summary of the step',
  },
  sarif: {
    flags: '--sarif <file>',
    about: 'write the findings as SARIF, for tools that show them beside the code',
    details:
      'write the findings of all contracts as [SARIF 2.1.0](ci.md#findings-beside-the-code), for tools that show them beside the code',
  },
  codeQuality: {
    flags: '--code-quality <file>',
    about: 'write the findings as a Code Quality report of GitLab',
    details:
      'write the findings of all contracts as a [Code Quality report](ci.md#findings-beside-the-code) of GitLab',
  },
  quiet: {
    flags: '--quiet',
    about: 'print no progress, and nothing if everything was tried and conforms',
  },
} as const satisfies OptionDeclarations;

/** Where reports go; files of tests and `--json <file>` as `verify` reads it are the caller's. */
export function toOutputs(
  { json, junit, html, summary, sarif, codeQuality, quiet }: FlagsOf<typeof reportOptions>,
  environment: Environment,
): Omit<Outputs, 'tests'> {
  const ci = environment['GITHUB_ACTIONS'] === 'true' ? 'github' : 'none';
  const workspace = environment['GITHUB_WORKSPACE'] ?? environment['CI_PROJECT_DIR'] ?? '';
  const step = environment['GITHUB_STEP_SUMMARY'] ?? '';
  const ofStep = ci === 'github' && step !== '' ? ({ file: step, how: 'append' } as const) : null;
  return {
    json: json === undefined ? null : typeof json === 'string' ? { file: json } : 'print',
    junit: junit ?? null,
    html: html ?? null,
    summary: summary === undefined ? ofStep : { file: summary, how: 'whole' },
    sarif: sarif ?? null,
    codeQuality: codeQuality ?? null,
    form: quiet === true ? 'quiet' : 'full',
    ci,
    ...(workspace === '' ? {} : { workspace }),
  };
}

/** The outputs of a comparison that comes before a run, which has files of its own. */
export function outputsBesideRun(outputs: Outputs): Outputs {
  const beside = (file: string): string => fileOfResource(file, 'since');
  const { json, junit, html, summary } = outputs;
  return {
    ...outputs,
    json: json === null || json === 'print' ? json : { file: beside(json.file) },
    junit: junit === null ? null : beside(junit),
    html: html === null ? null : beside(html),
    summary: summary?.how === 'whole' ? { ...summary, file: beside(summary.file) } : summary,
  };
}
