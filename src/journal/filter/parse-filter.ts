// Text to filter: `status:5xx op:create is:violating -path:/health dur:>500ms header:etag=abc
// after:12:30 "a phrase" plain words`, with OR between two terms, NOT before one, and parentheses
// around some. OR binds closer than a space. Pure; never throws. fields.ts decides what the text means.

import { didYouMean, fields } from './fields.ts';
import type { Filter, FilterTerm } from './filter.ts';
import {
  type FilterParenthesis,
  type FilterWord,
  type OpeningParenthesis,
  splitWords,
} from './split-words.ts';

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
const FILTER_DEPTH_MAX = 10;

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
  const beyond = words.filter(({ kind }) => kind === 'word')[FILTER_TERMS_MAX];
  if (beyond !== undefined)
    return flawed(`A filter has at most ${FILTER_TERMS_MAX} terms.`, beyond.from, text.length);
  const read = readGroup({ words, at: 0, now }, null, 0);
  return 'flaw' in read ? read : { kind: 'filter', filter: read };
}

/** The words of a filter, and the next one to read. */
interface Reading {
  readonly words: readonly (FilterWord | FilterParenthesis)[];
  readonly now: number;
  at: number;
}

type Flawed = Extract<Parsed, { kind: 'flawed' }>;

/** Reads terms until the end, or until `opening` is closed. */
function readGroup(
  reading: Reading,
  opening: OpeningParenthesis | null,
  depth: number,
): Filter | Flawed {
  const groups: FilterTerm[][] = [];
  let or: FilterWord | null = null;
  let word = reading.words[reading.at];
  for (; word !== undefined && word.kind !== 'close'; word = reading.words[reading.at]) {
    if (word.kind === 'word' && isWord(word, 'OR')) {
      if (groups.length === 0 || or !== null) return misplaced(word);
      or = word;
      reading.at++;
      continue;
    }
    const term = readUnit(reading, word, depth);
    if ('flaw' in term) return term;
    if (or === null) groups.push([term]);
    else groups.at(-1)?.push(term);
    or = null;
  }
  if (or !== null) return misplaced(or);
  if (opening !== null) {
    if (word === undefined)
      return flawed('This parenthesis is not closed.', opening.from, opening.to);
    if (groups.length === 0)
      return flawed('There is no term in these parentheses.', opening.from, word.to);
    reading.at++;
  }
  return { terms: groups.map((terms) => joined('any', terms)) };
}

function misplaced({ from, to }: FilterWord): Flawed {
  return flawed('OR needs a term on each side.', from, to);
}

/** Reads a term, terms in parentheses, or NOT with one of them. */
function readUnit(
  reading: Reading,
  word: FilterWord | OpeningParenthesis,
  depth: number,
): FilterTerm | Flawed {
  if (depth > FILTER_DEPTH_MAX)
    return flawed(`Parentheses and NOT nest at most ${FILTER_DEPTH_MAX} deep.`, word.from, word.to);
  reading.at++;
  if (word.kind === 'open') {
    const group = readGroup(reading, word, depth + 1);
    if ('flaw' in group) return group;
    return negatedIf(word.isNegated, joined('all', group.terms));
  }
  if (isWord(word, 'NOT') || isWord(word, '!')) {
    const next = reading.words[reading.at];
    if (next === undefined || next.kind === 'close' || (next.kind === 'word' && isWord(next, 'OR')))
      return flawed(`${word.value} needs a term after it.`, word.from, word.to);
    const term = readUnit(reading, next, depth + 1);
    return 'flaw' in term ? term : negatedIf(true, term);
  }
  return readTerm(word, reading.now);
}

/** In capitals and without quotes: "or" is a word like any other. */
function isWord(word: FilterWord, meant: 'OR' | 'NOT' | '!'): boolean {
  return word.field === null && word.value === meant && !word.isQuoted && !word.isNegated;
}

/** A term, or several as one. */
function joined(kind: 'any' | 'all', terms: readonly FilterTerm[]): FilterTerm {
  const [first] = terms;
  return first !== undefined && terms.length === 1 ? first : { kind, of: terms, isNegated: false };
}

function negatedIf(isNegated: boolean, term: FilterTerm): FilterTerm {
  return isNegated ? { ...term, isNegated: !term.isNegated } : term;
}

function readTerm(word: FilterWord, now: number): FilterTerm | Flawed {
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

function flawed(detail: string, from: number, to: number): Flawed {
  return { kind: 'flawed', flaw: { title: 'The filter cannot be understood', detail, from, to } };
}
