// The tour: all that the quick budget tries, in stages that share their items and their looks. It
// shows whether anything is wrong; each law alone shows what. Laws that only some contracts give
// something to try are not in it: they are tried alone.

import { isObject, type JsonObject } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Move } from '../move.ts';
import { type ItemFactory, MIXED_TEXTS, SHORT_TEXTS } from '../session/item-factory.ts';
import { addressesInCapitals, halfOf, ofAlternatives } from './create.ts';
import { FORMS as PATCH_FORMS } from './patch-forms.ts';
import { PAUSE_MS } from './read.ts';
import { alike } from './replace.ts';
import { create, given, pause, read, remove, replace, together, update } from './shorthand.ts';
import { partsOf, singlesOf } from './update.ts';

/** Moves that test laws. They use items of earlier stages, and their own. */
export interface Strand {
  /** The laws that have held if all is as expected. */
  readonly laws: readonly string[];
  readonly moves: readonly Move[];
}

/** Strands with one look at their end. */
export interface Stage {
  readonly strands: readonly Strand[];
  /** The items to read in the look at the end; no look if absent. */
  readonly reads?: readonly string[];
  /** The operation that the stage is about; any if absent. */
  readonly needs?: Kind;
  /** Whether what was not touched since the last look is compared, too. */
  readonly scope?: 'all';
}

