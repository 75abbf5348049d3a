// Splits the text of a filter into words and parentheses, at spaces outside quotes. Knows no fields.

/** A parenthesis around terms. Inside a word, as in `regex:(a|b)`, it belongs to the word. */
export type FilterParenthesis = OpeningParenthesis | ClosingParenthesis;

export interface OpeningParenthesis {
  readonly kind: 'open';
  /** Whether a `-` or `!` precedes it. */
  readonly isNegated: boolean;
  readonly from: number;
  readonly to: number;
}

export interface ClosingParenthesis {
  readonly kind: 'close';
  readonly from: number;
  readonly to: number;
}

export interface FilterWord {
  readonly kind: 'word';
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
export function splitWords(text: string): readonly (FilterWord | FilterParenthesis)[] | OpenQuote {
  const words: (FilterWord | FilterParenthesis)[] = [];
  let open = 0;
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const word = readParenthesis(text, at, open) ?? readWord(text, at, open > 0);
    if (word.kind === 'open-quote') return word;
    if (word.kind !== 'word') open += word.kind === 'open' ? 1 : -1;
    words.push(word);
    at = word.to;
  }
  return words;
}

/** Without an open one, `)` is a text like any other. */
function readParenthesis(text: string, from: number, open: number): FilterParenthesis | null {
  if (text[from] === ')' && open > 0) return { kind: 'close', from, to: from + 1 };
  const isNegated = /[-!]/.test(text[from] ?? '');
  const at = isNegated ? from + 1 : from;
  return text[at] === '(' ? { kind: 'open', isNegated, from, to: at + 1 } : null;
}

function readWord(text: string, from: number, isInside: boolean): FilterWord | OpenQuote {
  const isNegated =
    /[-!]/.test(text[from] ?? '') && from + 1 < text.length && !isSpace(text[from + 1]);
  const start = isNegated ? from + 1 : from;
  const field = FIELD.exec(text.slice(start, start + FIELD_CHARS_MAX))?.[1] ?? null;
  const valueFrom = field === null ? start : start + field.length + 1;
  let value = '';
  let quoteFrom: number | null = null;
  let isQuoted = false;
  let inner = 0;
  let at = valueFrom;
  for (; at < text.length && (quoteFrom !== null || !isSpace(text[at])); at++) {
    if (isInside && quoteFrom === null) {
      if (text[at] === ')' && inner === 0) break;
      inner += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    }
    if (text[at] === '\\' && ESCAPED.test(text[at + 1] ?? '')) value += text[++at];
    else if (text[at] === '"') {
      quoteFrom = quoteFrom === null ? at : null;
      isQuoted = true;
    } else value += text[at];
  }
  if (quoteFrom !== null) return { kind: 'open-quote', from: quoteFrom, to: text.length };
  return {
    kind: 'word',
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
