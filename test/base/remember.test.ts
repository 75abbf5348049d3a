import { describe, expect, it } from 'vitest';
import { remember, rememberTexts, TEXT_CHARS_MAX } from '../../src/base/remember.ts';

describe('remember', () => {
  it('makes each result once, also one that is null', () => {
    const made: string[] = [];
    const of = remember((key: string) => {
      made.push(key);
      return key === 'nothing' ? null : key.toUpperCase();
    });
    const results = ['a', 'nothing', 'nothing', 'b', 'a', 'nothing'].map(of);
    expect(results).toEqual(['A', null, null, 'B', 'A', null]);
    expect(made).toEqual(['a', 'nothing', 'b']);
  });

  it('does not look at what is kept for the key of the call before', () => {
    const looks: string[] = [];
    const kept = new Map<string, string>();
    const of = remember((key: string) => key.toUpperCase(), {
      get(key) {
        looks.push(key);
        return kept.get(key);
      },
      set: (key, value) => kept.set(key, value),
    });
    for (const key of ['a', 'a', 'b', 'b', 'a']) of(key);
    expect(looks).toEqual(['a', 'b', 'a']);
  });
});

describe('rememberTexts', () => {
  function counting(most: number): { readonly of: (text: string) => string; made: string[] } {
    const made: string[] = [];
    const of = rememberTexts((text) => {
      made.push(text);
      return text.toUpperCase();
    }, most);
    return { of, made };
  }

  it('makes each result once', () => {
    const { of, made } = counting(2);
    expect(['a', 'b', 'a', 'b'].map(of)).toEqual(['A', 'B', 'A', 'B']);
    expect(made).toEqual(['a', 'b']);
  });

  it('forgets the oldest text if there are more', () => {
    const { of, made } = counting(2);
    for (const text of ['a', 'b', 'c', 'b', 'c', 'a']) of(text);
    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });

  it('keeps no result for a long text', () => {
    const { of, made } = counting(2);
    const [longest, longer] = ['x'.repeat(TEXT_CHARS_MAX), 'y'.repeat(TEXT_CHARS_MAX + 1)];
    for (const text of [longest, longest, longer, longer]) of(text);
    expect(made).toEqual([longest, longer, longer]);
  });
});
