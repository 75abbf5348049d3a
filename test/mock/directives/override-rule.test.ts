import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../../src/contract/operation-kinds.ts';
import type { CallMatch, Delay } from '../../../src/mock/directives/directive.ts';
import { noDirective } from '../../../src/mock/directives/directive-fields.ts';
import {
  type OverrideRule,
  parseOverride,
  printOverride,
} from '../../../src/mock/directives/override-rule.ts';
import { DELAY_MS_MAX, type WireFault } from '../../../src/model/message/delivery.ts';

const any: CallMatch = { resource: null, operation: null, method: null, path: null, world: null };
const rule = (
  on: Partial<CallMatch>,
  does: Partial<OverrideRule['does']>,
  more: Partial<OverrideRule> = {},
): OverrideRule => ({
  on: { ...any, ...on },
  does: { ...noDirective, ...does },
  times: null,
  rate: 1,
  ...more,
});

describe('readOverride', () => {
  it.each<[text: string, rule: OverrideRule]>([
    [
      'create code=503 rate=10% times=3',
      rule({ operation: 'create' }, { code: 503 }, { rate: 0.1, times: 3 }),
    ],
    ['* delay=200..800', rule({}, { delay: { kind: 'range', fromMs: 200, toMs: 800 } })],
    ['  read   fault=reset ', rule({ operation: 'read' }, { fault: { kind: 'reset' } })],
    [
      'GET:/users/7 code=404 times=1',
      rule({ method: 'GET', path: '/users/7' }, { code: 404 }, { times: 1 }),
    ],
    [
      'list world=alice fault=drip(2000)',
      rule({ operation: 'list', world: 'alice' }, { fault: { kind: 'drip', overMs: 2_000 } }),
    ],
    [
      'users.create example="a b"',
      rule({ resource: 'users', operation: 'create' }, { example: 'a b' }),
    ],
    ['users.* wait=0.5', rule({ resource: 'users' }, { delay: { kind: 'fixed', ms: 500 } })],
    ['*:/users/* dynamic=true seed=x', rule({ path: '/users/*' }, { dynamic: true, seed: 'x' })],
    ['delete:* code=500', rule({ method: 'DELETE' }, { code: 500 })],
    [
      '* resource="my things" code=500 rate=0.25',
      rule({ resource: 'my things' }, { code: 500 }, { rate: 0.25 }),
    ],
  ])('reads %j', (text, expected) => {
    expect(parseOverride(text)).toEqual({ rule: expected });
  });

  it.each<[text: string, message: string, remedy: string]>([
    ['', 'the rule is empty', 'A rule names calls and an effect: create code=503 times=3.'],
    ['creat code=503', '"creat" does not name calls', 'Did you mean "create"?'],
    ['users.creat code=503', '"users.creat" does not name calls', 'Did you mean "users.create"?'],
    [
      'everything code=503',
      '"everything" does not name calls',
      'Use *, list, create, read, replace, update, remove, <resource>.*, or GET:/path.',
    ],
    [
      'code=503',
      'the rule must begin with the calls that it is for, not with code=503',
      'Begin with * for all calls: * delay=200.',
    ],
    [
      '/users code=503',
      '/users is a path without a method',
      'Write GET:/users, or *:/users for every method.',
    ],
    [
      'GET:/users?a=1 code=503',
      '/users?a=1 is not a path',
      'Write the path percent-encoded and without a query: GET:/users/7.',
    ],
    ['create cod=503', 'a rule cannot have "cod"', 'Did you mean "code"?'],
    ['create code', 'code has no value', 'Write code=<value>.'],
    ['create code=503 code=404', 'code appears twice', 'Write it once.'],
    ['create delay=1 wait=1', 'delay appears twice', 'Write it once.'],
    [
      'create code=99',
      'code=99 is invalid: a status must be a whole number from 200 to 599',
      'A rule names calls and an effect: create code=503 times=3.',
    ],
    [
      'create code=503 times=0',
      'times=0 is invalid: it must be a whole number from 1 to 1000000000',
      'A rule names calls and an effect: create code=503 times=3.',
    ],
    [
      'create code=503 rate=0%',
      'rate=0% is invalid: it must be above 0 and at most 1: 10% or 0.1',
      'A rule names calls and an effect: create code=503 times=3.',
    ],
    [
      'create code=503 rate=101%',
      'rate=101% is invalid: it must be above 0 and at most 1: 10% or 0.1',
      'A rule names calls and an effect: create code=503 times=3.',
    ],
    [
      'create times=3',
      'the rule has no effect',
      'A rule names calls and an effect: create code=503 times=3.',
    ],
    [
      'create example="a b',
      'a quote is not closed',
      'Quote values with spaces: example="not found".',
    ],
    [`create seed=${'x'.repeat(1_000)}`, 'a rule must have at most 1000 characters', 'Shorten it.'],
  ])('says what is wrong with %j', (text, message, remedy) => {
    expect(parseOverride(text)).toEqual({ message, remedy });
  });
});

