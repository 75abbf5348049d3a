// What a filter that finds nothing may have meant. Also runs in the page.

import { splitWords } from './split-words.ts';

/** Returns a sentence for each word that was searched as text and looks like something else. */
export function filterHints(text: string, fields: readonly string[]): readonly string[] {
  const words = splitWords(text);
  if ('kind' in words) return [];
  return words.flatMap((word) => {
    if (word.kind !== 'word') return [];
    const { field, value, isQuoted } = word;
    const hint = field === null && !isQuoted ? hintFor(value, fields) : null;
    return hint === null ? [] : [`“${value}” was searched as text. ${hint}`];
  });
}

function hintFor(word: string, fields: readonly string[]): string | null {
  const [, name = '', sign = '', value = ''] = /^([a-z]+)(==?|[<>]=?)(.+)$/i.exec(word) ?? [];
  if (fields.includes(name.toLowerCase()))
    return `Write ${name.toLowerCase()}:${sign.startsWith('=') ? '' : sign}${value} for the field.`;
  if (/^(?:or|\|\|?)$/i.test(word)) return 'Write OR in capitals between two terms.';
  if (/^(?:and|&&?)$/i.test(word)) return 'All terms must match: leave it out.';
  if (/^not$/i.test(word)) return 'Write NOT in capitals, - or ! before the term.';
  const [, pattern = ''] = /^\/(.*[\\^$[\]()|+?*{}].*)\/[a-z]*$/.exec(word) ?? [];
  if (pattern !== '') return `Write regex:${pattern} for a regular expression.`;
  return null;
}
