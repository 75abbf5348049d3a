// Finds secrets in unstructured text by their form: addresses, tokens, passwords in URLs, values
// after telling names. Each search is linear in the length of the text.

import { percentDecode } from '../../base/percent.ts';
import { remember } from '../../base/remember.ts';
import { replaceCards, replaceIbans } from '../../base/secrets/payment-forms.ts';
import { replaceTokens, TOKEN_CHARS_MIN } from '../../base/secrets/token-forms.ts';
import type { RedactionContext } from './context.ts';
import { redactTags } from './html.ts';

/**
 * `prose`: sentences, in which a word after a name and a colon is rarely a value. `raw`: text of a
 * program. `broken`: invalid or cut JSON, where replacing too much is better than too little.
 */
export type Manner = 'prose' | 'raw' | 'broken';

/** Returns a text without anything that looks secret. */
export function redactText(text: string, pass: RedactionContext, manner: Manner): string {
  const traits = traitsOf(text);
  let result = text;
  if ((traits & SIGN) !== 0) {
    if (result.includes('//')) result = redactUserInfo(result, pass);
    result = redactEmails(result, pass, manner);
  }
  const hide = (secret: string): string => pass.hide(secret, null);
  if ((traits & RUN) !== 0) result = replaceTokens(result, hide);
  if ((traits & NUMBER) !== 0) result = replaceIbans(replaceCards(result, hide), hide);
  if ((traits & GAP) !== 0 && SCHEME_ENDS.some((end) => result.includes(end)))
    result = redactSchemes(result, pass);
  if ((traits & MARK) !== 0 && result.includes('<')) result = redactTags(result, pass);
  if ((traits & MARK) !== 0 || manner === 'broken') result = redactNamed(result, pass, manner);
  return result;
}

/** Whether a body of a media type is a picture, sound, video or font; `text` has one character a byte. */
export function isMedia(type: string, text: string): boolean {
  return MEDIA.test(type) && CONTROLS.test(text.slice(0, HEAD_BYTES));
}

const MEDIA = /^\s*(?:image|audio|video|font)\//i;
/** Bytes that decide whether a body is text, as an SVG is. */
const HEAD_BYTES = 1024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\0-\x08\x0e-\x1a]/;

/**
 * Redacts what can be read in media, such as the text about a picture. What looks like a secret among
 * their other bytes is chance, and they must stay as they are.
 */
export function redactMedia(text: string, pass: RedactionContext): string {
  return text.replaceAll(READABLE, (run) => redactText(run, pass, 'broken'));
}

/** A picture of 160 KB has one such run by chance, and 400 of eight characters. */
const READABLE = /[\t\x20-\x7e]{12,}/g;

/** Characters that every search needs: most texts have none, and this check is the fastest. */
const [SIGN, MARK, RUN, GAP, NUMBER] = [1, 2, 4, 8, 16];
/** Digits of the shortest number of a card or an account, apart from letters among them. */
const DIGITS_MIN = 10;

function traitsOf(text: string): number {
  let traits = 0;
  let run = 0;
  let digits = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 32) {
      traits |= GAP;
      if (run >= TOKEN_CHARS_MIN) traits |= RUN;
      run = 0;
      continue;
    }
    run++;
    if (code >= 48 && code <= 57) {
      if (++digits >= DIGITS_MIN) traits |= NUMBER;
      continue;
    }
    // Groups of an account may be letters.
    if (code !== 45 && !(code >= 65 && code <= 90)) digits = 0;
    if (code === 64) traits |= SIGN;
    else if (code === 37) traits |= SIGN | GAP;
    else if (code === 58 || (code > 60 && code < 63)) traits |= MARK;
    else if (code === 43 || code === 9) traits |= GAP;
    else if (code === 45 && text.startsWith('-----BEGIN', index)) traits |= RUN;
  }
  return run >= TOKEN_CHARS_MIN ? traits | RUN : traits;
}

const SCHEME_ENDS = ['earer', 'EARER', 'asic', 'ASIC'];

function redactSchemes(text: string, pass: RedactionContext): string {
  return text.replaceAll(
    /(?<![\w-])(bearer|basic)([ \t]+|%20|\+)([\w.~+/-]{6,}=*)/gi,
    (whole: string, scheme: string, space: string, token: string) => {
      const isWord =
        /^[a-z]+$/.test(token) && (scheme.toLowerCase() === 'basic' || SCHEME_WORDS.test(token));
      return isWord ? whole : `${scheme}${space}${pass.hide(token, null)}`;
    },
  );
}

const SCHEME_WORDS =
  /^(?:authentication|authorization|credentials?|tokens?|schemes?|challenge|required|missing|expected|invalid|header)$/;

