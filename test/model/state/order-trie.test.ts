import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyOrder,
  type OrderTrie,
  SLOTS_MAX,
  setSlot,
  visitSlots,
} from '../../../src/model/state/order-trie.ts';

interface Element {
  readonly name: number;
}

interface Range {
  readonly offset: number;
  readonly count: number;
  readonly backwards: boolean;
}

/** A trie beside the sparse array that it must be like. */
class Pair {
  trie: OrderTrie<Element>;
  readonly slots: Map<number, Element>;
  owner: object = {};

  constructor(
    trie: OrderTrie<Element> = emptyOrder,
    slots: ReadonlyMap<number, Element> = new Map(),
  ) {
    this.trie = trie;
    this.slots = new Map(slots);
  }

  set(slot: number, element: Element | null): void {
    this.trie = setSlot(this.trie, slot, element, this.owner);
    if (element === null) this.slots.delete(slot);
    else this.slots.set(slot, element);
  }

  fork(): Pair {
    this.owner = {};
    return new Pair(this.trie, this.slots);
  }

  page(range: Range): readonly Element[] {
    const seen: Element[] = [];
    visitSlots(this.trie, range, (element) => seen.push(element));
    return seen;
  }

  expected({ offset, count, backwards }: Range): readonly Element[] {
    const inOrder = [...this.slots].toSorted(([a], [b]) => a - b).map(([, element]) => element);
    return (backwards ? inOrder.toReversed() : inOrder).slice(offset, offset + count);
  }
}

/** Near the beginning, on both sides of where the trie grows a level, and as far as slots go. */
const slot = fc.oneof(
  fc.nat(40),
  fc.constantFrom(
    31,
    32,
    33,
    1023,
    1024,
    1025,
    32_767,
    32_768,
    1_048_576,
    33_554_432,
    SLOTS_MAX - 1,
  ),
);
const range: fc.Arbitrary<Range> = fc.record({
  offset: fc.nat(30),
  count: fc.nat(30),
  backwards: fc.boolean(),
});
const move = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('set' as const), side: fc.nat(1000), slot }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('clear' as const), side: fc.nat(1000), slot }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fork' as const), side: fc.nat(1000), slot }),
  },
);

describe('setSlot and visitSlots', () => {
  it('behave like a sparse array in each fork, forwards and backwards, page by page', () => {
    fc.assert(
      fc.property(
        fc.array(move, { maxLength: 120 }),
        fc.array(range, { minLength: 3, maxLength: 6 }),
        (moves, ranges) => {
          const pairs = [new Pair()];
          moves.forEach((one, name) => {
            const pair = pairs[one.side % pairs.length] as Pair;
            if (one.kind === 'fork') pairs.push(pair.fork());
            else pair.set(one.slot, one.kind === 'set' ? { name } : null);
          });
          const whole = { offset: 0, count: 1000, backwards: false };
          for (const pair of pairs)
            for (const one of [...ranges, whole])
              expect(pair.page(one)).toEqual(pair.expected(one));
        },
      ),
    );
  });

  it('return each page of 5,000 elements with gaps', () => {
    const pair = new Pair();
    for (let name = 0; name < 5_000; name++) pair.set(name, { name });
    for (let name = 0; name < 5_000; name += 3) pair.set(name, null);
    for (const backwards of [false, true]) {
      for (let offset = 0; offset < 3_400; offset += 100) {
        const one = { offset, count: 100, backwards };
        expect(pair.page(one)).toEqual(pair.expected(one));
      }
    }
  });

  it('return nothing if nothing was requested or exists', () => {
    const pair = new Pair();
    expect(pair.page({ offset: 0, count: 10, backwards: false })).toEqual([]);
    pair.set(0, { name: 0 });
    expect(pair.page({ offset: 0, count: 0, backwards: false })).toEqual([]);
    expect(pair.page({ offset: 1, count: 1, backwards: true })).toEqual([]);
    expect(pair.page({ offset: 0, count: 1, backwards: true })).toEqual([{ name: 0 }]);
  });

  it('keep no node without elements', () => {
    const pair = new Pair();
    pair.set(40, { name: 1 });
    pair.set(40, null);
    pair.set(41, null);
    expect(pair.trie.root).toBeNull();
    pair.set(3, { name: 2 });
    expect(pair.page({ offset: 0, count: 9, backwards: false })).toEqual([{ name: 2 }]);
  });
});
