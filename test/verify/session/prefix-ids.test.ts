import { describe, expect, it } from 'vitest';
import { creationsToPrefixIds, prefixIdsIn } from '../../../src/verify/session/prefix-ids.ts';

describe('prefixIdsIn', () => {
  it('returns an id and one that begins with it', () => {
    expect(prefixIdsIn(['6', '7'], ['6', '7', '16', '70'])).toEqual(['7', '70']);
  });

  it('returns nothing if no id begins with another', () => {
    expect(prefixIdsIn(['6', '7'], ['6', '7', '16', '27'])).toBeNull();
  });
});

describe('creationsToPrefixIds', () => {
  it.each([
    [['6', '7', '8'], '50', 10],
    [['6', '7', '8'], '60', 1],
    [['6', '7', '8'], '89', 511],
    [['12'], '12', 108],
    [['6'], undefined, Infinity],
    [['6'], 'b2f0', Infinity],
    [['1001'], '90000000', Infinity],
  ])('with %j and %s as the last is %s away', (shorts, last, away) => {
    expect(creationsToPrefixIds(shorts, last)).toBe(away);
  });
});
