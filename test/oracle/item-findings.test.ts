// The exact text of every finding about items.

import { describe, expect, it } from 'vitest';
import { type ItemFindingCode, itemFinding } from '../../src/oracle/item-findings.ts';
import { usersContract } from '../support/users.ts';

/** The facts of all sentences; each uses its own part. */
const FACTS = {
  item: 'users/7',
  request: 3,
  write: 'replace',
  manner: 'back',
  afterMs: 12,
  first: 'users/6',
  original: 'users/6',
  key: '7',
  query: 'ownerId=7',
  asked: 'owners/7 with pets',
  removed: 'owners/7',
  path: '/owners/2/pets',
  at: '/total',
  told: 5,
  page: 2,
  items: 4,
  count: 4,
  times: 2,
  lacks: 'read',
  after: 'after remove of another item',
  expected: '"Ada"',
  actual: '"Bob"',
  member: 'note',
  lost: [
    { sent: 'red', read: 'old' },
    { sent: 'blue', read: undefined },
  ],
  unsteady: {
    place: '/name',
    operation: 'replace',
    words: 'without blanks at its ends',
    other: 'create',
    otherWords: 'as it was sent',
  },
} as const;

const VALUES = ['"Ada"', '"Bob"'] as const;
const PRESENT = 'the item, in the list and by its id';
const TARGET = 'Make each operation change only its target.';
const CHECK_FIRST = 'Check the request before you store anything.';
const EVERYWHERE = 'Show the stored values everywhere.';
const REMOVED = ['no item with this id', 'the removed item'] as const;
const REMOVE = 'Remove the item everywhere: it must be neither readable nor listed.';
const KEEP = 'Keep every item until it is removed.';

type Texts = readonly [message: string, expected: string, actual: string, remedy: string];

