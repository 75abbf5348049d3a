// The lines are those of JSON.stringify, and each knows its place.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLines } from '../../../src/verify/print/json-lines.ts';

describe('jsonLines', () => {
  it('returns each line with the pointer to the value that starts there', () => {
    expect(jsonLines({ id: 1, a: [{ 'x/y': [] }, '<'], o: {} })).toEqual([
      { text: '{', pointer: '' },
      { text: '  "id": 1,', pointer: '/id' },
      { text: '  "a": [', pointer: '/a' },
      { text: '    {', pointer: '/a/0' },
      { text: '      "x/y": []', pointer: '/a/0/x~1y' },
      { text: '    },', pointer: null },
      { text: '    "<"', pointer: '/a/1' },
      { text: '  ],', pointer: null },
      { text: '  "o": {}', pointer: '/o' },
      { text: '}', pointer: null },
    ]);
  });

  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = JSON.parse(text);
        const lines = jsonLines(value).map((line) => line.text);
        expect(lines.join('\n')).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });
});
