// The parts of the page that draw nothing: places, terms, JSON as lines, differences, and what is
// kept of the list.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import type { Row } from '../../src/journal/interaction/row.ts';
import { diffJson, diffText } from '../../src/ui/detail/json-diff.ts';
import { LINES_MAX, nearestPlace, toLines } from '../../src/ui/detail/json-lines.ts';
import { readTree } from '../../src/ui/detail/json-text.ts';
import { splitTerms, toggleTerm } from '../../src/ui/list/filter-fields.ts';
import { createRowStore, ROWS_KEPT } from '../../src/ui/list/row-store.ts';
import { indexFrom } from '../../src/ui/list/use-matches.ts';
import { formatBytes, formatMs, visible } from '../../src/ui/shared/format.ts';
import { formatRoute, parseRoute } from '../../src/ui/shared/route.ts';

const all = { folded: new Set<string>(), more: new Map<string, number>(), marked: [] };
const treeOf = (text: string) => readTree(text)?.tree ?? null;

describe('parseRoute', () => {
  it.each([
    ['#/i/123?q=status:5xx -path:/health', ['i', '123'], { q: 'status:5xx -path:/health' }],
    ['', [], {}],
    ['#/data/a%2Fb', ['data', 'a/b'], {}],
    ['#/data/%zz', ['data', '%zz'], {}],
  ])('reads %s', (hash, path, query) => {
    expect(parseRoute(hash)).toEqual({ path, query });
  });

  it('reads what formatRoute writes, with half surrogate pairs replaced', () => {
    const hash = formatRoute(['i', '7'], { q: 'body:"a&b=c #? %"', at: '/a~1b', none: '' });
    expect(parseRoute(hash)).toEqual({
      path: ['i', '7'],
      query: { q: 'body:"a&b=c #? %"', at: '/a~1b' },
    });
    expect(() => formatRoute(['\ud800'], { q: '\ud800' })).not.toThrow();
  });
});

describe('toggleTerm', () => {
  it('keeps quoted text together, and removes what it added', () => {
    expect(splitTerms('a body:"half a loaf"  -is:failed "open')).toEqual([
      'a',
      'body:"half a loaf"',
      '-is:failed',
      '"open',
    ]);
    expect(toggleTerm('body:"half a loaf"', 'is:failed')).toBe('body:"half a loaf" is:failed');
    expect(toggleTerm('body:"half a loaf" is:failed', 'is:failed')).toBe('body:"half a loaf"');
  });
});

describe('visible', () => {
  it('makes invisible characters visible, and keeps the rest', () => {
    expect(visible('a\0b\tc\n\u202ed\ud800 😀 é')).toBe('a␀b\tc\n⟨202e⟩d⟨d800⟩ 😀 é');
    expect([
      formatBytes(null),
      formatBytes(12),
      formatBytes(1234),
      formatBytes(100_000_000),
    ]).toEqual(['?', '12 B', '1.2 KB', '100 MB']);
    expect([formatMs(0.42), formatMs(12.4), formatMs(1250)]).toEqual(['0.4 ms', '12 ms', '1.25 s']);
  });
});

describe('toLines', () => {
  it('keeps numbers as they were written', () => {
    const { lines } = toLines(treeOf('[1e400, 12345678901234567890, 1.0, 7]'), all);
    expect(lines.map((line) => line.text)).toEqual([
      '[',
      '1e400,',
      '12345678901234567890,',
      '1.0,',
      '7',
      ']',
    ]);
  });

  it('returns the pointer of each line, and folds', () => {
    const { lines } = toLines(treeOf('{"a/b":{"c":[1]},"d":{}}'), {
      ...all,
      folded: new Set(['/a~1b/c']),
    });
    expect(lines.map((line) => `${line.pointer} ${line.name ?? ''} ${line.text}`)).toEqual([
      '  {',
      '/a~1b "a/b" {',
      '/a~1b/c "c" [ 1 elements ]',
      '/a~1b  },',
      '/d "d" {}',
      '  }',
    ]);
  });

  it('never returns more than may be drawn, and keeps marked lines', () => {
    const tree = Array.from({ length: 50_000 }, (_, index) => [index]);
    const { lines, isCut } = toLines(tree, { ...all, marked: ['/40000/0'] });
    expect(lines.length).toBeLessThan(LINES_MAX);
    expect(lines.some((line) => line.pointer === '/40000/0')).toBe(true);
    expect(lines.filter((line) => line.kind === 'gap').map((line) => line.text)).toEqual([
      '39900 more',
      '9999 more',
    ]);
    expect(isCut).toBe(false);
    const whole = toLines(tree, { ...all, more: new Map([['', 50_000]]) });
    expect([whole.lines.length, whole.isCut]).toEqual([LINES_MAX, true]);
  });

  it('finds the nearest existing place', () => {
    expect(nearestPlace(treeOf('{"a":[{"b":1}]}'), '/a/0/c/d')).toBe('/a/0');
  });
});

