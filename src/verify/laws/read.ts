// Laws about reading the list and single items.

import { isTakenBack } from '../../contract/item-members.ts';
import { isAction, isActionRead, isOfItem, isOpenWrite } from '../move.ts';
import { namedCounts } from '../pages/told-counts.ts';
import { defineLaw, type Law } from './law.ts';
import { create, given, look, lookAtOnce, pause, remove, replace, together } from './shorthand.ts';

export const readLaws: readonly Law[] = [
  defineLaw({
    name: 'reading-changes-nothing',
    operation: 'read',
    about: 'methods',
    meaning:
      'Reading an item changes nothing that clients set, however often it is read (RFC 9110 section 9.2.1).',
    moves: (make) => [
      given('a', make.plain({ flag: true, count: 3 })),
      { kind: 'read-over', item: 'a', between: 'nothing' },
      look,
    ],
  }),
  defineLaw({
    name: 'listing-changes-nothing',
    needs: ['read'],
    operation: 'list',
    about: 'methods',
    meaning:
      'Reading the list changes nothing that clients set, however often it is read (RFC 9110 section 9.2.1).',
    moves: (make) => [
      given('a', make.plain({ flag: true, count: 3 })),
      { kind: 'read-over', item: 'a', between: 'list' },
      look,
    ],
  }),
  defineLaw({
    name: 'list-follows',
    operation: 'list',
    meaning:
      'After each creation and removal the list holds every item exactly once, with the same values as a read of the item.',
    moves: (make) => [
      create('a', make.plain()),
      look,
      remove('a'),
      look,
      create('b', make.plain()),
      look,
    ],
    beside: (make) => [
      create('a', make.plain()),
      lookAtOnce,
      replace('a', make.plain()),
      lookAtOnce,
      remove('a'),
      lookAtOnce,
    ],
  }),
  defineLaw({
    name: 'totals-fit',
    isExclusive: true,
    operation: 'list',
    meaning:
      'The total beside the list, or in its header fields, is the number of items on all its pages. A count that may be of the page is the one or the other.',
    applies: (contract) => namedCounts(contract).length > 0,
    moves: (make) => [
      { kind: 'count' },
      create('a', make.plain()),
      { kind: 'count' },
      create('b', make.plain()),
      { kind: 'count' },
      remove('a'),
      { kind: 'count' },
      remove('b'),
      { kind: 'count' },
    ],
  }),
  defineLaw({
    name: 'filters-apply',
    isExclusive: true,
    operation: 'list',
    meaning:
      'A list that is filtered as the contract shows has the items that fit, and no others, on all its pages; no page is longer than asked for. If a parameter names members to sort by, the list is in that order; if one has the name of a mark, it makes a difference.',
    applies: ({ operations: { list } }) =>
      list?.filters !== undefined ||
      list?.paging?.size !== undefined ||
      list?.parameters?.some((one) => one.in === 'query') === true,
    moves: (make) => [{ kind: 'filter', created: Array.from({ length: 15 }, () => make.plain()) }],
  }),
  defineLaw({
    name: 'pages-follow',
    isExclusive: true,
    operation: 'list',
    meaning:
      'Each page of the list leads to the next one as the contract shows it, and together they have each item once.',
    applies: ({ operations }) => operations.list?.paging?.next !== undefined,
    moves: (make) => [
      create('a', make.plain()),
      create('b', make.plain()),
      create('c', make.plain()),
      { kind: 'follow-pages' },
    ],
    reading: [{ kind: 'follow-pages' }],
  }),
  defineLaw({
    name: 'stays-over-time',
    operation: 'read',
    meaning: 'A written item is still there some time later, unchanged.',
    moves: (make) => [
      given('a', make.plain()),
      given('b', make.plain()),
      replace('b', make.plain()),
      look,
      pause(PAUSE_MS),
      { kind: 'look', scope: 'all' },
      remove('a'),
      look,
      pause(PAUSE_MS),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'nobody-is-nobody',
    operation: 'read',
    meaning: 'Reading an id that does not exist returns no item.',
    moves: () => [{ kind: 'read-unknown' }],
    reading: [{ kind: 'read-unknown' }],
  }),
  defineLaw({
    name: 'answers-fit',
    operation: 'read',
    isOfOne: true,
    meaning: 'A read of the only item at a path is answered as the contract specifies.',
    applies: ({ isSingle }) => isSingle === true,
    moves: () => [{ kind: 'read-plainly', operation: 'read' }],
    reading: [{ kind: 'read-plainly', operation: 'read' }],
  }),
  defineLaw({
    name: 'lists-fit',
    operation: 'list',
    meaning: 'A list whose items cannot be created is answered as the contract specifies.',
    applies: ({ operations }) => operations.create === undefined,
    moves: () => [{ kind: 'read-plainly', operation: 'list' }],
    reading: [{ kind: 'read-plainly', operation: 'list' }],
  }),
  defineLaw({
    name: 'read-actions-fit',
    formerly: 'other-reads-fit',
    operation: 'read',
    isAlone: true,
    meaning:
      'GET that shows neither a list nor an item is answered as the contract specifies. A list whose summary names a mark (`whom you follow`) has only what belongs to what is marked.',
    applies: ({ actions = [] }) => actions.some(isActionRead),
    moves: (make) => [create('a', make.plain()), { kind: 'read-others', item: 'a' }],
    reading: [{ kind: 'read-others', item: null }],
  }),
  defineLaw({
    name: 'actions-set-members',
    needs: ['create'],
    operation: 'read',
    meaning:
      'An operation below an item sets the members that the contract names, also twice if it is a PUT, a DELETE or a mark, and changes no others. A mark (`favorited`) is shown by its answer and by reads, and counted once.',
    applies: ({ actions = [] }) => actions.some(isAction),
    moves: (make) => [create('a', make.plain()), { kind: 'act', item: 'a' }],
  }),
  defineLaw({
    name: 'marks-are-taken-back',
    needs: ['create'],
    operation: 'read',
    meaning:
      'PUT below an item, with DELETE at the same path, leaves the same state when it is repeated, and DELETE takes it back; other items stay as they are.',
    applies: (contract) => (contract.actions ?? []).some((one) => isTakenBack(one, contract)),
    moves: (make) => [
      create('a', make.plain()),
      create('b', make.plain()),
      { kind: 'compare-actions', pairs: [['a', 'b']], which: 'taken-back' },
    ],
  }),
  defineLaw({
    name: 'actions-do-alike',
    needs: ['create'],
    operation: 'read',
    asked: 'write-actions',
    meaning:
      'An action below an item does the same for each item, answers with what is stored, stores what was sent of the item, and changes no other item; a refused one changes nothing.',
    applies: (contract) => (contract.actions ?? []).some((one) => isOfItem(one, contract)),
    moves: (make) => [
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((item) => create(item, make.plain())),
      {
        kind: 'compare-actions',
        pairs: [
          ['a', 'b'],
          ['c', 'd'],
        ],
        spare: ['e', 'f'],
        which: 'all',
      },
    ],
  }),
  defineLaw({
    name: 'write-actions-fit',
    formerly: 'other-writes-fit',
    operation: 'read',
    isAlone: true,
    asked: 'write-actions',
    meaning:
      'An action, which is none of the usual operations and may change anything, is answered as the contract specifies. An account that the run registers logs in with its password, and with no other one; registering it again does not fail. A mark of it (`POST /profiles/{username}/follow` beside DELETE) is set and taken back.',
    applies: ({ actions = [] }) => actions.some(isOpenWrite),
    moves: (make) => [create('a', make.plain()), { kind: 'write-actions', item: 'a' }],
    itemless: [{ kind: 'write-actions', item: null }],
  }),
  defineLaw({
    name: 'initial-items-are-sound',
    needs: ['read'],
    operation: 'list',
    about: 'elements',
    meaning:
      'Items that existed before the run fit the schema, and a read of each returns what the list holds.',
    moves: () => [{ kind: 'read-foreign' }],
    reading: [{ kind: 'read-foreign' }],
  }),
  defineLaw({
    name: 'listing-goes-on-while-others-write',
    operation: 'list',
    meaning: 'The list can be read while items are being created.',
    moves: (make) => [
      given('a', make.plain()),
      together(create('b', make.plain()), create('c', make.plain()), { kind: 'list', times: 6 }),
      look,
    ],
    beside: (make) => [
      together(create('b', make.plain()), create('c', make.plain()), { kind: 'list', times: 2 }),
      look,
    ],
  }),
];

/** Pause before an item is read again, in milliseconds: a service may undo a write later. */
export const PAUSE_MS = 300;
