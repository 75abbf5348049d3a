// Texts that match a regular expression of the plain kind: characters, classes, groups,
// alternatives, counts. What looks around or back is not read. Pure: the caller's serial says which
// of the texts it is.

import { patternMatcher } from '../match-pattern.ts';

/** The texts that are asked for. */
export interface TextWish {
  /** Two serials give two texts, as long as there are that many. */
  readonly serial: number;
  /** In code points. */
  readonly lengthMin: number;
  readonly lengthMax: number;
}

/** Gives a text that matches, or `undefined` where none was found. */
export function textMatching(
  pattern: string,
  { serial, lengthMin, lengthMax }: TextWish,
): string | undefined {
  const node = parse(pattern);
  if (node === null) return undefined;
  const matches = patternMatcher(pattern);
  for (let extra = 0; extra <= EXTRA_MAX; extra++) {
    // The counts that are free grow by `extra`, so that a text can become long enough.
    const text = write(node, { pick: pickerOf(serial), extra });
    const { length } = [...text];
    if (length >= lengthMin && length <= lengthMax && matches(text)) return text;
  }
  return undefined;
}

/** By how many characters what may be repeated is repeated at most, beyond the least. */
const EXTRA_MAX = 64;

type Node =
  | { readonly kind: 'one-of'; readonly characters: readonly string[] }
  | { readonly kind: 'all' | 'either'; readonly nodes: readonly Node[] }
  | { readonly kind: 'times'; readonly node: Node; readonly min: number; readonly max: number };

interface Pen {
  readonly pick: (count: number) => number;
  readonly extra: number;
}

/** Reads a serial digit by digit, each of the base that is asked for. */
function pickerOf(serial: number): Pen['pick'] {
  let rest = serial;
  return (count) => {
    const picked = rest % count;
    rest = Math.floor(rest / count);
    return picked;
  };
}

function write(node: Node, pen: Pen): string {
  switch (node.kind) {
    case 'one-of':
      return node.characters[pen.pick(node.characters.length)] as string;
    case 'all':
      return node.nodes.map((one) => write(one, pen)).join('');
    case 'either':
      return write(node.nodes[pen.pick(node.nodes.length)] as Node, pen);
    case 'times':
      return Array.from({ length: Math.min(node.max, node.min + pen.extra) }, () =>
        write(node.node, pen),
      ).join('');
  }
}

/** Thrown inside for what is not read. */
class Unread extends Error {
  override readonly name = 'Unread';
}

function parse(pattern: string): Node | null {
  const reader = new Reader(pattern);
  try {
    const node = either(reader);
    return reader.isAtEnd() ? node : null;
  } catch (error) {
    if (error instanceof Unread) return null;
    throw error;
  }
}

class Reader {
  private readonly characters: readonly string[];
  private at = 0;

  constructor(text: string) {
    this.characters = [...text];
  }

  isAtEnd(): boolean {
    return this.at >= this.characters.length;
  }

  /** Takes what comes next if it is that. */
  takes(text: string): boolean {
    if (this.characters.slice(this.at, this.at + text.length).join('') !== text) return false;
    this.at += text.length;
    return true;
  }

  sees(...characters: readonly string[]): boolean {
    return characters.includes(this.characters[this.at] ?? '');
  }

  next(): string {
    const character = this.characters[this.at++];
    if (character === undefined) throw new Unread();
    return character;
  }

  /** Takes characters up to one, and that one. */
  until(end: string): string {
    let text = '';
    for (let character = this.next(); character !== end; character = this.next()) text += character;
    return text;
  }
}

function either(reader: Reader): Node {
  const nodes = [all(reader)];
  while (reader.takes('|')) nodes.push(all(reader));
  return { kind: 'either', nodes };
}

function all(reader: Reader): Node {
  const nodes: Node[] = [];
  while (!reader.isAtEnd() && !reader.sees('|', ')')) {
    if (reader.takes('^') || reader.takes('$')) continue;
    nodes.push(counted(reader, atom(reader)));
  }
  return { kind: 'all', nodes };
}

