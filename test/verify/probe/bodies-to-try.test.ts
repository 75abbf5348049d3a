import { describe, expect, it } from 'vitest';
import { type BodyToTry, bodiesToTry } from '../../../src/verify/probe/bodies-to-try.ts';
import { type Refusal, reasonOf } from '../../../src/verify/probe/refusal-reasons.ts';
import type { Session } from '../../../src/verify/session/session.ts';

const members = ['name', 'colour', 'size'];
const session = {
  service: { membersOf: () => members, requiredMembers: () => ['name'], isIdAssumed: true },
  clock: { now: () => Date.UTC(2031, 4, 1) },
} as unknown as Session;

/** The members of the bodies that follow some answers. */
function membersAfter(...answers: readonly string[]): readonly string[] {
  const bodies = bodiesToTry(session);
  let next = bodies.next(null);
  for (const text of answers) next = bodies.next({ status: 422, text, sent: {} });
  return next.value?.members ?? [];
}

/** The bodies that are tried at a service that answers each as a function says. */
function triedAt(answer: (body: BodyToTry, index: number) => Refusal): readonly BodyToTry[] {
  const bodies = bodiesToTry(session);
  const tried: BodyToTry[] = [];
  for (let next = bodies.next(null); next.done !== true; ) {
    tried.push(next.value);
    next = bodies.next(answer(next.value, tried.length - 1));
  }
  return tried;
}

const REFUSED: Refusal = { status: 422, text: 'no', sent: { name: 'amber name aaab' } };

