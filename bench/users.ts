// The users that every server holds, and the bodies that create and replace them. Deterministic:
// the same number makes the same user.

import { closeSync, openSync, writeSync } from 'node:fs';

/** What a client sends: a user without its id. */
export interface Draft {
  readonly name: string;
  readonly email: string;
  readonly isPremium: boolean;
  readonly skills: readonly string[];
  readonly address: { readonly city: string; readonly district: string };
}

export interface User extends Draft {
  readonly id: number;
}

/**
 * Returns the user with an id. User 1 is not ASCII, so that answers have to be measured and encoded
 * as UTF-8.
 */
export function userOf(id: number): User {
  return { id, ...draftOf(id - 1) };
}

/** Returns the body that creates the nth user, or replaces one. */
export function draftOf(number: number): Draft {
  const [name, city, district] = PEOPLE[number % PEOPLE.length] ?? PEOPLE[0];
  return {
    name: `${name} ${number}`,
    email: `user.${number}@example.com`,
    isPremium: number % 3 === 0,
    skills: SKILLS.slice(0, number % (SKILLS.length + 1)),
    address: { city, district },
  };
}

/**
 * Writes a seed file with users 1 to `count`, piece by piece: it may be larger than the longest
 * string.
 */
export function writeSeed(file: string, count: number): void {
  const handle = openSync(file, 'w');
  writeSync(handle, '{"users":[');
  for (let first = 1; first <= count; first += PIECE_USERS) {
    const length = Math.min(PIECE_USERS, count - first + 1);
    const users = Array.from({ length }, (_, index) => JSON.stringify(userOf(first + index)));
    writeSync(handle, `${first === 1 ? '\n' : ',\n'}${users.join(',\n')}`);
  }
  writeSync(handle, '\n]}\n');
  closeSync(handle);
}

const PIECE_USERS = 10_000;
const SKILLS = ['typescript', 'sql', 'figma'] as const;
const PEOPLE = [
  ['Ada Kowalska', 'Kraków', 'Kazimierz'],
  ['Bilal Haddad', 'Beirut', 'Hamra'],
  ['Chiara Moretti', 'Torino', 'San Salvario'],
  ['Daniel Weaver', 'Leeds', 'Headingley'],
  ['Emma Johansson', 'Uppsala', 'Centrum'],
] as const;
