// Each normal form: what it does to a value, and that a value which is not in it can be made.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { inZone, utcSpellings } from '../../src/schema/date-times.ts';
import {
  classOf,
  combinationsOf,
  type FormatAt,
  type FormName,
  formNames,
  inForm,
  isInert,
  type PlaceRules,
  spoiled,
  wordsOf,
} from '../../src/schema/normal-forms.ts';
import { placeRulesOf } from '../../src/schema/quick/place-rules.ts';
import { Schemas } from '../../src/schema/schema.ts';

const formatAt: FormatAt = (place) =>
  ({ '/mail': 'email', '/at': 'date-time', '/page': 'uri', '/name': 'none' })[place] ?? null;
const rules: PlaceRules = { formatAt, fitsAt: () => true };

const FREE: PlaceRules = { formatAt: () => null, fitsAt: () => true };

const PLAIN: Readonly<Record<string, Json>> = {
  name: 'Ada B',
  mail: 'ada@example.com',
  at: '2026-01-01T00:00:00.000Z',
  page: 'https://example.com/a',
  tags: ['a b', 'c'],
  address: { city: 'Rome' },
  count: 1.5,
  flag: null,
};

describe('inForm', () => {
  it.each<[FormName, string, Json, Json]>([
    ['trim', '/name', ' a  b\t', 'a  b'],
    ['collapse', '/name', ' a \n b', ' a b'],
    ['nfc', '/tags', ['e\u0301'], ['\u00e9']],
    ['lower-domain', '/mail', 'A@B@EXAMPLE.com', 'A@B@example.com'],
    ['lower-email', '/mail', 'A@B.com', 'a@b.com'],
    ['lower-email', '/other', 'A@B.com', 'a@b.com'],
    ['lower-email', '/name', 'A@B.com', 'A@B.com'],
    ['lower-email', '/other', 'Ada at home', 'Ada at home'],
    ['dates', '/at', '2026-01-01T01:30:00+01:30', '2026-01-01T00:00:00.000Z'],
    ['dates', '/at', '2026-01-01T00:00:00.123456Z', '2026-01-01T00:00:00.123456Z'],
    ['dates', '/at', '2026-06-30T23:59:60Z', '2026-06-30T23:59:60Z'],
    ['dates', '/name', '2026-01-01T01:00:00+01:00', '2026-01-01T01:00:00+01:00'],
    ['urls', '/page', 'HTTPS://Example.com:443', 'https://example.com/'],
    ['urls', '/page', 'no url', 'no url'],
    ['sets', '/tags', ['b', 'a', 'b', { x: 1 }, { x: 1 }], ['b', 'a', { x: 1 }]],
    ['round', '/price', 1.005, 1.01],
    ['round', '/price', -0.004, 0],
    ['round', '/prices', [7, 1e-7, 2.5], [7, 1e-7, 2.5]],
    ['trim', '', { a: [' b '], c: 1 }, { a: ['b'], c: 1 }],
  ])('%s at %s makes of %j %j', (form, place, value, stored) => {
    expect(inForm(value, form, rules, place)).toEqual(stored);
  });

  it.each<[FormName, JsonObject, JsonObject]>([
    ['trim', { code: ' ab', name: ' a ' }, { code: ' ab', name: 'a' }],
    ['trim', { codes: [' ab', ' abc'] }, { codes: [' ab', 'abc'] }],
    ['collapse', { code: 'a  ' }, { code: 'a  ' }],
    ['lower-email', { mail: 'A@B.C' }, { mail: 'A@B.C' }],
    ['urls', { page: 'http://a.io' }, { page: 'http://a.io' }],
    ['round', { rate: 0.004, price: 0.004 }, { rate: 0.004, price: 0 }],
    ['sets', { codes: ['abc', 'abc'], tags: ['a', 'a'] }, { codes: ['abc', 'abc'], tags: ['a'] }],
  ])('%s leaves alone what would not fit its schema: %j', (form, value, stored) => {
    const code = { type: 'string', minLength: 3, maxLength: 4 };
    const item = {
      properties: {
        code,
        codes: { type: 'array', minItems: 2, items: code },
        mail: { type: 'string', format: 'email', pattern: '^[A-Z]' },
        page: { type: 'string', format: 'uri', maxLength: 11 },
        rate: { type: 'number', exclusiveMinimum: 0 },
      },
    };
    const schemas = new Schemas(new Map([['item', item]]));
    expect(inForm(value, form, placeRulesOf(schemas, 'item'))).toEqual(stored);
  });

  it('takes lists of different values, or of named ones, for sets', () => {
    const text = { type: 'string' };
    const item = {
      properties: {
        tags: { type: 'array', uniqueItems: true, items: text },
        phases: { type: 'array', items: { enum: ['before', 'after'] } },
        lines: { type: 'array', items: text },
      },
    };
    const { setAt } = placeRulesOf(new Schemas(new Map([['item', item]])), 'item');
    expect(setAt?.('/tags')).toEqual([]);
    expect(setAt?.('/phases')).toEqual(['before', 'after']);
    expect(setAt?.('/lines')).toBeNull();
  });

  it('reads a schema as deep as a value is', () => {
    const inner = { anyOf: Array.from({ length: 8 }, () => ({ allOf: [{ $ref: 'item.json' }] })) };
    const item = { properties: { code: { minLength: 3 }, 'a/b': { minLength: 3 }, inner } };
    const schemas = new Schemas(new Map([['item', item]]));
    const deep = (code: string): Json =>
      Array.from({ length: 12 }).reduce<Json>((inner) => ({ code, inner }), { code });
    const rules = placeRulesOf(schemas, 'item');
    expect(inForm(deep(' ab'), 'trim', rules)).toEqual(deep(' ab'));
    expect(inForm(deep(' abc'), 'trim', rules)).toEqual(deep('abc'));
    expect(inForm({ 'a/b': ' ab' }, 'trim', rules)).toEqual({ 'a/b': ' ab' });
  });

  it.each(formNames)('%s leaves plain values alone, and undoes what spoils them', (form) => {
    expect(inForm(PLAIN, form, rules)).toEqual(PLAIN);
    const other = spoiled(PLAIN, form, formatAt, '');
    expect(other).not.toEqual(PLAIN);
    const undone = inForm(other, form, rules);
    expect(inForm(undone, form, rules)).toEqual(undone);
    expect(undone).not.toEqual(other);
  });

  it.each(formNames)('%s does the same twice as once', (form) => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = inForm(value as Json, form, FREE);
        expect(inForm(once, form, FREE)).toEqual(once);
      }),
    );
  });
});

