// What laws send: it fits, it differs, and among the unusual values are all those that break naive
// code.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { markPattern } from '../../../src/schema/sample/draft.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import {
  createItemFactory,
  type ItemFactory,
  MANY,
  TEXTS,
} from '../../../src/verify/session/item-factory.ts';
import { createSession } from '../../../src/verify/session/session.ts';
import { type Project, projectWith, usersContract, usersProject } from '../../support/users.ts';

const TOKEN = 'sqmaker';

function makerOf(project: Project = usersProject): ItemFactory {
  const [contract = usersContract] = project.contracts;
  const wait = (): Promise<void> => Promise.resolve();
  const pace = { ratePerSecond: null, wait, now: () => 0, onWaiting: () => undefined, deadline: 0 };
  const send = (): Promise<never> => Promise.reject(new Error('nothing is sent'));
  const guard = createGuard({ send, ledger: noLedger(TOKEN), contract, mode: 'write', ...pace });
  const { schemas, checker } = project;
  return createItemFactory(
    createSession({
      contract,
      schemas,
      checker,
      guard,
      token: TOKEN,
      pins: {},
      now: () => 0,
      wait,
      deadline: 0,
    }),
  );
}

/** Every text in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function unusualOnes(maker: ItemFactory): readonly JsonObject[] {
  return TEXTS.map((_, index) => maker.unusual(index));
}

describe('createItemFactory', () => {
  it('makes valid plain values, with every member except the id', () => {
    const maker = makerOf();
    for (let count = 0; count < 50; count++) {
      const values = maker.plain();
      expect(Object.keys(values)).toEqual(['name', 'email', 'isPremium', 'skills', 'address']);
      expect(usersProject.checker.check('user-create', values)).toEqual([]);
    }
  });

  it('makes plain values that differ from the previous ones in every member, and from all in name and address', () => {
    const maker = makerOf();
    const made = Array.from({ length: 60 }, () => maker.plain());
    for (const [index, values] of made.entries()) {
      const before = made[index - 1];
      if (before === undefined) continue;
      for (const member of Object.keys(values))
        expect(values[member], member).not.toEqual(before[member]);
    }
    for (const member of ['name', 'email'])
      expect(new Set(made.map((values) => values[member])).size).toBe(made.length);
  });

  it('makes plain texts of letters and spaces only', () => {
    const maker = makerOf();
    for (let count = 0; count < 30; count++) {
      const { email, ...others } = maker.plain();
      expect(email).toMatch(/^[a-z]+@example\.com$/);
      for (const text of textsIn(others)) expect(text).toMatch(/^[A-Za-z ]+$/);
    }
  });

  it('gives each item one mark, in its name and its address', () => {
    const maker = makerOf();
    const marks = Array.from({ length: 30 }, () => {
      const { name, email } = maker.plain();
      const mark = markPattern(TOKEN).exec(String(name))?.[0];
      expect(email).toBe(`${mark}@example.com`);
      return mark;
    });
    expect(new Set(marks).size).toBe(30);
  });

  it.each([
    { flag: true, count: 0 },
    { flag: false, count: 1 },
    { flag: true, count: 14 },
  ])('obeys wishes: %j', (wishes) => {
    const values = makerOf().plain(wishes);
    expect(values['isPremium']).toBe(wishes.flag);
    expect(values['skills']).toHaveLength(wishes.count);
  });

  it('makes only the members that the contract requires in a creation', () => {
    const shown = makerOf().shown();
    expect(Object.keys(shown)).toEqual(['name', 'email']);
    expect(String(shown['name'])).toMatch(markPattern(TOKEN));
  });

  it('makes valid unusual values', () => {
    for (const values of unusualOnes(makerOf()))
      expect(usersProject.checker.check('user-create', values)).toEqual([]);
  });

  it('marks every unusual item, in its name or its address', () => {
    const marks = unusualOnes(makerOf()).map((values) =>
      markPattern(TOKEN).exec(JSON.stringify(values))?.[0].toLowerCase(),
    );
    expect(marks).not.toContain(undefined);
    expect(new Set(marks).size).toBe(TEXTS.length);
  });

  it.each<[string, (text: string) => boolean]>([
    ['quotes', (text) => text.includes('"')],
    ['a backslash', (text) => text.includes('\\')],
    ['an apostrophe', (text) => text.includes("'")],
    ['markup', (text) => /[<>&]/.test(text)],
    ['a comma', (text) => text.includes(',')],
    ['digits only', (text) => /^\d+$/.test(text)],
    ['zeros before digits', (text) => /^0\d+$/.test(text)],
    ['a space at the beginning', (text) => /^ /.test(text)],
    ['a space at the end', (text) => / $/.test(text)],
    ['mixed case', (text) => /[a-z][A-Z]/.test(text)],
    ['a composed accent', (text) => text.includes('ë')],
    ['a decomposed accent', (text) => text.includes('e\u0308')],
    ['a sign of Chinese', (text) => text.includes('漢')],
    ['an emoji', (text) => text.includes('😀')],
    ['300 characters', (text) => text.length === 300],
    ['a line break', (text) => text.includes('\n')],
    ['a percent sign', (text) => text.includes('%')],
    ['a placeholder', (text) => text.includes('$&')],
    ['one letter', (text) => /^[a-z]$/.test(text)],
  ])('has %s among the unusual texts, in the name and further down', (_, isThere) => {
    const made = unusualOnes(makerOf());
    expect(made.some(({ name }) => isThere(String(name)))).toBe(true);
    expect(made.some(({ skills }) => textsIn(skills).some(isThere))).toBe(true);
    expect(made.some(({ address }) => textsIn(address).some(isThere))).toBe(true);
  });

  it('has lists of many, of one, of some and of none among the unusual values', () => {
    const counts = unusualOnes(makerOf()).map(({ skills }) =>
      Array.isArray(skills) ? skills.length : -1,
    );
    for (const count of [0, 1, 2, 3, MANY]) expect(counts).toContain(count);
    expect(MANY).toBeGreaterThan(12);
  });

  it('has plain and unusual addresses among the unusual values, all of them legal', () => {
    const emails = unusualOnes(makerOf()).map(({ email }) => String(email));
    expect(emails.some((email) => /^[a-z]+@example\.com$/.test(email))).toBe(true);
    for (const sign of ['+', "'", '_', '-'])
      expect(emails.some((email) => email.includes(sign))).toBe(true);
    expect(emails.some((email) => /[A-Z]/.test(email))).toBe(true);
  });

  it('names each text once', () => {
    expect(new Set(TEXTS.map(({ what }) => what)).size).toBe(TEXTS.length);
  });

  it('makes no item that ends while the run lasts', () => {
    const number = { type: 'number' };
    const maker = makerOf(
      projectWith({ label: { type: 'string' }, expires_in: number, size: number }),
    );
    const all = [maker.plain(), ...unusualOnes(maker)];
    expect(all.map(({ size }) => size)).toContain(0);
    for (const values of all) expect(values['expires_in']).toBeGreaterThanOrEqual(86_400);
  });

  it('marks the first free text of an item that requests take, if its list requires none', () => {
    const things = projectWith({
      owner: { type: 'string', readOnly: true },
      kind: { enum: ['a', 'b'] },
      code: { type: 'string', pattern: '^(?<!a)[A-Z]$' },
      when: { type: 'string', format: 'date' },
      label: { type: 'string' },
      note: { type: 'string' },
    });
    const values = makerOf(things).plain();
    expect(values['label']).toMatch(markPattern(TOKEN));
    expect(String(values['note'])).not.toContain(TOKEN);
    expect(values).not.toHaveProperty('code');
    expect(things.checker.check('thing', values)).toEqual([]);
  });
});
