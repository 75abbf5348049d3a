// The normal forms of values: how services store an equal value in one spelling. This is the only
// list of them: the choice `fields.normal`, the mock, `verify`, `learn` and `record` read it. Which
// ones a service has is found out elsewhere (`oracle/stored-forms.ts`).

import { equal } from '../base/equal.ts';
import { isObject, type Json, objectOf } from '../base/json.ts';
import { inZone, utcSpellings } from './date-times.ts';
import { roundings } from './rounding.ts';

/** What a value is, as far as normal forms are concerned. */
export type ValueClass = 'text' | 'email' | 'date-time' | 'url' | 'number' | 'list' | 'order';

export type Rewrite = (text: string) => string;

interface NormalForm {
  /** Completes "the service stores /name". */
  readonly words: string;
  /** The values that it applies to. */
  readonly of: ValueClass;
  /** The ways in which services make it. The first is the way of the mock. */
  readonly ways: readonly Rewrite[];
  /** Returns an equal value that is not in this form. */
  readonly spoil: Rewrite;
}

/** What Python takes for blanks: four separators of ASCII and the line end of C1, too. */
const PYTHON_BLANKS = new RegExp(`[\\s${String.fromCharCode(0x1c, 0x1d, 0x1e, 0x1f, 0x85)}]+`, 'g');

