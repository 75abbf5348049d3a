import { describe, expect, it } from 'vitest';
import { startFaulty } from '../../bed/faults/index.ts';
import { requestForms } from '../../bed/faults/request-forms.ts';
import { rareSpellings } from '../../bed/hard/rare-texts.ts';
import { hold, SEEDS } from '../../bed/hold.ts';
import { plain } from '../../bed/plain.ts';

/** The findings against the plain service with a fault. */
async function found(name: string, only?: readonly string[]): Promise<readonly string[]> {
  const fault = [...requestForms, ...rareSpellings].find((one) => one.name === name);
  if (fault === undefined) throw new Error(`there is no fault ${name}`);
  const isThorough = fault.budget === 'thorough' || rareSpellings.includes(fault);
  const service = await startFaulty(plain, fault, SEEDS);
  try {
    const { findings } = await hold(service.baseUrl, {
      shrinkTries: 60,
      ...(isThorough ? { budget: 'thorough' } : {}),
      ...(only === undefined ? {} : { only }),
      isEnough: ({ length }) => length > 0,
    });
    return findings.map(({ message }) => message);
  } finally {
    await service.close();
  }
}

const LAST = 'as the last member of the body';

const forms: readonly {
  readonly name: string;
  readonly words: RegExp;
  /** The laws that show it most clearly; all if absent. */
  readonly only?: readonly string[];
}[] = [
  {
    name: 'first-member-dropped',
    words: /, but only with (the members of the body in reverse order|"\w+" as the last member)/,
  },
  {
    name: 'flag-dropped-at-the-end',
    words: new RegExp(`, but only with "isPremium" ${LAST}$`),
    only: ['replaced-is-there', 'flags-and-lists', 'unusual-values-survive-replacing'],
  },
  { name: 'pieces-decoded-apart', words: /, but only with a body that arrives in two pieces$/ },
  { name: 'user-wrapped-for-germans', words: /, but only with Accept-Language: de$/ },
  {
    name: 'no-translation-no-list',
    words: /, but only with Accept-Language: (de|ar|pl, \*;q=0\.1)$/,
  },
  {
    name: 'own-media-type-refused',
    words: /, but only with Accept: application\/json; charset=utf-8$/,
  },
  {
    name: 'flag-after-a-space-dropped',
    words: /, but only with a body of several lines$/,
    only: ['replaced-thirty-times'],
  },
  { name: 'gzip-is-broken', words: /, but only with Accept-Encoding: gzip$/ },
];

describe('a finding that depends on the form of the request', () => {
  it.each(forms)('names the form for $name', { timeout: 60_000 }, async ({ name, words, only }) => {
    expect(await found(name, only)).toContainEqual(expect.stringMatching(words));
  });
});
