// What is shown cannot act on a terminal, turn text around or hide; what is cut stays text.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, hasHidden, printable, printableLines } from '../../src/base/printable.ts';
import { HOSTILE } from '../verify/print/reports.ts';

describe('printable', () => {
  it.each([
    ['\u001b[31m', '\\u001b[31m'],
    ['\u009b2J', '\\u009b2J'],
    ['\r\n\t\u0000', '\\u000d\\u000a\\u0009\\u0000'],
    ['\u202eabc\u2066', '\\u202eabc\\u2066'],
    ['\ufeff\u200b\u00ad', '\\ufeff\\u200b\\u00ad'],
    ['\u2028\u2029', '\\u2028\\u2029'],
    ['\ud800 \udc00', '\\ud800 \\udc00'],
    ['\uffff\ufdd0', '\\uffff\\ufdd0'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['é 漢 😀 "\'\\', 'é 漢 😀 "\'\\'],
  ])('writes %j as %s', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('leaves nothing hidden, whatever the text is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
        (text) => {
          expect(hasHidden(printable(text))).toBe(false);
          expect(printable(text).isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

describe('printableLines', () => {
  it('keeps newlines and nothing else', () => {
    expect(printableLines('a\nb\r\n\u001b')).toBe('a\nb\\u000d\n\\u001b');
    expect(printableLines(HOSTILE).split('\n').some(hasHidden)).toBe(false);
  });
});

describe('cut', () => {
  it('says how long the text was, and cuts no character in half', () => {
    expect(cut('abcdef', 6)).toBe('abcdef');
    expect(cut('abcdef', 3)).toBe('abc… (6 characters)');
    expect(cut('ab😀', 3)).toBe('ab… (4 characters)');
    expect(cut('a😀b', 3)).toBe('a😀… (4 characters)');
  });
});
