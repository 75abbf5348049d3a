import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import {
  expectAfterUpdate,
  expectPatched,
  type ItemUpdate,
} from '../../src/oracle/expect-after-update.ts';
import { type Expectation, type Habits, match } from '../../src/oracle/expectation.ts';

const BEFORE: JsonObject = {
  title: 'One',
  notes: 'Two',
  done: true,
  tags: ['a', 'b'],
  place: { room: 'R', city: 'C' },
};

function known(record: JsonObject): Expectation {
  return new Map(
    Object.entries(record).map(([member, value]) => [member, [{ value, by: 'contract' }]]),
  );
}

function expectedAfter(
  sent: JsonObject,
  options: Partial<ItemUpdate> = {},
  habits: Habits = new Map(),
): Expectation {
  const update = { form: 'merge-patch', before: known(BEFORE), merge: null, written: [] } as const;
  return expectAfterUpdate({ ...update, sent, ...options }, habits);
}

/** Whether an item may be as it was, but for some members; `undefined` leaves one out. */
function admits(
  expectation: Expectation,
  changed: Readonly<Record<string, Json | undefined>>,
): boolean {
  const record = Object.entries({ ...BEFORE, ...changed }).flatMap(([member, value]) =>
    value === undefined ? [] : [[member, value] as const],
  );
  return match(expectation, Object.fromEntries(record), null).mismatches.length === 0;
}

describe('expectAfterUpdate', () => {
  it.each(['merge-patch', 'json', 'json-patch'] as const)(
    'requires the values that were sent as %s, and the others as they were',
    (form) => {
      const expectation = expectedAfter({ title: 'New', done: false, tags: [] }, { form });
      expect(admits(expectation, { title: 'New', done: false, tags: [] })).toBe(true);
      expect(admits(expectation, { title: 'New', done: false, tags: ['a', 'b'] })).toBe(false);
      expect(admits(expectation, { title: 'New', done: true, tags: [] })).toBe(false);
      expect(admits(expectation, { title: 'One', done: false, tags: [] })).toBe(false);
      expect(admits(expectation, { title: 'New', done: false, tags: [], notes: 'x' })).toBe(false);
      const cleared = { title: 'New', done: false, tags: [], place: undefined };
      expect(admits(expectation, cleared)).toBe(false);
    },
  );

  it('admits that an empty value is omitted', () => {
    expect(admits(expectedAfter({ done: false }), { done: undefined })).toBe(true);
    expect(admits(expectedAfter({ title: 'New' }), { title: undefined })).toBe(false);
  });

  it('removes a member that a merge patch sets to null, however that is shown', () => {
    const expectation = expectedAfter({ notes: null });
    expect(admits(expectation, { notes: undefined })).toBe(true);
    expect(admits(expectation, { notes: null })).toBe(true);
    expect(admits(expectation, { notes: '' })).toBe(true);
    expect(admits(expectation, { notes: 'Two' })).toBe(false);
    expect(admits(expectation, { notes: 'null' })).toBe(false);
  });

  it('leaves open what null does in plain JSON, until it was seen', () => {
    const open = expectedAfter({ notes: null }, { form: 'json' });
    expect(admits(open, { notes: null })).toBe(true);
    expect(admits(open, { notes: 'Two' })).toBe(true);
    expect(admits(open, { notes: 'null' })).toBe(false);
    const ignoring = new Map([['update notes null', 'ignored']]);
    expect(
      admits(expectedAfter({ notes: null }, { form: 'json' }, ignoring), { notes: null }),
    ).toBe(false);
    const removing = new Map([['update notes null', 'removed']]);
    expect(admits(expectedAfter({ notes: null }, { form: 'json' }, removing), {})).toBe(false);
  });

  it.each(['patch', 'shallow'] as const)(
    'changes what null does in plain JSON if %s is decided',
    (merge) => {
      const expectation = expectedAfter({ notes: null }, { form: 'json', merge });
      expect(admits(expectation, { notes: null })).toBe(true);
      expect(admits(expectation, { notes: 'Two' })).toBe(false);
    },
  );

  it('merges nested objects in a merge patch', () => {
    const expectation = expectedAfter({ place: { room: 'S' } });
    expect(admits(expectation, { place: { room: 'S', city: 'C' } })).toBe(true);
    expect(admits(expectation, { place: { room: 'S' } })).toBe(false);
    expect(admits(expectation, { place: { room: 'R', city: 'C' } })).toBe(false);
  });

  it('removes a nested member that a merge patch sets to null', () => {
    const expectation = expectedAfter({ place: { city: null } });
    expect(admits(expectation, { place: { room: 'R' } })).toBe(true);
    expect(admits(expectation, { place: { room: 'R', city: null } })).toBe(true);
    expect(admits(expectation, { place: { room: 'R', city: 'C' } })).toBe(false);
  });

  it('merges or replaces nested objects in plain JSON, always the same way', () => {
    const sent = { place: { room: 'S' } };
    const open = expectedAfter(sent, { form: 'json' });
    const [merged, replaced] = [{ place: { room: 'S', city: 'C' } }, { place: { room: 'S' } }];
    expect([admits(open, merged), admits(open, replaced)]).toEqual([true, true]);
    expect(match(open, { ...BEFORE, ...replaced }, null)).toMatchObject({
      habits: [{ about: 'update place nested', way: 'replaced' }],
      assumed: [{ 'update.merge': 'shallow' }],
    });
    const merging = new Map([['update place nested', 'merged']]);
    expect(admits(expectedAfter(sent, { form: 'json' }, merging), replaced)).toBe(false);
    const decided = expectedAfter(sent, { form: 'json', merge: 'patch' });
    expect(admits(decided, replaced)).toBe(false);
  });

  it('admits any value of a member that only the service writes', () => {
    const expectation = expectedAfter({ title: 'New' }, { written: ['notes'] });
    expect(admits(expectation, { title: 'New', notes: 'whatever' })).toBe(true);
  });
});

describe('expectPatched', () => {
  const patched = { ...BEFORE, title: 'New', place: { room: 'S' } };

  it('requires the result in the members that the patch names, and the others as they were', () => {
    const { place: _, ...removed } = patched;
    const options = { touched: ['title', 'place'], written: [] };
    const expectation = expectPatched(known(BEFORE), { patched, ...options });
    expect(admits(expectation, { title: 'New', place: { room: 'S' } })).toBe(true);
    expect(admits(expectation, { title: 'New', place: { room: 'S', city: 'C' } })).toBe(false);
    expect(admits(expectation, { title: 'New', place: { room: 'S' }, done: false })).toBe(false);
    const without = expectPatched(known(BEFORE), { patched: removed, ...options });
    expect(admits(without, { title: 'New', place: undefined })).toBe(true);
    expect(admits(without, { title: 'New' })).toBe(false);
  });
});
