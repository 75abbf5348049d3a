import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilterCondition } from '../../../src/journal/filter/filter.ts';
import {
  FILTER_CHARS_MAX,
  FILTER_TERMS_MAX,
  parseFilter,
} from '../../../src/journal/filter/parse-filter.ts';
import { ENDLESS } from '../../../src/journal/filter/ranges.ts';
import { anyText } from '../../support/any-text.ts';
import { printFilter } from '../../support/print-filter.ts';
import { filterArbitrary, NOON } from '../../support/recorded.ts';

const local = (...parts: [number, number, number, number, number, number?]): number =>
  new Date(...parts).getTime();

function conditionsOf(text: string): readonly (FilterCondition & { isNegated: boolean })[] {
  const parsed = parseFilter(text, NOON);
  if (parsed.kind === 'flawed') throw new Error(parsed.flaw.detail);
  return [...parsed.filter.terms];
}

describe('parseFilter', () => {
  it.each<[string, FilterCondition]>([
    ['status:404', { kind: 'status', from: 404, to: 404 }],
    ['status:5xx', { kind: 'status', from: 500, to: 599 }],
    ['STATUS:5XX', { kind: 'status', from: 500, to: 599 }],
    ['status:400-499', { kind: 'status', from: 400, to: 499 }],
    ['status:>=500', { kind: 'status', from: 500, to: 999 }],
    ['status:>500', { kind: 'status', from: 501, to: 999 }],
    ['status:<400', { kind: 'status', from: 100, to: 399 }],
    ['status:none', { kind: 'status', from: 0, to: 0 }],
    ['method:post', { kind: 'method', method: 'POST' }],
    ['op:create', { kind: 'operation', resource: null, operation: 'create' }],
    ['op:users.create', { kind: 'operation', resource: 'users', operation: 'create' }],
    ['operation:my.users.Create', { kind: 'operation', resource: 'my.users', operation: 'create' }],
    ['op:other', { kind: 'operation', resource: null, operation: 'other' }],
    ['is:violating', { kind: 'is', state: 'violating' }],
    ['path:/users/*', { kind: 'path', pattern: '/users/*' }],
    ['query:a=b', { kind: 'query', text: 'a=b' }],
    ['dur:>500ms', { kind: 'duration', fromMs: 500, toMs: ENDLESS }],
    ['dur:<1s', { kind: 'duration', fromMs: 0, toMs: 1000 }],
    ['dur:100-200', { kind: 'duration', fromMs: 100, toMs: 200 }],
    ['duration:1-1.5s', { kind: 'duration', fromMs: 1000, toMs: 1500 }],
    ['body:"half a loaf"', { kind: 'body', side: 'either', text: 'half a loaf' }],
    ['request:x', { kind: 'body', side: 'request', text: 'x' }],
    ['reply:""', { kind: 'body', side: 'reply', text: '' }],
    ['header:ETag', { kind: 'header', name: 'etag', text: '' }],
    ['header:etag=a=b', { kind: 'header', name: 'etag', text: 'a=b' }],
    ['header:etag="a b"', { kind: 'header', name: 'etag', text: 'a b' }],
    ['source:proxy', { kind: 'source', source: 'proxy' }],
    ['tag:Bug', { kind: 'tag', tag: 'bug' }],
    ['finding:body-not-json', { kind: 'finding', text: 'body-not-json' }],
    ['law:read', { kind: 'law', text: 'read' }],
    ['type:Image/', { kind: 'type', text: 'image/' }],
    ['size:>1kB', { kind: 'size', from: 1001, to: ENDLESS }],
    ['size:<=1.5KiB', { kind: 'size', from: 0, to: 1536 }],
    ['size:10-20', { kind: 'size', from: 10, to: 20 }],
    ['size:1MB-2mb', { kind: 'size', from: 1_000_000, to: 2_000_000 }],
    ['regex:"user \\d+"', { kind: 'regex', pattern: 'user \\d+' }],
    ['seq:12', { kind: 'seq', from: 12, to: 12 }],
    ['seq:10-20', { kind: 'seq', from: 10, to: 20 }],
    ['seq:<20', { kind: 'seq', from: 1, to: 19 }],
    ['seq:>20', { kind: 'seq', from: 21, to: ENDLESS }],
    ['before:2026-11-20T10:00', { kind: 'time', from: 0, to: local(2026, 10, 20, 10, 0) }],
    ['after:2026-11-20T10:00Z', { kind: 'time', from: Date.UTC(2026, 10, 20, 10), to: ENDLESS }],
    ['after:2026-11-20', { kind: 'time', from: local(2026, 10, 20, 0, 0), to: ENDLESS }],
    ['after:5m', { kind: 'time', from: NOON - 300_000, to: ENDLESS }],
    [
      'time:1700000000000..1700000000001',
      { kind: 'time', from: 1_700_000_000_000, to: 1_700_000_000_001 },
    ],
    ['word', { kind: 'text', text: 'word' }],
    ['"a phrase"', { kind: 'text', text: 'a phrase' }],
    ['"status:500"', { kind: 'text', text: 'status:500' }],
    ['http://host', { kind: 'text', text: 'http://host' }],
    ['12:30', { kind: 'text', text: '12:30' }],
    [String.raw`"a\"b\\c"`, { kind: 'text', text: String.raw`a"b\c` }],
    [String.raw`a\ b`, { kind: 'text', text: 'a b' }],
    ['a\\', { kind: 'text', text: 'a\\' }],
    ['-', { kind: 'text', text: '-' }],
  ])('reads %s', (text, condition) => {
    expect(conditionsOf(text)).toEqual([{ ...condition, isNegated: false }]);
    if (text !== '-') expect(conditionsOf(`-${text}`)).toEqual([{ ...condition, isNegated: true }]);
  });

  it('reads a time of day as today, in local time', () => {
    const now = new Date(NOON);
    const [term] = conditionsOf('after:12:30');
    const half = local(now.getFullYear(), now.getMonth(), now.getDate(), 12, 30);
    expect(term).toEqual({ kind: 'time', from: half, to: ENDLESS, isNegated: false });
    expect(conditionsOf('before:9:30:15.5')[0]).toMatchObject({
      to: local(now.getFullYear(), now.getMonth(), now.getDate(), 9, 30, 15) + 500,
    });
  });

  it('reads several words as terms that must all match', () => {
    expect(
      conditionsOf(' status:5xx  plain -words ').map(({ kind, isNegated }) => [kind, isNegated]),
    ).toEqual([
      ['status', false],
      ['text', false],
      ['text', true],
    ]);
    expect(conditionsOf('  ')).toEqual([]);
  });

  it.each([
    [
      'a statsu:500',
      2,
      9,
      'There is no field "statsu". Did you mean status? Put it in quotes to search for it.',
    ],
    ['is:violatin', 3, 11, 'There is no state "violatin". Did you mean violating?'],
    [
      'is:zz',
      3,
      5,
      'There is no state "zz". There are: violating, conforming, not-shown, unjudged, failed, noted, altered.',
    ],
    ['op:users.creat', 3, 14, 'There is no operation "creat". Did you mean create?'],
    ['source:mok', 7, 10, 'There is no source "mok". Did you mean mock?'],
    ['status:5x', 7, 9, 'Write a status as 404, 4xx, 400-499, >=500 or none.'],
    ['status:499-400', 7, 14, 'Write a status as 404, 4xx, 400-499, >=500 or none.'],
    ['method:a/b', 7, 10, 'Write a method as one word: GET, POST.'],
    ['dur:5', 4, 5, 'Write a duration as >500ms, <1s or 100-200 (milliseconds).'],
    ['seq:x', 4, 5, 'Write a number as 12, 10-20, >12 or <12.'],
    [
      'header:=x',
      7,
      9,
      'Write a header field as header:etag, or header:etag=abc for a part of its value.',
    ],
    ['after:25:00', 6, 11, 'Write a time as 12:30, 2026-11-20, 2026-11-20T10:00 or 5m (ago).'],
    ['after:2026-99-99', 6, 16, 'Write a time as 12:30, 2026-11-20, 2026-11-20T10:00 or 5m (ago).'],
    [
      'time:12:30',
      5,
      10,
      'Write a period as time:12:30..12:45. Write a time as 12:30, 2026-11-20, 2026-11-20T10:00 or 5m (ago).',
    ],
    ['time:12:30..12:00', 5, 17, 'The second time is before the first.'],
    ['a status: b', 2, 9, 'There is no value after status:'],
    ['a "b c', 2, 6, 'This quote is not closed.'],
    ['x'.repeat(FILTER_CHARS_MAX + 1), 4_000, 4_001, 'A filter has at most 4000 characters.'],
    ['x '.repeat(FILTER_TERMS_MAX + 1), 100, 102, 'A filter has at most 50 terms.'],
  ])('reports where and why %s is no filter', (text, from, to, detail) => {
    expect(parseFilter(text, NOON)).toEqual({
      kind: 'flawed',
      flaw: { title: 'The filter cannot be understood', detail, from, to },
    });
  });

  it('joins two terms with OR, and takes an exclamation mark for a minus', () => {
    expect(conditionsOf('status:404 OR -is:failed or')).toEqual([
      {
        kind: 'any',
        isNegated: false,
        of: [
          { kind: 'status', from: 404, to: 404, isNegated: false },
          { kind: 'is', state: 'failed', isNegated: true },
        ],
      },
      { kind: 'text', text: 'or', isNegated: false },
    ]);
    expect(conditionsOf('a OR b OR c d')).toMatchObject([{ kind: 'any' }, { text: 'd' }]);
    expect(conditionsOf('"OR" !tag:x')).toMatchObject([
      { kind: 'text', text: 'OR' },
      { kind: 'tag', isNegated: true },
    ]);
  });

  it('takes terms in parentheses as one, and negates them', () => {
    const term = (text: string) => ({ kind: 'text', text, isNegated: false });
    expect(conditionsOf('(a b) OR c d')).toEqual([
      {
        kind: 'any',
        isNegated: false,
        of: [{ kind: 'all', of: [term('a'), term('b')], isNegated: false }, term('c')],
      },
      term('d'),
    ]);
    expect(conditionsOf('-(a OR b)')).toEqual([
      { kind: 'any', of: [term('a'), term('b')], isNegated: true },
    ]);
    expect(conditionsOf('NOT ( a b )')).toEqual([
      { kind: 'all', of: [term('a'), term('b')], isNegated: true },
    ]);
    expect(conditionsOf('(regex:(a|b) f(x))')).toEqual([
      {
        kind: 'all',
        of: [{ kind: 'regex', pattern: '(a|b)', isNegated: false }, term('f(x)')],
        isNegated: false,
      },
    ]);
    expect(conditionsOf('a) f(x) ":)"')).toEqual([term('a)'), term('f(x)'), term(':)')]);
  });

  it('takes NOT and a single ! for a minus before the next term', () => {
    expect(conditionsOf('NOT a ! status:404 not')).toEqual([
      { kind: 'text', text: 'a', isNegated: true },
      { kind: 'status', from: 404, to: 404, isNegated: true },
      { kind: 'text', text: 'not', isNegated: false },
    ]);
    expect(conditionsOf('! -a "NOT" "!"')).toEqual([
      { kind: 'text', text: 'a', isNegated: false },
      { kind: 'text', text: 'NOT', isNegated: false },
      { kind: 'text', text: '!', isNegated: false },
    ]);
  });

  it.each([
    ['a (b OR c', 2, 3, 'This parenthesis is not closed.'],
    ['a ()', 2, 4, 'There is no term in these parentheses.'],
    ['(a NOT)', 3, 6, 'NOT needs a term after it.'],
    ['a !', 2, 3, '! needs a term after it.'],
    ['NOT OR a', 0, 3, 'NOT needs a term after it.'],
    ['(a OR)', 3, 5, 'OR needs a term on each side.'],
    [`${'('.repeat(40)}a`, 11, 12, 'Parentheses and NOT nest at most 10 deep.'],
  ])('reports where and why %s is not complete', (text, from, to, detail) => {
    expect(parseFilter(text)).toMatchObject({ kind: 'flawed', flaw: { detail, from, to } });
  });

  it.each(['OR', 'OR a', 'a OR', 'a OR OR b'])('needs a term on each side of OR: %s', (text) => {
    expect(() => conditionsOf(text)).toThrow('OR needs a term on each side.');
  });

  it('never throws', () => {
    const pieces = fc.constantFrom(
      'status:',
      'dur:',
      'after:',
      'op:',
      'header:',
      '"',
      '\\',
      '-',
      '(',
      ')',
      ' NOT ',
      ' OR ',
      ':',
      '..',
      '>',
      '1e999',
      ' ',
      '5m',
      '9'.repeat(16),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, anyText({ maxLength: 4 }))), (some) => {
        const text = some.join('');
        const parsed = parseFilter(text);
        if (parsed.kind === 'flawed') expect(parsed.flaw.to).toBeGreaterThan(parsed.flaw.from);
        else expect(parseFilter(printFilter(parsed.filter))).toEqual(parsed);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('parseFilter, given a moment beyond all dates', () => {
  it('says how to write a moment', () => {
    expect(parseFilter('after:9999999999999999')).toMatchObject({
      kind: 'flawed',
      flaw: { from: 6, to: 22 },
    });
  });
});

describe('printFilter', () => {
  it('prints a text that reads back as the same filter', () => {
    fc.assert(
      fc.property(filterArbitrary, (filter) => {
        const terms = filter.terms.map((term) =>
          term.kind === 'path' && term.pattern === '' ? { ...term, pattern: 'x' } : term,
        );
        expect(parseFilter(printFilter({ terms }), 0)).toEqual({
          kind: 'filter',
          filter: { terms },
        });
      }),
      { numRuns: 500 },
    );
  });

  it('prints a text as people would write it', () => {
    const text =
      'status:5xx method:POST op:users.create -path:/health dur:>=500ms body:"half a loaf" header:etag=abc seq:10-20 a';
    const parsed = parseFilter(text);
    expect(parsed.kind === 'filter' && printFilter(parsed.filter)).toBe(text);
  });
});
