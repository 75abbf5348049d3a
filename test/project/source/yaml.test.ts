// YAML as people and other tools write it.

import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../../src/project/source/yaml.ts';

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
});
