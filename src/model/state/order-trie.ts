// A sparse, ordered array that shares structure between copies, like the hash trie. Each node
// counts its live elements, so that the n-th one is found without a walk over the earlier ones.
// Slots are assigned once and in order.

import type { Owner } from './hash-trie.ts';

/** A node covers 64 slots per level; `null` if nothing is in them. */
export interface OrderTrie<E> {
  readonly root: OrderNode<E> | null;
  /** Number of levels of the root; it covers `64 ** levels` slots. */
  readonly levels: number;
}

interface OrderNode<E> {
  readonly owner: Owner;
  count: number;
  readonly children: (OrderNode<E> | E | null)[];
}

const WIDTH_BITS = 6;
const WIDTH = 1 << WIDTH_BITS;

export const emptyOrder: OrderTrie<never> = { root: null, levels: 1 };

/** Maximum number of slots: 64 to the power of 5. After that, slots must be assigned anew. */
export const SLOTS_MAX: number = WIDTH ** 5;

/** Returns a trie with an element in a slot; `null` empties the slot. */
export function setSlot<E extends object>(
  trie: OrderTrie<E>,
  slot: number,
  element: E | null,
  owner: Owner,
): OrderTrie<E> {
  let { root, levels } = trie;
  while (slot >>> (levels * WIDTH_BITS) > 0) {
    if (root !== null) {
      const above = nodeOf<E>(owner, root.count, NOTHING);
      above.children[0] = root;
      root = above;
    }
    levels++;
  }
  return { root: setInNode(root, slot, levels - 1, element, owner), levels };
}

/**
 * Calls `visit` with up to `count` live elements, from the one at `offset` (0 is the first),
 * forwards or backwards. Costs the visited elements and a few steps to find the first.
 */
export function visitSlots<E extends object>(
  trie: OrderTrie<E>,
  range: { readonly offset: number; readonly count: number; readonly backwards: boolean },
  visit: (element: E) => void,
): void {
  const walk = { skip: range.offset, left: range.count };
  if (trie.root !== null) visitNode(trie.root, trie.levels - 1, walk, range.backwards, visit);
}

function setInNode<E extends object>(
  node: OrderNode<E> | null,
  slot: number,
  level: number,
  element: E | null,
  owner: Owner,
): OrderNode<E> | null {
  if (node === null && element === null) return null;
  const mine =
    node === null
      ? nodeOf<E>(owner, 0, NOTHING)
      : node.owner === owner
        ? node
        : nodeOf(owner, node.count, node.children);
  const position = (slot >>> (level * WIDTH_BITS)) & (WIDTH - 1);
  const before = mine.children[position] ?? null;
  if (level === 0) {
    mine.children[position] = element;
    mine.count += (element === null ? 0 : 1) - (before === null ? 0 : 1);
  } else {
    const child = before as OrderNode<E> | null;
    const countBefore = child?.count ?? 0;
    const after = setInNode(child, slot, level - 1, element, owner);
    mine.children[position] = after;
    mine.count += (after?.count ?? 0) - countBefore;
  }
  return mine.count === 0 ? null : mine;
}

function nodeOf<E>(
  owner: Owner,
  count: number,
  children: readonly (OrderNode<E> | E | null)[],
): OrderNode<E> {
  return { owner, count, children: children.slice() };
}

/** Copied for a new node: filling one place after another would reallocate several times. */
const NOTHING: readonly null[] = Array.from({ length: WIDTH }, () => null);

function visitNode<E extends object>(
  node: OrderNode<E>,
  level: number,
  walk: { skip: number; left: number },
  backwards: boolean,
  visit: (element: E) => void,
): void {
  for (let step = 0; step < WIDTH && walk.left > 0; step++) {
    const child = node.children[backwards ? WIDTH - 1 - step : step];
    if (child === null || child === undefined) continue;
    if (level === 0) {
      if (walk.skip > 0) walk.skip--;
      else {
        walk.left--;
        visit(child as E);
      }
      continue;
    }
    const below = child as OrderNode<E>;
    if (walk.skip >= below.count) walk.skip -= below.count;
    else visitNode(below, level - 1, walk, backwards, visit);
  }
}
