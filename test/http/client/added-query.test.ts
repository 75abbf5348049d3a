// Query parameters that are added to every request.

import { describe, expect, it } from 'vitest';
import { withQuery } from '../../../src/http/client/added-query.ts';

describe('withQuery', () => {
  it.each([
    ['/boats', '', '/boats'],
    ['/boats?a=1', '', '/boats?a=1'],
    ['/boats', 'k=x', '/boats?k=x'],
    ['/boats?', 'k=x', '/boats?k=x'],
    ['/boats?a=1&b=?', 'k=x&l=y', '/boats?a=1&b=?&k=x&l=y'],
    ['/boats?k=own&a=1&%6B=too&&=&ok=1', 'k=x', '/boats?a=1&=&ok=1&k=x'],
  ])('%s with %j: %s', (target, added, whole) => {
    expect(withQuery(target, added)).toBe(whole);
  });
});
