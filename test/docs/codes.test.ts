// docs/troubleshooting.md has every code that there is, under its own heading, and none that there
// is not.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/base/errors.ts';
import { problemTitles } from '../../src/model/problems/problem.ts';
import { findingCodes } from '../../src/oracle/finding-codes.ts';
import { root } from '../support/root.ts';

const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');

/** The headings of a section of the page that are codes, each with the text below it. */
function codesUnder(heading: string): Readonly<Record<string, string>> {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const parts = (section.split('\n## ')[0] ?? '').split('\n### ').slice(1);
  return Object.fromEntries(parts.map((part) => [/^`([^`]+)`/.exec(part)?.[1] ?? part, part]));
}

describe('docs/troubleshooting.md', () => {
  it.each([
    ['Refusals of the mock', problemTitles],
    ['Errors of commands', errorCodes],
    ['Findings of verify and record', findingCodes],
  ] as const)('explains each code under "%s"', (heading, codes) => {
    const told = codesUnder(heading);
    expect(Object.keys(told).sort()).toEqual(Object.keys(codes).sort());
    for (const [code, meaning] of Object.entries(codes)) {
      expect(told[code]).toContain(meaning);
      expect((told[code] ?? '').replace(meaning, '').length).toBeGreaterThan(code.length + 20);
    }
  });

  it('shows an example of every error of a command and of every refusal that a client can cause', () => {
    const shown = { ...codesUnder('Refusals of the mock'), ...codesUnder('Errors of commands') };
    const bare = Object.entries(shown).filter(([, text]) => !text.includes('```console'));
    // The contract of the example names no parameters.
    expect(bare.map(([code]) => code)).toEqual(['unfit', 'unkept', 'failed']);
  });

  it('shows the code of each refusal in its example', () => {
    const examples = Object.entries(codesUnder('Refusals of the mock')).filter(([, text]) =>
      text.includes('```console'),
    );
    for (const [code, text] of examples) expect(text).toContain(`"code":"${code}"}`);
  });
});
