// Twins of hard faults: correct services that do openly and alike what those do in secret or at
// times. They refuse a rare length, character or word, list in long pages, hold so many users, or
// take so many requests at once. `thorough`, which looks for the faults, must spare them.

import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CorrectService } from '../correct/correct-service.ts';
import type { Choices, Fields, Gate, Users } from '../correct/optioned/choices.ts';
import { isObject } from '../correct/optioned/fields.ts';
import { quota } from '../correct/optioned/limits.ts';
import { byOffset, byPage } from '../correct/optioned/pagers.ts';
import { optioned } from '../correct/optioned/server.ts';
import { parseFields } from '../parts.ts';

/** Refuses bodies of POST and PUT in which some text is not wanted. */
function refusing(isWanted: (text: string) => boolean, status = 400): () => Gate {
  return refusingFields((fields) => textsIn(fields).every(isWanted), status);
}

function refusingFields(isWanted: (fields: Fields) => boolean, status = 400): () => Gate {
  return () => (_request, text) =>
    isWanted(parseFields(text)) ? undefined : { status, text: 'This value is not taken.' };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Answers 503 to a request that arrives while so many others are under way. */
function crowded(most: number): () => Gate {
  return () => {
    let underWay = 0;
    return async () => {
      if (underWay >= most)
        return { status: 503, text: 'Too many at once.', headers: { 'Retry-After': '1' } };
      underWay++;
      await sleep(1);
      underWay--;
      return undefined;
    };
  };
}

/** Looks at the requests one after the other, in the order in which they arrive. */
function inTurn(): Gate {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    last = last.then(() => sleep(1));
    await last;
    return undefined;
  };
}

/** Takes so many PUTs of one user in a second. */
function putsPerSecond(most: number): () => Gate {
  return () => {
    const times = new Map<string, number[]>();
    return ({ method, url = '' }: IncomingMessage) => {
      if (method !== 'PUT') return undefined;
      const recent = (times.get(url) ?? []).filter((at) => at > Date.now() - 1_000);
      times.set(url, [...recent, Date.now()]);
      return recent.length < most
        ? undefined
        : { status: 429, text: 'Too many changes.', headers: { 'Retry-After': '2' } };
    };
  };
}

/** Refuses an e-mail that any user ever had, also one that was removed since. */
function emailsOnce(): Choices['refuseNew'] {
  const given = new WeakMap<Users, Set<unknown>>();
  return ({ email }, users) => {
    const emails = given.get(users) ?? new Set([...users.values()].map((user) => user['email']));
    given.set(users, emails);
    if (emails.has(email)) return { status: 409, text: 'This e-mail was given before.' };
    emails.add(email);
    return undefined;
  };
}

const length = (text: string): number => [...text].length;

function twin(name: string, about: string, choices: Partial<Choices>): CorrectService {
  return { name, about, start: optioned(choices) };
}

export const twins: readonly CorrectService[] = [
  twin('names-over-255-refused', 'Refuses a name of more than 255 characters, with POST and PUT.', {
    gates: [refusingFields(({ name }) => typeof name !== 'string' || length(name) <= 255)],
  }),
  twin('texts-over-1000-refused', 'Refuses a text of more than 1,000 characters with 413.', {
    gates: [refusing((text) => length(text) <= 1_000, 413)],
    updateWay: 'replace',
  }),
  twin('skills-over-64-refused', 'Refuses more than 64 skills with 422.', {
    gates: [refusingFields(({ skills }) => !Array.isArray(skills) || skills.length <= 64, 422)],
  }),
  twin('nul-refused', 'Refuses texts with a NUL, which its database cannot store.', {
    gates: [refusing((text) => !text.includes('\0'), 422)],
  }),
  twin(
    'separators-refused',
    'Refuses texts with control characters, and the separators of lines.',
    {
      gates: [refusing((text) => !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text))],
      updateWay: 'replace',
    },
  ),
  twin(
    'other-planes-refused',
    'Refuses characters beyond the first plane, as utf8 of MySQL does.',
    {
      gates: [refusing((text) => !/[\u{10000}-\u{10ffff}]/u.test(text))],
    },
  ),
  twin('digits-alone-refused', 'Refuses names of digits alone, and of dates.', {
    gates: [refusingFields(({ name }) => typeof name !== 'string' || !/^[\d:.TZ-]+$/.test(name))],
  }),
  twin('names-of-objects-refused', 'Refuses texts that are named as members of objects.', {
    gates: [refusing((text) => !['constructor', '__proto__', 'toString'].includes(text))],
  }),
  twin('formulas-refused', 'Refuses texts that begin as a formula does, or as markup.', {
    gates: [refusing((text) => !/^[=+@<-]/.test(text), 422)],
    updateWay: 'replace',
  }),
  twin('holds-64-new', 'Holds 69 users, 64 of them new: 507.', { refuseNew: quota(69, 507) }),
  twin('pages-of-sixty', 'Lists sixty users a page: ?page=2, Link rel="next".', {
    pager: byPage(60),
  }),
  twin('pages-of-41-by-offset', 'Lists 41 users: ?offset=&limit=; nothing but X-Total-Count.', {
    pager: byOffset(41),
    updateWay: 'replace',
  }),
  twin('seven-at-once', 'Answers 503 to a request while seven others are under way.', {
    gates: [crowded(7)],
  }),
  twin('in-turn', 'Looks at one request after the other, each for a millisecond.', {
    gates: [inTurn],
    updateWay: 'replace',
  }),
  twin('fifteen-puts-a-second', 'Takes fifteen PUTs of a user in a second, then answers 429.', {
    gates: [putsPerSecond(15)],
  }),
  twin('emails-given-once', 'Refuses the e-mail of a user that was removed with 409.', {
    refuseNew: emailsOnce(),
  }),
];
