// What is read without the library is what the library reads, or nothing.

import fc from 'fast-check';
import { CORE_SCHEMA, dump, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { readBlockYaml } from '../../../src/project/source/block-yaml.ts';
import '../../property-seed.ts';

/** What the library says of a text; `undefined` if it refuses it. */
function loaded(text: string): Json | undefined {
  try {
    return load(text) as Json;
  } catch {
    return undefined;
  }
}

const readWord = (word: string): Json | undefined =>
  word === '<<' ? undefined : (CORE_SCHEMA.resolveImplicitScalarTag(word).value as Json);

const read = (text: string): Json | undefined =>
  readBlockYaml(text, { readLines: loaded, readWord });

/** Without the library for values of several lines. */
const readAlone = (text: string): Json | undefined =>
  readBlockYaml(text, { readLines: () => undefined, readWord });

describe('readBlockYaml', () => {
  it('reads keys and lists by indentation, and values of one line', () => {
    const text = [
      '---',
      '# a comment',
      'openapi: 3.1.0',
      "'quoted': 'it''s' ",
      '"key": "a: b # c"',
      'paths:',
      '  /users/{id}:get:',
      '    # another',
      '    200: yes',
      'empty:',
      'nothing: ~',
      'list:',
      '- - 1',
      '  - two',
      '-',
      '- name: a#b',
      '  in: query',
      '-   deep:',
      '      - true',
      'none: []',
      'no: {}',
      'literal: |',
      '',
      '    one',
      '  ',
      '      # two',
      '',
      'without: |-',
      '  three\t',
      '',
      '# a comment',
      'last: -1',
      '',
    ].join('\n');
    expect(readAlone(text)).toEqual(load(text));
  });

  it.each([
    ['a text with its line feeds', 'a: |+\n  one\n\n  two\n\nb: 1\n'],
    ['an empty text', 'a: |\nb: 1\n'],
    ['a text that begins with blanks', 'a: |2\n     one\n  two\n'],
    ['a folded text', 'a:\n  - >-2\n      one\n    two\n  - b\n'],
    ['a plain text on further lines', 'a: one\n  two\n\n  three\nb:\n  on a line\n  of its own\n'],
    ['a list in brackets', 'a: [1,\n  2]\nb: {c: d}\n'],
    ['escapes', 'a: "one\\ntwo"\nb: "\\u00e9"\n'],
    ['a comment after a value', 'a: one # two\nb: [] # none\n'],
    ['a long text', `a: ${'long '.repeat(20_000)}end\n`],
  ])('lets the library read %s, and nothing else of the document', (_what, text) => {
    const given: string[] = [];
    const value = readBlockYaml(text, {
      readLines: (lines) => {
        given.push(lines);
        return loaded(lines);
      },
      readWord,
    });
    expect(value).toEqual(load(text));
    expect(given.every((lines) => lines.startsWith('value:'))).toBe(true);
    expect(given.length).toBeGreaterThan(0);
  });

  it.each([
    ['an alias', 'a: &b 1\nc: *b\n'],
    ['a merge key', 'a:\n  <<: {b: 1}\n'],
    ['a key given twice', 'a: 1\na: 2\n'],
    ['two documents', 'a: 1\n---\nb: 2\n'],
    ['tabs for indentation', 'a:\n\tb: 1\n'],
    ['a line between two depths', 'a:\n    b: 1\n  c: 2\n'],
    ['an end of a line that others read', 'a: one\u2028b: 2\n'],
    ['half a character', 'a: \ud83d\n'],
    ['carriage returns', 'a: 1\r\nb: 2\r\n'],
    ['a key of more characters than YAML allows', `${'k'.repeat(2_000)}: 1\n`],
    ['a text that no expression can hold', `- ${'x'.repeat(10_000_000)}\n`],
  ])('leaves a text with %s to the library', (_what, text) => {
    expect(readAlone(text)).toBeUndefined();
  });

  it('reads all that is written by a tool as it was', () => {
    const styles = [{}, { lineWidth: 40 }, { flowLevel: 2 }, { indent: 4 }, { seqNoIndent: true }];
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
        for (const style of styles) {
          const text = dump(value, style);
          const found = read(text);
          if (found !== undefined) expect(found).toEqual(load(text));
        }
      }),
    );
  });

  it('never reads what the library refuses, nor anything else than the library', () => {
    const piece = fc.constantFrom(
      ...['a:', 'b: 1', 'c: x', "'d': y", 'e: "f"', '- ', '- g', '- h: i', '- - j', '|', '> ', 'k'],
      ...[
        '# l',
        '',
        '   ',
        'm: |',
        'n: |-',
        'n: >-',
        '- |',
        'o: [1',
        '2]',
        'p: {q: r}',
        's: t # u',
        'v: w: x',
        '---',
      ],
      ...['y: &z', '*z', '? a', "b: '", 'c: "', 'd:\te', '<<: f', 'g: !h i', '%j', 'null: k', '1:'],
      ...[
        '- null',
        'l: -',
        'm: - n',
        'o: ]',
        'p#q: r',
        's :',
        't: {}',
        'u: []',
        "v: 'w' x",
        'é: y',
      ],
    );
    const line = fc.tuple(fc.nat(4), piece).map(([indent, text]) => ' '.repeat(indent) + text);
    let reads = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const text = `${lines.join('\n')}\n`;
        const found = read(text);
        if (found === undefined) return;
        reads++;
        expect({ text, value: found }).toEqual({ text, value: loaded(text) });
      }),
      { numRuns: 20_000 },
    );
    expect(reads).toBeGreaterThan(500);
  });
});
