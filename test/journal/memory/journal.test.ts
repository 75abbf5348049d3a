import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interaction } from '../../../src/journal/interaction/interaction.ts';
import { JOURNAL_INTERACTIONS_MAX, Journal } from '../../../src/journal/memory/journal.ts';
import { answeredOf, interactionOf, sentOf } from '../../support/interactions.ts';

const seqs = (interactions: readonly Interaction[]): readonly number[] =>
  interactions.map((interaction) => interaction.seq);

describe('Journal', () => {
  it('counts from 1, and finds each by its number', () => {
    const journal = new Journal();
    expect([journal.total, journal.newest(9), journal.find(1)]).toEqual([0, [], undefined]);
    const added = journal.add(interactionOf());
    expect(added).toEqual({ seq: 1, ...interactionOf() });
    expect(journal.find(1)).toBe(added);
    expect(journal.total).toBe(1);
  });

  it.each([0, -1, 0.5, 2, Number.NaN, Number.POSITIVE_INFINITY])(
    'finds nothing under %d',
    (seq) => {
      const journal = new Journal();
      journal.add(interactionOf());
      expect(journal.find(seq)).toBeUndefined();
    },
  );

  it('notes the outcome of an answer, also of a dropped one', () => {
    const journal = new Journal({ interactionsMax: 2 });
    const [first, second] = [journal.add(interactionOf()), journal.add(interactionOf())];
    expect(journal.conclude(second, 'closed')).toEqual({ ...second, fate: 'closed' });
    expect([journal.find(1), journal.find(2), journal.total]).toEqual([
      first,
      { ...second, fate: 'closed' },
      2,
    ]);
    const third = journal.add(interactionOf());
    expect(journal.conclude(first, 'client-gone')).toEqual({ ...first, fate: 'client-gone' });
    expect([journal.find(1), journal.find(3)]).toEqual([undefined, third]);
  });

  it('keeps the default number, and continues to count', () => {
    const journal = new Journal();
    for (let count = 0; count < JOURNAL_INTERACTIONS_MAX + 7; count++) journal.add(interactionOf());
    expect(journal.total).toBe(JOURNAL_INTERACTIONS_MAX + 7);
    expect(journal.newest(5_000).length).toBe(JOURNAL_INTERACTIONS_MAX);
    expect([
      journal.find(7),
      journal.find(8)?.seq,
      journal.find(JOURNAL_INTERACTIONS_MAX + 7)?.seq,
    ]).toEqual([undefined, 8, JOURNAL_INTERACTIONS_MAX + 7]);
  });

  it('drops the oldest if the bodies of calls and replies are too long together', () => {
    const journal = new Journal({ charsMax: 100 });
    journal.add(interactionOf({ sent: sentOf(40) }));
    journal.add(interactionOf({ answered: answeredOf(40) }));
    journal.add(interactionOf({ sent: sentOf(10), answered: answeredOf(10) }));
    expect(seqs(journal.newest(9))).toEqual([3, 2, 1]);
    journal.add(interactionOf({ sent: sentOf(1) }));
    expect(seqs(journal.newest(9))).toEqual([4, 3, 2]);
    journal.add(interactionOf({ answered: answeredOf(100) }));
    expect(seqs(journal.newest(9))).toEqual([5]);
  });

  it('drops an interaction that is too long by itself, and continues', () => {
    const journal = new Journal({ charsMax: 100 });
    journal.add(interactionOf({ sent: sentOf(10) }));
    expect(journal.add(interactionOf({ answered: answeredOf(101) })).seq).toBe(2);
    expect([journal.total, journal.newest(9), journal.find(2)]).toEqual([2, [], undefined]);
    journal.add(interactionOf({ answered: answeredOf(100) }));
    expect(seqs(journal.newest(9))).toEqual([3]);
  });

  it('behaves like a list that drops its oldest until both limits hold', () => {
    const sizes = fc.array(fc.nat(60), { maxLength: 60 });
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 1, max: 8 }),
        fc.nat(150),
        fc.nat(12),
        (chars, interactionsMax, charsMax, count) => {
          const journal = new Journal({ interactionsMax, charsMax });
          let kept: { seq: number; chars: number }[] = [];
          chars.forEach((size, index) => {
            journal.add(interactionOf({ sent: sentOf(size) }));
            kept = [...kept, { seq: index + 1, chars: size }].slice(-interactionsMax);
            while (kept.reduce((sum, one) => sum + one.chars, 0) > charsMax) kept = kept.slice(1);
            const expected = kept.map((one) => one.seq).toReversed();
            expect(seqs(journal.newest(count))).toEqual(expected.slice(0, count));
            for (let seq = 0; seq <= index + 2; seq++)
              expect(journal.find(seq)?.seq).toBe(expected.includes(seq) ? seq : undefined);
          });
          expect(journal.total).toBe(chars.length);
        },
      ),
    );
  });
});
