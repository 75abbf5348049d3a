// What the fourth server can demand of the fields it receives, as rules on one body; each returns
// the fault that it finds.

import type { Member, Told } from './log.ts';

/** What a rule is asked about. */
export interface Case {
  readonly told: Told;
  /** The user that a PUT is for; undefined for a POST. */
  readonly target: Member | undefined;
}

export interface Fault {
  readonly status: number;
  readonly fault: string;
}

export type Rule = (one: Case) => Fault | undefined;

export const fieldNames = ['name', 'email', 'isPremium', 'skills', 'address'] as const;

function rule(status: number, fault: string, isBroken: (one: Case) => boolean): Rule {
  return (one) => (isBroken(one) ? { status, fault } : undefined);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The types of the specification, without which no user is a user. */
export function types(status: number): Rule {
  return rule(status, 'type', ({ told }) => {
    const { name = '', email = '', isPremium = false, skills = [], address = {} } = told;
    const hasTexts = [name, email].every((value) => typeof value === 'string');
    const hasSkills = Array.isArray(skills) && skills.every((skill) => typeof skill === 'string');
    return !hasTexts || typeof isPremium !== 'boolean' || !hasSkills || !isPlace(address);
  });
}

function isPlace(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([key, part]) => !['city', 'district'].includes(key) || typeof part === 'string',
  );
}

/** These fields have to be sent by a POST, by a PUT, or by both. */
export function needs(
  fields: readonly string[],
  by: 'POST' | 'PUT' | 'both',
  status: number,
): Rule {
  return rule(status, 'missing', ({ told, target }) => {
    const applies = by === 'both' || (by === 'PUT') === (target !== undefined);
    return applies && fields.some((field) => told[field] === undefined);
  });
}

/** No other fields than these may be sent by a POST, by a PUT, or by both. */
export function nothingBut(
  fields: readonly string[],
  by: 'POST' | 'PUT' | 'both',
  status: number,
): Rule {
  return rule(status, 'unknown', ({ told, target }) => {
    const applies = by === 'both' || (by === 'PUT') === (target !== undefined);
    return applies && Object.keys(told).some((field) => !fields.includes(field));
  });
}

/**
 * Names are of letters, digits, single spaces, dots, apostrophes and hyphens, with a letter among
 * them; 1 to 100 characters.
 */
export function plainNames(status: number): Rule {
  return rule(status, 'name', ({ told }) => {
    if (told['name'] === undefined) return false;
    const name = textOf(told['name']);
    return (
      name.length > 100 ||
      !/\p{L}/u.test(name) ||
      !/^[\p{L}\p{M}\p{N}.'’-]+(?: [\p{L}\p{M}\p{N}.'’-]+)*$/u.test(name)
    );
  });
}

/** Names are of ASCII letters and single spaces, 2 to 40 of them. */
export function asciiNames(status: number): Rule {
  return rule(status, 'name', ({ told }) => {
    const { name } = told;
    return name !== undefined && !/^(?=.{2,40}$)[A-Za-z]+(?: [A-Za-z]+)*$/.test(textOf(name));
  });
}

/** E-mails are plain: no plus, and a domain with a dot. */
export function plainEmails(status: number): Rule {
  return rule(status, 'email', ({ told }) => {
    const { email } = told;
    return (
      email !== undefined &&
      !/^[A-Za-z0-9._-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(textOf(email))
    );
  });
}

/** E-mails are in small letters. */
export function lowerCaseEmails(status: number): Rule {
  return rule(
    status,
    'email',
    ({ told }) => textOf(told['email']) !== textOf(told['email']).toLowerCase(),
  );
}

/** A few skills, all of them different and not empty. */
export function fewSkills(skillsMax: number, status: number): Rule {
  return rule(status, 'skills', ({ told }) => {
    const skills: readonly unknown[] = Array.isArray(told['skills']) ? told['skills'] : [];
    return (
      skills.length > skillsMax || new Set(skills).size !== skills.length || skills.includes('')
    );
  });
}

/** An address has a city and a district and nothing else. */
export function wholeAddresses(status: number): Rule {
  return rule(status, 'address', ({ told }) => {
    const { address } = told;
    if (typeof address !== 'object' || address === null) return false;
    return Object.keys(address).toSorted().join() !== 'city,district';
  });
}

/** This field stays what it was at the POST. */
export function constant(field: string, status: number): Rule {
  return rule(status, 'constant', ({ told, target }) => {
    return target !== undefined && told[field] !== undefined && told[field] !== target.told[field];
  });
}

/** No one begins as premium; a PUT makes them premium. */
export function premiumLater(status: number): Rule {
  return rule(
    status,
    'premium',
    ({ told, target }) => target === undefined && told['isPremium'] === true,
  );
}
