// What a record may hold after a write, and how observations narrow it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import type { Ruling } from '../../src/model/ruling/ruling.ts';
import {
  agrees,
  type Candidate,
  type Expectation,
  expectAfterWrite,
  type Habits,
  type ItemWrite,
  isMade,
  learnHabits,
  likely,
  match,
  show,
} from '../../src/oracle/expectation.ts';
import { admissibleRulings } from '../../src/oracle/rulings.ts';
import { SentValues } from '../../src/oracle/sent-values.ts';
import { callOf, createWorld } from '../support/users.ts';

const MEMBERS = ['name', 'email', 'isPremium', 'skills', 'address'];
const ADA: JsonObject = { name: 'Ada', email: 'ada@example.com' };

function creation(sent: JsonObject): ItemWrite {
  return {
    kind: 'create',
    sent,
    before: null,
    rulings: [],
    members: MEMBERS,
    shown: ['name', 'email'],
  };
}

function replacement(sent: JsonObject, before: JsonObject): ItemWrite {
  return { kind: 'replace', sent, before, rulings: [], members: MEMBERS, shown: [] };
}

/** The candidates of each member, with the way of the service: `"Ada" kept`, `any constant`. */
function waysOf(expectation: Expectation): Record<string, readonly string[]> {
  return Object.fromEntries(
    [...expectation].map(([member, candidates]) => [member, candidates.map(wayOf)]),
  );
}

function wayOf({ value, isAny, isEmptied, habit, by }: Candidate): string {
  return `${isAny === true ? 'any' : isEmptied === true ? 'empty' : JSON.stringify(value)} ${habit?.way ?? by}`;
}

/** Learns from a record after a write, as a run does: only if the record is as expected. */
function learn(habits: Habits, write: ItemWrite, seen: JsonObject): readonly string[] {
  const { mismatches, habits: found } = match(expectAfterWrite(write, habits), seen, null);
  if (mismatches.length === 0) learnHabits(habits, found);
  return mismatches.map(({ member }) => member);
}

/** The rulings on PUT of some members of a user that is there, of which those that do it count. */
function putRulings(before: JsonObject, sent: JsonObject): ItemWrite['rulings'] {
  const world = createWorld({ profile: { 'create.id': 'keep' } });
  const made = world.ask('POST /users', { json: before });
  const id = String((made.json as JsonObject)['id']);
  const { router, schemas, checker, state, draw } = world.book;
  const found = admissibleRulings(
    { router, schemas, checker, state, draw },
    callOf(`PUT /users/${id}`, { json: sent }),
    {},
  );
  return found.filter(({ ruling }: { readonly ruling: Ruling }) => ruling.situation.value === 'ok');
}

describe('expectAfterWrite, of members that only the service writes', () => {
  it('takes one for unset after a PUT that leaves it out, and not after one that holds it', () => {
    const isUnset = (sent: JsonObject): boolean | undefined =>
      expectAfterWrite({ ...replacement(sent, ADA), written: ['skills'] }, new Map())
        .get('skills')
        ?.some((one) => one.isUnset === true);
    expect(isUnset({ name: 'Ada' })).toBe(true);
    expect(isUnset({ name: 'Ada', skills: [] })).toBe(false);
  });
});