/** The forms of texts and numbers, in the order in which they are applied. */
const textForms = {
  nfc: {
    words: 'with composed characters (NFC)',
    of: 'text',
    ways: [(text) => text.normalize('NFC')],
    spoil: (text) => `${text} e\u0301`,
  },
  collapse: {
    words: 'with single blanks',
    of: 'text',
    ways: [
      (text) => text.replace(/\s+/g, ' '),
      (text) => text.replace(/ +/g, ' '),
      (text) => text.replace(/[ \t]+/g, ' '),
      (text) => text.replace(/[ \t\n\v\f\r]+/g, ' '),
      (text) => text.replace(/\s{2,}/g, ' '),
      (text) => text.replace(PYTHON_BLANKS, ' '),
    ],
    spoil: (text) => `${text}  x`,
  },
  trim: {
    words: 'without blanks at its ends',
    of: 'text',
    ways: [
      (text) => text.trim(),
      (text) => text.replace(/^ +| +$/g, ''),
      (text) => text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, ''),
      // Java cuts every sign up to the blank, Python some of the separators of ASCII.
      (text) => withoutEnds(text, (sign) => sign <= ' '),
      (text) => withoutEnds(text, (sign) => sign.replace(PYTHON_BLANKS, '') === ''),
    ],
    spoil: (text) => ` ${text} `,
  },
  'lower-domain': {
    words: 'with its domain in lower case',
    of: 'email',
    ways: [(text) => text.replace(/@[^@]*$/, (domain) => domain.toLowerCase())],
    spoil: (text) => text.replace(/@[^@]*$/, (domain) => domain.toUpperCase()),
  },
  'lower-email': {
    words: 'in lower case',
    of: 'email',
    ways: [(text) => text.toLowerCase()],
    spoil: (text) => text.replace(/^[^@]+/, (local) => local.toUpperCase()),
  },
  dates: {
    words: 'as an equal time in UTC',
    of: 'date-time',
    ways: utcSpellings,
    spoil: inZone,
  },
  urls: {
    words: 'as an equal URL',
    of: 'url',
    ways: [
      hrefOf,
      (text) => (/^[^:/]+:\/\/[^/?#]+$/.test(text) ? urlWithoutPath(text) : hrefOf(text)),
    ],
    spoil: (text) => text.replace(/^[a-z]+:\/\/[^/?#]+/, (origin) => origin.toUpperCase()),
  },
  round: {
    words: 'rounded',
    of: 'number',
    ways: roundings,
    spoil: (text) => String(Math.trunc(Number(text)) + DECIMALS_OF_ALL),
  },
} as const satisfies Readonly<Record<string, NormalForm>>;

/** Has more decimals than any form keeps. */
const DECIMALS_OF_ALL = 0.12345678;

/** The form of lists: each element once. */
const listForm = { name: 'sets', words: 'without duplicates' } as const;

type TextFormName = keyof typeof textForms;
export type FormName = TextFormName | typeof listForm.name;

/** The names of all forms. */
export const formNames = [
  'trim',
  'collapse',
  'nfc',
  'lower-domain',
  'lower-email',
  'dates',
  'urls',
  'round',
  'sets',
] as const satisfies readonly FormName[];

/** Completes "the service stores /name": as the value was sent if there are no forms. */
export function wordsOf(forms: readonly FormName[]): string {
  if (forms.length === 0) return 'as it was sent';
  return forms
    .map((form) => (form === 'sets' ? listForm.words : textForms[form].words))
    .join(' and ');
}

/** The class of a text by the format of its schema; `null` if there is none. */
export function classOf(text: string, format: string | null): ValueClass {
  switch (format) {
    case 'email':
    case 'idn-email':
      return 'email';
    case 'date-time':
      return 'date-time';
    case 'uri':
    case 'url':
    case 'iri':
      return 'url';
    default:
      return format === null && /^[^\s@]+@[^\s@]+$/.test(text) ? 'email' : 'text';
  }
}

/** One way of each of some forms, applied together. */
export interface Combination {
  readonly id: string;
  readonly forms: readonly FormName[];
  readonly apply: Rewrite;
}

/** Returns every combination of the forms of a class of texts or numbers, the simplest first. */
export function combinationsOf(
  value: Exclude<ValueClass, 'list' | 'order'>,
): readonly Combination[] {
  let all = combined.get(value);
  if (all === undefined) {
    all = combine(value).toSorted((one, other) => one.forms.length - other.forms.length);
    combined.set(value, all);
  }
  return all;
}

const combined = new Map<ValueClass, readonly Combination[]>();

const AS_SENT: Combination = { id: '', forms: [], apply: (text) => text };

function combine(value: ValueClass): readonly Combination[] {
  let all: readonly Combination[] = [AS_SENT];
  for (const [name, form] of Object.entries<NormalForm>(textForms)) {
    if (form.of !== value) continue;
    const more = form.ways.flatMap((way, index) =>
      all.map(
        (before): Combination => ({
          id: `${before.id} ${name}${index}`,
          forms: [...before.forms, name as TextFormName],
          apply: (text) => way(before.apply(text)),
        }),
      ),
    );
    all = [...all, ...more];
  }
  return all;
}

/** Whether no form changes a text: such a text shows nothing about them. */
export function isInert(text: string, value: ValueClass): boolean {
  if (value === 'number') return Number.isInteger(Number(text));
  if (value === 'text') return /^(?:[!-~]+(?: [!-~]+)*)?$/.test(text);
  return value === 'email' && /^[!-@[-~]*$/.test(text);
}

/** Returns a list with each element once: the first of equal ones stays. */
export function withoutDuplicates(items: readonly Json[]): readonly Json[] {
  return items.filter((item, index) => items.findIndex((other) => equal(item, other)) === index);
}

/** The format of the texts at a place: `/address/city`, `/skills/*`; `null` if there is none. */
export type FormatAt = (place: string) => string | null;

/** What a schema asks of the values at a place. */
export interface PlaceRules {
  readonly formatAt: FormatAt;
  /** Whether another form of a value keeps all that the value keeps: lengths, patterns, bounds. */
  readonly fitsAt: (place: string, value: Json, other: Json) => boolean;
  /**
   * The values that the schema names for the elements of a list that may be a set: of different ones, or
   * of named ones. `null` if it is none.
   */
  readonly setAt?: (place: string) => readonly Json[] | null;
  /** Whether the description of a member says that it is read-only, or that the service makes it. */
  readonly saysReadOnly?: (place: string) => boolean;
}

/**
 * Returns a value in one form, as the mock stores it. A part that would not fit its schema in this
 * form stays as it is.
 */
export function inForm(value: Json, form: FormName, rules: PlaceRules, place = ''): Json {
  const fitting = (one: Json, other: Json): Json => (rules.fitsAt(place, one, other) ? other : one);
  if (typeof value === 'string')
    return fitting(value, textInForm(value, form, classOf(value, rules.formatAt(place))));
  if (typeof value === 'number')
    return fitting(value, Number(textInForm(String(value), form, 'number')));
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => inForm(item, form, rules, `${place}/*`));
    return form === 'sets' ? fitting(items, withoutDuplicates(items)) : items;
  }
  if (!isObject(value)) return value;
  return objectOf(
    Object.entries(value).map(([key, item]): [string, Json] => [
      key,
      inForm(item, form, rules, `${place}/${key}`),
    ]),
  );
}

function textInForm(text: string, name: FormName, value: ValueClass): string {
  if (name === 'sets') return text;
  const form: NormalForm = textForms[name];
  return form.of === value ? (form.ways[0]?.(text) ?? text) : text;
}

/** Returns an equal value that is not in a form; the value itself if the form does not apply. */
export function spoiled(value: Json, name: FormName, formatAt: FormatAt, place: string): Json {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    if (name === 'sets') return items.length > 0 ? [...items, items[0] as Json] : items;
    return items.map((item) => spoiled(item, name, formatAt, `${place}/*`));
  }
  if (isObject(value))
    return objectOf(
      Object.entries(value).map(([key, item]): [string, Json] => [
        key,
        spoiled(item, name, formatAt, `${place}/${key}`),
      ]),
    );
  if (typeof value === 'number' && name === 'round')
    return Number(textForms.round.spoil(String(value)));
  if (typeof value !== 'string' || name === 'sets') return value;
  const form: NormalForm = textForms[name];
  return form.of === classOf(value, formatAt(place)) ? form.spoil(value) : value;
}

function withoutEnds(text: string, isBlank: (sign: string) => boolean): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charAt(start))) start++;
  while (end > start && isBlank(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function hrefOf(text: string): string {
  return URL.canParse(text) ? new URL(text).href : text;
}

/** Some libraries add no slash to an origin. */
function urlWithoutPath(text: string): string {
  return hrefOf(text).replace(/\/$/, '');
}