describe('combinationsOf', () => {
  it('begins with the value as it was sent, and has few', () => {
    for (const value of ['text', 'email', 'date-time', 'url', 'number'] as const) {
      const all = combinationsOf(value);
      expect(all[0]).toMatchObject({ id: '', forms: [] });
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all.length).toBeLessThan(100);
    }
  });

  it.each([
    ['a \u0001 \u001f', ['a \u0001 ', 'a \u0001', 'a']],
    ['\u00a0a\u00a0 ', ['a', '\u00a0a\u00a0']],
  ])('trims %j as several languages do', (text, stored) => {
    const results = combinationsOf('text')
      .filter(({ forms }) => forms.join() === 'trim')
      .map(({ apply }) => apply(text));
    for (const one of stored) expect([...results, text]).toContain(one.replace(/ $/, ''));
  });

  it('has no form for texts that it calls inert', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 6 }), (text) => {
        for (const value of ['text', 'email'] as const)
          if (isInert(text, value))
            for (const { apply } of combinationsOf(value)) expect(apply(text)).toBe(text);
      }),
    );
  });
});

describe('utcSpellings', () => {
  it('reckons as the calendar does', () => {
    const [write] = utcSpellings;
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0001-01-02T00:00:00Z'),
          max: new Date('9999-12-30T00:00:00Z'),
          noInvalidDate: true,
        }),
        (date) => {
          expect(write?.(date.toISOString())).toBe(date.toISOString());
          expect(write?.(inZone(date.toISOString()))).toBe(write?.(date.toISOString()));
        },
      ),
    );
  });

  it('all name the same instant', () => {
    const text = '2026-03-29T03:30:00.5+02:00';
    const written = utcSpellings.map((write) => write(text));
    expect(written).toContain('2026-03-29T01:30:00.5Z');
    expect(written).toContain('2026-03-29T01:30:00.500Z');
    expect(written).toContain('2026-03-29T01:30:00.500000+00:00');
    for (const one of written) expect(Date.parse(one)).toBe(Date.parse(text));
    expect(utcSpellings.map((write) => write(inZone(text)))).toEqual(written);
    expect(utcSpellings.map((write) => write('yesterday'))).toContain('yesterday');
    expect(inZone('yesterday')).toBe('yesterday');
  });
});

describe('wordsOf', () => {
  it('words what a service does', () => {
    expect(wordsOf([])).toBe('as it was sent');
    expect(wordsOf(['trim', 'lower-email', 'sets'])).toBe(
      'without blanks at its ends and in lower case and without duplicates',
    );
  });
});

describe('classOf', () => {
  it('goes by the format, and takes an address for an e-mail address without one', () => {
    expect(['a', 'a@b'].map((text) => classOf(text, null))).toEqual(['text', 'email']);
    expect(classOf('a@b', 'none')).toBe('text');
    expect(['email', 'idn-email', 'date-time', 'url'].map((one) => classOf('', one))).toEqual([
      'email',
      'email',
      'date-time',
      'url',
    ]);
  });
});