const TEXTS: Readonly<Record<ItemFindingCode, Texts>> = {
  'not-created': [
    'users/7 was created by request 3 but is not there',
    PRESENT,
    '"Bob"',
    'Store the item before you answer with a success.',
  ],
  'made-twice': [
    'one create made two items: users/6 and users/7',
    'one item',
    'users/7, with the same values',
    'Make one item for each create.',
  ],
  'made-a-copy': [
    'replace of users/6 also made users/7',
    'no new item',
    'users/7, with the values that were sent',
    TARGET,
  ],
  'refused-and-created': [
    'replace was refused but made users/7',
    'no new item',
    'users/7, with the values that were sent',
    CHECK_FIRST,
  ],
  'answer-differs': [
    'the answer to the replace of users/7 shows a different value than is stored',
    '"Ada"',
    '"Bob"',
    'Answer with the item as it is stored.',
  ],
  'open-to-others': [
    'replace by a second user took effect on users/7, which that user may not read',
    ...VALUES,
    'Check whose item it is in each operation.',
  ],
  'describes-another': [
    'the answer to the replace of users/7 describes another item',
    'that item, or no item',
    '"Bob"',
    'Answer with the item that the path names, or without an item.',
  ],
  'id-not-unique': [
    'create returned the id 7, which another item already has',
    'an id that no other item has',
    'the id 7 again',
    'Give no item the id of an item that still exists.',
  ],
  'id-of-another': [
    'create answered with the id 7 of an item that the run did not create',
    'the id of the item that was created',
    '"Bob"',
    'Give each new item an id that no item has, and answer with that id.',
  ],
  'wrong-scope': [
    '/owners/2/pets shows users/7, which was created below another item',
    'a refusal, 404',
    'users/7',
    'Answer only with the items that belong to the path.',
  ],
  'filter-ignored': [
    'the list with ?ownerId=7 does not have the items that fit: "Bob"',
    'all items that fit it, and no others',
    '"Bob"',
    'Apply the filter to all items, and count and divide into pages what it leaves.',
  ],
  'wrong-order': [
    'the list with ?ownerId=7 is not in the order that this asks for',
    'numbers in the order of their values, texts and moments likewise, and equal ones the same each time',
    '"Bob"',
    'Sort all items by the values of the member, before you cut them into pages.',
  ],
  'wrong-link': [
    'the answer to the replace of users/7 has an address that does not lead to it',
    '"Ada"',
    '"Bob"',
    'Show the address at which the item can be read.',
  ],
  'wrong-embedded': [
    'owners/7 with pets shows other items than those that belong to it',
    'the items that the references name',
    '"Bob"',
    'Find related items by their references.',
  ],
  'not-cascaded': [
    'owners/7 was removed, but users/7 still refers to it',
    '"Ada"',
    '"Bob"',
    'Do in one step what the contract says about items that refer to the removed one.',
  ],
  'wrong-total': [
    'the list says in /total that it has 5 items, but has 4',
    '4, the number of items on all pages',
    '5',
    'Count the same items that the list shows.',
  ],
  'page-repeats': [
    'page 2 of the list has items of the pages before',
    'items that come after them',
    '"Bob"',
    'Begin each page after the last item of the page that leads to it.',
  ],
  'page-refused': [
    'page 2 of the list cannot be read, although the page before leads to it',
    'a page of the list',
    '"Bob"',
    'Accept what each page shows of the next one, or show nothing.',
  ],
  'page-endless': [
    'the list does not end: page 2 is empty, as those before, and leads to a further one',
    'a last page, which leads to none',
    'a next page on each page',
    'Show no next page if no items are left.',
  ],
  lost: ['users/7 disappeared after remove of another item', PRESENT, '"Bob"', KEEP],
  'all-lost': [
    'all items created before are gone at once',
    'every item until it is removed',
    'none of the 4 items created at the start is in the list',
    KEEP,
  ],
  'removed-another': [
    'users/7 disappeared after remove of another item',
    PRESENT,
    '"Bob"',
    'Remove only the item that the path names.',
  ],
  'not-removed': ['users/7 was removed by request 3 but is still there', ...REMOVED, REMOVE],
  'still-readable': ['users/7 was removed by request 3 but is still readable', ...REMOVED, REMOVE],
  'still-listed': ['users/7 was removed by request 3 but is still in the list', ...REMOVED, REMOVE],
  'came-back': [
    'users/7 was removed by request 3 but is there again after remove of another item',
    ...REMOVED,
    REMOVE,
  ],
  'not-replaced': [
    'replace of users/7 had no effect',
    ...VALUES,
    'Store the values that were sent, or refuse the request.',
  ],
  'value-changed': [
    'replace of users/7 stored a different value than was sent',
    ...VALUES,
    'Store values exactly as sent, or refuse the request.',
  ],
  'not-stored': [
    'replace accepts "note" and does not store it: sent "red", read back "old"; sent "blue", read back nothing',
    '"red", then "blue"',
    '"old", then nothing',
    'Store "note", or refuse it; or take it out of the request schema, or mark it readOnly there.',
  ],
  'changed-unsent': [
    'replace of users/7 changed a member that was not sent',
    ...VALUES,
    'Change only the members that were sent.',
  ],
  'changed-another': ['users/7 changed after remove of another item', ...VALUES, TARGET],
  'changed-by-reading': [
    'reading an item changed users/7',
    ...VALUES,
    'Reading must not change what clients set (RFC 9110 section 9.2.1).',
  ],
  'refused-and-changed': [
    'replace of users/7 was refused but changed the item',
    ...VALUES,
    CHECK_FIRST,
  ],
  'normalised-sometimes': [
    'users/7: replace stores /name without blanks at its ends, but create stores it as it was sent',
    ...VALUES,
    'Store a member in one form, in every write, or exactly as it is sent.',
  ],
  'torn-write': [
    'two simultaneous replacements of users/7 left a mix of both',
    ...VALUES,
    'Store one of the two completely.',
  ],
  'read-differs': [
    'reading users/7 returns a different value than was sent',
    ...VALUES,
    EVERYWHERE,
  ],
  'list-differs': [
    'the list shows a different value for users/7 than the item has',
    ...VALUES,
    EVERYWHERE,
  ],
  'overwrote-another': [
    'users/7, which the run did not create, holds values that the run sent for another item',
    'its earlier values',
    'values that the run sent',
    TARGET,
  ],
  'harmed-others': [
    'items that the run did not create changed 2 times, always after replace',
    'no change to other items',
    '2 changes of other items, all after replace',
    TARGET,
  ],
  'stale-read': [
    'reading users/7 returns it as it was before the replace, although an earlier answer showed the new state',
    'the state after the replace, at each time',
    'the state before it, 12 ms after it',
    'Show the same state in every reply, or none that is older than one shown before.',
  ],
  'wrong-item': [
    'reading users/7 returned another item',
    ...VALUES,
    'Return only the item that the path names.',
  ],
  'made-up': [
    'reading the unused id 7 returned an item',
    'a refusal',
    '"Bob"',
    'Refuse to read an id that no item has.',
  ],
  'not-readable': [
    'users/7 is in the list but cannot be read',
    PRESENT,
    '"Bob"',
    'Return each item under the id that the list shows.',
  ],
  'not-listed': [
    'users/7 can be read but is not in the list',
    PRESENT,
    '"Bob"',
    'List every item, or link to the next page (Link: <...>; rel="next").',
  ],
  'listed-twice': ['users/7 is in the list 2 times', 'once', '2 times', 'List each item once.'],
  refused: [
    'replace of users/7 was refused, although the item exists',
    'a success, 2xx',
    '"Bob"',
    'Find the item that the path names.',
  ],
};

