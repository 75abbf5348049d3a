// Redacts JSON in its text, token by token: everything else stays unchanged, and broken or cut text
// is read as far as possible.

import type { MessageSide, RedactionContext, Treatment } from './context.ts';
import type { SchemaLocation } from './schema-locations.ts';
import { holdsName, holdsValue, namesSecret } from './secret-names.ts';
import { redactText } from './text.ts';

export interface JsonRedacted {
  readonly text: string;
  /** Whether everything was read as JSON. If not, it may have secrets that were not found. */
  readonly isSound: boolean;
}

/** Redacts a JSON text at a place of a schema, or at none. */
export function redactJson(
  text: string,
  place: SchemaLocation | null,
  pass: RedactionContext,
  side: MessageSide,
): JsonRedacted {
  return new Reader(text, place, pass, side).read();
}

interface Level {
  readonly isList: boolean;
  readonly place: SchemaLocation | null;
  /** The treatment of the object or list itself: `kept` and `hidden` apply to everything in it. */
  readonly fate: Treatment;
  key: string | null;
  index: number;
  /** Whether a member or the first element named a secret, whose value is next to it. */
  namesSecret: boolean;
  /** Where the values are that came before a name. */
  readonly values: Span[];
}

interface Span {
  readonly start: number;
  readonly next: number;
}

class Reader {
  private readonly text: string;
  private readonly pass: RedactionContext;
  private readonly side: MessageSide;
  private readonly levels: Level[] = [];
  private top: Level;
  private isSound = true;
  /** What is written instead, by where it begins. */
  private readonly edits = new Map<number, { readonly next: number; readonly text: string }>();
  /** Whether an edit came before an earlier one. */
  private isUnordered = false;

  constructor(
    text: string,
    place: SchemaLocation | null,
    pass: RedactionContext,
    side: MessageSide,
  ) {
    this.text = text;
    this.pass = pass;
    this.side = side;
    // The root: contains the text like a list of one element.
    this.top = { isList: true, place, fate: 'searched', key: null, index: ABOVE, ...unnamed() };
  }

  read(): JsonRedacted {
    const { text } = this;
    for (let index = 0; index < text.length; ) {
      const code = text.charCodeAt(index);
      if (code === QUOTE) index = this.string(index);
      else if (code === BRACE_OPEN || code === BRACKET_OPEN)
        index = this.open(index, code === BRACKET_OPEN);
      else if (code === BRACE_CLOSE || code === BRACKET_CLOSE)
        index = this.close(index, code === BRACKET_CLOSE);
      else if (code === COMMA) index = this.comma(index);
      else if (code <= SPACE || code === COLON) index++;
      else index = this.bare(index);
    }
    const isSound = this.isSound && this.levels.length === 0;
    return { text: this.edited(), isSound };
  }

  private open(index: number, isList: boolean): number {
    const { place, fate } = this.value();
    this.levels.push(this.top);
    this.top = {
      isList,
      place,
      fate: fate === 'address' ? 'searched' : fate,
      key: null,
      index: 0,
      ...unnamed(),
    };
    return index + 1;
  }

  private close(index: number, isList: boolean): number {
    if (this.top.isList !== isList || this.levels.length === 0) this.isSound = false;
    if (this.top.namesSecret) this.hideEarlier(this.top.values);
    this.top = this.levels.pop() ?? this.top;
    this.top.key = null;
    return index + 1;
  }

  private comma(index: number): number {
    this.top.key = null;
    this.top.index++;
    return index + 1;
  }

