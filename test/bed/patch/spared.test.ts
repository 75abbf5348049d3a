// No correct service with PATCH fails, whatever it chose where the contract leaves it open; nothing
// is left behind, and every law about PATCH is tried.

import { describe, expect, it } from 'vitest';
import { correctTasks } from './correct.ts';
import { tryCorrectTasks } from './try.ts';

describe('a correct service with PATCH', () => {
  it.concurrent.each(correctTasks)('$name is spared', { timeout: 90_000 }, async ({ choices }) => {
    const { complaints, untried } = await tryCorrectTasks(choices);
    expect({ complaints, untried }).toEqual({ complaints: [], untried: [] });
  });
});