describe('itemFinding', () => {
  it.each(Object.entries(TEXTS))('words %s', (code, texts) => {
    const blame = { code: code as ItemFindingCode, operation: 'replace' } as const;
    const { message, expected, actual, remedy } = itemFinding(usersContract, blame, FACTS);
    expect([message, expected, actual, remedy]).toEqual(texts);
  });

  it('names all members if an operation stores none', () => {
    const blame = { code: 'not-stored', operation: 'update' } as const;
    const { message, at } = itemFinding(usersContract, blame, { ...FACTS, others: ['a', 'b'] });
    expect(at).toBe(null);
    expect(message).toMatch(
      /^update stores none of the members that it accepts \(note, a, b\); of "note": sent "red", read back "old"/,
    );
  });

  it('names the member at fault, if there is one', () => {
    const codes = [
      'value-changed',
      'changed-unsent',
      'read-differs',
      'list-differs',
      'answer-differs',
    ] as const;
    const messages = codes.map(
      (code) =>
        itemFinding(usersContract, { code, operation: 'update', at: '/lit' }, FACTS).message,
    );
    expect(messages).toEqual([
      'update of users/7 stored a different value at /lit than was sent',
      'update of users/7 changed a member at /lit that was not sent',
      'reading users/7 returns a different value at /lit than was sent',
      'the list shows a different value at /lit for users/7 than the item has',
      'the answer to the update of users/7 shows a different value at /lit than is stored',
    ]);
  });

  it('omits what is unknown: the request, the new item, the original of a copy', () => {
    const create = { code: 'not-created', operation: 'create' } as const;
    const messages = [
      itemFinding(usersContract, create, { ...FACTS, request: null }),
      itemFinding(usersContract, create, { ...FACTS, item: null }),
      itemFinding(
        usersContract,
        { code: 'made-a-copy', operation: 'replace' },
        { ...FACTS, original: null },
      ),
    ].map(({ message }) => message);
    expect(messages).toEqual([
      'users/7 was created but is not there',
      'create succeeded, but the new item cannot be found',
      'replace was refused but made users/7',
    ]);
  });

  it('names the list if reading the list changed an item', () => {
    const blame = { code: 'changed-by-reading', operation: 'list', about: 'methods' } as const;
    expect(itemFinding(usersContract, blame, FACTS)).toMatchObject({
      message: 'reading the list changed users/7',
      operation: 'list',
      clause: 'section 1',
      at: null,
    });
  });

  it('names the created item where an answer to a create describes another', () => {
    const blame = { code: 'describes-another', operation: 'create' } as const;
    expect(itemFinding(usersContract, blame, FACTS)).toMatchObject({
      message: 'the answer to the create of users/7 describes another item',
      expected: 'the created item, or no item',
      remedy: 'Answer with the item that was created.',
    });
  });

  it('carries the clause of its subject, and the place', () => {
    const blame = { code: 'wrong-item', operation: 'read', at: '/id' } as const;
    expect(itemFinding(usersContract, blame, FACTS)).toMatchObject({
      breach: 'violates',
      clause: 'section 4, GET /users/{user_id}',
      at: '/id',
      by: 'contract',
    });
    const about = { code: 'id-not-unique', operation: 'create', about: 'item' } as const;
    expect(itemFinding(usersContract, about, FACTS).clause).toBe('section 2, User');
  });
});
