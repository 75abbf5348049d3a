// Reads a regular expression as a machine: characters, classes, groups, alternatives, counts, and
// places (^ $ \b \B). What looks behind or back is not read, what looks ahead only with the flag
// `u`. It must be a valid expression with the one flag that is given.

export type Step =
  | { readonly kind: 'character'; readonly takes: (character: number) => boolean }
  /** Goes on at two steps at once; at one where both are the same. */
  | { readonly kind: 'split'; readonly one: number; readonly other: number }
  | { readonly kind: 'place'; readonly holds: (text: string, at: number) => boolean }
  /** Holds where its own steps lead to their end from here, or where they do not. */
  | { readonly kind: 'ahead'; readonly steps: readonly Step[]; readonly wants: boolean };

/**
 * It begins at step 0, goes from each step to the next, and has found its text when it comes to the
 * end.
 */
export interface Machine {
  readonly steps: readonly Step[];
  /** What one character is: a unit of UTF-16, or with `u` a code point. */
  readonly flag: Flag;
}

/** `i`: capitals and small letters are alike. `u`: as patterns of JSON Schema are read. */
export type Flag = 'i' | 'u';

export type ReadMachine =
  | { readonly kind: 'machine'; readonly machine: Machine }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unread'; readonly what: string };

/**
 * Reads a valid regular expression; not one that has more than `statesMax` steps, or that looks
 * around or back.
 */
export function readMachine(pattern: string, flag: Flag, statesMax: number): ReadMachine {
  try {
    const steps: Step[] = [];
    write(readNode(pattern, flag), steps, statesMax);
    return { kind: 'machine', machine: { steps, flag } };
  } catch (error) {
    if (error instanceof Unread) return { kind: 'unread', what: error.what };
    if (error instanceof TooLarge) return { kind: 'too-large' };
    throw error;
  }
}

/** Throws an `Unread` for what looks around or back. */
export function readNode(pattern: string, flag: Flag): Node {
  return new Reader(pattern, flag).either();
}

export type Node =
  | { readonly kind: 'character'; readonly takes: (character: number) => boolean }
  | { readonly kind: 'place'; readonly holds: (text: string, at: number) => boolean }
  | { readonly kind: 'ahead'; readonly node: Node; readonly wants: boolean }
  | { readonly kind: 'all' | 'either'; readonly nodes: readonly Node[] }
  | { readonly kind: 'times'; readonly node: Node; readonly min: number; readonly max: number };

export class Unread {
  readonly what: string;

  constructor(what: string) {
    this.what = what;
  }
}

class TooLarge {}

class Reader {
  private readonly pattern: string;
  private readonly flag: Flag;
  private at = 0;

  constructor(pattern: string, flag: Flag) {
    this.pattern = pattern;
    this.flag = flag;
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
    while (this.at < this.pattern.length && !/[|)]/.test(this.pattern[this.at] ?? ''))
      nodes.push(this.counted());
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
    const ahead = this.flag === 'u' ? this.take(/\(\?([=!])/y)?.[1] : undefined;
    if (ahead !== undefined) {
      const node = this.either();
      this.at++;
      return { kind: 'ahead', node, wants: ahead === '=' };
    }
    if (this.pattern[this.at] === '(') throw new Unread('a group that looks around or sets flags');
    const place = this.take(/[$^]|\\[bB]/y)?.[0];
    if (place !== undefined) return { kind: 'place', holds: PLACES[place as keyof typeof PLACES] };
    if (this.take(/\\(?:[1-9]|0\d|k)/y) !== null)
      throw new Unread('a reference to a group, or a number after a backslash');
    const whole = this.take(this.flag === 'u' ? ONE_POINT : ONE_UNIT)?.[0] ?? '';
    return {
      kind: 'character',
      takes: characterTest(/^[{}\]]$/.test(whole) ? `\\${whole}` : whole, this.flag),
    };
  }

  private take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    const taken = sticky.exec(this.pattern);
    if (taken !== null) this.at = sticky.lastIndex;
    return taken;
  }
}

/** What stands for one character. */
const ONE_UNIT =
  /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/y;
/** Two escapes of surrogates beside each other are one. */
const ONE_POINT =
  /\\(?:x[\da-fA-F]{2}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|[pP]\{[^}]*\}|c[a-zA-Z]|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/uy;

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
function characterTest(source: string, flag: Flag): (character: number) => boolean {
  const expression = new RegExp(`^${source}$`, flag);
  const known = new Uint8Array(KNOWN_MAX);
  return (character) => {
    let answer = known[character] ?? 0;
    if (answer === 0) {
      answer = expression.test(String.fromCodePoint(character)) ? YES : NO;
      if (character < KNOWN_MAX) known[character] = answer;
    }
    return answer === YES;
  };
}

/** What is remembered of each character, and of how many: the first ones are in most texts. */
const [NO, YES] = [1, 2];
const KNOWN_MAX = 256;

function write(node: Node, steps: Step[], statesMax: number): void {
  if (steps.length >= statesMax) throw new TooLarge();
  switch (node.kind) {
    case 'character':
    case 'place':
      steps.push(node);
      return;
    case 'ahead': {
      const below: Step[] = [];
      write(node.node, below, statesMax - steps.length);
      steps.push({ kind: 'ahead', steps: below, wants: node.wants });
      return;
    }
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

function writeTimes(
  node: Node & { readonly kind: 'times' },
  steps: Step[],
  statesMax: number,
): void {
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
