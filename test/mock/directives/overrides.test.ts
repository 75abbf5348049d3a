import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/base/random.ts';
import { type OverrideRule, parseOverride } from '../../../src/mock/directives/override-rule.ts';
import { type DirectableCall, Overrides } from '../../../src/mock/directives/overrides.ts';

function ruleOf(text: string): OverrideRule {
  const read = parseOverride(text);
  if ('rule' in read) return read.rule;
  throw new Error(read.message);
}

function overridesOf(...rules: readonly string[]): Overrides {
  const overrides = new Overrides(createRandom(1));
  for (const text of rules) overrides.add(ruleOf(text));
  return overrides;
}

const create: DirectableCall = {
  resource: 'users',
  operation: 'create',
  method: 'POST',
  path: '/users',
  world: null,
};
const read: DirectableCall = {
  resource: 'users',
  operation: 'read',
  method: 'GET',
  path: '/users/7',
  world: 'alice',
};

describe('Overrides', () => {
  it.each<[rule: string, create: boolean, read: boolean]>([
    ['* code=500', true, true],
    ['create code=500', true, false],
    ['users.* code=500', true, true],
    ['users.read code=500', false, true],
    ['things.* code=500', false, false],
    ['GET:* code=500', false, true],
    ['*:/users code=500', true, false],
    ['*:/users/* code=500', false, true],
    ['*:/* code=500', true, false],
    ['*:/us.rs code=500', false, false],
    ['GET:/users/7 code=500', false, true],
    ['* world=alice code=500', false, true],
  ])('matches by %s', (rule, first, second) => {
    expect(overridesOf(rule).take(create) !== null).toBe(first);
    expect(overridesOf(rule).take(read) !== null).toBe(second);
  });

  it('merges what matches field by field, the first one first', () => {
    const overrides = overridesOf(
      'create code=503',
      '* code=404 delay=5',
      '* fault=reset',
      'read seed=x',
    );
    const taken = overrides.take(create);
    expect(taken?.does).toMatchObject({
      code: 503,
      delay: { kind: 'fixed', ms: 5 },
      fault: { kind: 'reset' },
      seed: null,
    });
    expect(taken?.by.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('does not count an override without effect', () => {
    const overrides = overridesOf(
      'create code=503',
      'create code=404 times=1',
      'create code=500 delay=5 times=2',
      '* fault=reset times=1',
    );
    const state = (): unknown =>
      overrides.list().map(({ override, answered }) => [override.id, override.times, answered]);
    expect(overrides.take(create, ['code', 'fault'])).toMatchObject({
      by: [{ id: 3 }],
      does: { code: null, delay: { ms: 5 }, fault: null },
    });
    expect(state()).toEqual([
      [1, null, 0],
      [2, 1, 0],
      [3, 1, 1],
      [4, 1, 0],
    ]);
    expect(overrides.take(create, ['code', 'delay', 'fault'])).toBeNull();
    expect(overrides.take(create)).toMatchObject({
      by: [{ id: 1 }, { id: 3 }, { id: 4 }],
      does: { code: 503 },
    });
    expect(state()).toEqual([
      [1, null, 1],
      [2, 1, 0],
    ]);
  });

  it('ends after its number of calls, and counts them', () => {
    const overrides = overridesOf('create code=503 times=2', '* delay=5');
    const state = (): unknown =>
      overrides.list().map(({ override, answered }) => [override.id, override.times, answered]);
    expect(overrides.take(read)?.does.code).toBeNull();
    expect(overrides.take(create)?.does.code).toBe(503);
    expect(state()).toEqual([
      [1, 1, 1],
      [2, null, 2],
    ]);
    expect(overrides.take(create)?.does.code).toBe(503);
    expect(overrides.take(create)?.does.code).toBeNull();
    expect(state()).toEqual([[2, null, 4]]);
  });

  it('applies to a share of the calls, repeatably for one seed', () => {
    const draws = (seed: number): readonly boolean[] => {
      const overrides = new Overrides(createRandom(seed));
      overrides.add(ruleOf('* code=503 rate=10%'));
      return Array.from({ length: 2_000 }, () => overrides.take(create) !== null);
    };
    const first = draws(7);
    const share = first.filter(Boolean).length / first.length;
    expect(share).toBeGreaterThan(0.07);
    expect(share).toBeLessThan(0.13);
    expect(draws(7)).toEqual(first);
    expect(draws(8)).not.toEqual(first);
  });

  it('does not count a call that the draw leaves out', () => {
    const overrides = new Overrides(() => 0.5);
    overrides.add(ruleOf('* code=503 rate=10% times=1'));
    expect(overrides.take(create)).toBeNull();
    expect(overrides.list()[0]).toMatchObject({ answered: 0, override: { times: 1 } });
  });

  it('removes one, those of one origin, or all, and never reuses a number', () => {
    const overrides = overridesOf('* code=500', '* code=501');
    overrides.add(ruleOf('* code=502'), 'start');
    expect([overrides.remove(1), overrides.remove(1), overrides.remove(9)]).toEqual([
      true,
      false,
      false,
    ]);
    overrides.clear('api');
    expect(overrides.list().map(({ override }) => override.id)).toEqual([3]);
    overrides.clear();
    expect(overrides.isEmpty).toBe(true);
    expect(overrides.add(ruleOf('* code=500')).id).toBe(4);
  });
});

describe('the path pattern of an override', () => {
  const matches = (pattern: string, path: string): boolean => {
    const overrides = new Overrides(() => 0);
    const { rule } = parseOverride('GET:/x code=404') as { readonly rule: OverrideRule };
    overrides.add({ ...rule, on: { ...rule.on, path: pattern } });
    return (
      overrides.take({ resource: null, operation: null, method: 'GET', path, world: null }) !== null
    );
  };

  it('matches like the equivalent regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '.'), maxLength: 9 });
    fc.assert(
      fc.property(text, text, (pattern, path) => {
        const plain = path.replaceAll('*', 'c');
        const like = new RegExp(`^${pattern.replaceAll('.', '[.]').replaceAll('*', '[^/]*')}$`);
        expect(matches(pattern, plain)).toBe(like.test(plain));
      }),
      { numRuns: 3_000 },
    );
  });

  it('ends even if an engine with backtracking would not', () => {
    expect(matches(`/${'*a'.repeat(400)}b`, `/${'a'.repeat(5_000)}`)).toBe(false);
    expect(matches(`/${'*a'.repeat(400)}`, `/${'a'.repeat(5_000)}`)).toBe(true);
  });
});
