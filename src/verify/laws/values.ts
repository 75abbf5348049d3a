// Laws about unusual values: a service may refuse them, but must keep what it accepts.

import { TEXTS } from '../session/item-factory.ts';
import { defineLaw, type Law } from './law.ts';
import { create, look, read, replace, update } from './shorthand.ts';

const indices = TEXTS.map((_, index) => index);

export const valueLaws: readonly Law[] = [
  defineLaw({
    name: 'unusual-values-survive',
    operation: 'create',
    about: 'item',
    meaning:
      'A value that the service accepts comes back unchanged, or always in the same normal form: quotes, markup, digits, spaces, case, accents, emoji, length.',
    moves: (make) => [
      ...indices.map((index) => create(`t${index}`, make.unusual(index), 'unusual')),
      look,
    ],
  }),
  defineLaw({
    name: 'unusual-values-survive-replacing',
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
  }),
  defineLaw({
    name: 'unusual-values-survive-updating',
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
