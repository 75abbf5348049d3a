// Each page explains the product's own words where it uses them first: by a link to the glossary.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/root.ts';
import { glossaryWords, unlinkedWords } from './glossary.ts';

/** Pages that need no links: the glossary itself, and declarations taken from the sources. */
const WITHOUT = ['glossary.md', 'reference.md'];

const folder = join(root, 'docs');
const read = (page: string): string => readFileSync(join(folder, page), 'utf8');
const words = glossaryWords(read('glossary.md'));

describe('the words of the glossary', () => {
  it.each(globSync('*.md', { cwd: folder }).filter((page) => !WITHOUT.includes(page)))(
    'are linked at their first use in docs/%s',
    (page) => {
      const unlinked = unlinkedWords(read(page), words);
      expect(unlinked.map(({ line, word }) => `docs/${page}:${line}: ${word}`)).toEqual([]);
    },
  );
});

describe('glossaryWords', () => {
  it('reads the headings of the third level', () => {
    expect(glossaryWords('# A\n## B\n### World\n```\n### no\n```\n### Pin')).toEqual([
      'world',
      'pin',
    ]);
    expect(words).toEqual(expect.arrayContaining(['contract', 'choice', 'ledger', 'shadow']));
  });
});

describe('unlinkedWords', () => {
  it('finds a word used before its link, in any form', () => {
    expect(unlinkedWords('a\nMany worlds and a [world](glossary.md#world)', ['world'])).toEqual([
      { line: 2, word: 'world' },
    ]);
    expect(unlinkedWords('It is Pinned.', ['pin'])).toEqual([{ line: 1, word: 'pin' }]);
  });

  it('accepts a link at the first use, and ignores headings, tables, code and other links', () => {
    const page =
      '# Worlds\n| world |\n```\nworld\n```\n`world` [worlds](worlds.md) ![world](w.png)\n[Worlds](glossary.md#world), world';
    expect(unlinkedWords(page, ['world'])).toEqual([]);
  });
});
