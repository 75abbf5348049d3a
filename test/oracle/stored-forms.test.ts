// What stored values tell of the normal forms of a service, and which of them contradict each other.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import {
  admittedForms,
  optionOf,
  StoredForms,
  type WriteKind,
} from '../../src/oracle/stored-forms.ts';
import type { PlaceRules } from '../../src/schema/normal-forms.ts';

const rules: PlaceRules = {
  formatAt: (place) => ({ '/at': 'date-time', '/page': 'uri' })[place] ?? null,
  fitsAt: () => true,
};

/** Of texts with at least three characters. */
const threeCharacters: PlaceRules = {
  formatAt: () => null,
  fitsAt: (_place, _value, other) => typeof other !== 'string' || other.length >= 3,
};

function created(...seen: readonly (readonly [member: string, sent: Json, stored: Json])[]) {
  const forms = new StoredForms(rules);
  for (const [member, sent, stored] of seen) forms.learn('create', member, sent, stored);
  return forms;
}

describe('compare', () => {
  it.each<[string, Json, Json]>([
    ['name', ' a ', 'a'],
    ['name', ' a  e\u0301 ', 'a \u00e9'],
    ['name', 'a\u0001 \u001f', 'a\u0001'],
    ['mail', 'Ada@Example.COM', 'Ada@example.com'],
    ['mail', 'Ada@Example.COM', 'ada@example.com'],
    ['at', '2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00+00:00'],
    ['page', 'HTTP://example.com', 'http://example.com'],
    ['tags', ['a', 'b', 'a'], ['a', 'b']],
    ['tags', [' a', 'a'], ['a']],
    ['tags', [{ x: ' a' }, { x: 'b' }], [{ x: 'a', more: 1 }, { x: 'b' }]],
    ['address', { city: ' Rome', district: '' }, { city: 'Rome' }],
    ['count', 1.5, 1.5],
  ])('takes a known form for equal: %s %j as %j', (member, sent, stored) => {
    expect(new StoredForms(rules).compare('create', member, sent, stored).kind).toBe('equal');
  });

  describe('members that are described as read-only', () => {
    const said: PlaceRules = {
      ...rules,
      saysReadOnly: (place) => place === '/reply/isKnown' || place === '/reply/by/seen',
    };

    it.each<[sent: Json, stored: Json, places: readonly string[]]>([
      [{ text: 'a', isKnown: true }, { text: 'a' }, ['/reply/isKnown']],
      [{ by: { name: 'a', seen: 3 } }, { by: { name: 'a' } }, ['/reply/by/seen']],
      [{ text: 'a', isKnown: true }, { text: 'a', isKnown: true }, []],
    ])('need not be stored, and are remembered: %j as %j', (sent, stored, places) => {
      const forms = new StoredForms(said);
      expect(forms.compare('create', 'reply', sent, stored).kind).toBe('equal');
      expect([...forms.passed]).toEqual(places);
    });

    it.each<[sent: Json, stored: Json]>([
      [{ text: 'a', isKnown: true }, { isKnown: true }],
      [
        { text: 'a', isKnown: true },
        { text: 'a', isKnown: false },
      ],
      [{ by: { name: 'a', seen: 3 } }, { by: { seen: 3 } }],
      [{ text: 'a', isKnown: true }, {}],
    ])('hide no other member that is lost, and no other value: %j as %j', (sent, stored) => {
      expect(new StoredForms(said).compare('create', 'reply', sent, stored).kind).toBe('other');
    });
  });

  it.each<[string, Json, Json | undefined]>([
    ['name', ' a ', 'A'],
    ['name', 'abc', 'ab'],
    ['name', 'a<b', 'a&lt;b'],
    ['name', '\u00e9', 'e\u0301'],
    ['name', '1.50', '1.5'],
    ['name', '2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00Z'],
    ['at', '2026-01-01T02:00:00+02:00', '2026-01-01T02:00:00Z'],
    ['at', '2026-01-01T00:00:00.123Z', '2026-01-01T00:00:00Z'],
    ['page', 'http://example.com/a', 'http://example.com/'],
    ['tags', ['b', 'a'], ['a', 'b']],
    ['tags', ['a', 'b'], ['a']],
    ['tags', [' a', ' b'], ['a', ' b']],
    ['tags', ['A'], ['a']],
    ['address', { city: ' Rome' }, { city: null }],
    ['address', { city: 'Rome' }, 'Rome'],
    ['name', 'a', null],
    ['name', 'a', undefined],
    ['count', 1, '1'],
    ['tags', ['a'], 'a'],
  ])('takes nothing else for equal: %s %j as %j', (member, sent, stored) => {
    expect(new StoredForms(rules).compare('create', member, sent, stored).kind).toBe('other');
  });

  it('finds an operation that is not consistent', () => {
    const forms = created(['name', ' a ', 'a']);
    expect(forms.compare('create', 'name', ' b ', 'b')).toEqual({ kind: 'equal' });
    expect(forms.compare('create', 'name', ' b ', ' b ')).toEqual({
      kind: 'unsteady',
      unsteady: {
        place: '/name',
        operation: 'create',
        words: 'without blanks at its ends',
        other: 'create',
        otherWords: 'as it was sent',
      },
    });
  });

  it.each<[WriteKind, string, string, string]>([
    ['replace', 'b', 'replace', 'create'],
    ['update', 'b', 'update', 'create'],
  ])('blames %s if it alone normalises', (kind, stored, operation, other) => {
    const forms = created(['name', ' a ', ' a ']);
    expect(forms.compare(kind, 'name', ' b ', stored)).toMatchObject({
      unsteady: {
        operation,
        words: 'without blanks at its ends',
        other,
        otherWords: 'as it was sent',
      },
    });
  });

  it('blames create if it alone normalises, whichever was seen first', () => {
    const forms = created(['name', ' a ', 'a']);
    expect(forms.compare('replace', 'name', ' b ', ' b ')).toMatchObject({
      unsteady: { operation: 'create', other: 'replace', otherWords: 'as it was sent' },
    });
  });

  it('keeps members, and the parts of one, apart', () => {
    const forms = created([
      'address',
      { city: ' a', district: ' b' },
      { city: 'a', district: ' b' },
    ]);
    expect(forms.compare('create', 'name', ' a', ' a').kind).toBe('equal');
    const sent = { city: ' c', district: ' d' };
    expect(forms.compare('replace', 'address', sent, { city: 'c', district: ' d' }).kind).toBe(
      'equal',
    );
    expect(forms.compare('replace', 'address', sent, { city: 'c', district: 'd' })).toMatchObject({
      unsteady: { place: '/address/district' },
    });
  });

  it.each<[string, Json, Json]>([
    ['name', ' ab', 'ab '],
    ['names', [' ab'], ['ab ']],
    ['people', [{ name: ' ab' }], [{ name: 'ab ' }]],
  ])('expects no form of %s that does not fit, and each one that does', (member, unfit, fit) => {
    const forms = new StoredForms(threeCharacters);
    const sent = JSON.parse(JSON.stringify(unfit).replace(' ab', ' abc '));
    const stored = JSON.parse(JSON.stringify(unfit).replace(' ab', 'abc'));
    forms.learn('create', member, sent, stored);
    expect(forms.compare('create', member, unfit, unfit).kind).toBe('equal');
    forms.learn('create', member, fit, fit);
    expect(forms.likely(member, unfit)).toEqual(unfit);
    expect(forms.likely(member, sent)).toEqual(stored);
    expect(forms.compare('create', member, sent, sent).kind).toBe('unsteady');
    expect(forms.compare('replace', member, sent, sent).kind).toBe('unsteady');
  });

  it('expects no set of a list that would have too few elements', () => {
    const forms = new StoredForms({
      formatAt: () => null,
      fitsAt: (_place, _value, other) => !Array.isArray(other) || other.length > 1,
    });
    forms.learn('create', 'tags', ['a', 'b', 'a'], ['a', 'b']);
    expect(forms.compare('create', 'tags', ['c', 'c'], ['c', 'c']).kind).toBe('equal');
    expect(forms.compare('create', 'tags', ['c', 'd', 'c'], ['c', 'd', 'c']).kind).toBe('unsteady');
  });

  it('takes the values that were sent alone, or one form alone, if a choice says so', () => {
    const asSent = new StoredForms(rules, admittedForms('as-sent'));
    const trimmed = new StoredForms(rules, admittedForms('trim'));
    expect(asSent.compare('create', 'name', ' a', 'a').kind).toBe('other');
    expect(asSent.compare('create', 'tags', ['a', 'a'], ['a']).kind).toBe('other');
    expect(trimmed.compare('create', 'name', ' a', 'a').kind).toBe('equal');
    expect(trimmed.compare('create', 'mail', 'A@b.c', 'a@b.c').kind).toBe('other');
    expect(admittedForms(undefined)).toBeNull();
  });
});

