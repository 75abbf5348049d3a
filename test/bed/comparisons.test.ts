// Each comparison of an item with what was expected is needed: there is a fault that no other one
// shows, or that no other one puts down to the right operation. `npm run defences` takes each away.

import { describe, expect, it } from 'vitest';
import { faults } from './faults/index.ts';
import { hardFaults } from './hard/index.ts';
import { odd } from './odd.ts';
import { plain } from './plain.ts';
import { tryFault } from './try.ts';

const shown = [
  { what: 'an item is there', base: plain, name: 'unknown-id-remembered' },
  { what: 'the list has it', base: plain, name: 'list-omits-the-third' },
  { what: 'the list has it once', base: plain, name: 'list-doubles-the-sixth' },
  { what: 'it holds what was sent', base: odd, name: 'city-cut-at-64-by-put' },
  { what: 'a replacement took effect', base: odd, name: 'put-does-nothing' },
  { what: 'the list shows the same values', base: plain, name: 'names-trimmed-in-list' },
  { what: 'objects are in their place', base: odd, name: 'address-flat-when-read' },
  { what: 'a removed item is gone', base: plain, name: 'deleted-stays-readable' },
  { what: 'nothing else was made', base: plain, name: 'put-also-adds-a-copy' },
  { what: 'an answer is about its item', base: plain, name: 'delete-answers-the-first-user' },
  { what: 'an answer shows what is stored', base: plain, name: 'put-answers-another-email' },
  { what: 'an answer has its media type', base: plain, name: 'user-called-html' },
  { what: 'a request succeeds', base: plain, name: 'delete-fails-from-the-third' },
  { what: 'the list is whole in a rush', base: odd, name: 'list-in-a-rush-is-empty' },
  { what: 'a removed item is no other', base: plain, name: 'removed-read-gives-the-first-user' },
];

/** Without these, others see the fault, and blame another operation. */
const named = [
  { what: 'a read is of its item', base: odd, name: 'trailing-zero-of-id-lost' },
  { what: 'a read shows what the list shows', base: odd, name: 'email-lower-cased-when-read' },
  { what: 'some items are always there', base: plain, name: 'all-lost-after-eighty-requests' },
];

describe('a comparison alone shows a fault', () => {
  it.concurrent.each(shown)('$what: $name', { timeout: 120_000, retry: 2 }, async (one) => {
    const [fault] = [...faults, ...hardFaults].filter(({ name }) => name === one.name);
    if (fault === undefined) throw new Error(`there is no fault ${one.name}`);
    const { result, told } = await tryFault(one.base, fault, { withinMs: 110_000 });
    expect(result, told.join('\n')).not.toBe('missed');
  });
});

describe('a comparison alone blames the right operation', () => {
  it.concurrent.each(named)('$what: $name', { timeout: 120_000, retry: 2 }, async (one) => {
    const [fault] = faults.filter(({ name }) => name === one.name);
    if (fault === undefined) throw new Error(`there is no fault ${one.name}`);
    const { result, told } = await tryFault(one.base, fault, { withinMs: 110_000 });
    expect(result, told.join('\n')).toBe('named');
  });
});
