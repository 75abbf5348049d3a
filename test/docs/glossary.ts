// The words of docs/glossary.md, and where a page uses one before it links the glossary.

import { plainLines } from './links.ts';

/** Other forms of a word than its plural with `s`. */
const FORMS: Readonly<Record<string, readonly string[]>> = { pin: ['pinned', 'pinning'] };

export interface UnlinkedWord {
  readonly line: number;
  readonly word: string;
}

/** The words that the glossary explains: its headings of the third level. */
export function glossaryWords(glossary: string): readonly string[] {
  return plainLines(glossary).flatMap((line) => /^### (.+)$/.exec(line)?.[1]?.toLowerCase() ?? []);
}

/**
 * Returns the words that the prose of a page uses before it links `glossary.md#<word>`. Headings,
 * tables, code, pictures and the texts of other links do not count.
 */
export function unlinkedWords(page: string, words: readonly string[]): readonly UnlinkedWord[] {
  const lines = plainLines(page).map((line) =>
    /^(#|\||<!--)/.test(line) ? '' : line.replaceAll(/`[^`]*`/g, ''),
  );
  return words.flatMap((word) => {
    const forms = [word, `${word}s`, ...(FORMS[word] ?? [])].join('|');
    const use = new RegExp(`!?\\[[^\\]]*\\]\\(([^)]*)\\)|\\b(?:${forms})\\b`, 'gi');
    for (const [index, line] of lines.entries()) {
      for (const [, target] of line.matchAll(use)) {
        if (target === `glossary.md#${word}`) return [];
        if (target === undefined) return [{ line: index + 1, word }];
      }
    }
    return [];
  });
}
