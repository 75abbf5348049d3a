// Texts of a sample: by format, else pattern, else words with the mark.

import { type Json, type JsonObject, own } from '../../base/json.ts';
import { namingOf } from '../../base/secrets/secret-names.ts';
import { inZone } from '../date-times.ts';
import { OPEN_FORMATS } from '../keywords/formats.ts';
import { sizeBounds } from '../keywords.ts';
import { patternMatcher } from '../match-pattern.ts';
import type { Schemas } from '../schema.ts';
import { type Draft, LETTERS, lettersOf, markOf } from './draft.ts';
import { textOfFormat } from './format.ts';
import { CHARS_OF_PART, SAMPLE_CHARS_MAX } from './limits.ts';
import { textMatching } from './pattern.ts';
import { rareTextOfFormat } from './rare-values.ts';

/** Where in a sample a value belongs. */
export interface SamplePosition {
  readonly schemas: Schemas;
  readonly draft: Draft;
  /** The member that has the value, or a part of it. */
  readonly key: string;
  readonly mark: string;
  /** Different for each position of one sample. */
  readonly place: number;
  readonly depth: number;
  /** Counts the parts that were tried for one sample. */
  readonly spent: { parts: number };
}

/** Makes a text of the format, the pattern and the length; `undefined` if there is none. */
export function sampleText(position: SamplePosition, schema: JsonObject): string | undefined {
  const { draft, place } = position;
  const serial = draft.serial + place;
  const { least, most } = sizeBounds(schema, 'Length');
  if (least > Math.min(draft.charsMax ?? least, SAMPLE_CHARS_MAX)) return undefined;
  position.spent.parts += least / CHARS_OF_PART;
  const [format, pattern] = [own(schema, 'format'), own(schema, 'pattern')];
  const fits = (text: string | undefined): text is string =>
    text !== undefined &&
    [...text].length >= least &&
    [...text].length <= most &&
    matches(text, pattern);
  if (format === 'email') return emailsOf(position, least).find(fits);
  const made = typeof format === 'string' ? textIn(format, draft, place) : undefined;
  if (fits(made)) return made;
  if (made !== undefined || (typeof format === 'string' && !OPEN_FORMATS.has(format)))
    return undefined;
  if (typeof pattern === 'string')
    return textMatching(pattern, { serial, lengthMin: least, lengthMax: most });
  const cut = [...freeText(position, most)].slice(0, most).join('');
  // Services cut blanks from the ends of texts; unusual texts have some to see that.
  const text = [...(draft.text === undefined ? cut.trimEnd() : cut)];
  return [...text, ...Array<string>(Math.max(0, least - text.length)).fill('x')].join('');
}

function textIn(format: string, draft: Draft, place: number): string | undefined {
  const { rare, serial, yearsLater, forms } = draft;
  const chosen = rare === undefined ? undefined : rareTextOfFormat(format, rare + place);
  const text = chosen ?? textOfFormat(format, serial + place, yearsLater);
  return text !== undefined && forms === 'converted' ? inZone(text) : text;
}

function matches(text: string, pattern: Json | undefined): boolean {
  return typeof pattern !== 'string' || patternMatcher(pattern)(text);
}

/** A text that must be short is the mark alone, or its end: that part is unique. */
function freeText({ draft, key, mark, place }: SamplePosition, most: number): string {
  if (draft.text !== undefined) return draft.text(mark, place);
  const unique = mark === '' ? lettersOf(draft.serial) : mark;
  const plain = worded(WORDS[(draft.serial + place) % WORDS.length] ?? '', key, unique, draft);
  return mark === '' || plain.length <= most ? plain : mark.slice(-Math.max(1, most));
}

function worded(word: string, key: string, unique: string, draft: Draft): string {
  const { textForms = {} } = draft;
  const form = Object.hasOwn(textForms, key) ? textForms[key] : draft.wording;
  if (form === 'word') return `${word}_${unique}`;
  if (form === 'domain') return `${unique}.${word}.example.com.`;
  if (form === 'email') return `${unique}@example.com`;
  if (form === 'uri') return `https://example.com/${unique}`;
  const made = form === undefined ? undefined : textIn(form, draft, 0);
  if (made !== undefined) return made;
  // No blank fits into a header field with credentials (RFC 6750 section 2.1) or a cookie.
  return [word, key, unique].join(namingOf(key) === 'secret' ? '-' : ' ');
}

/** E-mail addresses to choose from: the wanted one first, then shorter and longer ones. */
function emailsOf({ draft }: SamplePosition, least: number): readonly string[] {
  const mark = markOf(draft);
  const short = `${mark.slice(-LETTERS)}@a.io`;
  const label = 'example.'.repeat(Math.ceil(Math.max(0, least - mark.length) / 'example.'.length));
  return [
    (draft.email ?? plainEmail)(mark),
    plainEmail(mark),
    `${mark}@a.io`,
    short,
    `${mark}@${label}com`,
  ];
}

function plainEmail(mark: string): string {
  return `${mark}@example.com`;
}

const WORDS =
  'amber birch cedar delta ember fjord grove heron iris juniper kestrel lagoon maple'.split(' ');