describe('diffJson', () => {
  const drawn = (left: Json, right: Json) =>
    diffJson(left, right).lines.map(
      (line) =>
        `${{ same: ' ', left: '-', right: '+' }[line.kind]}${'  '.repeat(line.depth)}${line.text}`,
    );

  it('ignores the order of members, and folds equal parts', () => {
    expect(diffJson({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }).places).toBe(0);
    expect(drawn({ a: 1, b: [1, 2] }, { b: [1, 2], a: '1' })).toEqual([
      ' {',
      '-  "a": 1',
      '+  "a": "1"',
      '   "b": [ 2 equal ]',
      ' }',
    ]);
  });

  it('compares elements with the same id, whatever their position', () => {
    const [one, two, three] = [
      { id: 1, n: 'a' },
      { id: 2, n: 'b' },
      { id: 3, n: 'c' },
    ];
    expect(diffJson([one, two, three], [three, one, two]).places).toBe(0);
    expect(diffJson([one, two], [{ id: 2, n: 'B' }, one]).places).toBe(1);
  });

  it('finds inserted elements without ids', () => {
    expect(drawn(['a', 'b', 'c'], ['a', 'x', 'b', 'c'])).toEqual([
      ' [',
      '   "a"',
      '+  "x"',
      '   "b"',
      '   "c"',
      ' ]',
    ]);
    expect(
      diffJson(
        Array.from({ length: 500 }, () => 1),
        Array.from({ length: 500 }, () => 2),
      ).places,
    ).toBe(500);
  });

  it('shows a value on one side only with all its contents', () => {
    expect(drawn({}, { a: { b: [1] } })).toEqual([
      ' {',
      '+  "a": {',
      '+    "b": [',
      '+      1',
      '+    ]',
      '+  }',
      ' }',
    ]);
  });

  it('compares other texts line by line', () => {
    expect(diffText('a\nb\nc', 'a\nx\nc').lines).toEqual([
      { kind: 'left', depth: 0, text: 'b' },
      { kind: 'right', depth: 0, text: 'x' },
    ]);
    expect(diffText('same', 'same').places).toBe(0);
  });
});

describe('createRowStore', () => {
  it('fetches the latest requested rows first, in batches, and keeps a limited number', async () => {
    const asked: number[] = [];
    const row = (seq: number) => ({ seq }) as Row;
    const fetchRows = async (seqs: readonly number[]) => {
      asked.push(seqs.length);
      return seqs.map(row);
    };
    const store = createRowStore(fetchRows, () => {});
    store.want([1, 2, 3]);
    store.want([4]);
    store.want(Array.from({ length: 1200 }, (_, index) => 100 + index));
    await expect.poll(() => store.get(1299)).toEqual({ seq: 1299 });
    expect(asked).toEqual([3, 500, 500, 200]);
    expect([store.get(1), store.get(4)]).toEqual([{ seq: 1 }, undefined]);
    store.want(Array.from({ length: ROWS_KEPT }, (_, index) => 5000 + index));
    await expect.poll(() => store.get(5000 + ROWS_KEPT - 1)).toBeDefined();
    expect(store.get(1)).toBeUndefined();
  });
});

describe('indexFrom', () => {
  it('finds the first number that is not below', () => {
    expect([0, 3, 4, 99].map((seq) => indexFrom(Int32Array.of(3, 5, 8), seq))).toEqual([
      0, 0, 1, 3,
    ]);
  });
});
