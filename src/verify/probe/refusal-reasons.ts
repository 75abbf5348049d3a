// What a service says of a body that it refuses: the members that it names, the texts that it quotes,
// and the form that it asks for. Pure: sends nothing.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { TextForm } from '../../schema/sample/draft.ts';

/** A refused body, and the answer in words. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly sent: JsonObject;
}

/** Whether a text names a member as a word of its own. */
export function namesMember(text: string, member: string): boolean {
  const name = member.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text);
}

/** A text that was sent: its member, which may be within another one, and the one that holds it. */
export interface SentText {
  readonly key: string;
  readonly member: string;
  readonly value: string;
}

/** The texts of a body. */
export function textsIn(sent: JsonObject): readonly SentText[] {
  const within = (value: Json, key: string, member: string): readonly SentText[] => {
    if (typeof value === 'string') return [{ key, member, value }];
    if (Array.isArray(value))
      return (value as readonly Json[]).flatMap((one) => within(one, key, member));
    if (!isObject(value)) return [];
    return Object.entries(value).flatMap(([name, one]) => within(one, name, member));
  };
  return Object.entries(sent).flatMap(([name, value]) => within(value, name, name));
}

/** The members that hold a name which an answer quotes, within them: a key of a map is one. */
export function holdersOfQuoted(text: string, sent: JsonObject): readonly string[] {
  const holds = (value: Json): boolean => {
    if (Array.isArray(value)) return (value as readonly Json[]).some(holds);
    if (!isObject(value)) return false;
    return Object.entries(value).some(([name, one]) => quotes(text, name) || holds(one));
  };
  return Object.keys(sent).filter((name) => holds(sent[name] ?? null));
}

/** Whether a name stands in quotes; in JSON those have a backslash before them. */
function quotes(text: string, name: string): boolean {
  const plain = text.replaceAll('\\', '');
  return QUOTES.some((quote) => plain.includes(quote + name + quote));
}

const QUOTES = ['"', "'", '`'];

/**
 * The reason without the values that were sent, to compare with that for another body: the members that
 * it names, of those that are given and those that were sent, and its words.
 */
export function reasonOf({ status, text, sent }: Refusal, members: readonly string[]): string {
  const texts = textsIn(sent);
  const names = new Set([...members, ...Object.keys(sent), ...texts.map(({ key }) => key)]);
  const named = [...names].filter((name) => namesMember(text, name)).sort();
  const own = new Set(texts.flatMap(({ value }) => wordsOf(value)));
  const ofNames = new Set([...names].flatMap(wordsOf));
  const words = wordsOf(text).filter((word) => ofNames.has(word) || !own.has(word));
  return [status, ...named, ...words].join(' ');
}

/**
 * The words of a text. What has digits, or capitals in no order, is none: it may be the id or the moment
 * of each answer.
 */
function wordsOf(text: string): readonly string[] {
  const tokens = text.match(/[\p{L}\p{M}\p{N}_+-]+/gu) ?? [];
  return tokens
    .filter((token) => !/\p{N}/u.test(token))
    .flatMap((token) => token.split(/[_+-]+/))
    .filter(isWord)
    .map((word) => word.toLowerCase());
}

/** Whether letters are a word, or several without a blank: `ColourMissing`. */
function isWord(letters: string): boolean {
  const capitals = letters.match(/\p{Lu}/gu)?.length ?? 0;
  return letters.length > 1 && (capitals === letters.length || capitals * 3 <= letters.length);
}

/** Whether an answer says that another item has a value already. */
export function saysTaken(text: string): boolean {
  return TAKEN.test(text);
}

const TAKEN = /\b(?:already|duplicate[sd]?|exists|in use|taken|unique)\b/i;

/** Whether an answer says that nothing has a value. */
export function saysUnknown(text: string): boolean {
  return UNKNOWN.test(text);
}

const UNKNOWN = /\b(?:does(?: not|n't) exist|no such|not found)\b/i;

/** The forms that an answer asks for, the likeliest first. */
export function formsAsked(text: string): readonly TextForm[] {
  return FORMS.filter(({ said }) => said.test(text)).map(({ form }) => form);
}

const FORMS: readonly { readonly form: TextForm; readonly said: RegExp }[] = [
  { form: 'domain', said: /\b(?:canonical|fqdn|(?:domain|host|zone) ?names?|trailing dot)\b/i },
  { form: 'domain', said: /\bend(?:s|ing)? (?:with|in) a (?:dot|period)\b/i },
  { form: 'email', said: /\be-?mail\b/i },
  { form: 'uuid', said: /\b(?:uuid|guid)\b/i },
  { form: 'uri', said: /\b(?:ur[il]|https?)\b/i },
  { form: 'date-time', said: /\b(?:date-?time|timestamp|rfc ?3339|iso ?8601)\b/i },
  { form: 'date', said: /\bdate\b/i },
  { form: 'ipv4', said: /\bip(?:v4)?(?: address)?\b/i },
  { form: 'int64', said: /\b(?:integer|numeric|number|digits)\b/i },
  {
    form: 'word',
    said: /\b(?:white ?space|spaces?|blanks?|alphanumeric|characters?|letters|lower ?case|slug|identifier)\b/i,
  },
];