describe('expect', () => {
  it('admits after a create: the sent values, hidden members, and replaced members', () => {
    expect(waysOf(expectAfterWrite(creation({ ...ADA, isPremium: true }), new Map()))).toEqual({
      name: ['"Ada" kept', 'undefined hidden'],
      email: ['"ada@example.com" kept', 'undefined hidden'],
      isPremium: ['true kept', 'any any'],
      skills: ['any any'],
      address: ['any any'],
    });
  });

  it('admits after a replace: the sent or the earlier value, and no other if both are equal', () => {
    const before = { ...ADA, isPremium: true };
    expect(
      waysOf(
        expectAfterWrite(replacement({ name: 'Bo', email: 'ada@example.com' }, before), new Map()),
      ),
    ).toMatchObject({
      name: ['"Bo" kept', '"Ada" ignored'],
      email: ['"ada@example.com" contract'],
    });
  });

  it('admits for members that a replace omits: the result of the rule book, and empty values', () => {
    const before = { ...ADA, isPremium: true, skills: ['sql'] };
    const write = { ...replacement(ADA, before), rulings: putRulings(before, ADA) };
    const found = waysOf(expectAfterWrite(write, new Map()));
    expect(new Set(found['isPremium'])).toEqual(
      new Set(['true kept', 'undefined cleared', 'empty emptied']),
    );
    expect(found['skills']?.slice(0, 2).toSorted()).toEqual(['["sql"] kept', 'undefined cleared']);
  });

  it('names the option behind each candidate of the rule book', () => {
    const before = { ...ADA, isPremium: true };
    const write = { ...replacement(ADA, before), rulings: putRulings(before, ADA) };
    const candidates = expectAfterWrite(write, new Map()).get('isPremium') ?? [];
    const modes = candidates.flatMap(({ by, value, assumed }) =>
      by === 'replace.mode' ? [[value ?? 'absent', assumed?.['replace.mode']]] : [],
    );
    expect(new Map(modes as [Json, string][])).toEqual(
      new Map<Json, string>([
        [true, 'merge'],
        ['absent', 'replace'],
      ]),
    );
  });

  it('fills omitted members of a replace as the service filled a create', () => {
    const habits: Habits = new Map([['create skills left out', 'constant ["none"]']]);
    const write = replacement(ADA, { ...ADA, skills: ['sql'] });
    expect(waysOf(expectAfterWrite(write, habits))['skills']).toContain('["none"] filled');
  });

  it.each<[string, Habits, ItemWrite, string, string[]]>([
    [
      'kept',
      new Map([['create isPremium sent', 'kept']]),
      creation({ isPremium: true }),
      'isPremium',
      ['true kept'],
    ],
    [
      'hidden',
      new Map([['create name sent', 'hidden']]),
      creation(ADA),
      'name',
      ['undefined hidden'],
    ],
    [
      'put in the place of what was sent',
      new Map([['create isPremium sent', 'constant false']]),
      creation({ isPremium: true }),
      'isPremium',
      ['false constant false'],
    ],
    [
      'filled in where nothing was sent',
      new Map([['create skills left out', 'constant []']]),
      creation(ADA),
      'skills',
      ['[] constant []', 'any made'],
    ],
    [
      'ignored in a replacement',
      new Map([['replace name sent', 'ignored']]),
      replacement({ name: 'Bo' }, ADA),
      'name',
      ['"Ada" ignored'],
    ],
    [
      'kept in a replacement',
      new Map([['replace name sent', 'kept']]),
      replacement({ name: 'Bo' }, ADA),
      'name',
      ['"Bo" kept'],
    ],
    [
      'emptied in a replacement',
      new Map([['replace isPremium left out', 'emptied']]),
      replacement({}, { isPremium: true }),
      'isPremium',
      ['empty emptied'],
    ],
  ])('expects what the service did before: %s', (_, habits, write, member, ways) => {
    expect(waysOf(expectAfterWrite(write, habits))[member]).toEqual(ways);
  });

  it('expects omitted members of a replace to be kept or cleared as before', () => {
    const before = { ...ADA, isPremium: true };
    const write = { ...replacement(ADA, before), rulings: putRulings(before, ADA) };
    for (const [way, value] of [
      ['kept', 'true'],
      ['cleared', 'undefined'],
    ] as const)
      expect(
        waysOf(expectAfterWrite(write, new Map([['replace isPremium left out', way]])))[
          'isPremium'
        ],
      ).toEqual([`${value} ${way}`]);
  });

  it('admits the default of a member that was cleared, also if it is the value that it had', () => {
    const habits: Habits = new Map([['replace isPremium left out', 'cleared']]);
    const mismatches = (had: boolean, seen: boolean): number => {
      const before = { ...ADA, isPremium: had };
      const rulings = [before, { ...ADA, isPremium: false }, ADA].map((value, index) => ({
        ruling: { effect: { kind: 'put', record: { value } } } as unknown as Ruling,
        assumed: { 'replace.mode': index === 0 ? 'merge' : 'replace' } as const,
      }));
      const after = expectAfterWrite({ ...replacement(ADA, before), rulings }, habits);
      return match(after, { ...ADA, isPremium: seen }, null).mismatches.length;
    };
    expect([mismatches(true, false), mismatches(false, false), mismatches(true, true)]).toEqual([
      0, 0, 1,
    ]);
  });

  it('admits the default of a member that was cleared, also if it is not known what it was', () => {
    const habits: Habits = new Map([['replace isPremium left out', 'cleared']]);
    const prior: Expectation = new Map([
      [
        'isPremium',
        [
          { value: true, by: 'replace.mode' },
          { value: undefined, by: 'replace.mode' },
        ],
      ],
    ]);
    const rulings = [{ ...ADA, isPremium: false }, ADA].map((value) => ({
      ruling: { effect: { kind: 'put', record: { value } } } as unknown as Ruling,
      assumed: { 'replace.mode': 'replace' } as const,
    }));
    const after = expectAfterWrite({ ...replacement(ADA, ADA), prior, rulings }, habits);
    const mismatches = [false, true].map(
      (isPremium) => match(after, { ...ADA, isPremium }, null).mismatches.length,
    );
    expect(mismatches).toEqual([0, 1]);
  });

  it('tells an empty value from none in a message', () => {
    const candidates: readonly Candidate[] = [
      { value: 'x', by: 'contract' },
      { value: undefined, isEmptied: true, by: 'service' },
    ];
    expect(match(new Map([['name', candidates]]), { name: 'y' }, null).mismatches).toMatchObject([
      { expected: '"x" or an empty value' },
    ]);
  });

  it('has a candidate for every member of an item, whatever the request', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...MEMBERS), fc.jsonValue()),
        fc.dictionary(fc.constantFrom(...MEMBERS), fc.jsonValue()),
        (sent, before) => {
          for (const write of [
            creation(sent as JsonObject),
            replacement(sent as JsonObject, before as JsonObject),
          ]) {
            const found = expectAfterWrite(write, new Map());
            expect([...found.keys()]).toEqual(MEMBERS);
            for (const candidates of found.values()) expect(candidates.length).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});

describe('match', () => {
  it('accepts a record with the sent values and any others', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...MEMBERS), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (sent, more) => {
          const record = { ...more, ...sent } as JsonObject;
          const write = {
            ...creation(sent as JsonObject),
            shown: MEMBERS.filter((member) => member in sent),
          };
          expect(match(expectAfterWrite(write, new Map()), record, null).mismatches).toEqual([]);
        },
      ),
    );
  });

  it('learns each habit of the service once, and expects it from then on', () => {
    const habits: Habits = new Map();
    expect(
      learn(habits, creation({ ...ADA, isPremium: true }), { ...ADA, isPremium: true, skills: [] }),
    ).toEqual([]);
    expect(habits).toEqual(
      new Map([
        ['create name sent', 'kept'],
        ['create email sent', 'kept'],
        ['create isPremium sent', 'perhaps true'],
        ['create skills left out', 'constant []'],
        ['create address left out', 'constant'],
      ]),
    );
    const other = { ...ADA, isPremium: false };
    expect(learn(habits, creation(other), { ...other, skills: [] })).toEqual([]);
    expect(habits.get('create isPremium sent')).toBe('kept');
    const next = creation({ name: 'Bo', email: 'bo@example.com', isPremium: true });
    expect(learn(habits, next, { name: 'Bo', isPremium: false, skills: [] })).toEqual([
      'email',
      'isPremium',
    ]);
  });

  it('learns that a member is always set to one value, and expects that value', () => {
    const habits: Habits = new Map();
    expect(
      learn(habits, creation({ ...ADA, isPremium: true }), { ...ADA, isPremium: false }),
    ).toEqual([]);
    expect(habits.get('create isPremium sent')).toBe('constant false');
    expect(
      learn(habits, creation({ ...ADA, isPremium: true }), { ...ADA, isPremium: true }),
    ).toEqual(['isPremium']);
    expect(
      learn(habits, creation({ ...ADA, isPremium: true }), { ...ADA, isPremium: false }),
    ).toEqual([]);
  });

  it('does not take a value that is equal by chance for a habit', () => {
    const habits: Habits = new Map();
    // A service that ignores isPremium on POST, and fills in true.
    const one = { ...ADA, isPremium: true };
    expect(learn(habits, creation(one), one)).toEqual([]);
    expect(learn(habits, creation({ ...ADA, isPremium: false }), one)).toEqual([]);
    expect(habits.get('create isPremium sent')).toBe('constant true');
    // PUT of the value that is there shows neither that it is taken nor that it is ignored.
    expect(learn(habits, replacement(one, one), one)).toEqual([]);
    expect(habits.has('replace isPremium sent')).toBe(false);
    expect(learn(habits, replacement({ ...ADA, isPremium: false }, one), one)).toEqual([]);
    expect(habits.get('replace isPremium sent')).toBe('ignored');
    // A member that was not set is absent whether the service keeps or clears it.
    expect(learn(habits, replacement(ADA, ADA), ADA)).toEqual([]);
    expect([...habits.keys()].filter((about) => about.endsWith('left out'))).toEqual([
      'create skills left out',
      'create address left out',
    ]);
  });

  it('expects a member that a creation does not take to be as if it was left out', () => {
    const habits: Habits = new Map();
    expect(
      learn(habits, creation({ ...ADA, isPremium: true }), { ...ADA, isPremium: true }),
    ).toEqual([]);
    expect(learn(habits, creation(ADA), ADA)).toEqual([]);
    // Without it the member is absent: so the service takes it, and changes it.
    const other = creation({ ...ADA, isPremium: false });
    expect(learn(habits, other, { ...ADA, isPremium: true })).toEqual(['isPremium']);
    expect(learn(habits, other, ADA)).toEqual([]);
  });

  it('expects nothing of a value before a write that is not certain', () => {
    const before = { ...ADA, isPremium: true };
    const prior = expectAfterWrite(replacement({ ...ADA, isPremium: false }, before), new Map());
    const write = { ...replacement(before, { ...ADA, isPremium: false }), prior };
    for (const isPremium of [true, false])
      expect(learn(new Map(), write, { ...ADA, isPremium })).toEqual([]);
    const leftOut = { ...replacement(ADA, { ...ADA, isPremium: false }), prior };
    for (const isPremium of [true, false])
      expect(learn(new Map(), leftOut, { ...ADA, isPremium })).toEqual([]);
  });

  it('accepts null for a member that was not set, and not for one that was', () => {
    const unset = { isPremium: null, skills: null, address: null };
    const habits: Habits = new Map();
    expect(learn(habits, creation(ADA), { ...ADA, ...unset })).toEqual([]);
    expect(learn(habits, creation(ADA), { ...ADA, ...unset })).toEqual([]);
    expect(learn(habits, creation({ ...ADA, skills: ['a'] }), { ...ADA, ...unset })).toEqual([
      'skills',
    ]);
    expect(
      learn(habits, replacement({ ...ADA, skills: ['a'] }, ADA), { ...ADA, ...unset }),
    ).toEqual([]);
    const { settled } = match(expectAfterWrite(creation(ADA), new Map()), ADA, null);
    expect(match(settled, { ...ADA, ...unset }, null).mismatches).toEqual([]);
    expect(likely(settled)).toEqual(ADA);
  });

  it('reports a service that ignores a member which it stored before', () => {
    const habits: Habits = new Map();
    const before = { ...ADA, isPremium: false, skills: [], address: {} };
    const sent = { ...before, isPremium: true };
    expect(learn(habits, replacement(sent, before), sent)).toEqual([]);
    expect(learn(habits, replacement(sent, before), before)).toEqual(['isPremium']);
  });

  it('keeps one of several candidates once it was observed', () => {
    const { settled } = match(
      expectAfterWrite(replacement({ name: 'Bo' }, ADA), new Map()),
      { name: 'Ada' },
      null,
    );
    expect(settled.get('name')).toEqual([{ value: 'Ada', by: 'contract' }]);
    const { mismatches } = match(settled, { name: 'Bo' }, ['name']);
    expect(mismatches).toMatchObject([{ member: 'name', expected: '"Ada"', actual: '"Bo"' }]);
  });

  it('replaces an unknown value by the observed one', () => {
    const { settled } = match(
      expectAfterWrite(creation(ADA), new Map()),
      { ...ADA, skills: ['x'] },
      null,
    );
    expect(settled.get('skills')).toEqual([{ value: ['x'], by: 'contract' }]);
    expect(match(settled, { ...ADA, skills: [] }, null).mismatches).toMatchObject([
      { at: '/skills/0', expected: '"x"' },
    ]);
  });

  it.each<Json>([
    null,
    false,
    0,
    '',
    [],
    {},
    { city: '', district: null },
    { at: { floor: 0, doors: [] } },
  ])(
    'treats an omitted member as emptied if it is %j, and expects that from then on',
    (emptied) => {
      const habits: Habits = new Map();
      const before = { ...ADA, address: { city: 'Oslo' } };
      expect(learn(habits, replacement(ADA, before), { ...ADA, address: emptied })).toEqual([]);
      expect(habits.get('replace address left out')).toBe('emptied');
      expect(learn(habits, replacement(ADA, before), before)).toEqual(['address']);
      expect(
        learn(habits, replacement(ADA, before), {
          ...ADA,
          address: { city: '', district: 'Town' },
        }),
      ).toEqual(['address']);
    },
  );

  it('does not treat a non-empty object as emptied', () => {
    const write = replacement(ADA, { ...ADA, address: { city: 'Oslo' } });
    expect(learn(new Map(), write, { ...ADA, address: { city: '', district: 'Town' } })).toEqual([
      'address',
    ]);
  });

  it.each<[Json, Json | undefined]>([
    [false, undefined],
    ['', undefined],
    [[], undefined],
    [{ city: '', district: 'Norr' }, { district: 'Norr' }],
    [{ city: '' }, undefined],
  ])('accepts %j shown as %j, and learns no habit from it', (sent, shown) => {
    const habits: Habits = new Map();
    const seen = { ...ADA, ...(shown === undefined ? {} : { address: shown }) } as JsonObject;
    for (const before of [ADA, { ...ADA, address: { city: 'Oslo', district: 'Sør' } }])
      expect(learn(habits, replacement({ ...ADA, address: sent }, before), seen)).toEqual([]);
    expect(learn(habits, creation({ ...ADA, address: sent }), seen)).toEqual([]);
    const full = { ...ADA, address: { city: 'Oslo', district: 'Sør' } };
    expect(learn(habits, replacement(full, ADA), full)).toEqual([]);
    expect(learn(habits, creation(full), full)).toEqual([]);
    expect(learn(habits, creation(full), ADA)).toEqual(['address']);
  });

  it.each<[Json, Json | undefined]>([
    [0, null],
    [0, 1],
    ['', 'x'],
  ])('misses %j that was kept before, and is shown as %j', (sent, shown) => {
    const habits: Habits = new Map();
    const full = { ...ADA, address: { city: 'Oslo', district: 'Sør' } };
    expect(learn(habits, replacement(full, ADA), full)).toEqual([]);
    const seen = { ...ADA, ...(shown === undefined ? {} : { address: shown }) } as JsonObject;
    expect(learn(habits, replacement({ ...ADA, address: sent }, full), seen)).toEqual(['address']);
  });

  it('does not treat a non-empty value as omitted', () => {
    const before = { ...ADA, skills: ['sql'] };
    expect(learn(new Map(), replacement({ ...ADA, skills: ['go'] }, before), ADA)).toEqual([
      'skills',
    ]);
    expect(
      learn(new Map(), replacement({ ...ADA, skills: [] }, before), { ...ADA, skills: ['go'] }),
    ).toEqual(['skills']);
  });

  it('remembers that an object was empty', () => {
    const write = replacement(ADA, { ...ADA, address: { city: 'Oslo' } });
    const { settled } = match(expectAfterWrite(write, new Map()), { ...ADA, address: {} }, null);
    expect(match(settled, { ...ADA, address: { city: 'Oslo' } }, null).mismatches).toMatchObject([
      { at: '/address', expected: '{}', actual: '{"city":"Oslo"}' },
    ]);
  });

  it('takes a member for made by the service if two creations without it show two values', () => {
    const habits: Habits = new Map();
    expect(learn(habits, creation(ADA), { ...ADA, skills: ['a'] })).toEqual([]);
    expect(isMade('skills', habits)).toBe(false);
    expect(learn(habits, creation(ADA), { ...ADA, skills: ['b'] })).toEqual([]);
    expect(isMade('skills', habits)).toBe(true);
    expect(learn(habits, creation(ADA), { ...ADA, skills: ['c'] })).toEqual([]);
    const before = { ...ADA, skills: ['c'] };
    expect(learn(habits, replacement(ADA, before), { ...ADA, skills: ['d'] })).toEqual([]);
    expect(learn(habits, creation({ ...ADA, skills: ['x'] }), before)).toEqual([]);
  });

  it('does not take the value of another item for one that the service made', () => {
    const habits: Habits = new Map([['create skills left out', 'constant []']]);
    const sent = new SentValues();
    sent.note({ skills: ['sql'] });
    const expectation = expectAfterWrite(creation(ADA), habits);
    const seen = (skills: Json) =>
      match(expectation, { ...ADA, skills }, null, { forms: null, sent }).mismatches;
    expect(seen(['sql'])).toMatchObject([{ at: '/skills', expected: '[] or nothing' }]);
    expect(seen(['go'])).toEqual([]);
  });

  it('takes a number that another member of the item has for one that the service made of it', () => {
    const habits: Habits = new Map([['create skills left out', 'constant 0']]);
    const sent = new SentValues();
    sent.note({ skills: 112 });
    sent.note({ skills: 3 });
    const expectation = expectAfterWrite(creation(ADA), habits);
    const seen = (skills: Json, serial: Json) =>
      match(expectation, { ...ADA, skills, serial }, null, { forms: null, sent }).mismatches.length;
    expect(seen(112, 112)).toBe(0);
    expect([seen(112, 113), seen(3, 3), seen(112, '112')]).toEqual([1, 1, 1]);
  });

  /** What creations show of `skills`, which they do not take. */
  const untaken = (value: Json): Habits =>
    new Map(
      ['sent', 'left out'].map((one) => [
        `create skills ${one}`,
        `constant ${JSON.stringify(value)}`,
      ]),
    );

  it('takes a number for made by the service if creations do not take it and it changes', () => {
    const before = { ...ADA, skills: 1 };
    const writes = [
      creation(ADA),
      replacement(ADA, before),
      replacement(before, before),
      replacement({ ...ADA, skills: 17 }, before),
    ];
    for (const write of writes) {
      const habits = untaken(1);
      expect(learn(habits, write, { ...ADA, skills: 2 })).toEqual([]);
      expect(isMade('skills', habits)).toBe(true);
    }
    const text = replacement({ ...ADA, skills: 'sql' }, { ...ADA, skills: 'new' });
    expect(learn(untaken('new'), text, { ...ADA, skills: 'old' })).toEqual(['skills']);
    const taken = replacement({ ...ADA, skills: 17 }, before);
    expect(learn(new Map(), taken, { ...ADA, skills: 2 })).toEqual(['skills']);
  });

  it('lets the service choose the members that it alone writes', () => {
    const write = { ...creation(ADA), made: ['skills'] };
    for (const skills of [['a'], ['b'], null])
      expect(learn(new Map(), write, { ...ADA, skills })).toEqual([]);
  });

  it('remembers that a member is hidden', () => {
    const { settled } = match(expectAfterWrite(creation(ADA), new Map()), { name: 'Ada' }, null);
    expect(settled.get('email')).toEqual([{ value: undefined, by: 'contract' }]);
    expect(match(settled, ADA, null).mismatches).toMatchObject([
      { at: '/email', expected: 'nothing' },
    ]);
  });

  it('names the option that explains the value', () => {
    const before = { ...ADA, isPremium: true };
    const write = { ...replacement(ADA, before), rulings: putRulings(before, ADA) };
    expect(match(expectAfterWrite(write, new Map()), ADA, ['isPremium']).assumed).toMatchObject([
      { 'replace.mode': 'replace' },
    ]);
    expect(match(expectAfterWrite(write, new Map()), before, ['isPremium']).assumed).toMatchObject([
      { 'replace.mode': 'merge' },
    ]);
  });

  it('compares only the named members, and learns nothing about others', () => {
    const { mismatches, habits, settled } = match(
      expectAfterWrite(creation(ADA), new Map()),
      { name: 'Bo' },
      ['name'],
    );
    expect(mismatches.map(({ member }) => member)).toEqual(['name']);
    expect(habits).toEqual([]);
    expect(settled.get('email')).toHaveLength(2);
  });

  it.each<[string, Json, Json | undefined, string, string, string]>([
    ['a value', 'Ada', 'Bo', '/m', '"Ada"', '"Bo"'],
    ['a member that is not there', 'Ada', undefined, '/m', '"Ada"', 'nothing'],
    ['a type', 1, '1', '/m', '1', 'the text "1"'],
    ['null that is a text', 'null', null, '/m', 'the text "null"', 'null'],
    ['null for false', false, null, '/m', 'false', 'null'],
    ['an element', ['a', 'b'], ['a', 'c'], '/m/1', '"b"', '"c"'],
    ['an element too few', ['a', 'b'], ['a'], '/m/1', '"b"', 'nothing'],
    ['an element too many', ['a'], ['a', 'b'], '/m/1', 'nothing', '"b"'],
    ['the order', ['a', 'b'], ['b', 'a'], '/m/0', '"a"', '"b"'],
    ['a text for a list', ['a'], 'a', '/m', '["a"]', '"a"'],
    ['a list for an object', { city: 'X' }, ['X'], '/m', '{"city":"X"}', '["X"]'],
    ['an object for a text', 'X', { city: 'X' }, '/m', '"X"', '{"city":"X"}'],
    ['a member further down', { city: 'X' }, { city: 'Y' }, '/m/city', '"X"', '"Y"'],
    [
      'a member further down that is not there',
      { 'a/b~c': 'X' },
      {},
      '/m/a~1b~0c',
      '"X"',
      'nothing',
    ],
    [
      'a place deep down',
      { list: [{ x: [1, 2] }] },
      { list: [{ x: [1, 3] }] },
      '/m/list/0/x/1',
      '2',
      '3',
    ],
  ])('points at %s', (_, expected, actual, at, told, seen) => {
    const expectation: Expectation = new Map([['m', [{ value: expected, by: 'contract' }]]]);
    const record: JsonObject = actual === undefined ? {} : { m: actual };
    expect(match(expectation, record, null).mismatches).toEqual([
      { at, member: 'm', expected: told, actual: seen, by: 'contract' },
    ]);
  });

  it('points at the member, and names the first three values, if several are admitted', () => {
    const candidates = [['a'], ['b'], ['a'], ['c'], ['d']].map(
      (value): Candidate => ({ value, by: 'replace.mode' }),
    );
    expect(match(new Map([['m', candidates]]), { m: ['x'] }, null).mismatches).toEqual([
      {
        at: '/m',
        member: 'm',
        expected: '["a"] or ["b"] or ["c"]',
        actual: '["x"]',
        by: 'replace.mode',
      },
    ]);
  });

  it('does not treat inherited properties as members', () => {
    const expectation: Expectation = new Map([
      ['toString', [{ value: undefined, by: 'contract' }]],
    ]);
    expect(match(expectation, {}, null).mismatches).toEqual([]);
    expect(
      match(new Map([['m', [{ value: { constructor: 'x' }, by: 'contract' }]]]), { m: {} }, null)
        .mismatches,
    ).toMatchObject([{ at: '/m/constructor', actual: 'nothing' }]);
  });
});