/** Returns the stages of the tour. */
export function tourOf(make: ItemFactory): readonly Stage[] {
  const first = make.plain({ flag: true, count: 3 });
  const second = make.plain({ flag: false, count: 4 });
  const twice = make.changes({ flag: true, count: 3 });
  const signs = { ...make.unusual(15, MIXED_TEXTS), ...nestedOf(make.unusual(4, SHORT_TEXTS)) };
  const letters = make.unusual(25, MIXED_TEXTS);
  const third = make.plain({ flag: true, count: 5 });
  return [
    {
      strands: [
        strand(
          ['created-is-there', 'created-together', 'listing-goes-on-while-others-write'],
          together(
            create('c1', first),
            create('c2', second),
            create('c3', third),
            create('c4', make.plain()),
            { kind: 'list' },
          ),
        ),
      ],
    },
    {
      strands: [
        strand(
          ['ids-are-unique', 'replaced-at-once'],
          { kind: 'read-next' },
          create('n', make.plain({ flag: true })),
          replace('n', make.plain({ flag: false, count: 4 })),
        ),
        strand(['equal-in-everything', 'equal-names'], create('equal', first, 'unusual')),
        strand(['created-with-what-is-shown'], create('s1', make.shown(), 'unusual')),
        strand(
          ['unusual-values-survive'],
          create('signs', signs, 'unusual'),
          create('letters', switched({ ...letters, ...halfOf(signs, letters) }, true), 'unusual'),
          ...ofAlternatives(make),
        ),
      ],
      reads: ['signs', 'letters', 's1', 'n'],
    },
    {
      strands: [
        strand(
          ['unusual-values-survive-replacing', 'as-good-as-the-first', 'flags-and-lists'],
          replace('c2', make.unusual(3, MIXED_TEXTS), 'unusual'),
          read('c2'),
          given('kept', make.plain()),
          replace('kept', make.unusual(35, SHORT_TEXTS), 'unusual'),
        ),
        strand(
          ['replaced-is-there'],
          replace('s1', switched(make.unusual(1, SHORT_TEXTS), false), 'unusual'),
          replace(
            'equal',
            {
              ...switched(first, false),
              ...nestedOf(alike(make.plain())),
              ...addressesInCapitals(first),
            },
            'unusual',
          ),
        ),
        strand(
          ['there-and-back', 'twice-is-once'],
          replace('c3', make.unusual(7, MIXED_TEXTS), 'unusual'),
          read('c3'),
          replace('c3', third),
          replace('c3', third),
        ),
        strand(
          ['replaced-together'],
          together(
            replace('c4', make.plain()),
            replace('c4', make.plain()),
            replace('n', make.unusual(2, SHORT_TEXTS), 'unusual'),
          ),
        ),
      ],
      reads: ['c4', 'kept'],
    },
    {
      strands: [
        strand(
          ['updated-is-there', 'updated-alone', 'updates-add-up'],
          ...singlesOf(make.changes({ flag: false, count: 2 })).map((one) => update('c3', one)),
        ),
        strand(
          ['updated-to-empty-values'],
          ...make.emptied().map((one) => update('n', one, 'unusual')),
        ),
        strand(['updated-to-null'], ...make.nulled().map((one) => update('c4', one))),
        strand(
          ['updated-within'],
          ...partsOf(make.changes())
            .slice(0, 2)
            .map((one) => update('c2', one)),
        ),
        strand(
          ['unusual-values-survive-updating'],
          update('c1', make.unusual(7, MIXED_TEXTS), 'unusual'),
        ),
      ],
      reads: ['c1', 'c2', 'c3', 'c4', 'n'],
      needs: 'update',
    },
    {
      strands: [
        strand(
          ['updated-together'],
          together(...['c2', 'c3', 'c4'].map((item) => update(item, make.changes({ flag: true })))),
        ),
        strand(['updated-twice-is-once'], update('n', twice), update('n', twice)),
        strand(['updated-in-each-form'], ...formsOf(make, 'c1')),
        strand(['nothing-updated'], update('c4', {}, 'unusual')),
      ],
      reads: ['c1', 'c3', 'n'],
      needs: 'update',
    },
    // Before anything can be wrong with what is cleaned up: a service that removes another row must
    // not be asked again.
    { strands: [strand(['removed-is-gone'], remove('c1'))], reads: [] },
    {
      strands: [
        strand(
          ['refused-creation-changes-nothing'],
          ...make
            .flawed('create')
            .slice(-2)
            .map((values) => flawed(null, values)),
        ),
        strand(
          ['refused-replacement-changes-nothing'],
          ...make
            .flawed('replace')
            .slice(-2)
            .map((values) => flawed('c2', values)),
        ),
        strand(
          ['refused-update-changes-nothing'],
          ...make
            .flawed('update')
            .slice(0, 2)
            .map((values): Move => ({ ...flawed('c2', values), by: 'update' })),
        ),
        strand(['nobody-is-nobody'], { kind: 'read-unknown', most: 1 }),
        strand(['initial-items-are-sound'], { kind: 'read-foreign', most: 1 }),
      ],
    },
    {
      strands: [
        strand(
          ['nothing-comes-back', 'created-while-another-goes', 'removed-together'],
          together(remove('c4'), remove('n'), create('r', make.shown(), 'unusual')),
          replace('c3', make.plain()),
        ),
      ],
      reads: ['r', 'c3'],
    },
    {
      strands: [
        strand(
          [
            'removing-again-harms-nobody',
            'updating-the-removed-harms-nobody',
            'replacing-the-unknown-harms-nobody',
          ],
          { kind: 'remove-removed', item: 'n' },
          { kind: 'update-removed', item: 'n' },
          { kind: 'replace-removed', item: 'n', values: make.plain() },
        ),
        strand(
          ['stays-over-time', 'list-follows', 'reading-changes-nothing', 'listing-changes-nothing'],
          pause(PAUSE_MS),
        ),
      ],
      reads: [],
      scope: 'all',
    },
  ];
}

function formsOf(make: ItemFactory, item: string): readonly Move[] {
  return PATCH_FORMS.map(
    (form, index): Move =>
      ({ ...update(item, make.changes({ flag: index % 2 === 0 })), form }) as Move,
  );
}

function strand(laws: readonly string[], ...moves: readonly Move[]): Strand {
  return { laws, moves };
}

function flawed(item: string | null, values: JsonObject): Extract<Move, { kind: 'write-flawed' }> {
  return { kind: 'write-flawed', item, text: JSON.stringify(values) };
}

/** The nested objects of an item. */
function nestedOf(item: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => isObject(value)));
}

/** An item with its flags on or off. */
function switched(item: JsonObject, to: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(item).map(([member, value]) => [member, value === !to ? to : value]),
  );
}