  private string(start: number): number {
    const { text } = this;
    let end = text.indexOf('"', start + 1);
    while (end > 0 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end))
      end = text.indexOf('"', end + 1);
    const isClosed = end >= 0;
    const inner = text.slice(start + 1, isClosed ? end : undefined);
    const value = inner.includes('\\') ? unescaped(inner) : inner;
    const next = isClosed ? end + 1 : text.length;
    if (!isClosed) this.isSound = false;
    if (this.isKey(next)) this.key(value, start, next);
    else {
      this.replace(start, next, value, this.shown(value), isClosed ? '"' : '');
      this.noteName(value);
      this.noteValue(start, next);
      if (!this.top.isList) this.top.key = null;
    }
    return next;
  }

  private isKey(index: number): boolean {
    let at = index;
    while (this.text.charCodeAt(at) <= SPACE) at++;
    return this.text.charCodeAt(at) === COLON;
  }

  private key(name: string, start: number, next: number): void {
    if (this.top.isList) this.isSound = false;
    this.top.key = name;
    if (this.top.fate === 'kept') return;
    const shown = /[@%=. -]/.test(name) ? redactText(name, this.pass, 'prose') : name;
    this.replace(start, next, name, shown, '"');
  }

  private shown(value: string): string {
    const { place, fate } = this.value();
    switch (fate) {
      case 'kept':
        return value;
      case 'hidden':
        return this.pass.hide(value, place);
      case 'address':
        return this.pass.hideAddress(value, place);
      case 'searched':
        if (this.isCard(value)) return this.pass.hide(value, place);
        return redactValue(value, this.pass, this.side);
    }
  }

  /** Whether a value is the number of a card or an account. */
  private isCard(value: string): boolean {
    const isLong = value.length >= CARD_CHARS_MIN && value.length <= CARD_CHARS_MAX;
    return (
      isLong &&
      this.pass.isCard(
        value,
        this.steps().filter((step) => !/^\d+$/.test(step)),
      )
    );
  }

  /** A number, a literal, or an unexpected token. */
  private bare(start: number): number {
    BARE.lastIndex = start;
    const token = BARE.exec(this.text)?.[0] ?? this.text.charAt(start);
    const next = start + token.length;
    const isNumber = NUMBER.test(token);
    const isLiteral = token === 'true' || token === 'false' || token === 'null';
    const { place, fate } = this.value();
    if (!isNumber && !isLiteral) {
      this.isSound = false;
      if (fate === 'hidden') this.put(start, next, this.pass.hide(token, place));
      return next;
    }
    if (isNumber && (fate === 'hidden' || (fate === 'searched' && this.isCard(token))))
      this.put(start, next, numberText(token, this.pass.hideNumber(Number(token), place, token)));
    if (isNumber) this.noteValue(start, next);
    if (!this.top.isList) this.top.key = null;
    return next;
  }

  /** The place and the treatment of the next value. */
  private value(): { readonly place: SchemaLocation | null; readonly fate: Treatment } {
    const { top, pass } = this;
    if (top.isList) {
      if (top.index === ABOVE) return { place: top.place, fate: fateBelow(top.place) };
      const place = top.place?.element() ?? null;
      if (top.namesSecret && top.fate !== 'kept') return { place, fate: 'hidden' };
      if (top.fate === 'kept' || top.fate === 'hidden') return { place, fate: top.fate };
      return { place, fate: fateBelow(place) };
    }
    if (top.key === null) {
      this.isSound = false;
      return { place: null, fate: top.fate };
    }
    const { key } = top;
    const place = top.place?.member(key) ?? pass.tools.places.marked(key);
    if (top.fate === 'kept' || top.fate === 'hidden') return { place, fate: top.fate };
    if (top.namesSecret && holdsValue(key)) return { place, fate: 'hidden' };
    return { place, fate: pass.fateOf(key, place, this.side, this.steps) };
  }

  /** Needed only if a place was named. */
  private readonly steps = (): readonly string[] => {
    const levels = [...this.levels, this.top];
    return levels.flatMap(({ isList, key, index }) =>
      isList ? (index === ABOVE ? [] : [String(index)]) : [key ?? ''],
    );
  };

  private replace(start: number, next: number, value: string, shown: string, quote: string): void {
    if (shown !== value) this.put(start, next, `"${JSON.stringify(shown).slice(1, -1)}${quote}`);
  }

  /** A text that may name a secret, whose value is next to it. */
  private noteName(value: string): void {
    const { top, pass } = this;
    if (top.isList) {
      const above = this.levels.at(-1);
      if (above === undefined || !above.isList || above.index === ABOVE) {
        // Names and values in turn, as Node has header fields.
        if (/^raw(?:headers|trailers)$/i.test(above?.key ?? ''))
          top.namesSecret = top.index % 2 === 0 && namesSecret(value, pass.tools.names);
      } else if (top.index === 0) top.namesSecret = namesSecret(value, pass.tools.names);
    } else if (top.key !== null && holdsName(top.key))
      top.namesSecret ||= namesSecret(value, pass.tools.names);
  }

  private noteValue(start: number, next: number): void {
    const { isList, key, namesSecret: isNamed, values, fate } = this.top;
    if (!isList && !isNamed && fate !== 'kept' && key !== null && holdsValue(key))
      values.push({ start, next });
  }

  private hideEarlier(values: readonly Span[]): void {
    for (const { start, next } of values) {
      const token = this.text.slice(start, next);
      const hidden = token.startsWith('"')
        ? JSON.stringify(this.pass.hide(unescaped(token.slice(1, -1)), null))
        : numberText(token, this.pass.hideNumber(Number(token), null));
      if (hidden === token) continue;
      this.isUnordered = true;
      this.edits.set(start, { next, text: hidden });
    }
  }

  private put(start: number, next: number, text: string): void {
    this.edits.set(start, { next, text });
  }

  private edited(): string {
    const { text, edits } = this;
    if (edits.size === 0) return text;
    const inOrder = this.isUnordered ? [...edits].sort(([a], [b]) => a - b) : edits;
    let result = '';
    let from = 0;
    for (const [start, edit] of inOrder) {
      result += text.slice(from, start) + edit.text;
      from = edit.next;
    }
    return result + text.slice(from);
  }
}

