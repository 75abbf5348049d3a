// Makes pseudonyms of secrets with a key (HMAC-SHA256, RFC 2104): equal values stay equal, and no
// one can guess values without the key. A pseudonym is recognised by its form and stays unchanged,
// whatever the key.

import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { fingerprint } from '../../base/hash.ts';
import type { ValueBounds } from './bounds.ts';
import { isPseudonym } from './pseudonym-forms.ts';

export interface Pseudonyms {
  /** Returns a text within the bounds, if possible. */
  text(value: string, bounds: ValueBounds): string;
  /** Returns an address in a reserved domain (RFC 2606), or other text for other text. */
  email(value: string, bounds: ValueBounds): string;
  /** Returns a telephone number in an unassigned range (+999). */
  phone(value: string, bounds: ValueBounds): string;
  /** Returns a number within the bounds. Ranges of fewer than 1,000,000,000 numbers map to one. */
  number(value: number, bounds: ValueBounds): number;
}

/** Makes a key for as long as a process lives. */
export function createRedactionKey(): Uint8Array {
  return randomBytes(KEY_BYTES);
}

const KEY_BYTES = 32;

/** Makes pseudonyms under a key. */
export function createPseudonyms(key: Uint8Array): Pseudonyms {
  const hex = createHexOf(key);
  return {
    text: (value, bounds) => (isPseudonym(value) ? value : textFor(value, hex, bounds)),
    email: (value, bounds) => (isPseudonym(value) ? value : emailFor(value, hex, bounds)),
    phone: (value, bounds) => (isPseudonym(value) ? value : phoneFor(value, hex, bounds)),
    number: (value, bounds) => numberFor(value, hex, bounds),
  };
}

type HexOf = (value: string) => string;

/** How many hashes are remembered, and how long a value may be whose hash is. */
const REMEMBERED_MAX = 4_096;
const REMEMBERED_CHARS_MAX = 512;

function createHexOf(bytes: Uint8Array): HexOf {
  // A key object is prepared once; bytes would be each time, which takes eight times as long.
  const key = createSecretKey(bytes);
  const remembered = new Map<string, string>();
  return (value) => {
    const known = remembered.get(value);
    if (known !== undefined) return known;
    const hex = createHmac('sha256', key).update(value).digest('hex');
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    if (value.length <= REMEMBERED_CHARS_MAX) remembered.set(value, hex);
    return hex;
  };
}

/** How many hexadecimal digits of a hash a pseudonym has if there is room: 64 bits. */
const DIGITS = 16;
const [LONG, SHORT] = ['redacted-', 'rd-'];
const SHORT_CHARS_MIN = SHORT.length + 8;

function textFor(value: string, hex: HexOf, bounds: ValueBounds): string {
  const fixed = fixedOf(value, hex, bounds);
  if (fixed !== null) return fixed;
  const plain = plainText(value, hex, bounds);
  const { pattern } = bounds;
  if (pattern === null || pattern.test(plain)) return plain;
  const shaped = [shapedAs(value, '', hex), shapedAs(value, literalStart(pattern), hex)];
  const examples = bounds.examples.filter((one) => one !== value);
  return [...shaped, ...examples].find((one) => pattern.test(one) && fits(one, bounds)) ?? plain;
}

/** Values without freedom in the schema, and formats in which all values reveal equally little. */
function fixedOf(value: string, hex: HexOf, { options, format }: ValueBounds): string | null {
  const [first] = options;
  if (first !== undefined) return first;
  const digits = hex(value).slice(0, DIGITS);
  switch (format) {
    case 'uuid':
      return `5edac7ed-${digits.slice(0, 4)}-4000-8000-${hex(value).slice(4, 16)}`;
    case 'uri':
    case 'url':
    case 'uri-reference':
      return `https://redacted.example/${digits}`;
    case 'hostname':
      return `${digits}.redacted.example`;
    default:
      return format === null ? null : (SAME_FOR_ALL.get(format) ?? null);
  }
}

