// Splits the text of a filter into words, at spaces outside quotes. Knows no fields.

export interface FilterWord {
  /** Whether a `-` or `!` precedes it. */
  readonly isNegated: boolean;
  /** The text before the first colon, in lower case; `null` if it cannot be a name. */
  readonly field: string | null;
  /** The rest, without quotes and backslashes. */
  readonly value: string;
  /** Whether any of the value was quoted: it may be empty then. */
  readonly isQuoted: boolean;
  /** From the character at `from` to before `to`; the value begins at `valueFrom`. */
  readonly from: number;
  readonly valueFrom: number;
  readonly to: number;
}

export interface OpenQuote {
  readonly kind: 'open-quote';
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the words of a text, or the start of a quote that does not end. A backslash makes a
 * quote, a space or a backslash literal, in and out of quotes; before others it is one itself.
 */
export function splitWords(text: string): readonly FilterWord[] | OpenQuote {
  const words: FilterWord[] = [];
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const word = readWord(text, at);
    if ('kind' in word) return word;
    words.push(word);
    at = word.to;
  }
  return words;
}

function readWord(text: string, from: number): FilterWord | OpenQuote {
  const isNegated =
    /[-!]/.test(text[from] ?? '') && from + 1 < text.length && !isSpace(text[from + 1]);
  const start = isNegated ? from + 1 : from;
  const field = FIELD.exec(text.slice(start, start + FIELD_CHARS_MAX))?.[1] ?? null;
  const valueFrom = field === null ? start : start + field.length + 1;
  let value = '';
  let quoteFrom: number | null = null;
  let isQuoted = false;
  let at = valueFrom;
  for (; at < text.length && (quoteFrom !== null || !isSpace(text[at])); at++) {
    if (text[at] === '\\' && ESCAPED.test(text[at + 1] ?? '')) value += text[++at];
    else if (text[at] === '"') {
      quoteFrom = quoteFrom === null ? at : null;
      isQuoted = true;
    } else value += text[at];
  }
  if (quoteFrom !== null) return { kind: 'open-quote', from: quoteFrom, to: text.length };
  return {
    isNegated,
    field: field?.toLowerCase() ?? null,
    value,
    isQuoted,
    from,
    valueFrom,
    to: at,
  };
}

const ESCAPED = /["\\\s]/;

/** A name and a colon, but not an address such as `http://`. */
const FIELD = /^([a-z][a-z-]*):(?!\/\/)/i;
const FIELD_CHARS_MAX = 40;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text[at])) at++;
  return at;
}

function isSpace(char: string | undefined): boolean {
  return char !== undefined && /\s/.test(char);
}
