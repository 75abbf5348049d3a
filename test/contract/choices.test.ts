// The table of choices is sound: options, a default among them, and reasons.

import { describe, expect, it } from 'vitest';
import type { Choice } from '../../src/contract/choice-row.ts';
import { choiceKeys, choices, defaultProfile, isChoiceKey } from '../../src/contract/choices.ts';
import { refusals } from '../../src/contract/situations.ts';

const table: readonly (readonly [string, Choice])[] = choiceKeys.map((key) => [key, choices[key]]);

describe('choices', () => {
  it('is not empty', () => {
    expect(choiceKeys.length).toBeGreaterThan(50);
    expect(choiceKeys).toEqual(Object.keys(choices));
  });

  it.each(table)('%s has options, a default among them, and says what and why', (key, choice) => {
    expect(key).toMatch(/^[a-z]+\.[a-z]+$/);
    expect(choice.options.length).toBeGreaterThan(0);
    expect(new Set(choice.options).size).toBe(choice.options.length);
    // They are told apart on a command line by their text.
    expect(new Set(choice.options.map(String)).size).toBe(choice.options.length);
    expect(choice.options).toContain(choice.default);
    expect(choice.what).toMatch(/^\S.*[^.\s]$/);
    expect(choice.why).toMatch(/^[A-Z].*[^.\s]$/);
    if (choice.rfc !== null)
      expect(choice.rfc).toMatch(/RFC \d{4}|JSON Schema|Fetch standard|draft-ietf-/);
  });

  it('names the option that verify assumes for each choice about the surroundings of a call', () => {
    for (const [key, { affects, assumed, options }] of table) {
      if (affects === 'surroundings') expect(assumed, key).not.toBeNull();
      if (assumed !== null) expect(options, key).toContain(assumed);
    }
  });

  it.each(table)('%s: has reasons that continue a sentence', (_, { unprobed, unseen }) => {
    for (const reason of [unprobed ?? unseen, unseen]) expect(reason).toMatch(/^\w.*[^.\s]$/);
  });

  it('offers at least two options everywhere', () => {
    expect(table.filter(([, choice]) => choice.options.length < 2).map(([key]) => key)).toEqual([]);
  });

  it('shows by one trial at most one status and one other choice', () => {
    const shown = table.flatMap(([key, { shownBy, options }]) =>
      Object.entries(shownBy).map(([trial, what]) => {
        if (what !== 'status')
          for (const option of Object.values(what)) expect(options, key).toContain(option);
        return `${trial} ${what === 'status' ? 'status' : 'option'}`;
      }),
    );
    expect(shown.length).toBeGreaterThan(25);
    expect(new Set(shown).size).toBe(shown.length);
  });

  it.each(table.filter(([key]) => key.endsWith('.status')))(
    '%s offers HTTP statuses',
    (_, choice) => {
      for (const status of choice.options) {
        expect(Number.isInteger(status)).toBe(true);
        expect(status).toBeGreaterThanOrEqual(200);
        expect(status).toBeLessThan(600);
      }
    },
  );

  it.each(refusals)('has a refusal status for %s', (refusal) => {
    const key = `${refusal}.status`;
    expect(isChoiceKey(key)).toBe(true);
    if (isChoiceKey(key)) expect(choices[key].default).toBeGreaterThanOrEqual(400);
  });
});

describe('defaultProfile', () => {
  it('has the default of every choice and nothing else', () => {
    expect(Object.entries(defaultProfile)).toEqual(
      table.map(([key, choice]) => [key, choice.default]),
    );
    expect(defaultProfile['create.status']).toBe(201);
  });
});

describe('isChoiceKey', () => {
  it.each(['create.status', 'auth.scheme'])('knows %s', (key) => {
    expect(isChoiceKey(key)).toBe(true);
  });

  it.each(['', 'create', 'create.Status', 'toString', '__proto__', 'constructor'])(
    'does not know %j',
    (key) => {
      expect(isChoiceKey(key)).toBe(false);
    },
  );
});
