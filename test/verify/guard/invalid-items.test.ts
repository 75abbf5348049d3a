// Items that hold invalid bodies of the run.

import { describe, expect, it } from 'vitest';
import { bodyToKnow, InvalidItems } from '../../../src/verify/guard/invalid-items.ts';

describe('InvalidItems', () => {
  it('knows an item by its id, or by all that was sent', () => {
    const items = new InvalidItems();
    items.add('7');
    items.addBody({ name: { wrong: true }, age: 3 });
    const has = (key: string | null, element: object): boolean =>
      items.has(key, element as Parameters<typeof items.has>[1]);
    expect(has('7', { id: 7 })).toBe(true);
    expect(has('9', { id: 9, name: { wrong: true }, age: 3, more: 1 })).toBe(true);
    expect(has(null, { name: { wrong: true }, age: 3 })).toBe(true);
    expect(has('9', { id: 9, name: { wrong: true } })).toBe(false);
    expect(has('9', { id: 9, name: { wrong: false }, age: 3 })).toBe(false);
    expect(has('8', { id: 8, name: 'a', age: 3 })).toBe(false);
  });
});

describe('bodyToKnow', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['{}', null],
    ['[1]', null],
    ['{"a":', null],
    ['null', null],
  ])('reads %s as %j', (text, body) => {
    expect(bodyToKnow(text)).toEqual(body);
  });
});