/** `//name:password@host`: both are replaced. */
function redactUserInfo(text: string, pass: RedactionContext): string {
  return text.replaceAll(/\/\/([^\s/?#"'<>\\]+)@/g, (whole: string, info: string) => {
    const colon = info.indexOf(':');
    const parts = colon < 0 ? [info] : [info.slice(0, colon), info.slice(colon + 1)];
    const hidden = parts.map((part) => pass.hide(percentDecode(part), null)).join(':');
    return hidden === info ? whole : `//${hidden}@`;
  });
}

const LOCAL = charactersOf(/[\p{L}\p{N}._%+'!#$*^~{|}-]/u);
const DOMAIN = charactersOf(/[\p{L}\p{N}.-]/u);
/** Characters of the part before the `@` and of the domain (RFC 5321 section 4.5.3.1). */
const [LOCAL_CHARS_MAX, DOMAIN_CHARS_MAX] = [64 * 3, 255];

function redactEmails(text: string, pass: RedactionContext, manner: Manner): string {
  const at = /@|%40/g;
  let result = '';
  let from = 0;
  for (let sign = at.exec(text); sign !== null; sign = at.exec(text)) {
    const found = addressAt(text, sign.index, sign[0].length, manner);
    if (found === null || found.start < from) continue;
    const { start, end } = found;
    const address =
      sign[0] === '@' ? text.slice(start, end) : percentDecode(text.slice(start, end));
    const hidden = pass.hideAddress(address, null);
    if (hidden === address) continue;
    result += text.slice(from, start) + (sign[0] === '@' ? hidden : encodeURIComponent(hidden));
    from = at.lastIndex = end;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Reads outwards from the sign. A domain without a dot counts if the text was cut in it. */
function addressAt(
  text: string,
  sign: number,
  length: number,
  manner: Manner,
): { readonly start: number; readonly end: number } | null {
  let end = sign + length;
  while (end < text.length && end - sign < DOMAIN_CHARS_MAX && isIn(DOMAIN, text, end)) end++;
  const isCut = (manner === 'broken' && end === text.length) || text.charAt(end) === CUT;
  while (end > sign && /[.-]/.test(text.charAt(end - 1))) end--;
  const domain = text.slice(sign + length, end);
  const last = domain.slice(domain.lastIndexOf('.') + 1);
  if (!isCut && (!domain.includes('.') || /^\d*$/.test(last))) return null;
  let start = sign;
  if (text.charAt(start - 1) === '"') {
    const quote = text.lastIndexOf('"', start - 2);
    if (quote >= 0 && start - quote <= LOCAL_CHARS_MAX) start = quote;
  }
  while (start > 0 && sign - start < LOCAL_CHARS_MAX && isLocal(text, start - 1, length)) start--;
  while (start < sign && /['.!#{|}*]/.test(text.charAt(start))) start++;
  return start === sign ? null : { start, end };
}

/** What stands where a sentence of Standin cuts a value. */
const CUT = '…';

/** In percent-encoded text, `%` is part of a character. */
function isLocal(text: string, index: number, signLength: number): boolean {
  return isIn(LOCAL, text, index) && (signLength > 1 || text.charCodeAt(index) !== 37);
}

/** ASCII characters by table, others by pattern. */
interface Characters {
  readonly ascii: readonly boolean[];
  readonly pattern: RegExp;
}

function charactersOf(pattern: RegExp): Characters {
  return {
    ascii: Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code))),
    pattern,
  };
}

function isIn({ ascii, pattern }: Characters, text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code < 128 ? ascii[code] === true : pattern.test(text.charAt(index));
}

/**
 * A name and the text between it and its value. The value is read only after a telling name, so
 * that each search stays linear.
 */
const NAMED: Readonly<Record<Manner, RegExp>> = {
  prose: /\\?["']?\s{0,3}[=:>]\s{0,3}\\?/,
  raw: /\\?["']?\s{0,9}[=:>]\s{0,9}\\?/,
  broken: /\\?["']?\s{0,9}[=:>]?[\s\\]{0,9}/,
};

/**
 * A name may have steps: `login[password][first]=`, also percent-encoded. Made when it is needed:
 * classes of letters take milliseconds of a start.
 */
const namedIn = remember((manner: Manner): RegExp => {
  const name =
    /[\p{L}_][\p{L}\p{N}_.-]{0,60}(?:(?:\[|%5[Bb])[\p{L}\p{N}_.-]{0,60}(?:\]|%5[Dd])){0,8}/u;
  return new RegExp(`(?<![\\p{L}\\p{N}_.-])(${name.source})(${NAMED[manner].source})`, 'gu');
});

const VALUE = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s"'<>&,;{}()[\]]+/y;

/** `password=...`, `"token": "..."`, `<secret>...`, `?code=...`. */
function redactNamed(text: string, pass: RedactionContext, manner: Manner): string {
  const named = new RegExp(namedIn(manner));
  let result = '';
  let from = 0;
  for (let found = named.exec(text); found !== null; found = named.exec(text)) {
    const [, name = '', between = ''] = found;
    const isParameter = between === '=' && /[?&#;]/.test(text.charAt(found.index - 1));
    const naming = pass.tools.names.of(name);
    if (between === '' || (naming !== 'secret' && !(naming === 'weak' && isParameter))) continue;
    VALUE.lastIndex = named.lastIndex;
    const value = VALUE.exec(text)?.[0] ?? '';
    if (value === '' || (manner === 'prose' && between.includes(':') && isWord(value))) continue;
    result +=
      text.slice(from, named.lastIndex) +
      hideWritten(value, isParameter ? percentDecode : (inner) => inner, pass);
    from = named.lastIndex = named.lastIndex + value.length;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** In a sentence: `token: expected a text`. */
function isWord(value: string): boolean {
  return !/^["']|\d|.{16}/.test(value);
}

function hideWritten(
  value: string,
  read: (text: string) => string,
  pass: RedactionContext,
): string {
  const quote = /^["']/.exec(value)?.[0] ?? '';
  const isClosed = quote !== '' && value.length > 1 && value.endsWith(quote);
  const inner = value.slice(quote.length, isClosed ? -1 : undefined);
  if (/^(?:true|false|null|undefined|-?\d{1,2})$/.test(inner)) return value;
  return `${quote}${pass.hide(read(inner), null)}${isClosed ? quote : ''}`;
}
