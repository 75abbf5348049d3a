import { describe, expect, it } from 'vitest';
import { formDecode, percentDecode, tryPercentDecode } from '../../src/base/percent.ts';

describe('percentDecode', () => {
  it.each([
    ['a%20b', 'a b'],
    ['%C3%A9', 'é'],
    ['a+b', 'a+b'],
    ['100%', '100%'],
    ['%ff', '%ff'],
  ])('reads %s as %s', (text, decoded) => {
    expect(percentDecode(text)).toBe(decoded);
  });
});

describe('tryPercentDecode', () => {
  it('returns null if a text is not valid UTF-8 in percent-encoding', () => {
    expect(['%', '%zz', '%ff'].map(tryPercentDecode)).toEqual([null, null, null]);
  });
});

describe('formDecode', () => {
  it('reads + as a space', () => {
    expect(['a+b%2B', 'a+%'].map(formDecode)).toEqual(['a b+', 'a %']);
  });
});
