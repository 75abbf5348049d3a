// Each defence is where the list says, and a test fails if it is removed. Here one is really
// removed; `npm run defences` removes all.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defences } from './defences.ts';
import { copyCheckout, countOf, takeAway } from './take-away.ts';

describe('defences', () => {
  it('have unique names', () => {
    expect(new Set(defences.map(({ name }) => name)).size).toBe(defences.length);
  });

  it.each(defences)('is in its file exactly once: $name', (defence) => {
    expect(countOf(defence), `${defence.text} in ${defence.file}`).toBe(1);
    expect(defence.without).not.toContain(defence.text);
    const test = readFileSync(join(import.meta.dirname, '../..', defence.test), 'utf8');
    // A title may come from a table, part by part.
    for (const part of defence.only?.split(', ') ?? []) expect(test).toContain(part);
  });

  it('are tested: a test fails without the first one', async () => {
    using copy = copyCheckout();
    const [first] = defences.filter(({ test }) => test === 'test/inspector/request/access.test.ts');
    expect(first).toBeDefined();
    if (first !== undefined) expect(await takeAway(first, copy, 'both')).toBe('fails without it');
  }, 120_000);
});
