// On a slow service laws are tried beside each other: the faults are found and named all the same, also where the harm that one law does
// falls on what another made.

import { describe, expect, it } from 'vitest';
import { faults } from './faults/index.ts';
import { odd } from './odd.ts';
import { plain } from './plain.ts';
import { tryFault } from './try.ts';

const ANSWER_MS = 100;

const planted = [
  { base: plain, name: 'unknown-put-changes-the-newest' },
  { base: plain, name: 'delete-during-delete-ignored' },
  { base: plain, name: 'fifth-put-ignored' },
  { base: odd, name: 'puts-at-once-are-torn' },
  { base: odd, name: 'list-fails-from-thirteen' },
];

describe(`a fault of a service that takes ${ANSWER_MS} ms for each answer`, () => {
  it.concurrent.each(planted)('is found: $name', { timeout: 90_000 }, async ({ base, name }) => {
    const [fault] = faults.filter((one) => one.name === name);
    if (fault === undefined) throw new Error(`there is no fault ${name}`);
    const { result, told } = await tryFault(base, fault, { answerMs: ANSWER_MS });
    expect(result, told.join('\n')).toBe('named');
  });
});
