// A hash trie from key to entry that shares structure between copies: an owner may change nodes
// that it created in place, all others copy the path. Find, put and remove touch at most seven
// nodes, whatever the size.

export interface Keyed {
  readonly key: string;
  /** `hash32(key)`, stored or not. */
  readonly hash: number;
}

/** The owner may change a node in place. A fork gets a new owner, and so does its source. */
export type Owner = object;
export type HashTrie<E extends Keyed> = Branch<E> | null;

type Child<E extends Keyed> = E | Branch<E> | Bucket<E>;

class Branch<E extends Keyed> {
  readonly owner: Owner;
  bitmap: number;
  children: Child<E>[];

  constructor(owner: Owner, bitmap: number, children: Child<E>[]) {
    this.owner = owner;
    this.bitmap = bitmap;
    this.children = children;
  }
}

/** Entries with equal 32-bit hashes. */
class Bucket<E extends Keyed> {
  readonly entries: readonly E[];

  constructor(entries: readonly E[]) {
    this.entries = entries;
  }
}

const STEP_BITS = 5;
const STEP_MASK = 31;

/** Returns the entry with a key, or `undefined`. */
export function findEntry<E extends Keyed>(
  trie: HashTrie<E>,
  key: string,
  hash: number,
): E | undefined {
  let node: Child<E> | null = trie;
  for (let shift = 0; node instanceof Branch; shift += STEP_BITS) {
    const bit = 1 << ((hash >>> shift) & STEP_MASK);
    if ((node.bitmap & bit) === 0) return undefined;
    node = node.children[countBits(node.bitmap & (bit - 1))] as Child<E>;
  }
  if (node === null) return undefined;
  if (node instanceof Bucket) return node.entries.find((entry) => entry.key === key);
  return node.key === key ? node : undefined;
}

/** Returns a trie with an entry, which replaces one with the same key. */
export function putEntry<E extends Keyed>(
  trie: HashTrie<E>,
  entry: E,
  owner: Owner,
  hash: number = entry.hash,
): HashTrie<E> {
  if (trie === null) return new Branch(owner, 1 << (hash & STEP_MASK), [entry]);
  return putInBranch(trie, entry, hash, 0, owner);
}

/** Returns a trie without the entry of a key; the same trie if there is none. */
export function removeEntry<E extends Keyed>(
  trie: HashTrie<E>,
  key: string,
  hash: number,
  owner: Owner,
): HashTrie<E> {
  if (trie === null) return trie;
  const left = removeFromBranch(trie, key, hash, 0, owner);
  return left instanceof Branch || left === null
    ? left
    : new Branch(owner, 1 << (hashOf(left) & STEP_MASK), [left]);
}

/** Calls `visit` with each entry, in no order. */
export function visitEntries<E extends Keyed>(trie: HashTrie<E>, visit: (entry: E) => void): void {
  for (const child of trie?.children ?? [])
    if (child instanceof Branch) visitEntries(child, visit);
    else if (child instanceof Bucket) child.entries.forEach(visit);
    else visit(child);
}

function putInBranch<E extends Keyed>(
  branch: Branch<E>,
  entry: E,
  hash: number,
  shift: number,
  owner: Owner,
): Branch<E> {
  const bit = 1 << ((hash >>> shift) & STEP_MASK);
  const position = countBits(branch.bitmap & (bit - 1));
  const mine =
    branch.owner === owner ? branch : new Branch(owner, branch.bitmap, branch.children.slice());
  if ((mine.bitmap & bit) === 0) {
    mine.bitmap |= bit;
    insertAt(mine.children, position, entry);
  } else {
    mine.children[position] = putInChild(
      mine.children[position] as Child<E>,
      entry,
      hash,
      shift + STEP_BITS,
      owner,
    );
  }
  return mine;
}

/** Inserts by moving the rest: faster than `splice` for these short arrays. */
function insertAt<T>(items: T[], position: number, item: T): void {
  items.push(item);
  for (let index = items.length - 1; index > position; index--)
    items[index] = items[index - 1] as T;
  items[position] = item;
}

function putInChild<E extends Keyed>(
  child: Child<E>,
  entry: E,
  hash: number,
  shift: number,
  owner: Owner,
): Child<E> {
  if (child instanceof Branch) return putInBranch(child, entry, hash, shift, owner);
  if (child instanceof Bucket) {
    if (hashOf(child) !== hash)
      return putInBranch(branchOver(child, shift, owner), entry, hash, shift, owner);
    return new Bucket([...child.entries.filter((one) => one.key !== entry.key), entry]);
  }
  if (child.key === entry.key) return entry;
  if (child.hash === hash) return new Bucket([child, entry]);
  return putInBranch(branchOver(child, shift, owner), entry, hash, shift, owner);
}

function branchOver<E extends Keyed>(child: E | Bucket<E>, shift: number, owner: Owner): Branch<E> {
  return new Branch<E>(owner, 1 << ((hashOf(child) >>> shift) & STEP_MASK), [child]);
}

/** Removes an entry. A branch with one entry left passes it to the branch above. */
function removeFromBranch<E extends Keyed>(
  branch: Branch<E>,
  key: string,
  hash: number,
  shift: number,
  owner: Owner,
): Child<E> | null {
  const bit = 1 << ((hash >>> shift) & STEP_MASK);
  if ((branch.bitmap & bit) === 0) return branch;
  const position = countBits(branch.bitmap & (bit - 1));
  const child = branch.children[position] as Child<E>;
  const isBranch = child instanceof Branch;
  const left = isBranch
    ? removeFromBranch(child, key, hash, shift + STEP_BITS, owner)
    : removeFromLeaf(child, key);
  // The owner changes a branch in place: it remains the same object after a removal as well.
  if (left === child && (!isBranch || child.owner !== owner)) return branch;
  if (left === null && branch.children.length === 1) return null;
  const mine =
    branch.owner === owner ? branch : new Branch(owner, branch.bitmap, branch.children.slice());
  if (left === null) {
    mine.bitmap &= ~bit;
    mine.children.splice(position, 1);
  } else {
    mine.children[position] = left;
  }
  const only = mine.children[0];
  return mine.children.length === 1 && !(only instanceof Branch) ? (only as Child<E>) : mine;
}

function removeFromLeaf<E extends Keyed>(leaf: E | Bucket<E>, key: string): Child<E> | null {
  if (!(leaf instanceof Bucket)) return leaf.key === key ? null : leaf;
  const entries = leaf.entries.filter((entry) => entry.key !== key);
  if (entries.length === leaf.entries.length) return leaf;
  return entries.length === 1 ? (entries[0] as E) : new Bucket(entries);
}

function hashOf<E extends Keyed>(child: Child<E>): number {
  if (child instanceof Bucket) return (child.entries[0] as E).hash;
  return (child as E).hash;
}

function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
