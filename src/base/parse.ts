// Reads JSON text strictly (RFC 8259) and locates flaws: syntax, depth, range, duplicate keys.

import { type Json, parseExact } from './json.ts';
import { toPointer } from './pointer.ts';

export type JsonFlaw = 'syntax' | 'depth' | 'range' | 'duplicate';
export type ParsedJson =
  | { readonly kind: 'value'; readonly value: Json; readonly duplicate: BrokenJson | null }
  | { readonly kind: 'broken'; readonly broken: BrokenJson };

export interface BrokenJson {
  readonly flaw: JsonFlaw;
  /** The problem with line and column (both from 1, the column in UTF-16 units). */
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/**
 * How numbers are read: rounded to doubles, as JavaScript does, or kept. Kept whole numbers have all
 * digits, and others with more digits than a double holds are refused, unless only whole ones are
 * kept.
 */
export type Numbers = 'rounded' | 'kept' | 'whole-kept';

/**
 * Parses JSON text. Nesting beyond `depthMax` levels is refused before anything is built. With a
 * duplicate key, the last value wins, as in most readers (RFC 8259 section 4), and the result has
 * the place of the repetition.
 */
export function parseJson(
  text: string,
  depthMax: number,
  numbers: Numbers = 'rounded',
): ParsedJson {
  if (nestsDeeper(text, depthMax))
    return brokenIn(text, depthMax, () => tooDeep(text, text.length, depthMax));
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return brokenIn(text, depthMax, () => broken('syntax', 'this is not JSON', text, 0));
  }
  const seen: SeenNumbers = { areLossy: false, areFractions: false };
  const kept = countMembers(value, seen);
  if (Number.isNaN(kept))
    return brokenIn(text, depthMax, () => broken('range', 'a number is too large', text, 0));
  if (numbers === 'kept' && (seen.areFractions || seen.areLossy) && LONG.test(text)) {
    const lost = findLost(text, depthMax);
    if (lost !== null) return { kind: 'broken', broken: lost };
  }
  if (numbers !== 'rounded' && seen.areLossy) value = parseExact(text);
  // Each member has a colon: if there are no more colons than members, no key is duplicate.
  const isWhole = countOf(text, ':', kept) === kept || measure(text, depthMax).members === kept;
  return {
    kind: 'value',
    value,
    duplicate: isWhole ? null : new Locator(text, depthMax).duplicate(),
  };
}

/** Returns whether a JSON text nests deeper than some levels. Cheaper than parsing it. */
export function nestsDeeper(text: string, depthMax: number): boolean {
  // No text is deeper than its number of opening brackets. This cheap count settles most texts.
  const opened = countOf(text, '{', depthMax) + countOf(text, '[', depthMax);
  return opened > depthMax && measure(text, depthMax).depth > depthMax;
}

/** Counts a character in a text, in strings or not. Stops once there are more than `countMax`. */
function countOf(text: string, char: string, countMax: number): number {
  let count = 0;
  for (let at = text.indexOf(char); at >= 0 && count <= countMax; at = text.indexOf(char, at + 1))
    count++;
  return count;
}

/** Counts members and depth in one pass that skips strings. Stops beyond `depthMax`. */
function measure(text: string, depthMax: number): { members: number; depth: number } {
  let members = 0;
  let depth = 0;
  let level = 0;
  for (let index = 0; index < text.length && depth <= depthMax; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index);
        break;
      case COLON:
        members++;
        break;
      case BRACE_OPEN:
      case BRACKET_OPEN:
        if (++level > depth) depth = level;
        break;
      case BRACE_CLOSE:
      case BRACKET_CLOSE:
        level--;
        break;
    }
  }
  return { members, depth };
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const BRACKET_OPEN = 91;
const BRACKET_CLOSE = 93;
const BRACE_OPEN = 123;
const BRACE_CLOSE = 125;

/** Returns the index of the quote that closes the string at `start`, or the length of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end))
    end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** Returns whether an odd number of backslashes precedes an index. */
function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charCodeAt(start - 1) === BACKSLASH) start--;
  return (index - start) % 2 === 1;
}

