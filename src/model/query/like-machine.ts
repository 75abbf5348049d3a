// Reads a regular expression as a machine: characters, classes, groups, alternatives, counts, and places (^ $ \b \B). What looks around
// or back is not read. It must be a valid expression, without flags but for `i`.

export type Step =
  | { readonly kind: 'character'; readonly takes: (unit: number) => boolean }
  /** Goes on at two steps at once; at one where both are the same. */
  | { readonly kind: 'split'; readonly one: number; readonly other: number }
  | { readonly kind: 'place'; readonly holds: (text: string, at: number) => boolean };

/** It begins at step 0, goes from each step to the next, and has found its text when it comes to the end. */
export interface Machine {
  readonly steps: readonly Step[];
}

export type ReadMachine =
  | { readonly kind: 'machine'; readonly machine: Machine }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unread'; readonly what: string };

/** Reads a valid regular expression; not one that has more than `statesMax` steps, or that looks around or back. */
export function readMachine(pattern: string, statesMax: number): ReadMachine {
  try {
    const steps: Step[] = [];
    write(new Reader(pattern).either(), steps, statesMax);
    return { kind: 'machine', machine: { steps } };
  } catch (error) {
    if (error instanceof Unread) return { kind: 'unread', what: error.what };
    if (error instanceof TooLarge) return { kind: 'too-large' };
    throw error;
  }
}

type Node =
  | { readonly kind: 'character'; readonly takes: (unit: number) => boolean }
  | { readonly kind: 'place'; readonly holds: (text: string, at: number) => boolean }
  | { readonly kind: 'all' | 'either'; readonly nodes: readonly Node[] }
  | { readonly kind: 'times'; readonly node: Node; readonly min: number; readonly max: number };

class Unread {
  readonly what: string;

  constructor(what: string) {
    this.what = what;
  }
}

class TooLarge {}

class Reader {
  private readonly pattern: string;
  private at = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  /** Reads up to the end of the group or of the pattern. */
  either(): Node {
    const nodes: Node[] = [this.all()];
    while (this.pattern[this.at] === '|') {
      this.at++;
      nodes.push(this.all());
    }
    return { kind: 'either', nodes };
  }

  private all(): Node {
    const nodes: Node[] = [];
    while (this.at < this.pattern.length && !/[|)]/.test(this.pattern[this.at] ?? '')) nodes.push(this.counted());
    return { kind: 'all', nodes };
  }

  private counted(): Node {
    let node = this.one();
    const count = this.take(/(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y);
    if (count === null) return node;
    const [sign = '', least = '', comma = '', most = ''] = count;
    const min = sign.startsWith('{') ? Number(least) : sign.startsWith('+') ? 1 : 0;
    const max = sign.startsWith('{')
      ? comma === ''
        ? min
        : most === ''
          ? Number.POSITIVE_INFINITY
          : Number(most)
      : sign.startsWith('?')
        ? 1
        : Number.POSITIVE_INFINITY;
    node = { kind: 'times', node, min, max };
    return node;
  }

  private one(): Node {
    if (this.take(/\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y) !== null) {
      const group = this.either();
      this.at++;
      return group;
    }
    if (this.pattern[this.at] === '(') throw new Unread('a group that looks around or sets flags');
    const place = this.take(/[$^]|\\[bB]/y)?.[0];
    if (place !== undefined) return { kind: 'place', holds: PLACES[place as keyof typeof PLACES] };
    if (this.take(/\\(?:[1-9]|0\d|k)/y) !== null) throw new Unread('a reference to a group, or a number after a backslash');
    const whole = this.take(/\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/y)?.[0] ?? '';
    return { kind: 'character', takes: characterTest(/^[{}\]]$/.test(whole) ? `\\${whole}` : whole) };
  }

  private take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    const taken = sticky.exec(this.pattern);
    if (taken !== null) this.at = sticky.lastIndex;
    return taken;
  }
}

function isWord(text: string, at: number): boolean {
  return /^\w$/.test(text.charAt(at));
}

const isEdge = (text: string, at: number): boolean => isWord(text, at - 1) !== isWord(text, at);

const PLACES = {
  '^': (_text: string, at: number): boolean => at === 0,
  $: (text: string, at: number): boolean => at === text.length,
  '\\b': isEdge,
  '\\B': (text: string, at: number): boolean => !isEdge(text, at),
} as const;

/** What one character may be is asked of the engine itself, once for each. */
function characterTest(source: string): (unit: number) => boolean {
  const expression = new RegExp(`^${source}$`, 'i');
  const known = new Map<number, boolean>();
  return (unit) => {
    let takes = known.get(unit);
    if (takes === undefined) {
      takes = expression.test(String.fromCharCode(unit));
      known.set(unit, takes);
    }
    return takes;
  };
}

function write(node: Node, steps: Step[], statesMax: number): void {
  if (steps.length >= statesMax) throw new TooLarge();
  switch (node.kind) {
    case 'character':
    case 'place':
      steps.push(node);
      return;
    case 'all':
      for (const one of node.nodes) write(one, steps, statesMax);
      return;
    case 'either':
      writeEither(node.nodes, steps, statesMax);
      return;
    case 'times':
      writeTimes(node, steps, statesMax);
  }
}

function writeEither(nodes: readonly Node[], steps: Step[], statesMax: number): void {
  const ends: number[] = [];
  nodes.forEach((node, index) => {
    const fork = steps.length;
    const isLast = index === nodes.length - 1;
    if (!isLast) steps.push(jump(fork));
    write(node, steps, statesMax);
    if (isLast) return;
    ends.push(steps.length);
    steps.push(jump(steps.length));
    steps[fork] = { kind: 'split', one: fork + 1, other: steps.length };
  });
  for (const end of ends) steps[end] = jump(steps.length);
}

function writeTimes(node: Node & { readonly kind: 'times' }, steps: Step[], statesMax: number): void {
  for (let count = 0; count < node.min; count++) {
    const before = steps.length;
    write(node.node, steps, statesMax);
    // What takes no step takes none however often it is repeated.
    if (steps.length === before) return;
  }
  if (node.max === Number.POSITIVE_INFINITY) {
    const fork = steps.length;
    steps.push(jump(fork));
    write(node.node, steps, statesMax);
    steps.push(jump(fork));
    steps[fork] = { kind: 'split', one: fork + 1, other: steps.length };
    return;
  }
  const forks: number[] = [];
  for (let count = node.min; count < node.max; count++) {
    if (steps.length >= statesMax) throw new TooLarge();
    forks.push(steps.length);
    steps.push(jump(steps.length));
    write(node.node, steps, statesMax);
  }
  for (const fork of forks) steps[fork] = { kind: 'split', one: fork + 1, other: steps.length };
}

function jump(to: number): Step {
  return { kind: 'split', one: to, other: to };
}
