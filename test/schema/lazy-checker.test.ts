// The checker that comes late: nothing is checked before it is loaded, and it is loaded once.

import { describe, expect, it } from 'vitest';
import { createLazyChecker } from '../../src/schema/lazy-checker.ts';
import { Schemas } from '../../src/schema/schema.ts';

const schemas = new Schemas(new Map([['user', { type: 'object', required: ['name'] }]]));

describe('createLateChecker', () => {
  it('refuses to check before it is loaded', () => {
    const checker = createLazyChecker(schemas);
    expect(() => checker.check('user', {})).toThrow(
      new Error('a value was to be checked before the checker was loaded'),
    );
  });

  it('loads once for simultaneous callers, and says when there is nothing to load', async () => {
    const checker = createLazyChecker(schemas);
    const first = checker.load();
    expect(first).toBeInstanceOf(Promise);
    expect(checker.load()).toBe(first);
    await first;
    expect(checker.load()).toBeNull();
  });

  it('checks as soon as it is loaded', async () => {
    const checker = createLazyChecker(schemas);
    await checker.load();
    expect(checker.check('user', { name: 'Ada' })).toEqual([]);
    expect(checker.check('user', {})).toMatchObject([{ at: '', message: '"name" is missing' }]);
  });
});
