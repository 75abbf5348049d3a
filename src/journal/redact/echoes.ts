// Finds secrets again that were found elsewhere in the same interaction and appear as plain text.

import { secretForms } from '../../base/secrets/secret-forms.ts';

/** Shorter or plainer secrets would also match ordinary words. In characters. */
const [SENTENCE_CHARS_MIN, CHARS_MIN, LETTERS_MIN] = [4, 8, 12];

/** How many secrets of one interaction to search for; each takes time. */
const SOUGHT_MAX = 200;

/** Used if nothing was found. */
export function nothing(text: string): string {
  return text;
}

/** Creates a function that replaces found secrets in any text, such as the echo of a token. */
export function createEchoSearch(found: ReadonlyMap<string, string>): (text: string) => string {
  const told = [...found].filter(([secret]) => isTelling(secret));
  const forms = told.slice(0, SOUGHT_MAX).flatMap(formsOf);
  if (forms.length === 0) return nothing;
  return (text) =>
    forms.reduce(
      (shown, [form, hidden]) =>
        shown.includes(form) ? shown.replaceAll(form, () => hidden) : shown,
      text,
    );
}

/** The same for sentences: also replaces short secrets that are separate words. */
export function createSentenceSearch(found: ReadonlyMap<string, string>): (text: string) => string {
  const told = [...found].filter(([secret]) => secret.length >= SENTENCE_CHARS_MIN);
  const forms = told.slice(0, SOUGHT_MAX).flatMap(formsOf);
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

type Form = readonly [form: string, hidden: string];

function formsOf([secret, hidden]: Form): readonly Form[] {
  return secretForms(secret).map((form) => [form, hidden] as const);
}

/** Returns a pattern for exactly this text. */
export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