describe('a list of different elements', () => {
  const named: PlaceRules = {
    formatAt: () => null,
    fitsAt: () => true,
    setAt: (place) =>
      ({ '/sports': ['swim', 'golf', 'chess', 'row'], '/tags': [], '/lines': [] })[place] ?? null,
  };
  const of = (...seen: readonly (readonly [string, Json, Json])[]): StoredForms => {
    const forms = new StoredForms(named);
    for (const [member, sent, stored] of seen) forms.learn('create', member, sent, stored);
    return forms;
  };

  it.each<[string, string, Json, Json]>([
    ['by its letters', 'tags', ['b', 'c', 'a'], ['a', 'b', 'c']],
    ['by its letters whatever their case', 'tags', ['b', 'C', 'a'], ['a', 'b', 'C']],
    ['by its numbers', 'tags', [10, 9, 100], [9, 10, 100]],
    ['as the schema names its values', 'sports', ['row', 'swim'], ['swim', 'row']],
    ['as a hash set of Java has it', 'tags', ['pear', 'apple', 'fig'], ['apple', 'fig', 'pear']],
    ['in an order of its own among named values', 'sports', ['swim', 'chess'], ['chess', 'swim']],
    ['objects in any order', 'lines', [{ n: 1 }, { n: 2 }], [{ n: 2 }, { n: 1 }]],
    ['and each once', 'tags', ['b', 'a', 'b'], ['a', 'b']],
  ])('may be stored %s', (_how, member, sent, stored) => {
    expect(of().compare('create', member, sent, stored).kind).toBe('equal');
  });

  it.each<[string, string, Json, Json]>([
    ['turned around', 'tags', ['a', 'b', 'c'], ['c', 'b', 'a']],
    ['shuffled', 'tags', ['d', 'b', 'c', 'a'], ['b', 'd', 'a', 'c']],
    ['without an element', 'sports', ['swim', 'chess'], ['chess']],
    ['with another element', 'sports', ['swim', 'chess'], ['chess', 'golf']],
    ['with an object twice', 'lines', [{ n: 1 }, { n: 2 }], [{ n: 1 }, { n: 1 }]],
    ['sorted, where elements may be equal', 'list', ['b', 'a'], ['a', 'b']],
  ])('may not be stored %s', (_how, member, sent, stored) => {
    expect(of().compare('create', member, sent, stored).kind).toBe('other');
  });

  it.each<[string, readonly (readonly [string, Json, Json])[], string, Json, Json]>([
    ['once sorted, once not', [['tags', ['b', 'a'], ['a', 'b']]], 'tags', ['c', 'a'], ['c', 'a']],
    [
      'once not sorted, once so',
      [['tags', ['b', 'a'], ['b', 'a']]],
      'tags',
      ['c', 'a'],
      ['a', 'c'],
    ],
    ['sorted up and down', [['tags', ['b', 'a'], ['a', 'b']]], 'tags', ['a', 'b'], ['b', 'a']],
    [
      'in two orders of its own',
      [['sports', ['golf', 'row', 'swim'], ['row', 'swim', 'golf']]],
      'sports',
      ['row', 'swim', 'chess'],
      ['swim', 'chess', 'row'],
    ],
  ])('may not be stored %s', (_how, seen, member, sent, stored) => {
    expect(of(...seen).compare('create', member, sent, stored).kind).not.toBe('equal');
  });

  it('may keep two named values as they came, where others have an order of their own', () => {
    const seen = of(
      ['sports', ['swim', 'chess', 'row'], ['chess', 'swim', 'row']],
      ['sports', ['golf', 'row', 'chess'], ['chess', 'golf', 'row']],
    );
    expect(seen.compare('create', 'sports', ['row', 'swim'], ['row', 'swim']).kind).toBe('equal');
    expect(seen.compare('create', 'sports', ['row', 'chess'], ['row', 'chess']).kind).toBe('equal');
    expect(seen.compare('create', 'sports', ['chess', 'swim'], ['swim', 'chess']).kind).not.toBe(
      'equal',
    );
  });

  it('is likely in the order that was seen, which is told', () => {
    const forms = of(['tags', ['b', 'a', 'c'], ['a', 'b', 'c']]);
    expect(forms.likely('tags', ['z', 'y'])).toEqual(['y', 'z']);
    expect([forms.words(), optionOf(forms)]).toEqual(['/tags in an order of its own', null]);
    const restore = forms.keep();
    forms.forget();
    restore();
    expect(forms.words()).toBe('/tags in an order of its own');
  });

  it('is as it was sent if a choice says so', () => {
    const forms = new StoredForms(named, admittedForms('as-sent'));
    expect(forms.compare('create', 'tags', ['b', 'a'], ['a', 'b']).kind).toBe('other');
  });
});