describe('bodiesToTry', () => {
  it('begins with all members, then has those that are required', () => {
    expect(membersAfter()).toEqual(members);
    expect(membersAfter('no')).toEqual(['name']);
  });

  it('leaves out members that an answer names, but none that is required', () => {
    expect(membersAfter('the colour is unknown')).toEqual(['name', 'size']);
    expect(membersAfter('"name" and (size)')).toEqual(['name', 'colour']);
  });

  it('leaves out a member if the answer quotes a name within it', () => {
    const sent = {
      name: 'amber name aaab',
      colour: { shade0: 'ember', shade1: 'fjord' },
      size: [],
    };
    const following = (text: string): readonly string[] | undefined =>
      triedAt(() => ({ status: 400, text, sent }))[1]?.members;
    expect(following('unrecognized parameter "shade0"')).toEqual(['name', 'size']);
    expect(following(String.raw`{"error":"no \"shade1\""}`)).toEqual(['name', 'size']);
    expect(following('shade0 and others are fine')).toEqual(['name']);
  });

  it('adds members that an answer names and that were left out', () => {
    expect(membersAfter('no', "Key 'size' not present")).toEqual(['name', 'size']);
  });

  it('tries two bodies alone with a contract of your own, which is exact', () => {
    const own = { ...session, service: { ...session.service, isIdAssumed: false } } as Session;
    const bodies = bodiesToTry(own);
    const tried: BodyToTry[] = [];
    for (let next = bodies.next(null); next.done !== true; next = bodies.next(REFUSED))
      tried.push(next.value);
    expect(tried.map((one) => [one.members, one.words, one.isLast])).toEqual([
      [members, null, false],
      [['name'], null, true],
    ]);
  });

  it('knows no member in a part of a word', () => {
    expect(membersAfter('colourless, re-size')).toEqual(['name']);
  });

  it('then has other wordings, and the usual one last', () => {
    const all = triedAt(() => REFUSED);
    expect(all.map(({ words }) => words)).toEqual([
      ...[null, null],
      ...Array<string>(2).fill('dates in the future and texts of one word'),
      ...Array<string>(2).fill('dates in the future and domain names as texts'),
      null,
    ]);
    expect(all[2]?.wording).toEqual({ yearsLater: 31, wording: 'word' });
    expect(all.map(({ isLast }) => isLast).indexOf(true)).toBe(all.length - 1);
    expect(all.at(-1)).toMatchObject({ members: ['name'], wording: {} });
  });

  it('has moments after this year if a body has any', () => {
    const sent = { name: 'amber name aaab', size: '2001-01-02T00:00:00Z' };
    const all = triedAt(() => ({ ...REFUSED, sent }));
    expect(all.map(({ words }) => words)).toContain('dates in the future');
    expect(all.find(({ words }) => words !== null)?.wording).toEqual({ yearsLater: 31 });
  });

  it('leaves out at once what is the name of nothing', () => {
    const sent = { name: 'amber name aaab', colour: 'birch colour aaab' };
    const all = triedAt(() => ({ ...REFUSED, text: `"${sent.colour}" does not exist`, sent }));
    expect(all[1]).toMatchObject({ members: ['name', 'size'], words: null });
  });

  it('writes another name in other forms if it is required', () => {
    const sent = { name: 'amber name aaab' };
    const all = triedAt(() => ({ ...REFUSED, text: `"${sent.name}" does not exist`, sent }));
    expect(all[1]).toMatchObject({ members, wording: { textForms: { name: 'word' } } });
  });

  it('leaves out the objects of lists in the end, if a body had any', () => {
    const sent = { name: 'amber name aaab', size: [{ width: 1 }] };
    const all = triedAt(() => ({ ...REFUSED, sent }));
    expect(all.slice(-3).map((one) => [one.members, one.words, one.wording])).toEqual([
      [members, 'lists without objects', { lists: 'no-objects' }],
      [['name'], 'lists without objects', { lists: 'no-objects' }],
      [['name'], null, {}],
    ]);
  });

  it('has no other wording with members that lacked one, or whose reason stays', () => {
    const all = triedAt(({ members }) => ({
      status: 422,
      text: members.includes('colour') ? 'unknown colour: red' : "Key 'colour' not present",
      sent: { name: 'amber name aaab', ...(members.includes('colour') ? { colour: 'red' } : {}) },
    }));
    // All, without the colour, those required, with the colour; two wordings of two; the last.
    expect(all).toHaveLength(9);
    for (const { words, members } of all) if (words !== null) expect(members).toContain('colour');
  });

  it('goes on in another wording where the reason differs', () => {
    const all = triedAt(({ wording, members }) => ({
      status: 422,
      text: wording.wording === 'domain' && members.includes('size') ? 'size is too big' : 'no',
      sent: { name: 'amber name aaab', size: 7 },
    }));
    const worded = all.filter(({ wording }) => wording.wording === 'domain');
    expect(worded.map((one) => one.members)).toEqual([members, ['name', 'colour'], ['name']]);
  });

  it.each([
    ['a UUID', '3f0c9a1e-7d1b-4e2a-9a55-0c1f2b3d4e5f'],
    ['hex digits', 'deadbeefcafe0142'],
    ['letters and digits', 'kQ7xWm2PzTab'],
    ['a number', '1764352366'],
    ['a moment', '2031-05-01T17:52:46.204Z'],
    ['capitals in no order', 'kQxWmPzTbVcYh'],
  ])('has the same reason with %s in each answer', (_name, form) => {
    const reasons = ['a', 'b', 'c'].map((letter, index) => {
      const id = form.replace(/[Q0]/, letter).replace(/[a-e1]{2}/, `${letter}${index}`);
      return reasonOf({ ...REFUSED, text: `{"error":"no such zone","trace":"${id}"}` }, members);
    });
    expect(new Set(reasons).size).toBe(1);
  });

  it('has other reasons for other words, members and statuses', () => {
    const one = { status: 422, text: 'the colour is unknown', sent: {} };
    const others = [
      { ...one, text: 'the size is unknown' },
      { ...one, text: 'the line1 is unknown' },
      { ...one, text: 'the line2 is unknown' },
      { ...one, text: 'ColourMissing' },
      { ...one, text: 'ColourIsTaken' },
      { ...one, text: 'die Farbe ist ungültig' },
      { ...one, text: 'the colour is taken' },
      { ...one, status: 409 },
    ];
    const reasons = [one, ...others].map((each) => reasonOf(each, [...members, 'line1', 'line2']));
    expect(new Set(reasons).size).toBe(reasons.length);
  });

  it('has the same reason whatever the values are that an answer quotes', () => {
    const reasons = ['amber', 'birch'].map((word) =>
      reasonOf(
        {
          status: 422,
          text: `zone/${word} name aaab is unknown; '${word}-x' as well`,
          sent: { name: `${word} name aaab`, colour: `${word}-x` },
        },
        members,
      ),
    );
    expect(new Set(reasons).size).toBe(1);
  });

  it('leaves out the examples of the schema if another item has one', () => {
    const all = triedAt(() => ({ ...REFUSED, text: 'User already exists' }));
    expect(all[1]).toMatchObject({ members, wording: { examples: 'no-texts' } });
    expect(all[1]?.words).toBe('values other than the examples');
  });

  it('writes a text that an answer quotes in other forms, the one that it asks for first', () => {
    const sent = { name: 'amber name aaab', colour: 'birch colour aaab' };
    const all = triedAt((_, index) => ({
      status: 422,
      text: index < 2 ? "Name 'amber name aaab' is not canonical" : 'colour must have no spaces',
      sent,
    }));
    expect(all.slice(1, 4).map(({ wording }) => wording.textForms)).toEqual([
      { name: 'domain' },
      { name: 'word' },
      { name: 'word', colour: 'word' },
    ]);
    expect(all[3]?.words).toBe('name as one word and colour as one word');
  });
});
