// Finds again, where nothing but its text tells it, what was found to be secret elsewhere in the
// same interaction.

import { secretForms } from '../../base/secret-forms.ts';

/** A secret as short, or as plain, as a word would be found where it is none. In characters. */
const [SENTENCE_CHARS_MIN, CHARS_MIN, LETTERS_MIN] = [4, 8, 12];

/**
 * How many secrets of one interaction are looked for again: a list of thousands would take as many
 * times as long.
 */
const SOUGHT_MAX = 200;

/** Where nothing was found. */
export function nothing(text: string): string {
  return text;
}

/** Gives what replaces found secrets in any text: an echo of a token, say. */
export function createEchoSearch(found: ReadonlyMap<string, string>): (text: string) => string {
  const forms = [...found]
    .filter(([secret]) => isTelling(secret))
    .slice(0, SOUGHT_MAX)
    .flatMap(formsOf);
  if (forms.length === 0) return nothing;
  return (text) =>
    forms.reduce(
      (shown, [form, hidden]) =>
        shown.includes(form) ? shown.replaceAll(form, () => hidden) : shown,
      text,
    );
}

/** The same for sentences: also short secrets, where they stand as words of their own. */
export function createSentenceSearch(found: ReadonlyMap<string, string>): (text: string) => string {
  const forms = [...found]
    .filter(([secret]) => secret.length >= SENTENCE_CHARS_MIN)
    .slice(0, SOUGHT_MAX)
    .flatMap(formsOf);
  if (forms.length === 0) return nothing;
  return (text) =>
    forms.reduce((shown, [form, hidden]) => {
      if (!shown.includes(form)) return shown;
      return shown.replaceAll(
        new RegExp(`(?<![\\w.@-])${escaped(form)}(?![\\w@-])`, 'gu'),
        () => hidden,
      );
    }, text);
}

function isTelling(secret: string): boolean {
  if (/^[\d.]+$/.test(secret)) return false;
  return secret.length >= LETTERS_MIN || (secret.length >= CHARS_MIN && /[^A-Za-z]/.test(secret));
}

function formsOf([secret, hidden]: readonly [string, string]): readonly (readonly [
  string,
  string,
])[] {
  return secretForms(secret).map((form) => [form, hidden] as const);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
