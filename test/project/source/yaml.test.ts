// YAML as people and other tools write it.

import fc from 'fast-check';
import { constructFromEvents, dump, load } from 'js-yaml';
import { describe, expect, it, vi } from 'vitest';
import { parseYaml } from '../../../src/project/source/yaml.ts';
import '../../property-seed.ts';

vi.mock('js-yaml', { spy: true });

describe('parseYaml', () => {
  it('reads what has a tag of another language as it is without the tag', async () => {
    const text =
      'a: !!python/tuple [1, 2]\nb: !include other\nc: !thing { d: true }\ne: !!str 12\n';
    expect(await parseYaml(text)).toEqual({
      kind: 'value',
      value: { a: [1, 2], b: 'other', c: { d: true }, e: '12' },
    });
  });

  it('reads texts and lists whose lines are no deeper than their key', async () => {
    const text = "a:\n  text: 'one,\n  two'\n  list: [1,\n  2\n  ]\n  next: 3\n";
    expect(await parseYaml(text)).toEqual({
      kind: 'value',
      value: { a: { text: 'one, two', list: [1, 2], next: 3 } },
    });
  });

  it('names the line of what it cannot read', async () => {
    expect(await parseYaml("a: 1\n'b'\n  c: 2\n")).toMatchObject({
      kind: 'broken',
      at: expect.stringMatching(/^line [23], column \d+$/),
    });
    const endless = `a: [${'1,\n'.repeat(60)}2]\n`;
    expect(await parseYaml(`b:\n  ${endless}`)).toMatchObject({
      kind: 'broken',
      message: 'deficient indentation',
    });
  });

  it('reads what most documents have without values of the library in between', async () => {
    for (const one of [constructFromEvents, load]) vi.mocked(one).mockClear();
    const text = [
      'openapi: "3.0.0"',
      "text: 'it''s'",
      'long: >-',
      '  one',
      '  two',
      'empty:',
      'flags: [true, False, ~, null, Null, nullable, tricky]',
      'numbers: [1, -1, +2, 0x1f, 0o17, 017, 1.50, .5, 1e3, 1., 2026-01-01, 1.2.3, "1", +x]',
      '404: { no: way }',
      'null: none',
    ].join('\n');
    const parsed = await parseYaml(text);
    for (const one of [constructFromEvents, load]) expect(one).not.toHaveBeenCalled();
    expect(parsed).toEqual({ kind: 'value', value: load(text) });
  });

  it.each<[string, string]>([
    ['an alias', 'a: &one { b: 1 }\nc: *one\n'],
    ['merge keys', 'a: &one { b: 1, d: 2 }\nc:\n  <<: *one\n  d: 3\n'],
    ['a key of the prototype', '__proto__: { a: 1 }\nb: 2\n'],
  ])('reads %s as the library does', async (_what, text) => {
    const parsed = await parseYaml(text);
    const plain = text.replace('<<: *one\n', 'b: 1\n').replaceAll(/&one |<<: /g, '');
    const expected = plain.replace('*one', '{ b: 1 }');
    expect(JSON.stringify(parsed)).toBe(JSON.stringify({ kind: 'value', value: load(expected) }));
  });

  it.each<[string, string, string]>([
    ['a list as a key', '? [a]\n: 1\n', 'object-based map does not support complex keys'],
    ['no number', 'a: .nan\n', 'NaN is no JSON number'],
    ['nothing', '', 'expected a document, but the input is empty'],
    [
      'two documents',
      'a: 1\n---\nb: 2\n',
      'expected a single document in the stream, but found more',
    ],
    ['an unknown alias', 'a: *b\n', 'unidentified alias "b"'],
  ])('says what is wrong with %s', async (_what, text, message) => {
    expect(await parseYaml(text)).toMatchObject({ kind: 'broken', message });
  });

  it('takes the last value of a key given twice, and says where the first is', async () => {
    expect(await parseYaml('a: 1\nb: {c: 2, c: 3}\na: 4\n')).toEqual({
      kind: 'value',
      value: { a: 4, b: { c: 3 } },
      repeated: 'line 2, column 11',
    });
  });

  it('reads any JSON back, however it is written', async () => {
    const write = fc.record({
      flowLevel: fc.constantFrom(-1, 0, 2),
      lineWidth: fc.constantFrom(20, 80),
    });
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), write, async (value, options) => {
        const text = dump(value, options);
        expect(await parseYaml(text)).toEqual({ kind: 'value', value: load(text) });
      }),
      { numRuns: 300 },
    );
  });
});
