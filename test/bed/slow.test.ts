// On a slow service laws run at the same time. The faults are still found and named, also if the
// harm of one law falls on the items of another.

import { describe, expect, it } from 'vitest';
import { faults } from './faults/index.ts';
import { odd } from './odd.ts';
import { plain } from './plain.ts';
import { quick, tryCorrect, tryFault } from './try.ts';

const ANSWER_MS = 100;
/** A fault is found within a minute, except on a busy machine. */
const WITHIN_MS = 120_000;

const planted = [
  { base: plain, name: 'unknown-put-changes-the-newest' },
  { base: plain, name: 'delete-during-delete-ignored' },
  { base: plain, name: 'fifth-put-ignored' },
  { base: plain, name: 'unknown-id-remembered' },
  { base: odd, name: 'puts-at-once-are-torn' },
  { base: odd, name: 'list-fails-from-thirteen' },
];

describe(`a fault of a service that takes ${ANSWER_MS} ms for each reply`, () => {
  it.concurrent.each(planted)('is found: $name', { timeout: 150_000 }, async ({ base, name }) => {
    const [fault] = faults.filter((one) => one.name === name);
    if (fault === undefined) throw new Error(`there is no fault ${name}`);
    const { result, told } = await tryFault(base, fault, {
      answerMs: ANSWER_MS,
      withinMs: WITHIN_MS,
    });
    expect(result, told.join('\n')).toBe('named');
  });
});

it.concurrent('spares a slow service whose items move from page to page while its list is read', {
  timeout: 150_000,
}, async ({ expect }) => {
  const [correct] = quick.filter(({ name }) => name === 'pages-newest-first');
  if (correct === undefined) throw new Error('there is no such service');
  const { complaints } = await tryCorrect(correct, { slowMs: 300 });
  expect(complaints).toEqual([]);
});

it.concurrent.each(['busy-neighbour', 'busy-neighbour-in-pages'])(
  'spares a slow service in which others write all the time: %s',
  { timeout: 250_000 },
  async (name) => {
    const [correct] = quick.filter((one) => one.name === name);
    if (correct === undefined) throw new Error(`there is no service ${name}`);
    const { complaints } = await tryCorrect(correct, { slowMs: ANSWER_MS, withinMs: 240_000 });
    expect(complaints).toEqual([]);
  },
);

const SEEDS_TRIED = [1, 2, 3];

describe.each(SEEDS_TRIED)(
  'a service that takes 100 ms for each reply, of a time that nobody waits for, seed %i',
  (seed) => {
    const slow = { seed, slowMs: ANSWER_MS, withinMs: 240_000 };
    // What laws beside each other can hide: harm that another one repairs, or that falls on an item
    // nobody uses; a list that any write renews; a call that must be the very next one; an item that
    // is written over before anybody looks.
    it.each([
      { base: plain, name: 'unknown-put-changes-the-newest' },
      { base: odd, name: 'put-renames-longer-ids' },
      { base: plain, name: 'list-stale-after-put' },
      { base: odd, name: 'list-stale-after-delete' },
      { base: plain, name: 'put-right-after-post-ignored' },
      { base: odd, name: 'fourth-user-not-stored' },
      { base: plain, name: 'twelfth-user-has-the-name-before' },
      { base: odd, name: 'twelfth-user-has-the-name-before' },
    ])('is found: $name in $base.name', async ({ base, name }) => {
      const [fault] = faults.filter((one) => one.name === name);
      if (fault === undefined) throw new Error(`there is no fault ${name}`);
      expect((await tryFault(base, fault, slow)).result).not.toBe('missed');
    });

    // Little room, which laws share; pages that show the newest first; late ids.
    it.each([
      'quota-30',
      'thirty-members',
      'cramped',
      'mix-forgiving',
      'mix-queue',
      'recycled-ids',
    ])('is spared: %s', async (name) => {
      const [correct] = quick.filter((one) => one.name === name);
      if (correct === undefined) throw new Error(`there is no service ${name}`);
      expect((await tryCorrect(correct, slow)).complaints).toEqual([]);
    });
  },
);
