// Laws about unusual values: a service may refuse them, but must keep what it accepts.

import type { JsonObject } from '../../base/json.ts';
import { type ItemFactory, TEXTS } from '../session/item-factory.ts';
import { defineLaw, type Law } from './law.ts';
import { create, given, look, read, replace, update } from './shorthand.ts';

/** The values that a kind of write sends beside other laws, and whether no other kind sends them. */
function someOf(
  make: ItemFactory,
  by: 'create' | 'replace',
): readonly { readonly values: JsonObject; readonly isOnce: boolean }[] {
  const [both, own] = [
    TEXTS.filter((one) => one.by === 'both'),
    TEXTS.filter((one) => one.by === by),
  ];
  return [
    ...both.map((_, index) => ({ values: make.unusual(index, both), isOnce: false })),
    ...own.map((_, index) => ({ values: make.unusual(both.length + index, own), isOnce: true })),
  ];
}

const indices = TEXTS.map((_, index) => index);

export const valueLaws: readonly Law[] = [
  defineLaw({
    name: 'unusual-values-survive',
    group: 'unusual values',
    requests: 22,
    operation: 'create',
    about: 'item',
    meaning:
      'A value that the service accepts comes back unchanged, or always in the same normal form: quotes, markup, digits, spaces, case, accents, emoji, length.',
    moves: (make) => [
      ...indices.map((index) => create(`t${index}`, make.unusual(index), 'unusual')),
      look,
    ],
    beside: (make) => {
      const all = someOf(make, 'create');
      return [
        ...all.map(({ values }, index) => create(`t${index}`, values, 'unusual')),
        ...all.flatMap(({ isOnce }, index) => (isOnce ? [read(`t${index}`)] : [])),
        look,
      ];
    },
  }),
  defineLaw({
    name: 'unusual-values-survive-replacing',
    group: 'unusual values',
    requests: 32,
    operation: 'replace',
    about: 'item',
    meaning:
      'A value that the service accepts in a PUT comes back unchanged, or in the same normal form as after a POST.',
    moves: (make) => [
      create('a', make.plain()),
      look,
      ...indices.flatMap((index) => [replace('a', make.unusual(index), 'unusual'), read('a')]),
      look,
    ],
    beside: (make) => [
      ...someOf(make, 'replace').flatMap(({ values }, index) => [
        given(`t${index}`, make.plain()),
        replace(`t${index}`, values, 'unusual'),
        read(`t${index}`),
      ]),
      look,
    ],
  }),
  defineLaw({
    name: 'unusual-values-survive-updating',
    group: 'unusual values',
    requests: 47,
    operation: 'update',
    about: 'item',
    meaning: 'A value that the service accepts in a PATCH comes back unchanged.',
    moves: (make) => [
      create('a', make.plain()),
      look,
      ...indices.flatMap((index) => [update('a', make.unusual(index), 'unusual'), read('a')]),
      look,
    ],
  }),
];
