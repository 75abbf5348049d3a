import { describe, expect, it } from 'vitest';
import { defaultProfile, type Profile } from '../../src/contract/choices.ts';
import { type Kind, kinds } from '../../src/contract/operation-kinds.ts';
import { situationsOf, stepsOf } from '../../src/contract/situation-order.ts';
import { preconditions, situationRow } from '../../src/contract/situations.ts';

const READABLE = ['oversized', 'unsupported', 'malformed'];
const BODY = [...READABLE, 'invalid'];
const written = ['missing?', ...BODY, 'missing', 'taken', 'stale', 'taken'];

describe('stepsOf', () => {
  it.each<[Kind, readonly string[]]>([
    ['list', ['stale']],
    ['create', [...READABLE, 'reused', 'invalid', 'taken', 'taken']],
    ['read', ['missing', 'stale']],
    ['replace', written],
    ['update', written],
    ['remove', ['missing', 'stale']],
  ])('returns the checks of %s after the preconditions', (kind, steps) => {
    expect(
      stepsOf(kind).map(({ situation, applies }) => `${situation}${applies === null ? '' : '?'}`),
    ).toEqual(steps);
  });

  it('looks for a missing record before the body with one option of check.order', () => {
    const [first] = stepsOf('replace');
    const applies = (order: Profile['check.order']): boolean | undefined =>
      first?.applies?.((key) => ({ ...defaultProfile, 'check.order': order })[key]);
    expect([applies('missing-first'), applies('body-first')]).toEqual([true, false]);
  });
});

describe('situationsOf', () => {
  it.each(kinds)('returns each situation of %s once, with success first', (kind) => {
    const found = situationsOf(kind, (key) => defaultProfile[key]);
    const before = preconditions.filter((one) => situationRow(one).kinds.includes(kind));
    expect(found.slice(0, 1 + before.length)).toEqual(['ok', ...before]);
    expect(new Set(found).size).toBe(found.length);
    expect(new Set(found.slice(1 + before.length))).toEqual(
      new Set(stepsOf(kind).map(({ situation }) => situation)),
    );
  });
});