/** What doubles were seen. */
interface SeenNumbers {
  /** Some may stand for a whole number that they cannot hold. */
  areLossy: boolean;
  areFractions: boolean;
}

/** Counts the members of all objects in a value; `NaN` if a number is out of range. */
function countMembers(value: Json, seen: SeenNumbers): number {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return 0;
    if (Number.isInteger(value)) seen.areLossy = true;
    else seen.areFractions = true;
    return Number.isFinite(value) ? 0 : Number.NaN;
  }
  if (value === null || typeof value !== 'object') return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[])
      if (typeof item === 'object' || typeof item === 'number') count += countMembers(item, seen);
    return count;
  }
  // Parsed objects inherit nothing enumerable, and this loop allocates no list of keys.
  for (const key in value) {
    count++;
    const member = (value as Record<string, Json>)[key] as Json;
    if (typeof member === 'object' || typeof member === 'number')
      count += countMembers(member, seen);
  }
  return count;
}

function brokenIn(text: string, depthMax: number, otherwise: () => BrokenJson): ParsedJson {
  return { kind: 'broken', broken: findBreak(text, depthMax) ?? otherwise() };
}

/** Returns the first place that breaks the grammar of RFC 8259 or a limit, or `null`. */
function findBreak(text: string, depthMax: number): BrokenJson | null {
  return placeOf(() => new Locator(text, depthMax).document());
}

/** Returns the first number with a fraction that a double does not hold; `null` if there is none. */
function findLost(text: string, depthMax: number): BrokenJson | null {
  return placeOf(() => new Locator(text, depthMax).lost());
}

function placeOf(look: () => void): BrokenJson | null {
  try {
    look();
    return null;
  } catch (error) {
    if (error instanceof Found) return error.broken;
    throw error;
  }
}

class Found extends Error {
  readonly broken: BrokenJson;
  constructor(flaw: BrokenJson) {
    super(flaw.message);
    this.broken = flaw;
  }
}

/** The slow, careful reader: walks a text by the grammar. Never deeper than `depthMax`. */
class Locator {
  private index = 0;
  private readonly steps: (string | number)[] = [];
  private repeated: BrokenJson | null = null;
  private isRangeBound = true;
  private isKept = false;
  private readonly text: string;
  private readonly depthMax: number;

  constructor(text: string, depthMax: number) {
    this.text = text;
    this.depthMax = depthMax;
  }

  /** Returns the first duplicate key of a valid JSON text. */
  duplicate(): BrokenJson | null {
    // A number out of range that a later one of the same key replaces does not count.
    this.isRangeBound = false;
    this.document();
    return this.repeated;
  }

  /** Throws at the first number with a fraction that has more digits than a double holds. */
  lost(): void {
    this.isKept = true;
    this.document();
  }

  document(): void {
    this.space();
    if (this.index === this.text.length) this.fail('the text is empty; expected a JSON value');
    this.value(1);
    this.space();
    if (this.index < this.text.length)
      this.fail(`expected the end after the JSON value, found ${this.seen()}`);
  }

  private value(depth: number): void {
    const char = this.text[this.index];
    if (char === '{' || char === '[') {
      if (depth > this.depthMax) throw new Found(tooDeep(this.text, this.index, this.depthMax));
      this.index++;
      if (char === '{') this.object(depth);
      else this.array(depth);
    } else if (char === '"') this.string();
    else if (!this.number() && !this.token(WORD))
      this.fail(`expected a JSON value${this.place()}, found ${this.seen()}`);
  }

  private number(): boolean {
    const start = this.index;
    if (!this.token(NUMBER)) return false;
    const literal = this.text.slice(start, this.index);
    if (this.isKept && hasLostDigits(literal))
      throw new Found(
        broken(
          'range',
          `the number${this.place()} has more digits than a double holds (RFC 8259 section 6); at most 17 are kept, or a text`,
          this.text,
          start,
        ),
      );
    if (!this.isRangeBound || Number.isFinite(Number(literal))) return true;
    throw new Found(
      broken(
        'range',
        `the number${this.place()} is beyond what JSON readers can hold (RFC 8259 section 6)`,
        this.text,
        start,
      ),
    );
  }