describe('agrees', () => {
  it('accepts an equal value, and one with more members', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        expect(agrees(value as Json, JSON.parse(JSON.stringify(value)) as Json)).toBe(true);
        expect(agrees({ a: value as Json }, { a: value as Json, more: 1 })).toBe(true);
        expect(agrees({ a: value as Json, more: 1 }, { a: value as Json })).toBe(false);
      }),
    );
  });

  it('distinguishes lists by length and order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 2 }), (list) => {
        expect(agrees(list, list.slice(1))).toBe(false);
        expect(agrees(list.slice(1), list)).toBe(false);
        expect(agrees(list, list.toReversed())).toBe(false);
      }),
    );
  });

  it('distinguishes values that look alike', () => {
    const alike: readonly (Json | undefined)[] = [
      undefined,
      null,
      false,
      0,
      '',
      '0',
      [],
      {},
      'null',
      'false',
    ];
    for (const [index, one] of alike.entries())
      for (const [other, two] of alike.entries()) expect(agrees(one, two)).toBe(index === other);
  });
});

describe('likely', () => {
  it('returns the first value of each member, and omits absent and unknown ones', () => {
    expect(likely(expectAfterWrite(creation({ ...ADA, isPremium: true }), new Map()))).toEqual({
      ...ADA,
      isPremium: true,
    });
  });
});

describe('show', () => {
  it.each<[Json | undefined, string]>([
    [undefined, 'nothing'],
    [null, 'null'],
    ['a "b"', '"a \\"b\\""'],
    [[1, { a: false }], '[1,{"a":false}]'],
    ['x'.repeat(198), `"${'x'.repeat(198)}"`],
    ['x'.repeat(199), `"${'x'.repeat(199)}… (a string, 201 characters)`],
    [Array.from({ length: 100 }, () => 1), `[${'1,'.repeat(99)}1… (an array, 201 characters)`],
  ])('shows %j', (value, shown) => {
    expect(show(value)).toBe(shown);
  });

  it('is never much longer than the excerpt of a value', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.boolean(), (texts, isFlagged) => {
        expect(show({ texts, isFlagged }).length).toBeLessThan(260);
      }),
    );
  });
});