function unnamed(): Pick<Level, 'namesSecret' | 'values'> {
  return { namesSecret: false, values: [] };
}

/** Redacts a text value; one that contains JSON is read as such. */
export function redactValue(value: string, pass: RedactionContext, side: MessageSide): string {
  if (value.length < SECRET_CHARS_MIN) return value;
  const first = value.charCodeAt(0);
  const isJson = (first === BRACE_OPEN || first === BRACKET_OPEN) && value.includes('"');
  return isJson
    ? redactInner(value, pass, side)
    : redactEncoded(redactText(value, pass, 'prose'), pass, side);
}

function redactInner(text: string, pass: RedactionContext, side: MessageSide): string {
  const inner = redactJson(text, null, pass, side);
  return inner.isSound ? inner.text : redactText(inner.text, pass, 'broken');
}

/** Redacts JSON objects in Base64 (RFC 4648, either alphabet). They remain Base64 of JSON. */
export function redactEncoded(text: string, pass: RedactionContext, side: MessageSide): string {
  if (text.length < ENCODED_CHARS_MIN || !/e[yw]/.test(text)) return text;
  return text.replaceAll(ENCODED, (encoded) => {
    const json = Buffer.from(encoded, 'base64').toString();
    if (!/^\{\s*"/.test(json)) return encoded;
    const shown = redactInner(json, pass, side);
    if (shown === json) return encoded;
    const written = Buffer.from(shown).toString(/[-_]/.test(encoded) ? 'base64url' : 'base64');
    return encoded.endsWith('=') ? written : written.replace(/=+$/, '');
  });
}

/** `{"a":"bcdef"}` has twenty characters in Base64. */
const ENCODED_CHARS_MIN = 20;
/** `{"`, or `{` and white space, in Base64. If a dot follows, it is part of a token. */
const ENCODED = /(?<![\w+/=.-])e[yw][\w+/-]{18,}={0,2}(?![\w.])/g;

/** Numbers of cards and accounts, with blanks. */
const [CARD_CHARS_MIN, CARD_CHARS_MAX] = [12, 44];

/** Shorter texts cannot be secrets: an address has five characters. */
const SECRET_CHARS_MIN = 5;

function fateBelow(place: SchemaLocation | null): Treatment {
  if (place === null || place.mark === null) return 'searched';
  return place.mark === 'email' ? 'address' : 'hidden';
}

/** A number that stays is written as it was. */
function numberText(token: string, hidden: number): string {
  return Number(token) === hidden ? token : String(hidden);
}

/** Returns what the inside of a JSON string means; broken text stays. */
export function unescaped(inner: string): string {
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return inner;
  }
}

function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charCodeAt(start - 1) === BACKSLASH) start--;
  return (index - start) % 2 === 1;
}

const ABOVE = -1;
const BARE = /[^\s"{}[\],:]+/y;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const [QUOTE, COMMA, COLON, BACKSLASH, SPACE] = [34, 44, 58, 92, 32];
const [BRACKET_OPEN, BRACKET_CLOSE, BRACE_OPEN, BRACE_CLOSE] = [91, 93, 123, 125];