  private object(depth: number): void {
    const keys = new Set<string>();
    this.space();
    if (this.skip('}')) return;
    for (;;) {
      const start = this.index;
      if (this.text[this.index] !== '"')
        this.fail(`expected a key in double quotes${this.place()}, found ${this.seen()}`);
      const key = this.string();
      this.steps.push(key);
      if (keys.has(key))
        this.repeated ??= broken(
          'duplicate',
          `the key ${toPointer(this.steps)} is given twice`,
          this.text,
          start,
        );
      keys.add(key);
      this.space();
      if (!this.skip(':'))
        this.fail(`expected a colon after the key ${toPointer(this.steps)}, found ${this.seen()}`);
      this.space();
      this.value(depth + 1);
      this.steps.pop();
      this.space();
      if (this.skip('}')) return;
      if (!this.skip(',')) this.fail(`expected a comma or }${this.place()}, found ${this.seen()}`);
      this.space();
      if (this.text[this.index] === '}') this.fail('a comma before } is not JSON');
    }
  }

  private array(depth: number): void {
    this.space();
    if (this.skip(']')) return;
    for (let item = 0; ; item++) {
      this.steps.push(item);
      this.value(depth + 1);
      this.steps.pop();
      this.space();
      if (this.skip(']')) return;
      if (!this.skip(',')) this.fail(`expected a comma or ]${this.place()}, found ${this.seen()}`);
      this.space();
      if (this.text[this.index] === ']') this.fail('a comma before ] is not JSON');
    }
  }

  private string(): string {
    const start = this.index;
    const end = endOfString(this.text, start);
    if (end >= this.text.length) this.fail('a string is not closed');
    const literal = this.text.slice(start, end + 1);
    try {
      const value = JSON.parse(literal) as string;
      this.index = end + 1;
      return value;
    } catch {
      return this.fail(
        `a string holds a control character or an escape that JSON does not know${this.place()}`,
      );
    }
  }

  private token(pattern: RegExp): boolean {
    pattern.lastIndex = this.index;
    const found = pattern.exec(this.text);
    if (found === null) return false;
    this.index += found[0].length;
    return true;
  }

  private space(): void {
    this.token(SPACE);
  }

  private skip(char: string): boolean {
    if (this.text[this.index] !== char) return false;
    this.index++;
    return true;
  }

  private place(): string {
    return this.steps.length === 0 ? '' : ` at ${toPointer(this.steps)}`;
  }

  private seen(): string {
    const point = this.text.codePointAt(this.index);
    if (point === undefined) return 'the end of the text';
    if (point === 0xfeff) return 'a byte order mark';
    return JSON.stringify(String.fromCodePoint(point));
  }

  private fail(message: string): never {
    throw new Found(broken('syntax', message, this.text, this.index));
  }
}

/** What a number with lost digits has; so may a text. */
const LONG = /[1-9](?:\.?\d){17}/;

/** Seventeen digits name every double: further ones are lost, unless they are those of the double. */
function hasLostDigits(literal: string): boolean {
  const [mantissa = ''] = literal.split(/e/i);
  const digits = digitsOf(mantissa);
  if (digits.length <= DIGITS_KEPT || (!literal.includes('.') && !/e-/i.test(literal)))
    return false;
  const number = Number(literal);
  if (number === 0) return digits !== '';
  return digits.length > PRECISION_MAX || digitsOf(number.toPrecision(digits.length)) !== digits;
}

const DIGITS_KEPT = 17;
const PRECISION_MAX = 100;

/** The digits that count: without the zeros around them. */
function digitsOf(mantissa: string): string {
  return mantissa.replace(/e.*/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /(?:true|false|null)(?!\w)/y;

function tooDeep(text: string, index: number, depthMax: number): BrokenJson {
  return broken('depth', `nested deeper than ${depthMax} levels`, text, index);
}

function broken(flaw: JsonFlaw, message: string, text: string, index: number): BrokenJson {
  const before = text.slice(0, index);
  const line = before.split('\n').length;
  const column = index - (before.lastIndexOf('\n') + 1) + 1;
  return { flaw, message: `${message} (line ${line}, column ${column})`, line, column };
}
