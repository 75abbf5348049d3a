// Each style of the table in OpenAPI (Parameter Object, "Style Examples"), and how it is read.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { type Parameter, usualStyle } from '../../../src/contract/declared.ts';
import { parameterReader } from '../../../src/model/parameters/read-parameter.ts';
import { headerText, pathText, queryText } from '../../../src/model/parameters/write-parameter.ts';
import { Schemas } from '../../../src/schema/schema.ts';

const TEXT: JsonObject = { type: 'string' };
const WHOLE: JsonObject = { type: 'integer' };
const NAMES: JsonObject = { type: 'array', items: { type: 'string' } };
const COUNTS: JsonObject = { type: 'array', items: { type: 'integer' } };
const COLORS: JsonObject = {
  type: 'object',
  properties: { R: WHOLE, G: WHOLE, B: { type: 'integer' } },
};

const LIST = ['blue', 'black', 'brown'];
const RGB = { R: 100, G: 200, B: 150 };

function parameter(given: Pick<Parameter, 'in'> & Partial<Parameter>): Parameter {
  return {
    name: 'color',
    required: true,
    schema: 'value',
    examples: [],
    ...usualStyle(given.in),
    ...given,
  };
}

function readings(one: Parameter, schema: JsonObject, text: string): readonly (readonly Json[])[] {
  const read = parameterReader(one, new Schemas(new Map([['value', schema]])));
  const found = read({
    path: new Map(one.in === 'path' ? [[one.name, decodeURIComponent(text)]] : []),
    query: one.in === 'query' || one.in === 'querystring' ? text : '',
    headers:
      one.in === 'header'
        ? { [one.name.toLowerCase()]: text }
        : one.in === 'cookie'
          ? { cookie: text }
          : {},
  });
  return found.kind === 'values' ? found.values : [[found.kind]];
}

/** What a text most likely means. */
function meant(one: Parameter, schema: JsonObject, text: string): Json | undefined {
  return readings(one, schema, text)[0]?.[0];
}

function written(one: Parameter, value: Json): string {
  if (one.in === 'path') return pathText(one, value);
  return one.in === 'header' ? headerText(one, value) : queryText(one, value);
}

type Row = readonly [Partial<Parameter> & Pick<Parameter, 'in'>, JsonObject, Json, string];

const table: readonly Row[] = [
  [{ in: 'path', style: 'matrix', explode: false }, TEXT, 'blue', ';color=blue'],
  [{ in: 'path', style: 'matrix', explode: false }, NAMES, LIST, ';color=blue,black,brown'],
  [{ in: 'path', style: 'matrix', explode: false }, COLORS, RGB, ';color=R,100,G,200,B,150'],
  [{ in: 'path', style: 'matrix', explode: true }, TEXT, 'blue', ';color=blue'],
  [
    { in: 'path', style: 'matrix', explode: true },
    NAMES,
    LIST,
    ';color=blue;color=black;color=brown',
  ],
  [{ in: 'path', style: 'matrix', explode: true }, COLORS, RGB, ';R=100;G=200;B=150'],
  [{ in: 'path', style: 'label', explode: false }, TEXT, 'blue', '.blue'],
  [{ in: 'path', style: 'label', explode: false }, NAMES, LIST, '.blue,black,brown'],
  [{ in: 'path', style: 'label', explode: false }, COLORS, RGB, '.R,100,G,200,B,150'],
  [{ in: 'path', style: 'label', explode: true }, NAMES, LIST, '.blue.black.brown'],
  [{ in: 'path', style: 'label', explode: true }, COLORS, RGB, '.R=100.G=200.B=150'],
  [{ in: 'path' }, TEXT, 'a/b c', 'a%2Fb%20c'],
  [{ in: 'path' }, NAMES, LIST, 'blue,black,brown'],
  [{ in: 'path' }, COLORS, RGB, 'R,100,G,200,B,150'],
  [{ in: 'path', explode: true }, COLORS, RGB, 'R=100,G=200,B=150'],
  [{ in: 'header' }, WHOLE, 5, '5'],
  [{ in: 'header' }, NAMES, LIST, 'blue,black,brown'],
  [{ in: 'header' }, COLORS, RGB, 'R,100,G,200,B,150'],
  [{ in: 'header', explode: true }, COLORS, RGB, 'R=100,G=200,B=150'],
  [{ in: 'query' }, TEXT, 'a b&c=d', 'color=a%20b%26c%3Dd'],
  [{ in: 'query' }, NAMES, LIST, 'color=blue&color=black&color=brown'],
  [{ in: 'query' }, COLORS, RGB, 'R=100&G=200&B=150'],
  [{ in: 'query', explode: false }, NAMES, LIST, 'color=blue,black,brown'],
  [{ in: 'query', explode: false }, COLORS, RGB, 'color=R,100,G,200,B,150'],
  [
    { in: 'query', style: 'spaceDelimited', explode: false },
    NAMES,
    LIST,
    'color=blue%20black%20brown',
  ],
  [
    { in: 'query', style: 'spaceDelimited', explode: false },
    COLORS,
    RGB,
    'color=R%20100%20G%20200%20B%20150',
  ],
  [
    { in: 'query', style: 'pipeDelimited', explode: false },
    NAMES,
    LIST,
    'color=blue%7Cblack%7Cbrown',
  ],
  [
    { in: 'query', style: 'pipeDelimited', explode: false },
    COLORS,
    RGB,
    'color=R%7C100%7CG%7C200%7CB%7C150',
  ],
  [
    { in: 'query', style: 'deepObject', explode: true },
    COLORS,
    RGB,
    'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
  ],
  [
    { in: 'query', content: 'application/json' },
    COLORS,
    RGB,
    'color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D',
  ],
  [{ in: 'querystring' }, COLORS, RGB, 'R=100&G=200&B=150'],
  [{ in: 'querystring', content: 'application/json' }, COUNTS, [1, 2], '%5B1%2C2%5D'],
  [{ in: 'cookie' }, WHOLE, 7, 'color=7'],
  [{ in: 'cookie', explode: false }, COUNTS, [7, 8], 'color=7,8'],
];

