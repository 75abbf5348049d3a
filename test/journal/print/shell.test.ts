// Each word means exactly its text to a real shell.

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlain, printf, type ShellPart, word } from '../../../src/journal/print/shell.ts';
import { anyText } from '../../support/any-text.ts';
import { HOSTILE } from '../../verify/print/reports.ts';

/** What a shell makes of commands, each of which prints; a marker stands between them. */
function run(shell: string, commands: readonly string[]): readonly string[] {
  const script = commands.map((command) => `${command}; printf '\\036'`).join('\n');
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ID1: '17', RUN: 'x y' };
  return execFileSync(shell, { input: script, env, encoding: 'utf8' }).split('\u001e').slice(0, -1);
}

const hard: readonly string[] = [
  'plain',
  '',
  "it's",
  "'''",
  '"$HOME" `id` $(id) \\ !! !x',
  '-n',
  '--help',
  '%s %% \\n',
  'a b  c',
  'é 漢 😀',
  '* ? [a] {a,b} ~ # ; & | < >',
  '=x',
  'line 1\nline 2',
  '\t\u001b[31m\u202e\u200d',
  '-\u0007%\\',
  HOSTILE.replaceAll('\u0000', ''),
];

describe.each(['sh', 'bash'])('word, read by %s', (shell) => {
  it('means its text', () => {
    expect(
      run(
        shell,
        hard.map((text) => `printf %s ${word([text])}`),
      ),
    ).toEqual(hard.map((text) => text.toWellFormed()));
  });

  it('means its text and its variables', () => {
    const parts = hard.map((text): ShellPart[] => [
      text,
      { variable: 'ID1' },
      'a',
      { variable: 'RUN' },
      "b'",
    ]);
    expect(
      run(
        shell,
        parts.map((one) => `printf %s ${word(one)}`),
      ),
    ).toEqual(hard.map((text) => `${text.toWellFormed()}17ax yb'`));
  });

  it('means any text', () => {
    const texts = fc.sample(anyText(), 300).map((text) => text.replaceAll(/\0|\n+$/g, ''));
    expect(
      run(
        shell,
        texts.map((text) => `printf %s ${word([text])}`),
      ),
    ).toEqual(texts);
  });
});

describe('word', () => {
  it.each<[readonly ShellPart[], string]>([
    [['http://127.0.0.1:3000/users'], 'http://127.0.0.1:3000/users'],
    [['Content-Type: application/json'], "'Content-Type: application/json'"],
    [["O'Neil"], "'O'\\''Neil'"],
    [['http://h/users/', { variable: 'ID1' }], '"http://h/users/$ID1"'],
    [['http://h/users/', { variable: 'ID1' }, '0'], '"http://h/users/$' + '{ID1}0"'],
    [['{"id":', { variable: 'ID1' }, '}'], `'{"id":'"$ID1"'}'`],
    [['a', 'b', ''], 'ab'],
    [[''], "''"],
    [['a\nb'], `"$(printf 'a\\nb')"`],
    [['\u202e'], `"$(printf '\\342\\200\\256')"`],
    [['\ud800'], "'\ufffd'"],
  ])('writes %j as %s', (parts, text) => {
    expect(word(parts)).toBe(text);
  });

  it('never breaks a line and never holds control characters', () => {
    expect(word([HOSTILE])).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});

describe('printf', () => {
  it('also prints text that no word can hold', () => {
    const texts = ['a\u0000b', 'ends with newlines\n\n', '-\u0000', '\u0000'];
    expect(
      run(
        'sh',
        texts.map((text) => printf([text])),
      ),
    ).toEqual(texts);
    expect(run('sh', [printf(['50 % ', { variable: 'RUN' }, '\u0000'])])).toEqual([
      '50 % x y\u0000',
    ]);
  });
});

describe('isPlain', () => {
  it('says whether a word holds a text unchanged', () => {
    expect(isPlain(['a b', { variable: 'ID1' }])).toBe(true);
    expect(isPlain(['a', '\n'])).toBe(false);
  });
});
