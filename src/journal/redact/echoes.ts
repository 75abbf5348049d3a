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

/**
 * The same for sentences: also replaces short secrets that are separate words, and what a cut has
 * left of a secret.
 */
export function createSentenceSearch(found: ReadonlyMap<string, string>): (text: string) => string {
  const told = [...found].filter(([secret]) => secret.length >= SENTENCE_CHARS_MIN);
  const forms = told.slice(0, SOUGHT_MAX).flatMap(formsOf);
  if (forms.length === 0) return nothing;
  return (text) =>
    forms.reduce(
      (shown, [form, hidden]) => {
        if (!shown.includes(form)) return shown;
        if (isTelling(form)) return shown.replaceAll(form, () => hidden);
        return shown.replaceAll(
          new RegExp(`(?<![\\w.@-])${escaped(form)}(?![\\w@-])`, 'gu'),
          () => hidden,
        );
      },
      withoutRests(text, forms),
    );
}

/** What stands where a value was cut. */
const CUT = '…';

/** Replaces the beginning of a secret that a cut has left: before each `…`. */
function withoutRests(text: string, forms: readonly Form[]): string {
  if (!text.includes(CUT)) return text;
  const [last = '', ...parts] = text.split(CUT).reverse();
  return [...parts.reverse().map((part) => withoutRest(part, forms)), last].join(CUT);
}

/** Replaces the beginning of a secret at the end of a text that was cut there. */
function withoutRest(text: string, forms: readonly Form[]): string {
  let rest = 0;
  let shown = text;
  for (const [form, hidden] of forms) {
    const length = restOf(text, form);
    if (length <= rest) continue;
    rest = length;
    shown = text.slice(0, -length) + hidden;
  }
  return shown;
}

/** How many characters at the end of a text are the beginning of a secret. */
function restOf(text: string, secret: string): number {
  const most = Math.min(text.length, secret.length - 1, REST_CHARS_MAX);
  for (let length = most; length >= SENTENCE_CHARS_MIN; length--)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}

/** No sentence shows more of a value. */
const REST_CHARS_MAX = 1_000;

/** Returns a function that replaces what the cut of a body has left of a secret at its end. */
export function createRestSearch(found: ReadonlyMap<string, string>): (text: string) => string {
  const told = [...found].filter(([secret]) => isTelling(secret));
  const forms = told.slice(0, SOUGHT_MAX).flatMap(formsOf);
  return forms.length === 0 ? nothing : (text) => withoutRest(text, forms);
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
