// Laws about values that hardly ever occur: certain lengths, characters, words, numbers and moments,
// long lists, and members in each combination. A service may refuse them, but must keep what it
// accepts.

import { pick } from '../../base/json.ts';
import type { Move } from '../move.ts';
import type { ItemFactory, UnusualText } from '../session/item-factory.ts';
import { defineLaw, type Law } from './law.ts';
import { create, look, read, replace, update } from './shorthand.ts';

/** Lengths at which columns, buffers and pages end, and those next to them. */
const LENGTHS = [
  63, 64, 65, 127, 128, 129, 254, 255, 256, 257, 511, 512, 513, 1000, 1001, 1024, 1025, 2049, 4001,
  4097,
];

/** More bytes than two can count. A service may refuse it; so only one text has it. */
const HUGE = 2 ** 16;

/** Texts that mean something else in some format, or hold rare characters. */
const RARE_WORDS: readonly string[] = [
  'a\u200bb\u00adc\ufeffd\u2060e',
  'one\0two',
  '\u{20bb7}野家 \u{2a6a5}',
  '\u{e0001} \u{f0000} \u{10fffd}',
  'ＡＢＣ １２３',
  'one\u2028two\u2029three',
  '&#233; &#x27; &eacute;',
  'No',
  'yes',
  'on',
  'OFF',
  '2024-02-29',
  '12:30',
  '12345678901234567890',
  '0x1F',
  '1_000',
  '-0',
  'Infinity',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '[1, 2]',
  '{"a": 1}',
  '"quoted"',
  '-1',
  '+1',
  '@home',
  'Weiß',
  'İzmir ı',
  'ﬁve ①',
  '👍🏽 ❤️ 🏴\u{e0067}\u{e007f}',
  '\\N',
  'None',
  'nil',
  'false',
  '%00 %0A',
  '#1 ?a=b&c',
  '~ ` | ^',
  '\u007f\b\f',
];

const RARE_TEXTS: readonly UnusualText[] = [
  ...RARE_WORDS.map((word): UnusualText => ({ what: word, by: 'both', text: () => word })),
  ...LENGTHS.map((length) => ofLength(length, 'x')),
  ...[64, 128, 256].map((length) => ofLength(length, '漢')),
  {
    what: `${HUGE} characters`,
    by: 'both',
    text: (mark) => (mark === '' ? 'x' : mark.padEnd(HUGE, 'x')),
  },
];

function ofLength(length: number, filler: string): UnusualText {
  return {
    what: `${length} characters`,
    by: 'both',
    text: (mark) => mark.slice(0, length).padEnd(length, filler),
  };
}

/** Numbers of elements at which bits, buffers and pages end, and those next to them. */
const COUNTS = [64, 65, 100, 101, 128, 129, 256, 257];

const indices = RARE_TEXTS.map((_, index) => index);

export const rareValueLaws: readonly Law[] = [
  defineLaw({
    name: 'rare-values-survive',
    requests: 183,
    operation: 'create',
    about: 'item',
    budget: 'thorough',
    meaning:
      'A value that hardly ever occurs, and that the service accepts, comes back unchanged: certain lengths, characters, words, numbers and moments.',
    moves: (make) => [
      ...indices.map((index) => create(`t${index}`, make.rare(index, RARE_TEXTS), 'unusual')),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'rare-values-survive-replacing',
    requests: 133,
    operation: 'replace',
    about: 'item',
    budget: 'thorough',
    meaning:
      'A value that hardly ever occurs, and that the service accepts in a PUT, comes back unchanged.',
    moves: (make) => [
      create('a', make.plain()),
      look,
      ...indices.flatMap((index) => [
        replace('a', make.rare(index, RARE_TEXTS), 'unusual'),
        read('a'),
      ]),
      look,
    ],
  }),
  defineLaw({
    name: 'rare-values-survive-updating',
    requests: 133,
    operation: 'update',
    about: 'item',
    budget: 'thorough',
    meaning:
      'A value that hardly ever occurs, and that the service accepts in a PATCH, comes back unchanged.',
    moves: (make) => [
      create('a', make.plain()),
      look,
      ...indices.flatMap((index) => [
        update('a', make.rare(index, RARE_TEXTS), 'unusual'),
        read('a'),
      ]),
      look,
    ],
  }),
  defineLaw({
    name: 'long-lists-survive',
    requests: 45,
    operation: 'create',
    about: 'item',
    budget: 'thorough',
    meaning: 'A list of up to 257 elements that the service accepts comes back whole and in order.',
    moves: (make) => [
      create('a', make.plain()),
      ...COUNTS.flatMap((count) => [
        create(`c${count}`, make.plain({ count }), 'unusual'),
        replace('a', make.plain({ count }), 'unusual'),
        update('a', make.changes({ count }), 'unusual'),
        read('a'),
      ]),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'each-combination-survives',
    requests: 73,
    operation: 'create',
    about: 'item',
    budget: 'thorough',
    meaning:
      'Members that may be left out are stored in each combination, and flags with lists of each length.',
    moves: (make) => {
      const combinations = combinationsOf(make);
      return [
        ...combinations.map((members, index) =>
          create(`s${index}`, pick(make.plain({ flag: true }), members), 'unusual'),
        ),
        ...FLAGS_AND_COUNTS.map((wishes, index) =>
          create(`f${index}`, make.plain(wishes), 'unusual'),
        ),
        { kind: 'look', scope: 'all' },
        create('p', make.plain({ flag: false })),
        look,
        ...combinations.flatMap((members): Move[] => [
          {
            kind: 'replace-some',
            item: 'p',
            values: pick(make.plain({ flag: true, count: 3 }), members),
          },
          read('p'),
          replace('p', make.plain({ flag: false, count: 2 })),
        ]),
        look,
      ];
    },
  }),
];

const FLAGS_AND_COUNTS = [true, false].flatMap((flag) =>
  [0, 1, 3].map((count) => ({ flag, count })),
);

/** How many members each combination of which is tried; of more, each alone and each left out. */
const COMBINED_MAX = 4;

/** The members that are required, with some of the others. */
function combinationsOf(make: ItemFactory): readonly (readonly string[])[] {
  const required = Object.keys(make.shown());
  const others = Object.keys(make.plain()).filter((member) => !required.includes(member));
  const chosen =
    others.length <= COMBINED_MAX
      ? subsetsOf(others)
      : others.flatMap((member) => [[member], others.filter((other) => other !== member)]);
  return chosen.map((members) => [...required, ...members]);
}

function subsetsOf(members: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: 2 ** members.length }, (_, subset) =>
    members.filter((_member, place) => (subset >> place) % 2 === 1),
  );
}