describe('lists of texts in any order', () => {
  const turn = ['a', 'b', 'c'];
  const open = (...seen: readonly (readonly [WriteKind, Json, Json])[]): StoredForms => {
    const forms = new StoredForms(rules, null, 'open');
    for (const [kind, sent, stored] of seen) forms.learn(kind, 'tags', sent, stored);
    return forms;
  };
  const orders: readonly Json[] = [
    ['b', 'c', 'a'],
    ['a', 'c', 'b'],
    ['c', 'a', 'b'],
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
  ];

  it.each<[string, Json, Json]>([
    ['shuffled', turn, ['b', 'c', 'a']],
    ['turned around', turn, ['c', 'b', 'a']],
    ['without duplicates', ['b', 'a', 'b'], ['a', 'b']],
    ['with duplicates', ['b', 'a', 'b'], ['b', 'b', 'a']],
    ['in a normal form', [' b', 'a'], ['a', 'b']],
    ['in an object', { all: turn }, { all: ['b', 'c', 'a'] }],
  ])('may be stored %s', (_how, sent, stored) => {
    expect(open().compare('create', 'tags', sent, stored).kind).toBe('equal');
  });

  it.each<[string, Json, Json]>([
    ['one is dropped', turn, ['b', 'c']],
    ['one is doubled', turn, ['b', 'c', 'a', 'a']],
    ['one takes the place of another', turn, ['b', 'c', 'c']],
    ['one is another', turn, ['b', 'c', 'x']],
    ['they are numbers', [1, 2, 3], [2, 3, 1]],
    ['some are numbers', ['a', 1], [1, 'a']],
    ['they are objects', [{ x: 'a' }, { x: 'b' }], [{ x: 'b' }, { x: 'a' }]],
    [
      'they are lists',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
  ])('are not as they were sent if %s', (_how, sent, stored) => {
    expect(open().compare('create', 'tags', sent, stored).kind).toBe('other');
  });

  it('may come in another order each time, which is told', () => {
    const forms = open(...orders.map((stored) => ['create', turn, stored] as const));
    for (const stored of orders)
      expect(forms.compare('replace', 'tags', turn, stored).kind).toBe('equal');
    expect([forms.words(), forms.likely('tags', turn)]).toEqual([
      '/tags in an order of its own',
      turn,
    ]);
  });

  it('are turned around on purpose if each of several is', () => {
    const turned = ['create', turn, ['c', 'b', 'a']] as const;
    const few = open(...Array<typeof turned>(3).fill(turned));
    expect(few.compare('create', 'tags', turn, ['c', 'b', 'a']).kind).toBe('equal');
    const forms = open(...Array<typeof turned>(4).fill(turned));
    expect(forms.compare('create', 'tags', turn, ['c', 'b', 'a']).kind).toBe('other');
    expect(forms.compare('create', 'tags', ['a', 'b'], ['b', 'a']).kind).toBe('other');
    expect(forms.compare('create', 'tags', turn, ['b', 'c', 'a']).kind).toBe('equal');
  });

  it('have an order for creations, if those keep it and another write never does', () => {
    const kept = ['create', turn, turn] as const;
    const shuffled = ['replace', turn, ['b', 'c', 'a']] as const;
    const seen = [...Array<typeof kept>(4).fill(kept), ...Array<typeof shuffled>(4).fill(shuffled)];
    const forms = open(...seen);
    const restore = forms.keep();
    expect(forms.compare('replace', 'tags', turn, ['a', 'c', 'b'])).toEqual({
      kind: 'unsteady',
      unsteady: {
        place: '/tags',
        operation: 'replace',
        words: 'in an order of its own',
        other: 'create',
        otherWords: 'as it was sent',
      },
    });
    expect(forms.compare('replace', 'tags', turn, turn).kind).toBe('equal');
    expect(open(...seen.slice(1)).compare('replace', 'tags', turn, ['a', 'c', 'b']).kind).toBe(
      'equal',
    );
    expect(open(...seen.slice(0, -1)).compare('replace', 'tags', turn, ['a', 'c', 'b']).kind).toBe(
      'equal',
    );
    forms.forget();
    expect(forms.compare('replace', 'tags', turn, ['a', 'c', 'b']).kind).toBe('equal');
    restore();
    expect(forms.compare('replace', 'tags', turn, ['a', 'c', 'b']).kind).toBe('unsteady');
  });

  it('have the order in which they were sent if a choice says so', () => {
    const forms = new StoredForms(rules, admittedForms('as-sent'), 'open');
    expect([forms.lists, forms.compare('create', 'tags', turn, ['b', 'c', 'a']).kind]).toEqual([
      'kept',
      'other',
    ]);
  });
});

describe('words', () => {
  it('says where the service stores which form', () => {
    const forms = created(
      ['name', ' a ', 'a'],
      ['tags', ['a', 'a'], ['a']],
      ['mail', 'A@B.c', 'a@b.c'],
      ['city', ' x', ' x'],
    );
    expect(forms.words()).toBe(
      '/name without blanks at its ends, /tags without duplicates, /mail in lower case',
    );
    expect(optionOf(forms)).toBe('trim, lower-email, sets');
  });

  it('says nothing without evidence', () => {
    expect([created(['name', 'a', 'a']).words(), optionOf(created(['name', 'a', 'a']))]).toEqual([
      null,
      null,
    ]);
    expect(optionOf(created(['name', ' a', ' a']))).toBe('as-sent');
  });
});

describe('likely', () => {
  it('is the value in the forms that were seen', () => {
    const forms = created(['name', ' a ', 'a'], ['tags', [' a', 'a'], ['a']]);
    expect(forms.likely('name', ' b')).toBe('b');
    expect(forms.likely('tags', [' b', 'b', 1])).toEqual(['b', 1]);
    expect(forms.likely('address', { city: ' b' })).toEqual({ city: ' b' });
    expect(new StoredForms(rules).likely('name', ' b')).toBe(' b');
  });
});

describe('keep', () => {
  it('restores what was known', () => {
    const forms = created(['name', ' a ', 'a']);
    const restore = forms.keep();
    forms.forget();
    forms.learn('create', 'name', ' a ', ' a ');
    expect(forms.words()).toBeNull();
    restore();
    expect(forms.words()).toBe('/name without blanks at its ends');
  });
});
