import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash32 } from '../../../src/base/hash.ts';
import {
  findEntry,
  type HashTrie,
  type Owner,
  putEntry,
  removeEntry,
} from '../../../src/model/state/hash-trie.ts';

interface Entry {
  readonly key: string;
  readonly hash: number;
  readonly value: number;
}

/** A trie beside the Map that it must be like. */
class Pair {
  trie: HashTrie<Entry>;
  readonly map: Map<string, Entry>;
  owner: Owner = {};

  constructor(trie: HashTrie<Entry> = null, map: ReadonlyMap<string, Entry> = new Map()) {
    this.trie = trie;
    this.map = new Map(map);
  }

  put(key: string, hash: number, value: number): void {
    const entry = { key, hash, value };
    this.trie = putEntry(this.trie, entry, this.owner);
    this.map.set(key, entry);
  }

  remove(key: string, hash: number): void {
    this.trie = removeEntry(this.trie, key, hash, this.owner);
    this.map.delete(key);
  }

  /** Both sides own nothing of what they share from now on. */
  fork(): Pair {
    this.owner = {};
    return new Pair(this.trie, this.map);
  }

  check(keys: Iterable<readonly [string, number]>): void {
    for (const [key, hash] of keys) expect(findEntry(this.trie, key, hash)).toBe(this.map.get(key));
  }
}

type Move =
  | { readonly kind: 'put' | 'remove'; readonly side: number; readonly key: string }
  | { readonly kind: 'fork'; readonly side: number };

function movesOf(keys: readonly string[]): fc.Arbitrary<readonly Move[]> {
  const side = fc.nat(1000);
  const key = fc.constantFrom(...keys);
  return fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), side, key }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('remove' as const), side, key }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('fork' as const), side }) },
    ),
    { minLength: 1, maxLength: 150 },
  );
}

/**
 * Plays moves on a trie and its forks, each beside its own Map, and compares all of them at the
 * end.
 */
function play(
  moves: readonly Move[],
  hashOf: (key: string) => number,
  keys: readonly string[],
): void {
  const pairs = [new Pair()];
  const all = keys.map((key) => [key, hashOf(key)] as const);
  moves.forEach((move, step) => {
    const pair = pairs[move.side % pairs.length] as Pair;
    if (move.kind === 'fork') pairs.push(pair.fork());
    else if (move.kind === 'put') pair.put(move.key, hashOf(move.key), step);
    else pair.remove(move.key, hashOf(move.key));
    pair.check(all);
  });
  for (const pair of pairs) pair.check(all);
}

const keys = Array.from({ length: 40 }, (_, index) => String(index));

/**
 * Hashes that agree in their low bits, so that paths are long, and in all bits, so that buckets
 * form.
 */
const plantedHashes: readonly [string, (key: string) => number][] = [
  ['real', hash32],
  ['all alike', () => 7],
  ['alike in pairs', (key) => Math.floor(Number(key) / 2)],
  ['different in the highest bits alone', (key) => (Number(key) % 4) << 30],
  ['alike in 30 bits, some in all', (key) => ((Number(key) % 3) << 30) | 0x15555555],
  ['negative', (key) => -1 - (Number(key) % 5)],
];

/**
 * Two texts that hash alike: the first such pair of `twin 0`, `twin 1` and so on, found by trying.
 */
const twins = ['twin 17529', 'twin 1344420'] as const;

describe('putEntry and removeEntry', () => {
  it.each(plantedHashes)(
    'behave like a Map in each fork, with hashes that are %s',
    (_name, hashOf) => {
      fc.assert(fc.property(movesOf(keys), (moves) => play(moves, hashOf, keys)));
    },
  );

  it('distinguish two texts with equal hashes', () => {
    const [one, two] = twins;
    const pair = new Pair();
    const all = [one, two].map((key) => [key, hash32(key)] as const);
    expect(hash32(one)).toBe(hash32(two));
    pair.put(one, hash32(one), 1);
    pair.check(all);
    pair.put(two, hash32(two), 2);
    pair.check(all);
    pair.put(one, hash32(one), 3);
    pair.check(all);
    pair.remove(one, hash32(one));
    pair.check(all);
    pair.remove(two, hash32(two));
    expect(pair.trie).toBeNull();
  });

  it('hold 20,000 entries and remove all of them', () => {
    const pair = new Pair();
    const many = Array.from(
      { length: 20_000 },
      (_, index) => [`key ${index}`, hash32(`key ${index}`)] as const,
    );
    many.forEach(([key, hash], index) => void pair.put(key, hash, index));
    pair.check(many);
    many.slice(0, 19_999).forEach(([key, hash]) => void pair.remove(key, hash));
    pair.check(many);
    expect(pair.map.size).toBe(1);
  });

  it('return the trie itself if there is nothing to remove', () => {
    const trie = putEntry<Entry>(null, { key: 'a', hash: 1, value: 1 }, {});
    expect(removeEntry(trie, 'b', 1, {})).toBe(trie);
    expect(removeEntry(trie, 'a', 2, {})).toBe(trie);
    expect(removeEntry<Entry>(null, 'a', 1, {})).toBeNull();
  });

  it('change the nodes of their own owner in place, and copy those of another', () => {
    const owner = {};
    const trie = putEntry<Entry>(null, { key: 'a', hash: 1, value: 1 }, owner);
    expect(putEntry(trie, { key: 'b', hash: 2, value: 2 }, owner)).toBe(trie);
    expect(putEntry(trie, { key: 'c', hash: 3, value: 3 }, {})).not.toBe(trie);
    expect(findEntry(trie, 'c', 3)).toBeUndefined();
  });
});

describe('findEntry', () => {
  it('finds nothing under the hash of another key', () => {
    const trie = putEntry<Entry>(null, { key: 'a', hash: 1, value: 1 }, {});
    expect(findEntry(trie, 'b', 1)).toBeUndefined();
    expect(findEntry(trie, 'a', 1)).toEqual({ key: 'a', hash: 1, value: 1 });
  });
});
