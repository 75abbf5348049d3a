// Services that store values in a normal form, as frameworks do, and services that show null for
// fields that were never set.

import type { CorrectService } from '../correct-service.ts';
import type { Fields } from './choices.ts';
import { isObject } from './fields.ts';
import { byPage } from './pagers.ts';
import { optioned } from './server.ts';

type Rewrite = (text: string) => string;

/** Rewrites some fields, and texts at any depth of them. */
function rewriting(rewrite: Rewrite, ...fields: readonly string[]): (sent: Fields) => Fields {
  return (sent) =>
    Object.fromEntries(
      Object.entries(sent).map(([field, value]) => [
        field,
        fields.length === 0 || fields.includes(field) ? within(value, rewrite) : value,
      ]),
    );
}

function within(value: unknown, rewrite: Rewrite): unknown {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value)) return value.map((item) => within(item, rewrite));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, within(part, rewrite)]))
    : value;
}

const trim: Rewrite = (text) => text.trim();
/** As `str.strip` of Python, which cuts the separators of ASCII as well. */
const strip: Rewrite = (text) => {
  const isBlank = (sign: string | undefined): boolean =>
    sign !== undefined && (sign.trim() === '' || (sign >= '\u001c' && sign <= '\u001f'));
  const signs = [...text];
  while (isBlank(signs.at(-1))) signs.pop();
  while (isBlank(signs[0])) signs.shift();
  return signs.join('');
};
const lowerDomain: Rewrite = (email) => {
  const at = email.lastIndexOf('@');
  return email.slice(0, at) + email.slice(at).toLowerCase();
};

const once = (sent: Fields): Fields =>
  Array.isArray(sent['skills']) ? { ...sent, skills: [...new Set(sent['skills'])] } : sent;

const ALL = ['email', 'isPremium', 'skills', 'address'];

/** A user with null for each field that it lacks. */
function withNulls(user: Fields): Fields {
  return { ...Object.fromEntries(ALL.map((field) => [field, null])), ...user };
}

/** What a service stores of the fields that are sent, and how it answers. */
function normalising(
  name: string,
  about: string,
  stored: (sent: Fields) => Fields,
  others: Parameters<typeof optioned>[0] = {},
): CorrectService {
  return { name, about, stored, start: optioned({ ...others, normal: stored }) };
}

export const normalServices: readonly CorrectService[] = [
  normalising('trims-texts', 'Drops blanks at both ends of every text.', rewriting(trim)),
  normalising(
    'trims-as-python',
    'Drops what Python takes for blanks at both ends of the name.',
    rewriting(strip, 'name'),
    { updateWay: 'replace' },
  ),
  normalising(
    'squishes-names-and-cities',
    'Drops blanks at both ends of names and addresses, and makes one of several.',
    rewriting((text) => text.replace(/\s+/g, ' ').trim(), 'name', 'address'),
  ),
  normalising(
    'lowers-emails',
    'Stores the e-mail in lower case.',
    rewriting((email) => email.toLowerCase(), 'email'),
    { element: ({ id, name }) => ({ id, name }) },
  ),
  normalising(
    'lowers-domains',
    'Stores the domain of the e-mail in lower case.',
    rewriting(lowerDomain, 'email'),
    {
      updateWay: 'replace',
    },
  ),
  normalising(
    'composes-accents',
    'Stores every text with composed accents (NFC).',
    rewriting((text) => text.normalize('NFC')),
    { pager: byPage(5) },
  ),
  normalising('takes-skills-as-set', 'Stores equal skills once.', once, { createBody: 'id' }),
  normalising(
    'trims-composes-and-lowers',
    'Stores texts without blanks at their ends, with composed accents, skills once, the e-mail in lower case.',
    (sent) =>
      once(
        rewriting((text) => text.normalize('NFC').trim())(
          rewriting((email) => email.toLowerCase(), 'email')(sent),
        ),
      ),
    { updateWay: 'replace', order: 'newest first' },
  ),
  {
    name: 'null-for-unset',
    about: 'Shows null for every field that was never set, in the list too.',
    start: optioned({ view: withNulls, element: withNulls }),
  },
  {
    name: 'null-for-unset-replaces',
    about: 'PUT replaces the user; null for every field that is not set, except in the list.',
    start: optioned({
      view: withNulls,
      element: ({ id, name, email }) => ({ id, name, email }),
      updateWay: 'replace',
    }),
  },
];
