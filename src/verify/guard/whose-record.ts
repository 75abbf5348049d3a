// Whether a record that the service shows is one that the run created. Pure.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { agrees } from '../../oracle/expectation.ts';
import { StoredForms } from '../../oracle/stored-forms.ts';
import type { PlaceRules } from '../../schema/normal-forms.ts';

/** `hidden`: it shows none of the members that were sent. */
export type Whose = 'ours' | 'other' | 'hidden';

/** What is known of the values of items. */
export interface WhoseOptions {
  /** The members that the service fills in itself. */
  readonly filled?: ReadonlySet<string>;
  /** What the schema asks of values: a service may store them in a normal form that fits it. */
  readonly rules?: PlaceRules;
}

/**
 * Decides by the token of the run. If the record shows no place in which the token was sent, the
 * other values that were sent decide. `sent` is `null` if they are unknown.
 */
export function whoseRecord(
  record: JsonObject,
  token: string,
  sentWhole: JsonObject | null,
  { filled = NONE, rules = ANY_PLACE }: WhoseOptions = {},
): Whose {
  if (holdsToken(record, token)) return 'ours';
  if (sentWhole === null) return 'other';
  const sent = shownPart(sentWhole, record) as JsonObject;
  const isSame = (member: string): boolean =>
    agrees(folded(own(sent, member)), folded(own(record, member)), 'open') ||
    isTextOf(own(sent, member), own(record, member)) ||
    isNormalForm(member, own(sent, member), own(record, member), rules);
  const shown = Object.keys(sent).filter((member) => !filled.has(member));
  const isCutOff = (member: string): boolean => isCut(own(sent, member), own(record, member));
  if (
    shown.some(isCutOff) &&
    shown.every((one) => isCutOff(one) || isText(own(sent, one)) === false || isSame(one))
  )
    return 'hidden';
  if (shown.some((member) => holdsToken(own(sent, member), token))) return 'other';
  const texts = shown.filter((member) => typeof own(sent, member) === 'string');
  const compared = texts.length > 0 ? texts : shown;
  if (compared.length === 0) return 'hidden';
  return compared.every(isSame) ? 'ours' : 'other';
}

/** Whether a text shows the beginning of the one that was sent: a service may cut texts. */
export function isCut(sent: Json | undefined, shown: Json | undefined): boolean {
  if (typeof sent !== 'string' || typeof shown !== 'string') return false;
  const [whole, part] = [sent, shown].map((text) => text.trim().toLowerCase()) as [string, string];
  return part.length >= CUT_CHARS_LEAST && part.length < whole.length && whole.startsWith(part);
}

/** Shorter beginnings are alike by chance. */
const CUT_CHARS_LEAST = 4;

/**
 * Returns whether a text in a value ends with the beginning of the token of the run: the service cut
 * it. For items whose id is known to be the run's.
 */
export function holdsCutToken(value: Json, token: string): boolean {
  if (typeof value === 'string') {
    const text = value.toLowerCase();
    for (let length = token.length - 1; length >= TOKEN_PART_LEAST; length--)
      if (text.endsWith(token.slice(0, length))) return true;
    return false;
  }
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value as JsonObject).some((one) => holdsCutToken(one, token));
}

/** How many letters of a token must be left of it. */
const TOKEN_PART_LEAST = 6;

function isText(value: Json | undefined): boolean {
  return typeof value === 'string';
}

const NONE: ReadonlySet<string> = new Set();

/** Returns whether a value holds the token of the run, in upper or lower case. */
export function holdsToken(value: Json | undefined, token: string): boolean {
  return value !== undefined && JSON.stringify(value).toLowerCase().includes(token);
}

/**
 * Returns whether a value holds the token of a machine that shares the run: such tokens begin alike,
 * and those of other runs do not.
 */
export function holdsFamily(value: Json, token: string): boolean {
  return holdsToken(value, token.slice(0, FAMILY_CHARS));
}

/** Returns whether a text in a value holds the mark of any run, another one's too. */
export function holdsAnyMark(value: Json): boolean {
  if (typeof value === 'string') return ANY_MARK.test(value);
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value as JsonObject).some(holdsAnyMark);
}

/** A token of twelve letters, and four that count. */
const ANY_MARK = /(?<![a-z])sn[a-z]{14}(?![a-z])/i;

/** How many letters the tokens of all machines of a run share. */
export const FAMILY_CHARS = 7;

function isShown(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}

/**
 * The part of what was sent that a record shows, at any depth: what it lacks, or has as `null`, says
 * nothing of whose it is.
 */
function shownPart(sent: Json, shown: Json): Json {
  if (Array.isArray(sent) && Array.isArray(shown)) {
    const all = shown as readonly Json[];
    return sent.length === all.length
      ? sent.map((one, at) => shownPart(one, all[at] as Json))
      : (sent as Json);
  }
  if (!isObject(sent) || !isObject(shown)) return sent;
  return objectOf(
    Object.entries(sent).flatMap(([name, one]): (readonly [string, Json])[] => {
      const there = own(shown, name);
      return isShown(there) ? [[name, shownPart(one, there as Json)]] : [];
    }),
  );
}

/** Whether a text is what a service made of a value that is none, where it stores texts alone. */
function isTextOf(sent: Json | undefined, shown: Json | undefined): boolean {
  if (typeof shown !== 'string' || typeof sent === 'string' || sent === undefined) return false;
  return shown.replace(/\s/g, '') === JSON.stringify(sent).replace(/\s/g, '');
}

/** Whether a value is one of the normal forms of the value that was sent. */
function isNormalForm(
  member: string,
  sent: Json | undefined,
  shown: Json | undefined,
  rules: PlaceRules,
): boolean {
  if (sent === undefined) return false;
  return (
    new StoredForms(rules, null, 'open').compare('create', member, sent, shown).kind === 'equal'
  );
}

/** Without a schema: no format is known, and any form fits. */
const ANY_PLACE: PlaceRules = { formatAt: () => null, fitsAt: () => true };

/** Services may trim texts and change their case, and store lists in any order and without duplicates. */
function folded(value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return value.trim().toLowerCase();
  if (Array.isArray(value)) {
    const all = (value as readonly Json[]).map((one) => folded(one) ?? null);
    return all.filter((one, place) => all.findIndex((other) => equal(one, other)) === place);
  }
  if (value === undefined || !isObject(value)) return value;
  return objectOf(Object.entries(value).map(([name, one]) => [name, folded(one) ?? null]));
}
