// Which sample is wanted, and the mark that identifies it.

import type { AnswerKind } from './outcome-members.ts';

/** Which sample is wanted. Samples with different serials differ in every free member. */
export interface Draft {
  readonly serial: number;
  /** Is part of every e-mail address and of texts of `marked` members: it identifies a sample. */
  readonly token: string;
  readonly marked: readonly string[];
  /** Writes a free text. `mark` is empty if the member is not marked; `place` numbers the texts. */
  readonly text?: (mark: string, place: number) => string;
  /** How plain free texts are written: several words if absent, one word, or a domain name. */
  readonly wording?: 'word' | 'domain';
  /** The form of the plain free texts of some members, at any depth. */
  readonly textForms?: Readonly<Record<string, TextForm>>;
  /** By how many years days and moments are moved; they begin in 2001. Defaults to 0. */
  readonly yearsLater?: number;
  /** Writes an e-mail address from its unique part. */
  readonly email?: (mark: string) => string;
  readonly flag?: boolean;
  /** What numbers have after the decimal point, if their schema admits it. */
  readonly decimals?: number;
  /**
   * With `converted`, moments are in another zone than UTC, names of further members in mixed case, and
   * whole numbers of 64 bits (`int64`) beyond 32: what a conversion loses.
   */
  readonly forms?: 'converted';
  /** Which of the numbers, days and moments to take at which programs often fail. */
  readonly rare?: number;
  /** Number of items in arrays. */
  readonly count?: number;
  /** With `made`, members that only the service writes are included, and those of requests are not. */
  readonly readOnly?: 'made';
  /** What an answer says of its request, in members such as `success`. */
  readonly answers?: AnswerKind;
  /** Of several branches (`anyOf`, `oneOf`) or types, the one to try first. Defaults to 0. */
  readonly branch?: number;
  /** With `left-out`, objects have only the members that they need, and arrays the items. */
  readonly optional?: 'left-out';
  /** With `filled`, objects whose members have no names but one schema have two members. */
  readonly maps?: 'filled';
  /**
   * With `turned`, every second array has its items the other way round: no order is always kept. With
   * `no-objects`, arrays of objects have only the items that they need.
   */
  readonly lists?: 'turned' | 'no-objects';
  /** With `left-out`, the examples of the schema are not used; with `no-texts`, those of texts. */
  readonly examples?: 'left-out' | 'no-texts' | 'taken';
  /** No text is made if its schema demands more characters. Unlimited by default. */
  readonly charsMax?: number;
}

/** The form of a text that its schema leaves free. */
export type TextForm =
  | 'word'
  | 'domain'
  | 'email'
  | 'uuid'
  | 'uri'
  | 'date'
  | 'date-time'
  | 'ipv4'
  | 'int64';

/** The mark of a sample: the token, and the serial in letters. */
export function markOf(draft: Pick<Draft, 'token' | 'serial'>): string {
  return `${draft.token}${lettersOf(draft.serial)}`;
}

/** Writes a number as four letters: some services refuse digits in names. */
export function lettersOf(serial: number): string {
  let letters = '';
  for (let rest = serial, count = 0; count < LETTERS; rest = Math.floor(rest / 26), count++) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters;
  }
  return letters;
}

/** Number of letters of the serial at the end of a mark. */
export const LETTERS = 4;

/** The pattern of the marks of a token. */
export function markPattern(token: string): RegExp {
  return new RegExp(`${token}[a-z]{${LETTERS}}`, 'i');
}