const SAME_FOR_ALL: ReadonlyMap<string, string> = new Map([
  ['date', '1970-01-01'],
  ['date-time', '1970-01-01T00:00:00Z'],
  ['time', '00:00:00Z'],
  ['duration', 'PT0S'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['byte', 'cmVkYWN0ZWQ='],
]);

function plainText(value: string, hex: HexOf, { charsMin, charsMax }: ValueBounds): string {
  if (charsMax >= LONG.length + DIGITS) {
    const digits = Math.max(DIGITS, charsMin - LONG.length);
    return `${LONG}${hex(value).slice(0, digits).padEnd(digits, '0')}`;
  }
  if (charsMax < SHORT_CHARS_MIN) return 'redacted'.slice(0, charsMax).padEnd(charsMin, '-');
  return `${SHORT}${hex(value).slice(0, charsMax - SHORT.length)}`;
}

function fits(text: string, { charsMin, charsMax }: ValueBounds): boolean {
  return text.length >= charsMin && text.length <= charsMax;
}

/** The fixed beginning of a pattern: `^USR-\d+$` begins with `USR-`. */
function literalStart(pattern: RegExp): string {
  const found = /^\^((?:[A-Za-z0-9_:@ -]|\\[-./])+)(?![*+?{])/.exec(pattern.source);
  return found?.[1]?.replaceAll('\\', '') ?? '';
}

/**
 * Replaces digits by other digits and letters by letters from a to f, after the fixed beginning.
 * The last ones are a checksum of the others, which identifies a pseudonym. With too few of them,
 * all become `0` and `a`.
 */
function shapedAs(value: string, start: string, hex: HexOf): string {
  const kept = value.startsWith(start) ? start : '';
  const rest = value.slice(kept.length);
  const count = rest.replaceAll(/[^A-Za-z0-9]/g, '').length;
  const checked = count < SLOTS_MIN ? count : Math.min(CHECKED_MAX, count >> 1);
  const free = count - checked;
  const fill = (digits: string): string => {
    let slot = 0;
    return rest.replaceAll(/[A-Za-z0-9]/g, (character) =>
      alike(character, digits.charCodeAt(slot++ % digits.length)),
    );
  };
  const signed = (text: string): string => {
    const leading = text.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, free);
    const check = free === 0 ? '@' : fingerprint(leading);
    let slot = 0;
    return text.replaceAll(/[A-Za-z0-9]/g, (character) => {
      const place = slot++ - free;
      return place < 0 ? character : alike(character, check.charCodeAt(place % check.length));
    });
  };
  return kept + (signed(rest) === rest ? rest : signed(fill(hex(value))));
}

/** Fewer letters and digits cannot be recognised; and the maximum length of the checksum. */
const SLOTS_MIN = 8;
const CHECKED_MAX = 6;

function alike(character: string, code: number): string {
  if (character <= '9') return String.fromCharCode(48 + (((code * 7) & 63) % 10));
  return String.fromCharCode((character <= 'Z' ? 65 : 97) + (code % 6));
}

const EMAIL = /^[^\s@"]+@[^\s@]+\.[^\s@.]+$/;

function emailFor(value: string, hex: HexOf, bounds: ValueBounds): string {
  if (!EMAIL.test(value)) return textFor(value, hex, { ...bounds, format: null });
  const { charsMin, charsMax, pattern } = bounds;
  const isLong = charsMax >= DIGITS + LONG_DOMAIN.length;
  const domain = isLong ? LONG_DOMAIN : SHORT_DOMAIN;
  const room = Math.min(DIGITS, Math.max(1, charsMax - domain.length));
  const digits = Math.max(room, charsMin - domain.length);
  const plain =
    room < EMAIL_DIGITS_MIN
      ? `r${SHORT_DOMAIN}`
      : `${hex(value).slice(0, digits).padEnd(digits, '0')}${domain}`;
  if (pattern === null || pattern.test(plain)) return plain;
  const sameDomain = `${LONG}${hex(value).slice(0, DIGITS)}${value.slice(value.lastIndexOf('@'))}`;
  return pattern.test(sameDomain) && fits(sameDomain, bounds) ? sameDomain : plain;
}

const [LONG_DOMAIN, SHORT_DOMAIN] = ['@redacted.example', '@r.example'];
const EMAIL_DIGITS_MIN = 6;

function phoneFor(value: string, hex: HexOf, bounds: ValueBounds): string {
  const phone = `+999${String(Number.parseInt(hex(value).slice(0, 12), 16) % 1e11).padStart(11, '0')}`;
  const isFit = fits(phone, bounds) && bounds.pattern?.test(phone) !== false;
  return isFit ? phone : textFor(value, hex, bounds);
}

/** Numbers of fifteen digits, without other bounds: every JSON reader holds them exactly. */
const [NUMBER_MIN, NUMBER_MAX] = [1e14, 1e15 - 1];

function numberFor(value: number, hex: HexOf, bounds: ValueBounds): number {
  const [first] = bounds.numbers;
  if (first !== undefined) return first;
  const step =
    bounds.step !== null && Number.isInteger(bounds.step) && bounds.step > 0 ? bounds.step : 1;
  const high = bounds.max ?? Math.max(NUMBER_MAX, bounds.min ?? 0);
  const low =
    Math.ceil((bounds.min ?? Math.min(NUMBER_MIN, high >= NUMBER_MAX ? NUMBER_MIN : 0)) / step) *
    step;
  const count = Math.floor((high - low) / step) + 1;
  if (!(count >= COUNT_MIN)) return low <= high ? low : high;
  const checks = count >= COUNT_WIDE ? 1e6 : 1e4;
  const groups = Math.floor(Math.min(count, Number.MAX_SAFE_INTEGER) / checks);
  const at = (group: number): number => low + (group * checks + checkOf(group, checks)) * step;
  const own = Math.floor((value - low) / step / checks);
  if (own >= 0 && own < groups && at(own) === value) return value;
  return at(Number.parseInt(hex(String(value)).slice(0, 13), 16) % groups);
}

const [COUNT_MIN, COUNT_WIDE] = [1e9, 1e12];

/** The digits at the end by which a number is known for a pseudonym. */
function checkOf(group: number, checks: number): number {
  return Number.parseInt(fingerprint(`number ${group}`).slice(0, 6), 32) % checks;
}