describe('printOverride', () => {
  const ms = fc.integer({ min: 0, max: DELAY_MS_MAX * 1_000 }).map((number) => number / 1_000);
  const name = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => !/\p{Cc}/u.test(text));
  const delay: fc.Arbitrary<Delay> = fc.oneof(
    ms.map((fixed): Delay => ({ kind: 'fixed', ms: fixed })),
    fc
      .tuple(ms, ms)
      .map(([a, b]): Delay => ({ kind: 'range', fromMs: Math.min(a, b), toMs: Math.max(a, b) })),
    fc
      .tuple(ms, fc.integer({ min: 0, max: 5_000 }))
      .map(([medianMs, part]): Delay => ({ kind: 'lognormal', medianMs, sigma: part / 1_000 })),
  );
  const fault: fc.Arbitrary<WireFault> = fc.oneof(
    fc.constantFrom<WireFault>(
      { kind: 'reset' },
      { kind: 'empty' },
      { kind: 'truncate' },
      { kind: 'malformed' },
    ),
    ms.filter((one) => one > 0).map((overMs): WireFault => ({ kind: 'drip', overMs })),
  );
  const nullable = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    fc.option(one, { nil: null });
  const path = fc.stringMatching(/^\/[\w.~%*/-]{0,30}$/);
  const rules: fc.Arbitrary<OverrideRule> = fc
    .record({
      on: fc.record({
        resource: nullable(fc.oneof(fc.stringMatching(/^[\w-]{1,10}$/), name)),
        operation: nullable(fc.constantFrom(...kinds)),
        method: nullable(fc.stringMatching(/^[A-Z]{1,10}$/)),
        path: nullable(path),
        world: nullable(fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,20}$/)),
      }),
      does: fc.record({
        code: nullable(fc.integer({ min: 200, max: 599 })),
        example: nullable(name),
        dynamic: nullable(fc.boolean()),
        seed: nullable(name),
        delay: nullable(delay),
        fault: nullable(fault),
      }),
      times: nullable(fc.integer({ min: 1, max: 1_000_000_000 })),
      rate: fc.oneof(
        fc.constant(1),
        fc.double({ min: 1e-9, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 100 }).map((part) => part / 100),
      ),
    })
    .filter(({ does }) => Object.values(does).some((one) => one !== null));

  it('prints text that readOverride reads back', () => {
    fc.assert(
      fc.property(rules, (one) => {
        expect(parseOverride(printOverride(one))).toEqual({ rule: one });
      }),
      { numRuns: 500 },
    );
  });

  it('prints the shortest form', () => {
    const texts = [
      'create code=503 rate=10% times=3',
      '* delay=200..800',
      'users.* code=500',
      'GET:/users/7 world=alice fault=drip(2000)',
    ];
    for (const text of texts) {
      const read = parseOverride(text);
      expect('rule' in read ? printOverride(read.rule) : read.message).toBe(text);
    }
  });
});
