// Each defence is where the list says, and a test fails if it is removed. Here one is really
// removed; `npm run defences` removes all.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defences } from './defences.ts';
import { copyCheckout, countOf, takeAway } from './take-away.ts';

describe('defences', () => {
  it('have names of their own', () => {
    expect(new Set(defences.map(({ name }) => name)).size).toBe(defences.length);
  });

  it.each(defences)('is in its file exactly once: $name', (defence) => {
    expect(countOf(defence), `${defence.text} in ${defence.file}`).toBe(1);
    expect(defence.without).not.toContain(defence.text);
    expect(existsSync(join(import.meta.dirname, '../..', defence.test))).toBe(true);
  });

  it('are missed: a test fails without the first one', async () => {
    using copy = copyCheckout();
    const [first] = defences.filter(({ test }) => test === 'test/inspector/request/access.test.ts');
    expect(first).toBeDefined();
    if (first !== undefined) expect(await takeAway(first, copy, 'both')).toBe('fails without it');
  }, 120_000);
});