describe('the styles of parameters', () => {
  it.each(table)('%j %j: %j is %s', (given, schema, value, text) => {
    const one = parameter(given);
    expect(written(one, value)).toBe(text);
    expect(meant(one, schema, text)).toEqual(value);
  });
});

const ways: readonly (readonly [string, ...Row])[] = [
  [
    'the name with brackets, as PHP and axios write it',
    { in: 'query' },
    COUNTS,
    [1, 2],
    'color[]=1&color%5B%5D=2',
  ],
  [
    'the name with indexes, as qs writes it',
    { in: 'query' },
    COUNTS,
    [1, 2],
    'color[0]=1&color[1]=2',
  ],
  [
    'a name that has brackets itself',
    { in: 'query', name: 'color[]' },
    COUNTS,
    [1, 2],
    'color[]=1&color[]=2',
  ],
  ['a text whose name has brackets', { in: 'query', name: 'color[a]' }, WHOLE, 1, 'color[a]=1'],
  ['a list of one', { in: 'query' }, COUNTS, [1], 'color=1'],
  ['an empty list', { in: 'query', explode: false }, COUNTS, [], 'color='],
  ['an encoded comma', { in: 'query', explode: false }, COUNTS, ['1,2'], 'color=1%2C2'],
  [
    'a pipe that is not encoded',
    { in: 'query', style: 'pipeDelimited', explode: false },
    COUNTS,
    [1, 2],
    'color=1|2',
  ],
  [
    'a plus for a space',
    { in: 'query', style: 'spaceDelimited', explode: false },
    COUNTS,
    [1, 2],
    'color=1+2',
  ],
  [
    'an object in a deep object',
    { in: 'query', style: 'deepObject' },
    { type: 'object', properties: { at: COLORS } },
    { at: { R: 1 } },
    'color[at][R]=1',
  ],
  ['blanks in a header field', { in: 'header' }, COUNTS, [1, 2], ' 1, 2 '],
  ['a truth value', { in: 'query' }, { type: 'boolean' }, true, 'color=true'],
  ['null', { in: 'query' }, { type: ['integer', 'null'] }, null, 'color=null'],
  ['null for an empty value', { in: 'query' }, { type: ['integer', 'null'] }, null, 'color='],
  ['a text that looks like a number', { in: 'query' }, TEXT, '007', 'color=007'],
  ['an encoding that is broken', { in: 'query' }, TEXT, '%zz', 'color=%zz'],
  ['one of several cookies', { in: 'cookie' }, WHOLE, 7, 'a=b; color=7; c=d'],
  ['no schema', { in: 'query', schema: null }, {}, 'x', 'color=x'],
];

describe('parameterReader', () => {
  it.each(ways)('reads %s', (_, given, schema, value, text) => {
    expect(meant(parameter(given), schema, text)).toEqual(value);
  });

  it('knows what a value may mean besides', () => {
    const both = { type: ['integer', 'string'] };
    expect(readings(parameter({ in: 'query' }), both, 'color=5')).toEqual([[5, '5']]);
    expect(readings(parameter({ in: 'query', explode: false }), COUNTS, 'color=1%2C2')).toEqual([
      [['1,2'], ['1,2'], [1, 2], ['1', '2']],
    ]);
    // OpenAPI 3.0 has a point between them, whether exploded or not.
    const label = parameter({ in: 'path', style: 'label', explode: false });
    expect(readings(label, NAMES, '.blue.black')).toEqual([
      [['blue.black'], ['blue.black'], ['blue', 'black'], ['blue', 'black']],
    ]);
  });

  it('keeps the values of a name apart that stands for one', () => {
    expect(readings(parameter({ in: 'query' }), WHOLE, 'color=1&color=x')).toEqual([
      [1, '1'],
      ['x'],
    ]);
  });

  it('takes any parameters for the members of an object that may have any', () => {
    const map = parameter({ in: 'query' });
    const free: JsonObject = { type: 'object', additionalProperties: { type: 'string' } };
    expect(readings(map, free, '')).toEqual([[{}, {}]]);
    expect(readings(map, free, 'a=1&b=x')).toEqual([[{}, { a: '1', b: 'x' }]]);
  });

  it.each<readonly [string, Partial<Parameter> & Pick<Parameter, 'in'>, JsonObject, string]>([
    ['absent', { in: 'query' }, TEXT, 'colors=1'],
    ['absent', { in: 'query' }, COLORS, 'X=1'],
    ['absent', { in: 'query', style: 'deepObject' }, COLORS, 'other[R]=1'],
    ['absent', { in: 'cookie' }, TEXT, 'colors=1'],
    ['absent', { in: 'querystring' }, COLORS, ''],
    ['empty', { in: 'query', allowEmpty: true }, WHOLE, 'color='],
    ['empty', { in: 'query', allowEmpty: true }, WHOLE, 'color'],
    ['unreadable', { in: 'query', content: 'application/json' }, COLORS, 'color={'],
    ['unreadable', { in: 'path', style: 'label' }, TEXT, 'blue'],
    ['unreadable', { in: 'path', style: 'matrix' }, TEXT, ';colour=blue'],
  ])('finds a parameter %s: %j %j %s', (kind, given, schema, text) => {
    expect(readings(parameter(given), schema, text)).toEqual([[kind]]);
  });
});