function counted(reader: Reader, node: Node): Node {
  const counts = countsOf(reader);
  if (counts === null) return node;
  reader.takes('?');
  const [min, max] = counts;
  if (!(min <= COUNT_MAX)) throw new Unread();
  return { kind: 'times', node, min, max };
}

/** How often something may have to be repeated. */
const COUNT_MAX = 1_000;

function countsOf(reader: Reader): readonly [min: number, max: number] | null {
  if (reader.takes('*')) return [0, COUNT_MAX];
  if (reader.takes('+')) return [1, COUNT_MAX];
  if (reader.takes('?')) return [0, 1];
  if (!reader.takes('{')) return null;
  const [min, max] = reader.until('}').split(',') as [min: string, max?: string];
  return [Number(min), max === undefined ? Number(min) : max === '' ? COUNT_MAX : Number(max)];
}

function atom(reader: Reader): Node {
  if (reader.takes('[')) return classOf(reader);
  if (reader.takes('(')) {
    if (reader.takes('?') && !reader.takes(':')) named(reader);
    const node = either(reader);
    if (!reader.takes(')')) throw new Unread();
    return node;
  }
  const character = reader.next();
  if (character === '\\') return oneOf(escaped(reader));
  return oneOf(character === '.' ? PRINTED : [character]);
}

/** Takes the name of a group. A group that looks ahead or behind is not read. */
function named(reader: Reader): void {
  if (!reader.takes('<') || reader.sees('=', '!')) throw new Unread();
  reader.until('>');
}

function oneOf(characters: readonly string[]): Node {
  if (characters.length === 0) throw new Unread();
  return { kind: 'one-of', characters };
}

function classOf(reader: Reader): Node {
  const isNegated = reader.takes('^');
  const characters: string[] = [];
  while (!reader.takes(']')) {
    const first = reader.next();
    const some = first === '\\' ? escaped(reader) : [first];
    const [from] = some;
    if (some.length !== 1 || from === undefined || !reader.takes('-')) characters.push(...some);
    else if (reader.sees(']')) characters.push(from, '-');
    else characters.push(...between(from, endOf(reader)));
  }
  return oneOf(isNegated ? PRINTED.filter((one) => !characters.includes(one)) : characters);
}

function endOf(reader: Reader): string {
  const character = reader.next();
  const [end, ...others] = character === '\\' ? escaped(reader) : [character];
  if (end === undefined || others.length > 0) throw new Unread();
  return end;
}

/** The first characters of a range: as many as tell texts apart. */
function between(from: string, to: string): readonly string[] {
  const [first, last] = [from.codePointAt(0) as number, to.codePointAt(0) as number];
  return Array.from({ length: Math.min(RANGE_MAX, last - first + 1) }, (_, index) =>
    String.fromCodePoint(first + index),
  );
}

const RANGE_MAX = 95;
const DIGITS = between('0', '9');
const CAPITALS = between('A', 'Z');
const SMALL = between('a', 'z');
const PRINTED = [...SMALL, ...CAPITALS, ...DIGITS, ...between(' ', '/'), ...between(':', '@')];

const CLASSES: Readonly<Record<string, readonly string[]>> = {
  d: DIGITS,
  D: SMALL,
  w: [...SMALL, ...CAPITALS, ...DIGITS, '_'],
  W: [' ', '-', '.'],
  s: [' '],
  S: SMALL,
  t: ['\t'],
  n: ['\n'],
  r: ['\r'],
  f: ['\f'],
  v: ['\v'],
};

const PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  L: SMALL,
  Letter: SMALL,
  Alphabetic: SMALL,
  Ll: SMALL,
  Lu: CAPITALS,
  N: DIGITS,
  Nd: DIGITS,
  P: ['.', '-', '!'],
};

function escaped(reader: Reader): readonly string[] {
  const character = reader.next();
  if (character === 'p' && reader.takes('{')) return PROPERTIES[reader.until('}')] ?? [];
  const known = CLASSES[character];
  if (known !== undefined) return known;
  // What is left and is a letter or a digit stands for what is not read: \b, \k<name>, \1, \u0041.
  if (/[A-Za-z0-9]/.test(character)) throw new Unread();
  return [character];
}
