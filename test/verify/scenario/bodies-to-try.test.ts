import { describe, expect, it } from 'vitest';
import { type BodyToTry, bodiesToTry } from '../../../src/verify/scenario/bodies-to-try.ts';
import type { Session } from '../../../src/verify/session/session.ts';

const members = ['name', 'colour', 'size'];
const session = {
  service: { membersOf: () => members, requiredMembers: () => ['name'], isIdAssumed: true },
  clock: { now: () => Date.UTC(2031, 4, 1) },
} as unknown as Session;

/** The members of the bodies that follow some answers. */
function membersAfter(...answers: readonly string[]): readonly string[] {
  const bodies = bodiesToTry(session);
  let next = bodies.next('');
  for (const answer of answers) next = bodies.next(answer);
  return next.value?.members ?? [];
}

describe('bodiesToTry', () => {
  it('begins with all members, then has those that are required', () => {
    expect(membersAfter()).toEqual(members);
    expect(membersAfter('no')).toEqual(['name']);
  });

  it('leaves out members that an answer names, but none that is required', () => {
    expect(membersAfter('the colour is unknown')).toEqual(['name', 'size']);
    expect(membersAfter('"name" and (size)')).toEqual(['name', 'colour']);
  });

  it('adds members that an answer names and that were left out', () => {
    expect(membersAfter('no', "Key 'size' not present")).toEqual(['name', 'size']);
  });

  it('tries two bodies alone with a contract of your own, which is exact', () => {
    const own = { ...session, service: { ...session.service, isIdAssumed: false } } as Session;
    const bodies = bodiesToTry(own);
    const tried: BodyToTry[] = [];
    for (let next = bodies.next(''); next.done !== true; next = bodies.next(''))
      tried.push(next.value);
    expect(tried.map((one) => [one.members, one.words, one.isLast])).toEqual([
      [members, null, false],
      [['name'], null, true],
    ]);
  });

  it('knows no member in a part of a word', () => {
    expect(membersAfter('colourless, re-size')).toEqual(['name']);
  });

  it('then has other wordings, with moments after this year, and the usual one last', () => {
    const bodies = bodiesToTry(session);
    const all: BodyToTry[] = [];
    for (let next = bodies.next(''); next.done !== true; next = bodies.next('no'))
      all.push(next.value);
    expect(all.map(({ words }) => words)).toEqual([
      ...[null, null],
      ...Array<string>(2).fill('dates in the future'),
      ...Array<string>(2).fill('dates in the future and texts of one word'),
      ...Array<string>(2).fill('dates in the future and domain names as texts'),
      null,
    ]);
    expect(all[2]?.wording).toEqual({ yearsLater: 31 });
    expect(all.map(({ isLast }) => isLast).indexOf(true)).toBe(all.length - 1);
    expect(all.at(-1)).toMatchObject({ members: ['name'], wording: {} });
  });
});
