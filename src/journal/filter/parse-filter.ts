// Text to filter: `status:5xx op:create is:violating -path:/health dur:>500ms header:etag=abc
// after:12:30 "a phrase" plain words`, or with OR between two terms. Pure; never throws. fields.ts decides what the text means.

import { didYouMean, fields } from './fields.ts';
import type { Filter, FilterTerm } from './filter.ts';
import { type FilterWord, splitWords } from './split-words.ts';

export type Parsed =
  | { readonly kind: 'filter'; readonly filter: Filter }
  | { readonly kind: 'flawed'; readonly flaw: FilterFlaw };

/** The invalid part of a filter: from the character at `from` to before `to`. */
export interface FilterFlaw {
  readonly title: string;
  readonly detail: string;
  readonly from: number;
  readonly to: number;
}

/** How many characters, and how many terms, a filter may have. */
export const FILTER_CHARS_MAX = 4_000;
export const FILTER_TERMS_MAX = 50;

/** Reads a filter. Times without a date are those of the day of `now`, in local time. */
export function parseFilter(text: string, now: number = Date.now()): Parsed {
  if (text.length > FILTER_CHARS_MAX)
    return flawed(
      `A filter has at most ${FILTER_CHARS_MAX} characters.`,
      FILTER_CHARS_MAX,
      text.length,
    );
  const words = splitWords(text);
  if ('kind' in words) return flawed('This quote is not closed.', words.from, words.to);
  const beyond = words[FILTER_TERMS_MAX];
  if (beyond !== undefined)
    return flawed(`A filter has at most ${FILTER_TERMS_MAX} terms.`, beyond.from, text.length);
  const groups: FilterTerm[][] = [];
  let isJoined = false;
  for (const [index, word] of words.entries()) {
    if (isOr(word)) {
      if (index === 0 || index === words.length - 1 || isJoined)
        return flawed('OR stands between two terms.', word.from, word.to);
      isJoined = true;
      continue;
    }
    const read = readTerm(word, now);
    if ('flaw' in read) return read;
    if (isJoined) groups.at(-1)?.push(read);
    else groups.push([read]);
    isJoined = false;
  }
  return { kind: 'filter', filter: { terms: groups.map(oneOf) } };
}

/** In capitals and without quotes: "or" is a word like any other. */
function isOr({ field, value, isQuoted, isNegated }: FilterWord): boolean {
  return field === null && value === 'OR' && !isQuoted && !isNegated;
}

/** A term, or several with OR between them as one. */
function oneOf(terms: readonly FilterTerm[]): FilterTerm {
  const [first] = terms;
  return first !== undefined && terms.length === 1
    ? first
    : { kind: 'any', of: terms, isNegated: false };
}

function readTerm(word: FilterWord, now: number): FilterTerm | Extract<Parsed, { kind: 'flawed' }> {
  const { field, value, isNegated, isQuoted, from, valueFrom, to } = word;
  if (field === null) return { kind: 'text', text: value, isNegated };
  const read = fields.get(field);
  if (read === undefined) {
    const hint = didYouMean(field, [...fields.keys()]);
    return flawed(
      `There is no field ${JSON.stringify(field)}${hint} Put it in quotes to search for it.`,
      from,
      valueFrom,
    );
  }
  if (value === '' && !isQuoted) return flawed(`There is no value after ${field}:`, from, to);
  const condition = read(value, now);
  return typeof condition === 'string'
    ? flawed(condition, valueFrom, to)
    : { ...condition, isNegated };
}

function flawed(detail: string, from: number, to: number): Extract<Parsed, { kind: 'flawed' }> {
  return { kind: 'flawed', flaw: { title: 'The filter cannot be understood', detail, from, to } };
}
